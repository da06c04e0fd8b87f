//! Reads fields of a position's text; shared by several games.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use crate::error::Error;
use crate::text::{number, quoted, tokens, too_long, trimmed};

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

/// Reads a position of at most `most` characters: the rules, from which `start` makes something, and then the fields, for
/// which `read` gets the name and the rest. `examples` has the names, each with an example; `some` is in the message
/// about any other.
pub(crate) fn read_position<'a, R: FromStr<Err = Error>, S>(
    text: &'a str,
    most: usize,
    examples: &[(&str, &str)],
    some: &str,
    start: impl FnOnce(R) -> S,
    mut read: impl FnMut(&mut S, &'a str, &'a str) -> Result<(), FieldError>,
) -> Result<S, Error> {
    if let Some(length) = too_long(text, most) {
        let text = format!("a position must have at most {most} characters, got {length}");
        return Err(Error::invalid_state(text));
    }
    let mut fields = text.split(';').map(trimmed);
    let head: Result<R, Error> = fields.next().unwrap_or_default().parse();
    let mut found = start(head.map_err(|error| Error::invalid_state(error.to_string()))?);
    for field in fields {
        let name = tokens(field).next().unwrap_or_default();
        let Some((_, example)) = examples.iter().find(|(known, _)| *known == name) else {
            let text = format!("unknown field {}; expected e.g. {some}", quoted(field));
            return Err(Error::invalid_state(text));
        };
        let rest = field.strip_prefix(name).unwrap_or_default();
        read(&mut found, name, rest).map_err(|error| Error::invalid_state(error.explain(field, example)))?;
    }
    Ok(found)
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
