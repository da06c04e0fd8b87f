//! Bots and solvers for all games.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use oxideal_bots::{Budget, Ladder, Level, Limit, Search, SearchModel, net};
use oxideal_engine::{Action, Game as _, Stream};
use pyo3::prelude::*;

use crate::arguments::{self, SeedArgument};
use crate::classes::{GameClasses, GameState, GameView, RoundClass};
use crate::errors::Result;
use crate::nets::Networks;
use crate::runtime::{Interrupts, MAX_THREADS};

/// The highest number of iterations or nodes in a limit.
const MAX_COUNT: u64 = 1 << 48;

/// What an argument has to be.
pub(crate) const RUST_VIEW: &str =
    "a View of the Rust engine (convert a reference view with View.from_bytes(view.to_bytes()))";

/// A handle that ends the searches and solvers running with it.
#[pyclass(frozen, module = "oxideal._native")]
pub(crate) struct Stop {
    /// The number of calls of `stop`. A search ends when it changes.
    calls: AtomicU64,
}

#[pymethods]
impl Stop {
    #[new]
    const fn new() -> Self {
        Self { calls: AtomicU64::new(0) }
    }

    /// End all searches and solvers that are running with this object.
    ///
    /// stop() -> None
    fn stop(&self) {
        self.calls.fetch_add(1, Ordering::Relaxed);
    }
}

/// Ends a search when [`Stop::stop`] is called or a signal handler raises.
struct StopCheck<'a> {
    stop: &'a Stop,
    calls: u64,
    interrupts: Interrupts,
}

impl<'a> StopCheck<'a> {
    fn new(stop: &'a Stop) -> Self {
        Self { stop, calls: stop.calls.load(Ordering::Relaxed), interrupts: Interrupts::new() }
    }

    /// Returns whether to continue.
    fn poll(&mut self) -> bool {
        self.interrupts.poll() && self.stop.calls.load(Ordering::Relaxed) == self.calls
    }
}

/// Reads a limit, of which at least one part must be given.
pub(crate) fn limit_of(
    time: Option<&Bound<'_, PyAny>>,
    iterations: Option<&Bound<'_, PyAny>>,
    nodes: Option<&Bound<'_, PyAny>>,
) -> Result<Limit> {
    let seconds = |value: &Bound<'_, PyAny>| {
        value.extract().map_err(|_| arguments::wrong_type("time", "a number", value))
    };
    let count = |name, value: Option<&Bound<'_, PyAny>>| {
        value.map(|value| arguments::integer(name, value, 1, MAX_COUNT)).transpose()
    };
    let time = time.map(seconds).transpose()?;
    Ok(Limit::new(time, count("iterations", iterations)?, count("nodes", nodes)?)?)
}

/// Choices (id, visits, mean, standard error) from best to worst, the expected line, deals, iterations, nodes,
/// seconds.
type Found = (Vec<(Action, u64, f64, f64)>, Vec<Action>, u64, u64, u64, f64);

/// What bots do with a view, for any game.
trait BotView {
    fn rule(&self) -> Result<Action>;
    fn level(&self, py: Python<'_>, number: usize, chance: Stream, nets: Option<&Networks>)
    -> Result<Action>;
    fn search(&self, py: Python<'_>, search: Search, nets: Option<&Networks>, stop: &Stop) -> Result<Found>;
}

/// Returns networks for a view.
pub(crate) fn fitting<G: GameClasses + Ladder>(
    nets: Option<&Networks>,
    view: &GameView<G>,
) -> Result<Option<Arc<net::Networks>>> {
    nets.map(|nets| nets.for_rules::<G>(view.view().rules())).transpose()
}

impl<G: GameClasses + Ladder> BotView for GameView<G> {
    fn rule(&self) -> Result<Action> {
        self.view().check_turn()?;
        Ok(G::rule_policy(self.view()))
    }

    fn level(
        &self,
        py: Python<'_>,
        number: usize,
        chance: Stream,
        nets: Option<&Networks>,
    ) -> Result<Action> {
        let (level, networks) = (Level::<G>::numbered(number)?, fitting(nets, self)?);
        let (mut chance, mut interrupts) = (chance, Interrupts::new());
        let chosen = py.detach(|| {
            level.choose(self.view(), self.past(), &mut chance, networks.as_ref(), || interrupts.poll())
        });
        interrupts.into_result()?;
        Ok(chosen?)
    }

    fn search(&self, py: Python<'_>, search: Search, nets: Option<&Networks>, stop: &Stop) -> Result<Found> {
        let search = Search { networks: fitting(nets, self)?, ..search };
        let mut check = StopCheck::new(stop);
        let history = self.past().of(self.view())?;
        let found = py.detach(|| oxideal_bots::search::<G>(self.view(), &history, &search, || check.poll()));
        check.interrupts.into_result()?;
        let found = found?;
        let choices =
            found.choices.iter().map(|choice| (choice.action, choice.visits, choice.mean, choice.error));
        let seconds = found.elapsed.as_secs_f64();
        Ok((choices.collect(), found.line, found.deals, found.iterations, found.nodes, seconds))
    }
}

/// Returns the view in an argument. Its seat must be to move.
fn bot_view<'a>(view: &'a Bound<'_, PyAny>) -> Result<&'a dyn BotView> {
    let mut found: Option<&dyn BotView> = None;
    macro_rules! find {
        ($(($module:ident, $Game:ident))*) => {
            $(if let Some(view) = GameView::<oxideal_engine::$module::$Game>::from_argument(view) {
                found = Some(view);
            })*
        };
    }
    oxideal_engine::for_each_game!(find);
    found.ok_or_else(|| arguments::wrong_type("view", RUST_VIEW, view))
}

/// Return the action that the rule-based policy chooses.
///
/// rule(view: AnyView, /) -> int
#[pyfunction]
#[pyo3(signature = (view, /))]
pub(crate) fn rule(view: &Bound<'_, PyAny>) -> Result<Action> {
    bot_view(view)?.rule()
}

/// Return the rating, the text and whether networks are needed, for each level of a game.
///
/// levels(game: str, /) -> list[tuple[int, str, bool]]
#[pyfunction]
#[pyo3(signature = (game, /))]
pub(crate) fn levels(game: &str) -> Vec<(u32, &'static str, bool)> {
    macro_rules! find {
        ($(($module:ident, $Game:ident))*) => {
            $(if oxideal_engine::$module::$Game::NAME == game {
                let levels = oxideal_engine::$module::$Game::LEVELS.iter();
                return levels.map(|level| (level.rating, level.text, level.has_networks())).collect();
            })*
        };
    }
    oxideal_engine::for_each_game!(find);
    Vec::new()
}

/// Return the action that a level chooses.
///
/// level(view: AnyView, number: int, chance: Stream, networks: Networks | None=None, /) -> int
#[pyfunction]
#[pyo3(signature = (view, number, chance, networks=None, /))]
pub(crate) fn level(
    py: Python<'_>,
    view: &Bound<'_, PyAny>,
    number: usize,
    chance: &Bound<'_, crate::stream::Stream>,
    networks: Option<&Bound<'_, Networks>>,
) -> Result<Action> {
    bot_view(view)?.level(py, number, chance.get().lock().clone(), networks.map(Bound::get))
}

/// Search within a limit and return what was found.
///
/// search(view: AnyView, /, seed: Seed, time: float | None, iterations: SupportsIndex | None,
///     nodes: SupportsIndex | None, threads: SupportsIndex, stop: Stop,
///     networks: Networks | None=None) -> tuple[list[tuple[int, int, float, float]], list[int],
///     int, int, int, float]
#[pyfunction]
#[pyo3(signature = (view, /, seed, time, iterations, nodes, threads, stop, networks=None))]
#[expect(clippy::too_many_arguments, reason = "the Python wrappers pass them by name")]
pub(crate) fn search(
    py: Python<'_>,
    view: &Bound<'_, PyAny>,
    seed: SeedArgument,
    time: Option<&Bound<'_, PyAny>>,
    iterations: Option<&Bound<'_, PyAny>>,
    nodes: Option<&Bound<'_, PyAny>>,
    threads: &Bound<'_, PyAny>,
    stop: &Bound<'_, Stop>,
    networks: Option<&Bound<'_, Networks>>,
) -> Result<Found> {
    let limit = limit_of(time, iterations, nodes)?;
    let threads = arguments::integer("threads", threads, 1, MAX_THREADS)? as usize;
    let seed = SeedArgument::or_from_system(Some(seed))?;
    let settings = Search { limit, seed, threads, networks: None };
    bot_view(view)?.search(py, settings, networks.map(Bound::get), stop.get())
}

/// Payoffs, the line of play, whether they are proven, nodes, seconds.
type Solved = (Vec<i32>, Vec<Action>, bool, u64, f64);

/// What solvers do with a state, for any game.
trait BotState {
    fn has_solver(&self) -> bool;
    fn solve(&self, py: Python<'_>, limit: Limit, stop: &Stop) -> Result<Option<Solved>>;
}

impl<G: GameClasses + SearchModel> BotState for GameState<G> {
    fn has_solver(&self) -> bool {
        G::SOLVER.is_some()
    }

    fn solve(&self, py: Python<'_>, limit: Limit, stop: &Stop) -> Result<Option<Solved>> {
        let (rules, position) = self.with_position(|rules, position| (rules.clone(), position.clone()));
        let mut check = StopCheck::new(stop);
        let start = Instant::now();
        let (solution, nodes) = py.detach(|| {
            let mut keep_going = || check.poll();
            let mut budget = Budget::new(limit, &mut keep_going);
            let solution = G::SOLVER.and_then(|solve| solve(&rules, &position, &mut budget));
            (solution, budget.nodes())
        });
        check.interrupts.into_result()?;
        let seconds = start.elapsed().as_secs_f64();
        Ok(solution.map(|found| (found.payoffs, found.line, found.exact, nodes, seconds)))
    }
}

/// Returns the state in an argument. Its game must have a solver.
fn solvable_state<'a>(state: &'a Bound<'_, PyAny>) -> Result<&'a dyn BotState> {
    let mut found: Option<&dyn BotState> = None;
    macro_rules! find {
        ($(($module:ident, $Game:ident))*) => {
            $(if let Some(state) = GameState::<oxideal_engine::$module::$Game>::from_argument(state) {
                found = Some(state);
            })*
        };
    }
    oxideal_engine::for_each_game!(find);
    let wanted = "a State of oxideal.doudizhu or oxideal.foursquare, the games with a solver";
    found.filter(|found| found.has_solver()).ok_or_else(|| arguments::wrong_type("state", wanted, state))
}

/// Return the result of perfect play; None if nothing was found within the limit.
///
/// solve(state: AnyState, /, time: float | None, nodes: SupportsIndex | None,
///     stop: Stop) -> tuple[list[int], list[int], bool, int, float] | None
#[pyfunction]
#[pyo3(signature = (state, /, time, nodes, stop))]
pub(crate) fn solve(
    py: Python<'_>,
    state: &Bound<'_, PyAny>,
    time: Option<&Bound<'_, PyAny>>,
    nodes: Option<&Bound<'_, PyAny>>,
    stop: &Bound<'_, Stop>,
) -> Result<Option<Solved>> {
    let limit = limit_of(time, None, nodes)?;
    solvable_state(state)?.solve(py, limit, stop.get())
}
