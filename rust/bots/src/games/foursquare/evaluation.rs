//! The log-odds of winning, as a sum of learned weights.

use oxideal_engine::foursquare::{DECK, Position, Rank};

use super::board::{Board, COLUMNS, ROWS, SQUARE_PILES, bits};
use super::weights::LEARNED;

/// All ranks, one bit each.
const ALL_RANKS: u16 = 0x7FE;

/// The number of steps that shares of cards are rounded to.
pub(super) const STEPS: usize = 8;

/// The unseen cards, by rank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unseen {
    counts: [u8; 16],
    /// The number of cards below each rank.
    below: [u8; 17],
    total: u8,
    /// The share of each number of cards, in steps.
    steps: [u8; DECK + 1],
}

impl Unseen {
    /// The cards of the stock.
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
        let steps_per_card = STEPS as f32 / f32::from(total.max(1));
        let step = |cards: usize| (cards as f32 * steps_per_card).min(STEPS as f32 - 1.0) as u8;
        Self { counts, below, total, steps: std::array::from_fn(step) }
    }

    /// The number of cards of a rank.
    pub(super) fn count(&self, rank: Rank) -> u8 {
        self.counts[usize::from(rank)]
    }

    /// The number of cards.
    pub(super) fn total(&self) -> u8 {
        self.total
    }

    /// These cards minus one of a rank.
    pub(super) fn without(&self, rank: Rank) -> Self {
        let mut counts = self.counts;
        counts[usize::from(rank)] -= 1;
        Self::new(counts)
    }

    #[inline]
    fn step(&self, cards: u8) -> usize {
        self.steps[usize::from(cards)].into()
    }

    /// The share of cards between the lowest and the highest of these ranks.
    #[inline]
    fn between(&self, ranks: u16) -> usize {
        // For no ranks, the lowest comes after the highest.
        let highest = 16 - ranks.leading_zeros() as usize;
        let lowest = ranks.trailing_zeros() as usize;
        self.step(self.below[highest].saturating_sub(self.below[lowest]))
    }

    /// The share of cards with these ranks.
    #[inline]
    fn share(&self, ranks: u16) -> usize {
        let counts = self.counts.iter().enumerate();
        self.step(counts.map(|(rank, count)| count * (ranks >> rank & 1) as u8).sum())
    }
}

/// The terms of all rows and columns. After a placement, only those that changed are recomputed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    /// For each row and column, the ranks that would flip nothing there.
    safe: [[u16; 7]; 2],
    value: [[f32; 7]; 2],
    sum: f32,
}

impl Lines {
    /// The terms of a board.
    pub(super) fn of(board: &Board, unseen: &Unseen) -> Self {
        let mut lines = Self { safe: [[ALL_RANKS; 7]; 2], value: [[0.0; 7]; 2], sum: 0.0 };
        for place in 0..7 {
            lines.update_row(place, board, unseen);
            lines.update_column(place, board, unseen);
        }
        lines
    }

    /// The terms after these cells have changed.
    #[inline]
    pub(super) fn after(mut self, board: &Board, changed: u64, unseen: &Unseen) -> Self {
        let (mut rows, mut columns) = (0, 0);
        for cell in bits(changed) {
            rows |= 1 << (cell / 7);
            columns |= 1 << (cell % 7);
        }
        bits(rows).for_each(|row| self.update_row(row, board, unseen));
        bits(columns).for_each(|column| self.update_column(column, board, unseen));
        self
    }

    #[inline]
    fn update_row(&mut self, row: usize, board: &Board, unseen: &Unseen) {
        self.update(0, row, ROWS[row] & board.piles, board.down, board.ranks_of_row(row), unseen);
    }

    #[inline]
    fn update_column(&mut self, column: usize, board: &Board, unseen: &Unseen) {
        self.update(
            1,
            column,
            COLUMNS[column] & board.piles,
            board.down,
            board.ranks_of_column(column),
            unseen,
        );
    }

    #[inline]
    fn update(&mut self, axis: usize, place: usize, here: u64, down: u64, ranks: u16, unseen: &Unseen) {
        if here == 0 {
            return;
        }
        let down = (here & down).count_ones() as usize;
        let up = here.count_ones() as usize - down;
        // A rank that is neither the lowest nor the highest in a line flips nothing.
        let safe = if ranks == 0 {
            0
        } else {
            u16::MAX >> ranks.leading_zeros() & u16::MAX << ranks.trailing_zeros()
        };
        let value = LEARNED.lines[up][down][unseen.between(safe)];
        self.sum += value - self.value[axis][place];
        (self.safe[axis][place], self.value[axis][place]) = (safe, value);
    }
}

/// The log-odds of winning from a board that is neither won nor lost.
#[inline]
pub(super) fn log_odds(board: &Board, lines: &Lines, unseen: &Unseen) -> f32 {
    let piles = board.piles.count_ones().min(SQUARE_PILES) as usize;
    let mut sum = lines.sum;
    let mut any = 0;
    for cell in bits(board.free()) {
        let safe = lines.safe[0][cell / 7] & lines.safe[1][cell % 7];
        any |= safe;
        sum += LEARNED.free[piles / 4][unseen.between(safe)];
    }
    let spare = usize::from(unseen.total()).saturating_sub(SQUARE_PILES as usize - piles);
    let down = board.down.count_ones() as usize;
    sum + LEARNED.any[piles][unseen.share(any)] + LEARNED.whole[piles][down] + LEARNED.spare[spare]
}
