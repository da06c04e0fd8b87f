//! Writes observations.

#[cfg(target_feature = "bmi2")]
use crate::bits::ONES;
use crate::ids::Seat;

/// Writes an observation from start to end.
///
/// ```
/// use oxideal_engine::{RowWriter, Seats};
///
/// let mut row = [0; 6];
/// let mut writer = RowWriter::new(&mut row);
/// writer.number(9_u8);
/// writer.one_hot(Some(2), 3);
/// writer.seats(Seats::of_set(0b01), 1, 2);
/// writer.finish();
/// assert_eq!(row, [9, 0, 0, 1, 0, 1]);
/// ```
#[derive(Debug)]
pub struct RowWriter<'a>(&'a mut [u8]);

impl<'a> RowWriter<'a> {
    /// Creates a writer at the start of a row.
    #[must_use]
    pub fn new(row: &'a mut [u8]) -> Self {
        Self(row)
    }

    /// Checks that the whole row was written; only in debug builds.
    pub fn finish(self) {
        debug_assert!(self.0.is_empty(), "{} entries have not been written", self.0.len());
    }

    /// Skips the next `size` entries.
    #[inline]
    fn skip(&mut self, size: usize) {
        self.0 = &mut std::mem::take(&mut self.0)[size..];
    }

    /// Writes one number.
    #[inline]
    pub fn number(&mut self, number: impl Into<u8>) {
        self.0[0] = number.into();
        self.skip(1);
    }

    /// Writes the first `size` numbers. It actually copies all `N`, because a copy of fixed length
    /// is faster; the next call overwrites the rest.
    #[inline]
    pub fn first<const N: usize>(&mut self, numbers: &[u8; N], size: usize) {
        match self.0.first_chunk_mut() {
            Some(places) => *places = *numbers,
            None => self.copy_slice(&numbers[..size]),
        }
        self.skip(size);
    }

    /// The same near the end of the row. A separate function, because otherwise the compiler merges
    /// both copies into one of variable length.
    #[cold]
    #[inline(never)]
    fn copy_slice(&mut self, numbers: &[u8]) {
        self.0[..numbers.len()].copy_from_slice(numbers);
    }

    /// Writes `size` entries, at most 16: 1 at `index`, if any, and 0 elsewhere.
    #[inline]
    pub fn one_hot(&mut self, index: Option<usize>, size: usize) {
        self.first(&ONE_HOT[index.unwrap_or(NO_INDEX)], size);
    }

    /// Writes the seat to move, relative to the observer. Every observation starts with it.
    #[inline]
    pub(crate) fn current_player(&mut self, current: Option<Seat>, observer: Seat, players: usize) {
        self.one_hot(current.map(|seat| from_seat(observer, seat, players)), players);
    }

    /// Writes one number per seat, the observer first.
    #[inline]
    pub fn seats(&mut self, numbers: Seats, observer: Seat, players: usize) {
        self.first(&numbers.counted_from(observer, players), players);
    }

    /// Writes a set of numbers below `size`, at most `N`: one entry each, 1 for members.
    #[inline]
    pub fn set<const N: usize>(&mut self, set: u64, size: usize) {
        self.first(&places::<N>(set), size);
    }
}

/// One entry for each number below `N` (a multiple of 8): 1 for members of the set.
#[inline]
pub(crate) fn places<const N: usize>(set: u64) -> [u8; N] {
    let mut places = [0; N];
    let mut left = set;
    let (chunks, rest) = places.as_chunks_mut::<32>();
    for chunk in chunks {
        *chunk = spread_32(left as u32);
        left >>= 32;
    }
    for chunk in rest.as_chunks_mut::<8>().0 {
        *chunk = spread(left as u8);
        left >>= 8;
    }
    places
}

/// One number for each of up to 15 seats. Entries after the last seat are ignored.
///
/// ```
/// use oxideal_engine::{RowWriter, Seats};
///
/// let mut row = [0; 3];
/// RowWriter::new(&mut row).seats(Seats::new(&[10, 11, 12]), 1, 3);
/// assert_eq!(row, [11, 12, 10], "seat 1 observes");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Seats(u128);

impl Seats {
    /// Creates it from an array with room for all seats.
    #[inline]
    #[must_use]
    pub fn new<const N: usize>(numbers: &[u8; N]) -> Self {
        let mut all = [0; 16];
        all[..N].copy_from_slice(numbers);
        Self(u128::from_le_bytes(all))
    }

    /// Creates it from a set of seats: 1 for each member.
    #[inline]
    #[must_use]
    pub fn of_set(set: u16) -> Self {
        let (low, high) = (spread(set as u8), spread((set >> 8) as u8));
        Self(u64::from_le_bytes(low) as u128 | (u64::from_le_bytes(high) as u128) << 64)
    }

    #[inline]
    const fn counted_from(self, observer: Seat, players: usize) -> [u8; 16] {
        if players < 8 {
            // Half the width, and several times faster.
            let all = self.0 as u64 & ((1 << (8 * players)) - 1);
            return ((all >> (8 * observer) | all << (8 * (players - observer))) as u128).to_le_bytes();
        }
        let all = self.0 & ((1 << (8 * players)) - 1);
        (all >> (8 * observer) | all << (8 * (players - observer))).to_le_bytes()
    }
}

/// For each index, a row with a 1 there; the last row is all zeros.
static ONE_HOT: [[u8; 16]; NO_INDEX + 1] = {
    let mut rows = [[0; 16]; NO_INDEX + 1];
    let mut index = 0;
    while index < NO_INDEX {
        rows[index][index] = 1;
        index += 1;
    }
    rows
};

/// The index of the all-zero row.
const NO_INDEX: usize = 16;

/// For each byte, its bits as bytes.
#[cfg(any(test, not(target_feature = "bmi2")))]
static SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The bits of a byte as bytes.
#[inline]
fn spread(byte: u8) -> [u8; 8] {
    #[cfg(target_feature = "bmi2")]
    return safe_arch::population_deposit_u64(byte.into(), ONES).to_le_bytes();
    #[cfg(not(target_feature = "bmi2"))]
    SPREAD[usize::from(byte)]
}

/// The bits of four bytes as bytes.
#[inline]
fn spread_32(set: u32) -> [u8; 32] {
    #[cfg(target_feature = "avx2")]
    {
        use safe_arch::{cmp_eq_mask_i8_m256i, m256i, set_splat_i32_m256i, shuffle_av_i8z_half_m256i};
        let index = m256i::from([0, ONES, 2 * ONES, 3 * ONES]);
        let bits = m256i::from([0x8040_2010_0804_0201_u64; 4]);
        let repeated = shuffle_av_i8z_half_m256i(set_splat_i32_m256i(set as i32), index);
        (cmp_eq_mask_i8_m256i(repeated & bits, bits) & m256i::from([ONES; 4])).into()
    }
    #[cfg(not(target_feature = "avx2"))]
    {
        let mut places = [0; 32];
        for (chunk, byte) in places.as_chunks_mut::<8>().0.iter_mut().zip(set.to_le_bytes()) {
            *chunk = spread(byte);
        }
        places
    }
}

/// A seat relative to the observer.
#[inline]
pub(crate) const fn from_seat(observer: Seat, seat: Seat, players: usize) -> usize {
    if seat >= observer { seat - observer } else { seat + players - observer }
}

/// All seats in play order, starting with the observer.
#[inline]
pub(crate) fn seats_from(observer: Seat, players: usize) -> impl Iterator<Item = Seat> {
    (observer..observer + players).map(move |seat| if seat < players { seat } else { seat - players })
}

#[cfg(test)]
mod tests {
    use super::{RowWriter, SPREAD, Seats, seats_from, spread};
    use crate::random::{Chance, SplitMix64};

    #[test]
    fn a_byte_for_each_bit() {
        for byte in 0..=u8::MAX {
            let bits: [u8; 8] = std::array::from_fn(|bit| byte >> bit & 1);
            assert_eq!(spread(byte), bits, "{byte:#b}");
            assert_eq!(SPREAD[usize::from(byte)], bits, "{byte:#b}");
        }
    }

    #[test]
    fn sets_of_any_size_are_written() {
        let mut generator = SplitMix64::new(3);
        for _ in 0..1000 {
            let set = generator.output();
            let bits: Vec<u8> = (0..64).map(|bit| (set >> bit & 1) as u8).collect();
            let mut row = [9; 64 + 52 + 49 + 13];
            let mut writer = RowWriter::new(&mut row);
            writer.set::<64>(set, 64);
            writer.set::<56>(set, 52);
            writer.set::<56>(set, 49);
            writer.set::<16>(set, 13);
            writer.finish();
            assert_eq!(row.to_vec(), [&bits[..], &bits[..52], &bits[..49], &bits[..13]].concat());
        }
    }

    #[test]
    fn numbers_of_seats_are_turned_to_the_observer() {
        let mut generator = SplitMix64::new(5);
        for _ in 0..1000 {
            let players = 1 + generator.below(12) as usize;
            let observer = generator.below(players as u32) as usize;
            let numbers: [u8; 12] = std::array::from_fn(|_| generator.below(256) as u8);
            let set = generator.below(1 << players) as u16;
            let mut row = [9; 40];
            let mut writer = RowWriter::new(&mut row);
            writer.seats(Seats::new(&numbers), observer, players);
            writer.seats(Seats::of_set(set), observer, players);
            writer.one_hot(Some(observer), players);
            let absolute = |index| (observer + index) % players;
            let expected: Vec<u8> = (0..players)
                .map(|index| numbers[absolute(index)])
                .chain((0..players).map(|index| (set >> absolute(index) & 1) as u8))
                .chain((0..players).map(|index| u8::from(index == observer)))
                .collect();
            assert_eq!(row[..3 * players], expected);
            assert_eq!(
                seats_from(observer, players).collect::<Vec<_>>(),
                (0..players).map(absolute).collect::<Vec<_>>()
            );
        }
    }
}
