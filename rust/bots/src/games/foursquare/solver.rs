//! Solves FourSquare with a known stock by beam search.
//!
//! After each card, the most promising boards are kept. There is one beam for each number of
//! covered cards, because a win that covers fewer cards needs fewer cards. The search is repeated
//! with wider beams until no board was dropped, which means that all were tried.

use std::collections::TryReserveError;

use oxideal_engine::foursquare::{Card, Position, Rank, Rules};
use oxideal_engine::{Action, Position as _, SplitMix64, memory};

use super::board::{Board, SQUARE_PILES, bits};
use super::evaluation::Unseen;
use super::placements::{Placement, placements};
use crate::budget::Budget;
use crate::solution::Solution;

/// The width of a beam in the first and in the last pass.
const MIN_WIDTH: usize = 16;
const MAX_WIDTH: usize = 4096;

/// Boards are evaluated with the next cards of the stock: those that a full square needs, plus this
/// many.
const EXTRA_CARDS: usize = 3;

/// Returns a win with few cards. The first win is improved as long as the budget allows; a loss is
/// only reported if it is proved.
pub(super) fn solve(rules: Rules, position: &Position, budget: &mut Budget<'_>) -> Option<Solution> {
    let mut best: Option<Vec<Action>> = None;
    let mut exact = position.current_player().is_none();
    let mut width = MIN_WIDTH;
    while !exact && width <= MAX_WIDTH && budget.check() {
        let mut search = BeamSearch::new(rules, position, width, best.as_ref().map(Vec::len));
        let found = search.run(budget);
        exact = search.complete;
        best = found.or(best);
        width *= 4;
    }
    if best.is_none() && !exact {
        return None;
    }
    let (line, payoff) = complete_line(rules, position, best.unwrap_or_default());
    Some(Solution { payoffs: vec![payoff], line, exact })
}

/// The line continued to the end of the game, and its payoff. Without a known win, any placements
/// will do.
fn complete_line(rules: Rules, position: &Position, mut line: Vec<Action>) -> (Vec<Action>, i32) {
    let mut end = *position;
    let mut chance = SplitMix64::new(0);
    for &action in &line {
        end.play(&rules, action, &mut chance);
    }
    while end.current_player().is_some() {
        let action = end.legal_board().trailing_zeros();
        line.push(action);
        end.play(&rules, action, &mut chance);
    }
    let mut payoff = [0];
    end.payoffs(&rules, &mut payoff);
    (line, payoff[0])
}

/// How a board was reached: by a card on this cell, after step `before`.
#[derive(Clone, Copy, Debug)]
struct Step {
    before: usize,
    cell: u8,
}

/// A board that may be kept, but has not been computed yet.
#[derive(Clone, Copy, Debug)]
struct Successor {
    value: f32,
    key: u64,
    /// The index of the previous board.
    before: u32,
    cell: u8,
}

/// A pass with one beam width.
struct BeamSearch {
    rules: Rules,
    width: usize,
    /// The card in hand and the stock.
    cards: Vec<Rank>,
    /// The number of cards a win may use.
    most: usize,
    steps: Vec<Step>,
    /// The boards after the cards so far, with the step of each.
    boards: Vec<(Board, usize)>,
    /// Whether no board was dropped.
    complete: bool,
}

impl BeamSearch {
    /// A search for a win with fewer cards than the known one.
    fn new(rules: Rules, position: &Position, width: usize, known: Option<usize>) -> Self {
        let hand = position.card().map(Card::rank);
        let cards: Vec<Rank> =
            hand.into_iter().chain(position.stock().iter().map(|card| card.rank())).collect();
        let most = known.map_or(cards.len(), |known| known - 1);
        let steps = vec![Step { before: 0, cell: 0 }];
        let boards = vec![(Board::of(rules, position), 0)];
        Self { rules, width, cards, most, steps, boards, complete: true }
    }

    /// The win with the fewest cards among those found; `None` also when the budget is used up or
    /// there is too little memory.
    fn run(&mut self, budget: &mut Budget<'_>) -> Option<Vec<Action>> {
        for placed in 0..self.most {
            let mut beams: Vec<Vec<Successor>> = vec![Vec::new(); self.most + 1];
            for before in 0..self.boards.len() {
                let (board, step) = self.boards[before];
                let unseen = self.next_cards(&board, placed);
                for Placement { cell, after, value } in
                    placements(self.rules, &board, board.legal(), self.cards[placed], &unseen)
                {
                    if !budget.count_node() {
                        self.complete = false;
                        return None;
                    }
                    if after.is_won() {
                        return Some(self.line(step, cell));
                    }
                    let missing = (SQUARE_PILES - after.piles.count_ones()).max(1) as usize;
                    if let Some(beam) = beams.get_mut(placed + 1 + missing)
                        && !after.is_lost()
                    {
                        let (before, cell) = (before as u32, cell as u8);
                        let successor = Successor { value, key: key(&after), before, cell };
                        if memory::push(beam, successor).is_err() {
                            self.complete = false;
                            return None;
                        }
                    }
                }
            }
            let kept = memory::collect(beams.into_iter().flat_map(|beam| self.keep(beam)));
            let boards = kept.and_then(|kept| {
                memory::try_collect(kept.iter().map(|successor| self.follow(successor, placed)))
            });
            let Ok(boards) = boards else {
                self.complete = false;
                return None;
            };
            self.boards = boards;
        }
        None
    }

    /// The cards that a board is evaluated with.
    fn next_cards(&self, board: &Board, placed: usize) -> Unseen {
        let missing = (SQUARE_PILES - board.piles.count_ones()) as usize;
        let next = &self.cards[placed + 1..];
        Unseen::of_ranks(next.iter().copied().take(missing + EXTRA_CARDS))
    }

    /// The most promising boards of a beam, without duplicates.
    fn keep(&mut self, mut beam: Vec<Successor>) -> Vec<Successor> {
        beam.sort_unstable_by_key(|successor| successor.key);
        beam.dedup_by_key(|successor| successor.key);
        if beam.len() > self.width {
            self.complete = false;
            beam.select_nth_unstable_by(self.width, |one, other| other.value.total_cmp(&one.value));
            beam.truncate(self.width);
        }
        beam
    }

    fn follow(&mut self, successor: &Successor, placed: usize) -> Result<(Board, usize), TryReserveError> {
        let (mut board, before) = self.boards[successor.before as usize];
        board.place(self.rules, successor.cell.into(), self.cards[placed]);
        memory::push(&mut self.steps, Step { before, cell: successor.cell })?;
        Ok((board, self.steps.len() - 1))
    }

    /// The placements that led to a step, and one more.
    fn line(&self, mut step: usize, last: usize) -> Vec<Action> {
        let mut line = vec![last as Action];
        while step != 0 {
            line.push(self.steps[step].cell.into());
            step = self.steps[step].before;
        }
        line.reverse();
        line
    }
}

/// With more piles, symmetry is rare, and checking for it costs more than it saves.
const MAX_SYMMETRIC_PILES: u32 = 6;

/// A hash that is equal for boards that differ by a shift or, with few piles, by a rotation or
/// reflection.
fn key(board: &Board) -> u64 {
    let symmetries = if board.piles.count_ones() <= MAX_SYMMETRIC_PILES { 8 } else { 1 };
    let hashes = (0..symmetries).map(|symmetry| {
        let place = |cell: usize| {
            let (row, column) = ((cell / 7) as u64, (cell % 7) as u64);
            let (row, column) = if symmetry & 1 == 0 { (row, column) } else { (column, row) };
            (
                if symmetry & 2 == 0 { row } else { 6 - row },
                if symmetry & 4 == 0 { column } else { 6 - column },
            )
        };
        let cells = || bits(board.piles).map(|cell| (cell, place(cell)));
        let first_row = cells().map(|(_, (row, _))| row).min().unwrap_or(0);
        let first_column = cells().map(|(_, (_, column))| column).min().unwrap_or(0);
        let of_cell = |(cell, (row, column)): (usize, (u64, u64))| {
            let place = (row - first_row) * 4 + column - first_column;
            let top = u64::from(board.ranks[cell]) << 1 | board.down >> cell & 1;
            SplitMix64::new(place << 16 | u64::from(board.height(cell)) << 8 | top).output()
        };
        cells().map(of_cell).fold(0, u64::wrapping_add)
    });
    hashes.min().unwrap_or(0)
}
