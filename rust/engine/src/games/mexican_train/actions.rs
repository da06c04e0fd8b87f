//! The action table: a pass, a draw, and every tile on every train. Trains are named from the
//! player's point of view.

use super::moves::{Column, Move};
use super::rules::Rules;
use super::tile::Tile;
use crate::ids::Action;

/// The id of a pass.
pub(super) const PASS: Action = 0;
/// The id of a draw.
pub(super) const DRAW: Action = 1;
/// The id of the first play.
const FIRST_PLAY: Action = 2;

/// The number of ids.
pub(super) fn count(rules: Rules) -> Action {
    play(rules, Tile::numbered(0), columns(rules))
}

/// The number of trains.
const fn columns(rules: Rules) -> u8 {
    rules.seats() + 2
}

/// The id of a play.
#[inline]
pub(super) fn play(rules: Rules, tile: Tile, column: u8) -> Action {
    FIRST_PLAY + Action::from(column) * Action::from(rules.tile_count()) + Action::from(tile.number())
}

/// The tile and the column of the play with this id, or `None` if it is not a play.
#[inline]
pub(super) fn to_play(rules: Rules, action: Action) -> Option<(Tile, u8)> {
    let place = action.checked_sub(FIRST_PLAY).filter(|_| action < count(rules))?;
    let tiles = Action::from(rules.tile_count());
    Some((Tile::numbered((place % tiles) as u8), (place / tiles) as u8))
}

/// The move with this id.
pub(super) fn to_move(rules: Rules, action: Action) -> Option<Move> {
    match action {
        PASS => Some(Move::Pass),
        DRAW => Some(Move::Draw),
        _ => {
            to_play(rules, action).map(|(tile, column)| Move::Play { tile, column: Column::numbered(column) })
        }
    }
}

/// The id of a move, or `None` if it is not in the table.
pub(super) fn action(rules: Rules, chosen: Move) -> Option<Action> {
    match chosen {
        Move::Pass => Some(PASS),
        Move::Draw => Some(DRAW),
        Move::Play { tile, column } => {
            let in_table = rules.has(tile) && column.number() < columns(rules);
            in_table.then(|| play(rules, tile, column.number()))
        }
    }
}
