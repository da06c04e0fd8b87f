//! The functions of FourSquare.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use oxideal_engine::Action;
use oxideal_engine::foursquare::{CELLS, Cell, FourSquare, Rules, flips};
use pyo3::prelude::*;

use super::arguments::{grids, rank, unchecked};
use crate::classes::ActionArgument;
use crate::errors::Result;
use crate::runtime::playouts::{Arrays, StartArgument, playouts};

/// Play whole games and return payoffs and lengths as arrays.
#[pyfunction]
pub(super) fn foursquare_playouts<'py>(
    py: Python<'py>,
    start: StartArgument<FourSquare>,
    n: &Bound<'py, PyAny>,
    seed: Option<&Bound<'py, PyAny>>,
    threads: &Bound<'py, PyAny>,
    first: &Bound<'py, PyAny>,
) -> Result<Arrays<'py>> {
    playouts(py, start, n, seed, threads, first)
}

/// Return the cells of one grid that turn over, ascending.
#[pyfunction]
pub(super) fn foursquare_flips(
    grid: PyReadonlyArray1<'_, i8>,
    cell: &Bound<'_, PyAny>,
    card: &Bound<'_, PyAny>,
) -> Result<Vec<Action>> {
    let action = ActionArgument::<FourSquare>::read(cell)?.action(&Rules::default())?;
    let rank = rank(card)?;
    let grid = grid.to_vec()?;
    match (grids(&grid)?, Cell::new(action)) {
        ([grid], Some(cell)) => {
            Ok(Cell::of_board(flips(grid, cell, rank)).map(|cell| cell.id().into()).collect())
        }
        _ => Err(unchecked("one grid")),
    }
}

/// Return which cells of each grid turn over.
#[pyfunction]
pub(super) fn foursquare_flips_many<'py>(
    py: Python<'py>,
    grids: PyReadonlyArray2<'py, i8>,
    cells: PyReadonlyArray1<'py, u8>,
    ranks: PyReadonlyArray1<'py, u8>,
) -> Result<Bound<'py, PyArray2<bool>>> {
    // Copies, so that nothing can change them while other Python threads run.
    let (grids, cells, ranks) = (grids.to_vec()?, cells.to_vec()?, ranks.to_vec()?);
    let grids = super::arguments::grids(&grids)?;
    if grids.len() != cells.len() || grids.len() != ranks.len() {
        return Err(unchecked("their lengths differ"));
    }
    let cells: Option<Vec<Cell>> = cells.iter().map(|&cell| Cell::new(cell.into())).collect();
    let cells = cells.ok_or_else(|| unchecked("cells are 0 to 48"))?;
    if ranks.iter().any(|rank| !(1..=10).contains(rank)) {
        return Err(unchecked("ranks are 1 to 10"));
    }
    let turned: Vec<bool> = py.detach(|| {
        let placements = grids.iter().zip(cells).zip(ranks);
        let boards = placements.map(|((grid, cell), rank)| flips(grid, cell, rank));
        boards.flat_map(|board| (0..CELLS).map(move |cell| board >> cell & 1 == 1)).collect()
    });
    Ok(PyArray1::from_vec(py, turned).reshape([grids.len(), CELLS])?)
}
