//! Arguments of FourSquare: cards, ranks and grids.

use oxideal_engine::Error;
use oxideal_engine::foursquare::{CELLS, Card, DECK, Grid, Rank};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arguments;
use crate::errors::{BindingError, Result};

/// One more than the deck has, to detect too many; an iterator may be endless.
const MAX_CARDS: usize = DECK + 1;

/// Reads cards: one text or a sequence of texts.
pub(super) fn stock(value: &Bound<'_, PyAny>) -> Result<Vec<Card>> {
    if value.is_instance_of::<PyString>() {
        let text = arguments::text("stock", value)?;
        let cards = oxideal_engine::text::tokens(&text).take(MAX_CARDS);
        return cards.map(|card| Ok(Card::read(card)?)).collect();
    }
    let cards = arguments::items("stock", "a str or a list of str", value)?;
    cards.take(MAX_CARDS).map(|card| Ok(Card::read(&arguments::text("a card", &card?)?)?)).collect()
}

/// Reads a rank: a number, or the rank of a card.
pub(super) fn rank(card: &Bound<'_, PyAny>) -> Result<Rank> {
    if card.is_instance_of::<PyString>() {
        let card = Card::read(&arguments::text("card", card)?);
        return Ok(card.map_err(|error| Error::InvalidArgument(error.to_string()))?.rank());
    }
    Ok(arguments::integer("card", card, 1, 10)? as Rank)
}

pub(super) fn grids(entries: &[i8]) -> Result<&[Grid]> {
    match entries.as_chunks::<CELLS>() {
        (grids, []) if entries.iter().all(|entry| entry.unsigned_abs() <= 10) => Ok(grids),
        _ => Err(unchecked("a grid has 49 entries from -10 to 10")),
    }
}

/// The error of unchecked arrays. `oxideal.foursquare` passes only checked, contiguous ones.
pub(super) fn unchecked(what: &str) -> BindingError {
    Error::InvalidArgument(format!("unchecked arrays: {what}")).into()
}
