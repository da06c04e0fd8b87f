//! The forty cards.

use std::fmt;

use crate::Error;
use crate::bytes::wrong;
use crate::text::quoted;

/// How many cards there are (FS-01).
pub const DECK: usize = 40;

const RANKS: [char; 10] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T'];
const SUITS: [char; 4] = ['C', 'D', 'H', 'S'];

/// A card: ascending by rank, then by suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// A rank, from the ace, 1, to the ten (FS-01).
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

    /// Its place in the ascending order, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        self.0 / 4 + 1
    }

    /// Reads `7S`, `TH`, `10h`, `a♠`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut chars = text.chars();
        let suit = match chars.next_back()?.to_ascii_uppercase() {
            '♣' => 'C',
            '♦' => 'D',
            '♥' => 'H',
            '♠' => 'S',
            letter => letter,
        };
        let suit = SUITS.iter().position(|&s| s == suit)?;
        let rank = match chars.as_str() {
            "10" => 'T',
            one => {
                let mut rank = one.chars();
                rank.next().filter(|_| rank.as_str().is_empty())?.to_ascii_uppercase()
            }
        };
        let rank = RANKS.iter().position(|&r| r == rank)?;
        Some(Self((rank * SUITS.len() + suit) as u8))
    }

    /// Reads a card, or says how cards are written.
    pub fn read(text: &str) -> Result<Self, Error> {
        Self::parse(text).ok_or_else(|| {
            let text = quoted(text);
            wrong(format!(
                "{text} is no card: write a rank (A 2 3 4 5 6 7 8 9 T) and a suit (C D H S), such as \"7S\""
            ))
        })
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rank, suit) = (self.index() / SUITS.len(), self.index() % SUITS.len());
        write!(f, "{}{}", RANKS[rank], SUITS[suit])
    }
}
