//! The cost of a hand: how long it takes to empty it.

use oxideal_engine::doudizhu::ranks;

use super::facts::Facts;
use super::split::Split;

/// The cost of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HandCost {
    /// Roughly in hundredths of a combination.
    pub(super) total: i32,
    /// The number of combinations that other seats may be able to beat.
    pub(super) losers: u32,
}

/// Returns the cost of a hand with this split.
#[inline]
pub(super) fn hand_cost(facts: &Facts, split: &Split) -> HandCost {
    let weights = facts.weights;
    let mut hand_cost = HandCost { total: 0, losers: 0 };
    let mut add = |cost: i32, top: bool, if_top: i32| {
        hand_cost.losers += u32::from(!top);
        hand_cost.total += if top { cost.min(if_top) } else { cost };
    };
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
    let [one, two] = [1, 2].map(|each| facts.unseen.at_least(each));
    for rank in ranks::each(singles) {
        let above = ranks::count(one & ranks::above(rank)) as i32;
        let cost = weights.single - weights.single_rank * i32::from(rank) + weights.single_above * above;
        add(cost, above == 0, weights.top_single);
    }
    for rank in ranks::each(pairs) {
        let above = ranks::count(two & ranks::above(rank)) as i32;
        let cost = weights.pair - weights.pair_rank * i32::from(rank) + weights.pair_above * above;
        add(cost, above == 0, weights.top_pair);
    }
    for rank in ranks::each(split.triplets) {
        let top = facts.top(3) & ranks::only(rank) != 0;
        add(weights.triplet - weights.triplet_rank * i32::from(rank), top, weights.top_triplet);
    }
    for chain in split.chains() {
        let top = facts.is_top_chain(chain.each, chain.size, chain.start);
        let cost = weights.chain - weights.chain_rank * i32::from(chain.start);
        add(cost, top, weights.top_chain);
    }
    hand_cost.total -=
        weights.bomb * ranks::count(split.bombs) as i32 + weights.rocket * i32::from(split.rocket);
    hand_cost
}
