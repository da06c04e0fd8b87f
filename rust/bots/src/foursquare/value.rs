//! How good piles look: the chance to win as a sum of learned weights.

use oxideal_engine::foursquare::{Position, Rank};

use super::board::{Board, COLUMNS, ROWS, SQUARE, bits};
use super::weights::LEARNED;

/// The ranks, a bit each.
const ALL: u16 = 0x7FE;

/// The shares of cards are told apart in so many steps.
pub(super) const STEPS: usize = 8;

/// How many cards of each rank have not been seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unseen {
    counts: [u8; 16],
    /// Of so many ranks from the lowest on together.
    below: [u8; 17],
    total: u8,
    /// What makes of a number of cards a step.
    scale: f32,
}

impl Unseen {
    /// Those of the stock.
    pub(super) fn of(position: &Position) -> Self {
        Self::of_ranks(position.stock().iter().map(|card| card.rank()))
    }

    /// Cards of these ranks.
    pub(super) fn of_ranks(ranks: impl Iterator<Item = Rank>) -> Self {
        let mut counts = [0; 16];
        ranks.for_each(|rank| counts[usize::from(rank)] += 1);
        Self::new(counts)
    }

    fn new(counts: [u8; 16]) -> Self {
        let mut below = [0; 17];
        for rank in 1..17 {
            below[rank] = below[rank - 1] + counts[rank - 1];
        }
        let total = below[16];
        Self { counts, below, total, scale: 8.0 / f32::from(total.max(1)) }
    }

    /// How many there are of a rank.
    pub(super) fn count(&self, rank: Rank) -> u8 {
        self.counts[usize::from(rank)]
    }

    /// How many there are.
    pub(super) fn total(&self) -> u8 {
        self.total
    }

    /// The same without one of a rank.
    pub(super) fn without(&self, rank: Rank) -> Self {
        let mut counts = self.counts;
        counts[usize::from(rank)] -= 1;
        Self::new(counts)
    }

    #[inline]
    fn step(&self, cards: u8) -> usize {
        ((f32::from(cards) * self.scale) as usize).min(STEPS - 1)
    }

    /// The share of the ranks from the lowest to the highest of these.
    #[inline]
    fn between(&self, ranks: u16) -> usize {
        // Of no ranks the lowest comes after the highest.
        let highest = 16 - ranks.leading_zeros() as usize;
        let lowest = ranks.trailing_zeros() as usize;
        self.step(self.below[highest].saturating_sub(self.below[lowest]))
    }

    /// The share of these ranks.
    #[inline]
    fn share(&self, ranks: u16) -> usize {
        let counts = self.counts.iter().enumerate();
        self.step(counts.map(|(rank, count)| count * (ranks >> rank & 1) as u8).sum())
    }
}

/// What the rows and columns of some piles add. After a placement only those are looked at again in which something has changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    /// By row, and by column: the ranks that turn nothing there.
    safe: [[u16; 7]; 2],
    worth: [[f32; 7]; 2],
    sum: f32,
}

impl Lines {
    /// Those of some piles.
    pub(super) fn of(board: &Board, unseen: &Unseen) -> Self {
        let mut lines = Self { safe: [[ALL; 7]; 2], worth: [[0.0; 7]; 2], sum: 0.0 };
        for place in 0..7 {
            lines.look_at_row(place, board, unseen);
            lines.look_at_column(place, board, unseen);
        }
        lines
    }

    /// The same after something has changed on these cells.
    #[inline]
    pub(super) fn after(mut self, board: &Board, changed: u64, unseen: &Unseen) -> Self {
        let (mut rows, mut columns) = (0, 0);
        for cell in bits(changed) {
            rows |= 1 << (cell / 7);
            columns |= 1 << (cell % 7);
        }
        bits(rows).for_each(|row| self.look_at_row(row, board, unseen));
        bits(columns).for_each(|column| self.look_at_column(column, board, unseen));
        self
    }

    #[inline]
    fn look_at_row(&mut self, row: usize, board: &Board, unseen: &Unseen) {
        self.look(0, row, ROWS[row] & board.piles, board.down, board.ranks_of_row(row), unseen);
    }

    #[inline]
    fn look_at_column(&mut self, column: usize, board: &Board, unseen: &Unseen) {
        self.look(
            1,
            column,
            COLUMNS[column] & board.piles,
            board.down,
            board.ranks_of_column(column),
            unseen,
        );
    }

    #[inline]
    fn look(&mut self, way: usize, place: usize, here: u64, down: u64, ranks: u16, unseen: &Unseen) {
        if here == 0 {
            return;
        }
        let down = (here & down).count_ones() as usize;
        let up = here.count_ones() as usize - down;
        // What is neither lower nor higher than all others turns nothing.
        let safe = if ranks == 0 {
            0
        } else {
            u16::MAX >> ranks.leading_zeros() & u16::MAX << ranks.trailing_zeros()
        };
        let worth = LEARNED.lines[up][down][unseen.between(safe)];
        self.sum += worth - self.worth[way][place];
        (self.safe[way][place], self.worth[way][place]) = (safe, worth);
    }
}

/// The logarithm of the odds to win with piles that are not lost.
#[inline]
pub(super) fn value(board: &Board, lines: &Lines, unseen: &Unseen) -> f32 {
    let piles = board.piles.count_ones().min(SQUARE) as usize;
    let mut sum = lines.sum;
    let mut any = 0;
    for cell in bits(board.free()) {
        let safe = lines.safe[0][cell / 7] & lines.safe[1][cell % 7];
        any |= safe;
        sum += LEARNED.free[piles / 4][unseen.between(safe)];
    }
    let spare = usize::from(unseen.total()).saturating_sub(SQUARE as usize - piles);
    let down = board.down.count_ones() as usize;
    sum + LEARNED.any[piles][unseen.share(any)] + LEARNED.whole[piles][down] + LEARNED.spare[spare]
}
