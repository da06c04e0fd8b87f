//! How a seat ends a round early.

use std::fmt::{self, Write as _};

use crate::error::Error;
use crate::ids::Seat;
use crate::text::{number, quoted, tokens};

/// Why a seat forfeits a round.
///
/// ```
/// use oxideal_engine::Reason;
///
/// assert_eq!(Reason::Time.to_string(), "time");
/// assert_eq!(Reason::named("time"), Ok(Reason::Time));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Reason {
    /// The player has given up.
    Resigned,
    /// The player's time is over.
    Time,
    /// The player is no longer there.
    Left,
    /// The player has broken the rules.
    Rules,
}

impl Reason {
    /// All reasons. Saved bytes have their places in this list.
    pub const ALL: [Self; 4] = [Self::Resigned, Self::Time, Self::Left, Self::Rules];

    /// Returns the reason's word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Resigned => "resigned",
            Self::Time => "time",
            Self::Left => "left",
            Self::Rules => "rules",
        }
    }

    /// Returns the reason with this word.
    ///
    /// # Errors
    /// Returns a message with all reasons if there is none.
    pub fn named(word: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|reason| reason.word() == word).ok_or_else(|| {
            let words = Self::ALL.map(Self::word).join(", ");
            format!("why must be one of {words}, got {}", quoted(word))
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The end of a round that a seat forfeits.
///
/// ```
/// use oxideal_engine::{Forfeit, Reason};
///
/// let forfeit = Forfeit::new(1, Reason::Left);
/// assert_eq!((forfeit.seat(), forfeit.why()), (1, Reason::Left));
/// assert_eq!(forfeit.to_string(), "1 left");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Forfeit {
    seat: u8,
    why: Reason,
}

/// The name of the last field of a position's text, in a forfeited round.
const FIELD: &str = "forfeited";

impl Forfeit {
    /// Creates the forfeit of a seat.
    #[must_use]
    pub const fn new(seat: Seat, why: Reason) -> Self {
        Self { seat: seat as u8, why }
    }

    /// Returns the seat that has forfeited the round.
    #[must_use]
    pub const fn seat(self) -> Seat {
        self.seat as Seat
    }

    /// Returns the reason.
    #[must_use]
    pub const fn why(self) -> Reason {
        self.why
    }

    /// Reads the text of a forfeit in a game with this many players.
    pub(crate) fn parse(text: &str, players: usize) -> Option<Self> {
        let mut words = tokens(text);
        let seat = number(words.next()?, 2)? as Seat;
        let why = Reason::named(words.next()?).ok()?;
        (seat < players && words.next().is_none()).then_some(Self::new(seat, why))
    }

    /// Appends the last field of a position's text.
    #[inline]
    pub(crate) fn append(forfeit: Option<Self>, text: &mut String) {
        if let Some(forfeit) = forfeit {
            let _ = write!(text, "; {FIELD} {forfeit}"); // always succeeds
        }
    }

    /// Splits a position's text before its last field, if that is a forfeit.
    pub(crate) fn split(text: &str) -> (&str, Option<&str>) {
        let found = text.rsplit_once(';').map(|(position, field)| (position, field.trim_matches(' ')));
        match found {
            Some((position, field)) if tokens(field).next() == Some(FIELD) => (position, Some(field)),
            _ => (text, None),
        }
    }

    /// Reads the field that [`split`](Self::split) returned.
    #[cold]
    pub(crate) fn read(field: &str, players: usize, is_over: bool) -> Result<Self, Error> {
        let forfeit = field.strip_prefix(FIELD).and_then(|text| Self::parse(text, players));
        let forfeit = forfeit.ok_or_else(|| {
            Error::invalid_state(format!(
                "invalid field {}; expected e.g. \"{FIELD} 0 resigned\"",
                quoted(field)
            ))
        })?;
        if is_over { Err(Error::invalid_state(ALREADY_OVER)) } else { Ok(forfeit) }
    }
}

/// The message for a forfeit after the end of a round.
pub(crate) const ALREADY_OVER: &str = "a round that is over cannot be forfeited";

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.seat, self.why)
    }
}
