//! What `State` and `View` of all games have in common, written once over the engine's traits.

use std::hash::{DefaultHasher, Hash, Hasher};

use oxideal_engine::{Action, Error, Field, Game, Observe, Recent, RoundApi, Rules, State};
use pyo3::PyClass;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
use pyo3::types::PyTuple;

use crate::arguments;
use crate::ending::detached;
use crate::errors::{interrupt, raise};

/// A class of Python that stands for a round: all of it, or what a seat knows.
pub(crate) trait Table<G: Game> {
    type Round: RoundApi<Game = G>;

    /// Looks at it. Nothing in `look` may call Python: a state is locked meanwhile.
    fn look<R>(&self, look: impl FnOnce(&G::Rules, &Self::Round) -> R) -> R;

    fn legal(&self) -> Vec<Action> {
        self.look(|_, round| round.legal())
    }

    fn is_over(&self) -> bool {
        self.look(|_, round| round.is_over())
    }
}

/// A class of Python that stands for the moves of a game.
pub(crate) trait MoveClass<G: Game>: PyClass<Frozen = True> + Sync {
    fn of(rules: &G::Rules, action: Action, chosen: <G::Rules as Rules>::Move) -> Self;
    fn chosen(&self) -> <G::Rules as Rules>::Move;
}

/// The id of a move or an id; it may be illegal, but it is in the table of these rules.
pub(crate) fn action_of<G: Game, M: MoveClass<G>>(
    rules: &G::Rules,
    value: &Bound<'_, PyAny>,
) -> PyResult<Action> {
    if let Ok(class) = value.cast::<M>() {
        let chosen = class.get().chosen();
        return rules.action(chosen).ok_or_else(|| unknown(chosen));
    }
    arguments::action(value, rules)?.ok_or_else(|| arguments::no_move(value))
}

/// A move that other rules than these have.
pub(crate) fn unknown(chosen: impl std::fmt::Display) -> PyErr {
    raise(Error::InvalidMove(format!("{chosen} is not in the table of these rules")))
}

/// The move with this id.
pub(crate) fn move_of<G: Game, M: MoveClass<G>>(rules: &G::Rules, action: Action) -> PyResult<M> {
    let chosen = rules.to_move(action).ok_or_else(|| raise(Error::no_action(action, rules.num_actions())))?;
    Ok(M::of(rules, action, chosen))
}

/// The move that a text names.
pub(crate) fn parse<G: Game, M: MoveClass<G>>(rules: &G::Rules, text: &Bound<'_, PyAny>) -> PyResult<M> {
    let text = arguments::text("text", text)?;
    let chosen = rules.parse(&text).map_err(raise)?;
    let action = rules.action(chosen).ok_or_else(|| unknown(chosen))?;
    Ok(M::of(rules, action, chosen))
}

/// Whether a move or id may be played. `false` for an id outside the table.
pub(crate) fn is_legal<G: Game, M: MoveClass<G>>(
    table: &impl Table<G>,
    value: &Bound<'_, PyAny>,
) -> PyResult<bool> {
    let rules = table.look(|rules, _| rules.clone());
    match action_of::<G, M>(&rules, value) {
        Ok(action) => Ok(table.look(|_, round| round.is_legal(action))),
        Err(error) if error.is_instance_of::<crate::errors::InvalidMoveError>(value.py()) => Ok(false),
        Err(error) => Err(error),
    }
}

/// The last actions as pairs of a seat and an id.
pub(crate) fn recent<'py>(py: Python<'py>, recent: &Recent) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, recent.iter().collect::<Vec<_>>())
}

/// The layout of observations.
pub(crate) fn observation_spec<'py, G: Game>(
    py: Python<'py>,
    rules: &G::Rules,
) -> PyResult<Bound<'py, PyAny>> {
    let part = |Field { name, shape, high }| Ok((name, PyTuple::new(py, shape)?, high));
    let parts = G::Position::fields(rules).into_iter().map(part).collect::<PyResult<Vec<_>>>()?;
    let version = G::Position::OBSERVATION_VERSION;
    py.import("oxideal.observation")?.getattr("ObservationSpec")?.call_method1("of", (version, parts))
}

/// A hash for Python, the same in every process.
pub(crate) fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The number of action sequences of a length. Gives way to other threads and to Ctrl-C.
pub(crate) fn perft<G: Game>(py: Python<'_>, state: &State<G>, depth: u8) -> PyResult<u64> {
    let mut stopped_by = None;
    let count = detached(py, || {
        state.perft(depth, || {
            stopped_by = interrupt();
            stopped_by.is_none()
        })
    });
    // Only an interrupt ends a count.
    count.ok_or_else(|| stopped_by.unwrap_or_else(|| PyKeyboardInterrupt::new_err(())))
}
