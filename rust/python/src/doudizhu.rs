//! `oxideal.doudizhu`.

use std::hash::{Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use oxideal_engine::doudizhu::{
    Beat, Cards, DouDizhu, InPlay, Move as Chosen, Play, RANKS, Setup, letter, min_plays,
};
use oxideal_engine::{Action, Error, Recent, Rules as _, Seat, Start, Stream, ViewBuilder};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PyString, PyTuple, PyType};

use crate::arguments::{GivenSeed, Optional, StreamNumber};
use crate::classes::game_classes;
use crate::ending::detached;
use crate::errors::{self, raise};
use crate::playouts::{Arrays, Run};
use crate::table::{MoveClass as _, Table};
use crate::{arguments, table};

game_classes! {
    DouDizhu, "oxideal.doudizhu", doudizhu_playouts;

    rules {
        #[new]
        #[pyo3(
            signature = (
                *, players=Optional::Missing, auction=Optional::Missing, all_pass=Optional::Missing, sequence_max=Optional::Missing, spring=Optional::Missing, kicker_repeat=Optional::Missing,
                kicker_both_jokers=Optional::Missing, kicker_extends_chain=Optional::Missing, quadplex=Optional::Missing
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
        ) -> PyResult<Self> {
            let given = [
                players, auction, all_pass, sequence_max, spring, kicker_repeat, kicker_both_jokers,
                kicker_extends_chain, quadplex,
            ];
            arguments::rules_of(&given.each_ref().map(Optional::given)).map(Self)
        }

        /// The card play of another program: "douzero", "openspiel" or "rlcard".
        #[classmethod]
        #[pyo3(signature = (name, /))]
        fn preset(_cls: &Bound<'_, PyType>, name: &Bound<'_, PyAny>) -> PyResult<Self> {
            EngineRules::preset(&arguments::text("name", name)?).map(Self).map_err(raise)
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

        /// The fields by name, fit for JSON.
        fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            let options = self.0.options();
            let fields = PyDict::new(py);
            fields.set_item("players", options.players)?;
            fields.set_item("auction", options.auction)?;
            fields.set_item("all_pass", options.all_pass.name())?;
            fields.set_item("sequence_max", options.sequence_max)?;
            fields.set_item("spring", options.spring)?;
            fields.set_item("kicker_repeat", options.kicker_repeat)?;
            fields.set_item("kicker_both_jokers", options.kicker_both_jokers)?;
            fields.set_item("kicker_extends_chain", options.kicker_extends_chain)?;
            fields.set_item("quadplex", options.quadplex)?;
            Ok(fields)
        }

        /// The inverse of `to_dict`. Missing fields take their default; others are refused.
        #[classmethod]
        #[pyo3(signature = (fields, /))]
        fn from_dict(_cls: &Bound<'_, PyType>, fields: &Bound<'_, PyAny>) -> PyResult<Self> {
            let fields = arguments::fields(fields, FIELDS)?;
            arguments::rules_of(&fields.each_ref().map(Option::as_ref)).map(Self)
        }

        fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
            let fields = self.to_dict(py)?.iter().map(|(name, value)| Ok(format!("{name}={}", value.repr()?)));
            Ok(format!("Rules({})", fields.collect::<PyResult<Vec<_>>>()?.join(", ")))
        }
    }

    move {
        #[new]
        #[pyo3(signature = (), text_signature = "()")]
        fn new() -> PyResult<Self> {
            Err(arguments::no_move_constructor("Rules.move(), Rules.parse(), classify() or legal_moves()"))
        }

        /// "pass", "bid" or what the combination is: "single", "pair" and so on.
        #[getter]
        fn kind(&self) -> &'static str {
            match &self.chosen {
                Chosen::Pass => "pass",
                Chosen::Bid(_) => "bid",
                Chosen::Play { play, .. } => play.kind().name(),
            }
        }

        /// 1 to 3, or None.
        #[getter]
        fn bid(&self) -> Option<u8> {
            if let Chosen::Bid(bid) = self.chosen { Some(bid) } else { None }
        }

        /// The highest rank of the main part, such as "T"; None of pass and bids.
        #[getter]
        fn rank(&self) -> Option<char> {
            self.chosen.play().map(|play| letter(play.rank()))
        }

        /// How many ranks follow one another in the main part; 0 of pass and bids.
        #[getter]
        fn length(&self) -> u8 {
            self.chosen.play().map_or(0, Play::length)
        }

        /// All cards, ascending; "-" of pass and bids.
        #[getter]
        fn cards(&self) -> String {
            self.chosen.play().map_or(Cards::NONE, Play::cards).to_string()
        }

        /// The cards that decide, ascending.
        #[getter]
        fn main(&self) -> String {
            self.chosen.play().map_or(Cards::NONE, Play::main).to_string()
        }

        /// The cards that go along, ascending; "-" where there are none.
        #[getter]
        fn attached(&self) -> String {
            self.chosen.play().map_or(Cards::NONE, Play::attached).to_string()
        }

        /// Whether this combination may be played on the other one.
        #[pyo3(signature = (other, /))]
        fn beats(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
            Ok(self.chosen.why_not(&other_move(other)?).is_none())
        }

        /// Why it may not, in words; None where it may.
        #[pyo3(signature = (other, /))]
        fn why_not(&self, other: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
            Ok(self.chosen.why_not(&other_move(other)?))
        }

        fn __repr__(&self) -> String {
            format!("Move('{}')", self.chosen)
        }
    }

    table {
        /// "auction", "play" or "over".
        #[getter]
        fn phase(&self) -> &'static str {
            self.open(|_, position| position.phase().name())
        }

        /// The seat that drew the first card.
        #[getter]
        fn dealer(&self) -> u8 {
            self.open(|_, position| position.dealer())
        }

        /// The seat that opened the auction (DD-06).
        #[getter]
        fn first_bidder(&self) -> u8 {
            self.open(|_, position| position.first_bidder())
        }

        /// The rank of the card that was shown before the deal (DD-05); None where it is not known.
        #[getter]
        fn face_up(&self) -> Option<char> {
            self.open(|_, position| position.face_up().map(|face_up| letter(face_up.rank)))
        }

        /// The seat that drew it; None when it lies in the kitty, or is not known.
        #[getter]
        fn face_up_seat(&self) -> Option<u8> {
            self.open(|_, position| position.face_up().and_then(|face_up| face_up.seat))
        }

        /// The auction so far, from the first bidder on: 0 for a pass, else 1 to 3.
        #[getter]
        fn bids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            PyTuple::new(py, self.open(|_, position| position.bids()).iter())
        }

        /// The seat that plays alone; None as long as the auction lasts.
        #[getter]
        fn landlord(&self) -> Option<u8> {
            self.open(|_, position| position.landlord())
        }

        /// The highest bid so far; None where there is none.
        #[getter]
        fn bid(&self) -> Option<u8> {
            self.open(|rules, position| position.bid(rules))
        }

        /// How many cards each seat holds.
        #[getter]
        fn hand_sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            let sizes: Vec<u32> = self.open(|rules, position| {
                (0..rules.options().players).map(|seat| position.left(rules, seat)).collect()
            });
            PyTuple::new(py, sizes)
        }

        /// What each seat has played, in all.
        #[getter]
        fn played<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            let played = self.open(|rules, position| position.played(rules).to_vec());
            PyTuple::new(py, played.iter().map(Cards::to_string))
        }

        /// How many combinations each seat has played.
        #[getter]
        fn plays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            let plays = self.open(|rules, position| position.plays(rules).to_vec());
            PyTuple::new(py, plays)
        }

        /// How often the payment has been doubled (DD-31), spring not counted.
        #[getter]
        fn doublings(&self) -> u8 {
            self.open(|_, position| position.doublings())
        }

        /// What is to be beaten; None for a leader and in the auction. At the end the last play.
        #[getter]
        fn to_beat(&self) -> PyResult<Option<Move>> {
            let found = self.open(|rules, position| position.to_beat().map(|(play, _)| (*rules, play)));
            found.map(|(rules, play)| move_of_play(&rules, play)).transpose()
        }

        /// The seat that played it.
        #[getter]
        fn to_beat_seat(&self) -> Option<u8> {
            self.open(|_, position| position.to_beat().map(|(_, seat)| seat))
        }

        /// How many have passed since.
        #[getter]
        fn passes(&self) -> u8 {
            self.open(|_, position| position.passes())
        }
    }

    state {
        /// What each seat holds.
        #[getter]
        fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            let hands = self.open(|rules, position| position.hands(rules).to_vec());
            PyTuple::new(py, hands.iter().map(Cards::to_string))
        }

        /// The cards that lay apart.
        #[getter]
        fn kitty(&self) -> String {
            self.open(|_, position| position.kitty()).to_string()
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
            rules: GivenRules,
            hands: &Bound<'_, PyAny>,
            kitty: &Bound<'_, PyAny>,
            first_bidder: &Bound<'_, PyAny>,
            dealer: Option<&Bound<'_, PyAny>>,
            seed: Optional<'_>,
            stream: Optional<'_>,
        ) -> PyResult<Self> {
            let rules = rules.0;
            let hands = hands_of("hands", hands, &rules)?;
            let kitty = cards_of(kitty, &rules, Blame::State)?;
            let first = arguments::seat("first_bidder", first_bidder, &rules)? as u8;
            let dealer = dealer.map(|seat| arguments::seat("dealer", seat, &rules)).transpose()?;
            let dealer = dealer.map(|seat| seat as u8);
            let chance = arguments::chance_ahead(&seed, &stream)?;
            let position = EnginePosition::from_deal(rules, &hands, kitty, first, dealer).map_err(raise)?;
            Ok(Self::wrap(EngineState::from_position(rules, position, chance)))
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
            rules: GivenRules,
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
        ) -> PyResult<Self> {
            let rules = rules.0;
            let seat = |name, value: Option<&Bound<'_, PyAny>>| {
                value.map(|value| arguments::seat(name, value, &rules).map(|seat| seat as u8)).transpose()
            };
            let number = |name, value: Option<&Bound<'_, PyAny>>, low, high, usual| {
                let given = value.map(|value| arguments::integer(name, value, low, high)).transpose()?;
                Ok::<_, PyErr>(given.unwrap_or(usual) as u8)
            };
            let hands = hands_of("hands", hands, &rules)?;
            let landlord = arguments::seat("landlord", landlord, &rules)? as u8;
            let bid = number("bid", bid.given(), 1, 3, 1)?;
            let lead = seat("lead", lead)?;
            let play = to_beat.map(|to_beat| given_play(to_beat, &rules)).transpose()?;
            let by = seat("by", by)?;
            let passes = number("passes", passes.given(), 0, 3, 0)?;
            let played = played.map(|played| hands_of("played", played, &rules)).transpose()?;
            let plays = plays.map(|plays| {
                let each = arguments::per_seat("plays", plays, &rules, rules.players())?;
                each.iter().map(|item| Ok(arguments::integer("plays", item, 0, 99)? as u8)).collect::<PyResult<Vec<u8>>>()
            });
            let plays = plays.transpose()?;
            let kitty = kitty.map(|kitty| cards_of(kitty, &rules, Blame::State)).transpose()?;
            let doublings = number("doublings", doublings.given(), 0, 99, 0)?;
            let wrong = |text: &str| raise(Error::InvalidArgument(text.into()));
            if lead.is_some() && play.is_some() {
                return Err(wrong("\"lead\" and \"to_beat\" exclude each other"));
            }
            let beat = match (play, by) {
                (None, None) => None,
                (Some(play), Some(seat)) => Some(Beat { play, seat, passes }),
                _ => return Err(wrong("\"to_beat\" and \"by\" go together")),
            };
            let described = InPlay { hands, landlord, bid, lead, beat, played, plays, kitty, doublings };
            let position = described.set_up(rules).and_then(Setup::check).map_err(raise)?;
            Ok(Self::wrap(EngineState::from_position(rules, position, Stream::without_seed())))
        }
    }

    view {
        /// The own hand.
        #[getter]
        fn hand(&self) -> String {
            self.0.hand().to_string()
        }

        /// The cards that are neither in the own hand nor played.
        #[getter]
        fn unseen(&self) -> String {
            self.0.unseen().to_string()
        }

        /// The cards that each other seat is known to hold: unplayed ones of the kitty, and the face-up card.
        #[getter]
        fn known<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            let seats = 0..self.open(|rules, _| rules.options().players);
            PyTuple::new(py, seats.map(|seat| self.0.known(seat).to_string()).collect::<Vec<_>>())
        }

        /// The cards that lay apart, once they have been shown.
        #[getter]
        fn kitty(&self) -> Option<String> {
            self.open(|_, position| position.landlord().map(|_| position.kitty().to_string()))
        }
    }
}

impl State {
    fn open<R>(&self, look: impl FnOnce(&EngineRules, &EnginePosition) -> R) -> R {
        self.look(|rules, state| look(rules, state.position()))
    }
}

impl View {
    fn open<R>(&self, look: impl FnOnce(&EngineRules, &EnginePosition) -> R) -> R {
        look(self.0.rules(), self.0.position())
    }
}

/// The fields of the rules, in their order.
const FIELDS: [&str; 9] = [
    "players",
    "auction",
    "all_pass",
    "sequence_max",
    "spring",
    "kicker_repeat",
    "kicker_both_jokers",
    "kicker_extends_chain",
    "quadplex",
];

/// The move of another argument than the first.
fn other_move(other: &Bound<'_, PyAny>) -> PyResult<Chosen> {
    let class =
        other.cast::<Move>().map_err(|_| arguments::wrong_type("other", "a Move of this game", other))?;
    Ok(class.get().chosen())
}

fn move_of_play(rules: &EngineRules, play: Play) -> PyResult<Move> {
    let chosen = rules.to_play_move(play);
    let action = rules.action(chosen).ok_or_else(|| table::unknown(chosen))?;
    Ok(Move::of(rules, action, chosen))
}

/// Which error wrong cards are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blame {
    Argument,
    State,
}

impl Blame {
    fn error(self, text: String) -> PyErr {
        raise(match self {
            Self::Argument => Error::InvalidArgument(text),
            Self::State => Error::InvalidState(text),
        })
    }

    fn class(self, py: Python<'_>) -> Bound<'_, PyType> {
        match self {
            Self::Argument => py.get_type::<errors::InvalidArgumentError>(),
            Self::State => py.get_type::<errors::InvalidStateError>(),
        }
    }
}

/// Cards as a text, a list of rank texts, or 15 counts.
fn cards_of(value: &Bound<'_, PyAny>, rules: &EngineRules, blame: Blame) -> PyResult<Cards> {
    let read = |text: &str| Cards::parse(text, rules.deck());
    if value.is_instance_of::<PyString>() {
        return read(&arguments::text("cards", value)?).map_err(|text| blame.error(text));
    }
    // What a list may hold is sorted out in Python, once for both engines.
    let sorted = value.py().import("oxideal._doudizhu_cards")?.getattr("sorted_out")?;
    let sorted = sorted.call1((value, rules.options().players, blame.class(value.py())))?;
    let items = sorted.cast::<PyList>().map_err(PyErr::from)?;
    if items.iter().all(|item| item.is_instance_of::<PyInt>()) && !items.is_empty() {
        let counts = items.extract::<Vec<u8>>()?;
        let counts = <[u8; RANKS]>::try_from(counts).map_err(|_| unchecked("15 counts"))?;
        return Ok(Cards::from_counts(&counts));
    }
    let mut ranks = String::new();
    for item in items {
        let text = arguments::text("a rank", &item)?;
        ranks.push_str(Cards::rank_text(&text).map_err(|text| blame.error(text))?);
    }
    read(&ranks).map_err(|text| blame.error(text))
}

fn hands_of(name: &str, value: &Bound<'_, PyAny>, rules: &EngineRules) -> PyResult<Vec<Cards>> {
    let items = arguments::per_seat(name, value, rules, rules.players())?;
    items.iter().map(|item| cards_of(item, rules, Blame::State)).collect()
}

/// A combination as a move or a text.
fn given_play(value: &Bound<'_, PyAny>, rules: &EngineRules) -> PyResult<Play> {
    if value.is_instance_of::<PyString>() {
        let text = arguments::text("to_beat", value)?;
        let chosen = rules.parse(&text).map_err(raise)?;
        return play_of(chosen);
    }
    let class = value.cast::<Move>();
    let class = class.map_err(|_| arguments::wrong_type("to_beat", "a Move or a str", value))?;
    let chosen = class.get().chosen();
    if rules.action(chosen).is_none() {
        return Err(table::unknown(chosen));
    }
    play_of(chosen)
}

fn play_of(chosen: Chosen) -> PyResult<Play> {
    let play = chosen.play().copied();
    play.ok_or_else(|| {
        raise(Error::InvalidArgument(format!("to_beat is a combination or None, not {chosen}")))
    })
}

fn or_default(rules: Option<GivenRules>) -> EngineRules {
    rules.map(|given| given.0).unwrap_or_default()
}

/// These rules, or the plain ones.
#[pyfunction]
pub(crate) fn doudizhu_rules(rules: Option<GivenRules>) -> Rules {
    Rules(or_default(rules))
}

/// The one combination that these cards make.
#[pyfunction]
pub(crate) fn doudizhu_classify(cards: &Bound<'_, PyAny>, rules: Option<GivenRules>) -> PyResult<Move> {
    let rules = or_default(rules);
    let play = if cards.is_instance_of::<PyString>() {
        rules.combination(&arguments::text("cards", cards)?).map_err(raise)?
    } else {
        rules.classify(cards_of(cards, &rules, Blame::Argument)?).map_err(raise)?
    };
    move_of_play(&rules, play)
}

/// All combinations that these cards make.
#[pyfunction]
pub(crate) fn doudizhu_readings(cards: &Bound<'_, PyAny>, rules: Option<GivenRules>) -> PyResult<Vec<Move>> {
    let rules = or_default(rules);
    let cards = cards_of(cards, &rules, Blame::Argument)?;
    rules.readings(cards).iter().map(|play| move_of_play(&rules, play)).collect()
}

/// What can be played from a hand.
#[pyfunction]
pub(crate) fn doudizhu_legal_plays(
    hand: &Bound<'_, PyAny>,
    to_beat: Option<&Bound<'_, PyAny>>,
    rules: Option<GivenRules>,
) -> PyResult<Vec<Move>> {
    let rules = or_default(rules);
    let hand = cards_of(hand, &rules, Blame::Argument)?;
    let to_beat = to_beat.map(|to_beat| given_play(to_beat, &rules)).transpose()?;
    let mut actions = Vec::new();
    rules.legal_plays(hand, to_beat, &mut actions);
    actions.into_iter().map(|action| table::move_of::<DouDizhu, Move>(&rules, action)).collect()
}

/// How often each rank is there.
#[pyfunction]
pub(crate) fn doudizhu_counts<'py>(
    cards: &Bound<'py, PyAny>,
    rules: Option<GivenRules>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let counts = cards_of(cards, &or_default(rules), Blame::Argument)?.counts();
    Ok(PyArray1::from_slice(cards.py(), &counts))
}

/// The fewest combinations that empty a hand.
#[pyfunction]
pub(crate) fn doudizhu_min_plays(
    py: Python<'_>,
    hand: &Bound<'_, PyAny>,
    rules: Option<GivenRules>,
) -> PyResult<Vec<Move>> {
    let rules = or_default(rules);
    let hand = cards_of(hand, &rules, Blame::Argument)?;
    let mut stopped_by = None;
    let plays = detached(py, || {
        min_plays(&rules, hand, || {
            stopped_by = errors::interrupt();
            stopped_by.is_none()
        })
    });
    if let Some(interrupt) = stopped_by {
        return Err(interrupt);
    }
    plays.map_err(raise)?.into_iter().map(|play| move_of_play(&rules, play)).collect()
}

/// Arrays reach these functions checked and contiguous, from `oxideal.doudizhu`; whoever calls them otherwise is told.
fn unchecked(what: &str) -> PyErr {
    raise(Error::InvalidArgument(format!("unchecked arrays: {what}")))
}

fn hands_in<'a>(counts: &'a [u8], rules: &EngineRules) -> PyResult<Vec<Cards>> {
    let deck = rules.deck().counts();
    let hand = |counts: &'a [u8; RANKS]| {
        let within = counts.iter().zip(&deck).all(|(count, most)| count <= most);
        within.then(|| Cards::from_counts(counts)).ok_or_else(|| unchecked("more cards than the deck has"))
    };
    match counts.as_chunks::<RANKS>() {
        (hands, []) => hands.iter().map(hand).collect(),
        _ => Err(unchecked("15 counts a hand")),
    }
}

type Classified<'py> = (
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<u8>>,
);

/// How many combinations each hand is, and which where it is just one.
#[pyfunction]
pub(crate) fn doudizhu_classify_many<'py>(
    py: Python<'py>,
    counts: PyReadonlyArray2<'py, u8>,
    rules: Option<GivenRules>,
) -> PyResult<Classified<'py>> {
    let rules = or_default(rules);
    // A copy, so that nobody can write to it while Python does other things.
    let hands = hands_in(&counts.to_vec()?, &rules)?;
    let mut numbers = [const { Vec::new() }; 4];
    let mut actions = Vec::with_capacity(hands.len());
    detached(py, || {
        for cards in hands {
            let readings = rules.readings(cards);
            let only = readings.only();
            let action = only.and_then(|play| rules.action(Chosen::Play { play, alone: false }));
            actions.push(action.map_or(-1, |action| action as i32));
            let row = only.map_or([0; 3], |play| [play.kind() as u8, play.rank(), play.length()]);
            let row = [readings.len() as u8, row[0], row[1], row[2]];
            numbers.iter_mut().zip(row).for_each(|(column, number)| column.push(number));
        }
    });
    let [readings, kinds, ranks, lengths] = numbers.map(|column| PyArray1::from_vec(py, column));
    Ok((readings, PyArray1::from_vec(py, actions), kinds, ranks, lengths))
}

/// The combinations with these ids, `None` for pass and bids.
fn plays_in(actions: &[i64], rules: &EngineRules) -> PyResult<Vec<Option<Play>>> {
    let play = |&action: &i64| {
        let action = Action::try_from(action).ok().filter(|&action| action < rules.num_actions());
        let chosen = action.and_then(|action| rules.to_move(action)).ok_or_else(|| unchecked("an id"))?;
        Ok(chosen.play().copied())
    };
    actions.iter().map(play).collect()
}

/// Which combinations beat which.
#[pyfunction]
pub(crate) fn doudizhu_beats_many<'py>(
    py: Python<'py>,
    a: PyReadonlyArray1<'py, i64>,
    b: PyReadonlyArray1<'py, i64>,
    rules: Option<GivenRules>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let rules = or_default(rules);
    let (a, b) = (plays_in(&a.to_vec()?, &rules)?, plays_in(&b.to_vec()?, &rules)?);
    if a.len() != b.len() {
        return Err(unchecked("their lengths differ"));
    }
    let beats = |(a, b): (Option<Play>, Option<Play>)| a.zip(b).is_some_and(|(a, b)| a.beats(&b));
    let beats: Vec<bool> = detached(py, || a.into_iter().zip(b).map(beats).collect());
    Ok(PyArray1::from_vec(py, beats))
}

type LegalPlays<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>);

/// What can be played from each hand.
#[pyfunction]
pub(crate) fn doudizhu_legal_plays_many<'py>(
    py: Python<'py>,
    hands: PyReadonlyArray2<'py, u8>,
    to_beat: PyReadonlyArray1<'py, i64>,
    rules: Option<GivenRules>,
) -> PyResult<LegalPlays<'py>> {
    let rules = or_default(rules);
    let hands = hands_in(&hands.to_vec()?, &rules)?;
    let to_beat = plays_in(&to_beat.to_vec()?, &rules)?;
    if hands.len() != to_beat.len() {
        return Err(unchecked("their lengths differ"));
    }
    let positions = || hands.iter().zip(&to_beat);
    let mut offsets = Vec::with_capacity(hands.len() + 1);
    let mut total = 0;
    offsets.push(0);
    detached(py, || {
        offsets.extend(positions().map(|(&hand, &to_beat)| {
            total += rules.count_plays(hand, to_beat);
            total as i64
        }));
    });
    // By numpy itself, which raises MemoryError where there is none.
    let actions = py.import("numpy")?.getattr("zeros")?.call1(((total,), "int32"))?;
    let actions = actions.cast_into::<PyArray1<i32>>()?;
    {
        let mut places = actions.readwrite();
        let mut places = places.as_slice_mut()?;
        detached(py, || {
            let mut list = Vec::new();
            for (number, (&hand, &to_beat)) in positions().enumerate() {
                if number % HANDS_A_LOOK == HANDS_A_LOOK - 1
                    && let Some(interrupt) = errors::interrupt()
                {
                    return Err(interrupt);
                }
                list.clear();
                rules.legal_plays(hand, to_beat, &mut list);
                let (now, rest) = std::mem::take(&mut places).split_at_mut(list.len());
                now.iter_mut().zip(&list).for_each(|(place, &action)| *place = action as i32);
                places = rest;
            }
            Ok(())
        })?;
    }
    Ok((PyArray1::from_vec(py, offsets), actions))
}

/// How many hands are gone through between two looks for Ctrl-C.
const HANDS_A_LOOK: usize = 4096;
