//! FourSquare's flips, against the text of FS-05 to FS-07.

use oxideal_engine::Chance as _;
use oxideal_engine::foursquare::{CELLS, Cell, Grid, flips};

use crate::choices::Choices;

/// Input: the cell, the rank, then cells of the grid with their top cards.
pub(crate) fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    let cell = Cell::new(choices.below(CELLS as u32)).expect("there is such a cell");
    let rank = 1 + choices.below(10) as i8;
    let mut grid: Grid = [0; CELLS];
    while !choices.is_over() {
        grid[choices.below(CELLS as u32) as usize] = choices.below(21) as i8 - 10;
    }
    grid[usize::from(cell.id())] = 0;
    let others = |in_line: fn(Cell, Cell) -> bool| {
        let cells = (0..CELLS as u32).filter_map(Cell::new);
        cells
            .filter(|&other| other != cell && in_line(other, cell) && grid[usize::from(other.id())] != 0)
            .collect()
    };
    let row: Vec<Cell> = others(|a, b| a.row() == b.row());
    let column: Vec<Cell> = others(|a, b| a.column() == b.column());
    let mut expected = 0;
    for line in [row, column] {
        let tops = line.iter().map(|other| grid[usize::from(other.id())]);
        let up: Vec<i8> = tops.filter(|&top| top > 0).collect();
        if up.iter().all(|&top| top < rank) || up.iter().all(|&top| top > rank) {
            expected |= line.iter().fold(0_u64, |board, other| board | 1 << other.id());
        }
    }
    assert_eq!(flips(&grid, cell, rank as u8), expected, "{rank} on {cell}: {grid:?}");
}
