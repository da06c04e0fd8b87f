//! The 49 cells that a card can be placed on.

/// The number of cells. The grid floats within seven rows and seven columns around the first card
/// (FS-04).
pub const CELLS: usize = 49;

const SIDE: u8 = 7;
const MIDDLE: i8 = 3;

/// A cell, which is also the action that places the card in hand there. Ids grow by column, then by
/// row.
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
    /// The cell of the first card (FS-03, FS-04).
    pub const FIRST: Self = Self(24);

    /// Returns the cell at a row and a column, each from -3 to 3.
    #[must_use]
    pub fn at(row: i64, column: i64) -> Option<Self> {
        let reach = -i64::from(MIDDLE)..=i64::from(MIDDLE);
        let inside = reach.contains(&row) && reach.contains(&column);
        inside.then(|| {
            let (row, column) = ((row as i8 + MIDDLE) as u8, (column as i8 + MIDDLE) as u8);
            Self(row * SIDE + column)
        })
    }

    /// Returns the cell with this id.
    #[inline]
    #[must_use]
    pub const fn new(id: u32) -> Option<Self> {
        if id < CELLS as u32 { Some(Self(id as u8)) } else { None }
    }

    /// Returns the id: 7 times the row counted from the top, plus the column counted from the left.
    #[inline]
    #[must_use]
    pub const fn id(self) -> u8 {
        self.0
    }

    /// Returns the row, -3 to 3, increasing downwards.
    #[must_use]
    pub const fn row(self) -> i8 {
        (self.0 / SIDE) as i8 - MIDDLE
    }

    /// Returns the column, -3 to 3, increasing to the right.
    #[must_use]
    pub const fn column(self) -> i8 {
        (self.0 % SIDE) as i8 - MIDDLE
    }

    /// The cell as one bit of a board.
    #[inline]
    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Returns the cells of a board, ascending.
    pub fn of_board(mut board: u64) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            let cell = Self::new(board.trailing_zeros())?;
            board &= board - 1;
            Some(cell)
        })
    }
}
