//! Sets of up to 64 small numbers, with fast access to the n-th member.

use std::marker::PhantomData;

/// A set with the running counts of its bytes, which both `count` and `nth` need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted {
    set: u64,
    /// Byte k is the number of members in bytes 0 to k.
    running: u64,
}

/// The lowest bit of each byte.
pub(crate) const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
#[cfg(any(test, not(target_feature = "bmi2")))]
pub(crate) const TOP_BITS: u64 = 0x8080_8080_8080_8080;

/// `NTH[n][byte]` is the index of the byte's n-th set bit.
#[cfg(any(test, not(target_feature = "bmi2")))]
static NTH: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[n][byte] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// A type that can be a member of a set of small numbers. See the example of [`Ascending`].
pub trait Member {
    /// Returns the member with this number.
    fn numbered(number: u8) -> Self;
}

impl Member for u8 {
    #[inline]
    fn numbered(number: u8) -> Self {
        number
    }
}

/// An iterator over the members of a set, ascending.
///
/// ```
/// use oxideal_engine::rummy::Cards;
///
/// let cards = Cards::of_bits(0b1001).unwrap();
/// assert!(cards.into_iter().map(|card| card.number()).eq([0, 3]));
/// ```
#[derive(Clone, Debug)]
pub struct Ascending<T> {
    rest: u64,
    member: PhantomData<T>,
}

impl<T> Ascending<T> {
    #[inline]
    pub(crate) const fn new(set: u64) -> Self {
        Self { rest: set, member: PhantomData }
    }
}

impl<T: Member> Iterator for Ascending<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let number = (self.rest != 0).then(|| self.rest.trailing_zeros() as u8)?;
        self.rest &= self.rest - 1;
        Some(T::numbered(number))
    }
}

/// The number of members in each nibble of a set.
#[inline]
pub(crate) const fn nibble_counts(set: u64) -> u64 {
    let pairs = set - ((set >> 1) & 0x5555_5555_5555_5555);
    (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333)
}

/// The total number of members of three sets.
#[inline]
pub(crate) const fn count_three(a: u64, b: u64, c: u64) -> u32 {
    if cfg!(target_feature = "popcnt") {
        return a.count_ones() + b.count_ones() + c.count_ones();
    }
    // At most twelve, which fits a nibble.
    let nibbles = nibble_counts(a) + nibble_counts(b) + nibble_counts(c);
    let bytes = (nibbles & 0x0F0F_0F0F_0F0F_0F0F) + (nibbles >> 4 & 0x0F0F_0F0F_0F0F_0F0F);
    (bytes.wrapping_mul(ONES) >> 56) as u32
}

impl Counted {
    #[inline]
    pub(crate) const fn new(set: u64) -> Self {
        Self::with_nibbles(set, nibble_counts(set))
    }

    /// The same for a set whose nibble counts are known.
    #[inline]
    pub(crate) const fn with_nibbles(set: u64, nibbles: u64) -> Self {
        let bytes = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
        Self { set, running: bytes.wrapping_mul(ONES) }
    }

    /// The number of members.
    #[inline]
    pub(crate) const fn count(self) -> u32 {
        if cfg!(target_feature = "popcnt") { self.set.count_ones() } else { (self.running >> 56) as u32 }
    }

    /// Member `n`, ascending; `n` must be below the count.
    #[inline]
    pub(crate) fn nth(self, n: u32) -> u32 {
        #[cfg(target_feature = "bmi2")]
        let member = safe_arch::population_deposit_u64(1 << n, self.set).trailing_zeros();
        #[cfg(not(target_feature = "bmi2"))]
        let member = self.portable_nth(n);
        member
    }

    /// The same without `pdep`.
    #[cfg(any(test, not(target_feature = "bmi2")))]
    const fn portable_nth(self, n: u32) -> u32 {
        // A byte's top bit stays set if its running count is at most n: those bytes are skipped.
        let passed = (((n as u64 * ONES) | TOP_BITS) - self.running) & TOP_BITS;
        let shift = (((passed >> 7).wrapping_mul(ONES) >> 56) as u32 * 8) & 63;
        let before = ((self.running << 8) >> shift) as u32 & 0xFF;
        let byte = (self.set >> shift) as usize & 0xFF;
        shift + NTH[(n.wrapping_sub(before) & 7) as usize][byte] as u32
    }
}

/// Eight nibbles as bytes.
#[inline]
pub(crate) fn spread_nibbles(eight: u32) -> u64 {
    #[cfg(target_feature = "bmi2")]
    return safe_arch::population_deposit_u64(eight.into(), 0x0F0F_0F0F_0F0F_0F0F);
    #[cfg(not(target_feature = "bmi2"))]
    {
        let fours = (u64::from(eight) | u64::from(eight) << 16) & 0x0000_FFFF_0000_FFFF;
        let twos = (fours | fours << 8) & 0x00FF_00FF_00FF_00FF;
        (twos | twos << 4) & 0x0F0F_0F0F_0F0F_0F0F
    }
}

#[cfg(test)]
mod tests {
    use super::{Counted, count_three};
    use crate::random::{Chance, SplitMix64};

    #[test]
    fn every_member_is_found_at_its_place() {
        let mut generator = SplitMix64::new(1);
        let random = (0..20_000).map(|_| {
            let sparse = generator.below(4);
            (0..sparse).fold(generator.output(), |set, _| set & generator.output())
        });
        let random: Vec<u64> = random.collect();
        for set in random.into_iter().chain([0, 1, 1 << 63, u64::MAX, u64::MAX << 56]) {
            let members: Vec<u32> = (0..64).filter(|bit| set >> bit & 1 == 1).collect();
            let counted = Counted::new(set);
            assert_eq!(counted.count() as usize, members.len(), "{set:#x}");
            for (n, &member) in members.iter().enumerate() {
                assert_eq!(counted.nth(n as u32), member, "number {n} of {set:#x}");
                assert_eq!(counted.portable_nth(n as u32), member, "number {n} of {set:#x}");
            }
        }
    }

    #[test]
    fn three_sets_are_counted() {
        let mut generator = SplitMix64::new(2);
        let mut set = || generator.output() & generator.output() & ((1 << 56) - 1);
        for _ in 0..10_000 {
            let (a, b, c) = (set(), set(), set());
            assert_eq!(count_three(a, b, c), a.count_ones() + b.count_ones() + c.count_ones());
        }
        let most = (1 << 60) - 1;
        assert_eq!(count_three(most, most, most), 180);
    }
}
