//! How many combinations of a hand the enemies may be able to beat. A seat that leads and holds at
//! most one can play out: that one is its last play.

use oxideal_engine::doudizhu::{Cards, ranks};

use super::facts::Facts;
use super::split::{Split, highest};

/// The number of combinations that an enemy may be able to beat. Unlike
/// [`HandCost`](super::hand_cost::HandCost), this considers how many cards the enemies have, and
/// attaches kickers of any rank.
#[inline]
pub(super) fn losers(facts: &Facts, split: &Split) -> u32 {
    count(facts, split, facts.top(1))
}

/// The same, but a single card that only one other card can beat does not count.
#[inline]
pub(super) fn likely_losers(facts: &Facts, split: &Split) -> u32 {
    count(facts, split, likely_tops(facts.unseen))
}

/// The ranks that at most one card can beat.
pub(super) fn likely_tops(unseen: Cards) -> u64 {
    let present = unseen.at_least(1);
    let top = highest(present);
    let lower = if unseen.count(top) == 1 { present & !ranks::only(top) } else { present };
    if lower == 0 { u64::MAX } else { u64::MAX << (4 * highest(lower)) }
}

fn count(facts: &Facts, split: &Split, top_singles: u64) -> u32 {
    let with_cards = facts.rules.options().players == 3;
    let (mut singles, mut pairs) = (ranks::count(split.singles), ranks::count(split.pairs));
    // What can be beaten is lower than the rest, and the lowest are attached first.
    let mut low_singles = ranks::count(split.singles & !top_singles);
    let mut low_pairs = if facts.enemy_most < 2 { 0 } else { ranks::count(split.pairs & !facts.top(2)) };
    let mut losers = 0;
    let mut triplets = |size: u32, top: bool| {
        let each = if with_cards && low_singles > 0 && singles >= size {
            singles -= size;
            low_singles = low_singles.saturating_sub(size);
            4
        } else if low_pairs > 0 && pairs >= size {
            pairs -= size;
            low_pairs = low_pairs.saturating_sub(size);
            5
        } else {
            3
        };
        losers += u32::from(!top && each * size <= facts.enemy_most);
    };
    let mut chains = 0;
    for chain in split.chains() {
        let top = facts.is_top_chain(chain.each, chain.size, chain.start);
        if chain.each == 3 {
            triplets(chain.size.into(), top);
        } else {
            chains += u32::from(!top && u32::from(chain.each * chain.size) <= facts.enemy_most);
        }
    }
    for rank in ranks::each(split.triplets) {
        triplets(1, facts.top(3) & ranks::only(rank) != 0);
    }
    losers + chains + low_singles + low_pairs
}
