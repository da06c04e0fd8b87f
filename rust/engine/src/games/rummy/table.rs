//! The melds on the table.

use super::best_partition::Places;
use super::cards::{Card, Cards};
use super::meld::{HIGH_ACES, Meld, Run};
use super::moves::Place;
use super::rules::Ace;

/// All melds on the table. Adjacent runs stay separate (RM-10), so the ends of each are stored. A
/// high ace is at 52 + suit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Table {
    /// The cards in groups.
    groups: u64,
    /// The cards missing from groups of three.
    fourths: u64,
    /// The first place of each run.
    starts: u64,
    /// The last place of each run.
    ends: u64,
    /// The cards that can be laid off; those at a high end by their place.
    fitting: u64,
}

/// The distance in bits from one rank to the next.
const RANK: u32 = 4;

impl Table {
    /// The cards that can be laid off; those at a high end by their place.
    #[inline]
    pub(super) const fn fits(&self) -> u64 {
        self.fitting
    }

    /// The cards that can be laid off on groups.
    #[inline]
    pub(super) const fn fourths(&self) -> u64 {
        self.fourths
    }

    /// The cards that can be laid off at low ends. Nothing precedes an ace.
    #[inline]
    pub(super) const fn lows(&self) -> u64 {
        self.starts >> RANK
    }

    /// The places at high ends where a card can be laid off. They include places behind high aces,
    /// where no card fits.
    #[inline]
    pub(super) const fn highs(&self) -> u64 {
        self.ends << RANK
    }

    /// The data for the best-partition search.
    pub(super) const fn places(&self) -> Places {
        Places { groups: self.fourths, starts: self.starts, ends: self.ends }
    }

    /// Returns the cards of a hand that can be laid off on groups, at low ends and at high ends.
    #[must_use]
    pub fn fitting(&self, hand: Cards, ace: Ace) -> [Cards; 3] {
        let highs = high_places(hand.bits(), ace) & self.highs();
        let high = highs & Cards::ALL.bits() | highs >> HIGH_ACES;
        [hand.bits() & self.fourths, hand.bits() & self.lows(), high].map(Cards::from_bits)
    }

    /// Returns whether there are no melds.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.groups | self.starts == 0
    }

    /// Whether a card can be laid off, given its place from
    /// [`high_place`](super::actions::high_place).
    #[inline]
    pub(super) const fn takes(&self, card: Card, high_place: u8, place: Place) -> bool {
        match place {
            Place::Group => self.fourths >> card.number() & 1 == 1,
            Place::Low => self.lows() >> card.number() & 1 == 1,
            Place::High => self.highs() >> high_place & 1 == 1,
        }
    }

    /// Adds a meld, with no card that is on the table already.
    #[inline]
    pub(super) const fn meld(&mut self, meld: Meld) {
        match meld {
            Meld::Group(cards) => self.group(cards.bits()),
            Meld::Run(run) => self.run(run.first(), run.last()),
        }
    }

    #[inline]
    pub(super) const fn group(&mut self, cards: u64) {
        let rank = 0xF << (cards.trailing_zeros() & !3);
        self.groups |= cards;
        self.fourths |= rank & !cards;
        self.update_fitting();
    }

    #[inline]
    pub(super) const fn run(&mut self, first: u8, last: u8) {
        self.starts |= 1 << first;
        self.ends |= 1 << last;
        self.update_fitting();
    }

    /// Lays off a card where it fits; `at` is its place for a high end.
    #[inline]
    pub(super) const fn lay_off(&mut self, at: u8, place: Place) {
        let bit = 1 << at;
        match place {
            Place::Group => {
                self.groups |= bit;
                self.fourths &= !bit;
            }
            Place::Low => self.starts ^= bit | bit << RANK,
            Place::High => self.ends ^= bit | bit >> RANK,
        }
        self.update_fitting();
    }

    const fn update_fitting(&mut self) {
        self.fitting = self.fourths | self.lows() | self.highs();
    }

    /// Returns the melds: groups ascending, then runs by first card.
    pub fn melds(&self) -> impl Iterator<Item = Meld> + use<> {
        let Self { groups, starts, ends, .. } = *self;
        let ranks = (0..13).map(move |rank| groups & 0xF << (4 * rank)).filter(|&cards| cards != 0);
        let groups = ranks.map(|cards| Meld::Group(Cards::from_bits(cards)));
        let first = (0..HIGH_ACES).filter(move |&place| starts >> place & 1 == 1);
        let runs = first.filter_map(move |first| {
            let last = (first..HIGH_ACES + 4).step_by(4).find(|&place| ends >> place & 1 == 1)?;
            Some(Meld::Run(Run::new(first, (last - first) / 4 + 1)))
        });
        groups.chain(runs)
    }

    /// Returns the cards on the table.
    #[inline]
    #[must_use]
    pub const fn cards(&self) -> Cards {
        // Fill each run from its first to its last card, in steps of one, two, four and eight
        // ranks.
        let (mut runs, mut next) = (self.starts, !(self.ends << RANK));
        let mut step = RANK;
        while step <= 8 * RANK {
            runs |= next & runs << step;
            next &= next << step;
            step *= 2;
        }
        let high_aces = runs >> HIGH_ACES;
        Cards::from_bits(self.groups | runs & Cards::ALL.bits() | high_aces)
    }

    /// The cards in groups, and the first and last places of runs.
    #[inline]
    pub(super) const fn places_in_use(&self) -> (u64, u64, u64) {
        (self.groups, self.starts, self.ends)
    }
}

impl FromIterator<Meld> for Table {
    /// Builds a table from melds without common cards.
    fn from_iter<I: IntoIterator<Item = Meld>>(melds: I) -> Self {
        let mut table = Self::default();
        melds.into_iter().for_each(|meld| table.meld(meld));
        table
    }
}

/// The hand as places at high ends: an ace that may be high is moved there.
#[inline]
pub(super) const fn high_places(hand: u64, ace: Ace) -> u64 {
    match ace {
        Ace::Low => hand,
        Ace::Both => hand & !0xF | (hand & 0xF) << HIGH_ACES,
    }
}

/// The hand as places in runs: an ace that may be high is at both ends.
#[inline]
pub(super) const fn run_places(hand: u64, ace: Ace) -> u64 {
    match ace {
        Ace::Low => hand,
        Ace::Both => hand | (hand & 0xF) << HIGH_ACES,
    }
}
