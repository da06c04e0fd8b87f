//! The functions of Dou Dizhu.

use numpy::ndarray::Ix1;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use oxideal_engine::Rules as _;
use oxideal_engine::doudizhu::{DouDizhu, Move as EngineMove, Play, min_plays};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::arguments::{cards_of, hands_in, play_move, play_of, plays_in, unchecked};
use super::classes::{Move, Rules};
use crate::arguments;
use crate::classes::{GameMove, RulesArgument};
use crate::errors::Result;
use crate::package::{self, CardSource};
use crate::runtime::Interrupts;

type GivenRules = Option<RulesArgument<DouDizhu>>;

/// Return these rules, or the default ones.
///
/// doudizhu_rules(rules: Rules | None) -> Rules
#[pyfunction]
pub(super) fn doudizhu_rules(rules: GivenRules) -> Rules {
    Rules(RulesArgument::or_default(rules))
}

/// Return the one combination that these cards make.
///
/// doudizhu_classify(cards: CardsLike, rules: Rules | None) -> Move
#[pyfunction]
pub(super) fn doudizhu_classify(cards: &Bound<'_, PyAny>, rules: GivenRules) -> Result<Move> {
    let rules = RulesArgument::or_default(rules);
    let play = if cards.is_instance_of::<PyString>() {
        rules.combination(&arguments::text("cards", cards)?)?
    } else {
        rules.classify(cards_of(cards, &rules, CardSource::Argument)?)?
    };
    play_move(&rules, play).map(Move)
}

/// Return all combinations that these cards make.
///
/// doudizhu_readings(cards: CardsLike, rules: Rules | None) -> list[Move]
#[pyfunction]
pub(super) fn doudizhu_readings(cards: &Bound<'_, PyAny>, rules: GivenRules) -> Result<Vec<Move>> {
    let rules = RulesArgument::or_default(rules);
    let cards = cards_of(cards, &rules, CardSource::Argument)?;
    rules.readings(cards).iter().map(|play| play_move(&rules, play).map(Move)).collect()
}

/// Return all combinations that a hand can play.
///
/// doudizhu_legal_plays(hand: CardsLike, to_beat: Move | str | None,
///     rules: Rules | None) -> list[Move]
#[pyfunction]
pub(super) fn doudizhu_legal_plays(
    hand: &Bound<'_, PyAny>,
    to_beat: Option<&Bound<'_, PyAny>>,
    rules: GivenRules,
) -> Result<Vec<Move>> {
    let rules = RulesArgument::or_default(rules);
    let hand = cards_of(hand, &rules, CardSource::Argument)?;
    let to_beat = to_beat.map(|to_beat| play_of(to_beat, &rules)).transpose()?;
    let mut actions = Vec::new();
    rules.legal_plays(hand, to_beat, &mut actions);
    actions.into_iter().map(|action| GameMove::of_action(&rules, action).map(Move)).collect()
}

/// Count the cards of each rank.
///
/// doudizhu_counts(cards: CardsLike, rules: Rules | None) -> npt.NDArray[np.uint8]
#[pyfunction]
pub(super) fn doudizhu_counts<'py>(
    cards: &Bound<'py, PyAny>,
    rules: GivenRules,
) -> Result<Bound<'py, PyArray1<u8>>> {
    let counts = cards_of(cards, &RulesArgument::or_default(rules), CardSource::Argument)?.counts();
    Ok(PyArray1::from_slice(cards.py(), &counts))
}

/// Return a shortest list of combinations that empties a hand; its length is the number of plays.
///
/// doudizhu_min_plays(hand: CardsLike, rules: Rules | None) -> list[Move]
#[pyfunction]
pub(super) fn doudizhu_min_plays(
    py: Python<'_>,
    hand: &Bound<'_, PyAny>,
    rules: GivenRules,
) -> Result<Vec<Move>> {
    let rules = RulesArgument::or_default(rules);
    let hand = cards_of(hand, &rules, CardSource::Argument)?;
    let mut interrupts = Interrupts::new();
    let plays = py.detach(|| min_plays(&rules, hand, || interrupts.check()));
    interrupts.into_result()?;
    plays?.into_iter().map(|play| play_move(&rules, play).map(Move)).collect()
}

type Classified<'py> = (
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<u8>>,
);

/// Return how many combinations each hand makes, and which one if there is just one.
///
/// doudizhu_classify_many(counts: npt.NDArray[np.uint8],
///     rules: Rules | None) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int32],
///     npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.uint8]]
#[pyfunction]
pub(super) fn doudizhu_classify_many<'py>(
    py: Python<'py>,
    counts: PyReadonlyArray2<'py, u8>,
    rules: GivenRules,
) -> Result<Classified<'py>> {
    let rules = RulesArgument::or_default(rules);
    let hands = hands_in(&package::copied(&counts)?, &rules)?;
    let column = || package::zeros::<u8, Ix1>(py, (hands.len(),), "uint8");
    let (readings, kinds, ranks, lengths) = (column()?, column()?, column()?, column()?);
    let actions = {
        let mut columns = [readings.readwrite(), kinds.readwrite(), ranks.readwrite(), lengths.readwrite()];
        let [readings, kinds, ranks, lengths] = &mut columns;
        let (readings, kinds) = (readings.as_slice_mut()?, kinds.as_slice_mut()?);
        let (ranks, lengths) = (ranks.as_slice_mut()?, lengths.as_slice_mut()?);
        package::filled(py, (hands.len(),), "int32", |actions: &mut [i32]| {
            for (number, &cards) in hands.iter().enumerate() {
                let found = rules.readings(cards);
                readings[number] = found.len() as u8;
                let only = found.only();
                let action = only.and_then(|play| rules.action(EngineMove::Play { play, alone: false }));
                actions[number] = action.map_or(-1, |action| action as i32);
                if let Some(play) = only {
                    kinds[number] = play.kind() as u8;
                    (ranks[number], lengths[number]) = (play.rank(), play.length());
                }
            }
        })?
    };
    Ok((readings, actions, kinds, ranks, lengths))
}

/// Return which actions of `a` beat those of `b`.
///
/// doudizhu_beats_many(a: npt.NDArray[np.int64], b: npt.NDArray[np.int64],
///     rules: Rules | None) -> npt.NDArray[np.bool_]
#[pyfunction]
pub(super) fn doudizhu_beats_many<'py>(
    py: Python<'py>,
    a: PyReadonlyArray1<'py, i64>,
    b: PyReadonlyArray1<'py, i64>,
    rules: GivenRules,
) -> Result<Bound<'py, PyArray1<bool>>> {
    let rules = RulesArgument::or_default(rules);
    let (a, b) = (plays_in(&package::copied(&a)?, &rules)?, plays_in(&package::copied(&b)?, &rules)?);
    if a.len() != b.len() {
        return Err(unchecked("their lengths differ"));
    }
    let beats = |(a, b): (Option<Play>, Option<Play>)| a.zip(b).is_some_and(|(a, b)| a.beats(&b));
    package::filled(py, (a.len(),), "bool", |answers: &mut [bool]| {
        answers.iter_mut().zip(a.into_iter().zip(b)).for_each(|(answer, pair)| *answer = beats(pair));
    })
}

type LegalPlays<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>);

/// Return all combinations that each hand can play.
///
/// doudizhu_legal_plays_many(hands: npt.NDArray[np.uint8], to_beat: npt.NDArray[np.int64],
///     rules: Rules | None) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]
#[pyfunction]
pub(super) fn doudizhu_legal_plays_many<'py>(
    py: Python<'py>,
    hands: PyReadonlyArray2<'py, u8>,
    to_beat: PyReadonlyArray1<'py, i64>,
    rules: GivenRules,
) -> Result<LegalPlays<'py>> {
    let rules = RulesArgument::or_default(rules);
    let hands = hands_in(&package::copied(&hands)?, &rules)?;
    let to_beat = plays_in(&package::copied(&to_beat)?, &rules)?;
    if hands.len() != to_beat.len() {
        return Err(unchecked("their lengths differ"));
    }
    let positions = || hands.iter().zip(&to_beat);
    let mut total = 0;
    let offsets = package::filled(py, (hands.len() + 1,), "int64", |offsets: &mut [i64]| {
        for (offset, (&hand, &to_beat)) in offsets[1..].iter_mut().zip(positions()) {
            total += rules.count_plays(hand, to_beat);
            *offset = total as i64;
        }
    })?;
    let actions: Bound<'_, PyArray1<i32>> = package::zeros(py, (total,), "int32")?;
    {
        let mut places = actions.readwrite();
        let mut places = places.as_slice_mut()?;
        let mut interrupts = Interrupts::new();
        py.detach(|| {
            let mut list = Vec::new();
            for (number, (&hand, &to_beat)) in positions().enumerate() {
                if number % HANDS_PER_CHECK == HANDS_PER_CHECK - 1 && !interrupts.check() {
                    return;
                }
                list.clear();
                rules.legal_plays(hand, to_beat, &mut list);
                let (now, rest) = std::mem::take(&mut places).split_at_mut(list.len());
                now.iter_mut().zip(&list).for_each(|(place, &action)| *place = action as i32);
                places = rest;
            }
        });
        interrupts.into_result()?;
    }
    Ok((offsets, actions))
}

/// The number of hands between two checks for Ctrl-C.
const HANDS_PER_CHECK: usize = 4096;
