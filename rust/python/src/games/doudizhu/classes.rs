//! What Dou Dizhu adds to the classes.

use numpy::PyArrayMethods;
use oxideal_engine::doudizhu::{
    Beat, Cards, DouDizhu, InPlay, Move as EngineMove, Play, Position, RANKS, Rules as EngineRules, letter,
};
use oxideal_engine::{Error, Rules as _, State as EngineState, Stream};
use pyo3::types::{PyBool, PyString};

use super::CardText;
use super::arguments::{cards_of, hands_of, other_move, play_move, play_of, seat_of};
use crate::classes::move_::no_constructor;
use crate::classes::prelude::*;
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

    #[doc = docstring!(DouDizhuRules.action_features)]
    fn action_features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let actions = self.0.num_actions();
        let features: Vec<u8> = (0..actions).flat_map(|action| self.0.features(action)).collect();
        PyArray1::from_vec(py, features).reshape([actions as usize, RANKS])
    }
}

properties! { DouDizhuRules of Rules {
    all_pass: &'static str = |rules| rules.options().all_pass.name();
    max_redeals: Option<u8> = |rules| rules.options().max_redeals;
    sequence_max: u8 = |rules| rules.options().sequence_max;
    spring: bool = |rules| rules.options().spring;
    kicker_repeat: u8 = |rules| rules.options().kicker_repeat;
    kicker_both_jokers: bool = |rules| rules.options().kicker_both_jokers;
    kicker_extends_chain: bool = |rules| rules.options().kicker_extends_chain;
    quadplex: bool = |rules| rules.options().quadplex;
    doubling: bool = |rules| rules.options().doubling;
    open_hand: bool = |rules| rules.options().open_hand;
    max_doublings: Option<u8> = |rules| rules.options().max_doublings;
} }

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (), text_signature = "()")]
    fn new() -> PyResult<Self> {
        Err(no_constructor("Rules.move(), Rules.parse(), classify() or legal_moves()"))
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

properties! { DouDizhuMove of Move {
    kind: &'static str = |given| given.inner().kind();
    bid: Option<u8> = |given| match given.inner() {
        EngineMove::Bid(bid) => Some(*bid),
        _ => None,
    };
    rank: Option<char> = |given| given.inner().play().map(|play| letter(play.rank()));
    length: u8 = |given| given.inner().play().map_or(0, Play::length);
    cards: String = |given| given.inner().play().map_or(Cards::NONE, Play::cards).to_string();
    main: String = |given| given.inner().play().map_or(Cards::NONE, Play::main).to_string();
    attached: String = |given| given.inner().play().map_or(Cards::NONE, Play::attached).to_string();
} }

position_properties! { DouDizhuRoundApi {
    phase: &'static str = |_, position| position.phase().name();
    dealer: u8 = |_, position| position.dealer();
    redeals: u8 = |_, position| position.redeals();
    first_bidder: u8 = |_, position| position.first_bidder();
    face_up: Option<char> = |_, position| position.face_up().map(|face_up| letter(face_up.rank));
    face_up_seat: Option<u8> = |_, position| position.face_up().and_then(|face_up| face_up.seat);
    bids: Tuple<u8> = |_, position| position.bids().iter().collect();
    landlord: Option<u8> = |_, position| position.landlord();
    bid: Option<u8> = |rules, position| position.bid(rules);
    played: Tuple<CardText> =
        |rules, position| position.played(rules).iter().map(|cards| CardText(cards.to_string())).collect();
    plays: Tuple<u8> = |rules, position| Tuple(position.plays(rules).to_vec());
    doublings: u8 = |_, position| position.doublings();
    doubled: Tuple<bool> = |rules, position| position.doubled(rules).collect();
    shown: bool = |_, position| position.shown();
    stakes: Option<Tuple<i32>> =
        |rules, position| position.stakes(rules).map(|stakes| Tuple(stakes[..rules.players()].to_vec()));
    to_beat_seat: Option<u8> = |_, position| position.to_beat().map(|(_, seat)| seat);
    passes: u8 = |_, position| position.passes();
} }

properties! { DouDizhuRoundApi of State, View {
    hand_sizes: Tuple<u32> = |round| round.per_seat(|rules, position, seat| position.left(rules, seat));
    to_beat: Result<Option<Move>> = |round| {
        let found = round.with_position(|rules, position| position.to_beat().map(|(play, _)| (*rules, play)));
        found.map(|(rules, play)| play_move(&rules, play).map(Move)).transpose()
    };
} }

properties! { DouDizhuState of State {
    hands: Tuple<CardText> = |state| state.with_position(|rules, position| {
        position.hands(rules).iter().map(|hand| CardText(hand.to_string())).collect()
    });
    kitty: CardText = |state| CardText(state.with_position(|_, position| position.kitty()).to_string());
} }

#[pymethods]
impl State {
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

properties! { DouDizhuView of View {
    hand: CardText = |view| CardText(view.view().hand().to_string());
    unseen: CardText = |view| CardText(view.view().unseen().to_string());
    known: Tuple<CardText> = |view| view.per_seat(|_, _, seat| CardText(view.view().known(seat).to_string()));
    kitty: Option<CardText> = |view| view.with_position(|_, position| {
        position.landlord().map(|_| CardText(position.kitty().to_string()))
    });
} }
