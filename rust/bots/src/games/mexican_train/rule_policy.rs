//! The rule policy: evaluates each play by the longest and the heaviest train that can follow it.

use oxideal_engine::Action;
use oxideal_engine::mexican_train::{
    Doubles, LongestTrain, MAX_TILES, Number, Position, Rules, Tile, TrainId, View, longest_train,
};

use super::outlook::Outlook;
use super::plays::{self, Partners, Play};

/// Chooses the play after which most of the hand can still be played.
pub(super) fn choose(view: &View) -> Action {
    let mut values = PlayValues::of(*view.rules(), view.position());
    plays::best(*view.rules(), view.position(), |play| values.value(play))
}

/// The values of a seat's plays.
pub(super) struct PlayValues<'a> {
    position: &'a Position,
    outlook: Outlook,
    pub(super) hand: Partners,
    /// The tiles of the hand, the heaviest first.
    tiles: Vec<(Number, Number)>,
    /// What the seat's own train is worth after a tile is played elsewhere: the same wherever that is.
    elsewhere: Vec<(Tile, f32)>,
}

impl<'a> PlayValues<'a> {
    pub(super) fn of(rules: Rules, position: &'a Position) -> Self {
        let (outlook, hand) = (Outlook::of(rules, position), Partners::of(position));
        Self { position, outlook, hand, tiles: Vec::new(), elsewhere: Vec::new() }
    }

    /// The value of a play.
    pub(super) fn value(&mut self, play: Play) -> f32 {
        let tile = Tile::new(play.end, play.beyond);
        let elsewhere = play.train != TrainId::of(self.position.turn());
        let known = self.elsewhere.iter().find(|&&(other, _)| elsewhere && other == tile);
        let train_value = if let Some(&(_, value)) = known {
            value
        } else {
            let value = self.train_value(play);
            self.elsewhere.extend(elsewhere.then_some((tile, value)));
            value
        };
        self.outlook.play_value(self.position, &self.hand, play, train_value)
    }

    /// The value of the seat's own train after a play.
    fn train_value(&mut self, play: Play) -> f32 {
        let Some(end) = Outlook::train_end(self.position, play) else { return 0.0 };
        if self.tiles.is_empty() {
            let hand = self.position.hand(self.position.turn());
            self.tiles.extend(hand.tiles().map(Tile::ends));
            self.tiles.sort_by_key(|&(a, b)| std::cmp::Reverse(a + b));
        }
        let played = (play.end.min(play.beyond), play.end.max(play.beyond));
        let mut left = [(0, 0); MAX_TILES];
        let mut count = 0;
        // If there are too many tiles, the heaviest matter most.
        for &tile in self.tiles.iter().filter(|&&tile| tile != played).take(MAX_TILES) {
            left[count] = tile;
            count += 1;
        }
        let LongestTrain { longest, heaviest } = longest_train(&left[..count], end, Doubles::Tile);
        let value = |train: &[_]| self.outlook.train_value(play, train.iter().copied());
        if longest == heaviest { value(&longest) } else { value(&longest).max(value(&heaviest)) }
    }
}
