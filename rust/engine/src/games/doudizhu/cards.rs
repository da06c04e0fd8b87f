//! Ranks and multisets of cards. Cards are stored as one count per rank, four bits each, so that
//! whole hands are added and compared with a few instructions.

use std::fmt;

use crate::bits::spread_nibbles;
use crate::text::quoted;
use crate::words::Sentence;

/// The number of ranks (DD-03): 3 to 2, the black joker, the red joker.
pub const RANKS: usize = 15;

/// The letters of the ranks, ascending.
pub const LETTERS: &[u8; RANKS] = b"3456789TJQKA2BR";

/// A rank's index, from 0.
pub type Rank = u8;

/// The black joker.
pub const BLACK: Rank = 13;

/// The red joker.
pub const RED: Rank = 14;

/// The maximum length of a list of cards, in characters.
pub const MAX_LIST_CHARS: usize = 1000;

/// A 1 in every rank's nibble.
pub(super) const ONES: u64 = 0x0111_1111_1111_1111;

/// The nibbles of the ranks that chains can use: 3 to ace.
pub(super) const CHAIN: u64 = (1 << 48) - 1;

/// Returns the letter of a rank.
#[must_use]
pub const fn letter(rank: Rank) -> char {
    LETTERS[rank as usize] as char
}

/// A multiset of cards: how many there are of each rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cards(pub(super) u64);

impl Cards {
    /// No cards.
    pub const NONE: Self = Self(0);

    /// Returns `count` cards of one rank.
    #[must_use]
    pub const fn of(rank: Rank, count: u8) -> Self {
        Self((count as u64) << (4 * rank))
    }

    /// Returns `count` cards of each rank in a set like the one [`at_least`](Self::at_least)
    /// returns.
    #[inline]
    #[must_use]
    pub const fn of_each(ranks: u64, count: u8) -> Self {
        Self(ranks * count as u64)
    }

    /// Returns the counts packed into one number, four bits per rank.
    #[inline]
    #[must_use]
    pub const fn packed(self) -> u64 {
        self.0
    }

    /// Returns all cards of `decks` decks (DD-01).
    #[must_use]
    pub const fn decks(decks: u8) -> Self {
        Self((0x0114_4444_4444_4444) * decks as u64)
    }

    /// Creates cards from one count per rank, each at most 8.
    #[must_use]
    pub fn from_counts(counts: &[u8; RANKS]) -> Self {
        (0..).zip(counts).fold(Self::NONE, |cards, (rank, &count)| cards + Self::of(rank, count))
    }

    /// All jokers of `decks` decks.
    pub(super) const fn jokers(decks: u8) -> Self {
        Self((0x11 * decks as u64) << (4 * BLACK))
    }

    /// Returns the number of cards of each rank.
    #[must_use]
    pub fn counts(self) -> [u8; RANKS] {
        let mut counts = [0; RANKS];
        counts.copy_from_slice(&self.nibbles()[..RANKS]);
        counts
    }

    /// [`counts`](Self::counts) without a loop, followed by a 0.
    #[inline]
    pub(super) fn nibbles(self) -> [u8; RANKS + 1] {
        let (low, high) = (spread_nibbles(self.0 as u32), spread_nibbles((self.0 >> 32) as u32));
        (u128::from(low) | u128::from(high) << 64).to_le_bytes()
    }

    /// Returns the number of cards of a rank.
    #[inline]
    #[must_use]
    pub const fn count(self, rank: Rank) -> u8 {
        (self.0 >> (4 * rank)) as u8 & 0xF
    }

    /// Returns the number of cards.
    #[inline]
    #[must_use]
    pub const fn total(self) -> u32 {
        const LOW_NIBBLES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
        let bytes = (self.0 & LOW_NIBBLES) + (self.0 >> 4 & LOW_NIBBLES);
        (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Returns whether there are no cards.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether all of `others` are among these cards.
    #[inline]
    #[must_use]
    pub const fn contains(self, others: Self) -> bool {
        // The nibbles are spread over bytes, so a borrow shows in the top bit.
        const LOW_NIBBLES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
        const TOP_BITS: u64 = 0x8080_8080_8080_8080;
        let even = ((self.0 & LOW_NIBBLES) | TOP_BITS) - (others.0 & LOW_NIBBLES);
        let odd = ((self.0 >> 4 & LOW_NIBBLES) | TOP_BITS) - (others.0 >> 4 & LOW_NIBBLES);
        even & odd & TOP_BITS == TOP_BITS
    }

    /// Returns the lowest rank of which `others` has more cards than these.
    #[must_use]
    pub fn lacking(self, others: Self) -> Option<Rank> {
        (0..RANKS as Rank).find(|&rank| self.count(rank) < others.count(rank))
    }

    /// Returns these cards minus as many of `others` as possible.
    #[inline]
    #[must_use]
    pub fn without(self, others: Self) -> Self {
        const LOW_NIBBLES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
        const TOP_BITS: u64 = 0x8080_8080_8080_8080;
        // The nibbles are spread over bytes. A top bit stays set unless its byte borrowed; only
        // those bytes keep their difference.
        let subtract = |from: u64, taken: u64| {
            let left = (from & LOW_NIBBLES | TOP_BITS) - (taken & LOW_NIBBLES);
            let enough = left & TOP_BITS;
            left & (enough - (enough >> 7))
        };
        Self(subtract(self.0, others.0) | subtract(self.0 >> 4, others.0 >> 4) << 4)
    }

    /// Returns the rank of each card, ascending.
    pub fn ranks(self) -> impl Iterator<Item = Rank> {
        (0..RANKS as Rank).flat_map(move |rank| std::iter::repeat_n(rank, usize::from(self.count(rank))))
    }

    /// Returns the ranks with at least `count` cards (1 to 8), as a 1 in the nibble of each.
    #[inline]
    #[must_use]
    pub const fn at_least(self, count: u8) -> u64 {
        // No count is above 8, so no nibble overflows, and its top bit is the answer.
        (self.0 + ONES * (8 - count as u64)) >> 3 & ONES
    }

    /// Whether there are four or more cards of any rank.
    #[inline]
    pub(super) const fn has_four(self) -> bool {
        // Counts are at most 8.
        self.0 & (ONES * 0b1100) != 0
    }

    /// Reads a list of cards, ignoring spaces; `None` if it is malformed. Counts are not limited.
    pub(super) fn read(text: &str) -> Option<[u32; RANKS]> {
        let mut counts = [0; RANKS];
        let mut letters = text.bytes().filter(|&letter| letter != b' ');
        while let Some(letter) = letters.next() {
            let letter = match letter {
                b'1' if letters.next() == Some(b'0') => b'T',
                b'1' => return None,
                other => other.to_ascii_uppercase(),
            };
            counts[LETTERS.iter().position(|&known| known == letter)?] += 1;
        }
        Some(counts)
    }

    /// Checks the counts against a deck. The error is a message about the lowest rank with too many
    /// cards.
    pub(super) fn within(deck: Self, counts: &[u32; RANKS]) -> Result<Self, Sentence> {
        let mut cards = Self::NONE;
        for (rank, &count) in (0..).zip(counts) {
            if count > u32::from(deck.count(rank)) {
                return Err(too_many(count, rank, deck));
            }
            cards = cards + Self::of(rank, count as u8);
        }
        Ok(cards)
    }

    /// Returns the text if it is one rank.
    ///
    /// # Errors
    /// Returns a message if it is not.
    pub fn rank_text(text: &str) -> Result<&str, String> {
        let one = Self::read(text).filter(|counts| counts.iter().sum::<u32>() == 1);
        one.map(|_| text).ok_or_else(|| not_a_list(text))
    }

    /// Parses a list of cards from a deck.
    ///
    /// # Errors
    /// Returns a message if the text is not a list of cards, or has more cards of a rank than the
    /// deck.
    pub fn parse(text: &str, deck: Self) -> Result<Self, String> {
        let length = text.chars().count();
        if length > MAX_LIST_CHARS {
            return Err(format!(
                "a list of cards must have at most {MAX_LIST_CHARS} characters, got {length}"
            ));
        }
        let counts = if text.trim_matches(' ') == "-" { Some([0; RANKS]) } else { Self::read(text) };
        Ok(Self::within(deck, &counts.ok_or_else(|| not_a_list(text))?)?)
    }
}

fn not_a_list(text: &str) -> String {
    format!(
        "invalid list of cards {}; expected ranks (3 4 5 6 7 8 9 T J Q K A 2, B and R for the jokers), e.g. \"334455TJ\"",
        quoted(text)
    )
}

/// The message for more cards of a rank than the deck has.
pub(super) fn too_many(count: u32, rank: Rank, deck: Cards) -> Sentence {
    let sentence = Sentence::new("doudizhu.too_many_of_rank").with("n", count);
    sentence.with("rank", letter(rank)).with("most", deck.count(rank))
}

/// Sums and differences are exact: callers never exceed the decks, nor subtract cards that are
/// missing.
impl std::ops::Add for Cards {
    type Output = Self;

    #[inline]
    fn add(self, others: Self) -> Self {
        Self(self.0 + others.0)
    }
}

impl std::ops::Sub for Cards {
    type Output = Self;

    #[inline]
    fn sub(self, others: Self) -> Self {
        debug_assert!(self.contains(others), "{self} has not {others}");
        Self(self.0.wrapping_sub(others.0))
    }
}

/// Ascending, without spaces; `-` for no cards.
impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        let (mut text, mut length) = ([0; 15 * RANKS], 0);
        for rank in self.ranks() {
            text[length] = LETTERS[usize::from(rank)];
            length += 1;
        }
        f.write_str(str::from_utf8(&text[..length]).unwrap_or_default())
    }
}
