//! The 49 cells that a placement can name.

/// The grid floats within seven rows of seven cells around the first card (FS-04).
pub const CELLS: usize = 49;

const SIDE: u8 = 7;
const MIDDLE: i8 = 3;

/// A cell, and with it the placement of the card in hand. Its id grows by columns, then by rows.
///
/// ```
/// use oxideal_engine::foursquare::Cell;
///
/// let cell = Cell::parse("-2,1")?;
/// assert_eq!((cell.row(), cell.column()), (-2, 1));
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
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

    /// The id: 7 times the row, counted from the top, plus the column, counted from the left.
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
}
