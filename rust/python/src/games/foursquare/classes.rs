//! What FourSquare adds to the classes.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use oxideal_engine::foursquare::{Card, Cell, FourSquare, Outcome, Position, Rules as EngineRules};
use oxideal_engine::{Error, Sentence, State as EngineState, Stream};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::CardText;
use super::arguments::stock as stock_of;
use crate::arguments;
use crate::classes::{GameMove, RoundClass as _, RulesArgument, game_classes};
use crate::errors::Result;

game_classes! { FourSquare, "oxideal.foursquare", FourSquareRules, FourSquareMove, FourSquareState, FourSquareView }

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(
        signature = (*values, **options),
        text_signature = "(*, diagonal=False)"
    )]
    fn new(values: &Bound<'_, PyTuple>, options: Option<&Bound<'_, PyDict>>) -> Result<Self> {
        arguments::rules_of(values, options).map(Self)
    }

    #[doc = docstring!(FourSquareRules.diagonal)]
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
            let sentence = Sentence::new("foursquare.cell_out_of_range");
            return Err(Error::InvalidMove(sentence.with("cell", format_args!("{row},{column}"))).into());
        };
        GameMove::of_move(&EngineRules::default(), cell).map(Self)
    }

    #[doc = docstring!(FourSquareMove.kind)]
    #[getter]
    #[expect(clippy::unused_self, reason = "a property of every move")]
    fn kind(&self) -> &'static str {
        "place"
    }

    #[doc = docstring!(FourSquareMove.row)]
    #[getter]
    fn row(&self) -> i8 {
        self.0.inner().row()
    }

    #[doc = docstring!(FourSquareMove.column)]
    #[getter]
    fn column(&self) -> i8 {
        self.0.inner().column()
    }

    fn __repr__(&self) -> String {
        format!("Move({}, {})", self.0.inner().row(), self.0.inner().column())
    }
}

/// The properties of `State` and `View`.
macro_rules! position_getters {
    ($Class:ident) => {
        #[pymethods]
        impl $Class {
            #[doc = docstring!(FourSquareRoundApi.card)]
            #[getter]
            fn card(&self) -> Option<String> {
                self.0.with_position(|_, position| position.card().map(|card| card.to_string()))
            }

            #[doc = docstring!(FourSquareRoundApi.piles)]
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

            #[doc = docstring!(FourSquareRoundApi.grid)]
            #[getter]
            fn grid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
                let grid = self.0.with_position(|_, position| position.grid());
                PyArray1::from_slice(py, &grid).reshape([7, 7])
            }

            #[doc = docstring!(FourSquareRoundApi.stock_size)]
            #[getter]
            fn stock_size(&self) -> usize {
                self.0.with_position(|_, position| position.stock().len())
            }

            #[doc = docstring!(FourSquareRoundApi.is_won)]
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
    #[doc = docstring!(FourSquareState.stock)]
    #[getter]
    fn stock(&self) -> CardText {
        CardText(self.0.with_position(|_, position| listed(position.stock())))
    }

    #[doc = docstring!(FourSquareState.from_deal)]
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
    #[doc = docstring!(FourSquareView.unseen)]
    #[getter]
    fn unseen(&self) -> CardText {
        CardText(self.0.with_position(|_, position| listed(position.stock())))
    }
}

fn listed(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
    if cards.is_empty() { "-".into() } else { cards.join(" ") }
}
