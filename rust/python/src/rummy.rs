//! `oxideal.rummy`.

use std::hash::{Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use oxideal_engine::rummy::{
    Ace, Card, Cards, InPlay, Knowledge, Meld, Move as Chosen, Place, Rummy, SEATS, Table as MeldTable,
    best_partition, count_melds, lay_offs, least_left, listed, melds, read_card, read_cards, read_each,
    read_sets, read_table,
};
use oxideal_engine::{Action, Error, Recent, Seat, Start, Stream, ViewBuilder};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple, PyType};

use crate::arguments::{GivenSeed, Optional, StreamNumber};
use crate::classes::{game_classes, with_memory};
use crate::ending::detached;
use crate::errors::{self, raise};
use crate::playouts::{Arrays, Run};
use crate::table::Table;
use crate::{arguments, table};

game_classes! {
    Rummy, "oxideal.rummy", rummy_playouts;

    rules {
        #[new]
        #[pyo3(
            signature = (
                *, players=Optional::Missing, hand_size=None, ace=Optional::Missing,
                must_discard_out=Optional::Missing, turn_limit=Optional::Missing
            ),
            text_signature = "(*, players=2, hand_size=None, ace='low', must_discard_out=False, turn_limit=1000)"
        )]
        fn new(
            players: Optional<'_>,
            hand_size: Option<&Bound<'_, PyAny>>,
            ace: Optional<'_>,
            must_discard_out: Optional<'_>,
            turn_limit: Optional<'_>,
        ) -> PyResult<Self> {
            arguments::rules_of(&[players.given(), hand_size, ace.given(), must_discard_out.given(), turn_limit.given()]).map(Self)
        }

        /// How many cards each player is dealt (RM-02).
        #[getter]
        fn hand_size(&self) -> u8 {
            self.0.hand_size()
        }

        /// Where the ace may stand in a run: "low" or "both" (RM-15).
        #[getter]
        fn ace(&self) -> &'static str {
            self.0.ace().name()
        }

        /// Whether the last card must be a discard (RM-12).
        #[getter]
        fn must_discard_out(&self) -> bool {
            self.0.must_discard_out()
        }

        /// After so many turns the hand is void (RM-17).
        #[getter]
        fn turn_limit(&self) -> u16 {
            self.0.turn_limit()
        }

        /// The fields by name, fit for JSON.
        fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            let fields = PyDict::new(py);
            fields.set_item("players", self.0.seats())?;
            fields.set_item("hand_size", self.0.hand_size())?;
            fields.set_item("ace", self.0.ace().name())?;
            fields.set_item("must_discard_out", self.0.must_discard_out())?;
            fields.set_item("turn_limit", self.0.turn_limit())?;
            Ok(fields)
        }

        /// The inverse of `to_dict`. Missing fields take their default; others are refused.
        #[classmethod]
        #[pyo3(signature = (fields, /))]
        fn from_dict(_cls: &Bound<'_, PyType>, fields: &Bound<'_, PyAny>) -> PyResult<Self> {
            let fields = arguments::fields(fields, FIELDS)?;
            let [players, hand_size, ace, must_discard_out, turn_limit] = fields.each_ref().map(Option::as_ref);
            let hand_size = hand_size.filter(|value| !value.is_none());
            arguments::rules_of(&[players, hand_size, ace, must_discard_out, turn_limit]).map(Self)
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
            Err(arguments::no_move_constructor("Rules.move(), Rules.parse() or legal_moves()"))
        }

        /// "draw", "take", "meld", "lay_off" or "discard".
        #[getter]
        fn kind(&self) -> &'static str {
            match self.chosen {
                Chosen::Draw => "draw",
                Chosen::Take => "take",
                Chosen::Meld(_) => "meld",
                Chosen::LayOff { .. } => "lay_off",
                Chosen::Discard(_) => "discard",
            }
        }

        /// The cards that are played, such as "7C 7D 7S"; None of a draw.
        #[getter]
        fn cards(&self) -> Option<String> {
            match self.chosen {
                Chosen::Draw | Chosen::Take => None,
                Chosen::Meld(meld) => Some(meld.to_string()),
                Chosen::LayOff { card, .. } | Chosen::Discard(card) => Some(card.to_string()),
            }
        }

        /// Where a card is laid off: "group", "low" or "high"; None of other moves.
        #[getter]
        fn place(&self) -> Option<&'static str> {
            if let Chosen::LayOff { place, .. } = self.chosen { Some(place.name()) } else { None }
        }

        fn __repr__(&self) -> String {
            format!("Move('{}')", self.chosen)
        }
    }

    table {
        /// The seat whose turn it is, at the end whose it was last.
        #[getter]
        fn turn(&self) -> u8 {
            self.open(|_, position, _| position.turn())
        }

        /// Whether the player has drawn a card.
        #[getter]
        fn drew(&self) -> bool {
            self.open(|_, position, _| position.drew())
        }

        /// The card that the player has taken from the discard pile in this turn, as long as it is in the hand.
        #[getter]
        fn took(&self) -> Option<String> {
            self.open(|_, position, _| position.took().map(|card| card.to_string()))
        }

        /// Whether the player has played cards, by melds or lay-offs, in this turn.
        #[getter]
        fn laid(&self) -> bool {
            self.open(|_, position, _| position.laid())
        }

        /// How many turns have ended.
        #[getter]
        fn turns(&self) -> u16 {
            self.open(|_, position, _| position.turns())
        }

        /// How many cards each seat holds.
        #[getter]
        fn hand_sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            PyTuple::new(py, self.per_seat(|_, position, seat| position.size(seat)))
        }

        /// The melds: groups ascending, then runs by their first card.
        #[getter]
        fn table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            let melds: Vec<Meld> = self.open(|_, position, _| position.table().melds().collect());
            PyTuple::new(py, melds.iter().map(Meld::to_string))
        }

        /// The discard pile, its top card last.
        #[getter]
        fn discards(&self) -> String {
            self.open(|_, position, _| listed(position.discards()))
        }

        /// How many cards are in the stock.
        #[getter]
        fn stock_size(&self) -> u8 {
            self.open(|_, position, _| position.stock_size())
        }

        /// Whether each seat has played cards before this turn, or before the one in which somebody has gone out.
        #[getter]
        fn opened<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            PyTuple::new(py, self.per_seat(|_, position, seat| position.has_opened(seat)))
        }

        /// The seat that has no cards left.
        #[getter]
        fn went_out(&self) -> Option<u8> {
            self.open(|_, position, _| position.went_out())
        }

        /// Whether it did so in one turn, with no card played before (RM-14).
        #[getter]
        fn went_rummy(&self) -> bool {
            self.open(|_, position, _| position.went_rummy())
        }

        /// The cards of each seat's hand that it has taken from the discard pile.
        #[getter]
        fn taken<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            let taken: Vec<String> = self.open(|rules, _, known| {
                let known = known();
                (0..rules.seats()).map(|seat| known.taken(seat).to_string()).collect()
            });
            PyTuple::new(py, taken)
        }

        /// For each earlier stock the cards that are still hidden, and how many of them each seat holds.
        #[getter]
        fn earlier<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            let earlier: Vec<(String, Vec<u8>)> = self.open(|rules, _, known| {
                let known = known();
                let stocks = known.earlier().iter();
                stocks.map(|stock| (stock.cards().to_string(), stock.held(rules).to_vec())).collect()
            });
            let earlier = earlier.into_iter().map(|(cards, held)| Ok((cards, PyTuple::new(py, held)?)));
            PyTuple::new(py, earlier.collect::<PyResult<Vec<_>>>()?)
        }
    }

    state {
        /// What each seat holds.
        #[getter]
        fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            PyTuple::new(py, self.per_seat(|_, position, seat| position.hand(seat).to_string()))
        }

        /// The stock, the next card first.
        #[getter]
        fn stock(&self) -> String {
            self.open(|_, position, _| listed(position.stock()))
        }

        /// A new round with these hands.
        #[classmethod]
        #[pyo3(
            signature = (
                rules, *, hands, dealer, upcard, stock=None, seed=Optional::Missing, stream=Optional::Missing
            ),
            text_signature = "(rules, *, hands, dealer, upcard, stock=None, seed=0, stream=0)"
        )]
        #[expect(clippy::too_many_arguments, reason = "they are keywords")]
        fn from_deal(
            _cls: &Bound<'_, PyType>,
            rules: GivenRules,
            hands: &Bound<'_, PyAny>,
            dealer: &Bound<'_, PyAny>,
            upcard: &Bound<'_, PyAny>,
            stock: Option<&Bound<'_, PyAny>>,
            seed: Optional<'_>,
            stream: Optional<'_>,
        ) -> PyResult<Self> {
            let rules = rules.0;
            let hands = lists_of("hands", hands, rules)?;
            let dealer = arguments::seat("dealer", dealer, &rules)? as u8;
            let upcard = one_card("upcard", upcard)?;
            let stock = stock.map(|stock| cards_of(stock, Error::InvalidState)).transpose()?;
            let chance = arguments::chance_ahead(&seed, &stream)?;
            set_up(InPlay::deal(rules, hands, dealer, upcard, stock).map_err(raise)?, chance)
        }

        /// A position in the middle of play; what is not given is filled in.
        #[classmethod]
        #[pyo3(
            signature = (
                rules, *, hands, turn, discards, table=Optional::Missing, stock=None, drew=Optional::Missing, took=None,
                laid=Optional::Missing, rummy=Optional::Missing, turns=Optional::Missing, taken=None,
                seed=Optional::Missing, stream=Optional::Missing
            ),
            text_signature = "(rules, *, hands, turn, discards, table=(), stock=None, drew=False, took=None, laid=False, \
                rummy=False, turns=0, taken=None, seed=0, stream=0)"
        )]
        #[expect(clippy::too_many_arguments, reason = "they are keywords")]
        fn from_position(
            _cls: &Bound<'_, PyType>,
            rules: GivenRules,
            hands: &Bound<'_, PyAny>,
            turn: &Bound<'_, PyAny>,
            discards: &Bound<'_, PyAny>,
            table: Optional<'_>,
            stock: Option<&Bound<'_, PyAny>>,
            drew: Optional<'_>,
            took: Option<&Bound<'_, PyAny>>,
            laid: Optional<'_>,
            rummy: Optional<'_>,
            turns: Optional<'_>,
            taken: Option<&Bound<'_, PyAny>>,
            seed: Optional<'_>,
            stream: Optional<'_>,
        ) -> PyResult<Self> {
            let rules = rules.0;
            let hands = lists_of("hands", hands, rules)?;
            let turn = arguments::seat("turn", turn, &rules)? as u8;
            let discards = cards_of(discards, Error::InvalidState)?;
            let table = table.given().map_or_else(|| Ok(Vec::new()), |table| table_of(table, rules.ace(), Error::InvalidState))?;
            let stock = stock.map(|stock| cards_of(stock, Error::InvalidState)).transpose()?;
            let truth = |name, value: &Optional<'_>| {
                value.given().map_or(Ok(false), |value| arguments::flag(name, value))
            };
            let drew = truth("drew", &drew)?;
            let took = took.map(|card| one_card("took", card)).transpose()?;
            let laid = truth("laid", &laid)?;
            let rummy = truth("rummy", &rummy)?;
            let limit = rules.turn_limit().into();
            let turns = turns.given().map_or(Ok(0), |turns| arguments::integer("turns", turns, 0, limit))? as u32;
            let taken = taken.map(|taken| lists_of("taken", taken, rules)).transpose()?;
            let chance = arguments::chance_ahead(&seed, &stream)?;
            set_up(InPlay { rules, hands, turn, discards, table, stock, drew, took, laid, rummy, turns, taken }, chance)
        }
    }

    view {
        /// The own hand.
        #[getter]
        fn hand(&self) -> String {
            self.0.hand().to_string()
        }

        /// The cards that are in no hand that is seen, nor on the table or the discard pile.
        #[getter]
        fn unseen(&self) -> String {
            self.0.unseen().to_string()
        }

        /// The unseen cards that the stock may hold.
        #[getter]
        fn drawable(&self) -> String {
            self.0.drawable().to_string()
        }

        /// The cards that this seat knows to be in each hand.
        #[getter]
        fn known<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            PyTuple::new(py, self.per_seat(|_, _, seat| self.0.known(seat).to_string()))
        }

        /// What each seat holds; None for a hand that is not seen. When somebody has gone out all are.
        #[getter]
        fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            let hand = |seat| self.0.sees(seat).then(|| self.0.position().hand(seat).to_string());
            PyTuple::new(py, self.per_seat(|_, _, seat| hand(seat)))
        }
    }
}

with_memory!(of Knowledge);

/// The fields of the rules, in their order.
const FIELDS: [&str; 5] = ["players", "hand_size", "ace", "must_discard_out", "turn_limit"];

const ACES: &str = "\"low\" or \"both\"";

fn set_up(described: InPlay, mut chance: Stream) -> PyResult<State> {
    let rules = described.rules;
    let (position, known) = described.check(&mut chance).map_err(raise)?;
    Ok(State::wrap(EngineState::with_knowledge(rules, position, known, chance)))
}

/// What an argument may hold is sorted out in Python, once for both engines: a text, or a list of texts.
fn sorted_out<'py>(
    function: &str,
    value: &Bound<'py, PyAny>,
    blame: fn(String) -> Error,
) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    let class = match blame(String::new()) {
        Error::InvalidState(_) => py.get_type::<errors::InvalidStateError>(),
        _ => py.get_type::<errors::InvalidArgumentError>(),
    };
    py.import("oxideal._rummy_cards")?.getattr(function)?.call1((value, class))
}

fn texts_in(list: &Bound<'_, PyList>) -> PyResult<Vec<String>> {
    list.iter().map(|item| Ok(arguments::text("an item", &item)?.into_owned())).collect()
}

/// Cards as a text, or as a list of texts.
fn cards_of(value: &Bound<'_, PyAny>, blame: fn(String) -> Error) -> PyResult<Vec<Card>> {
    let wrong = |text: String| raise(blame(text));
    if value.is_instance_of::<PyString>() {
        return read_cards(&arguments::text("cards", value)?).map_err(wrong);
    }
    let words = texts_in(sorted_out("sorted_out", value, blame)?.cast().map_err(PyErr::from)?)?;
    read_each(words.iter().map(String::as_str)).map_err(wrong)
}

/// The cards of a function's argument.
fn hand_of(value: &Bound<'_, PyAny>) -> PyResult<Cards> {
    Ok(cards_of(value, Error::InvalidArgument)?.into_iter().collect())
}

/// The melds of a table as a text, or as a list of texts.
fn table_of(value: &Bound<'_, PyAny>, ace: Ace, blame: fn(String) -> Error) -> PyResult<Vec<Vec<Card>>> {
    let sorted = sorted_out("sorted_out_table", value, blame)?;
    let melds = match sorted.cast() {
        Ok(list) => texts_in(list)?,
        Err(_) => melds_in(&arguments::text("table", &sorted)?).map_err(|text| raise(blame(text)))?,
    };
    read_table(melds.iter().map(String::as_str), ace).map_err(|text| raise(blame(text)))
}

/// The texts of the melds in a table's text.
fn melds_in(text: &str) -> Result<Vec<String>, String> {
    let length = text.chars().count();
    if length > 1000 {
        return Err(format!("a table has at most 1000 characters, this one has {length}"));
    }
    let none = matches!(text.trim_matches(' '), "" | "-");
    Ok(text.split(',').filter(|_| !none).map(String::from).collect())
}

/// One list of cards a seat.
fn lists_of(name: &str, value: &Bound<'_, PyAny>, rules: EngineRules) -> PyResult<Vec<Vec<Card>>> {
    let items = arguments::per_seat(name, value, &rules, SEATS)?;
    items.iter().map(|item| cards_of(item, Error::InvalidState)).collect()
}

fn one_card(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Card> {
    read_card(&arguments::text(name, value)?).map_err(|text| raise(Error::InvalidState(text)))
}

fn ace_of(value: &Bound<'_, PyAny>) -> PyResult<Ace> {
    arguments::one_of("ace", ACES, value, Ace::named, Error::InvalidArgument)
}

/// A hand and what lies on the table beside it.
fn hand_and_table(
    hand: &Bound<'_, PyAny>,
    table: Option<&Bound<'_, PyAny>>,
    ace: &Bound<'_, PyAny>,
) -> PyResult<(Cards, MeldTable, Ace)> {
    let hand = hand_of(hand)?;
    let ace = ace_of(ace)?;
    let melds = table.map_or_else(|| Ok(Vec::new()), |table| table_of(table, ace, Error::InvalidArgument))?;
    let table: MeldTable = melds.iter().filter_map(|cards| Meld::of(cards, ace)).collect();
    match hand.among(table.cards()).first() {
        Some(card) => Err(raise(Error::InvalidArgument(format!("{card} stands twice")))),
        None => Ok((hand, table, ace)),
    }
}

fn lay_off_text(card: Card, place: Place) -> String {
    Chosen::LayOff { card, place }.to_string()
}

/// Every group and every run in a hand.
#[pyfunction]
pub(crate) fn rummy_melds(hand: &Bound<'_, PyAny>, ace: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let (hand, _, ace) = hand_and_table(hand, None, ace)?;
    Ok(melds(hand, ace).iter().map(Meld::to_string).collect())
}

/// Every lay-off of a card of a hand.
#[pyfunction]
pub(crate) fn rummy_lay_offs(
    hand: &Bound<'_, PyAny>,
    table: &Bound<'_, PyAny>,
    ace: &Bound<'_, PyAny>,
) -> PyResult<Vec<String>> {
    let (hand, table, ace) = hand_and_table(hand, Some(table), ace)?;
    Ok(lay_offs(hand, &table, ace).into_iter().map(|(card, place)| lay_off_text(card, place)).collect())
}

/// The points that are left, the melds, the lay-offs and the rest.
#[pyfunction]
pub(crate) fn rummy_best_partition<'py>(
    hand: &Bound<'py, PyAny>,
    table: Option<&Bound<'py, PyAny>>,
    ace: &Bound<'py, PyAny>,
) -> PyResult<(u32, Bound<'py, PyTuple>, Bound<'py, PyTuple>, String)> {
    let py = hand.py();
    let (hand, table, ace) = hand_and_table(hand, table, ace)?;
    let found = best_partition(hand, &table, ace);
    let melds = PyTuple::new(py, found.melds().map(|meld| meld.to_string()).collect::<Vec<_>>())?;
    let lay_offs = found.lay_offs().map(|(card, place)| lay_off_text(card, place));
    let lay_offs = PyTuple::new(py, lay_offs.collect::<Vec<_>>())?;
    Ok((found.points(), melds, lay_offs, found.rest().to_string()))
}

/// What cards count.
#[pyfunction]
pub(crate) fn rummy_points(cards: &Bound<'_, PyAny>, ace: &Bound<'_, PyAny>) -> PyResult<u32> {
    let cards = hand_of(cards)?;
    Ok(cards.points(ace_of(ace)?))
}

/// Cards as a set of 52 bits.
#[pyfunction]
pub(crate) fn rummy_card_set(cards: &Bound<'_, PyAny>) -> PyResult<u64> {
    Ok(hand_of(cards)?.bits())
}

/// The cards of a set of 52 bits.
#[pyfunction]
pub(crate) fn rummy_card_text(number: &Bound<'_, PyAny>) -> PyResult<String> {
    let bits = arguments::integer("number", number, 0, Cards::ALL.bits())?;
    Ok(Cards::of_bits(bits).unwrap_or_default().to_string())
}

/// Hands in an array, which comes checked and contiguous from `oxideal.rummy`; copied, so that nobody can write to them
/// while Python does other things.
fn sets_in(hands: &PyReadonlyArray1<'_, u64>) -> PyResult<Vec<Cards>> {
    let set = |&bits: &u64| Cards::of_bits(bits).ok_or_else(unchecked);
    hands.as_slice()?.iter().map(set).collect()
}

/// The tables beside hands.
fn tables_in(hands: &[Cards], tables: &PyReadonlyArray2<'_, u64>, ace: Ace) -> PyResult<Vec<MeldTable>> {
    let (rows, melds) = (tables.shape()[0], tables.shape()[1]);
    if rows != hands.len() {
        return Err(unchecked());
    }
    let sets = tables.to_vec()?;
    let row = |(row, &hand): (usize, &Cards)| {
        read_sets(row, hand, &sets[row * melds..][..melds], ace)
            .map_err(|text| raise(Error::InvalidArgument(text)))
    };
    hands.iter().enumerate().map(row).collect()
}

fn unchecked() -> PyErr {
    raise(Error::InvalidArgument("unchecked arrays: sets of cards are expected".into()))
}

/// Numbers, and sets of cards.
type Columns<'py, T> = (Bound<'py, PyArray1<T>>, Bound<'py, PyArray1<u64>>);

/// Where the melds of each hand begin, and the melds as sets.
#[pyfunction]
pub(crate) fn rummy_melds_many<'py>(
    py: Python<'py>,
    hands: PyReadonlyArray1<'py, u64>,
    ace: &Bound<'py, PyAny>,
) -> PyResult<Columns<'py, i64>> {
    let (hands, ace) = (sets_in(&hands)?, ace_of(ace)?);
    let offsets: Vec<i64> = detached(py, || {
        let counts = hands.iter().scan(0, |total, &hand| {
            *total += count_melds(hand, ace) as i64;
            Some(*total)
        });
        std::iter::once(0).chain(counts).collect()
    });
    // By numpy itself, which raises MemoryError where there is none.
    let total = offsets[hands.len()];
    let found = py.import("numpy")?.getattr("zeros")?.call1(((total,), "uint64"))?;
    let found = found.cast_into::<PyArray1<u64>>()?;
    {
        let mut places = found.readwrite();
        let places = places.as_slice_mut()?;
        detached(py, || {
            let sets = hands.iter().flat_map(|&hand| melds(hand, ace)).map(|meld| meld.cards().bits());
            places.iter_mut().zip(sets).for_each(|(place, set)| *place = set);
        });
    }
    Ok((PyArray1::from_vec(py, offsets), found))
}

/// The cards of each hand that fit groups, low ends and high ends.
#[pyfunction]
pub(crate) fn rummy_lay_offs_many<'py>(
    py: Python<'py>,
    hands: PyReadonlyArray1<'py, u64>,
    tables: PyReadonlyArray2<'py, u64>,
    ace: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<u64>>> {
    let (hands, ace) = (sets_in(&hands)?, ace_of(ace)?);
    let tables = tables_in(&hands, &tables, ace)?;
    let sets = detached(py, || {
        let beside = hands.iter().zip(&tables);
        beside.flat_map(|(&hand, table)| table.fitting(hand, ace).map(Cards::bits)).collect()
    });
    PyArray1::<u64>::from_vec(py, sets).reshape([hands.len(), 3])
}

/// The points that are left of each hand, and the cards.
#[pyfunction]
pub(crate) fn rummy_best_partition_many<'py>(
    py: Python<'py>,
    hands: PyReadonlyArray1<'py, u64>,
    tables: Option<PyReadonlyArray2<'py, u64>>,
    ace: &Bound<'py, PyAny>,
) -> PyResult<Columns<'py, i32>> {
    let (hands, ace) = (sets_in(&hands)?, ace_of(ace)?);
    let tables = match tables {
        Some(tables) => tables_in(&hands, &tables, ace)?,
        None => vec![MeldTable::default(); hands.len()],
    };
    let left = detached(py, || {
        let beside = hands.iter().zip(&tables);
        beside.map(|(&hand, table)| least_left(hand, table, ace)).collect::<Vec<_>>()
    });
    let points = left.iter().map(|&(points, _)| points as i32).collect();
    let rests = left.iter().map(|&(_, rest)| rest.bits()).collect();
    Ok((PyArray1::from_vec(py, points), PyArray1::from_vec(py, rests)))
}
