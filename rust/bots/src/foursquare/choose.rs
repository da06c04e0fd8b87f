//! Which placement looks best.

use oxideal_engine::Action;
use oxideal_engine::foursquare::{Card, Position, Rank, Rules};

use super::board::{Board, bits};
use super::value::{Lines, Unseen, value};

/// What a lost game is worth, and a won one: beyond all that weights add up to.
const LOST: f32 = -1000.0;
const WON: f32 = 1000.0;

/// What piles are worth after a placement, with these cards still to come.
#[inline]
fn worth(board: &Board, lines: &Lines, unseen: &Unseen) -> f32 {
    if board.is_won() {
        WON
    } else if unseen.total() == 0 {
        LOST + 1.0
    } else {
        value(board, lines, unseen)
    }
}

/// The placements of a card on these cells, with what comes of them and what that is worth with these cards still to come.
pub(super) fn placements(
    rules: Rules,
    board: &Board,
    cells: u64,
    rank: Rank,
    unseen: &Unseen,
) -> impl Iterator<Item = (usize, Board, f32)> {
    let lines = Lines::of(board, unseen);
    bits(cells).map(move |cell| {
        let mut after = *board;
        after.lay(rules, cell, rank);
        if after.is_lost() {
            return (cell, after, LOST);
        }
        let changed = (board.down ^ after.down) | 1 << cell;
        let worth = worth(&after, &lines.after(&after, changed, unseen), unseen);
        (cell, after, worth)
    })
}

/// The best placement, at first sight.
pub(super) fn quickly(rules: Rules, position: &Position) -> Action {
    let (board, unseen) = (Board::flat(rules, position), Unseen::of(position));
    let placements = placements(rules, &board, position.legal_board(), rank(position), &unseen);
    first(placements.map(|(cell, _, worth)| (cell, worth)))
}

/// The best; of equals the first.
fn first(worths: impl Iterator<Item = (usize, f32)>) -> Action {
    let better = |best: (usize, f32), other: (usize, f32)| if other.1 > best.1 { other } else { best };
    worths.reduce(better).map_or(0, |(cell, _)| cell as Action)
}

/// That of the card in hand.
pub(super) fn rank(position: &Position) -> Rank {
    position.card().map_or(0, Card::rank)
}

/// So many placements are looked at a card further.
const MOST: usize = 4;

/// Placements that are worth so much less than the best at first sight are not.
const MARGIN: f32 = 1.0;

/// The best placement, looking a card further.
pub(super) fn best(rules: Rules, position: &Position) -> Action {
    let (board, unseen) = (Board::of(rules, position), Unseen::of(position));
    let mut placements: Vec<_> = placements(rules, &board, board.legal(), rank(position), &unseen).collect();
    placements.sort_by(|one, other| other.2.total_cmp(&one.2));
    let best = placements.first().map_or(0.0, |&(_, _, worth)| worth);
    placements.truncate(MOST);
    placements.retain(|&(_, _, worth)| worth > best - MARGIN);
    if let [(cell, ..)] = placements[..] {
        return cell as Action;
    }
    first(placements.iter().map(|(cell, after, worth)| (*cell, expected(rules, after, *worth, &unseen))))
}

/// The chance to win when the next card is laid well.
fn expected(rules: Rules, board: &Board, worth: f32, unseen: &Unseen) -> f32 {
    if worth.abs() >= WON - 1.0 {
        return chance(worth);
    }
    let of_rank = |rank: Rank| {
        let count = unseen.count(rank);
        if count == 0 {
            return 0.0;
        }
        let left = unseen.without(rank);
        let best = placements(rules, board, board.legal(), rank, &left)
            .map(|(_, _, worth)| worth)
            .fold(LOST, f32::max);
        f32::from(count) * chance(best)
    };
    (1..=10).map(of_rank).sum::<f32>() / f32::from(unseen.total())
}

/// Of the logarithm of the odds.
pub(super) fn chance(worth: f32) -> f32 {
    1.0 / (1.0 + (-worth).exp())
}
