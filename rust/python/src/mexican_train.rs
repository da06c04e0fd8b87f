//! `oxideal.mexican_train`.

use std::hash::{Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{PyArray1, PyArray3, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use oxideal_engine::mexican_train::{
    Column, Doubles, HIGHEST, Hand, InPlay, Knowledge, LongestTrain, MOST_TILES, MexicanTrain,
    Move as Chosen, Place, SEATS, Tile, longest_train, read_tile, read_tiles,
};
use oxideal_engine::text::quoted;
use oxideal_engine::{Action, Error, Recent, Rules as _, Seat, Start, Stream, ViewBuilder};
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
    MexicanTrain, "oxideal.mexican_train", mexican_train_playouts;

    rules {
        #[new]
        #[pyo3(
            signature = (
                *, players=Optional::Missing, set=Optional::Missing, engine=None, hand_size=None,
                follow_up=Optional::Missing, close_order=Optional::Missing
            ),
            text_signature = "(*, players=4, set=12, engine=None, hand_size=None, follow_up='available', \
                close_order='laid')"
        )]
        fn new(
            players: Optional<'_>,
            set: Optional<'_>,
            engine: Option<&Bound<'_, PyAny>>,
            hand_size: Option<&Bound<'_, PyAny>>,
            follow_up: Optional<'_>,
            close_order: Optional<'_>,
        ) -> PyResult<Self> {
            let [players, set] = [&players, &set].map(Optional::given);
            arguments::rules_of(&[players, set, engine, hand_size, follow_up.given(), close_order.given()]).map(Self)
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

        /// The fields by name, fit for JSON.
        fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            let fields = PyDict::new(py);
            fields.set_item("players", self.0.seats())?;
            fields.set_item("set", self.0.set())?;
            fields.set_item("engine", self.0.engine())?;
            fields.set_item("hand_size", self.0.hand_size())?;
            fields.set_item("follow_up", self.0.follow_up().name())?;
            fields.set_item("close_order", self.0.close_order().name())?;
            Ok(fields)
        }

        /// The inverse of `to_dict`. Missing fields take their default; others are refused.
        #[classmethod]
        #[pyo3(signature = (fields, /))]
        fn from_dict(_cls: &Bound<'_, PyType>, fields: &Bound<'_, PyAny>) -> PyResult<Self> {
            let fields = arguments::fields(fields, FIELDS)?;
            let [players, set, engine, hand_size, follow_up, close_order] = fields.each_ref().map(Option::as_ref);
            let given = |value: &&Bound<'_, PyAny>| !value.is_none();
            arguments::rules_of(&[players, set, engine.filter(given), hand_size.filter(given), follow_up, close_order]).map(Self)
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

        /// "play", "draw" or "pass".
        #[getter]
        fn kind(&self) -> &'static str {
            match self.chosen {
                Chosen::Pass => "pass",
                Chosen::Draw => "draw",
                Chosen::Play { .. } => "play",
            }
        }

        /// The tile, such as "9-12"; None of a draw and a pass.
        #[getter]
        fn tile(&self) -> Option<String> {
            self.played().map(|(tile, _)| tile.to_string())
        }

        /// The train: "me", "mexican" or a seat, such as "3"; None of a draw and a pass.
        #[getter]
        fn train(&self) -> Option<String> {
            self.played().map(|(_, column)| column.to_string())
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

        /// The train of each seat, from the hub.
        #[getter]
        fn trains<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            let trains = self.per_seat(|rules, position, seat| position.train_text(rules, Place::of(seat)));
            PyTuple::new(py, trains)
        }

        /// The train that belongs to all.
        #[getter]
        fn mexican(&self) -> String {
            self.open(|rules, position, _| position.train_text(rules, Place::MEXICAN))
        }

        /// The number at the open end of each seat's train.
        #[getter]
        fn ends<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            PyTuple::new(py, self.per_seat(|_, position, seat| position.end(Place::of(seat))))
        }

        /// The number at the open end of the train that belongs to all.
        #[getter]
        fn mexican_end(&self) -> u8 {
            self.open(|_, position, _| position.end(Place::MEXICAN))
        }

        /// Whether each seat's train carries its marker (MT-13).
        #[getter]
        fn marked<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            PyTuple::new(py, self.per_seat(|_, position, seat| position.is_marked(seat)))
        }

        /// The numbers of the live open doubles, in the order in which they were laid.
        #[getter]
        fn open_doubles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            let doubles: Vec<u8> = self.open(|_, position, _| position.open_doubles().collect());
            PyTuple::new(py, doubles)
        }

        /// The numbers of the doubles that can never be closed (MT-24).
        #[getter]
        fn dead_doubles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            let doubles = self.open(|rules, position, _| position.dead_doubles(rules));
            PyTuple::new(py, doubles)
        }

        /// Whether the player has laid a double in this turn.
        #[getter]
        fn doubled(&self) -> bool {
            self.open(|_, position, _| position.doubled())
        }

        /// Whether the player has drawn a tile since the turn, or its last double, began.
        #[getter]
        fn drew(&self) -> bool {
            self.open(|_, position, _| position.drew())
        }

        /// How many tiles each seat holds.
        #[getter]
        fn hand_sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            let sizes = self.open(|rules, position, _| position.sizes(rules).to_vec());
            PyTuple::new(py, sizes)
        }

        /// How many tiles are in the boneyard.
        #[getter]
        fn boneyard_size(&self) -> u8 {
            self.open(|_, position, _| position.boneyard_size())
        }

        /// The row of passes that ends the round when it is as long as there are players (MT-26).
        #[getter]
        fn idle_passes(&self) -> u8 {
            self.open(|_, position, _| position.idle())
        }

        /// The seat that has no tiles left.
        #[getter]
        fn went_out(&self) -> Option<u8> {
            self.open(|_, position, _| position.went_out())
        }

        /// For each seat the numbers of which it is known to hold no tile, doubles aside.
        #[getter]
        fn lacks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            let lacks: Vec<Vec<u8>> = self.open(|rules, _, clues| {
                let clues = clues();
                (0..rules.seats()).map(|seat| clues.lacks(seat).collect()).collect()
            });
            let lacks = lacks.into_iter().map(|numbers| PyTuple::new(py, numbers));
            PyTuple::new(py, lacks.collect::<PyResult<Vec<_>>>()?)
        }
    }

    state {
        /// What each seat holds.
        #[getter]
        fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            PyTuple::new(py, self.per_seat(|_, position, seat| position.hand(seat).to_string()))
        }

        /// The boneyard, the next tile first.
        #[getter]
        fn boneyard(&self) -> String {
            self.open(|_, position, _| position.boneyard_text())
        }

        /// A new round with these hands.
        #[classmethod]
        #[pyo3(
            signature = (rules, *, hands, starter, boneyard=None, seed=Optional::Missing, stream=Optional::Missing),
            text_signature = "(rules, *, hands, starter, boneyard=None, seed=0, stream=0)"
        )]
        fn from_deal(
            _cls: &Bound<'_, PyType>,
            rules: GivenRules,
            hands: &Bound<'_, PyAny>,
            starter: &Bound<'_, PyAny>,
            boneyard: Option<&Bound<'_, PyAny>>,
            seed: Optional<'_>,
            stream: Optional<'_>,
        ) -> PyResult<Self> {
            let rules = rules.0;
            let hands = lists_of("hands", hands, rules)?;
            let starter = arguments::seat("starter", starter, &rules)? as u8;
            let boneyard = boneyard.map(|boneyard| tiles_in(boneyard, rules)).transpose()?;
            let chance = arguments::chance_ahead(&seed, &stream)?;
            let dealt = InPlay::deal(rules, hands, starter, boneyard).map_err(raise)?;
            set_up(dealt, chance)
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
            rules: GivenRules,
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
        ) -> PyResult<Self> {
            let rules = rules.0;
            let no_trains = || vec![Vec::new(); rules.players()];
            let hands = lists_of("hands", hands, rules)?;
            let turn = arguments::seat("turn", turn, &rules)? as u8;
            let trains = trains.map_or_else(|| Ok(no_trains()), |trains| lists_of("trains", trains, rules))?;
            let mexican = mexican.given().map_or_else(|| Ok(Vec::new()), |tiles| tiles_in(tiles, rules))?;
            let marked = marked.given().map_or_else(|| Ok(Vec::new()), |marked| {
                let seat = |item: &Bound<'_, PyAny>| Ok(arguments::seat("marked", item, &rules)? as u8);
                each_of("marked", "a list of seats", marked, SEATS, seat)
            })?;
            let open = open_doubles.given().map_or_else(|| Ok(Vec::new()), |numbers| {
                each_of("open_doubles", "a list of numbers", numbers, 20, |item| number("open_doubles", item, rules.set()))
            })?;
            let truth = |name, value: &Optional<'_>| value.given().map_or(Ok(false), |value| arguments::flag(name, value));
            let doubled = truth("doubled", &doubled)?;
            let drew = truth("drew", &drew)?;
            let boneyard = boneyard.map(|boneyard| tiles_in(boneyard, rules)).transpose()?;
            let chance = arguments::chance_ahead(&seed, &stream)?;
            set_up(InPlay { rules, hands, turn, trains, mexican, marked, open, doubled, drew, boneyard }, chance)
        }
    }

    view {
        /// The own hand.
        #[getter]
        fn hand(&self) -> String {
            self.0.hand().to_string()
        }

        /// The tiles that are neither on the table nor in a hand that is seen.
        #[getter]
        fn unseen(&self) -> String {
            self.0.unseen().to_string()
        }

        /// What each seat holds; None for a hand that is not seen. At the end all are.
        #[getter]
        fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            let hand = |seat| self.0.sees(seat).then(|| self.0.position().hand(seat).to_string());
            PyTuple::new(py, self.per_seat(|_, _, seat| hand(seat)))
        }
    }
}

impl Move {
    fn played(&self) -> Option<(Tile, Column)> {
        if let Chosen::Play { tile, column } = self.chosen { Some((tile, column)) } else { None }
    }
}

with_memory!(of Knowledge);

/// The fields of the rules, in their order.
const FIELDS: [&str; 6] = ["players", "set", "engine", "hand_size", "follow_up", "close_order"];

fn set_up(described: InPlay, chance: Stream) -> PyResult<State> {
    let rules = described.rules;
    let (position, clues) = described.check(chance.clone()).map_err(raise)?;
    Ok(State::wrap(EngineState::with_knowledge(rules, position, clues, Stream::without_seed())))
}

/// Tiles as a text, or as a list of texts and pairs of numbers.
fn tiles_of(value: &Bound<'_, PyAny>, set: Option<u8>, blame: fn(String) -> Error) -> PyResult<Vec<Tile>> {
    if value.is_instance_of::<PyString>() {
        return read_tiles(&arguments::text("tiles", value)?, set).map_err(|text| raise(blame(text)));
    }
    // What a list may hold is sorted out in Python, once for both engines.
    let py = value.py();
    let class = match blame(String::new()) {
        Error::InvalidState(_) => py.get_type::<errors::InvalidStateError>(),
        _ => py.get_type::<errors::InvalidArgumentError>(),
    };
    let sorted = py.import("oxideal._mexican_train_tiles")?.getattr("sorted_out")?.call1((value, class))?;
    let mut tiles = Vec::new();
    for item in sorted.cast::<PyList>().map_err(PyErr::from)? {
        let tile = read_tile(&arguments::text("a tile", &item)?, set).map_err(|text| raise(blame(text)))?;
        if tiles.contains(&tile) {
            return Err(raise(blame(format!("{tile} stands twice"))));
        }
        tiles.push(tile);
    }
    Ok(tiles)
}

/// The tiles of a position.
fn tiles_in(value: &Bound<'_, PyAny>, rules: EngineRules) -> PyResult<Vec<Tile>> {
    tiles_of(value, Some(rules.set()), Error::InvalidState)
}

/// One list of tiles a seat.
fn lists_of(name: &str, value: &Bound<'_, PyAny>, rules: EngineRules) -> PyResult<Vec<Vec<Tile>>> {
    let items = arguments::per_seat(name, value, &rules, SEATS)?;
    items.iter().map(|item| tiles_in(item, rules)).collect()
}

/// A list of at most so many items.
fn each_of<T>(
    name: &str,
    wanted: &str,
    value: &Bound<'_, PyAny>,
    most: usize,
    read: impl Fn(&Bound<'_, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let items = arguments::items(name, wanted, value)?.take(most + 1).collect::<PyResult<Vec<_>>>()?;
    if items.len() > most {
        return Err(raise(Error::InvalidArgument(format!("{name} has at most {most} items"))));
    }
    items.iter().map(read).collect()
}

/// A number on a tile.
fn number(name: &str, value: &Bound<'_, PyAny>, highest: u8) -> PyResult<u8> {
    Ok(arguments::integer(name, value, 0, highest.into())? as u8)
}

fn or_default(rules: Option<GivenRules>) -> EngineRules {
    rules.map(|given| given.0).unwrap_or_default()
}

/// These rules, or the plain ones.
#[pyfunction]
pub(crate) fn mexican_train_rules(rules: Option<GivenRules>) -> Rules {
    Rules(or_default(rules))
}

/// For each end the tiles that fit it.
#[pyfunction]
pub(crate) fn mexican_train_matches(
    hand: &Bound<'_, PyAny>,
    ends: &Bound<'_, PyAny>,
) -> PyResult<Vec<String>> {
    let hand: Hand = tiles_of(hand, None, Error::InvalidArgument)?.into_iter().collect();
    each_of(
        "ends",
        "a list of numbers",
        ends,
        200,
        |end| Ok(hand.fitting_text(number("ends", end, HIGHEST)?)),
    )
}

/// The longest and the heaviest train.
#[pyfunction]
pub(crate) fn mexican_train_longest_train(
    py: Python<'_>,
    hand: &Bound<'_, PyAny>,
    end: &Bound<'_, PyAny>,
    doubles: &Bound<'_, PyAny>,
) -> PyResult<(String, String)> {
    let hand = tiles_of(hand, None, Error::InvalidArgument)?;
    let wrong = |text: String| raise(Error::InvalidArgument(text));
    if hand.len() > MOST_TILES {
        return Err(wrong(format!(
            "longest_train takes at most {MOST_TILES} tiles, this hand has {}",
            hand.len()
        )));
    }
    let end = number("end", end, HIGHEST)?;
    let name = arguments::text("doubles", doubles)?;
    let doubles = match &*name {
        "tile" => Doubles::Tile,
        "close" => Doubles::Close,
        _ => return Err(wrong(format!("doubles is \"tile\" or \"close\", not {}", quoted(&name)))),
    };
    let hand: Vec<(u8, u8)> = hand.into_iter().map(Tile::ends).collect();
    let LongestTrain { longest, heaviest } = detached(py, || longest_train(&hand, end, doubles));
    let text = |train: Vec<(u8, u8)>| {
        let tiles: Vec<String> = train.iter().map(|(from, to)| format!("{from}-{to}")).collect();
        if tiles.is_empty() { "-".into() } else { tiles.join(" ") }
    };
    Ok((text(longest), text(heaviest)))
}

/// What tiles count in a hand.
#[pyfunction]
pub(crate) fn mexican_train_pips(tiles: &Bound<'_, PyAny>) -> PyResult<i32> {
    Ok(tiles_of(tiles, None, Error::InvalidArgument)?.into_iter().map(Tile::pips).sum())
}

/// 1 for each tile of a hand.
#[pyfunction]
pub(crate) fn mexican_train_tiles_array<'py>(
    hand: &Bound<'py, PyAny>,
    rules: Option<GivenRules>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let rules = or_default(rules);
    let mut array = vec![0; rules.tile_count().into()];
    for tile in tiles_of(hand, Some(rules.set()), Error::InvalidArgument)? {
        array[usize::from(tile.number())] = 1;
    }
    Ok(PyArray1::from_vec(hand.py(), array))
}

/// Which tiles of each hand fit which of its ends. Arrays come checked and contiguous from `oxideal.mexican_train`.
#[pyfunction]
pub(crate) fn mexican_train_matches_many<'py>(
    py: Python<'py>,
    hands: PyReadonlyArray2<'py, u8>,
    ends: PyReadonlyArray2<'py, i8>,
    rules: Option<GivenRules>,
) -> PyResult<Bound<'py, PyArray3<bool>>> {
    let rules = or_default(rules);
    let (tiles, ends_each) = (usize::from(rules.tile_count()), ends.shape()[1]);
    if hands.shape()[1] != tiles || hands.shape()[0] != ends.shape()[0] {
        return Err(raise(Error::InvalidArgument("unchecked arrays: their shapes do not fit".into())));
    }
    // Copies, so that nobody can write to them while Python does other things.
    let (n, hands, ends) = (hands.shape()[0], hands.to_vec()?, ends.to_vec()?);
    // By numpy itself, which raises MemoryError where there is none.
    let fits = py.import("numpy")?.getattr("zeros")?.call1(((n, ends_each, tiles), "bool"))?;
    let fits = fits.cast_into::<PyArray3<bool>>()?;
    {
        let mut places = fits.readwrite();
        let places = places.as_slice_mut()?;
        detached(py, || {
            let matching: Vec<Vec<bool>> = (0..=rules.set())
                .map(|end| rules.tiles().map(|tile| <[u8; 2]>::from(tile.ends()).contains(&end)).collect())
                .collect();
            let rows = places.chunks_exact_mut(tiles).zip(&ends).enumerate();
            for (row, (fits, &end)) in rows {
                let Some(matching) = usize::try_from(end).ok().and_then(|end| matching.get(end)) else {
                    continue;
                };
                let hand = &hands[row / ends_each * tiles..][..tiles];
                for ((fit, &held), &matches) in fits.iter_mut().zip(hand).zip(matching) {
                    *fit = held != 0 && matches;
                }
            }
        });
    }
    Ok(fits)
}
