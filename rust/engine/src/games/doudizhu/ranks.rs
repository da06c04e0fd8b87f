//! Sets of ranks: a 1 in the nibble of each rank in the set.
//! [`Cards::at_least`](super::Cards::at_least) returns such sets, and chains are found by shifting.

use super::cards::{CHAIN, Rank};

const ONES: u64 = 0x1111_1111_1111_1111;

/// Returns the number of ranks in a set.
#[inline]
#[must_use]
pub const fn count(ranks: u64) -> u32 {
    if cfg!(target_feature = "popcnt") {
        return ranks.count_ones();
    }
    sum(ranks)
}

/// Returns the sum of nibbles, which must be at most 15.
#[inline]
pub(super) const fn sum(nibbles: u64) -> u32 {
    // No nibble of the product is above 15, so none overflows.
    (nibbles.wrapping_mul(ONES) >> 60) as u32
}

/// Returns rank `n` of a set; `n` must be below their number.
#[inline]
#[must_use]
pub fn nth(ranks: u64, n: u32) -> Rank {
    #[cfg(target_feature = "bmi2")]
    return lowest(only_nth(ranks, n));
    #[cfg(not(target_feature = "bmi2"))]
    portable_nth(ranks, n)
}

/// The set of rank `n` of a set; `n` must be below their number.
#[inline]
pub(super) fn only_nth(ranks: u64, n: u32) -> u64 {
    #[cfg(target_feature = "bmi2")]
    return safe_arch::population_deposit_u64(1 << n, ranks);
    #[cfg(not(target_feature = "bmi2"))]
    only(portable_nth(ranks, n))
}

/// The lowest rank of a set that is not empty.
#[inline]
pub(super) const fn lowest(ranks: u64) -> Rank {
    (ranks.trailing_zeros() / 4) as Rank
}

/// [`nth`] without `pdep`.
#[cfg(any(test, not(target_feature = "bmi2")))]
const fn portable_nth(ranks: u64, n: u32) -> Rank {
    const TOP_BITS: u64 = 0x8888_8888_8888_8888;
    // Every nibble of the product counts the ranks up to it. The first that equals n + 1 becomes
    // zero.
    let reached = ranks.wrapping_mul(ONES) ^ ONES.wrapping_mul(n as u64 + 1);
    let zero = reached.wrapping_sub(ONES) & !reached & TOP_BITS;
    lowest(zero)
}

/// A set with one bit per rank instead of a nibble.
#[inline]
pub(super) fn bits(ranks: u64) -> u16 {
    #[cfg(target_feature = "bmi2")]
    return safe_arch::population_extract_u64(ranks, ONES) as u16;
    #[cfg(not(target_feature = "bmi2"))]
    portable_bits(ranks)
}

/// [`bits`] without `pext`.
#[cfg(any(test, not(target_feature = "bmi2")))]
const fn portable_bits(ranks: u64) -> u16 {
    let pairs = (ranks | ranks >> 3) & 0x0303_0303_0303_0303;
    let fours = (pairs | pairs >> 6) & 0x000F_000F_000F_000F;
    let eights = (fours | fours >> 12) & 0x0000_00FF_0000_00FF;
    (eights | eights >> 24) as u16
}

/// Returns the ranks of a set, ascending.
#[inline]
pub fn each(mut ranks: u64) -> impl Iterator<Item = Rank> {
    std::iter::from_fn(move || {
        let rank = (ranks != 0).then(|| lowest(ranks));
        ranks &= ranks.wrapping_sub(1);
        rank
    })
}

/// Returns the set of one rank.
#[inline]
#[must_use]
pub const fn only(rank: Rank) -> u64 {
    1 << (4 * rank)
}

/// Returns a mask of all nibbles above a rank.
#[inline]
#[must_use]
pub const fn above(rank: Rank) -> u64 {
    u64::MAX << (4 * rank + 4)
}

/// The ranks of a set above the one rank of another.
#[inline]
pub(super) const fn higher(ranks: u64, one: u64) -> u64 {
    ranks & (one << 1).wrapping_neg()
}

/// Returns the ranks at which chains of this length start (no 2s, no jokers).
#[inline]
#[must_use]
pub const fn chains(ranks: u64, length: u8) -> u64 {
    let mut starts = ranks & CHAIN;
    let mut longer = 1;
    while longer < length && starts != 0 {
        starts &= (ranks & CHAIN) >> (4 * longer);
        longer += 1;
    }
    starts
}

/// Returns [`chains`] of length 3.
#[inline]
#[must_use]
pub const fn chains_of_3(ranks: u64) -> u64 {
    let ranks = ranks & CHAIN;
    ranks & ranks >> 4 & ranks >> 8
}

/// Returns [`chains`] of length 5.
#[inline]
#[must_use]
pub const fn chains_of_5(ranks: u64) -> u64 {
    let ranks = ranks & CHAIN;
    let two = ranks & ranks >> 4;
    two & two >> 8 & ranks >> 16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every set of ranks, with the instructions of this build and without them.
    #[test]
    fn members_are_counted_found_and_packed() {
        for set in 0..1_u16 << 15 {
            let members = (0..15).filter(|rank| set >> rank & 1 == 1);
            let ranks = members.clone().map(only).sum();
            assert_eq!([count(ranks), sum(ranks)], [set.count_ones(); 2]);
            assert_eq!([bits(ranks), portable_bits(ranks)], [set; 2]);
            for (n, rank) in (0..).zip(members) {
                assert_eq!([nth(ranks, n), portable_nth(ranks, n)], [rank; 2]);
            }
        }
    }
}
