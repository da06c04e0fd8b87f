//! What a network sees of FourSquare.

use oxideal_engine::Action;
use oxideal_engine::foursquare::{Position, Rank, Rules};

use super::board::{Board, COLUMNS, ROWS, SQUARE_PILES, bits};
use super::evaluation::{STEPS, Unseen};
use super::placements::{LOST, Placement, WON, best_cell, card_rank, placements};
use crate::net::Decision;

/// The payoff decides.
const PAYOFF: [f32; 2] = [0.0, 1.0];

/// Payoffs are measured in this.
const UNIT: f32 = 12.0;

/// The most placements considered.
const MAX_PLACEMENTS: usize = 12;

/// The number of ranks, and of the pairs of a lowest and a highest rank.
const RANKS: usize = 10;
const SPANS: usize = RANKS * RANKS;

/// The number of piles, face up and face down, that a row or column can have.
const MIXES: usize = 25;

/// Whether the game was won, and the payoff.
pub(super) fn outcome(payoffs: &[i32]) -> [f32; 2] {
    [f32::from(u8::from(payoffs[0] > 0)), payoffs[0] as f32 / UNIT]
}

pub(super) fn describe(rules: Rules, position: &Position, decision: &mut Decision) {
    let (board, unseen) = (Board::of(rules, position), Unseen::of(position));
    let rank = card_rank(position);
    let mut all: [Option<Placement>; 64] = [None; 64];
    let mut count = 0;
    for placement in placements(rules, &board, board.legal(), rank, &unseen) {
        all[count] = Some(placement);
        count += 1;
    }
    let all = &mut all[..count];
    let value = |placement: &Option<Placement>| placement.map_or(LOST, |placement| placement.value);
    all.sort_by(|one, other| value(other).total_cmp(&value(one)));
    let best = all.first().map_or(LOST, value);
    // A win, a certain loss, or no choice.
    if best >= WON || best <= LOST + 1.0 || count == 1 {
        let values = all.iter().flatten().map(|placement| (placement.cell, placement.value));
        return decision.settle(best_cell(values));
    }
    decision.begin(0, PAYOFF);
    shared(&unseen, decision);
    for placement in
        all.iter().flatten().take(MAX_PLACEMENTS).filter(|placement| placement.value > LOST + 1.0)
    {
        decision.action(placement.cell as Action);
        after(&placement.after, &unseen, decision);
        decision.at_least(((best - placement.value) * 4.0) as usize, 16);
        decision.at_least(((placement.value + 6.0).max(0.0) * 4.0) as usize, 48);
    }
    if decision.actions().len() == 1 {
        decision.settle(decision.actions()[0]);
    }
}

/// The cards that follow.
fn shared(unseen: &Unseen, decision: &mut Decision) {
    for rank in 1..=RANKS as Rank {
        decision.one_hot(Some(unseen.count(rank).into()), 5);
    }
    decision.one_hot(Some(unseen.total().into()), 40);
}

/// The board after a placement. Rows and columns of the same kind share their inputs, which are
/// then on more than once.
fn after(board: &Board, unseen: &Unseen, decision: &mut Decision) {
    let lines = (0..7).flat_map(|place| {
        [(ROWS[place], board.ranks_of_row(place)), (COLUMNS[place], board.ranks_of_column(place))]
    });
    let lines = lines.filter(|(cells, _)| cells & board.piles != 0);
    let span = |ranks: u16| {
        let low = ranks.trailing_zeros() as usize;
        ranks.checked_ilog2().map(|high| (low - 1) * RANKS + high as usize - 1)
    };
    let mix = |cells: u64| {
        let down = (cells & board.down).count_ones() as usize;
        let up = (cells & board.piles).count_ones() as usize - down;
        5 * up + down
    };
    decision.each(
        lines.clone().map(|(cells, ranks)| (mix(cells) * (STEPS + 1) + safe(ranks, unseen)) as u16),
        MIXES * (STEPS + 1),
    );
    decision.each(lines.clone().filter_map(|(_, ranks)| span(ranks).map(|span| span as u16)), SPANS);
    let top = |cell: usize| {
        let down = usize::from(board.down >> cell & 1 == 1);
        ((usize::from(board.height(cell)) * 2 + down) * RANKS + usize::from(board.ranks[cell]) - 1) as u16
    };
    decision.each(bits(board.piles).map(top), 4 * 2 * RANKS);
    decision.one_hot(Some(board.piles.count_ones() as usize), SQUARE_PILES as usize + 1);
    decision.one_hot(Some(board.down.count_ones() as usize), 5);
    let both = |cell: usize| {
        let [row, column] = [board.ranks_of_row(cell / 7), board.ranks_of_column(cell % 7)];
        safe(between(row) & between(column), unseen)
    };
    let free = bits(board.free()).map(|cell| both(cell) as u16);
    decision.each(free, STEPS + 1);
    let capped = bits(board.piles & !board.legal()).map(|cell| u16::from(board.ranks[cell]) - 1);
    decision.each(capped, RANKS);
    let piles = bits(board.piles & board.legal()).map(|cell| both(cell) as u16);
    decision.each(piles, STEPS + 1);
    let safe_somewhere = bits(board.free()).fold(0, |any, cell| {
        any | between(board.ranks_of_row(cell / 7)) & between(board.ranks_of_column(cell % 7))
    });
    decision.at_least(safe_share(safe_somewhere, unseen), 40);
    let spare = usize::from(unseen.total())
        .saturating_sub((SQUARE_PILES - board.piles.count_ones().min(SQUARE_PILES)) as usize);
    decision.one_hot(Some(spare), 40);
}

/// The ranks from the lowest to the highest of these: they flip nothing.
const fn between(ranks: u16) -> u16 {
    if ranks == 0 { 0 } else { u16::MAX >> ranks.leading_zeros() & u16::MAX << ranks.trailing_zeros() }
}

/// The share of the cards that follow with a rank between these, in steps; 0 for none.
fn safe(ranks: u16, unseen: &Unseen) -> usize {
    let count = safe_share(between(ranks), unseen);
    (count * STEPS).div_ceil(usize::from(unseen.total().max(1)))
}

/// The number of cards that follow with these ranks.
fn safe_share(ranks: u16, unseen: &Unseen) -> usize {
    (1..=RANKS as Rank)
        .filter(|rank| ranks >> rank & 1 == 1)
        .map(|rank| usize::from(unseen.count(rank)))
        .sum()
}
