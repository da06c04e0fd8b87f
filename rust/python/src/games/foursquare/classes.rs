//! What FourSquare adds to the classes.

use numpy::PyArrayMethods;
use oxideal_engine::foursquare::{Card, Cell, FourSquare, Outcome, Position, Rules as EngineRules};
use oxideal_engine::{Error, Sentence, State as EngineState, Stream};

use super::CardText;
use super::arguments::stock as stock_of;
use crate::classes::prelude::*;

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
}

properties! { FourSquareRules of Rules {
    diagonal: bool = |rules| rules.diagonal;
} }

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

    fn __repr__(&self) -> String {
        format!("Move({}, {})", self.0.inner().row(), self.0.inner().column())
    }
}

properties! { FourSquareMove of Move {
    kind: &'static str = |_| "place";
    row: i8 = |given| given.inner().row();
    column: i8 = |given| given.inner().column();
} }

position_properties! { FourSquareRoundApi {
    card: Option<String> = |_, position| position.card().map(|card| card.to_string());
    piles: Piles = |_, position| {
        let cards = |cell| position.pile(cell).map(|card| card.to_string()).collect();
        Piles(position.piles().map(|cell| (cell, cards(cell))).collect())
    };
    grid: Grid = |_, position| Grid(position.grid());
    stock_size: usize = |_, position| position.stock().len();
    is_won: bool = |_, position| position.outcome() == Outcome::Won;
} }

/// The cards of each pile, which Python sees as a dict.
struct Piles(Vec<(Cell, Tuple<String>)>);

impl<'py> IntoPyObject<'py> for Piles {
    type Target = PyDict;
    type Output = Bound<'py, PyDict>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        self.0.into_iter().try_for_each(|(cell, cards)| dict.set_item((cell.row(), cell.column()), cards))?;
        Ok(dict)
    }
}

/// The ranks on the grid, which Python sees as an array.
struct Grid([i8; 49]);

impl<'py> IntoPyObject<'py> for Grid {
    type Target = PyArray2<i8>;
    type Output = Bound<'py, PyArray2<i8>>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        PyArray1::from_slice(py, &self.0).reshape([7, 7])
    }
}

properties! { FourSquareState of State {
    stock: CardText = |state| state.with_position(|_, position| CardText(listed(position.stock())));
} }

#[pymethods]
impl State {
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

properties! { FourSquareView of View {
    unseen: CardText = |view| view.with_position(|_, position| CardText(listed(position.stock())));
} }

fn listed(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
    if cards.is_empty() { "-".into() } else { cards.join(" ") }
}
