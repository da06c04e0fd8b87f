//! What the classes of Mexican Train have of their own.

use oxideal_engine::mexican_train::{Column, InPlay, MexicanTrain, Move as EngineMove, SEATS, Tile, TrainId};
use oxideal_engine::{Rules as _, State as EngineState, Stream};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::arguments::{MAX_DOUBLES, number, per_seat, tiles_in};
use crate::arguments::{self, Optional};
use crate::classes::move_::no_constructor;
use crate::classes::{GameState, RoundClass as _, RulesArgument, game_classes};
use crate::errors::Result;

game_classes!(MexicanTrain, "oxideal.mexican_train");

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(
        signature = (
            *, players=Optional::Missing, set=Optional::Missing, engine=Optional::Missing,
            hand_size=Optional::Missing, follow_up=Optional::Missing, close_order=Optional::Missing
        ),
        text_signature = "(*, players=4, set=12, engine=None, hand_size=None, follow_up='available', \
            close_order='laid')"
    )]
    fn new(
        players: Optional<'_>,
        set: Optional<'_>,
        engine: Optional<'_>,
        hand_size: Optional<'_>,
        follow_up: Optional<'_>,
        close_order: Optional<'_>,
    ) -> Result<Self> {
        arguments::rules_of([players, set, engine, hand_size, follow_up, close_order]).map(Self)
    }

    /// The highest number on a tile (MT-01).
    #[getter]
    fn set(&self) -> u8 {
        self.0.set()
    }

    /// The number of the double in the hub (MT-05).
    #[getter]
    fn engine(&self) -> u8 {
        self.0.engine()
    }

    /// How many tiles each player draws (MT-04).
    #[getter]
    fn hand_size(&self) -> u8 {
        self.0.hand_size()
    }

    /// Where a tile that is no double may be laid after a double: "available" or "double" (MT-18).
    #[getter]
    fn follow_up(&self) -> &'static str {
        self.0.follow_up().name()
    }

    /// In which order open doubles are closed: "laid" or "reverse" (MT-23).
    #[getter]
    fn close_order(&self) -> &'static str {
        self.0.close_order().name()
    }

    /// The texts of all tiles, by their number.
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

    /// "play", "draw" or "pass".
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.chosen() {
            EngineMove::Pass => "pass",
            EngineMove::Draw => "draw",
            EngineMove::Play { .. } => "play",
        }
    }

    /// The tile, such as "9-12"; None of a draw and a pass.
    #[getter]
    fn tile(&self) -> Option<String> {
        self.tile_and_train().map(|(tile, _)| tile.to_string())
    }

    /// The train: "me", "mexican" or a seat, such as "3"; None of a draw and a pass.
    #[getter]
    fn train(&self) -> Option<String> {
        self.tile_and_train().map(|(_, column)| column.to_string())
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0.chosen())
    }
}

/// What `State` and `View` show of the round.
macro_rules! position_getters {
    ($Class:ident) => {
        #[pymethods]
        impl $Class {
            /// The seat whose turn it is, at the end whose it was last.
            #[getter]
            fn turn(&self) -> u8 {
                self.0.with_position(|_, position| position.turn())
            }

            /// The train of each seat, from the hub.
            #[getter]
            fn trains<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let trains =
                    self.0.per_seat(|rules, position, seat| position.train_text(*rules, TrainId::of(seat)));
                PyTuple::new(py, trains)
            }

            /// The train that belongs to all.
            #[getter]
            fn mexican(&self) -> String {
                self.0.with_position(|rules, position| position.train_text(*rules, TrainId::MEXICAN))
            }

            /// The number at the open end of each seat's train.
            #[getter]
            fn ends<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.per_seat(|_, position, seat| position.end(TrainId::of(seat))))
            }

            /// The number at the open end of the train that belongs to all.
            #[getter]
            fn mexican_end(&self) -> u8 {
                self.0.with_position(|_, position| position.end(TrainId::MEXICAN))
            }

            /// Whether each seat's train carries its marker (MT-13).
            #[getter]
            fn marked<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.per_seat(|_, position, seat| position.is_marked(seat)))
            }

            /// The numbers of the live open doubles, in the order in which they were laid.
            #[getter]
            fn open_doubles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let doubles: Vec<u8> = self.0.with_position(|_, position| position.open_doubles().collect());
                PyTuple::new(py, doubles)
            }

            /// The numbers of the doubles that can never be closed (MT-24).
            #[getter]
            fn dead_doubles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let doubles = self.0.with_position(|rules, position| position.dead_doubles(*rules));
                PyTuple::new(py, doubles)
            }

            /// Whether the player has laid a double in this turn.
            #[getter]
            fn doubled(&self) -> bool {
                self.0.with_position(|_, position| position.doubled())
            }

            /// Whether the player has drawn a tile since the turn, or its last double, began.
            #[getter]
            fn drew(&self) -> bool {
                self.0.with_position(|_, position| position.drew())
            }

            /// How many tiles each seat holds.
            #[getter]
            fn hand_sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let sizes = self.0.with_position(|rules, position| position.sizes(*rules).to_vec());
                PyTuple::new(py, sizes)
            }

            /// How many tiles are in the boneyard.
            #[getter]
            fn boneyard_size(&self) -> u8 {
                self.0.with_position(|_, position| position.boneyard_size())
            }

            /// The row of passes that ends the round when it is as long as there are players (MT-26).
            #[getter]
            fn idle_passes(&self) -> u8 {
                self.0.with_position(|_, position| position.idle())
            }

            /// The seat that has no tiles left.
            #[getter]
            fn went_out(&self) -> Option<u8> {
                self.0.with_position(|_, position| position.went_out())
            }

            /// For each seat the numbers of which it is known to hold no tile, doubles aside.
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
    /// What each seat holds.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.per_seat(|_, position, seat| position.hand(seat).to_string()))
    }

    /// The boneyard, the next tile first.
    #[getter]
    fn boneyard(&self) -> String {
        self.0.with_position(|_, position| position.boneyard_text())
    }

    /// A new round with these hands.
    #[classmethod]
    #[pyo3(
        signature = (rules, *, hands, starter, boneyard=None, seed=Optional::Missing, stream=Optional::Missing),
        text_signature = "(rules, *, hands, starter, boneyard=None, seed=0, stream=0)"
    )]
    fn from_deal(
        _cls: &Bound<'_, PyType>,
        rules: RulesArgument<MexicanTrain>,
        hands: &Bound<'_, PyAny>,
        starter: &Bound<'_, PyAny>,
        boneyard: Option<&Bound<'_, PyAny>>,
        seed: Optional<'_>,
        stream: Optional<'_>,
    ) -> Result<Self> {
        let rules = rules.0;
        let hands = per_seat("hands", hands, rules)?;
        let starter = arguments::seat("starter", starter, &rules)? as u8;
        let boneyard = boneyard.map(|boneyard| tiles_in(boneyard, rules)).transpose()?;
        let chance = arguments::chance_ahead(&seed, &stream)?;
        set_up(InPlay::deal(rules, hands, starter, boneyard)?, chance).map(Self)
    }

    /// A position in the middle of play; what is not given is filled in.
    #[classmethod]
    #[pyo3(
        signature = (
            rules, *, hands, turn, trains=None, mexican=Optional::Missing, marked=Optional::Missing,
            open_doubles=Optional::Missing, doubled=Optional::Missing, drew=Optional::Missing, boneyard=None,
            seed=Optional::Missing, stream=Optional::Missing
        ),
        text_signature = "(rules, *, hands, turn, trains=None, mexican='-', marked=(), open_doubles=(), \
            doubled=False, drew=False, boneyard=None, seed=0, stream=0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn from_position(
        _cls: &Bound<'_, PyType>,
        rules: RulesArgument<MexicanTrain>,
        hands: &Bound<'_, PyAny>,
        turn: &Bound<'_, PyAny>,
        trains: Option<&Bound<'_, PyAny>>,
        mexican: Optional<'_>,
        marked: Optional<'_>,
        open_doubles: Optional<'_>,
        doubled: Optional<'_>,
        drew: Optional<'_>,
        boneyard: Option<&Bound<'_, PyAny>>,
        seed: Optional<'_>,
        stream: Optional<'_>,
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
        let chance = arguments::chance_ahead(&seed, &stream)?;
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
    /// The own hand.
    #[getter]
    fn hand(&self) -> String {
        self.0.view().hand().to_string()
    }

    /// The tiles that are neither on the table nor in a hand that is seen.
    #[getter]
    fn unseen(&self) -> String {
        self.0.view().unseen().to_string()
    }

    /// What each seat holds; None for a hand that is not seen. At the end all are.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let hand = |seat| self.0.view().sees(seat).then(|| self.0.view().position().hand(seat).to_string());
        PyTuple::new(py, self.0.per_seat(|_, _, seat| hand(seat)))
    }
}

impl Move {
    fn tile_and_train(&self) -> Option<(Tile, Column)> {
        if let EngineMove::Play { tile, column } = *self.0.chosen() { Some((tile, column)) } else { None }
    }
}
