//! The error types of this crate.

use std::borrow::Cow;
use std::collections::TryReserveError;
use std::fmt;

use crate::ids::{Action, RuleId};
use crate::text::count;
use crate::words::Sentence;

/// An error of this crate. Its text says what is wrong and what is accepted.
///
/// ```
/// use oxideal_engine::foursquare::{FourSquare, Rules};
/// use oxideal_engine::{Error, Seed, State};
///
/// let mut state = State::<FourSquare>::deal(Rules::default(), Seed::from(7), 0);
/// match state.push(0) {
///     Err(Error::IllegalMove(refusal)) => assert_eq!(refusal.rule, "FS-04"),
///     other => panic!("{other:?}"),
/// }
/// assert_eq!(state.push(49), Err(Error::no_action(49, 49)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A text that is not a move, or a move that does not exist under these rules.
    InvalidMove(Sentence),
    /// A move that is not legal in this position.
    IllegalMove(Refusal),
    /// Options that are out of range or contradict each other.
    InvalidRules(String),
    /// A deal, position or text that cannot be a state or a view.
    InvalidState(String),
    /// Bytes that are not a saved state or view of the game.
    Codec(CodecError),
    /// Events that cannot have happened.
    InvalidRecord(String),
    /// A seed, stream or size that is out of range.
    InvalidArgument(String),
    /// Too little memory for what was asked.
    OutOfMemory,
    /// A seat that the game does not have.
    UnknownSeat {
        /// The seat as text, because Python integers have any length.
        seat: String,
        /// The number of seats; they are 0 to `players - 1`.
        players: usize,
    },
}

/// The kinds of [`Error`], one for each exception class in Python.
///
/// ```
/// use oxideal_engine::{Error, ErrorKind};
///
/// assert_eq!(Error::no_seat(4, 3).kind(), ErrorKind::InvalidArgument);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The text or id is not a move.
    InvalidMove,
    /// The move is not legal in this position.
    IllegalMove,
    /// The options of the rules are not valid.
    InvalidRules,
    /// The text, the bytes or the cards are not a valid state or view.
    InvalidState,
    /// The events cannot have happened.
    InvalidRecord,
    /// An argument is out of range.
    InvalidArgument,
    /// There is too little memory. In Python this is the built-in `MemoryError`.
    OutOfMemory,
}

/// Why a move is not legal.
///
/// ```
/// use oxideal_engine::{Refusal, RuleId};
///
/// let refusal = Refusal::new(RuleId::new("DD-12"), "doudizhu.leader_cannot_pass");
/// assert_eq!(refusal.to_string(), "the leader cannot pass [DD-12]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule that forbids the move.
    pub rule: RuleId,
    /// The reason, for a player. Its text is made when it is asked for.
    pub reason: Sentence,
}

impl Refusal {
    /// Creates a refusal; the reason is a [`Sentence`].
    #[must_use]
    pub fn new(rule: RuleId, reason: impl Into<Cow<'static, str>>) -> Self {
        Self { rule, reason: Sentence::new(reason) }
    }

    /// Adds a value to the reason.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.reason = self.reason.with(name, value);
        self
    }
}

/// Why bytes are not a saved state or view of a game.
///
/// ```
/// use oxideal_engine::rummy::Rummy;
/// use oxideal_engine::{CodecError, Error, State};
///
/// assert_eq!(State::<Rummy>::from_bytes(b"hello"), Err(Error::Codec(CodecError::NotSaved)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CodecError {
    /// They do not start with the four bytes `OXID`.
    NotSaved,
    /// They use another format.
    WrongFormat {
        /// The format of these bytes.
        found: u8,
        /// The format that this version reads.
        expected: u8,
    },
    /// They contain another kind of object than is expected.
    WrongKind {
        /// The kind in the bytes, e.g. `"state"`.
        found: &'static str,
        /// The kind that was expected.
        expected: &'static str,
    },
    /// Their letter for the kind is that of no kind.
    UnknownKind,
    /// They belong to another game.
    WrongGame {
        /// The name in the bytes, quoted.
        found: String,
        /// The name of the game that was expected.
        expected: &'static str,
    },
    /// Their rules are not valid.
    UnknownRules,
    /// They end too early.
    Truncated,
    /// A number does not fit in 32 bits.
    NumberTooLarge,
    /// There are more bytes than expected; the number says how many.
    TrailingBytes(usize),
}

impl Error {
    /// Creates an [`InvalidState`](Self::InvalidState) with this message.
    #[must_use]
    pub fn invalid_state(text: impl Into<String>) -> Self {
        Self::InvalidState(text.into())
    }

    /// Creates an [`InvalidMove`](Self::InvalidMove) with this message.
    pub(crate) fn invalid_move(text: String) -> Self {
        Self::InvalidMove(Sentence::new("{text}").with("text", text))
    }

    /// Creates an [`InvalidMove`](Self::InvalidMove) for an id that is not in a table of this length.
    #[must_use]
    pub fn no_action(action: impl fmt::Display, num_actions: Action) -> Self {
        let sentence = Sentence::new("common.action_out_of_range").with("action", action);
        Self::InvalidMove(sentence.with("last", num_actions - 1))
    }

    /// Creates an [`InvalidMove`](Self::InvalidMove) for a move that exists under other rules only.
    #[must_use]
    pub fn not_in_rules(chosen: impl fmt::Display) -> Self {
        Self::InvalidMove(Sentence::new("common.move_not_in_rules").with("move", chosen))
    }

    /// Creates an [`UnknownSeat`](Self::UnknownSeat) for a game with this many players.
    #[must_use]
    pub fn no_seat(seat: impl fmt::Display, players: usize) -> Self {
        Self::UnknownSeat { seat: seat.to_string(), players }
    }

    /// Returns the kind of the error, for code that treats several errors alike.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::InvalidMove(_) => ErrorKind::InvalidMove,
            Self::IllegalMove(_) => ErrorKind::IllegalMove,
            Self::InvalidRules(_) => ErrorKind::InvalidRules,
            Self::InvalidState(_) | Self::Codec(_) => ErrorKind::InvalidState,
            Self::InvalidRecord(_) => ErrorKind::InvalidRecord,
            Self::InvalidArgument(_) | Self::UnknownSeat { .. } => ErrorKind::InvalidArgument,
            Self::OutOfMemory => ErrorKind::OutOfMemory,
        }
    }
}

impl From<CodecError> for Error {
    fn from(error: CodecError) -> Self {
        Self::Codec(error)
    }
}

impl From<TryReserveError> for Error {
    fn from(_: TryReserveError) -> Self {
        Self::OutOfMemory
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.reason, self.rule)
    }
}

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSaved => f.write_str("not a saved state or view"),
            Self::WrongFormat { found, expected } => {
                write!(f, "unsupported format {found}; this version reads format {expected}")
            }
            Self::WrongKind { found, expected } => write!(f, "the bytes hold a {found}, not a {expected}"),
            Self::UnknownKind => f.write_str("the bytes hold no state, view or view builder"),
            Self::WrongGame { found, expected } => {
                write!(f, "the bytes hold game {found}, not {expected}")
            }
            Self::UnknownRules => f.write_str("invalid rules in the bytes"),
            Self::Truncated => f.write_str("truncated bytes"),
            Self::NumberTooLarge => f.write_str("a number in the bytes does not fit into 32 bits"),
            Self::TrailingBytes(left) => write!(f, "{}", count(*left, "trailing byte")),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidMove(sentence) => sentence.fmt(f),
            Self::IllegalMove(refusal) => refusal.fmt(f),
            Self::Codec(error) => error.fmt(f),
            Self::OutOfMemory => f.write_str("not enough memory"),
            Self::UnknownSeat { seat, players } => {
                write!(f, "seat {seat} out of range: this game has seats 0 to {}", players - 1)
            }
            Self::InvalidRules(text)
            | Self::InvalidState(text)
            | Self::InvalidRecord(text)
            | Self::InvalidArgument(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Refusal {}

impl std::error::Error for CodecError {}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::IllegalMove(refusal) => Some(refusal),
            Self::Codec(error) => Some(error),
            _ => None,
        }
    }
}
