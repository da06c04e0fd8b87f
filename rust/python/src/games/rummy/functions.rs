//! The functions of Rummy.

use std::iter::repeat_n;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use oxideal_engine::memory;
use oxideal_engine::rummy::{
    Card, Cards, Move, Place, Table, best_partition, count_melds, lay_offs, least_left, melds,
};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::CardText;
use super::arguments::{ace_of, hand_and_table, hand_of, hands_in, tables_in};
use crate::arguments;
use crate::errors::Result;
use crate::package;

fn lay_off_text(card: Card, place: Place) -> String {
    Move::LayOff { card, place }.to_string()
}

/// Return every group and every run in a hand.
///
/// rummy_melds(hand: RummyCardsLike, ace: str) -> list[Cards]
#[pyfunction]
pub(super) fn rummy_melds(hand: &Bound<'_, PyAny>, ace: &Bound<'_, PyAny>) -> Result<Vec<CardText>> {
    let (hand, _, ace) = hand_and_table(hand, None, ace)?;
    Ok(melds(hand, ace).iter().map(|meld| CardText(meld.to_string())).collect())
}

/// Return every lay-off of a card of a hand.
///
/// rummy_lay_offs(hand: RummyCardsLike, table: RummyTable, ace: str) -> list[str]
#[pyfunction]
pub(super) fn rummy_lay_offs(
    hand: &Bound<'_, PyAny>,
    table: &Bound<'_, PyAny>,
    ace: &Bound<'_, PyAny>,
) -> Result<Vec<String>> {
    let (hand, table, ace) = hand_and_table(hand, Some(table), ace)?;
    Ok(lay_offs(hand, &table, ace).into_iter().map(|(card, place)| lay_off_text(card, place)).collect())
}

/// Return the points left, the melds, the lay-offs and the rest.
///
/// rummy_best_partition(hand: RummyCardsLike, table: RummyTable | None, ace: str) -> tuple[int,
///     tuple[Cards, ...], tuple[str, ...], Cards]
#[pyfunction]
pub(super) fn rummy_best_partition<'py>(
    hand: &Bound<'py, PyAny>,
    table: Option<&Bound<'py, PyAny>>,
    ace: &Bound<'py, PyAny>,
) -> Result<(u32, Bound<'py, PyTuple>, Bound<'py, PyTuple>, CardText)> {
    let py = hand.py();
    let (hand, table, ace) = hand_and_table(hand, table, ace)?;
    let found = best_partition(hand, &table, ace);
    let melds = PyTuple::new(py, found.melds().map(|meld| CardText(meld.to_string())).collect::<Vec<_>>())?;
    let lay_offs = found.lay_offs().map(|(card, place)| lay_off_text(card, place));
    let lay_offs = PyTuple::new(py, lay_offs.collect::<Vec<_>>())?;
    Ok((found.points(), melds, lay_offs, CardText(found.rest().to_string())))
}

/// Return the points of cards.
///
/// rummy_points(cards: RummyCardsLike, ace: str) -> int
#[pyfunction]
pub(super) fn rummy_points(cards: &Bound<'_, PyAny>, ace: &Bound<'_, PyAny>) -> Result<u32> {
    let cards = hand_of(cards)?;
    Ok(cards.points(ace_of(ace)?))
}

/// Return cards as a set of 52 bits.
///
/// rummy_card_set(cards: RummyCardsLike) -> int
#[pyfunction]
pub(super) fn rummy_card_set(cards: &Bound<'_, PyAny>) -> Result<u64> {
    Ok(hand_of(cards)?.bits())
}

/// Return the cards of a set of 52 bits.
///
/// rummy_card_text(number: SupportsIndex) -> Cards
#[pyfunction]
pub(super) fn rummy_card_text(number: &Bound<'_, PyAny>) -> Result<CardText> {
    let bits = arguments::integer("number", number, 0, Cards::ALL.bits())?;
    Ok(CardText(Cards::of_bits(bits).unwrap_or_default().to_string()))
}

/// Numbers and sets of cards.
type Columns<'py, T> = (Bound<'py, PyArray1<T>>, Bound<'py, PyArray1<u64>>);

/// Return where the melds of each hand start, and the melds as sets.
///
/// rummy_melds_many(hands: npt.NDArray[np.uint64], ace: str) -> tuple[npt.NDArray[np.int64],
///     npt.NDArray[np.uint64]]
#[pyfunction]
pub(super) fn rummy_melds_many<'py>(
    py: Python<'py>,
    hands: PyReadonlyArray1<'py, u64>,
    ace: &Bound<'py, PyAny>,
) -> Result<Columns<'py, i64>> {
    let (hands, ace) = (hands_in(&hands)?, ace_of(ace)?);
    let mut total = 0;
    let offsets = package::filled(py, (hands.len() + 1,), "int64", |offsets: &mut [i64]| {
        for (offset, &hand) in offsets[1..].iter_mut().zip(&hands) {
            total += count_melds(hand, ace) as i64;
            *offset = total;
        }
    })?;
    let found = package::filled(py, (total,), "uint64", |places: &mut [u64]| {
        let sets = hands.iter().flat_map(|&hand| melds(hand, ace)).map(|meld| meld.cards().bits());
        places.iter_mut().zip(sets).for_each(|(place, set)| *place = set);
    })?;
    Ok((offsets, found))
}

/// Return the cards of each hand that fit groups, low ends and high ends.
///
/// rummy_lay_offs_many(hands: npt.NDArray[np.uint64], tables: npt.NDArray[np.uint64],
///     ace: str) -> npt.NDArray[np.uint64]
#[pyfunction]
pub(super) fn rummy_lay_offs_many<'py>(
    py: Python<'py>,
    hands: PyReadonlyArray1<'py, u64>,
    tables: PyReadonlyArray2<'py, u64>,
    ace: &Bound<'py, PyAny>,
) -> Result<Bound<'py, PyArray2<u64>>> {
    let (hands, ace) = (hands_in(&hands)?, ace_of(ace)?);
    let tables = tables_in(&hands, &tables, ace)?;
    package::filled(py, (hands.len(), 3), "uint64", |places: &mut [u64]| {
        let pairs = hands.iter().zip(&tables);
        for (places, (&hand, table)) in places.as_chunks_mut::<3>().0.iter_mut().zip(pairs) {
            *places = table.fitting(hand, ace).map(Cards::bits);
        }
    })
}

/// Return the points left of each hand, and the cards.
///
/// rummy_best_partition_many(hands: npt.NDArray[np.uint64], tables: npt.NDArray[np.uint64] | None,
///     ace: str) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64]]
#[pyfunction]
pub(super) fn rummy_best_partition_many<'py>(
    py: Python<'py>,
    hands: PyReadonlyArray1<'py, u64>,
    tables: Option<PyReadonlyArray2<'py, u64>>,
    ace: &Bound<'py, PyAny>,
) -> Result<Columns<'py, i32>> {
    let (hands, ace) = (hands_in(&hands)?, ace_of(ace)?);
    let tables = match tables {
        Some(tables) => tables_in(&hands, &tables, ace)?,
        None => memory::collect(repeat_n(Table::default(), hands.len()))?,
    };
    let points: Bound<'_, PyArray1<i32>> = package::zeros(py, (hands.len(),), "int32")?;
    let rests = {
        let mut points = points.readwrite();
        let points = points.as_slice_mut()?;
        package::filled(py, (hands.len(),), "uint64", |rests: &mut [u64]| {
            let pairs = hands.iter().zip(&tables);
            for ((point, rest), (&hand, table)) in points.iter_mut().zip(rests).zip(pairs) {
                let (points, cards) = least_left(hand, table, ace);
                (*point, *rest) = (points as i32, cards.bits());
            }
        })?
    };
    Ok((points, rests))
}
