//! What FourSquare adds to the classes.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use oxideal_engine::foursquare::{Card, Cell, FourSquare, Outcome, Position, Rules as EngineRules};
use oxideal_engine::{Error, State as EngineState, Stream};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::CardText;
use super::arguments::stock as stock_of;
use crate::arguments;
use crate::classes::{GameMove, RoundClass as _, RulesArgument, game_classes};
use crate::errors::Result;

game_classes! {
    FourSquare,
    "oxideal.foursquare",
    /// The rules of a game of FourSquare.
    ///
    /// Rules(*, diagonal: bool = False)
    ///
    /// - `diagonal`: whether cells that share only a corner are neighbours too (FS-03).
    ///
    /// Rules are immutable and hashable, and define the action ids. Raises `InvalidRulesError` for a
    /// wrong value.
    ///
    /// >>> rules = Rules(diagonal=True)
    /// >>> rules.players, rules.num_actions
    /// (1, 49)
    Rules,
    /// A placement: the cell that the next card goes to, relative to the first card.
    ///
    /// Move(row: int, column: int)
    ///
    /// `str(move)` is its text and `int(move)` its action id. Raises `InvalidMoveError` if `row` or
    /// `column` is not -3 to 3.
    ///
    /// >>> move = Move(0, 1)
    /// >>> str(move), int(move), move == Rules().parse("0,1")
    /// ('0,1', 25, True)
    Move,
    /// A game of FourSquare with the order of its stock and its history.
    ///
    /// State(rules: Rules | None = None, *, seed: Seed = None, stream: int = 0,
    ///     dealer: int | None = None)
    ///
    /// A new state is a fresh deal. Without `rules` it has the default rules. `seed` is an integer
    /// from 0 to 2**256 - 1 or 32 bytes; without it the system chooses one. Two states are equal if
    /// their rules and positions are, including the order of the stock, whatever their histories.
    /// Threads may share a state.
    ///
    /// Raises `InvalidArgumentError` for a seed, stream or dealer out of range.
    ///
    /// >>> state = State(seed=7)
    /// >>> state.push(Move(0, 0))
    /// >>> state.card, state.stock_size
    /// ('7S', 38)
    State,
    /// What one seat knows of a round, and nothing else. Immutable.
    ///
    /// A view has no constructor: get one from `State.view`, or with `View.from_events`,
    /// `View.from_text` or `View.from_bytes`. It holds nothing that the seat may not know.
    ///
    /// >>> view = State(seed=7).view(0)
    /// >>> view.unseen[:3]
    /// 'AC AD AH'
    /// >>> view.sample(seed=1).view(0) == view
    /// True
    View,
    /// Builds the view of a seat event by event.
    ///
    /// ViewBuilder(rules: Rules, seat: int)
    ///
    /// Each event takes the same time, however many came before. `View.from_events` builds a view
    /// from all events at once. Threads may share a builder.
    ///
    /// Raises `InvalidArgumentError` if the game has no such seat.
    ///
    /// >>> state = State(seed=7)
    /// >>> builder = ViewBuilder(state.rules, 0)
    /// >>> for event in state.events(0):
    /// ...     builder.push(event)
    /// >>> builder.view() == state.view(0)
    /// True
    ViewBuilder,
    /// Many rounds, stepped together, whose data is in numpy arrays.
    ///
    /// Batch(rules: Rules, n: int, seed: Seed = None, *, threads: int = 1,
    ///     out: dict[str, NDArray[Any]] | None = None)
    ///
    /// `n` is the number of games, up to 10,000,000. `out` gives arrays to write to, by name. Game
    /// `k` deals its round number `e` as `State(rules, seed=seed, stream=k + e * n)`. A batch cannot
    /// be copied or pickled.
    ///
    /// Raises `InvalidArgumentError` if `n` or `threads` is out of range, or if an array does not
    /// have the type and shape that it needs.
    ///
    /// >>> batch = Batch(Rules(), 100, seed=7)
    /// >>> batch.step(batch.sample_actions(seed=1))
    /// >>> batch.rewards.shape
    /// (100, 1)
    Batch,
}

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

    /// Whether cells that share only a corner are adjacent (FS-03).
    ///
    /// diagonal: bool
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

    /// The kind of move: always "place".
    ///
    /// kind: str
    #[getter]
    #[expect(clippy::unused_self, reason = "a property of every move")]
    fn kind(&self) -> &'static str {
        "place"
    }

    /// The row, -3 to 3 from top to bottom. The first card is in row 0.
    ///
    /// row: int
    #[getter]
    fn row(&self) -> i8 {
        self.0.inner().row()
    }

    /// The column, -3 to 3 from left to right. The first card is in column 0.
    ///
    /// column: int
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
            /// The card to be placed now; None when the game is over.
            ///
            /// card: str | None
            #[getter]
            fn card(&self) -> Option<String> {
                self.0.with_position(|_, position| position.card().map(|card| card.to_string()))
            }

            /// The cards of each pile from bottom to top, by (row, column), in the order of the ids.
            ///
            /// piles: dict[tuple[int, int], tuple[str, ...]]
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

            /// The top cards as a new array of 7 rows and 7 columns, the first card in the middle.
            ///
            /// grid: NDArray[int8]
            ///
            /// 0 is an empty cell. Any other number is the rank of the top card, negative if it is face
            /// down.
            #[getter]
            fn grid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
                let grid = self.0.with_position(|_, position| position.grid());
                PyArray1::from_slice(py, &grid).reshape([7, 7])
            }

            /// The number of cards in the stock, not counting the card to be placed.
            ///
            /// stock_size: int
            #[getter]
            fn stock_size(&self) -> usize {
                self.0.with_position(|_, position| position.stock().len())
            }

            /// Whether the game is won.
            ///
            /// is_won: bool
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
    /// The stock, its top card first, without the card to be placed; "-" if empty.
    ///
    /// stock: Cards
    #[getter]
    fn stock(&self) -> CardText {
        CardText(self.0.with_position(|_, position| listed(position.stock())))
    }

    /// Return a new game with this deck.
    ///
    /// from_deal(rules: Rules, stock: str | Sequence[str]) -> Self
    ///
    /// `stock` is all 40 cards, the top one first: a list, or one text with spaces. Raises
    /// `InvalidStateError` for anything but the complete deck.
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
    /// The cards in the stock in ascending order; "-" if it is empty. The seat does not know their real order.
    ///
    /// unseen: Cards
    #[getter]
    fn unseen(&self) -> CardText {
        CardText(self.0.with_position(|_, position| listed(position.stock())))
    }
}

fn listed(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
    if cards.is_empty() { "-".into() } else { cards.join(" ") }
}
