//! What `State` and `View` of all games have in common, written once over the engine's traits.

use std::hash::{DefaultHasher, Hash, Hasher};

use oxideal_engine::{Action, Error, Game, Position, Rules, State};
use pyo3::PyClass;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;

use crate::arguments;
use crate::errors::{interrupt, raise};

/// A round that can be looked at.
pub(crate) trait Table<G: Game> {
    /// Looks at it. Nothing in `look` may call Python: a state is locked meanwhile.
    fn look<R>(&self, look: impl FnOnce(&G::Rules, &G::Position) -> R) -> R;

    fn legal(&self) -> Vec<Action> {
        self.look(|rules, position| {
            let mut actions = Vec::new();
            position.legal(rules, &mut actions);
            actions
        })
    }

    fn is_over(&self) -> bool {
        self.look(|_, position| position.current_player().is_none())
    }

    /// One number a seat once the round is over.
    fn result(&self, write: impl FnOnce(&G::Position, &G::Rules, &mut [i32])) -> Option<Vec<i32>> {
        self.look(|rules, position| {
            position.current_player().is_none().then(|| {
                let mut result = vec![0; rules.players()];
                write(position, rules, &mut result);
                result
            })
        })
    }
}

/// A class of Python that stands for the moves of a game.
pub(crate) trait MoveClass<G: Game>: PyClass<Frozen = True> + Sync {
    fn of(action: Action, chosen: <G::Rules as Rules>::Move) -> Self;
    fn action(&self) -> Action;
}

/// The id of a move or an id; it may be illegal, but it is in the table.
pub(crate) fn action_of<G: Game, M: MoveClass<G>>(
    rules: &G::Rules,
    value: &Bound<'_, PyAny>,
) -> PyResult<Action> {
    if let Ok(chosen) = value.cast::<M>() {
        return Ok(chosen.get().action());
    }
    arguments::action(value, rules)?.ok_or_else(|| arguments::no_move(value))
}

/// The move with this id.
pub(crate) fn move_of<G: Game, M: MoveClass<G>>(rules: &G::Rules, action: Action) -> PyResult<M> {
    let chosen = rules.to_move(action).ok_or_else(|| raise(Error::no_action(action, rules.num_actions())))?;
    Ok(M::of(action, chosen))
}

/// The move that a text names.
pub(crate) fn parse<G: Game, M: MoveClass<G>>(rules: &G::Rules, text: &Bound<'_, PyAny>) -> PyResult<M> {
    let text = arguments::text("text", text)?;
    let chosen = rules.parse(&text).map_err(raise)?;
    Ok(M::of(rules.action(chosen), chosen))
}

/// Whether a move or id may be played. `false` for an id outside the table.
pub(crate) fn is_legal<G: Game, M: MoveClass<G>>(
    table: &impl Table<G>,
    value: &Bound<'_, PyAny>,
) -> PyResult<bool> {
    let rules = table.look(|rules, _| rules.clone());
    match action_of::<G, M>(&rules, value) {
        Ok(action) => Ok(table.look(|rules, position| position.is_legal(rules, action))),
        Err(error) if error.is_instance_of::<crate::errors::InvalidMoveError>(value.py()) => Ok(false),
        Err(error) => Err(error),
    }
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
    let count = py.detach(|| {
        state.perft(depth, || {
            stopped_by = interrupt();
            stopped_by.is_none()
        })
    });
    // Only an interrupt ends a count.
    count.ok_or_else(|| stopped_by.unwrap_or_else(|| PyKeyboardInterrupt::new_err(())))
}
