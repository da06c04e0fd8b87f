//! The plays of a seat, and its hand in a form for evaluating them.

use oxideal_engine::Action;
use oxideal_engine::mexican_train::{NUMBERS, Number, Position, Rules, TrainId};

/// A hand as one set per number: the numbers that share a tile with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partners(pub(super) [u32; NUMBERS]);

impl Partners {
    /// The hand of the seat to move.
    #[inline]
    pub(super) fn of(position: &Position) -> Self {
        let hand = position.hand(position.turn());
        Self(std::array::from_fn(|number| hand.fitting(number as Number).bits()))
    }

    #[inline]
    pub(super) const fn fitting(&self, number: Number) -> u32 {
        self.0[number as usize]
    }

    /// Removes the tile with these numbers.
    #[inline]
    pub(super) const fn remove(&mut self, a: Number, b: Number) {
        self.0[a as usize] &= !(1 << b);
        self.0[b as usize] &= !(1 << a);
    }

    /// A hash of the hand.
    pub(super) fn hash(&self) -> u32 {
        let mix = |hash: u32, &bits: &u32| (hash ^ bits).wrapping_mul(0x9E37_79B1).rotate_left(13);
        self.0.iter().fold(1, mix)
    }

    /// The hand without this tile.
    #[inline]
    pub(super) const fn without(mut self, a: Number, b: Number) -> Self {
        self.remove(a, b);
        self
    }
}

/// A tile that may be played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Play {
    /// The train it is played on.
    pub(super) train: TrainId,
    /// The number at the train's end.
    pub(super) end: Number,
    /// The number at the train's end afterwards.
    pub(super) beyond: Number,
}

impl Play {
    /// Whether it is a double.
    #[inline]
    pub(super) const fn is_double(self) -> bool {
        self.end == self.beyond
    }
}

/// Visits all plays.
#[inline]
pub(super) fn each(rules: Rules, position: &Position, mut visit: impl FnMut(Play)) {
    position.for_each_train(rules, |train, end, partners| {
        for beyond in partners {
            visit(Play { train, end, beyond });
        }
    });
}

/// The play with the highest value, or else the forced action. A single play is not valued.
#[inline]
pub(super) fn best(rules: Rules, position: &Position, mut value: impl FnMut(Play) -> f32) -> Action {
    let (mut best, mut most) = (None, None);
    each(rules, position, |play| {
        if let Some(first) = best {
            let before = *most.get_or_insert_with(|| value(first));
            let gain = value(play);
            if gain <= before {
                return;
            }
            most = Some(gain);
        }
        best = Some(play);
    });
    best.map_or_else(|| position.forced_action(), |play| position.play_id(rules, play.train, play.beyond))
}
