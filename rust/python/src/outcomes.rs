//! What actions lead to in the same deals, on several threads.

use std::any::Any;

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use oxideal_bots::net::NetModel;
use oxideal_bots::{Comparison, Outcomes, Policy, SearchModel, play_deals, policy_playouts};
use oxideal_engine::{Action, Error, Rules as _, View, memory};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::arguments::{self, SeedArgument};
use crate::bots::fitting;
use crate::classes::{GameClasses, GameState, GameView, RoundClass};
use crate::errors::Result;
use crate::nets::Networks;
use crate::package;
use crate::runtime::playouts::{Arrays, StartArgument, playouts_by};
use crate::runtime::{Interrupts, MAX_THREADS};

/// The highest number of deals in a call.
const MAX_DEALS: u64 = 1_000_000;

/// The highest number of deals that are returned.
const MAX_SAMPLES: u64 = 100_000;

/// The highest number of payoffs in a call: 1 GiB.
const MAX_PAYOFFS: u64 = 1 << 28;

/// The payoffs by deal, action and seat, the weights of the deals, and the number of actions played.
type Played<'py> = (Bound<'py, PyArray3<i32>>, Bound<'py, PyArray1<f64>>, u64);

/// The deals of any view.
trait Deals: Send + Sync {
    fn players(&self) -> usize;
    fn check(&self, actions: &[Action]) -> Result<()>;
    /// Checks that a state fits the view.
    fn open(&self, deal: &Bound<'_, PyAny>) -> Result<Box<AnyPosition>>;
    fn block_size(&self) -> usize;
    /// Returns the bytes of the state of the deal with this number, and its weight.
    fn sample(&self, number: u64) -> Result<Option<(Vec<u8>, f64)>, Error>;
    /// Plays the actions in the deal with this number, or in this one, and returns the number of
    /// actions played and the weight.
    fn play(
        &self,
        actions: &[Action],
        number: u64,
        quick: bool,
        deal: Option<&AnyPosition>,
        payoffs: &mut [i32],
    ) -> Result<(u64, f64), Error>;
}

/// A position of the game of some deals.
type AnyPosition = dyn Any + Send + Sync;

struct Of<G: SearchModel> {
    view: View<G>,
    outcomes: Outcomes<G>,
}

impl<G: GameClasses + SearchModel> Deals for Of<G> {
    fn players(&self) -> usize {
        self.view.rules().players()
    }

    fn check(&self, actions: &[Action]) -> Result<()> {
        check_legal(&self.view, actions)
    }

    fn open(&self, deal: &Bound<'_, PyAny>) -> Result<Box<AnyPosition>> {
        Ok(Box::new(position_of(&self.view, deal)?))
    }

    fn block_size(&self) -> usize {
        self.outcomes.block_size()
    }

    fn sample(&self, number: u64) -> Result<Option<(Vec<u8>, f64)>, Error> {
        let sample = self.outcomes.sample(number)?;
        sample.map(|(state, weight)| Ok((state.try_to_bytes()?, weight))).transpose()
    }

    fn play(
        &self,
        actions: &[Action],
        number: u64,
        quick: bool,
        deal: Option<&AnyPosition>,
        payoffs: &mut [i32],
    ) -> Result<(u64, f64), Error> {
        match deal.and_then(<dyn Any + Send + Sync>::downcast_ref::<G::Position>) {
            Some(deal) => Ok((self.outcomes.play_open(actions, deal, number, quick, payoffs), 1.0)),
            None => self.outcomes.play(actions, number, quick, payoffs),
        }
    }
}

/// Fails unless all actions are legal in a view.
fn check_legal<G: GameClasses>(view: &View<G>, actions: &[Action]) -> Result<()> {
    let legal = view.legal();
    match actions.iter().find(|action| !legal.contains(action)) {
        Some(action) => Err(Error::InvalidArgument(format!("action {action} is not legal here")).into()),
        None => Ok(()),
    }
}

/// Returns the position of a state, which must fit the view.
fn position_of<G: GameClasses>(view: &View<G>, deal: &Bound<'_, PyAny>) -> Result<G::Position> {
    let wrong_type = || arguments::wrong_type("deal", "a State of the same game", deal);
    let state = GameState::<G>::from_argument(deal).ok_or_else(wrong_type)?;
    if state.with_round(|state| state.view(view.seat()))? != *view {
        return Err(Error::InvalidArgument("the deal does not fit the view".into()).into());
    }
    Ok(state.with_position(|_, position| position.clone()))
}

/// Fails if the payoffs of all deals and actions are too many to return.
fn check_size(count: u64, actions: usize, players: usize) -> Result<()> {
    if (actions * players) as u64 * count > MAX_PAYOFFS {
        let text = format!("deals x actions x seats must be at most {MAX_PAYOFFS}");
        return Err(Error::InvalidArgument(text).into());
    }
    Ok(())
}

/// Plays deals, of which Ctrl-C stops all. Returns the number of actions played.
fn fill<'a>(
    play: impl Fn(u64, &mut [i32]) -> Result<(u64, f64), Error> + Sync,
    first: u64,
    rows: impl ExactSizeIterator<Item = (&'a mut [i32], &'a mut f64)> + Send,
    threads: usize,
) -> Result<u64> {
    let mut interrupts = Interrupts::new();
    let nodes = play_deals(play, first, rows, threads, &mut || interrupts.poll())?;
    interrupts.into_result()?;
    Ok(nodes.unwrap_or_default())
}

/// Plays actions of a view in the same deals.
///
/// Outcomes(view: AnyView, seed: Seed, networks: Networks | None)
///
/// With networks, deals are weighted by how well they explain what the other seats did.
#[pyclass(frozen, module = "oxideal._native", name = "Outcomes")]
pub(crate) struct ViewOutcomes(Box<dyn Deals>);

#[pymethods]
impl ViewOutcomes {
    #[new]
    #[pyo3(signature = (view, seed, networks))]
    fn new(
        view: &Bound<'_, PyAny>,
        seed: SeedArgument,
        networks: Option<&Bound<'_, Networks>>,
    ) -> Result<Self> {
        let seed = SeedArgument::or_from_system(Some(seed))?;
        macro_rules! find {
            ($(($module:ident, $Game:ident))*) => {
                $(if let Some(view) = GameView::<oxideal_engine::$module::$Game>::from_argument(view) {
                    view.view().check_turn()?;
                    let networks = fitting(networks.map(Bound::get), view)?;
                    let outcomes = Outcomes::of_view(view.view(), &view.past().of(view.view())?, seed, networks);
                    return Ok(Self(Box::new(Of { view: view.view().clone(), outcomes })));
                })*
            };
        }
        oxideal_engine::for_each_game!(find);
        Err(arguments::wrong_type("view", "a View of the Rust engine", view))
    }

    /// The number of deals that are sampled together.
    ///
    /// block_size: int
    #[getter]
    fn block_size(&self) -> usize {
        self.0.block_size()
    }

    /// Return the first deals as saved states, with their weights.
    ///
    /// sample(deals: SupportsIndex, /) -> list[tuple[bytes, float]]
    #[pyo3(signature = (deals, /))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        deals: &Bound<'py, PyAny>,
    ) -> Result<Vec<(Bound<'py, PyBytes>, f64)>> {
        let count = arguments::integer("deals", deals, 1, MAX_SAMPLES)?;
        let (mut found, mut interrupts) = (Vec::new(), Interrupts::new());
        for number in 0.. {
            if found.len() as u64 == count || !interrupts.poll() {
                break;
            }
            if let Some((bytes, weight)) = py.detach(|| self.0.sample(number))? {
                found.push((PyBytes::new(py, &bytes), weight));
            }
        }
        interrupts.into_result()?;
        Ok(found)
    }

    /// Play each action in the same deals to the end.
    ///
    /// play(actions: Sequence[int], first: SupportsIndex, deals: SupportsIndex, threads: SupportsIndex,
    ///     quick: bool, deal: AnyState | None) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64], int]
    ///
    /// Returns the payoffs by deal, action and seat, the weights of the deals, and the number of actions
    /// played. The deals are samples of the view, or always that of a state.
    #[pyo3(signature = (actions, first, deals, threads, quick, deal))]
    #[expect(clippy::too_many_arguments, reason = "the Python wrappers pass them by name")]
    fn play<'py>(
        &self,
        py: Python<'py>,
        actions: Vec<Action>,
        first: &Bound<'py, PyAny>,
        deals: &Bound<'py, PyAny>,
        threads: &Bound<'py, PyAny>,
        quick: bool,
        deal: Option<&Bound<'py, PyAny>>,
    ) -> Result<Played<'py>> {
        let here = &*self.0;
        let first = arguments::integer("first", first, 0, 1 << 48)?;
        let count = arguments::integer("deals", deals, 0, MAX_DEALS)?;
        let threads = arguments::integer("threads", threads, 1, MAX_THREADS)? as usize;
        here.check(&actions)?;
        check_size(count, actions.len(), here.players())?;
        let size = actions.len() * here.players();
        let deal = deal.map(|deal| here.open(deal)).transpose()?;
        let shape = (count as usize, actions.len(), here.players());
        let payoffs: Bound<'_, PyArray3<i32>> = package::zeros(py, shape, "int32")?;
        let weights: Bound<'_, PyArray1<f64>> = package::zeros(py, (count as usize,), "float64")?;
        let mut nodes = 0;
        if size > 0 {
            let (mut payoffs, mut weights) = (payoffs.readwrite(), weights.readwrite());
            let rows = payoffs.as_slice_mut()?.chunks_mut(size).zip(weights.as_slice_mut()?);
            nodes = py.detach(|| {
                let play = |number, payoffs: &mut [i32]| {
                    here.play(&actions, number, quick, deal.as_deref(), payoffs)
                };
                fill(play, first, rows, threads)
            })?;
        }
        Ok((payoffs, weights, nodes))
    }
}

/// Returns the policy with this name, or that of the networks.
fn policy_of<G: NetModel>(
    name: &str,
    networks: Option<&Bound<'_, Networks>>,
    rules: &G::Rules,
) -> Result<Policy> {
    Ok(match (networks, name) {
        (Some(networks), _) => Policy::Networks(networks.get().for_rules::<G>(rules)?),
        (None, "random") => Policy::Random,
        (None, "playout") => Policy::Playout,
        (None, "rule") => Policy::Rule,
        (None, _) => return Err(Error::InvalidArgument(format!("there is no policy {name:?}")).into()),
    })
}

/// The payoffs by deal, action and seat, and the number of actions played.
type Compared<'py> = (Bound<'py, PyArray3<i32>>, u64);

/// Play each action in the same deals to the end, by one policy in all seats.
///
/// compare(view: AnyView, actions: Sequence[int], deals: SupportsIndex | list[AnyState], policy: str,
///     networks: Networks | None, seed: Seed, threads: SupportsIndex) -> tuple[npt.NDArray[np.int32], int]
///
/// Returns the payoffs by deal, action and seat, and the number of actions played. A number of deals are
/// samples of the view.
#[pyfunction]
#[pyo3(signature = (view, actions, deals, policy, networks, seed, threads))]
#[expect(clippy::too_many_arguments, reason = "the Python wrappers pass them by name")]
pub(crate) fn compare<'py>(
    py: Python<'py>,
    view: &Bound<'py, PyAny>,
    actions: Vec<Action>,
    deals: &Bound<'py, PyAny>,
    policy: &str,
    networks: Option<&Bound<'py, Networks>>,
    seed: SeedArgument,
    threads: &Bound<'py, PyAny>,
) -> Result<Compared<'py>> {
    macro_rules! find {
        ($(($module:ident, $Game:ident))*) => {
            $(if let Some(view) = GameView::<oxideal_engine::$module::$Game>::from_argument(view) {
                return compare_in(py, view, &actions, deals, policy, networks, seed, threads);
            })*
        };
    }
    oxideal_engine::for_each_game!(find);
    Err(arguments::wrong_type("view", "a View of the Rust engine", view))
}

#[expect(clippy::too_many_arguments, reason = "those of `compare`")]
fn compare_in<'py, G: GameClasses + SearchModel>(
    py: Python<'py>,
    view: &GameView<G>,
    actions: &[Action],
    deals: &Bound<'py, PyAny>,
    policy: &str,
    networks: Option<&Bound<'py, Networks>>,
    seed: SeedArgument,
    threads: &Bound<'py, PyAny>,
) -> Result<Compared<'py>> {
    view.view().check_turn()?;
    let (seed, recent) = (SeedArgument::or_from_system(Some(seed))?, view.recent().iter().collect());
    let view = view.view();
    check_legal(view, actions)?;
    let policy = policy_of::<G>(policy, networks, view.rules())?;
    let threads = arguments::integer("threads", threads, 1, MAX_THREADS)? as usize;
    let players = view.rules().players();
    let given: Option<Vec<G::Position>> = match deals.cast::<PyList>() {
        Ok(deals) => Some(deals.iter().map(|deal| position_of(view, &deal)).collect::<Result<_>>()?),
        Err(_) => None,
    };
    let count = match &given {
        Some(given) => given.len() as u64,
        None => arguments::integer("deals", deals, 0, MAX_DEALS)?,
    };
    check_size(count, actions.len(), players)?;
    let size = actions.len() * players;
    let shape = (count as usize, actions.len(), players);
    let payoffs: Bound<'_, PyArray3<i32>> = package::zeros(py, shape, "int32")?;
    let mut nodes = 0;
    if size > 0 {
        let mut payoffs = payoffs.readwrite();
        let comparison = Comparison::new(view.clone(), recent, seed, policy);
        let mut weights = memory::collect(std::iter::repeat_n(0.0, count as usize))?;
        let rows = payoffs.as_slice_mut()?.chunks_mut(size).zip(&mut weights);
        nodes = py.detach(|| {
            let play = |number: u64, payoffs: &mut [i32]| {
                let deal = given.as_ref().and_then(|given| given.get(number as usize));
                Ok((comparison.play(actions, number, deal, payoffs)?, 1.0))
            };
            fill(play, 0, rows, threads)
        })?;
    }
    Ok((payoffs, nodes))
}

/// Play games to the end by one policy in all seats, and return payoffs and lengths as arrays.
///
/// policy_playouts(start: Any, n: SupportsIndex, seed: Seed, threads: SupportsIndex, first: SupportsIndex,
///     policy: str, networks: Networks | None) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]
#[pyfunction(name = "policy_playouts")]
#[pyo3(signature = (start, n, seed, threads, first, policy, networks))]
#[expect(clippy::too_many_arguments, reason = "the Python wrappers pass them by name")]
pub(crate) fn native_policy_playouts<'py>(
    py: Python<'py>,
    start: &Bound<'py, PyAny>,
    n: &Bound<'py, PyAny>,
    seed: Option<&Bound<'py, PyAny>>,
    threads: &Bound<'py, PyAny>,
    first: &Bound<'py, PyAny>,
    policy: &str,
    networks: Option<&Bound<'py, Networks>>,
) -> Result<Arrays<'py>> {
    macro_rules! find {
        ($(($module:ident, $Game:ident))*) => {
            $(if let Ok(found) = start.extract::<StartArgument<oxideal_engine::$module::$Game>>() {
                let StartArgument { start, recent } = found;
                let policy = policy_of::<oxideal_engine::$module::$Game>(policy, networks, start.rules())?;
                let recent: Vec<_> = recent.iter().collect();
                let players = start.rules().players();
                return playouts_by(py, players, n, seed, threads, first, |seed, first, payoffs, lengths| {
                    policy_playouts(&start, &recent, &policy, seed, first, payoffs, lengths)
                });
            })*
        };
    }
    oxideal_engine::for_each_game!(find);
    Err(arguments::wrong_type("start", "Rules, a State or a View of the Rust engine", start))
}
