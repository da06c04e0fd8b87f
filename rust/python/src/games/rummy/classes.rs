//! What Rummy adds to the classes.

use oxideal_engine::rummy::{InPlay, Meld, Move as EngineMove, Rummy, listed};
use oxideal_engine::{State as EngineState, Stream};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::CardText;
use super::arguments::{card_of, cards_of, melds_of, per_seat};
use crate::arguments::{self, Defaulted};
use crate::classes::move_::no_constructor;
use crate::classes::{GameState, RoundClass as _, RulesArgument, game_classes};
use crate::errors::Result;
use crate::package::CardSource;

game_classes! { Rummy, "oxideal.rummy", RummyRules, RummyMove, RummyState, RummyView }

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(
        signature = (*values, **options),
        text_signature = "(*, players=2, hand_size=None, ace='low', must_discard_out=False, turn_limit=1000)"
    )]
    fn new(values: &Bound<'_, PyTuple>, options: Option<&Bound<'_, PyDict>>) -> Result<Self> {
        arguments::rules_of(values, options).map(Self)
    }

    #[doc = docstring!(RummyRules.hand_size)]
    #[getter]
    fn hand_size(&self) -> u8 {
        self.0.hand_size()
    }

    #[doc = docstring!(RummyRules.ace)]
    #[getter]
    fn ace(&self) -> &'static str {
        self.0.ace().name()
    }

    #[doc = docstring!(RummyRules.must_discard_out)]
    #[getter]
    fn must_discard_out(&self) -> bool {
        self.0.must_discard_out()
    }

    #[doc = docstring!(RummyRules.turn_limit)]
    #[getter]
    fn turn_limit(&self) -> u16 {
        self.0.turn_limit()
    }
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (), text_signature = "()")]
    fn new() -> PyResult<Self> {
        Err(no_constructor("Rules.move(), Rules.parse() or legal_moves()"))
    }

    #[doc = docstring!(RummyMove.kind)]
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.inner() {
            EngineMove::Draw => "draw",
            EngineMove::Take => "take",
            EngineMove::Meld(_) => "meld",
            EngineMove::LayOff { .. } => "lay_off",
            EngineMove::Discard(_) => "discard",
        }
    }

    #[doc = docstring!(RummyMove.cards)]
    #[getter]
    fn cards(&self) -> Option<String> {
        match self.0.inner() {
            EngineMove::Draw | EngineMove::Take => None,
            EngineMove::Meld(meld) => Some(meld.to_string()),
            EngineMove::LayOff { card, .. } | EngineMove::Discard(card) => Some(card.to_string()),
        }
    }

    #[doc = docstring!(RummyMove.place)]
    #[getter]
    fn place(&self) -> Option<&'static str> {
        if let EngineMove::LayOff { place, .. } = self.0.inner() { Some(place.name()) } else { None }
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
            #[doc = docstring!(RummyRoundApi.dealer)]
            #[getter]
            fn dealer(&self) -> u8 {
                self.0.with_position(|rules, position| position.dealer(*rules))
            }

            #[doc = docstring!(RummyRoundApi.turn)]
            #[getter]
            fn turn(&self) -> u8 {
                self.0.with_position(|_, position| position.turn())
            }

            #[doc = docstring!(RummyRoundApi.drew)]
            #[getter]
            fn drew(&self) -> bool {
                self.0.with_position(|_, position| position.drew())
            }

            #[doc = docstring!(RummyRoundApi.took)]
            #[getter]
            fn took(&self) -> Option<String> {
                self.0.with_position(|_, position| position.took().map(|card| card.to_string()))
            }

            #[doc = docstring!(RummyRoundApi.laid)]
            #[getter]
            fn laid(&self) -> bool {
                self.0.with_position(|_, position| position.laid())
            }

            #[doc = docstring!(RummyRoundApi.turns)]
            #[getter]
            fn turns(&self) -> u16 {
                self.0.with_position(|_, position| position.turns())
            }

            #[doc = docstring!(RummyRoundApi.hand_sizes)]
            #[getter]
            fn hand_sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.per_seat(|_, position, seat| position.size(seat)))
            }

            #[doc = docstring!(RummyRoundApi.table)]
            #[getter]
            fn table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let melds: Vec<Meld> = self.0.with_position(|_, position| position.table().melds().collect());
                PyTuple::new(py, melds.iter().map(|meld| CardText(meld.to_string())))
            }

            #[doc = docstring!(RummyRoundApi.discards)]
            #[getter]
            fn discards(&self) -> CardText {
                CardText(self.0.with_position(|_, position| listed(position.discards())))
            }

            #[doc = docstring!(RummyRoundApi.stock_size)]
            #[getter]
            fn stock_size(&self) -> u8 {
                self.0.with_position(|_, position| position.stock_size())
            }

            #[doc = docstring!(RummyRoundApi.opened)]
            #[getter]
            fn opened<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.per_seat(|_, position, seat| position.has_opened(seat)))
            }

            #[doc = docstring!(RummyRoundApi.went_out)]
            #[getter]
            fn went_out(&self) -> Option<u8> {
                self.0.with_position(|_, position| position.went_out())
            }

            #[doc = docstring!(RummyRoundApi.went_rummy)]
            #[getter]
            fn went_rummy(&self) -> bool {
                self.0.with_position(|_, position| position.went_rummy())
            }

            #[doc = docstring!(RummyRoundApi.taken)]
            #[getter]
            fn taken<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let (rules, knowledge) = (self.0.rules(), self.0.knowledge());
                let taken = (0..rules.0.seats()).map(|seat| CardText(knowledge.taken(seat).to_string()));
                PyTuple::new(py, taken.collect::<Vec<_>>())
            }

            #[doc = docstring!(RummyRoundApi.earlier)]
            #[getter]
            fn earlier<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let (rules, knowledge) = (self.0.rules(), self.0.knowledge());
                let earlier = knowledge.earlier().iter().map(|stock| {
                    Ok((CardText(stock.cards().to_string()), PyTuple::new(py, stock.held(rules.0))?))
                });
                PyTuple::new(py, earlier.collect::<PyResult<Vec<_>>>()?)
            }
        }
    };
}

position_getters!(State);
position_getters!(View);

#[pymethods]
impl State {
    #[doc = docstring!(RummyState.hands)]
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.per_seat(|_, position, seat| CardText(position.hand(seat).to_string())))
    }

    #[doc = docstring!(RummyState.stock)]
    #[getter]
    fn stock(&self) -> CardText {
        CardText(self.0.with_position(|_, position| listed(position.stock())))
    }

    #[doc = docstring!(RummyState.from_deal)]
    #[classmethod]
    #[pyo3(
        signature = (
            rules, *, hands, dealer, upcard, stock=None, seed=None, stream=Defaulted::Missing
        ),
        text_signature = "(rules, *, hands, dealer, upcard, stock=None, seed=None, stream=0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keyword arguments")]
    fn from_deal(
        _cls: &Bound<'_, PyType>,
        rules: RulesArgument<Rummy>,
        hands: &Bound<'_, PyAny>,
        dealer: &Bound<'_, PyAny>,
        upcard: &Bound<'_, PyAny>,
        stock: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        stream: Defaulted<'_>,
    ) -> Result<Self> {
        let rules = rules.0;
        let hands = per_seat("hands", hands, rules)?;
        let dealer = arguments::seat("dealer", dealer, &rules)? as u8;
        let upcard = card_of("upcard", upcard)?;
        let stock = stock.map(|stock| cards_of(stock, CardSource::SetUpState)).transpose()?;
        let chance = arguments::future_chance(seed, &stream)?;
        set_up(InPlay::deal(rules, hands, dealer, upcard, stock)?, chance).map(Self)
    }

    #[doc = docstring!(RummyState.from_position)]
    #[classmethod]
    #[pyo3(
        signature = (
            rules, *, hands, turn, discards, table=Defaulted::Missing, stock=None, drew=Defaulted::Missing, took=None,
            laid=Defaulted::Missing, rummy=Defaulted::Missing, turns=Defaulted::Missing, taken=None,
            seed=None, stream=Defaulted::Missing
        ),
        text_signature = "(rules, *, hands, turn, discards, table=(), stock=None, drew=False, took=None, laid=False, \
            rummy=False, turns=0, taken=None, seed=None, stream=0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keyword arguments")]
    fn from_position(
        _cls: &Bound<'_, PyType>,
        rules: RulesArgument<Rummy>,
        hands: &Bound<'_, PyAny>,
        turn: &Bound<'_, PyAny>,
        discards: &Bound<'_, PyAny>,
        table: Defaulted<'_>,
        stock: Option<&Bound<'_, PyAny>>,
        drew: Defaulted<'_>,
        took: Option<&Bound<'_, PyAny>>,
        laid: Defaulted<'_>,
        rummy: Defaulted<'_>,
        turns: Defaulted<'_>,
        taken: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        stream: Defaulted<'_>,
    ) -> Result<Self> {
        let rules = rules.0;
        let hands = per_seat("hands", hands, rules)?;
        let turn = arguments::seat("turn", turn, &rules)? as u8;
        let discards = cards_of(discards, CardSource::SetUpState)?;
        let table = table.map_or(Vec::new(), |table| melds_of(table, rules.ace(), CardSource::SetUpState))?;
        let stock = stock.map(|stock| cards_of(stock, CardSource::SetUpState)).transpose()?;
        let boolean =
            |name, value: &Defaulted<'_>| value.map_or(false, |value| arguments::boolean(name, value));
        let drew = boolean("drew", &drew)?;
        let took = took.map(|card| card_of("took", card)).transpose()?;
        let laid = boolean("laid", &laid)?;
        let goes_rummy = boolean("rummy", &rummy)?;
        let limit = rules.turn_limit().into();
        let turns = turns.map_or(0, |turns| Ok(arguments::integer("turns", turns, 0, limit)? as u32))?;
        let taken = taken.map(|taken| per_seat("taken", taken, rules)).transpose()?;
        let chance = arguments::future_chance(seed, &stream)?;
        let in_play =
            InPlay { rules, hands, turn, discards, table, stock, drew, took, laid, goes_rummy, turns, taken };
        set_up(in_play, chance).map(Self)
    }
}

fn set_up(in_play: InPlay, mut chance: Stream) -> Result<GameState<Rummy>> {
    let rules = in_play.rules;
    let (position, knowledge) = in_play.check(&mut chance)?;
    Ok(EngineState::with_knowledge(rules, position, knowledge, chance).into())
}

#[pymethods]
impl View {
    #[doc = docstring!(RummyView.hand)]
    #[getter]
    fn hand(&self) -> CardText {
        CardText(self.0.view().hand().to_string())
    }

    #[doc = docstring!(RummyView.unseen)]
    #[getter]
    fn unseen(&self) -> CardText {
        CardText(self.0.view().unseen().to_string())
    }

    #[doc = docstring!(RummyView.drawable)]
    #[getter]
    fn drawable(&self) -> CardText {
        CardText(self.0.view().drawable().to_string())
    }

    #[doc = docstring!(RummyView.known)]
    #[getter]
    fn known<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.per_seat(|_, _, seat| CardText(self.0.view().known(seat).to_string())))
    }

    #[doc = docstring!(RummyView.hands)]
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let hand = |seat| {
            self.0.view().sees(seat).then(|| CardText(self.0.view().position().hand(seat).to_string()))
        };
        PyTuple::new(py, self.0.per_seat(|_, _, seat| hand(seat)))
    }
}
