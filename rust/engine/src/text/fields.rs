//! Reads fields of a position's text; shared by several games.

use std::fmt::{self, Write as _};

use crate::text::{number, quoted};

/// A text of several fields.
pub(crate) struct Line(String);

impl Line {
    /// A line that starts with this.
    pub(crate) fn new(head: impl fmt::Display) -> Self {
        let mut line = Self(String::with_capacity(1024));
        let _ = write!(line.0, "{head}"); // always succeeds
        line
    }

    /// Appends a field.
    pub(crate) fn field(&mut self, text: fmt::Arguments<'_>) {
        self.0.push_str("; ");
        let _ = self.0.write_fmt(text); // always succeeds
    }

    pub(crate) fn finish(self) -> String {
        self.0
    }
}

/// Why a field is rejected.
pub(crate) enum FieldError {
    /// The field does not have the form of its example.
    Malformed,
    /// The field is well formed, but its content is wrong; the text says how.
    Invalid(String),
    /// The field appears more than once.
    Duplicate(String),
}

impl FieldError {
    /// The error for content that is wrong in this way.
    pub(crate) fn of(reason: impl Into<String>) -> Self {
        Self::Invalid(reason.into())
    }

    /// The error message.
    pub(crate) fn explain(self, field: &str, example: &str) -> String {
        match self {
            Self::Malformed => format!("invalid field {}; expected e.g. \"{example}\"", quoted(field)),
            Self::Invalid(reason) => reason,
            Self::Duplicate(name) => format!("duplicate field \"{name}\""),
        }
    }
}

/// Stores the value of a field, unless there was one already.
pub(crate) fn set_once<T>(
    place: &mut Option<T>,
    name: impl FnOnce() -> String,
    value: T,
) -> Result<(), FieldError> {
    if place.replace(value).is_some() { Err(FieldError::Duplicate(name())) } else { Ok(()) }
}

/// The value, or `Malformed` if there is none.
pub(crate) fn or_malformed<T>(read: Option<T>) -> Result<T, FieldError> {
    read.ok_or(FieldError::Malformed)
}

/// Reads a seat: one or two digits, below the number of players.
pub(crate) fn seat(word: &str, players: u8) -> Option<u8> {
    number(word, 2).map(|seat| seat as u8).filter(|&seat| seat < players)
}

/// Splits the words of a field into a seat and the rest.
pub(crate) fn split_seat<'w, 't>(words: &'w [&'t str], players: u8) -> Option<(u8, &'w [&'t str])> {
    let (first, rest) = words.split_first()?;
    Some((seat(first, players)?, rest))
}
