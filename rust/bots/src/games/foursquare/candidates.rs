//! The placements that a search considers.

use oxideal_engine::Action;
use oxideal_engine::foursquare::{Position, Rules};

use super::board::{Board, bits};
use super::evaluation::Unseen;
use super::placements::{Placement, card_rank, placements};
use crate::policies::Candidate;

const MAX_CANDIDATES: usize = 12;

/// Placements that are worse than the best one by more than this are left out.
const MARGIN: f32 = 4.0;

/// With more piles, symmetry is rare, and checking for it costs more than it saves.
const MAX_SYMMETRIC_PILES: u32 = 4;

/// Appends the placements, leaving out those that are symmetric to others.
pub(super) fn append(rules: Rules, position: &Position, candidates: &mut Vec<Candidate>) {
    let (board, unseen) = (Board::of(rules, position), Unseen::of(position));
    let mut placements: Vec<Placement> =
        placements(rules, &board, board.legal(), card_rank(position), &unseen).collect();
    placements.sort_by(|one, other| other.value.total_cmp(&one.value));
    let best = placements.first().map_or(0.0, |placement| placement.value);
    placements.retain(|placement| placement.value > best - MARGIN);
    if board.piles.count_ones() <= MAX_SYMMETRIC_PILES {
        let mut shapes = Vec::new();
        placements.retain(|placement| {
            let shape = shape(&placement.after);
            let is_new = !shapes.contains(&shape);
            shapes.push(shape);
            is_new
        });
    }
    placements.truncate(MAX_CANDIDATES);
    candidates.extend(placements.iter().map(|placement| Candidate {
        action: placement.cell as Action,
        weight: libm::expf(placement.value - best),
    }));
}

/// The row, column, height, rank and face-down flag of each pile.
type Shape = Vec<(i8, i8, u8, u8, bool)>;

/// A shape that is the same for boards that differ by a shift, rotation or reflection.
fn shape(board: &Board) -> Shape {
    let symmetric = (0..8).map(|symmetry| {
        let mut shape: Shape = bits(board.piles)
            .map(|cell| {
                let (row, column) = ((cell / 7) as i8, (cell % 7) as i8);
                let (row, column) = if symmetry & 1 == 0 { (row, column) } else { (column, row) };
                let row = if symmetry & 2 == 0 { row } else { -row };
                let column = if symmetry & 4 == 0 { column } else { -column };
                (row, column, board.height(cell), board.ranks[cell], board.down >> cell & 1 == 1)
            })
            .collect();
        let first_row = shape.iter().map(|pile| pile.0).min().unwrap_or(0);
        let first_column = shape.iter().map(|pile| pile.1).min().unwrap_or(0);
        for pile in &mut shape {
            (pile.0, pile.1) = (pile.0 - first_row, pile.1 - first_column);
        }
        shape.sort_unstable();
        shape
    });
    symmetric.min().unwrap_or_default()
}
