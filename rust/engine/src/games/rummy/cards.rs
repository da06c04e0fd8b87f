//! The fifty-two cards, and sets of them.

use std::fmt;

use super::rules::Ace;
use crate::bits::{Ascending, Member};
use crate::text::{self, cards as card_text};

/// The number of cards (RM-01).
pub const DECK: usize = 52;

/// A card, ordered by rank from the ace, then by suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card with this number, which must be below [`DECK`].
    #[inline]
    pub(super) const fn numbered(number: u8) -> Self {
        debug_assert!((number as usize) < DECK);
        Self(number)
    }

    /// Returns the card's number: 4 · rank + suit.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The rank, from 0 (ace) to 12 (king).
    pub(super) const fn rank(self) -> u8 {
        self.0 / 4
    }

    /// Returns the set of this card.
    #[inline]
    #[must_use]
    pub const fn alone(self) -> Cards {
        Cards(1 << self.0)
    }

    /// Parses a card, e.g. `7S`, `TH`, `10h` or `a♠`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        card_text::read(text).map(Self)
    }
}

impl Member for Card {
    #[inline]
    fn numbered(number: u8) -> Self {
        Self(number)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        card_text::write(self.0, f)
    }
}

/// A set of cards: one bit per card number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cards(u64);

impl Cards {
    /// All fifty-two cards.
    pub const ALL: Self = Self((1 << DECK) - 1);
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Creates a set from a mask, or returns `None` if a bit is not a card.
    #[must_use]
    pub const fn of_bits(bits: u64) -> Option<Self> {
        if bits & !Self::ALL.0 == 0 { Some(Self(bits)) } else { None }
    }

    /// Creates a set from a mask whose bits are all cards.
    #[inline]
    pub(super) const fn from_bits(bits: u64) -> Self {
        debug_assert!(bits & !Self::ALL.0 == 0);
        Self(bits)
    }

    /// Returns the set as a mask: one bit per card number.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the number of cards.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Returns whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set contains a card.
    #[inline]
    #[must_use]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Returns whether the set contains all of `cards`.
    #[inline]
    #[must_use]
    pub const fn has_all(self, cards: Self) -> bool {
        cards.0 & !self.0 == 0
    }

    /// Returns the union of both sets.
    #[inline]
    #[must_use]
    pub const fn union(self, more: Self) -> Self {
        Self(self.0 | more.0)
    }

    /// Returns the intersection of both sets.
    #[inline]
    #[must_use]
    pub const fn among(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    /// Returns the cards that are not in `cards`.
    #[inline]
    #[must_use]
    pub const fn without(self, cards: Self) -> Self {
        Self(self.0 & !cards.0)
    }

    /// Returns the lowest card.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card(self.0.trailing_zeros() as u8)) }
    }

    /// Returns the total points (RM-13, RM-15).
    #[must_use]
    pub fn points(self, ace: Ace) -> u32 {
        const ACES: u64 = 0xF;
        let value = |rank: u32| (rank + 1).min(10);
        let others = (1..13).map(|rank| value(rank) * (self.0 >> (4 * rank) & 0xF).count_ones());
        others.sum::<u32>() + ace.points() * (self.0 & ACES).count_ones()
    }
}

impl IntoIterator for Cards {
    type Item = Card;
    type IntoIter = Ascending<Card>;

    #[inline]
    fn into_iter(self) -> Ascending<Card> {
        Ascending::new(self.0)
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::NONE, |set, card| set.union(card.alone()))
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&listed(*self))
    }
}

/// Returns cards as text, in the given order; `-` for none.
#[must_use]
pub fn listed(cards: impl IntoIterator<Item = Card>) -> String {
    text::listed(cards)
}
