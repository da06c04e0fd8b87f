//! The plays of one player on all trains, as one set.

use std::hint::select_unpredictable;
use std::ops::Range;

use super::numbers::Number;
use super::rules::Rules;
use crate::bits::Counted;

/// The maximum number of players: all trains are eight columns.
pub(super) const PLAYERS: usize = 6;

/// The numbers that trains could end with after a play: sixteen bits for each column of the actions.
/// Where tiles fit is no branch here, since no processor could predict it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plays {
    /// Columns 0 to 3.
    near: u64,
    /// Columns 4 to 7.
    far: u64,
}

/// For each set of four columns, all of their bits.
static LANES: [u64; 16] = {
    let mut lanes = [0; 16];
    let mut columns = 0;
    while columns < 16 {
        let mut column = 0;
        while column < 4 {
            if columns >> column & 1 == 1 {
                lanes[columns] |= 0xFFFF << (16 * column);
            }
            column += 1;
        }
        columns += 1;
    }
    lanes
};

impl Plays {
    /// Whether the plays in rounds of these rules fit.
    #[inline]
    pub(super) const fn suit(rules: Rules) -> bool {
        rules.seats() as usize <= PLAYERS && rules.set() < 16
    }

    /// The plays on all trains; `partners` gives the numbers of a column.
    #[inline]
    pub(super) fn new(rules: Rules, partners: impl Fn(u32) -> u64) -> Self {
        let [own, mexican, first, second] = [0, 1, 2, 3].map(&partners);
        let mut far = 0;
        if rules.seats() > 2 {
            far = partners(4) | partners(5) << 16;
        }
        if rules.seats() > 4 {
            far |= partners(6) << 32 | partners(7) << 48;
        }
        Self { near: own | mexican << 16 | first << 32 | second << 48, far }
    }

    /// The plays on the train in column 0.
    #[inline]
    pub(super) const fn on_first(partners: u64) -> Self {
        Self { near: partners, far: 0 }
    }

    /// Those on a set of columns.
    #[inline]
    pub(super) const fn on(self, columns: u32) -> Self {
        let columns = columns as usize;
        Self { near: self.near & LANES[columns % 16], far: self.far & LANES[columns / 16 % 16] }
    }

    /// Those of two sets.
    pub(super) const fn or(self, other: Self) -> Self {
        Self { near: self.near | other.near, far: self.far | other.far }
    }

    /// Those of doubles, if these are the numbers at the ends of the trains, in one byte each.
    pub(super) fn only_doubles(self, ends: u64) -> Self {
        let doubles = |columns: Range<u32>| {
            columns.fold(0, |doubles, column| {
                doubles | 1 << (column % 4 * 16 + (ends >> (8 * column) & 15) as u32)
            })
        };
        Self { near: self.near & doubles(0..4), far: self.far & doubles(4..8) }
    }

    /// The number of plays.
    #[inline]
    pub(super) const fn count(self) -> u32 {
        Counted::new(self.near).count() + Counted::new(self.far).count()
    }

    /// Play `n`, ascending by id, as its column and the new end; `n` must be below the count.
    #[inline]
    pub(super) fn nth(self, n: u32) -> (u32, Number) {
        let near = Counted::new(self.near).count();
        let is_far = n >= near;
        let plays = Counted::new(select_unpredictable(is_far, self.far, self.near));
        let play = plays.nth(n - select_unpredictable(is_far, near, 0));
        (play / 16 + select_unpredictable(is_far, 4, 0), (play % 16) as Number)
    }

    /// Removes the first play, and returns it like [`nth`](Self::nth); anything if there is none.
    #[inline]
    pub(super) fn take_first(&mut self) -> (u32, Number) {
        let is_far = self.near == 0;
        let play = select_unpredictable(is_far, self.far, self.near).trailing_zeros();
        self.far &= self.far.wrapping_sub(is_far.into());
        self.near &= self.near.wrapping_sub(1);
        ((play / 16 + select_unpredictable(is_far, 4, 0)) % 8, (play % 16) as Number)
    }
}
