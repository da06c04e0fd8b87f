//! Reviews of rounds, for all games.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use oxideal_bots::review::{self, AnyReview, Decision, Settings};
use oxideal_bots::{SearchModel, net};
use oxideal_engine::{Action, Error, Seat};
use pyo3::prelude::*;

use crate::arguments::{self, SeedArgument};
use crate::bots::limit_of;
use crate::classes::{GameClasses, GameState, RoundClass};
use crate::errors::Result;
use crate::nets::Networks;
use crate::runtime::{Interrupts, MAX_THREADS};

/// The number, seat, action, mistake and deals of a decision, its cost (the better action, payment, error, wins, error,
/// deals), that with all cards open (the better action, payment, error, exact), and the expected payment and wins.
type Decided = (
    (usize, Seat, Action, bool, u64),
    Option<(Action, f64, f64, f64, f64, u64)>,
    Option<(Option<Action>, f64, f64, bool)>,
    Option<(f64, f64)>,
);

/// The decisions, the luck of each seat (payment, error, wins), spread, threshold, playouts and seconds.
type Found = (Vec<Decided>, Option<Vec<(f64, f64, f64)>>, f64, f64, u64, f64);

/// A review of a round, a piece of work at a time.
///
/// Review(state: AnyState, seats: list[int], seed: Seed, time: float | None, iterations: SupportsIndex | None,
///     nodes: SupportsIndex | None, threads: SupportsIndex, networks: Networks)
///
/// It is of the whole history of the state.
#[pyclass(frozen, module = "oxideal._native")]
pub(crate) struct Review(Mutex<Box<dyn AnyReview>>);

impl Review {
    fn lock(&self) -> MutexGuard<'_, Box<dyn AnyReview>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Review {
    #[new]
    #[pyo3(signature = (state, seats, seed, time, iterations, nodes, threads, networks))]
    #[expect(clippy::too_many_arguments, reason = "the Python wrapper passes them once")]
    fn new(
        state: &Bound<'_, PyAny>,
        seats: Vec<Seat>,
        seed: SeedArgument,
        time: Option<&Bound<'_, PyAny>>,
        iterations: Option<&Bound<'_, PyAny>>,
        nodes: Option<&Bound<'_, PyAny>>,
        threads: &Bound<'_, PyAny>,
        networks: &Bound<'_, Networks>,
    ) -> Result<Self> {
        let limit = limit_of(time, iterations, nodes)?;
        let threads = arguments::integer("threads", threads, 1, MAX_THREADS)? as usize;
        let seed = SeedArgument::or_from_system(Some(seed))?;
        macro_rules! find {
            ($(($module:ident, $Game:ident))*) => {
                $(if let Some(state) = GameState::<oxideal_engine::$module::$Game>::from_argument(state) {
                    return Self::of(state, &seats, |networks| Settings { limit, seed, threads, networks }, networks);
                })*
            };
        }
        oxideal_engine::for_each_game!(find);
        Err(arguments::wrong_type("state", "a State of the Rust engine", state))
    }

    /// Do the next piece of work. Return the share of the limit that has been used, or None if nothing is left to do.
    ///
    /// step() -> float | None
    fn step(&self, py: Python<'_>) -> Result<Option<f64>> {
        let mut interrupts = Interrupts::new();
        let found = py.detach(|| {
            let mut review = self.lock();
            let more = review.step(&mut || interrupts.poll())?;
            Ok::<_, Error>(more.then(|| review.progress()))
        });
        interrupts.into_result()?;
        Ok(found?)
    }

    /// Return what has been found so far.
    ///
    /// found() -> tuple[list[tuple[tuple[int, int, int, bool, int], tuple[int, float, float, float, float, int] | None,
    ///     tuple[int | None, float, float, bool] | None, tuple[float, float] | None]],
    ///     list[tuple[float, float, float]] | None, float, float, int, float]
    fn found(&self, py: Python<'_>) -> Found {
        let found = py.detach(|| self.lock().findings());
        let luck = |seats: Vec<review::Luck>| {
            seats.iter().map(|luck| (luck.payment, luck.error, luck.wins)).collect()
        };
        let decisions = found.decisions.into_iter().map(decided).collect();
        let seconds = found.elapsed.as_secs_f64();
        (decisions, found.luck.map(luck), found.spread, found.threshold, found.playouts, seconds)
    }
}

impl Review {
    fn of<G: GameClasses + SearchModel>(
        state: &GameState<G>,
        seats: &[Seat],
        settings: impl FnOnce(Arc<net::Networks>) -> Settings,
        networks: &Bound<'_, Networks>,
    ) -> Result<Self> {
        let state = state.with_round(Clone::clone);
        let settings = settings(networks.get().for_rules::<G>(state.rules())?);
        Ok(Self(Mutex::new(Box::new(review::Review::new(&state, seats, settings)?))))
    }
}

fn decided(decision: Decision) -> Decided {
    let Decision { number, seat, played, cost, mistake, open, expected, deals } = decision;
    let cost = cost.map(|(better, cost)| {
        (better, cost.payment, cost.payment_error, cost.wins, cost.wins_error, cost.deals)
    });
    let open = open.map(|open| (open.better, open.payment, open.payment_error, open.exact));
    ((number, seat, played, mistake, deals), cost, open, expected)
}
