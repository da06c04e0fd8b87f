//! The numbers on tiles, and sets of them.

use crate::bits::{Ascending, Counted};

/// A number on a tile, 0 (blank) to 18.
pub type Number = u8;

/// The highest number on the tiles of the largest set.
pub const HIGHEST: Number = 18;

/// The number of different numbers.
pub const NUMBERS: usize = HIGHEST as usize + 1;

/// A set of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Numbers(u32);

impl Numbers {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Returns the set of one number.
    #[inline]
    #[must_use]
    pub const fn only(number: Number) -> Self {
        Self(1 << number)
    }

    /// Creates a set from a mask; number 0 is the lowest bit.
    #[inline]
    pub(super) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Returns the set as a mask; number 0 is the lowest bit.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Returns whether the number is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, number: Number) -> bool {
        self.0 >> number & 1 == 1
    }

    /// The union of two sets.
    #[inline]
    pub(super) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This number alone if it is in the set, otherwise nothing.
    #[inline]
    pub(super) const fn only_with(self, number: Number) -> Self {
        Self(self.0 & 1 << number)
    }

    /// The number of members.
    #[inline]
    pub(super) const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Adds a number.
    #[inline]
    pub(super) const fn insert(&mut self, number: Number) {
        self.0 |= 1 << number;
    }

    /// Removes a number.
    #[inline]
    pub(super) const fn remove(&mut self, number: Number) {
        self.0 &= !(1 << number);
    }

    /// Number `n` of the set, ascending; `n` must be below its size.
    #[inline]
    pub(super) fn nth(self, n: u32) -> Number {
        Counted::new(self.0.into()).nth(n) as Number
    }
}

impl IntoIterator for Numbers {
    type Item = Number;
    type IntoIter = Ascending<Number>;

    #[inline]
    fn into_iter(self) -> Ascending<Number> {
        Ascending::new(self.0.into())
    }
}

impl FromIterator<Number> for Numbers {
    fn from_iter<I: IntoIterator<Item = Number>>(numbers: I) -> Self {
        numbers.into_iter().fold(Self::NONE, |set, number| set.union(Self::only(number)))
    }
}
