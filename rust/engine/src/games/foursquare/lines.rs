//! For each cell, boards (one bit per cell) of its row, column and neighbours, computed at compile
//! time.

use super::{CELLS, Cell};

/// The boards of one cell. Only `reach` includes the cell itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    /// The other cells of its row.
    pub(super) row: u64,
    /// The other cells of its column.
    pub(super) column: u64,
    /// Its neighbours that share an edge, and those that share an edge or a corner (FS-03). Indexed
    /// by `Rules::diagonal`.
    pub(super) next_to: [u64; 2],
    /// The cells that fit within four rows and four columns together with it, itself included
    /// (FS-04).
    pub(super) reach: u64,
}

/// All cells.
pub(super) const ALL: u64 = (1 << CELLS) - 1;

/// By cell id.
static LINES: [Lines; CELLS] = {
    let mut lines = [Lines { row: 0, column: 0, next_to: [0; 2], reach: 0 }; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut other = 0;
        while other < CELLS {
            let rows = (cell / 7).abs_diff(other / 7);
            let columns = (cell % 7).abs_diff(other % 7);
            let bit = 1 << other;
            if rows == 0 && columns != 0 {
                lines[cell].row |= bit;
            }
            if columns == 0 && rows != 0 {
                lines[cell].column |= bit;
            }
            if rows + columns == 1 {
                lines[cell].next_to[0] |= bit;
            }
            if rows <= 1 && columns <= 1 && rows + columns > 0 {
                lines[cell].next_to[1] |= bit;
            }
            if rows <= 3 && columns <= 3 {
                lines[cell].reach |= bit;
            }
            other += 1;
        }
        cell += 1;
    }
    lines
};

impl Lines {
    #[inline]
    pub(super) fn of(cell: Cell) -> &'static Self {
        &LINES[cell.id() as usize]
    }
}
