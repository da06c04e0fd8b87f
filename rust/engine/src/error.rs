//! What can be wrong with what a caller gives us.

use std::fmt;

use crate::ids::Action;

/// Every error of this crate. The text of each variant says what was wrong and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// No such move: an id outside the table, or a text that names nothing.
    InvalidMove(String),
    /// A real move, but not now.
    IllegalMove(Refusal),
    /// Rules that no game is played by.
    InvalidRules(String),
    /// A deal, position, text or bytes that cannot be a state or a view.
    InvalidState(String),
    /// Events that cannot have happened.
    InvalidRecord(String),
    /// A seat, seed, stream or size that the call cannot take.
    InvalidArgument(String),
}

/// Why a move is not legal now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The id of the rule that it breaks, such as `FS-03`.
    pub rule: &'static str,
    /// The reason, in a sentence fit for a player.
    pub reason: String,
}

impl Error {
    /// A deal, position, text or bytes that cannot be a state or a view.
    pub fn invalid_state(text: impl Into<String>) -> Self {
        Self::InvalidState(text.into())
    }

    /// An id that is not in a table of so many actions.
    pub fn no_action(action: impl fmt::Display, num_actions: Action) -> Self {
        let last = num_actions - 1;
        Self::InvalidMove(format!("there is no action {action}: the ids of this table are 0 to {last}"))
    }

    /// A seat that is not at a table of so many players.
    pub fn no_seat(seat: impl fmt::Display, players: usize) -> Self {
        let last = players - 1;
        Self::InvalidArgument(format!("there is no seat {seat}: the seats of this game are 0 to {last}"))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.reason, self.rule)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalMove(refusal) => refusal.fmt(f),
            Self::InvalidMove(text)
            | Self::InvalidRules(text)
            | Self::InvalidState(text)
            | Self::InvalidRecord(text)
            | Self::InvalidArgument(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Error {}
