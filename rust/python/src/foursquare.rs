//! `oxideal.foursquare`.

use std::hash::{Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use oxideal_engine::foursquare::{CELLS, Card, Cell, DECK, FourSquare, Grid, Outcome, Rank, flips};
use oxideal_engine::{Action, Error, Recent, Seat, Start, Stream, ViewBuilder};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple, PyType};

use crate::arguments::{GivenSeed, Optional, StreamNumber};
use crate::classes::game_classes;
use crate::ending::detached;
use crate::errors::raise;
use crate::playouts::{Arrays, Run};
use crate::table::Table;
use crate::{arguments, table};

game_classes! {
    FourSquare, "oxideal.foursquare", foursquare_playouts;

    rules {
        #[new]
        #[pyo3(signature = (*, diagonal=Diagonal(false)), text_signature = "(*, diagonal=False)")]
        fn new(diagonal: Diagonal) -> Self {
            Self(EngineRules { diagonal: diagonal.0 })
        }

        /// Whether cells that share only a corner are next to each other (FS-03).
        #[getter]
        fn diagonal(&self) -> bool {
            self.0.diagonal
        }

        /// The fields by name, fit for JSON.
        fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            let fields = PyDict::new(py);
            fields.set_item("diagonal", self.0.diagonal)?;
            Ok(fields)
        }

        /// The inverse of `to_dict`. Missing fields take their default; others are refused.
        #[classmethod]
        #[pyo3(signature = (fields, /))]
        fn from_dict(_cls: &Bound<'_, PyType>, fields: &Bound<'_, PyAny>) -> PyResult<Self> {
            let [diagonal] = arguments::fields(fields, ["diagonal"])?;
            let diagonal = diagonal.map_or(Ok(Diagonal(false)), |value| value.extract())?;
            Ok(Self::new(diagonal))
        }

        fn __repr__(&self) -> &'static str {
            if self.0.diagonal { "Rules(diagonal=True)" } else { "Rules(diagonal=False)" }
        }
    }

    move {
        #[new]
        fn new(row: &Bound<'_, PyAny>, column: &Bound<'_, PyAny>) -> PyResult<Self> {
            let numbers = [arguments::whole("row", row)?, arguments::whole("column", column)?];
            let small = numbers.each_ref().map(|number| number.extract::<i64>().ok());
            let [row, column] = numbers;
            let chosen = match small {
                [Some(row), Some(column)] => Cell::at(row, column),
                _ => None,
            };
            let Some(chosen) = chosen else {
                let (row, column) = (arguments::printed(&row)?, arguments::printed(&column)?);
                let wrong = format!("there is no cell {row},{column}: rows and columns are -3 to 3");
                return Err(raise(Error::InvalidMove(wrong)));
            };
            Ok(Self { rules: EngineRules::default(), action: chosen.id().into(), chosen })
        }

        /// -3 to 3, growing downwards.
        #[getter]
        fn row(&self) -> i8 {
            self.chosen.row()
        }

        /// -3 to 3, growing to the right.
        #[getter]
        fn column(&self) -> i8 {
            self.chosen.column()
        }

        fn __repr__(&self) -> String {
            format!("Move({}, {})", self.chosen.row(), self.chosen.column())
        }
    }

    table {
        /// The card in hand, to be placed now; None when the game is over.
        #[getter]
        fn card(&self) -> Option<String> {
            self.open(|position| position.card().map(|card| card.to_string()))
        }

        /// The cards of each pile from the bottom to the top, by (row, column), in the order of the cells' ids.
        #[getter]
        fn piles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            let piles: Vec<(Cell, Vec<String>)> = self.open(|position| {
                let cards = |cell| position.pile(cell).map(|card| card.to_string()).collect();
                position.piles().map(|cell| (cell, cards(cell))).collect()
            });
            let dict = PyDict::new(py);
            for (cell, cards) in piles {
                dict.set_item((cell.row(), cell.column()), PyTuple::new(py, cards)?)?;
            }
            Ok(dict)
        }

        /// 7 rows of 7 cells, the first card in the middle: 0 for an empty cell, else the rank of the top card,
        /// negative when it lies face down. The array is the caller's own.
        #[getter]
        fn grid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
            let grid = self.open(EnginePosition::grid);
            PyArray1::from_slice(py, &grid).reshape([7, 7])
        }

        /// How many cards lie in the stock, the card in hand not counted.
        #[getter]
        fn stock_left(&self) -> usize {
            self.open(|position| position.stock().len())
        }

        /// Whether the game is won.
        #[getter]
        fn is_won(&self) -> bool {
            self.open(|position| position.outcome() == Outcome::Won)
        }
    }

    state {
        /// The face-down stock, its top first, the card in hand not counted.
        #[getter]
        fn stock<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            let stock: Vec<Card> = self.open(|position| position.stock().to_vec());
            PyTuple::new(py, stock.iter().map(Card::to_string))
        }

        /// A new game with this deck, its top first: 40 cards as a list or as one text with spaces.
        #[classmethod]
        fn from_deal(_cls: &Bound<'_, PyType>, rules: GivenRules, stock: &Bound<'_, PyAny>) -> PyResult<Self> {
            let cards = cards(stock)?;
            let position = EnginePosition::from_deck(&cards).map_err(raise)?;
            Ok(Self::wrap(EngineState::from_position(rules.0, position, Stream::without_seed())))
        }
    }

    view {
        /// The cards of the stock in ascending order: which they are is known, their order is not.
        #[getter]
        fn unseen<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            let unseen: Vec<Card> = self.open(|position| position.stock().to_vec());
            PyTuple::new(py, unseen.iter().map(Card::to_string))
        }
    }
}

impl State {
    /// Looks at what lies open, and at the stock.
    fn open<R>(&self, look: impl FnOnce(&EnginePosition) -> R) -> R {
        look(self.lock().position())
    }
}

impl View {
    /// Looks at what lies open; the stock stands in ascending order.
    fn open<R>(&self, look: impl FnOnce(&EnginePosition) -> R) -> R {
        look(self.0.position())
    }
}

/// A field of the rules.
struct Diagonal(bool);

impl<'py> FromPyObject<'_, 'py> for Diagonal {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        arguments::truth("diagonal", &value).map(Self)
    }
}

/// Cards as one text or as a sequence of texts.
fn cards(stock: &Bound<'_, PyAny>) -> PyResult<Vec<Card>> {
    // One more than there are tells that there are too many; the iterator may never end.
    const MOST: usize = DECK + 1;
    let read = |text: &str| Card::read(text).map_err(raise);
    if stock.is_instance_of::<PyString>() {
        let text = arguments::text("stock", stock)?;
        return oxideal_engine::text::tokens(&text).take(MOST).map(read).collect();
    }
    let cards = arguments::items("stock", "a str or a list of card texts", stock)?;
    cards.take(MOST).map(|card| read(&arguments::text("a card", &card?)?)).collect()
}

/// A rank, given as such or by a card.
fn rank(card: &Bound<'_, PyAny>) -> PyResult<Rank> {
    if card.is_instance_of::<PyString>() {
        let text = arguments::text("card", card)?;
        let card = Card::read(&text).map_err(|error| raise(Error::InvalidArgument(error.to_string())))?;
        return Ok(card.rank());
    }
    Ok(arguments::integer("card", card, 1, 10)? as Rank)
}

/// Arrays reach these functions checked and contiguous, from `oxideal.foursquare`; whoever calls them otherwise is told.
fn unchecked(what: &str) -> PyErr {
    raise(Error::InvalidArgument(format!("unchecked arrays: {what}")))
}

fn grids_of(entries: &[i8]) -> PyResult<&[Grid]> {
    match entries.as_chunks::<CELLS>() {
        (grids, []) if entries.iter().all(|entry| entry.unsigned_abs() <= 10) => Ok(grids),
        _ => Err(unchecked("a grid has 49 entries from -10 to 10")),
    }
}

/// The cells of one grid that turn over, ascending.
#[pyfunction]
pub(crate) fn foursquare_flips(
    grid: PyReadonlyArray1<'_, i8>,
    cell: &Bound<'_, PyAny>,
    card: &Bound<'_, PyAny>,
) -> PyResult<Vec<Action>> {
    let action = table::action_of::<FourSquare, Move>(&EngineRules::default(), cell)?;
    let rank = rank(card)?;
    let grid = grid.to_vec()?;
    match (grids_of(&grid)?, Cell::new(action)) {
        ([grid], Some(cell)) => {
            Ok(Cell::of_board(flips(grid, cell, rank)).map(|cell| cell.id().into()).collect())
        }
        _ => Err(unchecked("one grid")),
    }
}

/// Which cells of each grid turn over.
#[pyfunction]
pub(crate) fn foursquare_flips_many<'py>(
    py: Python<'py>,
    grids: PyReadonlyArray2<'py, i8>,
    cells: PyReadonlyArray1<'py, u8>,
    ranks: PyReadonlyArray1<'py, u8>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    // Copies, so that nobody can write to them while Python does other things.
    let (grids, cells, ranks) = (grids.to_vec()?, cells.to_vec()?, ranks.to_vec()?);
    let grids = grids_of(&grids)?;
    if grids.len() != cells.len() || grids.len() != ranks.len() {
        return Err(unchecked("their lengths differ"));
    }
    let cells: Option<Vec<Cell>> = cells.iter().map(|&cell| Cell::new(cell.into())).collect();
    let cells = cells.ok_or_else(|| unchecked("cells are 0 to 48"))?;
    if ranks.iter().any(|rank| !(1..=10).contains(rank)) {
        return Err(unchecked("ranks are 1 to 10"));
    }
    let turned: Vec<bool> = detached(py, || {
        let placements = grids.iter().zip(cells).zip(ranks);
        let boards = placements.map(|((grid, cell), rank)| flips(grid, cell, rank));
        boards.flat_map(|board| (0..CELLS).map(move |cell| board >> cell & 1 == 1)).collect()
    });
    PyArray1::from_vec(py, turned).reshape([grids.len(), CELLS])
}
