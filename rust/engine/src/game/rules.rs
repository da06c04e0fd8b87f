//! The options of a game and its table of actions.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use super::{FieldSource, FieldValue};
use crate::error::Error;
use crate::ids::{Action, Seat};
use crate::text::quoted;

/// The options of a game, and its table of actions. Small, immutable, cheap to clone. The default is the plain game.
///
/// ```
/// use oxideal_engine::Rules as _;
/// use oxideal_engine::foursquare::Rules;
///
/// let rules = Rules::default();
/// let middle = rules.parse("0,0")?;
/// assert_eq!(rules.action(middle), Some(24));
/// assert_eq!(rules.to_move(24), Some(middle));
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
pub trait Rules: Clone + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// One action, in the game's own terms.
    type Move: Copy + Debug + Display + Eq + Hash + Send + Sync + 'static;

    /// Bumped when an id changes meaning.
    const ACTION_TABLE_VERSION: u32 = 1;

    /// The names of the fields, in the order in which they are checked.
    const FIELDS: &'static [&'static str] = &[];

    /// The rules with these values, checked: the only place where options are checked.
    ///
    /// # Errors
    /// Returns [`Error::InvalidRules`] if the values break a bound or contradict each other, and the errors
    /// of the source.
    fn from_fields<S: FieldSource>(_source: &mut S) -> Result<Self, S::Error> {
        Ok(Self::default())
    }

    /// The values of the fields, in their order.
    fn fields(&self) -> Vec<FieldValue> {
        Vec::new()
    }

    /// The value that each field would have if it were missing; `None` where it could not be.
    fn defaults(&self) -> Vec<Option<FieldValue>> {
        Self::default().fields().into_iter().map(Some).collect()
    }

    /// The number of seats of a round with these options.
    fn players(&self) -> usize;

    /// The length of the table of actions: ids run from 0 to one less.
    fn num_actions(&self) -> Action;

    /// The move with this id; `None` for an id outside the table.
    fn to_move(&self, action: Action) -> Option<Self::Move>;

    /// The id of a move; `None` for one that these rules do not know. A game with many moves does not search.
    fn action(&self, chosen: Self::Move) -> Option<Action> {
        (0..self.num_actions()).find(|&action| self.to_move(action) == Some(chosen))
    }

    /// The move that a text names. A game with many moves, or with several texts for one, does not search.
    ///
    /// # Errors
    /// Returns [`Error::InvalidMove`] if the text names no move of these rules.
    fn parse(&self, text: &str) -> Result<Self::Move, Error> {
        (0..self.num_actions())
            .filter_map(|action| self.to_move(action))
            .find(|chosen| chosen.to_string() == text)
            .ok_or_else(|| Error::InvalidMove(format!("invalid move {}", quoted(text))))
    }

    /// A short form for saved states.
    fn to_bytes(&self) -> Vec<u8>;

    /// The inverse of [`to_bytes`](Self::to_bytes); `None` for bytes that it never gives.
    fn from_bytes(bytes: &[u8]) -> Option<Self>;

    /// The rules of the next round of a match; `None` where that was the last.
    fn next_round(&self) -> Option<Self> {
        Some(self.clone())
    }

    /// Checks that the game has this seat.
    ///
    /// # Errors
    /// Returns [`Error::UnknownSeat`] if the seat is not below [`players`](Self::players).
    fn check_seat(&self, seat: Seat) -> Result<(), Error> {
        if seat < self.players() { Ok(()) } else { Err(Error::no_seat(seat, self.players())) }
    }

    /// Checks that the table of actions has this id.
    ///
    /// # Errors
    /// Returns [`Error::UnknownAction`] if the id is not below [`num_actions`](Self::num_actions).
    fn check_action(&self, action: Action) -> Result<(), Error> {
        let in_table = action < self.num_actions();
        if in_table { Ok(()) } else { Err(Error::no_action(action, self.num_actions())) }
    }
}
