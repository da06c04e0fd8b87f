//! What Mexican Train adds to the classes.

use oxideal_engine::mexican_train::{Column, InPlay, MexicanTrain, Move as EngineMove, SEATS, Tile, TrainId};
use oxideal_engine::{Rules as _, State as EngineState, Stream};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::CardText;
use super::arguments::{MAX_DOUBLES, number, per_seat, tiles_in};
use crate::arguments::{self, Defaulted};
use crate::classes::move_::no_constructor;
use crate::classes::{GameState, RoundClass as _, RulesArgument, game_classes};
use crate::errors::Result;

game_classes! {
    MexicanTrain,
    "oxideal.mexican_train",
    /// The rules of a round of Mexican Train.
    ///
    /// Rules(*, players: int = 4, set: int = 12, engine: int | None = None,
    ///     hand_size: int | None = None, follow_up: str = 'available',
    ///     close_order: str = 'laid')
    ///
    /// - `players`: the number of seats, 2 to 12 (MT-01).
    /// - `set`: the highest number of pips on half a tile, 1 to 18 (MT-01).
    /// - `engine`: the double that starts the round; None for the highest (MT-05).
    /// - `hand_size`: tiles dealt to each seat; None for the usual number (MT-04).
    /// - `follow_up`: where to play after a double: "available" or "double" (MT-18).
    /// - `close_order`: order of closing doubles: "laid" or "reverse" (MT-23).
    ///
    /// Rules are immutable and hashable, and define the action ids. Raises `InvalidRulesError` for a
    /// wrong value.
    ///
    /// >>> rules = Rules(players=2, set=9)
    /// >>> rules.hand_size, rules.engine, rules.next_round().engine
    /// (15, 9, 8)
    Rules,
    /// A tile played on a train, a draw or a pass: a small immutable value.
    ///
    /// `str(move)` is its text and `int(move)` its action id. Moves come from `Rules`, states and
    /// views; there is no constructor.
    ///
    /// >>> move = Rules(players=2, set=9).parse("9-2@me")
    /// >>> move.kind, move.tile, move.train, int(move)
    /// ('play', '2-9', 'me', 49)
    Move,
    /// A round of Mexican Train with all tiles and its history.
    ///
    /// State(rules: Rules | None = None, *, seed: Seed = None, stream: int = 0,
    ///     dealer: int | None = None)
    ///
    /// A new state is a fresh deal. Without `rules` it has the default rules. `seed` is an integer
    /// from 0 to 2**256 - 1 or 32 bytes; without it the system chooses one. Without `dealer` chance
    /// draws the seat that starts. Two states are equal if their rules and positions are, including
    /// hidden tiles and what the play has shown of the hands. Threads may share a state.
    ///
    /// Raises `InvalidArgumentError` for a seed, stream or dealer out of range.
    ///
    /// >>> state = State(Rules(players=2, set=9), seed=7, dealer=0)
    /// >>> state.push("9-2@me")
    /// >>> state.ends, state.current_player
    /// ((2, 9), 1)
    State,
    /// What one seat knows of a round, and nothing else. Immutable.
    ///
    /// A view has no constructor: get one from `State.view`, or with `View.from_events`,
    /// `View.from_text` or `View.from_bytes`. It holds nothing that the seat may not know.
    ///
    /// >>> view = State(seed=7).view(0)
    /// >>> view.hands[1:]
    /// (None, None, None)
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
    /// >>> builder = ViewBuilder(state.rules, 1)
    /// >>> for event in state.events(1):
    /// ...     builder.push(event)
    /// >>> builder.view() == state.view(1)
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
    /// (100, 4)
    Batch,
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(
        signature = (*values, **options),
        text_signature = "(*, players=4, set=12, engine=None, hand_size=None, follow_up='available', \
            close_order='laid')"
    )]
    fn new(values: &Bound<'_, PyTuple>, options: Option<&Bound<'_, PyDict>>) -> Result<Self> {
        arguments::rules_of(values, options).map(Self)
    }

    /// The highest number on a tile, 1 to 18 (MT-01).
    ///
    /// set: int
    #[getter]
    fn set(&self) -> u8 {
        self.0.set()
    }

    /// The number of the engine, the double in the hub (MT-05).
    ///
    /// engine: int
    #[getter]
    fn engine(&self) -> u8 {
        self.0.engine()
    }

    /// The number of tiles that each player draws at the start (MT-04).
    ///
    /// hand_size: int
    #[getter]
    fn hand_size(&self) -> u8 {
        self.0.hand_size()
    }

    /// Where a non-double may go after a double: "available" trains or only the "double"
    /// (MT-18).
    ///
    /// follow_up: str
    #[getter]
    fn follow_up(&self) -> &'static str {
        self.0.follow_up().name()
    }

    /// The order in which open doubles are closed: "laid" or "reverse" (MT-23).
    ///
    /// close_order: str
    #[getter]
    fn close_order(&self) -> &'static str {
        self.0.close_order().name()
    }

    /// The texts of all tiles, by tile number.
    ///
    /// tiles: tuple[str, ...]
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.tiles().map(|tile| tile.to_string()))
    }
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (), text_signature = "()")]
    fn new() -> PyResult<Self> {
        Err(no_constructor("Rules.move(), Rules.parse() or legal_moves()"))
    }

    /// The kind of move: "play", "draw" or "pass".
    ///
    /// kind: str
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.inner() {
            EngineMove::Pass => "pass",
            EngineMove::Draw => "draw",
            EngineMove::Play { .. } => "play",
        }
    }

    /// The tile, its lower number first, such as "9-12"; None for a draw or a pass.
    ///
    /// tile: str | None
    #[getter]
    fn tile(&self) -> Option<String> {
        self.tile_and_train().map(|(tile, _)| tile.to_string())
    }

    /// The train: "me", "mexican" or a seat such as "3"; None for a draw or a pass.
    ///
    /// train: str | None
    #[getter]
    fn train(&self) -> Option<String> {
        self.tile_and_train().map(|(_, column)| column.to_string())
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0.inner())
    }
}

/// The properties of `State` and `View`.
macro_rules! position_getters {
    ($Class:ident) => {
        #[pymethods]
        impl $Class {
            /// The seat whose turn it is; when the round is over, the seat that played last.
            ///
            /// turn: int
            #[getter]
            fn turn(&self) -> u8 {
                self.0.with_position(|_, position| position.turn())
            }

            /// The train of each seat, from the hub outwards; "-" if it is empty.
            ///
            /// trains: tuple[Tiles, ...]
            #[getter]
            fn trains<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let trains =
                    self.0.per_seat(|rules, position, seat| position.train_text(*rules, TrainId::of(seat)));
                PyTuple::new(py, trains.into_iter().map(CardText))
            }

            /// The Mexican train; "-" if it is empty.
            ///
            /// mexican: Tiles
            #[getter]
            fn mexican(&self) -> CardText {
                CardText(
                    self.0.with_position(|rules, position| position.train_text(*rules, TrainId::MEXICAN)),
                )
            }

            /// The number at the open end of each seat's train.
            ///
            /// ends: tuple[int, ...]
            ///
            /// An empty train has the number of the engine.
            #[getter]
            fn ends<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.per_seat(|_, position, seat| position.end(TrainId::of(seat))))
            }

            /// The number at the open end of the Mexican train.
            ///
            /// mexican_end: int
            #[getter]
            fn mexican_end(&self) -> u8 {
                self.0.with_position(|_, position| position.end(TrainId::MEXICAN))
            }

            /// Whether each seat's train has a marker, so that others may play on it (MT-13).
            ///
            /// marked: tuple[bool, ...]
            #[getter]
            fn marked<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.per_seat(|_, position, seat| position.is_marked(seat)))
            }

            /// The numbers of the open doubles that can still be closed, in the order of play.
            ///
            /// open_doubles: tuple[int, ...]
            #[getter]
            fn open_doubles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let doubles: Vec<u8> = self.0.with_position(|_, position| position.open_doubles().collect());
                PyTuple::new(py, doubles)
            }

            /// The numbers of the open doubles that can never be closed, ascending (MT-24).
            ///
            /// dead_doubles: tuple[int, ...]
            #[getter]
            fn dead_doubles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let doubles = self.0.with_position(|rules, position| position.dead_doubles(*rules));
                PyTuple::new(py, doubles)
            }

            /// Whether the player has played a double in this turn; False when the round is over.
            ///
            /// doubled: bool
            #[getter]
            fn doubled(&self) -> bool {
                self.0.with_position(|_, position| position.doubled())
            }

            /// Whether the player has drawn in this turn, or since its last double.
            ///
            /// drew: bool
            ///
            /// False when the round is over.
            #[getter]
            fn drew(&self) -> bool {
                self.0.with_position(|_, position| position.drew())
            }

            /// The number of tiles in each seat's hand.
            ///
            /// hand_sizes: tuple[int, ...]
            #[getter]
            fn hand_sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let sizes = self.0.with_position(|rules, position| position.sizes(*rules).to_vec());
                PyTuple::new(py, sizes)
            }

            /// The number of tiles in the boneyard.
            ///
            /// boneyard_size: int
            #[getter]
            fn boneyard_size(&self) -> u8 {
                self.0.with_position(|_, position| position.boneyard_size())
            }

            /// The number of passes in a row that count towards the end of the round (MT-26).
            ///
            /// idle_passes: int
            #[getter]
            fn idle_passes(&self) -> u8 {
                self.0.with_position(|_, position| position.idle())
            }

            /// The seat that has played all its tiles; None if there is none.
            ///
            /// went_out: int | None
            #[getter]
            fn went_out(&self) -> Option<u8> {
                self.0.with_position(|_, position| position.went_out())
            }

            /// The numbers that each seat is known not to hold, doubles aside.
            ///
            /// lacks: tuple[tuple[int, ...], ...]
            #[getter]
            fn lacks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let (rules, knowledge) = (self.0.rules(), self.0.knowledge());
                let lacks = |seat| PyTuple::new(py, knowledge.lacks(seat).collect::<Vec<_>>());
                let lacks = (0..rules.0.seats()).map(lacks);
                PyTuple::new(py, lacks.collect::<PyResult<Vec<_>>>()?)
            }
        }
    };
}

position_getters!(State);
position_getters!(View);

#[pymethods]
impl State {
    /// The tiles in each seat's hand as text, ascending; "-" if empty.
    ///
    /// hands: tuple[Tiles, ...]
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.per_seat(|_, position, seat| CardText(position.hand(seat).to_string())))
    }

    /// The tiles in the boneyard, the next one to be drawn first.
    ///
    /// boneyard: Tiles
    #[getter]
    fn boneyard(&self) -> CardText {
        CardText(self.0.with_position(|_, position| position.boneyard_text()))
    }

    /// Return a new round with these hands.
    ///
    /// from_deal(rules: Rules, *, hands: Iterable[TilesLike], dealer: int,
    ///     boneyard: TilesLike | None = None, seed: Seed = None, stream: int = 0) -> Self
    ///
    /// `hands` has one item per seat: a text such as "9-12 3-4", or a list of tiles or of pairs
    /// of numbers. `dealer` is the first seat to play. `boneyard` starts with the next tile;
    /// if it is not given, the remaining tiles are shuffled by `seed` and `stream`. Without a seed
    /// the system chooses one. Raises `InvalidStateError` if the tiles do not make up the set.
    #[classmethod]
    #[pyo3(
        signature = (rules, *, hands, dealer, boneyard=None, seed=None, stream=Defaulted::Missing),
        text_signature = "(rules, *, hands, dealer, boneyard=None, seed=None, stream=0)"
    )]
    fn from_deal(
        _cls: &Bound<'_, PyType>,
        rules: RulesArgument<MexicanTrain>,
        hands: &Bound<'_, PyAny>,
        dealer: &Bound<'_, PyAny>,
        boneyard: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        stream: Defaulted<'_>,
    ) -> Result<Self> {
        let rules = rules.0;
        let hands = per_seat("hands", hands, rules)?;
        let starter = arguments::seat("dealer", dealer, &rules)? as u8;
        let boneyard = boneyard.map(|boneyard| tiles_in(boneyard, rules)).transpose()?;
        let chance = arguments::future_chance(seed, &stream)?;
        set_up(InPlay::deal(rules, hands, starter, boneyard)?, chance).map(Self)
    }

    /// Return a position in the middle of a round.
    ///
    /// from_position(rules: Rules, *, hands: Iterable[TilesLike], turn: int,
    ///     trains: Iterable[TilesLike] | None = None, mexican: TilesLike = '-',
    ///     marked: Iterable[int] = (), open_doubles: Iterable[int] = (), doubled: bool = False,
    ///     drew: bool = False, boneyard: TilesLike | None = None, seed: Seed = None,
    ///     stream: int = 0) -> Self
    ///
    /// `hands` and `trains` have one item per seat, as in `from_deal`. `marked` lists seats,
    /// `open_doubles` numbers of doubles. `boneyard` starts with the next tile; if it is not
    /// given, the remaining tiles are shuffled by `seed` and `stream`. Without a seed the system
    /// chooses one. Raises `InvalidStateError` if the position breaks the rules.
    #[classmethod]
    #[pyo3(
        signature = (
            rules, *, hands, turn, trains=None, mexican=Defaulted::Missing, marked=Defaulted::Missing,
            open_doubles=Defaulted::Missing, doubled=Defaulted::Missing, drew=Defaulted::Missing, boneyard=None,
            seed=None, stream=Defaulted::Missing
        ),
        text_signature = "(rules, *, hands, turn, trains=None, mexican='-', marked=(), open_doubles=(), \
            doubled=False, drew=False, boneyard=None, seed=None, stream=0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keyword arguments")]
    fn from_position(
        _cls: &Bound<'_, PyType>,
        rules: RulesArgument<MexicanTrain>,
        hands: &Bound<'_, PyAny>,
        turn: &Bound<'_, PyAny>,
        trains: Option<&Bound<'_, PyAny>>,
        mexican: Defaulted<'_>,
        marked: Defaulted<'_>,
        open_doubles: Defaulted<'_>,
        doubled: Defaulted<'_>,
        drew: Defaulted<'_>,
        boneyard: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        stream: Defaulted<'_>,
    ) -> Result<Self> {
        let rules = rules.0;
        let hands = per_seat("hands", hands, rules)?;
        let turn = arguments::seat("turn", turn, &rules)? as u8;
        let no_trains = || vec![Vec::new(); rules.players()];
        let trains = trains.map(|trains| per_seat("trains", trains, rules)).transpose()?;
        let trains = trains.unwrap_or_else(no_trains);
        let mexican = mexican.map_or(Vec::new(), |tiles| tiles_in(tiles, rules))?;
        let marked = marked.map_or(Vec::new(), |marked| {
            let seat = |item: &Bound<'_, PyAny>| Ok(arguments::seat("marked", item, &rules)? as u8);
            arguments::items_up_to("marked", "a list of seats", marked, SEATS, seat)
        })?;
        let open = open_doubles.map_or(Vec::new(), |doubles| {
            let number = |item: &Bound<'_, PyAny>| number("open_doubles", item, rules.set());
            arguments::items_up_to("open_doubles", "a list of integers", doubles, MAX_DOUBLES, number)
        })?;
        let doubled = doubled.map_or(false, |doubled| arguments::boolean("doubled", doubled))?;
        let drew = drew.map_or(false, |drew| arguments::boolean("drew", drew))?;
        let boneyard = boneyard.map(|boneyard| tiles_in(boneyard, rules)).transpose()?;
        let chance = arguments::future_chance(seed, &stream)?;
        let in_play = InPlay { rules, hands, turn, trains, mexican, marked, open, doubled, drew, boneyard };
        set_up(in_play, chance).map(Self)
    }
}

fn set_up(in_play: InPlay, chance: Stream) -> Result<GameState<MexicanTrain>> {
    let rules = in_play.rules;
    let (position, knowledge) = in_play.check(chance)?;
    Ok(EngineState::with_knowledge(rules, position, knowledge, Stream::without_seed()).into())
}

#[pymethods]
impl View {
    /// The tiles in the seat's own hand as text, ascending; "-" if empty.
    ///
    /// hand: Tiles
    #[getter]
    fn hand(&self) -> CardText {
        CardText(self.0.view().hand().to_string())
    }

    /// The tiles that are neither on the table nor in a hand that is shown.
    ///
    /// unseen: Tiles
    #[getter]
    fn unseen(&self) -> CardText {
        CardText(self.0.view().unseen().to_string())
    }

    /// The tiles in each seat's hand; None for a hidden hand.
    ///
    /// hands: tuple[Tiles | None, ...]
    ///
    /// When the round is over, all hands are shown.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let hand = |seat| {
            self.0.view().sees(seat).then(|| CardText(self.0.view().position().hand(seat).to_string()))
        };
        PyTuple::new(py, self.0.per_seat(|_, _, seat| hand(seat)))
    }
}

impl Move {
    fn tile_and_train(&self) -> Option<(Tile, Column)> {
        if let EngineMove::Play { tile, column } = *self.0.inner() { Some((tile, column)) } else { None }
    }
}
