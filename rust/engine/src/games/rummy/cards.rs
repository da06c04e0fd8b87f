//! The fifty-two cards, and sets of them.

use std::fmt;

use super::rules::Ace;
use crate::bits::{Ascending, Member};
use crate::text::cards as card_text;
use crate::text::joined;

/// How many cards there are (RM-01).
pub const DECK: usize = 52;

/// A card: ascending by rank from the ace, then by suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The one with this number, which is below [`DECK`].
    #[inline]
    pub(super) const fn numbered(number: u8) -> Self {
        debug_assert!((number as usize) < DECK);
        Self(number)
    }

    /// Its number: 4 · rank + suit.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// From 0, the ace, to 12, the king.
    pub(super) const fn rank(self) -> u8 {
        self.0 / 4
    }

    /// The set that has only this card.
    #[inline]
    #[must_use]
    pub const fn alone(self) -> Cards {
        Cards(1 << self.0)
    }

    /// Reads `7S`, `TH`, `10h`, `a♠`.
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

/// A set of cards: a bit for each number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cards(u64);

impl Cards {
    /// All fifty-two cards.
    pub const ALL: Self = Self((1 << DECK) - 1);
    /// No card.
    pub const NONE: Self = Self(0);

    /// The set with these bits; `None` where a bit stands for no card.
    #[must_use]
    pub const fn of_bits(bits: u64) -> Option<Self> {
        if bits & !Self::ALL.0 == 0 { Some(Self(bits)) } else { None }
    }

    /// The set with these bits, each of which stands for a card.
    #[inline]
    pub(super) const fn from_bits(bits: u64) -> Self {
        debug_assert!(bits & !Self::ALL.0 == 0);
        Self(bits)
    }

    /// A bit for each card.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many cards there are.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is among them.
    #[inline]
    #[must_use]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Whether all these are among them.
    #[inline]
    #[must_use]
    pub const fn has_all(self, cards: Self) -> bool {
        cards.0 & !self.0 == 0
    }

    /// The cards in either set.
    #[inline]
    #[must_use]
    pub const fn union(self, more: Self) -> Self {
        Self(self.0 | more.0)
    }

    /// The cards in both sets.
    #[inline]
    #[must_use]
    pub const fn among(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    /// The cards that are not among these.
    #[inline]
    #[must_use]
    pub const fn without(self, cards: Self) -> Self {
        Self(self.0 & !cards.0)
    }

    /// The lowest.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card(self.0.trailing_zeros() as u8)) }
    }

    /// What they count (RM-13, RM-15).
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

/// Cards in a text, in their order; `-` for none.
#[must_use]
pub fn listed(cards: impl IntoIterator<Item = Card>) -> String {
    let text = joined(cards);
    if text.is_empty() { "-".into() } else { text }
}
