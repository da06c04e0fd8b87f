//! Arguments of Rummy: cards and melds.

use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use oxideal_engine::rummy::{
    Ace, Card, Cards, Meld, Rules, SEATS, Table, read_card, read_cards, read_each, read_sets, read_table,
};
use oxideal_engine::text::quoted;
use oxideal_engine::{Error, Sentence, memory};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::arguments;
use crate::errors::{BindingError, Result};
use crate::package::{self, CardSource};

/// Reads cards: a text or a list of texts.
pub(super) fn cards_of(value: &Bound<'_, PyAny>, source: CardSource) -> Result<Vec<Card>> {
    let wrong = |text: String| source.error(text);
    if value.is_instance_of::<PyString>() {
        return Ok(read_cards(&arguments::text("cards", value)?).map_err(wrong)?);
    }
    let py = value.py();
    let items = package::call(py, "oxideal._arguments.rummy", "normalize_cards", (value, source.class(py)))?;
    let texts = arguments::texts(items.cast::<PyList>().map_err(PyErr::from)?)?;
    Ok(read_each(texts.iter().map(String::as_str)).map_err(|reason| wrong(reason.into()))?)
}

/// Reads the cards of a function's argument.
pub(super) fn hand_of(value: &Bound<'_, PyAny>) -> Result<Cards> {
    Ok(cards_of(value, CardSource::Argument)?.into_iter().collect())
}

pub(super) fn card_of(name: &str, value: &Bound<'_, PyAny>) -> Result<Card> {
    Ok(read_card(&arguments::text(name, value)?).map_err(Error::invalid_state)?)
}

/// Reads the cards of each seat.
pub(super) fn per_seat(name: &str, value: &Bound<'_, PyAny>, rules: Rules) -> Result<Vec<Vec<Card>>> {
    arguments::per_seat(name, value, &rules, SEATS, |item| cards_of(item, CardSource::SetUpState))
}

/// Reads the melds of a table: a text or a list of texts.
pub(super) fn melds_of(value: &Bound<'_, PyAny>, ace: Ace, source: CardSource) -> Result<Vec<Vec<Card>>> {
    let wrong = |text: String| source.error(text);
    let py = value.py();
    let normal = package::call(py, "oxideal._arguments.rummy", "normalize_table", (value, source.class(py)))?;
    let melds = match normal.cast() {
        Ok(list) => arguments::texts(list)?,
        Err(_) => split_melds(&arguments::text("table", &normal)?).map_err(wrong)?,
    };
    Ok(read_table(melds.iter().map(String::as_str), ace).map_err(wrong)?)
}

/// Splits a table's text into the texts of its melds.
fn split_melds(text: &str) -> Result<Vec<String>, String> {
    let length = text.chars().count();
    if length > 1000 {
        return Err(format!("a table must have at most 1000 characters, got {length}"));
    }
    let none = matches!(text.trim_matches(' '), "" | "-");
    Ok(text.split(',').filter(|_| !none).map(String::from).collect())
}

pub(super) fn ace_of(value: &Bound<'_, PyAny>) -> Result<Ace> {
    let shown = if value.is_instance_of::<PyString>() {
        let name = arguments::text("ace", value)?;
        if let Some(ace) = Ace::named(&name) {
            return Ok(ace);
        }
        format!("got {}", quoted(&name))
    } else {
        format!("not {}", arguments::type_name(value)?)
    };
    Err(Error::InvalidArgument(format!("ace must be \"low\" or \"both\", {shown}")).into())
}

/// Reads a hand and the melds on the table.
pub(super) fn hand_and_table(
    hand: &Bound<'_, PyAny>,
    table: Option<&Bound<'_, PyAny>>,
    ace: &Bound<'_, PyAny>,
) -> Result<(Cards, Table, Ace)> {
    let hand = hand_of(hand)?;
    let ace = ace_of(ace)?;
    let melds = table.map_or_else(|| Ok(Vec::new()), |table| melds_of(table, ace, CardSource::Argument))?;
    let table: Table = melds.iter().filter_map(|cards| Meld::of(cards, ace)).collect();
    match hand.among(table.cards()).first() {
        Some(card) => {
            let sentence = Sentence::new("common.duplicate_card").with("card", card);
            Err(Error::InvalidArgument(sentence.into()).into())
        }
        None => Ok((hand, table, ace)),
    }
}

/// Copies the hands in an array, so that nothing can change them while other Python threads run.
pub(super) fn hands_in(hands: &PyReadonlyArray1<'_, u64>) -> Result<Vec<Cards>> {
    let hand = |&bits: &u64| Cards::of_bits(bits).ok_or_else(unchecked);
    memory::try_collect(hands.as_slice()?.iter().map(hand))
}

/// Reads the table of each hand.
pub(super) fn tables_in(hands: &[Cards], tables: &PyReadonlyArray2<'_, u64>, ace: Ace) -> Result<Vec<Table>> {
    let (rows, melds) = (tables.shape()[0], tables.shape()[1]);
    if rows != hands.len() {
        return Err(unchecked());
    }
    let sets = package::copied(tables)?;
    let row = |(row, &hand): (usize, &Cards)| {
        Ok(read_sets(row, hand, &sets[row * melds..][..melds], ace).map_err(Error::InvalidArgument)?)
    };
    memory::try_collect(hands.iter().enumerate().map(row))
}

/// The error of unchecked arrays. `oxideal.rummy` passes only checked, contiguous ones.
fn unchecked() -> BindingError {
    Error::InvalidArgument("unchecked arrays: sets of cards are expected".into()).into()
}
