//! FourSquare with the stock's order known.
//!
//! Card after card, the most promising piles are kept, in heaps by how many cards they have covered: a win with fewer of them
//! is a win with fewer cards. This is done again and again with larger heaps. Where nothing had to be dropped, all has been tried.

use oxideal_engine::foursquare::{Card, FourSquare, Position, Rank, Rules};
use oxideal_engine::{Action, Position as _, SplitMix64};

use super::board::{Board, SQUARE, bits};
use super::choose::placements;
use super::value::Unseen;
use crate::limit::Watch;
use crate::solve::{Solution, Solvable};

/// The piles that a heap holds at first, and at last.
const SMALLEST: usize = 16;
const LARGEST: usize = 4096;

/// The next cards of the stock decide what is promising: as many as a full square needs, and some more.
const AHEAD: usize = 3;

impl Solvable for FourSquare {
    /// The first win that is found is improved as long as the limit allows; a loss is only reported where it is proved.
    fn solve(
        rules: &Rules,
        position: &Position,
        watch: &mut Watch<impl FnMut() -> bool>,
    ) -> Option<Solution> {
        let mut best: Option<Vec<Action>> = None;
        let mut exact = position.current_player().is_none();
        let mut width = SMALLEST;
        while !exact && width <= LARGEST && watch.look() {
            let mut search = Search::new(*rules, position, width, best.as_ref().map(Vec::len));
            let found = search.run(watch);
            exact = search.complete;
            best = found.or(best);
            width *= 4;
        }
        if best.is_none() && !exact {
            return None;
        }
        let (line, payoff) = played(*rules, position, best.unwrap_or_default());
        Some(Solution { payoffs: vec![payoff], line, exact })
    }
}

/// The line to the end of the game, and what it brings. Where it ends early nothing can be won, and the rest does not matter.
fn played(rules: Rules, position: &Position, mut line: Vec<Action>) -> (Vec<Action>, i32) {
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

/// How a board came about: a card was laid there on the board of that step.
#[derive(Clone, Copy, Debug)]
struct Step {
    before: usize,
    cell: u8,
}

/// A board that may be kept.
#[derive(Clone, Copy, Debug)]
struct Promise {
    worth: f32,
    key: u64,
    /// The place of the board before among all of its round.
    before: u32,
    cell: u8,
}

/// One pass with heaps of one size.
struct Search {
    rules: Rules,
    width: usize,
    /// The card in hand and the stock.
    cards: Vec<Rank>,
    /// A win with so many cards is of interest.
    most: usize,
    steps: Vec<Step>,
    /// The boards after the cards so far, each with its step.
    boards: Vec<(Board, usize)>,
    /// Whether nothing was dropped.
    complete: bool,
}

impl Search {
    /// For a win with fewer cards than the one that is known.
    fn new(rules: Rules, position: &Position, width: usize, known: Option<usize>) -> Self {
        let hand = position.card().map(Card::rank);
        let cards: Vec<Rank> =
            hand.into_iter().chain(position.stock().iter().map(|card| card.rank())).collect();
        let most = known.map_or(cards.len(), |known| known - 1);
        let steps = vec![Step { before: 0, cell: 0 }];
        let boards = vec![(Board::of(rules, position), 0)];
        Self { rules, width, cards, most, steps, boards, complete: true }
    }

    /// A win with the fewest cards, of those that are found.
    fn run(&mut self, watch: &mut Watch<impl FnMut() -> bool>) -> Option<Vec<Action>> {
        for laid in 0..self.most {
            let mut heaps: Vec<Vec<Promise>> = vec![Vec::new(); self.most + 1];
            for before in 0..self.boards.len() {
                let (board, step) = self.boards[before];
                let unseen = self.to_come(&board, laid);
                for (cell, after, worth) in
                    placements(self.rules, &board, board.legal(), self.cards[laid], &unseen)
                {
                    if !watch.node() {
                        self.complete = false;
                        return None;
                    }
                    if after.is_won() {
                        return Some(self.line(step, cell));
                    }
                    let missing = (SQUARE - after.piles.count_ones()).max(1) as usize;
                    if let Some(heap) = heaps.get_mut(laid + 1 + missing)
                        && !after.is_lost()
                    {
                        heap.push(Promise {
                            worth,
                            key: key(&after),
                            before: before as u32,
                            cell: cell as u8,
                        });
                    }
                }
            }
            let kept: Vec<Promise> = heaps.into_iter().flat_map(|heap| self.keep(heap)).collect();
            let boards = kept.iter().map(|promise| self.follow(promise, laid)).collect();
            self.boards = boards;
        }
        None
    }

    /// The cards that decide on a board what is promising.
    fn to_come(&self, board: &Board, laid: usize) -> Unseen {
        let missing = (SQUARE - board.piles.count_ones()) as usize;
        let next = &self.cards[laid + 1..];
        Unseen::of_ranks(next.iter().copied().take(missing + AHEAD))
    }

    /// The most promising of a heap, each board once.
    fn keep(&mut self, mut heap: Vec<Promise>) -> Vec<Promise> {
        heap.sort_unstable_by_key(|promise| promise.key);
        heap.dedup_by_key(|promise| promise.key);
        if heap.len() > self.width {
            self.complete = false;
            heap.select_nth_unstable_by(self.width, |one, other| other.worth.total_cmp(&one.worth));
            heap.truncate(self.width);
        }
        heap
    }

    fn follow(&mut self, promise: &Promise, laid: usize) -> (Board, usize) {
        let (mut board, before) = self.boards[promise.before as usize];
        board.lay(self.rules, promise.cell.into(), self.cards[laid]);
        self.steps.push(Step { before, cell: promise.cell });
        (board, self.steps.len() - 1)
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

/// With more piles than these nobody looks for symmetry: it is rare, and costs time.
const SYMMETRIC: u32 = 6;

/// A number for a board, the same for those that differ only by where they lie on the table and, with few piles, by how
/// one looks at it.
fn key(board: &Board) -> u64 {
    let ways = if board.piles.count_ones() <= SYMMETRIC { 8 } else { 1 };
    let seen = (0..ways).map(|way| {
        let place = |cell: usize| {
            let (row, column) = ((cell / 7) as u64, (cell % 7) as u64);
            let (row, column) = if way & 1 == 0 { (row, column) } else { (column, row) };
            (if way & 2 == 0 { row } else { 6 - row }, if way & 4 == 0 { column } else { 6 - column })
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
    seen.min().unwrap_or(0)
}
