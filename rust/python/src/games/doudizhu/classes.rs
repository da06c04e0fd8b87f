//! What Dou Dizhu adds to the classes.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use oxideal_engine::doudizhu::{
    Beat, Cards, DouDizhu, InPlay, Move as EngineMove, Play, Position, RANKS, Rules as EngineRules, letter,
};
use oxideal_engine::{Error, Rules as _, State as EngineState, Stream};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple, PyType};

use super::CardText;
use super::arguments::{cards_of, hands_of, other_move, play_move, play_of, seat_of};
use crate::arguments::{self, Defaulted};
use crate::classes::move_::no_constructor;
use crate::classes::{RoundClass as _, RulesArgument, game_classes};
use crate::errors::Result;
use crate::package::CardSource;

game_classes! { DouDizhu, "oxideal.doudizhu", DouDizhuRules, DouDizhuMove, DouDizhuState, DouDizhuView }

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(
        signature = (*values, **options),
        text_signature = "(*, players=3, auction='bid', all_pass='redeal', max_redeals=100, sequence_max=12, spring=False, \
            kicker_repeat=1, kicker_both_jokers=False, kicker_extends_chain=False, quadplex=True, doubling=False, \
            open_hand=False, max_doublings=None)"
    )]
    fn new(values: &Bound<'_, PyTuple>, options: Option<&Bound<'_, PyDict>>) -> Result<Self> {
        arguments::rules_of(values, options).map(Self)
    }

    #[doc = docstring!(DouDizhuRules.preset)]
    #[classmethod]
    #[pyo3(signature = (name, /))]
    fn preset(_cls: &Bound<'_, PyType>, name: &Bound<'_, PyAny>) -> Result<Self> {
        Ok(Self(EngineRules::preset(&arguments::text("name", name)?)?))
    }

    #[doc = docstring!(DouDizhuRules.auction)]
    #[getter]
    fn auction<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        let none = || PyBool::new(py, false).to_owned().into_any();
        self.0.options().auction.name().map_or_else(none, |name| PyString::new(py, name).into_any())
    }

    #[doc = docstring!(DouDizhuRules.all_pass)]
    #[getter]
    fn all_pass(&self) -> &'static str {
        self.0.options().all_pass.name()
    }

    #[doc = docstring!(DouDizhuRules.max_redeals)]
    #[getter]
    fn max_redeals(&self) -> Option<u8> {
        self.0.options().max_redeals
    }

    #[doc = docstring!(DouDizhuRules.sequence_max)]
    #[getter]
    fn sequence_max(&self) -> u8 {
        self.0.options().sequence_max
    }

    #[doc = docstring!(DouDizhuRules.spring)]
    #[getter]
    fn spring(&self) -> bool {
        self.0.options().spring
    }

    #[doc = docstring!(DouDizhuRules.kicker_repeat)]
    #[getter]
    fn kicker_repeat(&self) -> u8 {
        self.0.options().kicker_repeat
    }

    #[doc = docstring!(DouDizhuRules.kicker_both_jokers)]
    #[getter]
    fn kicker_both_jokers(&self) -> bool {
        self.0.options().kicker_both_jokers
    }

    #[doc = docstring!(DouDizhuRules.kicker_extends_chain)]
    #[getter]
    fn kicker_extends_chain(&self) -> bool {
        self.0.options().kicker_extends_chain
    }

    #[doc = docstring!(DouDizhuRules.quadplex)]
    #[getter]
    fn quadplex(&self) -> bool {
        self.0.options().quadplex
    }

    #[doc = docstring!(DouDizhuRules.doubling)]
    #[getter]
    fn doubling(&self) -> bool {
        self.0.options().doubling
    }

    #[doc = docstring!(DouDizhuRules.open_hand)]
    #[getter]
    fn open_hand(&self) -> bool {
        self.0.options().open_hand
    }

    #[doc = docstring!(DouDizhuRules.max_doublings)]
    #[getter]
    fn max_doublings(&self) -> Option<u8> {
        self.0.options().max_doublings
    }

    #[doc = docstring!(DouDizhuRules.action_features)]
    fn action_features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let actions = self.0.num_actions();
        let features: Vec<u8> = (0..actions).flat_map(|action| self.0.features(action)).collect();
        PyArray1::from_vec(py, features).reshape([actions as usize, RANKS])
    }
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (), text_signature = "()")]
    fn new() -> PyResult<Self> {
        Err(no_constructor("Rules.move(), Rules.parse(), classify() or legal_moves()"))
    }

    #[doc = docstring!(DouDizhuMove.kind)]
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.inner().kind()
    }

    #[doc = docstring!(DouDizhuMove.bid)]
    #[getter]
    fn bid(&self) -> Option<u8> {
        if let EngineMove::Bid(bid) = self.0.inner() { Some(*bid) } else { None }
    }

    #[doc = docstring!(DouDizhuMove.rank)]
    #[getter]
    fn rank(&self) -> Option<char> {
        self.0.inner().play().map(|play| letter(play.rank()))
    }

    #[doc = docstring!(DouDizhuMove.length)]
    #[getter]
    fn length(&self) -> u8 {
        self.0.inner().play().map_or(0, Play::length)
    }

    #[doc = docstring!(DouDizhuMove.cards)]
    #[getter]
    fn cards(&self) -> String {
        self.0.inner().play().map_or(Cards::NONE, Play::cards).to_string()
    }

    #[doc = docstring!(DouDizhuMove.main)]
    #[getter]
    fn main(&self) -> String {
        self.0.inner().play().map_or(Cards::NONE, Play::main).to_string()
    }

    #[doc = docstring!(DouDizhuMove.attached)]
    #[getter]
    fn attached(&self) -> String {
        self.0.inner().play().map_or(Cards::NONE, Play::attached).to_string()
    }

    #[doc = docstring!(DouDizhuMove.beats)]
    #[pyo3(signature = (other, /))]
    fn beats(&self, other: &Bound<'_, PyAny>) -> Result<bool> {
        Ok(self.why_not(other)?.is_none())
    }

    #[doc = docstring!(DouDizhuMove.why_not)]
    #[pyo3(signature = (other, /))]
    fn why_not(&self, other: &Bound<'_, PyAny>) -> Result<Option<String>> {
        Ok(self.0.inner().why_not(&other_move(other, self.0.rules())?))
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
            #[doc = docstring!(DouDizhuRoundApi.phase)]
            #[getter]
            fn phase(&self) -> &'static str {
                self.0.with_position(|_, position| position.phase().name())
            }

            #[doc = docstring!(DouDizhuRoundApi.dealer)]
            #[getter]
            fn dealer(&self) -> u8 {
                self.0.with_position(|_, position| position.dealer())
            }

            #[doc = docstring!(DouDizhuRoundApi.redeals)]
            #[getter]
            fn redeals(&self) -> u8 {
                self.0.with_position(|_, position| position.redeals())
            }

            #[doc = docstring!(DouDizhuRoundApi.first_bidder)]
            #[getter]
            fn first_bidder(&self) -> u8 {
                self.0.with_position(|_, position| position.first_bidder())
            }

            #[doc = docstring!(DouDizhuRoundApi.face_up)]
            #[getter]
            fn face_up(&self) -> Option<char> {
                self.0.with_position(|_, position| position.face_up().map(|face_up| letter(face_up.rank)))
            }

            #[doc = docstring!(DouDizhuRoundApi.face_up_seat)]
            #[getter]
            fn face_up_seat(&self) -> Option<u8> {
                self.0.with_position(|_, position| position.face_up().and_then(|face_up| face_up.seat))
            }

            #[doc = docstring!(DouDizhuRoundApi.bids)]
            #[getter]
            fn bids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.with_position(|_, position| position.bids()).iter())
            }

            #[doc = docstring!(DouDizhuRoundApi.landlord)]
            #[getter]
            fn landlord(&self) -> Option<u8> {
                self.0.with_position(|_, position| position.landlord())
            }

            #[doc = docstring!(DouDizhuRoundApi.bid)]
            #[getter]
            fn bid(&self) -> Option<u8> {
                self.0.with_position(|rules, position| position.bid(rules))
            }

            #[doc = docstring!(DouDizhuRoundApi.hand_sizes)]
            #[getter]
            fn hand_sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let sizes: Vec<u32> = self.0.with_position(|rules, position| {
                    (0..rules.options().players).map(|seat| position.left(rules, seat)).collect()
                });
                PyTuple::new(py, sizes)
            }

            #[doc = docstring!(DouDizhuRoundApi.played)]
            #[getter]
            fn played<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let played = self.0.with_position(|rules, position| position.played(rules).to_vec());
                PyTuple::new(py, played.iter().map(|cards| CardText(cards.to_string())))
            }

            #[doc = docstring!(DouDizhuRoundApi.plays)]
            #[getter]
            fn plays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let plays = self.0.with_position(|rules, position| position.plays(rules).to_vec());
                PyTuple::new(py, plays)
            }

            #[doc = docstring!(DouDizhuRoundApi.doublings)]
            #[getter]
            fn doublings(&self) -> u8 {
                self.0.with_position(|_, position| position.doublings())
            }

            #[doc = docstring!(DouDizhuRoundApi.doubled)]
            #[getter]
            fn doubled<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let doubled: Vec<bool> =
                    self.0.with_position(|rules, position| position.doubled(rules).collect());
                PyTuple::new(py, doubled)
            }

            #[doc = docstring!(DouDizhuRoundApi.shown)]
            #[getter]
            fn shown(&self) -> bool {
                self.0.with_position(|_, position| position.shown())
            }

            #[doc = docstring!(DouDizhuRoundApi.stakes)]
            #[getter]
            fn stakes<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
                let stakes = self.0.with_position(|rules, position| {
                    position.stakes(rules).map(|stakes| stakes[..rules.players()].to_vec())
                });
                stakes.map(|stakes| PyTuple::new(py, stakes)).transpose()
            }

            #[doc = docstring!(DouDizhuRoundApi.to_beat)]
            #[getter]
            fn to_beat(&self) -> Result<Option<Move>> {
                let found = self
                    .0
                    .with_position(|rules, position| position.to_beat().map(|(play, _)| (*rules, play)));
                found.map(|(rules, play)| play_move(&rules, play).map(Move)).transpose()
            }

            #[doc = docstring!(DouDizhuRoundApi.to_beat_seat)]
            #[getter]
            fn to_beat_seat(&self) -> Option<u8> {
                self.0.with_position(|_, position| position.to_beat().map(|(_, seat)| seat))
            }

            #[doc = docstring!(DouDizhuRoundApi.passes)]
            #[getter]
            fn passes(&self) -> u8 {
                self.0.with_position(|_, position| position.passes())
            }
        }
    };
}

position_getters!(State);
position_getters!(View);

#[pymethods]
impl State {
    #[doc = docstring!(DouDizhuState.hands)]
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let hands = self.0.with_position(|rules, position| position.hands(rules).to_vec());
        PyTuple::new(py, hands.iter().map(|hand| CardText(hand.to_string())))
    }

    #[doc = docstring!(DouDizhuState.kitty)]
    #[getter]
    fn kitty(&self) -> CardText {
        CardText(self.0.with_position(|_, position| position.kitty()).to_string())
    }

    #[doc = docstring!(DouDizhuState.from_deal)]
    #[classmethod]
    #[pyo3(
        signature = (
            rules, *, hands, kitty, first_bidder, dealer=None, seed=None,
            stream=Defaulted::Missing
        ),
        text_signature = "(rules, *, hands, kitty, first_bidder, dealer=None, seed=None, stream=0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keyword arguments")]
    fn from_deal(
        _cls: &Bound<'_, PyType>,
        rules: RulesArgument<DouDizhu>,
        hands: &Bound<'_, PyAny>,
        kitty: &Bound<'_, PyAny>,
        first_bidder: &Bound<'_, PyAny>,
        dealer: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        stream: Defaulted<'_>,
    ) -> Result<Self> {
        let rules = rules.0;
        let hands = hands_of("hands", hands, &rules)?;
        let kitty = cards_of(kitty, &rules, CardSource::SetUpState)?;
        let first = arguments::seat("first_bidder", first_bidder, &rules)? as u8;
        let dealer = seat_of("dealer", dealer, &rules)?;
        let chance = arguments::future_chance(seed, &stream)?;
        let position = Position::from_deal(rules, &hands, kitty, first, dealer)?;
        Ok(Self(EngineState::from_position(rules, position, chance).into()))
    }

    #[doc = docstring!(DouDizhuState.from_position)]
    #[classmethod]
    #[pyo3(
        signature = (
            rules, *, hands, landlord, bid=Defaulted::Missing, lead=None, to_beat=None, by=None,
            passes=Defaulted::Missing, played=None, plays=None, kitty=None, doublings=Defaulted::Missing,
            robs=Defaulted::Missing, doubled=None, shown=Defaulted::Missing
        ),
        text_signature = "(rules, *, hands, landlord, bid=1, lead=None, to_beat=None, by=None, passes=0, \
            played=None, plays=None, kitty=None, doublings=0, robs=0, doubled=None, shown=False)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keyword arguments")]
    fn from_position(
        _cls: &Bound<'_, PyType>,
        rules: RulesArgument<DouDizhu>,
        hands: &Bound<'_, PyAny>,
        landlord: &Bound<'_, PyAny>,
        bid: Defaulted<'_>,
        lead: Option<&Bound<'_, PyAny>>,
        to_beat: Option<&Bound<'_, PyAny>>,
        by: Option<&Bound<'_, PyAny>>,
        passes: Defaulted<'_>,
        played: Option<&Bound<'_, PyAny>>,
        plays: Option<&Bound<'_, PyAny>>,
        kitty: Option<&Bound<'_, PyAny>>,
        doublings: Defaulted<'_>,
        robs: Defaulted<'_>,
        doubled: Option<&Bound<'_, PyAny>>,
        shown: Defaulted<'_>,
    ) -> Result<Self> {
        let rules = rules.0;
        let number = |name, value: &Defaulted<'_>, low, high, default| {
            value.map_or(default, |value| Ok(arguments::integer(name, value, low, high)? as u8))
        };
        let hands = hands_of("hands", hands, &rules)?;
        let landlord = arguments::seat("landlord", landlord, &rules)? as u8;
        let bid = number("bid", &bid, 1, 3, 1)?;
        let lead = seat_of("lead", lead, &rules)?;
        let play = to_beat.map(|to_beat| play_of(to_beat, &rules)).transpose()?;
        let by = seat_of("by", by, &rules)?;
        let passes = number("passes", &passes, 0, 3, 0)?;
        let played = played.map(|played| hands_of("played", played, &rules)).transpose()?;
        let count = |item: &Bound<'_, PyAny>| Ok(arguments::integer("plays", item, 0, 99)? as u8);
        let plays = plays.map(|plays| arguments::per_seat("plays", plays, &rules, rules.players(), count));
        let plays = plays.transpose()?;
        let kitty = kitty.map(|kitty| cards_of(kitty, &rules, CardSource::SetUpState)).transpose()?;
        let doublings = number("doublings", &doublings, 0, 99, 0)?;
        let robs = number("robs", &robs, 0, 4, 0)?;
        let answer = |item: &Bound<'_, PyAny>| arguments::boolean("doubled", item);
        let doubled =
            doubled.map(|doubled| arguments::per_seat("doubled", doubled, &rules, rules.players(), answer));
        let doubled = doubled.transpose()?.unwrap_or_default();
        let shown = shown.map_or(false, |shown| arguments::boolean("shown", shown))?;
        let wrong = |text: &str| Err(Error::InvalidArgument(text.into()).into());
        if lead.is_some() && play.is_some() {
            return wrong("\"lead\" and \"to_beat\" are mutually exclusive");
        }
        let beat = match (play, by) {
            (None, None) => None,
            (Some(play), Some(seat)) => Some(Beat { play, seat, passes }),
            (Some(_), None) => return wrong("\"to_beat\" requires \"by\""),
            (None, Some(_)) => return wrong("\"by\" requires \"to_beat\""),
        };
        let in_play = InPlay {
            rules,
            hands,
            landlord,
            bid,
            lead,
            beat,
            played,
            plays,
            kitty,
            doublings,
            robs,
            doubled,
            shown,
        };
        let position = in_play.check()?;
        Ok(Self(EngineState::from_position(rules, position, Stream::without_seed()).into()))
    }
}

#[pymethods]
impl View {
    #[doc = docstring!(DouDizhuView.hand)]
    #[getter]
    fn hand(&self) -> CardText {
        CardText(self.0.view().hand().to_string())
    }

    #[doc = docstring!(DouDizhuView.unseen)]
    #[getter]
    fn unseen(&self) -> CardText {
        CardText(self.0.view().unseen().to_string())
    }

    #[doc = docstring!(DouDizhuView.known)]
    #[getter]
    fn known<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let seats = 0..self.0.with_position(|rules, _| rules.options().players);
        PyTuple::new(
            py,
            seats.map(|seat| CardText(self.0.view().known(seat).to_string())).collect::<Vec<_>>(),
        )
    }

    #[doc = docstring!(DouDizhuView.kitty)]
    #[getter]
    fn kitty(&self) -> Option<CardText> {
        self.0
            .with_position(|_, position| position.landlord().map(|_| CardText(position.kitty().to_string())))
    }
}
