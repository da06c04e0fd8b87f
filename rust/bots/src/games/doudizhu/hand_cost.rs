//! The cost of a hand: how long it takes to empty it.

use oxideal_engine::doudizhu::ranks;

use super::facts::Facts;
use super::split::Split;
use super::weights::Weights;

/// The cost of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HandCost {
    /// Roughly in hundredths of a combination.
    pub(super) total: i32,
    /// The number of combinations that other seats may be able to beat.
    pub(super) losers: u32,
}

impl HandCost {
    #[inline]
    fn add(&mut self, cost: i32, top: bool, if_top: i32) {
        self.losers += u32::from(!top);
        self.total += if top { cost.min(if_top) } else { cost };
    }
}

/// The sum of some ranks, and the sum over them of the number of `others` above each.
#[inline]
const fn sums(set: u64, others: u64) -> (i32, i32) {
    // In each nibble, the number of ranks up to it: a rank is counted 16 times minus itself.
    let up_to = set.wrapping_mul(0x1111_1111_1111_1111);
    let sum = 16 * ranks::count(set) as i32 - sum_of_nibbles(up_to);
    (sum, sum_of_nibbles((up_to << 4) & (others * 15)))
}

#[inline]
const fn sum_of_nibbles(nibbles: u64) -> i32 {
    // At most 16 times 15, which fits a byte.
    const LOW_NIBBLES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    let bytes = (nibbles & LOW_NIBBLES) + (nibbles >> 4 & LOW_NIBBLES);
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as i32
}

/// Returns the cost of a hand with this split.
#[inline]
pub(super) fn hand_cost(facts: &Facts, split: &Split) -> HandCost {
    let weights = facts.weights;
    let mut hand_cost = HandCost { total: 0, losers: 0 };
    let mut kicker_slots = split.kicker_slots();
    let cheap = (1 << (4 * weights.kickers_below)) - 1;
    let (mut singles, mut pairs) = (split.singles, split.pairs);
    if facts.rules.options().players == 3 {
        while kicker_slots > 0 && singles & cheap != 0 {
            singles &= singles - 1;
            kicker_slots -= 1;
        }
    }
    while kicker_slots > 0 && pairs & cheap != 0 {
        pairs &= pairs - 1;
        kicker_slots -= 1;
    }
    let Weights { single, single_rank, single_above, top_single, .. } = *weights;
    let Weights { pair, pair_rank, pair_above, top_pair, .. } = *weights;
    for (set, each, cost, per_rank, per_above, if_top) in [
        (singles, 1, single, single_rank, single_above, top_single),
        (pairs, 2, pair, pair_rank, pair_above, top_pair),
    ] {
        for rank in ranks::each(set & facts.top(each)) {
            hand_cost.add(cost - per_rank * i32::from(rank), true, if_top);
        }
        let losers = set & !facts.top(each);
        let (sum, above) = sums(losers, facts.unseen.at_least(each));
        let count = ranks::count(losers);
        hand_cost.losers += count;
        hand_cost.total += cost * count as i32 - per_rank * sum + per_above * above;
    }
    for rank in ranks::each(split.triplets) {
        let top = facts.top(3) & ranks::only(rank) != 0;
        hand_cost.add(weights.triplet - weights.triplet_rank * i32::from(rank), top, weights.top_triplet);
    }
    for chain in split.chains() {
        let top = facts.is_top_chain(chain.each, chain.size, chain.start);
        let cost = weights.chain - weights.chain_rank * i32::from(chain.start);
        hand_cost.add(cost, top, weights.top_chain);
    }
    hand_cost.total -=
        weights.bomb * ranks::count(split.bombs) as i32 + weights.rocket * i32::from(split.rocket);
    hand_cost
}

#[cfg(test)]
mod tests {
    use oxideal_engine::SplitMix64;

    use super::{ranks, sums};

    #[test]
    fn sums_are_those_of_a_loop() {
        let mut generator = SplitMix64::new(1);
        let mut set = || generator.output() & 0x0111_1111_1111_1111;
        for _ in 0..10_000 {
            let (some, others) = (set(), set());
            let above = |rank| ranks::count(others & ranks::above(rank));
            let sum = ranks::each(some).map(i32::from).sum::<i32>();
            assert_eq!(sums(some, others), (sum, ranks::each(some).map(above).sum::<u32>() as i32));
        }
        let all = 0x0111_1111_1111_1111;
        assert_eq!(sums(all, all), (105, 105));
    }
}
