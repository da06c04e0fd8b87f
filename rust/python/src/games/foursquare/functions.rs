//! The functions of FourSquare.

use numpy::{PyArray2, PyReadonlyArray1, PyReadonlyArray2};
use oxideal_engine::foursquare::{CELLS, Cell, FourSquare, Rules, flips};
use oxideal_engine::{Action, memory};
use pyo3::prelude::*;

use super::arguments::{grids, rank, unchecked};
use crate::classes::ActionArgument;
use crate::errors::Result;
use crate::package;

/// Return the cells of one grid that turn over, ascending.
///
/// foursquare_flips(grid: npt.NDArray[np.int8], cell: Move | SupportsIndex,
///     card: SupportsIndex | str) -> list[int]
#[pyfunction]
pub(super) fn foursquare_flips(
    grid: PyReadonlyArray1<'_, i8>,
    cell: &Bound<'_, PyAny>,
    card: &Bound<'_, PyAny>,
) -> Result<Vec<Action>> {
    let action = ActionArgument::<FourSquare>::read(cell)?.action(&Rules::default())?;
    let rank = rank(card)?;
    let grid = package::copied(&grid)?;
    match (grids(&grid)?, Cell::new(action)) {
        ([grid], Some(cell)) => {
            Ok(Cell::of_board(flips(grid, cell, rank)).map(|cell| cell.id().into()).collect())
        }
        _ => Err(unchecked("one grid")),
    }
}

/// Return which cells of each grid turn over.
///
/// foursquare_flips_many(grids: npt.NDArray[np.int8], cells: npt.NDArray[np.uint8],
///     ranks: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]
#[pyfunction]
pub(super) fn foursquare_flips_many<'py>(
    py: Python<'py>,
    grids: PyReadonlyArray2<'py, i8>,
    cells: PyReadonlyArray1<'py, u8>,
    ranks: PyReadonlyArray1<'py, u8>,
) -> Result<Bound<'py, PyArray2<bool>>> {
    // Copies, so that nothing can change them while other Python threads run.
    let (grids, cells, ranks) =
        (package::copied(&grids)?, package::copied(&cells)?, package::copied(&ranks)?);
    let grids = super::arguments::grids(&grids)?;
    if grids.len() != cells.len() || grids.len() != ranks.len() {
        return Err(unchecked("their lengths differ"));
    }
    let cell = |cell: u8| Cell::new(cell.into()).ok_or_else(|| unchecked("cells are 0 to 48"));
    let cells = memory::try_collect(cells.into_iter().map(cell))?;
    if ranks.iter().any(|rank| !(1..=10).contains(rank)) {
        return Err(unchecked("ranks are 1 to 10"));
    }
    package::filled(py, (grids.len(), CELLS), "bool", |turned: &mut [bool]| {
        let placements = grids.iter().zip(cells).zip(ranks);
        for (turned, ((grid, cell), rank)) in turned.chunks_exact_mut(CELLS).zip(placements) {
            let board = flips(grid, cell, rank);
            turned.iter_mut().enumerate().for_each(|(cell, turned)| *turned = board >> cell & 1 == 1);
        }
    })
}
