//! What a seat knows, as an array of numbers.

use std::fmt::Debug;

use super::{Game, MoveOf, Position, Rules};
use crate::ids::{Action, Seat};
use crate::observation::Field;

/// A position that can be written as an observation: an array of small numbers, e.g. for a neural
/// network.
///
/// ```
/// use oxideal_engine::foursquare::{FourSquare, Rules};
/// use oxideal_engine::{Observe as _, Recent, Seed, State, observation_size};
///
/// let rules = Rules::default();
/// let state = State::<FourSquare>::deal(rules, Seed::from(7), 0);
/// let mut row = vec![0; observation_size::<FourSquare>(&rules)];
/// state.position().observe(&rules, &state.knowledge(), &Default::default(), 0, &mut row);
/// assert_eq!(row, state.view(0)?.observation(&Recent::default()));
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
pub trait Observe: Position {
    /// Bumped when the layout changes meaning.
    const OBSERVATION_VERSION: u32 = 1;

    /// Bumped when the layout of the features of actions changes meaning.
    const ACTION_FEATURES_VERSION: u32 = 1;

    /// The last actions in the form that observations use.
    type Trail: Trail<Self::Rules>;

    /// Returns the layout: the parts of an observation, in order.
    fn fields(rules: &Self::Rules) -> Vec<Field>;

    /// Writes what a seat knows. Must not read anything else. Use a
    /// [`RowWriter`](crate::RowWriter).
    fn observe(
        &self,
        rules: &Self::Rules,
        knowledge: &Self::Knowledge,
        trail: &Self::Trail,
        seat: Seat,
        row: &mut [u8],
    );

    /// Returns the layout of the features of an action: its parts, in order. The default is none.
    fn action_fields(_rules: &Self::Rules) -> Vec<Field> {
        Vec::new()
    }

    /// Writes the features of a legal move: what it is, and what it leaves, from what the seat to move
    /// knows. Must not read anything else.
    fn describe_move(&self, _rules: &Self::Rules, _chosen: MoveOf<Self>, _row: &mut [u8]) {}
}

/// The last actions, in the form that a game's observations use.
///
/// ```
/// use oxideal_engine::doudizhu::{DouDizhu, Rules};
/// use oxideal_engine::{Recent, Seed, State};
///
/// let mut state = State::<DouDizhu>::deal(Rules::default(), Seed::from(7), 0);
/// state.push(state.legal()[0])?;
/// let view = state.view(0)?;
/// assert_ne!(view.observation(&state.recent()), view.observation(&Recent::default()));
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
pub trait Trail<R: Rules>: Clone + Debug + Default + Send + Sync + 'static {
    /// Adds a move. Only the last sixteen are kept.
    fn add(&mut self, rules: &R, seat: Seat, chosen: R::Move);
}

/// The trail of a game whose observations do not contain the last actions.
impl<R: Rules> Trail<R> for () {
    fn add(&mut self, _: &R, _: Seat, _: R::Move) {}
}

/// Returns the number of entries in an observation: the total size of its fields.
///
/// ```
/// use oxideal_engine::foursquare::{FourSquare, Rules};
///
/// assert!(oxideal_engine::observation_size::<FourSquare>(&Rules::default()) > 49);
/// ```
#[must_use]
pub fn observation_size<G: Game>(rules: &G::Rules) -> usize {
    G::Position::fields(rules).iter().map(Field::size).sum()
}

/// Returns the number of features of an action: the total size of its fields.
///
/// ```
/// use oxideal_engine::foursquare::{FourSquare, Rules};
///
/// assert!(oxideal_engine::action_features_size::<FourSquare>(&Rules::default()) > 49);
/// ```
#[must_use]
pub fn action_features_size<G: Game>(rules: &G::Rules) -> usize {
    G::Position::action_fields(rules).iter().map(Field::size).sum()
}

/// Writes the features of these legal actions of the seat to move, a row for each.
///
/// ```
/// use oxideal_engine::foursquare::{FourSquare, Rules};
/// use oxideal_engine::{Seed, State, action_features_size, describe_actions};
///
/// let rules = Rules::default();
/// let state = State::<FourSquare>::deal(rules, Seed::from(7), 0);
/// let mut rows = vec![0; action_features_size::<FourSquare>(&rules)];
/// describe_actions::<FourSquare>(&rules, state.position(), &state.legal(), &mut rows);
/// assert_eq!(rows[24], 1, "the first card lies in the middle");
/// ```
///
/// # Panics
/// Panics unless there is room for a row for each action.
pub fn describe_actions<G: Game>(
    rules: &G::Rules,
    position: &G::Position,
    actions: &[Action],
    rows: &mut [u8],
) {
    if actions.is_empty() {
        return;
    }
    let size = rows.len() / actions.len();
    assert_eq!(size * actions.len(), rows.len(), "a row for each action");
    if size == 0 {
        return;
    }
    for (&action, row) in actions.iter().zip(rows.chunks_exact_mut(size)) {
        if let Some(chosen) = rules.to_move(action) {
            position.describe_move(rules, chosen, row);
        }
    }
}
