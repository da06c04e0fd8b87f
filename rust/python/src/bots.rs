//! Bots and solvers for all games.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use oxideal_bots::{Budget, Limit, Search, SearchModel};
use oxideal_engine::{Action, Error};
use pyo3::prelude::*;

use crate::arguments::{self, SeedArgument};
use crate::classes::{GameClasses, GameState, GameView, RoundClass};
use crate::errors::Result;
use crate::nets::Networks;
use crate::runtime::{Interrupts, MAX_THREADS};

/// The highest number of iterations or nodes in a limit.
const MAX_COUNT: u64 = 1 << 48;

/// The longest time limit in seconds: a day.
const MAX_SECONDS: f64 = 86_400.0;

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

/// Returns a limit with at least one bound.
fn limit_of(
    time: Option<&Bound<'_, PyAny>>,
    iterations: Option<&Bound<'_, PyAny>>,
    nodes: Option<&Bound<'_, PyAny>>,
) -> Result<Limit> {
    let seconds = |value: &Bound<'_, PyAny>| -> Result<_> {
        let seconds: f64 = value.extract().map_err(|_| arguments::wrong_type("time", "a number", value))?;
        if seconds > 0.0 && seconds <= MAX_SECONDS {
            return Ok(Duration::from_secs_f64(seconds));
        }
        let text = format!("time must be above 0 and at most {MAX_SECONDS} seconds, got {seconds}");
        Err(Error::InvalidArgument(text).into())
    };
    let count = |name, value: Option<&Bound<'_, PyAny>>| {
        value.map(|value| arguments::integer(name, value, 1, MAX_COUNT)).transpose()
    };
    let time = time.map(seconds).transpose()?;
    let iterations = count("iterations", iterations)?;
    let nodes = count("nodes", nodes)?;
    if time.is_none() && iterations.is_none() && nodes.is_none() {
        let text = "a limit must have a time, iterations or nodes";
        return Err(Error::InvalidArgument(text.into()).into());
    }
    Ok(Limit { time, iterations, nodes })
}

/// Choices (id, visits, mean, standard error) from best to worst, the expected line, deals, iterations, nodes,
/// seconds.
type Found = (Vec<(Action, u64, f64, f64)>, Vec<Action>, u64, u64, u64, f64);

/// What bots do with a view, for any game.
trait BotView {
    fn check_turn(&self) -> Result<(), Error>;
    fn rule(&self) -> Action;
    fn search(&self, py: Python<'_>, search: &Search, stop: &Stop) -> Result<Found>;
}

/// Fails unless the view's seat is to move.
pub(crate) fn check_turn<G: GameClasses>(view: &GameView<G>) -> Result<(), Error> {
    let view = view.view();
    let why = match view.current_player() {
        Some(seat) if seat == view.seat() => return Ok(()),
        Some(seat) => format!("it is the turn of seat {seat}, and this is the view of seat {}", view.seat()),
        None => "the round is over".into(),
    };
    Err(Error::InvalidArgument(format!("no action to choose in this view: {why}")))
}

impl<G: GameClasses + SearchModel> BotView for GameView<G> {
    fn check_turn(&self) -> Result<(), Error> {
        check_turn(self)
    }

    fn rule(&self) -> Action {
        G::rule_policy(self.view())
    }

    fn search(&self, py: Python<'_>, search: &Search, stop: &Stop) -> Result<Found> {
        let mut check = StopCheck::new(stop);
        let history = self.history()?;
        let found = py.detach(|| oxideal_bots::search::<G>(self.view(), &history, search, || check.poll()));
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
    let wanted = "a View of the Rust engine (convert a reference view with View.from_bytes(view.to_bytes()))";
    let found = found.ok_or_else(|| arguments::wrong_type("view", wanted, view))?;
    found.check_turn()?;
    Ok(found)
}

/// Return the action that the rule-based policy chooses.
///
/// rule(view: AnyView, /) -> int
#[pyfunction]
#[pyo3(signature = (view, /))]
pub(crate) fn rule(view: &Bound<'_, PyAny>) -> Result<Action> {
    Ok(bot_view(view)?.rule())
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
    let networks = networks.map(|networks| networks.get().shared(view)).transpose()?;
    bot_view(view)?.search(py, &Search { limit, seed, threads, networks }, stop.get())
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
