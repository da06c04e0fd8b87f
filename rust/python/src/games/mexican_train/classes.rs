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

game_classes! { MexicanTrain, "oxideal.mexican_train", MexicanTrainRules, MexicanTrainMove, MexicanTrainState, MexicanTrainView }

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

    #[doc = docstring!(MexicanTrainRules.set)]
    #[getter]
    fn set(&self) -> u8 {
        self.0.set()
    }

    #[doc = docstring!(MexicanTrainRules.engine)]
    #[getter]
    fn engine(&self) -> u8 {
        self.0.engine()
    }

    #[doc = docstring!(MexicanTrainRules.hand_size)]
    #[getter]
    fn hand_size(&self) -> u8 {
        self.0.hand_size()
    }

    #[doc = docstring!(MexicanTrainRules.follow_up)]
    #[getter]
    fn follow_up(&self) -> &'static str {
        self.0.follow_up().name()
    }

    #[doc = docstring!(MexicanTrainRules.close_order)]
    #[getter]
    fn close_order(&self) -> &'static str {
        self.0.close_order().name()
    }

    #[doc = docstring!(MexicanTrainRules.tiles)]
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

    #[doc = docstring!(MexicanTrainMove.kind)]
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.inner() {
            EngineMove::Pass => "pass",
            EngineMove::Draw => "draw",
            EngineMove::Play { .. } => "play",
        }
    }

    #[doc = docstring!(MexicanTrainMove.tile)]
    #[getter]
    fn tile(&self) -> Option<String> {
        self.tile_and_train().map(|(tile, _)| tile.to_string())
    }

    #[doc = docstring!(MexicanTrainMove.train)]
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
            #[doc = docstring!(MexicanTrainRoundApi.turn)]
            #[getter]
            fn turn(&self) -> u8 {
                self.0.with_position(|_, position| position.turn())
            }

            #[doc = docstring!(MexicanTrainRoundApi.trains)]
            #[getter]
            fn trains<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let trains =
                    self.0.per_seat(|rules, position, seat| position.train_text(*rules, TrainId::of(seat)));
                PyTuple::new(py, trains.into_iter().map(CardText))
            }

            #[doc = docstring!(MexicanTrainRoundApi.mexican)]
            #[getter]
            fn mexican(&self) -> CardText {
                CardText(
                    self.0.with_position(|rules, position| position.train_text(*rules, TrainId::MEXICAN)),
                )
            }

            #[doc = docstring!(MexicanTrainRoundApi.ends)]
            #[getter]
            fn ends<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.per_seat(|_, position, seat| position.end(TrainId::of(seat))))
            }

            #[doc = docstring!(MexicanTrainRoundApi.mexican_end)]
            #[getter]
            fn mexican_end(&self) -> u8 {
                self.0.with_position(|_, position| position.end(TrainId::MEXICAN))
            }

            #[doc = docstring!(MexicanTrainRoundApi.marked)]
            #[getter]
            fn marked<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.per_seat(|_, position, seat| position.is_marked(seat)))
            }

            #[doc = docstring!(MexicanTrainRoundApi.open_doubles)]
            #[getter]
            fn open_doubles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let doubles: Vec<u8> = self.0.with_position(|_, position| position.open_doubles().collect());
                PyTuple::new(py, doubles)
            }

            #[doc = docstring!(MexicanTrainRoundApi.dead_doubles)]
            #[getter]
            fn dead_doubles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let doubles = self.0.with_position(|rules, position| position.dead_doubles(*rules));
                PyTuple::new(py, doubles)
            }

            #[doc = docstring!(MexicanTrainRoundApi.doubled)]
            #[getter]
            fn doubled(&self) -> bool {
                self.0.with_position(|_, position| position.doubled())
            }

            #[doc = docstring!(MexicanTrainRoundApi.drew)]
            #[getter]
            fn drew(&self) -> bool {
                self.0.with_position(|_, position| position.drew())
            }

            #[doc = docstring!(MexicanTrainRoundApi.hand_sizes)]
            #[getter]
            fn hand_sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let sizes = self.0.with_position(|rules, position| position.sizes(*rules).to_vec());
                PyTuple::new(py, sizes)
            }

            #[doc = docstring!(MexicanTrainRoundApi.boneyard_size)]
            #[getter]
            fn boneyard_size(&self) -> u8 {
                self.0.with_position(|_, position| position.boneyard_size())
            }

            #[doc = docstring!(MexicanTrainRoundApi.idle_passes)]
            #[getter]
            fn idle_passes(&self) -> u8 {
                self.0.with_position(|_, position| position.idle())
            }

            #[doc = docstring!(MexicanTrainRoundApi.went_out)]
            #[getter]
            fn went_out(&self) -> Option<u8> {
                self.0.with_position(|_, position| position.went_out())
            }

            #[doc = docstring!(MexicanTrainRoundApi.lacks)]
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
    #[doc = docstring!(MexicanTrainState.hands)]
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.per_seat(|_, position, seat| CardText(position.hand(seat).to_string())))
    }

    #[doc = docstring!(MexicanTrainState.boneyard)]
    #[getter]
    fn boneyard(&self) -> CardText {
        CardText(self.0.with_position(|_, position| position.boneyard_text()))
    }

    #[doc = docstring!(MexicanTrainState.from_deal)]
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

    #[doc = docstring!(MexicanTrainState.from_position)]
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
    #[doc = docstring!(MexicanTrainView.hand)]
    #[getter]
    fn hand(&self) -> CardText {
        CardText(self.0.view().hand().to_string())
    }

    #[doc = docstring!(MexicanTrainView.unseen)]
    #[getter]
    fn unseen(&self) -> CardText {
        CardText(self.0.view().unseen().to_string())
    }

    #[doc = docstring!(MexicanTrainView.hands)]
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
