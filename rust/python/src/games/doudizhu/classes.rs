//! What the classes of Dou Dizhu have of their own.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use oxideal_engine::doudizhu::{
    Beat, Cards, DouDizhu, InPlay, Move as EngineMove, Play, Position, RANKS, Rules as EngineRules, letter,
};
use oxideal_engine::{Error, Rules as _, State as EngineState, Stream};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::arguments::{cards_of, hands_of, other_move, play_move, play_of, seat_of};
use crate::arguments::{self, Optional};
use crate::classes::move_::no_constructor;
use crate::classes::{RoundClass as _, RulesArgument, game_classes};
use crate::errors::Result;
use crate::package::Blame;

game_classes!(DouDizhu, "oxideal.doudizhu");

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(
        signature = (
            *, players=Optional::Missing, auction=Optional::Missing, all_pass=Optional::Missing,
            sequence_max=Optional::Missing, spring=Optional::Missing, kicker_repeat=Optional::Missing,
            kicker_both_jokers=Optional::Missing, kicker_extends_chain=Optional::Missing,
            quadplex=Optional::Missing
        ),
        text_signature = "(*, players=3, auction=True, all_pass='redeal', sequence_max=12, spring=False, \
            kicker_repeat=1, kicker_both_jokers=False, kicker_extends_chain=False, quadplex=True)"
    )]
    #[expect(clippy::too_many_arguments, reason = "there are so many rules")]
    fn new(
        players: Optional<'_>,
        auction: Optional<'_>,
        all_pass: Optional<'_>,
        sequence_max: Optional<'_>,
        spring: Optional<'_>,
        kicker_repeat: Optional<'_>,
        kicker_both_jokers: Optional<'_>,
        kicker_extends_chain: Optional<'_>,
        quadplex: Optional<'_>,
    ) -> Result<Self> {
        let given = [
            players,
            auction,
            all_pass,
            sequence_max,
            spring,
            kicker_repeat,
            kicker_both_jokers,
            kicker_extends_chain,
            quadplex,
        ];
        arguments::rules_of(given).map(Self)
    }

    /// The card play of another program: "douzero", "openspiel" or "rlcard".
    #[classmethod]
    #[pyo3(signature = (name, /))]
    fn preset(_cls: &Bound<'_, PyType>, name: &Bound<'_, PyAny>) -> Result<Self> {
        Ok(Self(EngineRules::preset(&arguments::text("name", name)?)?))
    }

    /// Whether the landlord is found by bidding; else it is who would have opened the auction.
    #[getter]
    fn auction(&self) -> bool {
        self.0.options().auction
    }

    /// What happens when everybody passes: "redeal" or "void" (DD-09).
    #[getter]
    fn all_pass(&self) -> &'static str {
        self.0.options().all_pass.name()
    }

    /// The most cards in a sequence of single cards, 5 to 12 (DD-19).
    #[getter]
    fn sequence_max(&self) -> u8 {
        self.0.options().sequence_max
    }

    /// Whether a landslide doubles the payment (DD-33).
    #[getter]
    fn spring(&self) -> bool {
        self.0.options().spring
    }

    /// How many attached single cards may share a rank, 1 to 4 (DD-34).
    #[getter]
    fn kicker_repeat(&self) -> u8 {
        self.0.options().kicker_repeat
    }

    /// Whether both jokers may be attached as single cards (DD-34).
    #[getter]
    fn kicker_both_jokers(&self) -> bool {
        self.0.options().kicker_both_jokers
    }

    /// Whether a rank attached three or more times may be next to the chain (DD-34).
    #[getter]
    fn kicker_extends_chain(&self) -> bool {
        self.0.options().kicker_extends_chain
    }

    /// Whether there are quadplexes (DD-24, DD-25).
    #[getter]
    fn quadplex(&self) -> bool {
        self.0.options().quadplex
    }

    /// The cards of each action: a uint8 array of shape (num_actions, 15).
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

    /// "pass", "bid" or what the combination is: "single", "pair" and so on.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.chosen() {
            EngineMove::Pass => "pass",
            EngineMove::Bid(_) => "bid",
            EngineMove::Play { play, .. } => play.kind().name(),
        }
    }

    /// 1 to 3, or None.
    #[getter]
    fn bid(&self) -> Option<u8> {
        if let EngineMove::Bid(bid) = self.0.chosen() { Some(*bid) } else { None }
    }

    /// The highest rank of the main part, such as "T"; None of pass and bids.
    #[getter]
    fn rank(&self) -> Option<char> {
        self.0.chosen().play().map(|play| letter(play.rank()))
    }

    /// How many ranks follow one another in the main part; 0 of pass and bids.
    #[getter]
    fn length(&self) -> u8 {
        self.0.chosen().play().map_or(0, Play::length)
    }

    /// All cards, ascending; "-" of pass and bids.
    #[getter]
    fn cards(&self) -> String {
        self.0.chosen().play().map_or(Cards::NONE, Play::cards).to_string()
    }

    /// The cards that decide, ascending.
    #[getter]
    fn main(&self) -> String {
        self.0.chosen().play().map_or(Cards::NONE, Play::main).to_string()
    }

    /// The cards that go along, ascending; "-" where there are none.
    #[getter]
    fn attached(&self) -> String {
        self.0.chosen().play().map_or(Cards::NONE, Play::attached).to_string()
    }

    /// Whether this combination may be played on the other one.
    #[pyo3(signature = (other, /))]
    fn beats(&self, other: &Bound<'_, PyAny>) -> Result<bool> {
        Ok(self.0.chosen().why_not(other_move(other)?).is_none())
    }

    /// Why it may not, in words; None where it may.
    #[pyo3(signature = (other, /))]
    fn why_not(&self, other: &Bound<'_, PyAny>) -> Result<Option<String>> {
        Ok(self.0.chosen().why_not(other_move(other)?))
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
            /// "auction", "play" or "over".
            #[getter]
            fn phase(&self) -> &'static str {
                self.0.with_position(|_, position| position.phase().name())
            }

            /// The seat that drew the first card.
            #[getter]
            fn dealer(&self) -> u8 {
                self.0.with_position(|_, position| position.dealer())
            }

            /// The seat that opened the auction (DD-06).
            #[getter]
            fn first_bidder(&self) -> u8 {
                self.0.with_position(|_, position| position.first_bidder())
            }

            /// The rank of the card that was shown before the deal (DD-05); None where it is not known.
            #[getter]
            fn face_up(&self) -> Option<char> {
                self.0.with_position(|_, position| position.face_up().map(|face_up| letter(face_up.rank)))
            }

            /// The seat that drew it; None when it lies in the kitty, or is not known.
            #[getter]
            fn face_up_seat(&self) -> Option<u8> {
                self.0.with_position(|_, position| position.face_up().and_then(|face_up| face_up.seat))
            }

            /// The auction so far, from the first bidder on: 0 for a pass, else 1 to 3.
            #[getter]
            fn bids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.with_position(|_, position| position.bids()).iter())
            }

            /// The seat that plays alone; None as long as the auction lasts.
            #[getter]
            fn landlord(&self) -> Option<u8> {
                self.0.with_position(|_, position| position.landlord())
            }

            /// The highest bid so far; None where there is none.
            #[getter]
            fn bid(&self) -> Option<u8> {
                self.0.with_position(|rules, position| position.bid(rules))
            }

            /// How many cards each seat holds.
            #[getter]
            fn hand_sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let sizes: Vec<u32> = self.0.with_position(|rules, position| {
                    (0..rules.options().players).map(|seat| position.left(rules, seat)).collect()
                });
                PyTuple::new(py, sizes)
            }

            /// What each seat has played, in all.
            #[getter]
            fn played<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let played = self.0.with_position(|rules, position| position.played(rules).to_vec());
                PyTuple::new(py, played.iter().map(Cards::to_string))
            }

            /// How many combinations each seat has played.
            #[getter]
            fn plays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let plays = self.0.with_position(|rules, position| position.plays(rules).to_vec());
                PyTuple::new(py, plays)
            }

            /// How often the payment has been doubled (DD-31), spring not counted.
            #[getter]
            fn doublings(&self) -> u8 {
                self.0.with_position(|_, position| position.doublings())
            }

            /// What is to be beaten; None for a leader and in the auction. At the end the last play.
            #[getter]
            fn to_beat(&self) -> Result<Option<Move>> {
                let found = self
                    .0
                    .with_position(|rules, position| position.to_beat().map(|(play, _)| (*rules, play)));
                found.map(|(rules, play)| play_move(&rules, play).map(Move)).transpose()
            }

            /// The seat that played it.
            #[getter]
            fn to_beat_seat(&self) -> Option<u8> {
                self.0.with_position(|_, position| position.to_beat().map(|(_, seat)| seat))
            }

            /// How many have passed since.
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
    /// What each seat holds.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let hands = self.0.with_position(|rules, position| position.hands(rules).to_vec());
        PyTuple::new(py, hands.iter().map(Cards::to_string))
    }

    /// The cards that lay apart.
    #[getter]
    fn kitty(&self) -> String {
        self.0.with_position(|_, position| position.kitty()).to_string()
    }

    /// A new round with these cards. The seed serves a redeal.
    #[classmethod]
    #[pyo3(
        signature = (
            rules, *, hands, kitty, first_bidder, dealer=None, seed=Optional::Missing,
            stream=Optional::Missing
        ),
        text_signature = "(rules, *, hands, kitty, first_bidder, dealer=None, seed=0, stream=0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn from_deal(
        _cls: &Bound<'_, PyType>,
        rules: RulesArgument<DouDizhu>,
        hands: &Bound<'_, PyAny>,
        kitty: &Bound<'_, PyAny>,
        first_bidder: &Bound<'_, PyAny>,
        dealer: Option<&Bound<'_, PyAny>>,
        seed: Optional<'_>,
        stream: Optional<'_>,
    ) -> Result<Self> {
        let rules = rules.0;
        let hands = hands_of("hands", hands, &rules)?;
        let kitty = cards_of(kitty, &rules, Blame::State)?;
        let first = arguments::seat("first_bidder", first_bidder, &rules)? as u8;
        let dealer = seat_of("dealer", dealer, &rules)?;
        let chance = arguments::chance_ahead(&seed, &stream)?;
        let position = Position::from_deal(rules, &hands, kitty, first, dealer)?;
        Ok(Self(EngineState::from_position(rules, position, chance).into()))
    }

    /// A position in the middle of play; what is not given is filled in.
    #[classmethod]
    #[pyo3(
        signature = (
            rules, *, hands, landlord, bid=Optional::Missing, lead=None, to_beat=None, by=None,
            passes=Optional::Missing, played=None, plays=None, kitty=None, doublings=Optional::Missing
        ),
        text_signature = "(rules, *, hands, landlord, bid=1, lead=None, to_beat=None, by=None, passes=0, \
            played=None, plays=None, kitty=None, doublings=0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn from_position(
        _cls: &Bound<'_, PyType>,
        rules: RulesArgument<DouDizhu>,
        hands: &Bound<'_, PyAny>,
        landlord: &Bound<'_, PyAny>,
        bid: Optional<'_>,
        lead: Option<&Bound<'_, PyAny>>,
        to_beat: Option<&Bound<'_, PyAny>>,
        by: Option<&Bound<'_, PyAny>>,
        passes: Optional<'_>,
        played: Option<&Bound<'_, PyAny>>,
        plays: Option<&Bound<'_, PyAny>>,
        kitty: Option<&Bound<'_, PyAny>>,
        doublings: Optional<'_>,
    ) -> Result<Self> {
        let rules = rules.0;
        let number = |name, value: &Optional<'_>, low, high, default| {
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
        let kitty = kitty.map(|kitty| cards_of(kitty, &rules, Blame::State)).transpose()?;
        let doublings = number("doublings", &doublings, 0, 99, 0)?;
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
        let in_play = InPlay { rules, hands, landlord, bid, lead, beat, played, plays, kitty, doublings };
        let position = in_play.check()?;
        Ok(Self(EngineState::from_position(rules, position, Stream::without_seed()).into()))
    }
}

#[pymethods]
impl View {
    /// The own hand.
    #[getter]
    fn hand(&self) -> String {
        self.0.view().hand().to_string()
    }

    /// The cards that are neither in the own hand nor played.
    #[getter]
    fn unseen(&self) -> String {
        self.0.view().unseen().to_string()
    }

    /// The cards that each other seat is known to hold: unplayed ones of the kitty, and the face-up card.
    #[getter]
    fn known<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let seats = 0..self.0.with_position(|rules, _| rules.options().players);
        PyTuple::new(py, seats.map(|seat| self.0.view().known(seat).to_string()).collect::<Vec<_>>())
    }

    /// The cards that lay apart, once they have been shown.
    #[getter]
    fn kitty(&self) -> Option<String> {
        self.0.with_position(|_, position| position.landlord().map(|_| position.kitty().to_string()))
    }
}
