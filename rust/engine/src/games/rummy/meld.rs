//! Melds: groups (RM-08) and runs (RM-09, RM-15).

use std::fmt;

use super::cards::{Card, Cards, listed};
use super::rules::Ace;

/// A group or a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meld {
    /// Three or four cards of one rank.
    Group(Cards),
    /// Three or more cards of one suit in sequence.
    Run(Run),
}

/// A run. A high ace comes after the king, at place 52 + suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    first: u8,
    length: u8,
}

impl Run {
    /// The run that starts at this place.
    pub(super) const fn new(first: u8, length: u8) -> Self {
        debug_assert!(length >= 3 && first + 4 * (length - 1) < HIGH_ACES + 4);
        Self { first, length }
    }

    /// Returns the number of the first card.
    #[must_use]
    pub const fn first(self) -> u8 {
        self.first
    }

    /// Returns the number of cards.
    #[must_use]
    pub const fn length(self) -> u8 {
        self.length
    }

    /// The place of the last card.
    pub(super) const fn last(self) -> u8 {
        self.first + 4 * (self.length - 1)
    }

    /// The cards, from the low end.
    fn cards(self) -> impl Iterator<Item = Card> {
        (self.first..=self.last()).step_by(4).map(card_at)
    }
}

/// The first high ace's place.
pub(super) const HIGH_ACES: u8 = 52;

/// The card at a place in a run.
pub(super) const fn card_at(place: u8) -> Card {
    Card::numbered(if place < HIGH_ACES { place } else { place - HIGH_ACES })
}

impl Meld {
    /// Returns the meld of these cards, in any order, or `None` if they are not a meld. In a run of
    /// thirteen, the ace is high if it may be (RM-15) and comes last.
    #[must_use]
    pub fn of(cards: &[Card], ace: Ace) -> Option<Self> {
        let set: Cards = cards.iter().copied().collect();
        let (lowest, last) = (set.first()?, *cards.last()?);
        if !(3..=13).contains(&cards.len()) || usize::from(set.len()) != cards.len() {
            return None;
        }
        if set.into_iter().all(|card| card.rank() == lowest.rank()) {
            return Some(Self::Group(set));
        }
        let length = cards.len() as u8;
        let run_from = |first: u8| {
            let run = Run { first, length };
            if run.last() >= ace.places() {
                return None;
            }
            (run.cards().collect::<Cards>() == set).then_some(Self::Run(run))
        };
        let low = run_from(lowest.number());
        if lowest.rank() == 0 {
            // If the ace is high, the run starts with the second-lowest card.
            let second = set.without(lowest.alone()).first()?;
            let high = run_from(second.number());
            if low.is_none() || (high.is_some() && last == lowest) {
                return high;
            }
        }
        low
    }

    /// The meld with these places: a run, or a group's cards.
    pub(super) const fn at_places(places: u64) -> Self {
        let first = places.trailing_zeros() as u8;
        if places >> (first & !3) <= 0xF {
            Self::Group(Cards::from_bits(places))
        } else {
            Self::Run(Run::new(first, places.count_ones() as u8))
        }
    }

    /// Returns the cards as a set.
    #[must_use]
    pub fn cards(self) -> Cards {
        match self {
            Self::Group(cards) => cards,
            Self::Run(run) => run.cards().collect(),
        }
    }

    /// The cards in the order in which they are written.
    pub(super) fn in_order(self) -> Vec<Card> {
        match self {
            Self::Group(cards) => cards.into_iter().collect(),
            Self::Run(run) => run.cards().collect(),
        }
    }
}

impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&listed(self.in_order()))
    }
}
