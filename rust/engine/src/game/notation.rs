//! Positions and views as texts.

use super::{Position, Tracker};
use crate::error::Error;
use crate::ids::Seat;

/// How positions, views and events of a game are written and read.
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
    /// Follows a round by the events that one seat witnesses.
    type Tracker: Tracker<Self>;

    /// The position in one line, as all of it or as a seat sees it.
    fn write(&self, rules: &Self::Rules, knowledge: &Self::Knowledge, seat: Option<Seat>) -> String;

    /// Reads what [`write`](Self::write) writes of a whole position, and checks it.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if the text is not a valid position.
    fn read(text: &str) -> Result<(Self::Rules, Self, Self::Knowledge), Error>;

    /// Reads what [`write`](Self::write) writes of what a seat sees, and checks it. Where a game has several seats, the
    /// text says whose view it is.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if the text is not a valid view.
    fn read_view(text: &str) -> Result<(Self::Rules, Seat, Self, Self::Knowledge), Error>;

    /// A picture in several lines of text, of all of it or of what a seat sees. The default is one line.
    fn render(&self, rules: &Self::Rules, seen_by: Option<(Seat, &Self::Knowledge)>) -> String {
        match seen_by {
            None => self.write(rules, &Self::Knowledge::default(), None),
            Some((seat, knowledge)) => self.write(rules, knowledge, Some(seat)),
        }
    }
}
