//! The playout policy: chooses the placement with the highest value.

use oxideal_engine::Action;
use oxideal_engine::foursquare::{Position, Rules};

use super::board::Board;
use super::evaluation::Unseen;
use super::placements::{best_cell, card_rank, placements};

pub(super) fn choose(rules: Rules, position: &Position) -> Action {
    let (board, unseen) = (Board::flat(rules, position), Unseen::of(position));
    let placements = placements(rules, &board, position.legal_board(), card_rank(position), &unseen);
    best_cell(placements.map(|placement| (placement.cell, placement.value)))
}
