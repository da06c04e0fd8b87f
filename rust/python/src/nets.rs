//! Networks and their training, for all games.

use std::any::Any;
use std::fmt::Display;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use oxideal_bots::net::{self, Contest, GameNetworks, NetModel, Settings};
use oxideal_engine::{Action, Error, Seed};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyType};

use crate::arguments::{self, SeedArgument};
use crate::bots::RUST_VIEW;
use crate::classes::{GameClasses, GameView, RoundClass, cast_argument};
use crate::errors::Result;
use crate::runtime::MAX_THREADS;

/// The highest number of deals in a contest.
const MAX_DEALS: u64 = 10_000_000;

/// A game that networks play.
trait NetGame: GameClasses + NetModel<Rules: Display> {}

impl<G: GameClasses + NetModel<Rules: Display>> NetGame for G {}

/// What can be made from rules of a game.
trait Factory {
    fn weights_name(&self, rules: &Bound<'_, PyAny>) -> Option<&'static str>;
    fn networks(&self, rules: &Bound<'_, PyAny>, bytes: &[u8]) -> Result<Box<dyn AnyNetworks>>;
    fn training(&self, rules: &Bound<'_, PyList>, start: Start<'_>) -> Result<Box<dyn AnyTraining>>;
}

/// How a training starts.
enum Start<'a> {
    New { seed: Seed, width: Option<usize>, weights: Option<&'a [u8]>, only: Option<usize> },
    Continued(&'a [u8]),
}

struct Of<G>(PhantomData<G>);

impl<G: NetGame> Of<G> {
    fn rules<'a>(value: &'a Bound<'_, PyAny>) -> Result<&'a G::Rules> {
        cast_argument::<G::RulesClass, G::Rules>(value)
            .ok_or_else(|| arguments::wrong_type("rules", "Rules of one game", value))
    }
}

impl<G: NetGame> Factory for Of<G> {
    fn weights_name(&self, rules: &Bound<'_, PyAny>) -> Option<&'static str> {
        cast_argument::<G::RulesClass, G::Rules>(rules).map(G::weights_name)
    }

    fn networks(&self, rules: &Bound<'_, PyAny>, bytes: &[u8]) -> Result<Box<dyn AnyNetworks>> {
        Ok(Box::new(GameNetworks::<G>::from_safetensors(Self::rules(rules)?.clone(), bytes)?))
    }

    fn training(&self, rules: &Bound<'_, PyList>, start: Start<'_>) -> Result<Box<dyn AnyTraining>> {
        let rules: Vec<G::Rules> =
            rules.iter().map(|rules| Self::rules(&rules).cloned()).collect::<Result<_>>()?;
        let training = match start {
            Start::New { seed, width, weights, only } => {
                let networks = match (weights, rules.first()) {
                    (Some(weights), Some(rules)) => Some(net::Networks::but_one::<G>(rules, weights, only)?),
                    _ => None,
                };
                let usual = networks.as_ref().map_or(G::SETTINGS.first, net::Networks::width);
                let first = width.unwrap_or(usual);
                let settings = only.map_or(G::SETTINGS, |role| G::SETTINGS.of_one(role));
                let training = net::Training::<G>::new(rules, Settings { first, ..settings }, seed)?;
                match networks {
                    Some(networks) => training.with_networks(&networks)?,
                    None => training,
                }
            }
            Start::Continued(bytes) => net::Training::<G>::from_safetensors(rules, bytes)?,
        };
        Ok(Box::new(training))
    }
}

/// Returns the factory for the game of a `Rules` argument.
fn factory(rules: &Bound<'_, PyAny>) -> Result<&'static dyn Factory> {
    macro_rules! all {
        ($(($module:ident, $Game:ident))*) => {
            [$(&Of::<oxideal_engine::$module::$Game>(PhantomData) as &'static dyn Factory),*]
        };
    }
    let found =
        oxideal_engine::for_each_game!(all).into_iter().find(|each| each.weights_name(rules).is_some());
    found.ok_or_else(|| arguments::wrong_type("rules", "a Rules object of the Rust engine", rules))
}

/// Return the name of the weights for these rules.
///
/// weights_name(rules: Any, /) -> str
#[pyfunction]
#[pyo3(signature = (rules, /))]
pub(crate) fn weights_name(rules: &Bound<'_, PyAny>) -> Result<&'static str> {
    Ok(factory(rules)?.weights_name(rules).unwrap_or_default())
}

/// The networks for some rules.
///
/// Networks(rules: Any, data: bytes, /)
#[pyclass(frozen, module = "oxideal._native")]
pub(crate) struct Networks(Box<dyn AnyNetworks>);

/// Networks of any game.
trait AnyNetworks: Any + Send + Sync {
    fn choose(&self, view: &Bound<'_, PyAny>) -> Result<Action>;
    fn values(&self, view: &Bound<'_, PyAny>) -> Result<Vec<(Action, f32, f32)>>;
    fn to_safetensors(&self, compact: bool) -> Result<Vec<u8>, Error>;
}

/// Returns a view of the networks' game.
fn view_of<'a, G: NetGame>(view: &'a Bound<'_, PyAny>) -> Result<&'a GameView<G>> {
    GameView::<G>::from_argument(view).ok_or_else(|| arguments::wrong_type("view", RUST_VIEW, view))
}

impl<G: NetGame> AnyNetworks for GameNetworks<G> {
    fn choose(&self, view: &Bound<'_, PyAny>) -> Result<Action> {
        let view = view_of(view)?;
        Ok(Self::choose(self, view.view(), &view.recent())?)
    }

    fn values(&self, view: &Bound<'_, PyAny>) -> Result<Vec<(Action, f32, f32)>> {
        let view = view_of(view)?;
        Ok(Self::values(self, view.view(), &view.recent())?)
    }

    fn to_safetensors(&self, compact: bool) -> Result<Vec<u8>, Error> {
        self.networks().to_safetensors::<G>(compact)
    }
}

impl Networks {
    /// Returns the networks for a search or playouts, which must be by the same rules.
    pub(crate) fn for_rules<G: NetModel>(&self, rules: &G::Rules) -> Result<Arc<net::Networks>> {
        Ok(Arc::clone(GameNetworks::<G>::of(&*self.0)?.for_rules(rules)?))
    }
}

#[pymethods]
impl Networks {
    #[new]
    #[pyo3(signature = (rules, data, /))]
    fn new(rules: &Bound<'_, PyAny>, data: &Bound<'_, PyAny>) -> Result<Self> {
        Ok(Self(factory(rules)?.networks(rules, arguments::bytes("data", data)?)?))
    }

    /// Return the action that they value most.
    ///
    /// choose(view: Any, /) -> int
    #[pyo3(signature = (view, /))]
    fn choose(&self, view: &Bound<'_, PyAny>) -> Result<Action> {
        self.0.choose(view)
    }

    /// Return each action with the estimated chance to win and the payment, best first.
    ///
    /// values(view: Any, /) -> list[tuple[int, float, float]]
    #[pyo3(signature = (view, /))]
    fn values(&self, view: &Bound<'_, PyAny>) -> Result<Vec<(Action, f32, f32)>> {
        self.0.values(view)
    }

    /// Return the weights as a safetensors file.
    ///
    /// to_bytes(*, compact: bool = False) -> bytes
    #[pyo3(signature = (*, compact=false))]
    fn to_bytes<'py>(&self, py: Python<'py>, compact: bool) -> Result<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.0.to_safetensors(compact)?))
    }
}

/// A training under way.
///
/// Training(rules: list[Any], /, seed: Seed, width: int | None, weights: bytes | None = None, only: int | None = None)
#[pyclass(frozen, module = "oxideal._native")]
pub(crate) struct Training(Mutex<Box<dyn AnyTraining>>);

/// A training for any game.
trait AnyTraining: Send {
    fn turn(&mut self, threads: usize, rate: f32);
    fn against_rule(&self, deals: u64, threads: usize) -> Result<Contest, Error>;
    fn decisions(&self) -> u64;
    fn losses(&self) -> Vec<f64>;
    fn to_safetensors(&self) -> Result<Vec<u8>, Error>;
    fn weights(&self, compact: bool) -> Result<Vec<u8>, Error>;
}

impl<G: NetGame> AnyTraining for net::Training<G> {
    fn turn(&mut self, threads: usize, rate: f32) {
        Self::turn(self, threads, rate);
    }

    fn against_rule(&self, deals: u64, threads: usize) -> Result<Contest, Error> {
        net::against_rule::<G>(self.rules(), self.networks(), deals, threads)
    }

    fn decisions(&self) -> u64 {
        Self::decisions(self)
    }

    fn losses(&self) -> Vec<f64> {
        Self::losses(self).to_vec()
    }

    fn to_safetensors(&self) -> Result<Vec<u8>, Error> {
        Self::to_safetensors(self)
    }

    fn weights(&self, compact: bool) -> Result<Vec<u8>, Error> {
        self.networks().to_safetensors::<G>(compact)
    }
}

impl Training {
    fn lock(&self) -> MutexGuard<'_, Box<dyn AnyTraining>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Training {
    #[new]
    #[pyo3(signature = (rules, /, seed, width, weights=None, only=None))]
    fn new(
        rules: &Bound<'_, PyList>,
        seed: SeedArgument,
        width: Option<usize>,
        weights: Option<&Bound<'_, PyAny>>,
        only: Option<usize>,
    ) -> Result<Self> {
        let seed = SeedArgument::or_from_system(Some(seed))?;
        let weights = weights.map(|weights| arguments::bytes("weights", weights)).transpose()?;
        let start = Start::New { seed, width, weights, only };
        Ok(Self(Mutex::new(factory(&rules.get_item(0)?)?.training(rules, start)?)))
    }

    /// Continue a training.
    ///
    /// from_bytes(rules: list[Any], data: bytes, /) -> Self
    #[classmethod]
    #[pyo3(signature = (rules, data, /))]
    fn from_bytes(
        _class: &Bound<'_, PyType>,
        rules: &Bound<'_, PyList>,
        data: &Bound<'_, PyAny>,
    ) -> Result<Self> {
        let start = Start::Continued(arguments::bytes("data", data)?);
        Ok(Self(Mutex::new(factory(&rules.get_item(0)?)?.training(rules, start)?)))
    }

    /// Play rounds, and learn from those of the turn before.
    ///
    /// turn(threads: int, rate: float) -> None
    ///
    /// `rate` is the share of the usual learning rate.
    fn turn(&self, py: Python<'_>, threads: &Bound<'_, PyAny>, rate: f32) -> Result<()> {
        let threads = arguments::integer("threads", threads, 1, MAX_THREADS)? as usize;
        py.detach(|| self.lock().turn(threads, rate.clamp(0.0, 1.0)));
        Ok(())
    }

    /// Play deals against the rule policy: share of wins, gain, its standard error.
    ///
    /// against_rule(deals: int, threads: int) -> tuple[float, float, float]
    fn against_rule(
        &self,
        py: Python<'_>,
        deals: &Bound<'_, PyAny>,
        threads: &Bound<'_, PyAny>,
    ) -> Result<(f64, f64, f64)> {
        let deals = arguments::integer("deals", deals, 1, MAX_DEALS)?;
        let threads = arguments::integer("threads", threads, 1, MAX_THREADS)? as usize;
        let contest = py.detach(|| self.lock().against_rule(deals, threads))?;
        Ok((contest.won, contest.gain, contest.error))
    }

    /// The number of decisions played.
    ///
    /// decisions: int
    #[getter]
    fn decisions(&self, py: Python<'_>) -> u64 {
        py.detach(|| self.lock().decisions())
    }

    /// The mean loss of each network in the last turn.
    ///
    /// losses: list[float]
    #[getter]
    fn losses(&self, py: Python<'_>) -> Vec<f64> {
        py.detach(|| self.lock().losses())
    }

    /// Return everything needed to continue.
    ///
    /// to_bytes() -> bytes
    fn to_bytes<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.lock().to_safetensors())?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Return the weights as a safetensors file.
    ///
    /// weights(*, compact: bool = False) -> bytes
    #[pyo3(signature = (*, compact=false))]
    fn weights<'py>(&self, py: Python<'py>, compact: bool) -> Result<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.lock().weights(compact))?;
        Ok(PyBytes::new(py, &bytes))
    }
}
