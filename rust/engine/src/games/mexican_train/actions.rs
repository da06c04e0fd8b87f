//! The action table: a pass, a draw, and every tile on every train. Trains are named from the
//! player's point of view.

use super::moves::{Column, Move};
use super::numbers::{NUMBERS, Number};
use super::rules::Rules;
use super::tile::{Tile, tiles};
use crate::ids::Action;

/// The id of a pass.
pub(super) const PASS: Action = 0;
/// The id of a draw.
pub(super) const DRAW: Action = 1;
/// The id of the first play.
const FIRST_PLAY: Action = 2;

/// For each set, the reciprocal of its number of tiles, rounded up. A division takes longer than
/// anything else in a play.
static RECIPROCALS: [u32; NUMBERS.next_power_of_two()] = {
    let mut reciprocals = [0; NUMBERS.next_power_of_two()];
    let mut set = 0;
    while set < NUMBERS {
        reciprocals[set] = (1_u32 << RECIPROCAL_BITS).div_ceil(tiles(set as Number) as u32);
        set += 1;
    }
    reciprocals
};

/// Enough that all quotients are exact: the number of plays is below 2^20 / tiles.
const RECIPROCAL_BITS: u32 = 20;

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
    let column = (place * RECIPROCALS[usize::from(rules.set()) % RECIPROCALS.len()]) >> RECIPROCAL_BITS;
    Some((Tile::numbered((place - column * tiles) as u8), column as u8))
}

/// The move with this id.
#[inline]
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

#[cfg(test)]
mod tests {
    use super::{columns, count, play, to_play};
    use crate::games::mexican_train::numbers::HIGHEST;
    use crate::games::mexican_train::rules::{Options, Rules, SEATS};

    #[test]
    fn every_id_has_its_play() {
        for (set, players) in (1..=HIGHEST).flat_map(|set| [2, SEATS as u8].map(|players| (set, players))) {
            let options = Options {
                players: players.into(),
                set: set.into(),
                hand_size: Some(1),
                ..Options::default()
            };
            let Ok(rules) = Rules::new(options) else { continue };
            for column in 0..columns(rules) {
                for tile in rules.tiles() {
                    assert_eq!(to_play(rules, play(rules, tile, column)), Some((tile, column)));
                }
            }
            assert_eq!(to_play(rules, count(rules)), None);
        }
    }
}
