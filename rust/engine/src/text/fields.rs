//! The fields of a position's text: what they have in common in all games that have a table.

use crate::text::{number, quoted};

/// Why a field cannot be taken in.
pub(crate) enum FieldError {
    /// It is not written as it should be.
    Malformed,
    /// This is wrong with what it says.
    Wrong(String),
    /// The field of this name stands there already.
    Twice(String),
}

impl FieldError {
    /// What whoever wrote the field is told.
    pub(crate) fn explain(self, field: &str, example: &str) -> String {
        match self {
            Self::Malformed => format!("{} cannot be read: expected such as \"{example}\"", quoted(field)),
            Self::Wrong(reason) => reason,
            Self::Twice(name) => format!("\"{name}\" stands twice"),
        }
    }
}

/// Puts in what has been read, if nothing is there.
pub(crate) fn put<T>(
    place: &mut Option<T>,
    name: impl FnOnce() -> String,
    value: T,
) -> Result<(), FieldError> {
    if place.replace(value).is_some() { Err(FieldError::Twice(name())) } else { Ok(()) }
}

/// What could be read.
pub(crate) fn readable<T>(read: Option<T>) -> Result<T, FieldError> {
    read.ok_or(FieldError::Malformed)
}

/// One or two digits, below the number of players.
pub(crate) fn seat(word: &str, players: u8) -> Option<u8> {
    number(word, 2).map(|seat| seat as u8).filter(|&seat| seat < players)
}

/// A seat and what stands behind it.
pub(crate) fn seat_and<'w, 't>(words: &'w [&'t str], players: u8) -> Option<(u8, &'w [&'t str])> {
    let (first, rest) = words.split_first()?;
    Some((seat(first, players)?, rest))
}
