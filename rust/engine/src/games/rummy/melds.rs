//! The melds and lay-offs in a hand, before any check whether they are legal.

use std::hint::select_unpredictable;

use super::actions::{GROUPINGS, Ids, LENGTHS};
use super::cards::{Card, Cards};
use super::meld::{HIGH_ACES, Meld, Run, card_at};
use super::moves::{Move, Place};
use super::rules::Ace;
use super::table::{Table, high_places, run_places};
use crate::bits::count_three;

/// One bit per rank: its lowest suit.
pub(super) const RANKS: u64 = 0x0001_1111_1111_1111;

/// The ranks with three or four cards in a hand, as bits of [`RANKS`].
#[inline]
pub(super) const fn threes(hand: u64) -> u64 {
    // Within a pair of suits; the upper pair is two bits higher.
    let (both, either) = (hand & hand >> 1, hand | hand >> 1);
    (both & either >> 2 | either & both >> 2) & RANKS
}

/// Whether a hand has a meld or a lay-off. `fits` has the cards that can be laid off, as
/// [`Table::fits`].
#[inline]
pub(super) const fn holds_any(hand: u64, fits: u64, ace: Ace) -> bool {
    let places = run_places(hand, ace);
    threes(hand) | places & places >> 4 & places >> 8 | places & fits != 0
}

/// The melds in a hand and the lay-offs on the table, in the order of their ids.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holding {
    hand: u64,
    /// One bit per rank with three or four cards.
    groups: u64,
    /// The hand as places in runs; below, the places where runs of three start.
    places: u64,
    runs: u64,
    /// The cards that fit groups and low ends, and the places that fit high ends.
    fourths: u64,
    lows: u64,
    highs: u64,
    ace: Ace,
}

/// A meld or lay-off. A card laid off at a high end is given by its place there.
#[derive(Clone, Copy)]
pub(super) enum Found {
    Group(u64),
    Run { first: u8, length: u8 },
    LayOff { at: u8, place: Place },
}

impl Holding {
    pub(super) const fn new(hand: u64, table: &Table, ace: Ace) -> Self {
        let groups = threes(hand);
        let places = run_places(hand, ace);
        let runs = places & places >> 4 & places >> 8;
        let fourths = hand & table.fourths();
        let lows = hand & table.lows();
        let highs = high_places(hand, ace) & table.highs();
        Self { hand, groups, places, runs, fourths, lows, highs, ace }
    }

    /// The most cards that one play may use. Only melds use more than one: up to four, or a run of
    /// at least five.
    #[inline]
    pub(super) fn longest_play(&self) -> u32 {
        // Whether there is a meld cannot be predicted.
        let most = select_unpredictable(self.groups | self.runs == 0, 1, 4);
        select_unpredictable(self.runs & self.runs >> 8 == 0, most, (*LENGTHS.end()).into())
    }

    /// The places where runs of each length start, shortest first.
    #[inline]
    fn runs(&self) -> impl Iterator<Item = (u8, u64)> {
        let Self { places, runs, .. } = *self;
        let next = move |starts: &mut u64, length: u8| {
            if length > 3 {
                *starts &= places >> (4 * (length - 1));
            }
            (*starts != 0).then_some((length, *starts))
        };
        LENGTHS.scan(runs, next)
    }

    #[inline]
    fn lay_offs(&self) -> [(Place, u64); 3] {
        [(Place::Group, self.fourths), (Place::Low, self.lows), (Place::High, self.highs)]
    }

    /// The ranks with four cards, as in `groups`.
    #[inline]
    const fn fours(&self) -> u64 {
        let pairs = self.hand & self.hand >> 1;
        pairs & pairs >> 2 & RANKS
    }

    /// The number of melds and lay-offs.
    pub(super) fn count(&self) -> u32 {
        let lay_offs = count_three(self.fourths, self.lows, self.highs);
        // Most runs have three cards.
        let runs = if self.runs & self.runs >> 4 == 0 {
            self.runs.count_ones()
        } else {
            self.runs().map(|(_, starts)| starts.count_ones()).sum()
        };
        self.groups.count_ones() + 4 * self.fours().count_ones() + runs + lay_offs
    }

    /// The meld or lay-off with this number; `number` must be below the count.
    pub(super) fn nth(&self, mut number: u32) -> Found {
        for rank in bits(self.groups) {
            for grouping in GROUPINGS {
                let cards = grouping << rank;
                if self.hand & cards == cards {
                    if number == 0 {
                        return Found::Group(cards);
                    }
                    number -= 1;
                }
            }
        }
        for (length, starts) in self.runs() {
            if number < starts.count_ones() {
                return Found::Run { first: nth_bit(starts, number), length };
            }
            number -= starts.count_ones();
        }
        for (place, at) in self.lay_offs() {
            if number < at.count_ones() {
                return Found::LayOff { at: nth_bit(at, number), place };
            }
            number -= at.count_ones();
        }
        debug_assert!(false, "there are not so many");
        Found::Group(self.hand)
    }

    /// Calls `see` with each id and move.
    pub(super) fn each(&self, mut see: impl FnMut(u32, Move)) {
        let ids = Ids::of(self.ace);
        for at in bits(self.groups) {
            for (grouping, cards) in GROUPINGS.map(|cards| cards << at).into_iter().enumerate() {
                if self.hand & cards == cards {
                    let meld = Meld::Group(Cards::from_bits(cards));
                    see(Ids::group(u32::from(at) / 4, grouping), Move::Meld(meld));
                }
            }
        }
        for (length, starts) in self.runs() {
            for first in bits(starts) {
                see(ids.run(first, length), Move::Meld(Meld::Run(Run::new(first, length))));
            }
        }
        for (place, places) in self.lay_offs() {
            for at in bits(places) {
                see(ids.lay_off(at, place), Move::LayOff { card: card_at(at), place });
            }
        }
    }
}

/// The indices of the set bits, ascending.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            first
        })
    })
}

fn nth_bit(set: u64, number: u32) -> u8 {
    bits(set).nth(number as usize).unwrap_or_default()
}

/// The cards of a run.
#[inline]
pub(super) const fn run_cards(first: u8, length: u8) -> u64 {
    let places = RANKS >> (4 * (13 - length)) << first;
    places & Cards::ALL.bits() | places >> HIGH_ACES
}

/// Returns every group and run in a hand, in the order of their ids.
#[must_use]
pub fn melds(hand: Cards, ace: Ace) -> Vec<Meld> {
    let mut melds = Vec::new();
    Holding::new(hand.bits(), &Table::default(), ace).each(|_, chosen| {
        if let Move::Meld(meld) = chosen {
            melds.push(meld);
        }
    });
    melds
}

/// Returns the number of groups and runs in a hand.
#[must_use]
pub fn count_melds(hand: Cards, ace: Ace) -> usize {
    Holding::new(hand.bits(), &Table::default(), ace).count() as usize
}

/// Returns every way to lay off a card of the hand, in the order of their ids.
#[must_use]
pub fn lay_offs(hand: Cards, table: &Table, ace: Ace) -> Vec<(Card, Place)> {
    let mut found = Vec::new();
    Holding::new(hand.bits(), table, ace).each(|_, chosen| {
        if let Move::LayOff { card, place } = chosen {
            found.push((card, place));
        }
    });
    found
}
