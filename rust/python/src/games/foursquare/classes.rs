//! What the classes of FourSquare have of their own.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use oxideal_engine::foursquare::{Card, Cell, FourSquare, Outcome, Position, Rules as EngineRules};
use oxideal_engine::{Error, State as EngineState, Stream};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::arguments::stock as stock_of;
use crate::arguments::{self, Optional};
use crate::classes::{GameMove, RoundClass as _, RulesArgument, game_classes};
use crate::errors::Result;

game_classes!(FourSquare, "oxideal.foursquare");

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (*, diagonal=Optional::Missing), text_signature = "(*, diagonal=False)")]
    fn new(diagonal: Optional<'_>) -> Result<Self> {
        arguments::rules_of([diagonal]).map(Self)
    }

    /// Whether cells that share only a corner are next to each other (FS-03).
    #[getter]
    fn diagonal(&self) -> bool {
        self.0.diagonal
    }
}

#[pymethods]
impl Move {
    #[new]
    fn new(row: &Bound<'_, PyAny>, column: &Bound<'_, PyAny>) -> Result<Self> {
        let (row, column) = (arguments::any_int("row", row)?, arguments::any_int("column", column)?);
        let cell = match (row.extract(), column.extract()) {
            (Ok(row), Ok(column)) => Cell::at(row, column),
            _ => None,
        };
        let Some(cell) = cell else {
            let (row, column) = (arguments::decimal(&row)?, arguments::decimal(&column)?);
            let wrong = format!("cell {row},{column} out of range: rows and columns are -3 to 3");
            return Err(Error::InvalidMove(wrong).into());
        };
        GameMove::of_move(&EngineRules::default(), cell).map(Self)
    }

    /// -3 to 3, growing downwards.
    #[getter]
    fn row(&self) -> i8 {
        self.0.chosen().row()
    }

    /// -3 to 3, growing to the right.
    #[getter]
    fn column(&self) -> i8 {
        self.0.chosen().column()
    }

    fn __repr__(&self) -> String {
        format!("Move({}, {})", self.0.chosen().row(), self.0.chosen().column())
    }
}

/// What `State` and `View` show of the round.
macro_rules! position_getters {
    ($Class:ident) => {
        #[pymethods]
        impl $Class {
            /// The card in hand, to be placed now; None when the game is over.
            #[getter]
            fn card(&self) -> Option<String> {
                self.0.with_position(|_, position| position.card().map(|card| card.to_string()))
            }

            /// The cards of each pile from the bottom to the top, by (row, column), in the order of the cells' ids.
            #[getter]
            fn piles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                let piles: Vec<(Cell, Vec<String>)> = self.0.with_position(|_, position| {
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
                let grid = self.0.with_position(|_, position| position.grid());
                PyArray1::from_slice(py, &grid).reshape([7, 7])
            }

            /// How many cards lie in the stock, the card in hand not counted.
            #[getter]
            fn stock_left(&self) -> usize {
                self.0.with_position(|_, position| position.stock().len())
            }

            /// Whether the game is won.
            #[getter]
            fn is_won(&self) -> bool {
                self.0.with_position(|_, position| position.outcome() == Outcome::Won)
            }
        }
    };
}

position_getters!(State);
position_getters!(View);

#[pymethods]
impl State {
    /// The face-down stock, its top first, the card in hand not counted.
    #[getter]
    fn stock<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let stock: Vec<Card> = self.0.with_position(|_, position| position.stock().to_vec());
        PyTuple::new(py, stock.iter().map(Card::to_string))
    }

    /// A new game with this deck, its top first: 40 cards as a list or as one text with spaces.
    #[classmethod]
    fn from_deal(
        _cls: &Bound<'_, PyType>,
        rules: RulesArgument<FourSquare>,
        stock: &Bound<'_, PyAny>,
    ) -> Result<Self> {
        let position = Position::from_deck(&stock_of(stock)?)?;
        Ok(Self(EngineState::from_position(rules.0, position, Stream::without_seed()).into()))
    }
}

#[pymethods]
impl View {
    /// The cards of the stock in ascending order: which they are is known, their order is not.
    #[getter]
    fn unseen<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let unseen: Vec<Card> = self.0.with_position(|_, position| position.stock().to_vec());
        PyTuple::new(py, unseen.iter().map(Card::to_string))
    }
}
