//! The rule policy: evaluates each play by the longest and the heaviest train that can follow it.

use oxideal_engine::Action;
use oxideal_engine::mexican_train::{Doubles, MAX_TILES, Number, Position, Tile, View, longest_train};

use super::outlook::Outlook;
use super::plays::{self, Partners, Play};

/// Chooses the play after which most of the hand can still be played.
pub(super) fn choose(view: &View) -> Action {
    let (rules, position) = (*view.rules(), view.position());
    let outlook = Outlook::of(rules, position);
    let hand = Partners::of(position);
    let mut best: Option<(f32, Play)> = None;
    plays::each(rules, position, |play| {
        let gain = value(position, &outlook, &hand, play);
        if best.is_none_or(|(most, _)| gain > most) {
            best = Some((gain, play));
        }
    });
    best.map_or_else(
        || position.forced_action(),
        |(_, play)| position.play_id(rules, play.train, play.beyond),
    )
}

/// The value of a play.
pub(super) fn value(position: &Position, outlook: &Outlook, hand: &Partners, play: Play) -> f32 {
    outlook.play_value(position, hand, play, train_value(position, outlook, play))
}

/// The value of the seat's own train after a play.
fn train_value(position: &Position, outlook: &Outlook, play: Play) -> f32 {
    let Some(end) = Outlook::train_end(position, play) else { return 0.0 };
    let played = (play.end.min(play.beyond), play.end.max(play.beyond));
    let mut tiles: Vec<(Number, Number)> = position.hand(position.turn()).tiles().map(Tile::ends).collect();
    tiles.retain(|&tile| tile != played);
    // If there are too many tiles, the heaviest matter most.
    tiles.sort_by_key(|&(a, b)| std::cmp::Reverse(a + b));
    tiles.truncate(MAX_TILES);
    let found = longest_train(&tiles, end, Doubles::Tile);
    outlook.train_value(play, found.longest).max(outlook.train_value(play, found.heaviest))
}
