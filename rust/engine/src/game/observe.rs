//! What a seat knows, as an array of numbers.

use std::fmt::Debug;

use super::{Game, Position, Rules};
use crate::ids::Seat;
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
