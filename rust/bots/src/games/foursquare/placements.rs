//! The placements of a card and their values.

use oxideal_engine::Action;
use oxideal_engine::foursquare::{Card, Position, Rank, Rules};

use super::board::{Board, bits};
use super::evaluation::{Lines, Unseen, log_odds};

/// The values of a lost and of a won game, beyond any sum of weights.
pub(super) const LOST: f32 = -1000.0;
pub(super) const WON: f32 = 1000.0;

/// A card placed on a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    pub(super) cell: usize,
    /// The board afterwards.
    pub(super) after: Board,
    /// The log-odds of winning.
    pub(super) value: f32,
}

/// The placements of a card on these cells. `unseen` are the cards that follow it.
#[inline]
pub(super) fn placements(
    rules: Rules,
    board: &Board,
    cells: u64,
    rank: Rank,
    unseen: &Unseen,
) -> impl Iterator<Item = Placement> {
    let lines = Lines::of(board, unseen);
    bits(cells).map(move |cell| {
        let mut after = *board;
        after.place(rules, cell, rank);
        if after.is_lost() {
            return Placement { cell, after, value: LOST };
        }
        let changed = (board.down ^ after.down) | 1 << cell;
        let value = value(&after, &lines.after(&after, changed, unseen), unseen);
        Placement { cell, after, value }
    })
}

/// The value of a board that is not lost.
#[inline]
fn value(board: &Board, lines: &Lines, unseen: &Unseen) -> f32 {
    if board.is_won() {
        WON
    } else if unseen.total() == 0 {
        LOST + 1.0
    } else {
        log_odds(board, lines, unseen)
    }
}

/// The cell with the highest value; the first one if several are equal.
pub(super) fn best_cell(values: impl Iterator<Item = (usize, f32)>) -> Action {
    let better = |best: (usize, f32), other: (usize, f32)| if other.1 > best.1 { other } else { best };
    values.reduce(better).map_or(0, |(cell, _)| cell as Action)
}

/// The rank of the card in hand.
pub(super) fn card_rank(position: &Position) -> Rank {
    position.card().map_or(0, Card::rank)
}
