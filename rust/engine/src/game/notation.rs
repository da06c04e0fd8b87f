//! Positions and views as text.

use super::{Position, Tracker};
use crate::error::Error;
use crate::ids::Seat;

/// Reading and writing a game's positions, views and events as text.
///
/// ```
/// use oxideal_engine::foursquare::{FourSquare, Position, Rules};
/// use oxideal_engine::{Notation as _, Seed, State};
///
/// let text = State::<FourSquare>::deal(Rules::default(), Seed::from(7), 0).to_text();
/// let (rules, position, knowledge) = Position::read(&text)?;
/// assert_eq!(position.write(&rules, &knowledge, None), text);
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
pub trait Notation: Position {
    /// Follows a round through the events that one seat is told.
    type Tracker: Tracker<Self>;

    /// Writes the position in one line, complete or as a seat sees it.
    fn write(&self, rules: &Self::Rules, knowledge: &Self::Knowledge, seat: Option<Seat>) -> String;

    /// Reads and checks a complete position written by [`write`](Self::write).
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if the text is not a valid position.
    fn read(text: &str) -> Result<(Self::Rules, Self, Self::Knowledge), Error>;

    /// Reads and checks a view written by [`write`](Self::write). If the game has several seats,
    /// the text contains the view's seat.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if the text is not a valid view.
    fn read_view(text: &str) -> Result<(Self::Rules, Seat, Self, Self::Knowledge), Error>;

    /// Returns a drawing in several lines, complete or as a seat sees it. The default is one line
    /// of text.
    fn render(&self, rules: &Self::Rules, seen_by: Option<(Seat, &Self::Knowledge)>) -> String {
        match seen_by {
            None => self.write(rules, &Self::Knowledge::default(), None),
            Some((seat, knowledge)) => self.write(rules, knowledge, Some(seat)),
        }
    }
}
