//! Which cards a placement flips, without a position.

use super::lines::Lines;
use super::tops::Tops;
use super::{CELLS, Cell, Rank};

/// The top cards of a grid, by cell id: 0 for an empty cell, otherwise the rank, negative if the
/// card is face down.
pub type Grid = [i8; CELLS];

/// Returns the top cards that flip when a card is placed on a cell (FS-05, FS-06), as a board: one
/// bit per cell id.
///
/// ```
/// use oxideal_engine::foursquare::{Cell, flips};
///
/// let mut grid = [0; 49];
/// grid[24] = 5;
/// grid[25] = -9;
/// let third = Cell::new(26).expect("ids are 0 to 48");
/// assert_eq!(flips(&grid, third, 7), 1 << 24 | 1 << 25, "the highest of the face-up cards");
/// assert_eq!(flips(&grid, third, 5), 0, "an equal rank prevents it");
/// ```
///
/// # Panics
/// If the rank is not 1 to 10, or an entry of the grid is not -10 to 10.
#[must_use]
pub fn flips(grid: &Grid, cell: Cell, rank: Rank) -> u64 {
    let mut tops = Tops::EMPTY;
    let lines = Lines::of(cell);
    for other in Cell::of_board(lines.row | lines.column) {
        let entry = grid[other.id() as usize];
        if entry != 0 {
            tops.lay(other, entry.unsigned_abs());
            tops.down |= u64::from(entry < 0) << other.id();
        }
    }
    tops.flipped(cell, rank)
}
