//! Ranks, and cards as how many there are of each rank: a nibble a rank, so that hands are added and compared as a whole.

use std::fmt;

use crate::text::quoted;

/// The number of ranks (DD-03): 3 to 2, the black joker, the red joker.
pub const RANKS: usize = 15;

/// The letters of the ranks, ascending.
pub const LETTERS: &[u8; RANKS] = b"3456789TJQKA2BR";

/// The place of a rank among all, from 0.
pub type Rank = u8;

/// The black joker.
pub const BLACK: Rank = 13;

/// The red joker.
pub const RED: Rank = 14;

/// The most characters that a list of cards may have.
pub const LONGEST_LIST: usize = 1000;

/// A one in the nibble of every rank.
pub(super) const ONES: u64 = 0x0111_1111_1111_1111;

/// The nibbles of the ranks that chains are made of: 3 to ace.
pub(super) const CHAIN: u64 = (1 << 48) - 1;

/// A rank as people write it.
#[must_use]
pub const fn letter(rank: Rank) -> char {
    LETTERS[rank as usize] as char
}

/// How often each rank is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cards(pub(super) u64);

impl Cards {
    /// No cards.
    pub const NONE: Self = Self(0);

    /// So many cards of one rank.
    #[must_use]
    pub const fn of(rank: Rank, count: u8) -> Self {
        Self((count as u64) << (4 * rank))
    }

    /// So many cards of each rank of a set, as [`at_least`](Self::at_least) gives one.
    #[inline]
    #[must_use]
    pub const fn of_each(ranks: u64, count: u8) -> Self {
        Self(ranks * count as u64)
    }

    /// As one number: a nibble a rank.
    #[inline]
    #[must_use]
    pub const fn packed(self) -> u64 {
        self.0
    }

    /// All cards of so many decks (DD-01).
    #[must_use]
    pub const fn decks(decks: u8) -> Self {
        Self((0x0114_4444_4444_4444) * decks as u64)
    }

    /// From counts, one a rank, none above 8.
    #[must_use]
    pub fn from_counts(counts: &[u8; RANKS]) -> Self {
        (0..).zip(counts).fold(Self::NONE, |cards, (rank, &count)| cards + Self::of(rank, count))
    }

    /// All jokers of so many decks.
    pub(super) const fn jokers(decks: u8) -> Self {
        Self((0x11 * decks as u64) << (4 * BLACK))
    }

    /// How often each rank is there.
    #[must_use]
    pub fn counts(self) -> [u8; RANKS] {
        let mut counts = [0; RANKS];
        counts.copy_from_slice(&self.nibbles()[..RANKS]);
        counts
    }

    /// [`counts`](Self::counts) without a loop, and a 0 after them.
    #[inline]
    pub(super) const fn nibbles(self) -> [u8; RANKS + 1] {
        const fn spread(eight: u64) -> u128 {
            let fours = (eight | eight << 16) & 0x0000_FFFF_0000_FFFF;
            let twos = (fours | fours << 8) & 0x00FF_00FF_00FF_00FF;
            ((twos | twos << 4) & 0x0F0F_0F0F_0F0F_0F0F) as u128
        }
        (spread(self.0 & 0xFFFF_FFFF) | spread(self.0 >> 32) << 64).to_le_bytes()
    }

    /// How often a rank is there.
    #[inline]
    #[must_use]
    pub const fn count(self, rank: Rank) -> u8 {
        (self.0 >> (4 * rank)) as u8 & 0xF
    }

    /// How many cards there are.
    #[inline]
    #[must_use]
    pub const fn total(self) -> u32 {
        const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
        let bytes = (self.0 & LOW) + (self.0 >> 4 & LOW);
        (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of the others are among these.
    #[inline]
    #[must_use]
    pub const fn contains(self, others: Self) -> bool {
        // Nibbles are spread over bytes, where a borrow shows in the top bit.
        const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
        const TOPS: u64 = 0x8080_8080_8080_8080;
        let even = ((self.0 & LOW) | TOPS) - (others.0 & LOW);
        let odd = ((self.0 >> 4 & LOW) | TOPS) - (others.0 >> 4 & LOW);
        even & odd & TOPS == TOPS
    }

    /// The lowest rank of which the others have more than there are here.
    #[must_use]
    pub fn lacking(self, others: Self) -> Option<Rank> {
        (0..RANKS as Rank).find(|&rank| self.count(rank) < others.count(rank))
    }

    /// What is left when as much as possible of the others is taken away.
    #[inline]
    #[must_use]
    pub fn without(self, others: Self) -> Self {
        const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
        const TOPS: u64 = 0x8080_8080_8080_8080;
        // Nibbles are spread over bytes, whose top bit stays where nothing had to be borrowed: only there something is left.
        let subtract = |from: u64, taken: u64| {
            let left = (from & LOW | TOPS) - (taken & LOW);
            let enough = left & TOPS;
            left & (enough - (enough >> 7))
        };
        Self(subtract(self.0, others.0) | subtract(self.0 >> 4, others.0 >> 4) << 4)
    }

    /// The ranks of the cards one by one, ascending.
    pub fn ranks(self) -> impl Iterator<Item = Rank> {
        (0..RANKS as Rank).flat_map(move |rank| std::iter::repeat_n(rank, usize::from(self.count(rank))))
    }

    /// The ranks of which there are at least so many, from 1 to 8: a one in the nibble of each.
    #[inline]
    #[must_use]
    pub const fn at_least(self, count: u8) -> u64 {
        // No count is above 8, so no nibble runs over, and its top bit tells.
        (self.0 + ONES * (8 - count as u64)) >> 3 & ONES
    }

    /// The cards that a text names, spaces ignored; `None` where it names none. As many of a rank as it says.
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

    /// Cards of which none may be there more often than in this deck; else the lowest rank of which there are too many.
    pub(super) fn within(deck: Self, counts: &[u32; RANKS]) -> Result<Self, String> {
        let mut cards = Self::NONE;
        for (rank, &count) in (0..).zip(counts) {
            if count > u32::from(deck.count(rank)) {
                return Err(too_many(count, rank, deck));
            }
            cards = cards + Self::of(rank, count as u8);
        }
        Ok(cards)
    }

    /// A text that is one rank, as it is; else what is wrong with it.
    ///
    /// # Errors
    /// Returns what is wrong with the text.
    pub fn rank_text(text: &str) -> Result<&str, String> {
        let one = Self::read(text).filter(|counts| counts.iter().sum::<u32>() == 1);
        one.map(|_| text).ok_or_else(|| no_list(text))
    }

    /// Reads a list of cards out of a deck, or says what is wrong with it.
    ///
    /// # Errors
    /// Returns what is wrong with the text.
    pub fn parse(text: &str, deck: Self) -> Result<Self, String> {
        let length = text.chars().count();
        if length > LONGEST_LIST {
            return Err(format!("a list of cards must have at most {LONGEST_LIST} characters, got {length}"));
        }
        let counts = if text.trim_matches(' ') == "-" { Some([0; RANKS]) } else { Self::read(text) };
        Self::within(deck, &counts.ok_or_else(|| no_list(text))?)
    }
}

fn no_list(text: &str) -> String {
    format!(
        "invalid list of cards {}; expected ranks (3 4 5 6 7 8 9 T J Q K A 2, B and R for the jokers), e.g. \"334455TJ\"",
        quoted(text)
    )
}

/// `5 of rank Q; the deck has 4`.
pub(super) fn too_many(count: u32, rank: Rank, deck: Cards) -> String {
    format!("{count} cards of rank {}, but the deck has {}", letter(rank), deck.count(rank))
}

/// Sums and differences are exact: nobody has more cards than the decks, nor takes away what is not there.
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
        self.ranks().try_for_each(|rank| fmt::Write::write_char(f, letter(rank)))
    }
}
