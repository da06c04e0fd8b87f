//! The top cards of all piles as boards of one bit per cell, so that a placement is compared with
//! all of them at once.

use super::lines::Lines;
use super::{Cell, Rank};

const RANKS: usize = 10;

/// One more board than ranks. No card is higher than a ten, so the last board stays empty.
const BOARDS: usize = RANKS + 1;

/// The top cards. Only these flip and are compared (FS-07).
#[derive(Clone, Copy, Debug)]
pub(super) struct Tops {
    /// `above[r]` has the top cards with a rank above r, face up or down; so `above[0]` has all
    /// piles.
    above: [u64; BOARDS],
    /// The face-down top cards.
    pub(super) down: u64,
}

/// Indexed by board, then by rank: all ones if a card of that rank belongs to the board.
static IS_ABOVE: [[u64; RANKS]; BOARDS] = {
    let mut masks = [[0; RANKS]; BOARDS];
    let mut rank = 0;
    while rank < BOARDS {
        let mut board = 0;
        while board < rank {
            masks[rank][board] = u64::MAX;
            board += 1;
        }
        rank += 1;
    }
    masks
};

impl Tops {
    pub(super) const EMPTY: Self = Self { above: [0; BOARDS], down: 0 };

    /// The cells with piles.
    #[inline]
    pub(super) const fn piles(&self) -> u64 {
        self.above[0]
    }

    /// The top cards that flip when a card of this rank, 1 to 10, is placed on the cell. Never on
    /// the cell itself, which the card covers (FS-05, FS-06).
    #[inline]
    pub(super) fn flipped(&self, cell: Cell, rank: Rank) -> u64 {
        let lines = Lines::of(cell);
        let up = self.piles() & !self.down;
        let higher_or_equal = up & self.above[usize::from(rank) - 1];
        let lower_or_equal = up & !self.above[usize::from(rank)];
        #[expect(clippy::needless_bitwise_bool, reason = "the branches would be unpredictable")]
        let flipped = |line: u64| {
            // A highest card has no higher or equal one in its line; a lowest card no lower or
            // equal one.
            let extreme = (higher_or_equal & line == 0) | (lower_or_equal & line == 0);
            self.piles() & line & u64::from(extreme).wrapping_neg()
        };
        // Row and column share only the cell itself, which is in neither, so their order cannot
        // matter (FS-06).
        debug_assert_eq!(lines.row & lines.column, 0);
        flipped(lines.row) | flipped(lines.column)
    }

    /// Places a card of this rank, 1 to 10, face up on the cell (FS-02).
    #[inline]
    pub(super) fn lay(&mut self, cell: Cell, rank: Rank) {
        let bit = cell.bit();
        self.down &= !bit;
        for (board, mask) in self.above.iter_mut().zip(&IS_ABOVE[usize::from(rank)]) {
            *board = (*board & !bit) | (bit & mask);
        }
    }

    /// The rank of the top card of a pile.
    pub(super) fn rank(&self, cell: Cell) -> Rank {
        self.above.iter().map(|board| ((board >> cell.id()) & 1) as Rank).sum()
    }
}
