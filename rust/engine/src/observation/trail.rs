//! The last actions as observations use them: parts from which a game's `Trail` is built.

use super::{Field, RowWriter};
use crate::ids::Seat;
use crate::recent::MAX_RECENT;

/// One number for each of the last actions, latest first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RecentNumbers(u128);

impl RecentNumbers {
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
}

/// One seat for each of the last actions, latest first, or a number that is not a seat. Bytes, so
/// that the compiler vectorizes loops.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecentOwners([u8; MAX_RECENT]);

impl Default for RecentOwners {
    fn default() -> Self {
        Self([Self::fixed(0); MAX_RECENT])
    }
}

impl RecentOwners {
    /// A number below 128 that is the same for all observers.
    pub(crate) const fn fixed(number: u8) -> u8 {
        0x80 | number
    }

    /// Adds a seat or a [`fixed`](Self::fixed) number.
    #[inline]
    pub(crate) const fn push(&mut self, owner: u8) {
        self.0 = (u128::from_le_bytes(self.0) << 8 | owner as u128).to_le_bytes();
    }

    /// Writes all numbers, latest first, padded with 0; seats are relative to the observer.
    #[inline]
    pub(crate) fn write(&self, observer: Seat, players: usize, writer: &mut RowWriter<'_>) {
        let (back, forth) = (observer as u8, (players - observer) as u8);
        writer.write::<MAX_RECENT>(MAX_RECENT, |places| {
            for (place, owner) in places.iter_mut().zip(self.0) {
                // The difference that wraps around is large.
                let seat = owner.wrapping_sub(back).min(owner.wrapping_add(forth));
                *place = if owner >= Self::fixed(0) { owner & 0x7F } else { seat };
            }
        });
    }
}

/// What all games' trails contain: the number of last actions, and the seat of each.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RecentSeats {
    count: u8,
    seats: RecentOwners,
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

    /// Writes both parts.
    #[inline]
    pub(crate) fn write(&self, observer: Seat, players: usize, writer: &mut RowWriter<'_>) {
        writer.number(self.count);
        self.seats.write(observer, players, writer);
    }
}

#[cfg(test)]
mod tests {
    use super::{RecentOwners, RowWriter};
    use crate::random::{Chance, SplitMix64};

    #[test]
    fn seats_are_counted_from_the_observer() {
        let mut generator = SplitMix64::new(4);
        for _ in 0..1000 {
            let players = 1 + generator.below(12) as usize;
            let observer = generator.below(players as u32) as usize;
            let (mut owners, mut latest) = (RecentOwners::default(), Vec::new());
            for _ in 0..generator.below(18) {
                let number = generator.below(128) as u8;
                if generator.below(4) == 0 {
                    owners.push(RecentOwners::fixed(number));
                    latest.insert(0, number);
                } else {
                    let seat = usize::from(number) % players;
                    owners.push(seat as u8);
                    latest.insert(0, ((seat + players - observer) % players) as u8);
                }
            }
            latest.resize(16, 0);
            let mut row = [9; 16];
            owners.write(observer, players, &mut RowWriter::new(&mut row));
            assert_eq!(row.to_vec(), latest);
        }
    }
}
