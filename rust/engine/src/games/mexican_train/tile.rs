//! Tiles and their numbers in the set (MT-01).

use std::fmt;

use super::numbers::{HIGHEST, NUMBERS, Number};
use crate::bits::Ascending;
use crate::json::{JsonWriter, ToJson};

/// The number of tiles in the largest set.
pub const TILES: usize = tiles(HIGHEST);

/// The number of words with one bit per tile.
pub(super) const TILE_WORDS: usize = TILES.div_ceil(64);

/// The number of tiles in a double-N set (MT-01).
pub(super) const fn tiles(highest: Number) -> usize {
    first_tile(highest as usize + 1)
}

/// The number of the first tile with this higher number.
#[inline]
pub(super) const fn first_tile(high: usize) -> usize {
    high * (high + 1) / 2
}

/// A tile, numbered by its higher number, then its lower one: the same in every set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

/// The lower and the higher number of each tile; padded, so that an index needs no check.
static ENDS: [(Number, Number); 256] = {
    let mut ends = [(0, 0); 256];
    let (mut tile, mut high) = (0, 0);
    while high < NUMBERS as u8 {
        let mut low = 0;
        while low <= high {
            ends[tile] = (low, high);
            (tile, low) = (tile + 1, low + 1);
        }
        high += 1;
    }
    ends
};

/// The length of a table indexed by number: a power of two, so that an index needs no check.
const PADDED: usize = NUMBERS.next_power_of_two();

/// The number of the tile with these numbers.
static WITH: [[u8; PADDED]; PADDED] = {
    let mut with = [[0; PADDED]; PADDED];
    let mut tile = 0;
    while tile < TILES {
        let (low, high) = ENDS[tile];
        with[low as usize][high as usize] = tile as u8;
        with[high as usize][low as usize] = tile as u8;
        tile += 1;
    }
    with
};

impl Tile {
    /// Returns the tile with these numbers, in either order.
    #[inline]
    #[must_use]
    pub const fn new(a: Number, b: Number) -> Self {
        Self(WITH[a as usize % PADDED][b as usize % PADDED])
    }

    /// Returns the tile with this number in the set, which must be below [`TILES`].
    #[inline]
    #[must_use]
    pub const fn numbered(number: u8) -> Self {
        Self(number)
    }

    /// Returns the tile's number in the set.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the lower and the higher number.
    #[inline]
    #[must_use]
    pub fn ends(self) -> (Number, Number) {
        ENDS[self.0 as usize]
    }

    /// Returns whether the tile is a double.
    #[inline]
    #[must_use]
    pub fn is_double(self) -> bool {
        let (low, high) = self.ends();
        low == high
    }

    /// The other number, if `end` is on the tile.
    #[inline]
    pub(super) fn beyond(self, end: Number) -> Option<Number> {
        let (low, high) = self.ends();
        // Which end it is cannot be predicted.
        let beyond = low ^ high ^ end;
        (Self::new(end, beyond) == self).then_some(beyond)
    }

    /// Returns what the tile counts in a hand (MT-27).
    #[inline]
    #[must_use]
    pub fn pips(self) -> i32 {
        let (low, high) = self.ends();
        if high == 0 { 50 } else { i32::from(low + high) }
    }
}

/// A set of tiles, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct TileSet([u64; TILE_WORDS]);

impl TileSet {
    /// Whether a tile is in the set.
    pub(super) const fn contains(&self, tile: Tile) -> bool {
        self.0[(tile.0 / 64) as usize] >> (tile.0 % 64) & 1 == 1
    }

    /// Adds a tile.
    #[inline]
    pub(super) fn insert(&mut self, tile: Tile) {
        self.0[usize::from(tile.0 / 64)] |= 1 << (tile.0 % 64);
    }

    /// The number of tiles.
    pub(super) fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The tiles, ascending.
    pub(super) fn tiles(self) -> impl Iterator<Item = Tile> {
        let words = (0..).step_by(64).zip(self.0);
        words.flat_map(|(first, word)| Ascending::new(word).map(move |bit: u8| Tile(first + bit)))
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.ends();
        Pair(low, high).fmt(f)
    }
}

/// Two numbers in this order, as a tile lies in a train or as somebody wrote it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair(pub(super) Number, pub(super) Number);

/// The texts of all pairs. A round's text and its JSON are full of them, and formatting takes longer.
static TEXTS: [[Short; NUMBERS]; NUMBERS] = texts(b"", b'-', b"");
static JSON: [[Short; NUMBERS]; NUMBERS] = texts(b"[", b',', b"]");

/// At most seven ASCII characters.
#[derive(Clone, Copy)]
struct Short {
    bytes: [u8; 7],
    len: u8,
}

impl Short {
    const fn add(mut self, byte: u8) -> Self {
        self.bytes[self.len as usize] = byte;
        self.len += 1;
        self
    }

    const fn add_number(self, number: u8) -> Self {
        let tens = if number < 10 { self } else { self.add(b'0' + number / 10) };
        tens.add(b'0' + number % 10)
    }
}

const fn texts(open: &[u8], between: u8, close: &[u8]) -> [[Short; NUMBERS]; NUMBERS] {
    let mut texts = [[Short { bytes: [0; 7], len: 0 }; NUMBERS]; NUMBERS];
    let mut pair = 0;
    while pair < NUMBERS * NUMBERS {
        let (first, second) = (pair / NUMBERS, pair % NUMBERS);
        let mut text = texts[first][second];
        if let [byte] = open {
            text = text.add(*byte);
        }
        text = text.add_number(first as u8).add(between).add_number(second as u8);
        if let [byte] = close {
            text = text.add(*byte);
        }
        texts[first][second] = text;
        pair += 1;
    }
    texts
}

impl Pair {
    fn of(self, texts: &[[Short; NUMBERS]; NUMBERS]) -> Option<&[u8]> {
        let text = texts.get(usize::from(self.0))?.get(usize::from(self.1))?;
        text.bytes.get(..text.len.into())
    }
}

impl ToJson for Pair {
    /// The numbers must be in a set.
    #[inline]
    fn write(self, json: &mut JsonWriter) {
        json.raw(self.of(&JSON).unwrap_or(b"null"));
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of(&TEXTS).and_then(|text| str::from_utf8(text).ok()) {
            Some(text) => f.write_str(text),
            None => write!(f, "{}-{}", self.0, self.1),
        }
    }
}
