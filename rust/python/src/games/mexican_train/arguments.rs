//! Rules and tiles that callers pass in.

use oxideal_engine::Error;
use oxideal_engine::mexican_train::{
    CloseOrder, FollowUp, HIGHEST, Options, PLAYERS, Rules, SEATS, SET, Tile, engine_within,
    hand_size_within, most_in_hand, read_tile, read_tiles,
};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arguments::{self, number_field, one_of};
use crate::errors::Result;
use crate::package::{self, Blame};

/// The fields of the rules, in their order.
pub(super) const FIELDS: [&str; 6] = ["players", "set", "engine", "hand_size", "follow_up", "close_order"];

/// More open doubles than any position has are not read.
pub(super) const MAX_DOUBLES: usize = 20;

/// The rules of these fields, in their order.
pub(super) fn rules_of(given: [Option<&Bound<'_, PyAny>>; FIELDS.len()]) -> Result<Rules> {
    let [players, set, engine, hand_size, follow_up, close_order] = given;
    let number = |what: &str, value: Option<&Bound<'_, PyAny>>, low, high| {
        value.map(|value| number_field(what, value, low, high)).transpose()
    };
    let (mut options, plain) = (Options::default(), Rules::default());
    let players = number(PLAYERS, players, 2, SEATS as u8)?.unwrap_or(plain.seats());
    let set = number(SET, set, 1, HIGHEST)?.unwrap_or(plain.set());
    options.players = players.into();
    options.set = set.into();
    options.engine = number(&engine_within(set), engine, 0, set)?.map(u32::from);
    if let Some(most) = most_in_hand(set, players) {
        options.hand_size = number(&hand_size_within(most), hand_size, 1, most)?.map(u32::from);
    }
    Rules::new(options)?; // before what is wrong with the words
    if let Some(value) = follow_up {
        let words = "\"available\" or \"double\"";
        options.follow_up = one_of("follow_up", words, value, FollowUp::named, Error::InvalidRules)?;
    }
    if let Some(value) = close_order {
        let words = "\"laid\" or \"reverse\"";
        options.close_order = one_of("close_order", words, value, CloseOrder::named, Error::InvalidRules)?;
    }
    Ok(Rules::new(options)?)
}

/// Tiles as a text, or as a list of texts and pairs of numbers.
pub(super) fn tiles_of(value: &Bound<'_, PyAny>, set: Option<u8>, blame: Blame) -> Result<Vec<Tile>> {
    let wrong = |text: String| blame.error(text);
    if value.is_instance_of::<PyString>() {
        return Ok(read_tiles(&arguments::text("tiles", value)?, set).map_err(wrong)?);
    }
    let mut tiles = Vec::new();
    for item in package::normalize_tiles(value, blame)? {
        let tile = read_tile(&arguments::text("a tile", &item)?, set).map_err(wrong)?;
        if tiles.contains(&tile) {
            return Err(wrong(format!("{tile} stands twice")).into());
        }
        tiles.push(tile);
    }
    Ok(tiles)
}

/// The tiles of a position.
pub(super) fn tiles_in(value: &Bound<'_, PyAny>, rules: Rules) -> Result<Vec<Tile>> {
    tiles_of(value, Some(rules.set()), Blame::State)
}

/// The tiles of each seat.
pub(super) fn per_seat(name: &str, value: &Bound<'_, PyAny>, rules: Rules) -> Result<Vec<Vec<Tile>>> {
    arguments::per_seat(name, value, &rules, SEATS, |item| tiles_in(item, rules))
}

/// A number on a tile.
pub(super) fn number(name: &str, value: &Bound<'_, PyAny>, highest: u8) -> Result<u8> {
    Ok(arguments::integer(name, value, 0, highest.into())? as u8)
}
