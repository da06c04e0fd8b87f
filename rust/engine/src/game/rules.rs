//! The options of a game and its action table.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use super::{FieldSource, FieldValue};
use crate::error::Error;
use crate::ids::{Action, Seat};
use crate::text::{quoted, too_long};
use crate::words::Sentence;

/// The options of a game and its action table. Small, immutable, cheap to clone. The default is the
/// plain game.
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
    /// An action in the game's own terms.
    type Move: Copy + Debug + Display + Eq + Hash + Send + Sync + 'static;

    /// Bumped when an id changes meaning.
    const ACTION_TABLE_VERSION: u32 = 1;

    /// The names of the fields, in the order in which they are checked.
    const FIELDS: &'static [&'static str] = &[];

    /// The names of the fields that can be [`FieldValue::None`].
    const NULLABLE: &'static [&'static str] = &[];

    /// The names of the fields that are a word or [`FieldValue::Boolean`].
    const SWITCHES: &'static [&'static str] = &[];

    /// Creates rules from field values. Options are checked here and nowhere else.
    ///
    /// # Errors
    /// Returns [`Error::InvalidRules`] if the values are out of range or contradict each other, or
    /// an error of the source.
    fn from_fields<S: FieldSource>(_source: &mut S) -> Result<Self, S::Error> {
        Ok(Self::default())
    }

    /// Returns the values of the fields, in order.
    fn fields(&self) -> Vec<FieldValue> {
        Vec::new()
    }

    /// Returns the default of each field, or `None` if the field is required with these other
    /// values.
    fn defaults(&self) -> Vec<Option<FieldValue>> {
        Self::default().fields().into_iter().map(Some).collect()
    }

    /// Returns the number of seats.
    fn players(&self) -> usize;

    /// Returns the length of the action table; ids are 0 to `num_actions() - 1`.
    fn num_actions(&self) -> Action;

    /// Returns the move with this id, or `None` if it is not in the table.
    fn to_move(&self, action: Action) -> Option<Self::Move>;

    /// Returns the id of a move, or `None` if it does not exist under these rules. The default
    /// tries every id.
    fn action(&self, chosen: Self::Move) -> Option<Action> {
        (0..self.num_actions()).find(|&action| self.to_move(action) == Some(chosen))
    }

    /// Parses a move. The default tries every id and accepts one text per move.
    ///
    /// # Errors
    /// Returns [`Error::InvalidMove`] if the text is not a move under these rules.
    fn parse(&self, text: &str) -> Result<Self::Move, Error> {
        (0..self.num_actions())
            .filter_map(|action| self.to_move(action))
            .find(|chosen| chosen.to_string() == text)
            .ok_or_else(|| Error::invalid_move(format!("invalid move {}", quoted(text))))
    }

    /// Returns a compact form for saved states.
    fn to_bytes(&self) -> Vec<u8>;

    /// The inverse of [`to_bytes`](Self::to_bytes); `None` for bytes that it never returns.
    fn from_bytes(bytes: &[u8]) -> Option<Self>;

    /// Returns the rules of the next round in a match, or `None` after the last round.
    fn next_round(&self) -> Option<Self> {
        Some(self.clone())
    }

    /// Checks that a seat exists.
    ///
    /// # Errors
    /// Returns [`Error::UnknownSeat`] if it is not below [`players`](Self::players).
    fn check_seat(&self, seat: Seat) -> Result<(), Error> {
        if seat < self.players() { Ok(()) } else { Err(Error::no_seat(seat, self.players())) }
    }

    /// Checks that an id is in the action table.
    ///
    /// # Errors
    /// Returns [`Error::InvalidMove`] if it is not below [`num_actions`](Self::num_actions).
    fn check_action(&self, action: Action) -> Result<(), Error> {
        let in_table = action < self.num_actions();
        if in_table { Ok(()) } else { Err(Error::no_action(action, self.num_actions())) }
    }
}

/// Returns the text of a move, unless it is too long.
pub(crate) fn checked_length(text: &str) -> Result<&str, Error> {
    const MAX_CHARS: usize = 1000;
    too_long(text, MAX_CHARS).map_or(Ok(text), |length| {
        let sentence = Sentence::new("common.text_of_move_too_long").with("most", MAX_CHARS);
        Err(Error::InvalidMove(sentence.with("length", length)))
    })
}
