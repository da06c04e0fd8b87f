//! Which placements are worth a search's time.

use oxideal_engine::Action;
use oxideal_engine::foursquare::{Position, Rules};

use super::board::{Board, bits};
use super::choose::{placements, rank};
use super::value::Unseen;
use crate::playable::Candidate;

/// At most so many.
const MOST: usize = 12;

/// Placements that are worth so much less than the best at first sight are left out.
const MARGIN: f32 = 4.0;

/// With more piles than these nobody looks for symmetry: it is rare, and costs time.
const SYMMETRIC: u32 = 4;

/// Appends the placements, but those that are the same as others but for turning the table.
pub(super) fn list(rules: Rules, position: &Position, candidates: &mut Vec<Candidate>) {
    let (board, unseen) = (Board::of(rules, position), Unseen::of(position));
    let mut placements: Vec<_> = placements(rules, &board, board.legal(), rank(position), &unseen).collect();
    placements.sort_by(|one, other| other.2.total_cmp(&one.2));
    let best = placements.first().map_or(0.0, |&(_, _, worth)| worth);
    placements.retain(|&(_, _, worth)| worth > best - MARGIN);
    if board.piles.count_ones() <= SYMMETRIC {
        let mut shapes = Vec::new();
        placements.retain(|(_, after, _)| {
            let shape = shape(after);
            let is_new = !shapes.contains(&shape);
            shapes.push(shape);
            is_new
        });
    }
    placements.truncate(MOST);
    let weight = |worth: f32| (worth - best).exp();
    candidates.extend(
        placements
            .iter()
            .map(|&(cell, _, worth)| Candidate { action: cell as Action, weight: weight(worth) }),
    );
}

/// Row, column, height, rank and whether it lies face down, of each pile.
type Shape = Vec<(i8, i8, u8, u8, bool)>;

/// The same for piles that differ only by how one looks at the table.
fn shape(board: &Board) -> Shape {
    let turned = (0..8).map(|way| {
        let mut shape: Shape = bits(board.piles)
            .map(|cell| {
                let (row, column) = ((cell / 7) as i8, (cell % 7) as i8);
                let (row, column) = if way & 1 == 0 { (row, column) } else { (column, row) };
                let row = if way & 2 == 0 { row } else { -row };
                let column = if way & 4 == 0 { column } else { -column };
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
    turned.min().unwrap_or_default()
}
