//! How far a hand is from being empty.

use oxideal_engine::doudizhu::ranks;

use super::facts::Facts;
use super::split::Split;

/// What a hand comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    /// The higher, the longer it takes to get rid of it.
    pub(super) cost: i32,
    /// How many combinations there are that others may beat.
    pub(super) losers: u32,
}

/// What a hand comes to that is split like this.
#[inline]
pub(super) fn of_split(facts: &Facts, split: &Split) -> Worth {
    let weights = facts.weights;
    let mut worth = Worth { cost: 0, losers: 0 };
    let mut add = |cost: i32, top: bool, if_top: i32| {
        worth.losers += u32::from(!top);
        worth.cost += if top { cost.min(if_top) } else { cost };
    };
    let mut room = split.room();
    let cheap = (1 << (4 * weights.attached_below)) - 1;
    let (mut singles, mut pairs) = (split.singles, split.pairs);
    if facts.rules.options().players == 3 {
        while room > 0 && singles & cheap != 0 {
            singles &= singles - 1;
            room -= 1;
        }
    }
    while room > 0 && pairs & cheap != 0 {
        pairs &= pairs - 1;
        room -= 1;
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
    worth.cost -= weights.bomb * ranks::count(split.bombs) as i32 + weights.rocket * i32::from(split.rocket);
    worth
}
