//! Arguments of Mexican Train: tiles and numbers.

use oxideal_engine::mexican_train::{Rules, SEATS, Tile, read_tile, read_tiles};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::arguments;
use crate::errors::Result;
use crate::package::{self, CardSource};

/// More open doubles than any position has.
pub(super) const MAX_DOUBLES: usize = 20;

/// Reads tiles: a text, or a list of texts and pairs of numbers.
pub(super) fn tiles_of(value: &Bound<'_, PyAny>, set: Option<u8>, source: CardSource) -> Result<Vec<Tile>> {
    let wrong = |text: String| source.error(text);
    if value.is_instance_of::<PyString>() {
        return Ok(read_tiles(&arguments::text("tiles", value)?, set).map_err(wrong)?);
    }
    let mut tiles = Vec::new();
    let py = value.py();
    let items =
        package::call(py, "oxideal._arguments.mexican_train", "normalize_tiles", (value, source.class(py)))?;
    for item in items.cast::<PyList>().map_err(PyErr::from)? {
        let tile = read_tile(&arguments::text("a tile", &item)?, set).map_err(wrong)?;
        if tiles.contains(&tile) {
            return Err(wrong(format!("duplicate tile {tile}")).into());
        }
        tiles.push(tile);
    }
    Ok(tiles)
}

/// Reads the tiles of a position.
pub(super) fn tiles_in(value: &Bound<'_, PyAny>, rules: Rules) -> Result<Vec<Tile>> {
    tiles_of(value, Some(rules.set()), CardSource::SetUpState)
}

/// Reads the tiles of each seat.
pub(super) fn per_seat(name: &str, value: &Bound<'_, PyAny>, rules: Rules) -> Result<Vec<Vec<Tile>>> {
    arguments::per_seat(name, value, &rules, SEATS, |item| tiles_in(item, rules))
}

/// Reads a number on a tile.
pub(super) fn number(name: &str, value: &Bound<'_, PyAny>, highest: u8) -> Result<u8> {
    Ok(arguments::integer(name, value, 0, highest.into())? as u8)
}
