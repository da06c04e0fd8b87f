//! Writes observations.

#[cfg(target_feature = "bmi2")]
use crate::bits::ONES;
use crate::bits::spread_nibbles;
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
        self.write(size, move |places| *places = *numbers);
    }

    /// The same with numbers that `write` makes in place. Numbers made elsewhere, eight at a time,
    /// and copied in larger parts would have to wait until they have reached the cache.
    #[inline]
    pub(crate) fn write<const N: usize>(&mut self, size: usize, write: impl FnOnce(&mut [u8; N])) {
        match self.0.first_chunk_mut() {
            Some(places) => write(places),
            None => self.write_last(size, write),
        }
        self.skip(size);
    }

    /// The same near the end of the row. A separate function, because otherwise the compiler merges
    /// both copies into one of variable length.
    #[cold]
    #[inline(never)]
    fn write_last<const N: usize>(&mut self, size: usize, write: impl FnOnce(&mut [u8; N])) {
        let mut numbers = [0; N];
        write(&mut numbers);
        self.0[..size].copy_from_slice(&numbers[..size]);
    }

    /// Writes the first `size` of `N` numbers, lowest byte first.
    #[inline]
    pub(super) fn bytes<const N: usize>(&mut self, numbers: u128, size: usize) {
        self.write::<N>(size, move |places| {
            let words = [numbers as u64, (numbers >> 64) as u64].map(u64::to_le_bytes);
            let (first, rest) = places.as_chunks_mut::<8>();
            first.iter_mut().zip(words).for_each(|(place, word)| *place = word);
            rest.copy_from_slice(&words[N / 8 % 2][..N % 8]);
        });
    }

    /// Writes `size` entries, at most 16: 1 at `index`, if any, and 0 elsewhere. For more entries, use
    /// [`set`](Self::set).
    #[inline]
    pub fn one_hot(&mut self, index: Option<usize>, size: usize) {
        debug_assert!(size <= NO_INDEX, "one_hot writes at most 16 entries, got {size}; use set");
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
        let (before, after) = (8 * observer, 8 * (players - observer));
        if players < 8 {
            // Half the width, and several times faster.
            let all = numbers.0 as u64 & ((1 << (8 * players)) - 1);
            return self
                .write::<8>(players, move |places| *places = (all >> before | all << after).to_le_bytes());
        }
        let all = numbers.0 & ((1 << (8 * players)) - 1);
        self.bytes::<16>(all >> before | all << after, players);
    }

    /// Writes a set of numbers below `size`, at most `N`, a multiple of 8: one entry each, 1 for members.
    #[inline]
    pub fn set<const N: usize>(&mut self, set: u64, size: usize) {
        const { assert!(N.is_multiple_of(8), "the width of a set is a multiple of 8") };
        self.write::<N>(size, move |places| write_set(set, places));
    }

    /// Writes `N` nibbles, at most sixteen, the lowest first.
    #[inline]
    pub(crate) fn nibbles<const N: usize>(&mut self, numbers: u64) {
        let (low, high) = (spread_nibbles(numbers as u32), spread_nibbles((numbers >> 32) as u32));
        self.bytes::<N>(u128::from(low) | u128::from(high) << 64, N);
    }
}

/// One entry for each number below `N` (a multiple of 8): 1 for members of the set.
#[inline]
pub(crate) fn places<const N: usize>(set: u64) -> [u8; N] {
    let mut places = [0; N];
    write_set(set, &mut places);
    places
}

#[inline]
fn write_set<const N: usize>(set: u64, places: &mut [u8; N]) {
    let chunks = places.as_chunks_mut::<8>().0.iter_mut();
    #[cfg(target_feature = "avx2")]
    if N > 32 {
        return chunks.zip(spread_64(set)).for_each(|(chunk, bits)| *chunk = bits.to_le_bytes());
    }
    chunks.zip(set.to_le_bytes()).for_each(|(chunk, byte)| *chunk = spread(byte).to_le_bytes());
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
        Self(u128::from(low) | u128::from(high) << 64)
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
pub(crate) fn spread(byte: u8) -> u64 {
    #[cfg(target_feature = "bmi2")]
    return safe_arch::population_deposit_u64(byte.into(), ONES);
    #[cfg(not(target_feature = "bmi2"))]
    u64::from_le_bytes(SPREAD[usize::from(byte)])
}

/// The bits of eight bytes as bytes.
#[cfg(target_feature = "avx2")]
#[inline]
fn spread_64(set: u64) -> impl Iterator<Item = u64> {
    use safe_arch::{cmp_eq_mask_i8_m256i, m256i, set_splat_i64_m256i, shuffle_av_i8z_half_m256i};
    let (set, bits) = (set_splat_i64_m256i(set as i64), m256i::from([0x8040_2010_0804_0201_u64; 4]));
    [[0, 1, 2, 3], [4, 5, 6, 7]].into_iter().flat_map(move |half| {
        let repeated = shuffle_av_i8z_half_m256i(set, m256i::from(half.map(|byte| byte * ONES)));
        <[u64; 4]>::from(cmp_eq_mask_i8_m256i(repeated & bits, bits) & m256i::from([ONES; 4]))
    })
}

/// A seat relative to the observer.
#[inline]
pub(crate) const fn from_seat(observer: Seat, seat: Seat, players: usize) -> usize {
    if seat >= observer { seat - observer } else { seat + players - observer }
}

/// The seat that is `number` seats after the observer.
#[inline]
pub(crate) const fn seat_at(observer: Seat, number: usize, players: usize) -> Seat {
    let seat = observer + number;
    if seat < players { seat } else { seat - players }
}

/// All seats in play order, starting with the observer.
#[inline]
pub(crate) fn seats_from(observer: Seat, players: usize) -> impl Iterator<Item = Seat> {
    (0..players).map(move |number| seat_at(observer, number, players))
}

#[cfg(test)]
mod tests {
    use super::{RowWriter, SPREAD, Seats, seats_from, spread};
    use crate::random::{Chance, SplitMix64};

    #[test]
    fn a_byte_for_each_bit() {
        for byte in 0..=u8::MAX {
            let bits: [u8; 8] = std::array::from_fn(|bit| byte >> bit & 1);
            assert_eq!(spread(byte).to_le_bytes(), bits, "{byte:#b}");
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
