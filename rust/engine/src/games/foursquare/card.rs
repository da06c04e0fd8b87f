//! The forty cards of the deck.

use std::fmt;

use crate::error::Error;
use crate::text::cards as card_text;
use crate::text::quoted;

/// The number of cards (FS-01).
pub const DECK: usize = 40;

/// A card, ordered by rank, then by suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// A rank, from the ace (1) to the ten (FS-01).
pub type Rank = u8;

impl Card {
    /// All cards in ascending order.
    pub const ALL: [Self; DECK] = {
        let mut cards = [Self(0); DECK];
        let mut index = 0;
        while index < DECK {
            cards[index] = Self(index as u8);
            index += 1;
        }
        cards
    };

    /// Returns the card's index in ascending order, from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the rank.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        self.0 / 4 + 1
    }

    /// Parses a card, e.g. `7S`, `TH`, `10h` or `a♠`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        card_text::read(text).filter(|&number| usize::from(number) < DECK).map(Self)
    }

    /// Parses a card, with an error that shows how cards are written.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if the text is not a card.
    pub fn read(text: &str) -> Result<Self, Error> {
        Self::parse(text).ok_or_else(|| {
            let text = quoted(text);
            Error::invalid_state(format!(
                "invalid card {text}; expected a rank (A 2 3 4 5 6 7 8 9 T) and a suit (C D H S), e.g. \"7S\""
            ))
        })
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        card_text::write(self.0, f)
    }
}
