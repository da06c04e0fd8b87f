//! Tiles and numbers in texts from outside.

use super::numbers::{HIGHEST, Number};
use super::tile::Tile;
use crate::text::{number, quoted, tokens, too_long, trimmed};

/// The two numbers of a tile, as they stand there.
pub(super) fn numbers(text: &str) -> Option<(Number, Number)> {
    let (a, b) = text.split_once('-')?;
    Some((number(a, 2)? as Number, number(b, 2)? as Number))
}

/// The tile of a set with these numbers.
pub(super) fn tile_of((a, b): (Number, Number), set: Number) -> Result<Tile, String> {
    if a.max(b) > set { Err(not_in_set(&format!("{a}-{b}"), set)) } else { Ok(Tile::new(a, b)) }
}

/// What is said of a tile or number that no tile of the set has.
pub(super) fn not_in_set(what: &str, set: Number) -> String {
    format!("{what} is not in this set: its numbers are 0 to {set}")
}

/// The pairs of numbers of a list of tiles, `-` for none.
pub(super) fn pairs<'a>(mut words: impl Iterator<Item = &'a str> + Clone) -> Option<Vec<(Number, Number)>> {
    let mut all = words.clone();
    if all.next() == Some("-") && all.next().is_none() {
        return Some(Vec::new());
    }
    words.try_fold(Vec::new(), |mut pairs, word| {
        pairs.push(numbers(word)?);
        Some(pairs)
    })
}

/// A tile from outside. Without a set, all tiles there are.
///
/// # Errors
/// What is wrong with the text.
pub fn read_tile(word: &str, set: Option<Number>) -> Result<Tile, String> {
    let Some((a, b)) = numbers(word) else {
        return Err(format!("{} is no tile: write two numbers, such as \"9-12\"", quoted(word)));
    };
    match set {
        Some(set) => tile_of((a, b), set),
        None if a.max(b) > HIGHEST => Err(format!("{a}-{b} is no tile: the numbers are 0 to {HIGHEST}")),
        None => Ok(Tile::new(a, b)),
    }
}

/// The tiles of a text from outside, each at most once.
///
/// # Errors
/// What is wrong with the text.
pub fn read_tiles(text: &str, set: Option<Number>) -> Result<Vec<Tile>, String> {
    let mut tiles = Vec::new();
    if let Some(length) = too_long(text, 1000) {
        return Err(format!("a list of tiles has at most 1000 characters, this one has {length}"));
    }
    for word in tokens(text).filter(|_| trimmed(text) != "-") {
        let tile = read_tile(word, set)?;
        if tiles.contains(&tile) {
            return Err(format!("{tile} stands twice"));
        }
        tiles.push(tile);
    }
    Ok(tiles)
}
