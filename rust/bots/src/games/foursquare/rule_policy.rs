//! The rule policy: looks one card ahead.

use oxideal_engine::Action;
use oxideal_engine::foursquare::{Position, Rank, Rules};

use super::board::Board;
use super::evaluation::Unseen;
use super::placements::{LOST, Placement, WON, best_cell, card_rank, placements};
use crate::net::chance_of;

/// The maximum number of placements that are followed up.
const MAX_PLACEMENTS: usize = 4;

/// Placements that are worse than the best one by more than this are not followed up.
const MARGIN: f32 = 1.0;

pub(super) fn choose(rules: Rules, position: &Position) -> Action {
    let (board, unseen) = (Board::of(rules, position), Unseen::of(position));
    let mut placements: Vec<Placement> =
        placements(rules, &board, board.legal(), card_rank(position), &unseen).collect();
    placements.sort_by(|one, other| other.value.total_cmp(&one.value));
    let best = placements.first().map_or(0.0, |placement| placement.value);
    placements.truncate(MAX_PLACEMENTS);
    placements.retain(|placement| placement.value > best - MARGIN);
    if let [only] = &placements[..] {
        return only.cell as Action;
    }
    best_cell(placements.iter().map(|placement| (placement.cell, chance_to_win(rules, placement, &unseen))))
}

/// The probability of winning if the next card is placed well.
fn chance_to_win(rules: Rules, placement: &Placement, unseen: &Unseen) -> f32 {
    if placement.value.abs() >= WON - 1.0 {
        return chance_of(placement.value);
    }
    let board = &placement.after;
    let of_rank = |rank: Rank| {
        let count = unseen.count(rank);
        if count == 0 {
            return 0.0;
        }
        let left = unseen.without(rank);
        let best = placements(rules, board, board.legal(), rank, &left)
            .map(|placement| placement.value)
            .fold(LOST, f32::max);
        f32::from(count) * chance_of(best)
    };
    (1..=10).map(of_rank).sum::<f32>() / f32::from(unseen.total())
}
