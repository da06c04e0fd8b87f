//! Arguments of Dou Dizhu: seats, cards and combinations.

use oxideal_engine::doudizhu::{Cards, DouDizhu, Move, Play, RANKS, Rules};
use oxideal_engine::{Error, Rules as _, memory};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyString};

use crate::arguments;
use crate::classes::GameMove;
use crate::errors::{BindingError, Result};
use crate::package::{self, CardSource};

/// Reads a seat, if one is given.
pub(super) fn seat_of(name: &str, value: Option<&Bound<'_, PyAny>>, rules: &Rules) -> Result<Option<u8>> {
    value.map(|value| Ok(arguments::seat(name, value, rules)? as u8)).transpose()
}

/// Reads a move to compare with: a move, or a text under these rules.
pub(super) fn other_move(other: &Bound<'_, PyAny>, rules: &Rules) -> Result<Move> {
    move_or_text("other", "a Move of this game or a str", other, rules)
}

fn move_or_text(name: &str, wanted: &str, value: &Bound<'_, PyAny>, rules: &Rules) -> Result<Move> {
    if value.is_instance_of::<PyString>() {
        return Ok(rules.parse(&arguments::text(name, value)?)?);
    }
    GameMove::<DouDizhu>::from_argument(value)
        .map(|given| *given.inner())
        .ok_or_else(|| arguments::wrong_type(name, wanted, value))
}

/// Returns a combination as a move.
pub(super) fn play_move(rules: &Rules, play: Play) -> Result<GameMove<DouDizhu>> {
    GameMove::of_move(rules, rules.to_play_move(play))
}

/// Reads cards: a text, a list of rank texts, or 15 counts. Python decides what callers may pass, once for both engines.
pub(super) fn cards_of(value: &Bound<'_, PyAny>, rules: &Rules, source: CardSource) -> Result<Cards> {
    let wrong = |text: String| source.error(text);
    if value.is_instance_of::<PyString>() {
        return Ok(Cards::parse(&arguments::text("cards", value)?, rules.deck()).map_err(wrong)?);
    }
    let py = value.py();
    let arguments = (value, rules.options().players, source.class(py));
    let items = package::call(py, "oxideal._arguments.doudizhu", "normalize_cards", arguments)?;
    let items = items.cast::<PyList>().map_err(PyErr::from)?;
    if items.iter().all(|item| item.is_instance_of::<PyInt>()) && !items.is_empty() {
        let counts = items.extract::<Vec<u8>>()?;
        let counts = <[u8; RANKS]>::try_from(counts).map_err(|_| unchecked("15 counts"))?;
        return Ok(Cards::from_counts(&counts));
    }
    let mut ranks = String::new();
    for item in items {
        ranks.push_str(Cards::rank_text(&arguments::text("a rank", &item)?).map_err(wrong)?);
    }
    Ok(Cards::parse(&ranks, rules.deck()).map_err(wrong)?)
}

/// Reads the cards of each seat.
pub(super) fn hands_of(name: &str, value: &Bound<'_, PyAny>, rules: &Rules) -> Result<Vec<Cards>> {
    arguments::per_seat(name, value, rules, rules.players(), |item| {
        cards_of(item, rules, CardSource::SetUpState)
    })
}

/// Reads a combination: a move or a text.
pub(super) fn play_of(value: &Bound<'_, PyAny>, rules: &Rules) -> Result<Play> {
    let is_rules = value.is_instance_of::<super::classes::Rules>();
    let wanted = if is_rules { "a Move or a str (pass the rules as rules=...)" } else { "a Move or a str" };
    let chosen = move_or_text("to_beat", wanted, value, rules)?;
    if let Some(given) = GameMove::<DouDizhu>::from_argument(value) {
        given.action_by(rules)?;
    }
    let play = chosen.play().copied();
    Ok(play.ok_or_else(|| {
        Error::InvalidArgument(format!("to_beat must be a combination or None, got {chosen}"))
    })?)
}

/// Reads the hands in an array of 15 counts each.
pub(super) fn hands_in(counts: &[u8], rules: &Rules) -> Result<Vec<Cards>> {
    let deck = rules.deck().counts();
    let hand = |counts: &[u8; RANKS]| {
        let within = counts.iter().zip(&deck).all(|(count, most)| count <= most);
        within.then(|| Cards::from_counts(counts)).ok_or_else(|| unchecked("more cards than the deck has"))
    };
    match counts.as_chunks::<RANKS>() {
        (hands, []) => memory::try_collect(hands.iter().map(hand)),
        _ => Err(unchecked("15 counts a hand")),
    }
}

/// Reads the combinations with these ids, `None` for the pass and the bids.
pub(super) fn plays_in(actions: &[i64], rules: &Rules) -> Result<Vec<Option<Play>>> {
    let play = |&action: &i64| {
        let chosen = u32::try_from(action).ok().and_then(|action| rules.to_move(action));
        Ok(chosen.ok_or_else(|| unchecked("an id"))?.play().copied())
    };
    memory::try_collect(actions.iter().map(play))
}

/// The error of unchecked arrays. `oxideal.doudizhu` passes only checked, contiguous ones.
pub(super) fn unchecked(what: &str) -> BindingError {
    Error::InvalidArgument(format!("unchecked arrays: {what}")).into()
}
