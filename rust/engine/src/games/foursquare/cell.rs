//! The 49 cells that a placement can name.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use crate::text::{quoted, tokens};

/// The grid floats within seven rows of seven cells around the first card (FS-04).
pub const CELLS: usize = 49;

const SIDE: u8 = 7;
const MIDDLE: i8 = 3;

/// What a text or number must be to name a cell.
pub const NO_CELL: &str = "names no cell: write row,column counted from the first card, \
     each from -3 to 3, such as \"0,1\" or \"-2,0\"";

/// A cell, and with it the placement of the card in hand. Its id grows by columns, then by rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Where the first card lies (FS-03, FS-04).
    pub const FIRST: Self = Self(24);

    /// The cell at a row and a column, each from -3 to 3.
    #[must_use]
    pub fn at(row: i64, column: i64) -> Option<Self> {
        let reach = -i64::from(MIDDLE)..=i64::from(MIDDLE);
        let inside = reach.contains(&row) && reach.contains(&column);
        inside.then(|| {
            let (row, column) = ((row as i8 + MIDDLE) as u8, (column as i8 + MIDDLE) as u8);
            Self(row * SIDE + column)
        })
    }

    /// The cell with this id.
    #[inline]
    #[must_use]
    pub const fn new(id: u32) -> Option<Self> {
        if id < CELLS as u32 { Some(Self(id as u8)) } else { None }
    }

    /// The id.
    #[inline]
    #[must_use]
    pub const fn id(self) -> u8 {
        self.0
    }

    /// The row, -3 to 3, growing downwards.
    #[must_use]
    pub const fn row(self) -> i8 {
        (self.0 / SIDE) as i8 - MIDDLE
    }

    /// The column, -3 to 3, growing to the right.
    #[must_use]
    pub const fn column(self) -> i8 {
        (self.0 % SIDE) as i8 - MIDDLE
    }

    /// The cell as a bit of a board.
    #[inline]
    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The cells of a board, ascending.
    pub fn of_board(mut board: u64) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            let cell = Self::new(board.trailing_zeros())?;
            board &= board - 1;
            Some(cell)
        })
    }

    /// Reads `0,1`, `-2,0`, ` +1 , -2 `.
    ///
    /// # Errors
    /// `InvalidMove` for a text that names none.
    pub fn parse(text: &str) -> Result<Self, Error> {
        Self::read(text).ok_or_else(|| Error::InvalidMove(format!("{} {NO_CELL}", quoted(text))))
    }

    /// Reads a cell.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (row, column) = text.split_once(',')?;
        Self::at(coordinate(row)?, coordinate(column)?)
    }
}

/// One digit, with or without a sign, with or without spaces around it.
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
        write!(f, "{},{}", self.row(), self.column())
    }
}

impl FromStr for Cell {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}
