//! Bots and solvers, for the views and states of all games.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use oxideal_bots::{Budget, Limit, Policies as _, Search, SearchModel};
use oxideal_engine::doudizhu::DouDizhu;
use oxideal_engine::foursquare::FourSquare;
use oxideal_engine::mexican_train::MexicanTrain;
use oxideal_engine::rummy::Rummy;
use oxideal_engine::{Action, Error, Game, Recent, State, View};
use pyo3::prelude::*;

use crate::arguments::{self, GivenSeed};
use crate::ending::detached;
use crate::errors::{interrupt, raise};
use crate::table::Table;
use crate::{doudizhu, foursquare, mexican_train, rummy};

/// How often a thinking thread looks for Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

const MOST_THREADS: u64 = 256;

/// The most games, and actions, that a limit may name.
const MOST: u64 = 1 << 48;

/// The longest time, in seconds: a day.
const LONGEST: f64 = 86_400.0;

/// Ends what was begun with it before.
#[pyclass(frozen, module = "oxideal._native")]
pub(crate) struct Stop {
    /// How often it was called.
    calls: AtomicU64,
}

#[pymethods]
impl Stop {
    #[new]
    const fn new() -> Self {
        Self { calls: AtomicU64::new(0) }
    }

    /// Ends all searches and solvers that run with it now.
    fn stop(&self) {
        self.calls.fetch_add(1, Ordering::Relaxed);
    }
}

/// Says `false` once the stop was called or Python wants to be heard, and keeps what it has to say.
struct Patience<'a> {
    stop: &'a Stop,
    calls: u64,
    looked: Instant,
    interrupted: Option<PyErr>,
}

impl<'a> Patience<'a> {
    fn new(stop: &'a Stop) -> Self {
        let calls = stop.calls.load(Ordering::Relaxed);
        Self { stop, calls, looked: Instant::now(), interrupted: None }
    }

    fn go_on(&mut self) -> bool {
        if self.looked.elapsed() > PATIENCE {
            self.looked = Instant::now();
            self.interrupted = interrupt();
        }
        self.interrupted.is_none() && self.stop.calls.load(Ordering::Relaxed) == self.calls
    }
}

/// Whatever is given of a limit, checked.
fn limit(
    time: Option<&Bound<'_, PyAny>>,
    iterations: Option<&Bound<'_, PyAny>>,
    nodes: Option<&Bound<'_, PyAny>>,
) -> PyResult<Limit> {
    let seconds = |value: &Bound<'_, PyAny>| {
        let seconds: f64 = value.extract().map_err(|_| arguments::wrong_type("time", "a number", value))?;
        if seconds > 0.0 && seconds <= LONGEST {
            return Ok(Duration::from_secs_f64(seconds));
        }
        let text = format!("time is above 0 and at most {LONGEST} seconds, not {seconds}");
        Err(raise(Error::InvalidArgument(text)))
    };
    let time = time.map(seconds).transpose()?;
    let iterations = iterations.map(|value| arguments::integer("iterations", value, 1, MOST)).transpose()?;
    let nodes = nodes.map(|value| arguments::integer("nodes", value, 1, MOST)).transpose()?;
    if time.is_none() && iterations.is_none() && nodes.is_none() {
        let text = "a limit has a time, iterations or nodes; this one has none of them";
        return Err(raise(Error::InvalidArgument(text.into())));
    }
    Ok(Limit { time, iterations, nodes })
}

/// Whether the view's seat is to choose.
fn check_turn<G: Game>(view: &View<G>) -> PyResult<()> {
    let why = match view.current_player() {
        Some(seat) if seat == view.seat() => return Ok(()),
        Some(seat) => format!("seat {seat} is to choose, not seat {}, whose view this is", view.seat()),
        None => "the round is over".into(),
    };
    Err(raise(Error::InvalidArgument(format!("there is nothing to choose in this view: {why}"))))
}

/// Does the same with a view of whichever game, where its seat is to choose.
macro_rules! with_view {
    ($given:ident, $game:ident, $view:ident, $recent:ident => $act:expr) => {
        with_view!(@ $given, $game, $view, $recent => $act;
            doudizhu: DouDizhu, mexican_train: MexicanTrain, rummy: Rummy, foursquare: FourSquare)
    };
    (@ $given:ident, $game:ident, $view:ident, $recent:ident => $act:expr; $($module:ident: $type:ident),*) => {
        $(
            if let Ok(view) = $given.cast::<$module::View>() {
                type $game = $type;
                let ($view, $recent) = view.get().knowledge();
                check_turn::<$game>($view)?;
                return $act;
            }
        )*
    };
}

/// What a player of good rules does.
#[pyfunction]
#[pyo3(signature = (view, /))]
pub(crate) fn rule(view: &Bound<'_, PyAny>) -> PyResult<Action> {
    with_view!(view, G, known, _recent => Ok(G::rule_policy(known)));
    Err(no_view(view))
}

fn no_view(value: &Bound<'_, PyAny>) -> PyErr {
    let wanted =
        "a View of one of the games in Rust (of a reference's view: View.from_bytes(view.to_bytes()))";
    arguments::wrong_type("view", wanted, value)
}

/// Choices (id, visits, mean, standard error), the best first; the line; deals, iterations, nodes, seconds.
type Found = (Vec<(Action, u64, f64, f64)>, Vec<Action>, u64, u64, u64, f64);

/// What a search finds within a limit.
#[pyfunction]
#[pyo3(signature = (view, /, seed, time, iterations, nodes, threads, stop))]
#[expect(clippy::too_many_arguments, reason = "Python's side names them")]
pub(crate) fn search(
    py: Python<'_>,
    view: &Bound<'_, PyAny>,
    seed: GivenSeed,
    time: Option<&Bound<'_, PyAny>>,
    iterations: Option<&Bound<'_, PyAny>>,
    nodes: Option<&Bound<'_, PyAny>>,
    threads: &Bound<'_, PyAny>,
    stop: &Bound<'_, Stop>,
) -> PyResult<Found> {
    let limit = limit(time, iterations, nodes)?;
    let threads = arguments::integer("threads", threads, 1, MOST_THREADS)? as usize;
    let seed = GivenSeed::or_from_system(Some(seed))?;
    let search = Search { limit, seed, threads };
    with_view!(view, G, known, recent => think::<G>(py, known, recent, &search, stop.get()));
    Err(no_view(view))
}

fn think<G: SearchModel>(
    py: Python<'_>,
    view: &View<G>,
    recent: &Recent,
    search: &Search,
    stop: &Stop,
) -> PyResult<Found> {
    let mut patience = Patience::new(stop);
    let found = detached(py, || oxideal_bots::search::<G>(view, recent, search, || patience.go_on()));
    if let Some(interrupted) = patience.interrupted {
        return Err(interrupted);
    }
    let found = found.map_err(raise)?;
    let choices =
        found.choices.iter().map(|choice| (choice.action, choice.visits, choice.mean, choice.error));
    let seconds = found.elapsed.as_secs_f64();
    Ok((choices.collect(), found.line, found.deals, found.iterations, found.nodes, seconds))
}

/// Payoffs, the line, whether they are proved; nodes, seconds.
type Solved = (Vec<i32>, Vec<Action>, bool, u64, f64);

/// What comes of perfect play from a state; None where nothing was found within the limit.
#[pyfunction]
#[pyo3(signature = (state, /, time, nodes, stop))]
pub(crate) fn solve(
    py: Python<'_>,
    state: &Bound<'_, PyAny>,
    time: Option<&Bound<'_, PyAny>>,
    nodes: Option<&Bound<'_, PyAny>>,
    stop: &Bound<'_, Stop>,
) -> PyResult<Option<Solved>> {
    let limit = limit(time, None, nodes)?;
    if let Ok(state) = state.cast::<doudizhu::State>() {
        return play_perfectly::<DouDizhu>(py, state.get(), limit, stop.get());
    }
    if let Ok(state) = state.cast::<foursquare::State>() {
        return play_perfectly::<FourSquare>(py, state.get(), limit, stop.get());
    }
    let wanted = "a State of oxideal.doudizhu or oxideal.foursquare, the games that have a solver";
    Err(arguments::wrong_type("state", wanted, state))
}

fn play_perfectly<G: SearchModel>(
    py: Python<'_>,
    state: &impl Table<G, Round = State<G>>,
    limit: Limit,
    stop: &Stop,
) -> PyResult<Option<Solved>> {
    let (rules, position) = state.look(|rules, state| (rules.clone(), state.position().clone()));
    let mut patience = Patience::new(stop);
    let began = Instant::now();
    let (solution, nodes) = detached(py, || {
        let mut keep_going = || patience.go_on();
        let mut budget = Budget::new(limit, &mut keep_going);
        let solution = G::SOLVER.and_then(|solve| solve(&rules, &position, &mut budget));
        (solution, budget.nodes())
    });
    if let Some(interrupted) = patience.interrupted {
        return Err(interrupted);
    }
    let seconds = began.elapsed().as_secs_f64();
    Ok(solution.map(|found| (found.payoffs, found.line, found.exact, nodes, seconds)))
}
