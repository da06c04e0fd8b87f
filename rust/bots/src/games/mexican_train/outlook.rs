//! The value of a hand: how much of it will be played before the round ends.
//!
//! A seat's own train is closed to others, so tiles that form one train there will be played, one
//! per turn, unless the round ends first. While the train is marked, that is uncertain and not
//! counted. Tiles outside such a train wait for a chance on another train.

use oxideal_engine::mexican_train::{Number, Position, Rules, TrainId};

use super::plays::{Partners, Play};

/// Weights tuned by playing many rounds against other values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// The value of getting rid of a tile, apart from its pips: the seat with the fewest tiles goes
    /// out.
    pub(super) tile: f32,
    /// The number of turns left, per tile of the smallest other hand, and a constant.
    pub(super) turns: f32,
    pub(super) base_turns: f32,
    /// A double that can be closed with another tile in the hand.
    pub(super) followed: f32,
    /// A double that is left open.
    pub(super) open: f32,
    /// Per tile in the hand that fits the new end of a train open to all.
    pub(super) fits: f32,
    /// Per unseen tile that fits the new end, minus those that fit the old one.
    pub(super) give: f32,
}

/// The weights in use.
const WEIGHTS: Weights =
    Weights { tile: 8.0, turns: 4.5, base_turns: 0.5, followed: 8.6, open: -0.7, fits: 0.4, give: -0.4 };

/// What a seat's hand is evaluated with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    pub(super) weights: Weights,
    /// The share of a tile's value lost per turn of waiting.
    wait: f32,
}

impl Outlook {
    #[inline]
    pub(super) fn of(rules: Rules, position: &Position) -> Self {
        let weights = WEIGHTS;
        let others = (0..rules.seats()).filter(|&seat| seat != position.turn());
        let smallest = others.map(|seat| position.size(seat)).min().unwrap_or_default();
        let turns = weights.turns * f32::from(smallest) + weights.base_turns;
        let wait = 1.0 / turns.max(1.0);
        Self { weights, wait }
    }

    /// The value of getting rid of a tile.
    #[inline]
    fn tile_value(&self, a: Number, b: Number) -> f32 {
        // MT-27: the double blank counts 50.
        let pips = if a | b == 0 { 50 } else { a + b };
        f32::from(pips) + self.weights.tile
    }

    /// The end of the seat's own train after a play, or `None` if the train is open to all.
    #[inline]
    pub(super) fn train_end(position: &Position, play: Play) -> Option<Number> {
        let seat = position.turn();
        if play.train == TrainId::of(seat) {
            return Some(play.beyond); // MT-14
        }
        (!position.is_marked(seat)).then(|| position.end(TrainId::of(seat)))
    }

    /// The value of being able to play these tiles on the seat's own train after a play.
    #[inline]
    pub(super) fn train_value(&self, play: Play, tiles: impl IntoIterator<Item = (Number, Number)>) -> f32 {
        let (mut value, mut kept) = (0.0, 1.0);
        // MT-16: the tile after a double is played in the same turn.
        let mut next_turn = !play.is_double();
        for (from, to) in tiles {
            if next_turn {
                kept -= self.wait;
                if kept <= 0.0 {
                    break;
                }
            }
            value += kept * self.tile_value(from, to);
            next_turn = from != to;
        }
        value
    }

    /// The value of a play, including the train that can follow it.
    #[inline]
    pub(super) fn play_value(
        &self,
        position: &Position,
        hand: &Partners,
        play: Play,
        train_value: f32,
    ) -> f32 {
        let Weights { followed, open, fits, give, .. } = self.weights;
        let mut value = train_value + self.tile_value(play.end, play.beyond);
        let left = hand.without(play.end, play.beyond);
        let fitting = left.fitting(play.beyond);
        let unseen = |number: Number| {
            let own = left.fitting(number) & !(1 << number);
            f32::from(position.left(number) - own.count_ones() as u8)
        };
        if play.is_double() {
            value += if fitting == 0 { 0.0 } else { followed };
        } else {
            if position.doubled() && position.open_doubles().len() > usize::from(position.is_open(play.train))
            {
                value += open;
            }
            if play.train != TrainId::of(position.turn()) {
                value += fits * f32::from(fitting.count_ones() as u8);
                value += give * (unseen(play.beyond) - unseen(play.end));
            }
        }
        value
    }
}
