//! The last actions as observations use them: parts from which a game's `Trail` is built.

use super::{Field, RowWriter};
use crate::ids::Seat;
use crate::recent::MAX_RECENT;

/// One number for each of the last actions, latest first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RecentNumbers(u128);

impl RecentNumbers {
    const ONES: u64 = 0x0101_0101_0101_0101;

    /// Adds the number of an action.
    #[inline]
    pub(crate) const fn push(&mut self, number: u8) {
        self.0 = self.0 << 8 | number as u128;
    }

    /// Writes all numbers, latest first, padded with 0.
    #[inline]
    pub(crate) fn write(self, writer: &mut RowWriter<'_>) {
        writer.bytes::<MAX_RECENT>(self.0, MAX_RECENT);
    }

    /// Makes the first `count` numbers relative to the observer: seats, or numbers below `places`.
    #[inline]
    pub(crate) const fn counted_from(self, observer: Seat, places: usize, count: u8) -> Self {
        let used = if count as usize >= MAX_RECENT { u128::MAX } else { (1 << (8 * count)) - 1 };
        let (places, observer) = (places as u64, observer as u64);
        let (shift, reach) = (Self::ONES * (places - observer), Self::ONES * (128 - places));
        let (low, high) = (self.0 as u64 + shift, (self.0 >> 64) as u64 + shift);
        let (low_over, high_over) = ((low + reach) >> 7 & Self::ONES, (high + reach) >> 7 & Self::ONES);
        let (low, high) = (low - low_over * places, high - high_over * places);
        Self((low as u128 | (high as u128) << 64) & used)
    }

    /// A number below 128 that [`counted_unless_fixed`](Self::counted_unless_fixed) does not change.
    pub(crate) const fn fixed(number: u8) -> u8 {
        0x80 | number
    }

    /// Like [`counted_from`](Self::counted_from), but with [`fixed`](Self::fixed) numbers too.
    #[inline]
    pub(crate) const fn counted_unless_fixed(self, observer: Seat, places: usize, count: u8) -> Self {
        const TOPS: u128 = u128::from_ne_bytes([0x80; 16]);
        let marks = self.0 & TOPS;
        let fixed = marks | (marks - (marks >> 7));
        let counted = Self(self.0 & !fixed).counted_from(observer, places, count);
        Self(counted.0 & !fixed | self.0 & fixed & !TOPS)
    }
}

/// What all games' trails contain: the number of last actions, and the seat of each.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RecentSeats {
    count: u8,
    seats: RecentNumbers,
}

impl RecentSeats {
    /// These parts of an observation.
    pub(crate) fn fields(players: usize) -> [Field; 2] {
        [Field::new("recent_count", [1], MAX_RECENT), Field::new("recent_seat", [MAX_RECENT], players - 1)]
    }

    /// Adds the seat of an action.
    #[inline]
    pub(crate) fn push(&mut self, seat: Seat) {
        self.count = (self.count + 1).min(MAX_RECENT as u8);
        self.seats.push(seat as u8);
    }

    /// The number of actions.
    #[inline]
    pub(crate) const fn count(self) -> u8 {
        self.count
    }

    /// Writes both parts.
    #[inline]
    pub(crate) fn write(self, observer: Seat, players: usize, writer: &mut RowWriter<'_>) {
        writer.number(self.count);
        self.seats.counted_from(observer, players, self.count).write(writer);
    }
}

#[cfg(test)]
mod tests {
    use super::{RecentNumbers, RowWriter};
    use crate::random::{Chance, SplitMix64};

    #[test]
    fn seats_are_counted_from_the_observer() {
        let mut generator = SplitMix64::new(4);
        for _ in 0..1000 {
            let players = 1 + generator.below(12) as usize;
            let observer = generator.below(players as u32) as usize;
            let (mut seats, mut latest) = (RecentNumbers::default(), Vec::new());
            let count = generator.below(17) as usize;
            for _ in 0..count {
                let seat = generator.below(players as u32) as u8;
                seats.push(seat);
                latest.insert(0, ((usize::from(seat) + players - observer) % players) as u8);
            }
            latest.resize(16, 0);
            let written = |numbers: RecentNumbers| {
                let mut row = [9; 16];
                numbers.write(&mut RowWriter::new(&mut row));
                row.to_vec()
            };
            assert_eq!(written(seats.counted_from(observer, players, count as u8)), latest);
            let fixed = generator.below(128) as u8;
            seats.push(RecentNumbers::fixed(fixed));
            latest.insert(0, fixed);
            let count = count as u8 + 1;
            assert_eq!(written(seats.counted_unless_fixed(observer, players, count)), latest[..16]);
        }
    }
}
