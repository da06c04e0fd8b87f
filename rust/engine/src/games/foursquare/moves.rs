//! Moves and their texts. A move is the cell that the card in hand is placed on.

use std::fmt;
use std::str::FromStr;

use super::Cell;
use crate::error::Error;
use crate::text::{excerpt, tokens};
use crate::words::Sentence;

impl Cell {
    /// Parses a cell, e.g. `0,1`, `-2,0` or ` +1 , -2 `.
    ///
    /// # Errors
    /// Returns [`Error::InvalidMove`] if the text is not a cell.
    pub fn parse(text: &str) -> Result<Self, Error> {
        Self::read(text).ok_or_else(|| Error::InvalidMove(not_a_cell(text)))
    }

    /// Parses a cell.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (row, column) = text.split_once(',')?;
        Self::at(coordinate(row)?, coordinate(column)?)
    }
}

/// The message for a text that is not a cell.
pub(super) fn not_a_cell(text: &str) -> Sentence {
    Sentence::new("foursquare.not_a_move").with("text", excerpt(text))
}

/// Parses one digit with an optional sign, surrounded by optional spaces.
fn coordinate(text: &str) -> Option<i64> {
    let mut tokens = tokens(text);
    let token = tokens.next().filter(|_| tokens.next().is_none())?;
    let (sign, digit) = match token.as_bytes() {
        [b'-', digit] => (-1, digit),
        [b'+', digit] | [digit] => (1, digit),
        _ => return None,
    };
    digit.is_ascii_digit().then(|| sign * i64::from(digit - b'0'))
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const TEXTS: [&str; 7] = ["-3", "-2", "-1", "0", "1", "2", "3"];
        let id = usize::from(self.id());
        f.write_str(TEXTS[id / TEXTS.len()])?;
        f.write_str(",")?;
        f.write_str(TEXTS[id % TEXTS.len()])
    }
}

impl FromStr for Cell {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}
