//! The best partition of a hand: which cards to meld, which to lay off, and which are left (RM-18).
//!
//! A run on the table is as good as having its cards: a card that extends it is part of three or
//! more in a row. So the table's runs are added to the hand, and a card outside groups is placed
//! exactly if it belongs to three in a row. What remains to be found is which cards go into groups,
//! and which aces are high.
//!
//! Most hands need no search: with all groups melded, only cards that fit nowhere are left.
//! Otherwise dynamic programming decides the ranks whose groups compete with runs, lowest first.
//! Later ranks depend on the decisions so far only through the number of consecutive cards of each
//! suit at the end, where three are as good as more. For each of these states, only the best
//! decision is kept, so there are at most 256. Aces, which belong to both ends, are decided before
//! all others, in at most 25 ways.

use super::melds::{RANKS, bits, threes};
use super::moves::Place;
use crate::bits::nibble_counts;

/// The places on the table where cards can be laid off (RM-10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Places {
    /// The cards that would be the fourth of a group.
    pub(super) groups: u64,
    /// The first card of each run.
    pub(super) starts: u64,
    /// The last card of each run; a high ace is at 52 + suit.
    pub(super) ends: u64,
}

/// The maximum number of melds in a hand.
const MAX_MELDS: usize = 17;

/// The maximum number of lay-offs: there is at least one meld on the table.
const MAX_LAY_OFFS: usize = 49;

/// The best partition of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Partition {
    /// The points of the cards left over.
    pub(super) points: u32,
    /// The cards left over.
    pub(super) rest: u64,
    melds: [u64; MAX_MELDS],
    melds_len: usize,
    lay_offs: [(u8, Place); MAX_LAY_OFFS],
    lay_offs_len: usize,
}

impl Partition {
    /// The melds, groups before runs. A high ace is at 52 + suit.
    pub(super) fn melds(&self) -> &[u64] {
        &self.melds[..self.melds_len]
    }

    /// The lay-offs in a playable order. A high ace is at 52 + suit.
    pub(super) fn lay_offs(&self) -> &[(u8, Place)] {
        &self.lay_offs[..self.lay_offs_len]
    }

    fn add_meld(&mut self, cards: u64) {
        self.melds[self.melds_len] = cards;
        self.melds_len += 1;
    }

    fn add_lay_off(&mut self, card: u64, place: Place) {
        self.lay_offs[self.lay_offs_len] = (card.trailing_zeros() as u8, place);
        self.lay_offs_len += 1;
    }
}

/// The partition that leaves the fewest points and, among those, the fewest cards. No card of the
/// hand may be on the table.
pub(super) fn best_partition(hand: u64, places: &Places, aces_high: bool) -> Partition {
    let table = runs_on_table(places);
    let kept = Search::best(hand, places, table, aces_high);
    let in_runs = in_runs(kept);
    let rest = fold_high_aces(kept & !in_runs);
    let mut partition = Partition {
        points: weight(rest, aces_high) >> COUNT_BITS,
        rest,
        melds: [0; MAX_MELDS],
        melds_len: 0,
        lay_offs: [(0, Place::Group); MAX_LAY_OFFS],
        lay_offs_len: 0,
    };
    let grouped = hand & !fold_high_aces(kept);
    for rank in ranks(grouped) {
        let group = grouped & rank;
        if group & places.groups == 0 {
            partition.add_meld(group);
        } else {
            partition.add_lay_off(group, Place::Group);
        }
    }
    let mut runs = in_runs & !table;
    // A card next to one of the table is next to the end of a run, and lets others follow.
    let mut laid = table;
    for card in cards(runs) {
        if card & laid << 4 != 0 {
            partition.add_lay_off(card, Place::High);
            laid |= card;
        }
    }
    for card in cards(runs.reverse_bits()).map(u64::reverse_bits) {
        if card & !laid & laid >> 4 != 0 {
            partition.add_lay_off(card, Place::Low);
            laid |= card;
        }
    }
    runs &= !laid;
    while runs != 0 {
        let mut run = runs & runs.wrapping_neg();
        while run << 4 & runs & !run != 0 {
            run |= run << 4 & runs;
        }
        partition.add_meld(run);
        runs &= !run;
    }
    partition
}

/// The points of the cards that the best partition leaves, and those cards.
pub(super) fn least_left(hand: u64, places: &Places, aces_high: bool) -> (u32, u64) {
    let kept = Search::best(hand, places, runs_on_table(places), aces_high);
    let rest = fold_high_aces(kept & !in_runs(kept));
    (weight(rest, aces_high) >> COUNT_BITS, rest)
}

const ACES: u64 = 0xF;

/// The first and last three cards of each run on the table; no more are needed.
fn runs_on_table(places: &Places) -> u64 {
    let &Places { starts, ends, .. } = places;
    starts | starts << 4 | starts << 8 | ends | ends >> 4 | ends >> 8
}

/// The cards that are part of a run among these cards (RM-09).
fn in_runs(cards: u64) -> u64 {
    let first = cards & cards >> 4 & cards >> 8;
    first | first << 4 | first << 8
}

/// The cards of ranks with three or four cards (RM-08).
fn in_groups(cards: u64) -> u64 {
    cards & (0xF * threes(cards))
}

/// All cards with the same ranks as these.
fn whole_ranks(cards: u64) -> u64 {
    let either = cards | cards >> 1;
    0xF * ((either | either >> 2) & RANKS)
}

/// The same cards, with high aces moved to the low ones.
fn fold_high_aces(cards: u64) -> u64 {
    (cards | cards >> 52) & ((1 << 52) - 1)
}

/// The cards of a set, each as a set.
fn cards(set: u64) -> impl Iterator<Item = u64> {
    bits(set).map(|bit| 1 << bit)
}

/// The ranks of these cards, ascending, each as a set.
fn ranks(set: u64) -> impl Iterator<Item = u64> {
    cards(whole_ranks(set) & RANKS).map(|lowest| 0xF * lowest)
}

/// The bits of a weight, below the points, that hold the number of cards.
const COUNT_BITS: u32 = 6;

/// The points of these cards, and then their number (RM-13, RM-15).
fn weight(cards: u64, aces_high: bool) -> u32 {
    // The number of cards of each rank, in a byte each. The top byte of the product is the sum of
    // all bytes times their factors.
    let of_four = nibble_counts(cards);
    let (odd, even) = (of_four & 0x0F0F_0F0F_0F0F_0F0F, of_four >> 4 & 0x0F0F_0F0F_0F0F_0F0F);
    // A 3 5 7 9 J K, and 2 4 6 8 T Q A.
    let odd_points: u64 = if aces_high { 0x0F03_0507_090A_0A00 } else { 0x0103_0507_090A_0A00 };
    let even_points: u64 = 0x0204_0608_0A0A_0F00;
    let points = (odd.wrapping_mul(odd_points) >> 56) + (even.wrapping_mul(even_points) >> 56);
    let count = (odd + even).wrapping_mul(0x0101_0101_0101_0101) >> 56;
    (points << COUNT_BITS | count) as u32
}

/// The sets of cards of one rank that may be worth grouping, if some of its cards could be in these
/// runs: all, all but one of four, or none.
fn groupings(group: u64, runs: u64) -> impl Iterator<Item = u64> {
    let wanted = group & runs;
    let spared = if group.count_ones() == 4 { wanted } else { 0 };
    let none = (wanted != 0).then_some(0);
    std::iter::once(group).chain(cards(spared).map(move |card| group & !card)).chain(none)
}

/// A decision about some of the ranks.
#[derive(Clone, Copy, Debug, Default)]
struct Decision {
    /// The cards outside groups, including the table's; a high ace is at 52 + suit.
    kept: u64,
    /// A lower bound on the weight left over.
    left: u32,
    /// For each suit, the number of consecutive cards up to the last rank: two bits each, at most
    /// three.
    open: u8,
}

/// The best decisions, one per value of `open`.
#[derive(Debug)]
struct Layer {
    decisions: [Decision; 256],
    len: usize,
}

impl Layer {
    fn new() -> Self {
        Self { decisions: [Decision::default(); 256], len: 0 }
    }

    fn decisions(&self) -> &[Decision] {
        &self.decisions[..self.len]
    }

    /// Adds a decision unless there is a better one with the same `open`; `indices` maps `open` to
    /// an index.
    fn add(&mut self, decision: Decision, indices: &mut [u8; 256]) {
        let index = &mut indices[usize::from(decision.open)];
        match self.decisions[..self.len].get_mut(usize::from(*index)) {
            Some(other) if other.open == decision.open => {
                if decision.left < other.left {
                    *other = decision;
                }
            }
            _ => {
                *index = self.len as u8;
                self.decisions[self.len] = decision;
                self.len += 1;
            }
        }
    }
}

/// The search for the best cards to keep out of groups.
struct Search {
    aces_high: bool,
    best: u64,
    least: u32,
}

impl Search {
    /// The best cards to keep out of groups, including the table's; a high ace is at 52 + suit.
    fn best(hand: u64, places: &Places, table: u64, aces_high: bool) -> u64 {
        let aces = hand & ACES;
        let high = if aces_high { aces } else { 0 };
        let runs = in_runs(hand | high << 52 | table);
        let groups = in_groups(hand) | hand & places.groups;
        let mut search = Self { aces_high, best: 0, least: u32::MAX };
        // The cards that fit nowhere.
        let least = search.weight(hand & !fold_high_aces(runs) & !groups);
        let (low, high) = (runs, runs >> 52);
        for grouped in groupings(groups & ACES, fold_high_aces(runs)) {
            let aces = aces & !grouped;
            let either = aces & low & high;
            let mut some = either;
            loop {
                let high = aces & high & !low | some;
                let kept = hand & !ACES | aces & !high | high << 52 | table;
                search.decide(kept, groups & !ACES);
                if some == 0 || search.least == least {
                    break;
                }
                some = (some - 1) & either;
            }
        }
        search.best
    }

    fn weight(&self, cards: u64) -> u32 {
        weight(cards, self.aces_high)
    }

    /// Decides which cards go into these groups, with the aces already decided.
    fn decide(&mut self, kept: u64, groups: u64) {
        let runs = in_runs(kept);
        let competing = groups & whole_ranks(groups & runs);
        let kept = kept & !(groups & !competing);
        let least = self.weight(kept & !runs & !competing);
        if least >= self.least {
            return;
        }
        self.try_kept(kept & !competing);
        if least < self.least {
            self.walk(kept, competing, runs);
        }
    }

    fn try_kept(&mut self, kept: u64) {
        let left = self.weight(kept & !in_runs(kept));
        if left < self.least {
            (self.best, self.least) = (kept, left);
        }
    }

    /// Decides the ranks whose groups compete with runs, one by one.
    fn walk(&mut self, kept: u64, mut groups: u64, runs: u64) {
        let (mut layer, mut next) = (&mut Layer::new(), &mut Layer::new());
        let mut indices = [0; 256];
        layer.add(Decision { kept, ..Decision::default() }, &mut indices);
        for rank in ranks(groups) {
            next.len = 0;
            let group = groups & rank;
            groups &= !rank;
            for decision in layer.decisions() {
                for grouped in groupings(group, runs) {
                    let kept = decision.kept & !grouped;
                    let left = self.weight(kept & !in_runs(kept) & !groups);
                    if left < self.least {
                        next.add(Decision { kept, left, open: open(kept, rank) }, &mut indices);
                    }
                }
            }
            std::mem::swap(&mut layer, &mut next);
        }
        if let Some(decision) = layer.decisions().iter().min_by_key(|decision| decision.left) {
            (self.best, self.least) = (decision.kept, decision.left);
        }
    }
}

/// For each suit, the number of consecutive cards up to this rank: two bits each, at most three.
fn open(kept: u64, rank: u64) -> u8 {
    let one = kept & rank;
    let two = one & kept << 4;
    let three = two & kept << 8;
    let by_suit = |cards: u64| (cards >> rank.trailing_zeros()) as u8;
    by_suit(two) << 4 | by_suit(one ^ two ^ three)
}
