//! What a hand is worth to its player: how much of it will be laid before the round is over.
//!
//! The player's own train is open to nobody else, so what can be laid there as one train will be laid, a tile a turn,
//! unless the round ends before. While it is marked, that is no more than a hope. What fits no such train waits for a chance
//! on another one.

use oxideal_engine::mexican_train::{Number, Place, Position, Rules};

use super::plays::{Partners, Play};

/// What counts how much; found by playing many rounds with others beside these.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// What a tile counts beyond its pips: whoever has few goes out.
    pub(super) tile: f32,
    /// The turns that are left, for each tile of the smallest of the other hands, and besides.
    pub(super) turns: f32,
    pub(super) more_turns: f32,
    /// A double that another tile can close.
    pub(super) followed: f32,
    /// A double that is left open.
    pub(super) open: f32,
    /// For each own tile that fits the new end of a train of all.
    pub(super) fits: f32,
    /// For each tile that others may have for such an end more than for the end before.
    pub(super) give: f32,
}

/// The weights in use.
const WEIGHTS: Weights =
    Weights { tile: 8.0, turns: 4.5, more_turns: 0.5, followed: 8.6, open: -0.7, fits: 0.4, give: -0.4 };

/// What the player's hand is to be judged by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    pub(super) weights: Weights,
    /// How much of a tile is lost for each turn that it waits.
    wait: f32,
}

impl Outlook {
    #[inline]
    pub(super) fn of(rules: Rules, position: &Position) -> Self {
        let weights = WEIGHTS;
        let others = (0..rules.seats()).filter(|&seat| seat != position.turn());
        let smallest = others.map(|seat| position.size(seat)).min().unwrap_or_default();
        let turns = weights.turns * f32::from(smallest) + weights.more_turns;
        let wait = 1.0 / turns.max(1.0);
        Self { weights, wait }
    }

    /// What a tile counts.
    #[inline]
    fn counts(&self, a: Number, b: Number) -> f32 {
        // MT-27
        let pips = if a | b == 0 { 50 } else { a + b };
        f32::from(pips) + self.weights.tile
    }

    /// The end of the own train after a play; `None` where that is open to all.
    #[inline]
    pub(super) fn end(position: &Position, play: Play) -> Option<Number> {
        let seat = position.turn();
        if play.place == Place::of(seat) {
            return Some(play.beyond); // MT-14
        }
        (!position.is_marked(seat)).then(|| position.end(Place::of(seat)))
    }

    /// What is gained by such a train after a play.
    #[inline]
    pub(super) fn train(&self, play: Play, tiles: impl IntoIterator<Item = (Number, Number)>) -> f32 {
        let (mut gain, mut kept) = (0.0, 1.0);
        // MT-16: the tile after a double is laid in the same turn.
        let mut next_turn = !play.is_double();
        for (from, to) in tiles {
            if next_turn {
                kept -= self.wait;
                if kept <= 0.0 {
                    break;
                }
            }
            gain += kept * self.counts(from, to);
            next_turn = from != to;
        }
        gain
    }

    /// What is gained by laying a tile now, if such a train can follow.
    #[inline]
    pub(super) fn play(&self, position: &Position, hand: &Partners, play: Play, train: f32) -> f32 {
        let Weights { followed, open, fits, give, .. } = self.weights;
        let mut gain = train + self.counts(play.end, play.beyond);
        let left = hand.without(play.end, play.beyond);
        let fitting = left.fitting(play.beyond);
        let unseen = |number: Number| {
            let own = left.fitting(number) & !(1 << number);
            f32::from(position.left(number) - own.count_ones() as u8)
        };
        if play.is_double() {
            gain += if fitting == 0 { 0.0 } else { followed };
        } else {
            if position.doubled() && position.open_doubles().len() > usize::from(position.is_open(play.place))
            {
                gain += open;
            }
            if play.place != Place::of(position.turn()) {
                gain += fits * f32::from(fitting.count_ones() as u8);
                gain += give * (unseen(play.beyond) - unseen(play.end));
            }
        }
        gain
    }
}
