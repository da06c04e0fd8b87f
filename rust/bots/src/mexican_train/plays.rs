//! The tiles that a player may lay now, each with what comes of it.

use oxideal_engine::mexican_train::{NUMBERS, Number, Place, Position, Rules};

/// A hand as the partners of each number, a bit each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partners(pub(super) [u32; NUMBERS]);

impl Partners {
    /// The hand of the seat whose turn it is.
    #[inline]
    pub(super) fn of(position: &Position) -> Self {
        let hand = position.hand(position.turn());
        Self(std::array::from_fn(|number| hand.fitting(number as Number).bits()))
    }

    #[inline]
    pub(super) const fn fitting(&self, number: Number) -> u32 {
        self.0[number as usize]
    }

    /// Takes out the tile with these numbers.
    #[inline]
    pub(super) const fn remove(&mut self, a: Number, b: Number) {
        self.0[a as usize] &= !(1 << b);
        self.0[b as usize] &= !(1 << a);
    }

    /// The same without this tile.
    #[inline]
    pub(super) const fn without(mut self, a: Number, b: Number) -> Self {
        self.remove(a, b);
        self
    }
}

/// A tile that the player may lay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Play {
    /// On which train.
    pub(super) place: Place,
    /// The number at its end.
    pub(super) end: Number,
    /// The number that the tile leads to.
    pub(super) beyond: Number,
}

impl Play {
    /// Whether it is a double.
    #[inline]
    pub(super) const fn is_double(self) -> bool {
        self.end == self.beyond
    }
}

/// Shows each of them.
#[inline]
pub(super) fn each(rules: Rules, position: &Position, mut see: impl FnMut(Play)) {
    position.each_place(rules, |place, end, partners| {
        for beyond in partners {
            see(Play { place, end, beyond });
        }
    });
}
