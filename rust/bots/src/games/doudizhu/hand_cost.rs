//! The cost of a hand: how long it takes to empty it.

use std::ops::{AddAssign, SubAssign};

use oxideal_engine::doudizhu::{Kind, Play, Rank, ranks};

use super::facts::Facts;
use super::split::{Chain, Split, Taken};
use super::weights::Weights;

/// The cost of a hand, or of a part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HandCost {
    /// Roughly in hundredths of a combination.
    pub(super) total: i32,
    /// The number of combinations that other seats may be able to beat.
    pub(super) losers: u32,
}

impl HandCost {
    /// Replaces the ranks of single cards (1), pairs (2) or triplets (3).
    #[inline]
    fn exchange<const EACH: u8>(&mut self, facts: &Facts, before: u64, now: u64) {
        if before == now {
            return;
        }
        ranks::each(before & !now).for_each(|rank| *self -= cost_of_rank::<EACH>(facts, rank));
        ranks::each(now & !before).for_each(|rank| *self += cost_of_rank::<EACH>(facts, rank));
    }
}

impl AddAssign for HandCost {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.total += other.total;
        self.losers += other.losers;
    }
}

impl SubAssign for HandCost {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.total -= other.total;
        self.losers -= other.losers;
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

/// A split hand and its cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct CostedHand {
    pub(super) split: Split,
    pub(super) cost: HandCost,
    /// The ranks of the single cards and the pairs that cost something: those that will not be
    /// kickers.
    costly: [u64; 2],
}

impl CostedHand {
    /// Finds the cost of a hand with this split.
    #[inline]
    pub(super) fn new(facts: &Facts, split: Split) -> Self {
        let costly = without_kickers(facts, split.singles, split.pairs, split.kicker_slots());
        let mut cost = HandCost::default();
        cost += cost_of_ranks::<1>(facts, costly[0]);
        cost += cost_of_ranks::<2>(facts, costly[1]);
        ranks::each(split.triplets).for_each(|rank| cost += cost_of_rank::<3>(facts, rank));
        split.chains().iter().for_each(|&chain| cost += cost_of_chain(facts, chain));
        let Weights { bomb, rocket, .. } = *facts.weights;
        if split.bombs != 0 {
            cost.total -= bomb * ranks::count(split.bombs) as i32;
        }
        if split.rocket {
            cost.total -= rocket;
        }
        Self { split, cost, costly }
    }

    /// The cost after a play of whole parts, or of cards outside chains: changes only what the play
    /// changes. `None` if the rest must be split again.
    #[inline]
    pub(super) fn cost_after(&self, facts: &Facts, play: &Play) -> Option<HandCost> {
        let mut cost = self.cost;
        match play.kind() {
            Kind::Rocket => cost.total += facts.weights.rocket,
            Kind::Bomb => cost.total += facts.weights.bomb,
            _ => {
                let mut kicker_slots = self.split.kicker_slots();
                let Taken { chain, left: [singles, pairs, triplets] } = self.split.taken(play)?;
                if let Some(index) = chain {
                    let chain = self.split.chains()[index];
                    cost -= cost_of_chain(facts, chain);
                    kicker_slots -= chain.kicker_slots();
                }
                kicker_slots -= ranks::count(self.split.triplets & !triplets);
                let [singles, pairs] = without_kickers(facts, singles, pairs, kicker_slots);
                cost.exchange::<1>(facts, self.costly[0], singles);
                cost.exchange::<2>(facts, self.costly[1], pairs);
                cost.exchange::<3>(facts, self.split.triplets, triplets);
            }
        }
        Some(cost)
    }
}

/// The ranks of single cards and of pairs that will not be kickers.
#[inline]
fn without_kickers(facts: &Facts, mut singles: u64, mut pairs: u64, mut kicker_slots: u32) -> [u64; 2] {
    let cheap = (1 << (4 * facts.weights.kickers_below)) - 1;
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
    [singles, pairs]
}

/// What single cards (1), pairs (2) or triplets (3) cost.
struct Price {
    cost: i32,
    per_rank: i32,
    per_above: i32,
    if_top: i32,
}

impl Price {
    #[inline]
    const fn of(weights: &Weights, each: u8) -> Self {
        let Weights { single, single_rank, single_above, top_single, .. } = *weights;
        let Weights { pair, pair_rank, pair_above, top_pair, .. } = *weights;
        let Weights { triplet, triplet_rank, top_triplet, .. } = *weights;
        let (cost, per_rank, per_above, if_top) = match each {
            1 => (single, single_rank, single_above, top_single),
            2 => (pair, pair_rank, pair_above, top_pair),
            _ => (triplet, triplet_rank, 0, top_triplet),
        };
        Self { cost, per_rank, per_above, if_top }
    }
}

#[inline]
fn cost_of_rank<const EACH: u8>(facts: &Facts, rank: Rank) -> HandCost {
    let Price { cost, per_rank, per_above, if_top } = Price::of(facts.weights, EACH);
    let cost = cost - per_rank * i32::from(rank);
    if facts.top(EACH) & ranks::only(rank) != 0 {
        return HandCost { total: cost.min(if_top), losers: 0 };
    }
    let above = ranks::count(facts.unseen.at_least(EACH) & ranks::above(rank));
    HandCost { total: cost + per_above * above as i32, losers: 1 }
}

/// The sum of [`cost_of_rank`] over a set.
#[inline]
fn cost_of_ranks<const EACH: u8>(facts: &Facts, set: u64) -> HandCost {
    if set == 0 {
        return HandCost::default();
    }
    let Price { cost, per_rank, per_above, .. } = Price::of(facts.weights, EACH);
    let beatable = set & !facts.top(EACH);
    let (sum, above) = sums(beatable, facts.unseen.at_least(EACH));
    let losers = ranks::count(beatable);
    let mut all = HandCost { total: cost * losers as i32 - per_rank * sum + per_above * above, losers };
    ranks::each(set & facts.top(EACH)).for_each(|rank| all += cost_of_rank::<EACH>(facts, rank));
    all
}

#[inline]
fn cost_of_chain(facts: &Facts, chain: Chain) -> HandCost {
    let Weights { chain: cost, chain_rank, top_chain, .. } = *facts.weights;
    let cost = cost - chain_rank * i32::from(chain.start);
    if facts.is_top_chain(chain.each, chain.size, chain.start) {
        HandCost { total: cost.min(top_chain), losers: 0 }
    } else {
        HandCost { total: cost, losers: 1 }
    }
}

#[cfg(test)]
mod tests {
    use oxideal_engine::doudizhu::{Options, Position, Rules};
    use oxideal_engine::{Position as _, SplitMix64};

    use super::super::plays;
    use super::{CostedHand, Facts, Split, ranks, sums};

    #[test]
    fn costs_after_plays_are_those_of_the_rest() {
        let mut checked = 0;
        for players in [3, 4] {
            let rules = Rules::new(Options { players, ..Options::default() }).expect("they are allowed");
            let mut chance = SplitMix64::new(1);
            for _ in 0..200 {
                let mut position = Position::deal(&rules, None, &mut chance);
                while position.play_random(&rules, &mut chance) {
                    let Some(facts) = Facts::new(&rules, &position) else { continue };
                    let hand = CostedHand::new(&facts, Split::new(&rules, facts.hand));
                    plays::leads(&facts, &hand.split, true, &mut |play| {
                        let left = hand.split.without(&play);
                        let cost = left.map(|left| CostedHand::new(&facts, left).cost);
                        assert_eq!(hand.cost_after(&facts, &play), cost, "{play:?}");
                        checked += u32::from(cost.is_some());
                    });
                }
            }
        }
        assert!(checked > 10_000, "{checked}");
    }

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
