//! Tiles in a hand.

use std::fmt;
use std::ops::Range;

use super::numbers::{NUMBERS, Number, Numbers};
use super::tile::{TILE_WORDS, Tile, first_tile};
use crate::text::listed;

/// A set of tiles, stored as the partners of each number: the tiles that fit an open end are one of
/// these sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand([Numbers; NUMBERS]);

impl Hand {
    /// Returns the numbers on the other end of the tiles that fit an open end, ascending, as those
    /// tiles are.
    #[inline]
    #[must_use]
    pub const fn fitting(&self, end: Number) -> Numbers {
        self.0[end as usize]
    }

    /// A hand with these partners of each number.
    #[inline]
    pub(super) fn of_rows(rows: [u16; 16]) -> Self {
        let mut hand = Self::default();
        hand.0.iter_mut().zip(rows).for_each(|(partners, row)| *partners = Numbers::from_bits(row.into()));
        hand
    }

    /// The partners of each number.
    #[inline]
    pub(super) fn rows(&self) -> [u16; 16] {
        std::array::from_fn(|number| self.0[number].bits() as u16)
    }

    /// The tiles, one bit each; none has a number from `numbers` on.
    #[inline]
    pub(super) fn tile_bits(&self, numbers: usize) -> [u64; TILE_WORDS] {
        // Tiles with the same higher number are consecutive. Those with a ten and those with a
        // fifteen are in two words.
        let row = |high: usize| u64::from(self.0[high].bits()) & ((2 << high) - 1);
        let row = |high: usize| if high < numbers { row(high) } else { 0 };
        let word =
            |highs: Range<usize>| highs.fold(0, |bits, high| bits | row(high) << (first_tile(high) % 64));
        [word(0..11), row(10) >> 9 | word(11..16), row(15) >> 8 | word(16..NUMBERS)]
    }

    /// Adds a tile.
    #[inline]
    pub(super) fn add(&mut self, tile: Tile) {
        let (low, high) = tile.ends();
        self.0[low as usize].insert(high);
        self.0[high as usize].insert(low);
    }

    /// Removes the tile with these numbers.
    #[inline]
    pub(super) fn remove(&mut self, a: Number, b: Number) {
        self.0[a as usize].remove(b);
        self.0[b as usize].remove(a);
    }

    /// Returns the tiles that fit an open end.
    pub fn fitting_tiles(&self, end: Number) -> impl Iterator<Item = Tile> {
        self.fitting(end).into_iter().map(move |beyond| Tile::new(end, beyond))
    }

    /// Returns whether the tile is in the hand.
    #[must_use]
    pub fn has(&self, tile: Tile) -> bool {
        let (low, high) = tile.ends();
        self.fitting(low).has(high)
    }

    /// Returns the tiles, ascending.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> {
        let lower = |high: Number| self.fitting(high).into_iter().take_while(move |&low| low <= high);
        (0..NUMBERS as Number).flat_map(move |high| lower(high).map(move |low| Tile::new(low, high)))
    }

    /// Returns the number of pips (MT-27).
    #[must_use]
    pub fn pips(&self) -> i32 {
        let pips = |number: Number| {
            let partners = self.fitting(number);
            // A double counts its number twice.
            let halves = partners.count() + u32::from(partners.has(number));
            u32::from(number) * halves
        };
        let double_blank = if self.fitting(0).has(0) { Tile::new(0, 0).pips() } else { 0 };
        (1..NUMBERS as Number).map(pips).sum::<u32>() as i32 + double_blank
    }
}

impl FromIterator<Tile> for Hand {
    /// Creates a hand from tiles, each at most once.
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut hand = Self::default();
        tiles.into_iter().for_each(|tile| hand.add(tile));
        hand
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&listed(self.tiles()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Hand, NUMBERS};
    use crate::games::mexican_train::tile::{TILES, Tile};
    use crate::random::{Chance, SplitMix64};

    #[test]
    fn each_tile_has_its_bit() {
        let mut generator = SplitMix64::new(6);
        for _ in 0..100 {
            let drawn: Vec<bool> = (0..TILES).map(|_| generator.below(2) == 0).collect();
            let tiles = || (0..TILES).filter(|&tile| drawn[tile]);
            let bits = tiles().map(|tile| Tile::numbered(tile as u8)).collect::<Hand>().tile_bits(NUMBERS);
            assert!((0..64 * bits.len()).filter(|bit| bits[bit / 64] >> (bit % 64) & 1 == 1).eq(tiles()));
        }
    }
}
