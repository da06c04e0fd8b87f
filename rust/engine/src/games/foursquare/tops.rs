//! The top cards of all piles, as boards of one bit a cell: a placement is compared with all of them at once.

use super::lines::Lines;
use super::{Cell, Rank};

const RANKS: usize = 10;

/// One board more than there are ranks: no card is higher than the ten, so the last one stays empty.
const BOARDS: usize = RANKS + 1;

/// The top cards. Only they turn, only they count (FS-07).
#[derive(Clone, Copy, Debug)]
pub(super) struct Tops {
    /// Board number r has the top cards, face up or not, of more than r pips; so number 0 has all piles.
    above: [u64; BOARDS],
    /// The top cards that lie face down.
    pub(super) down: u64,
}

/// By rank: which of the boards a card of that rank stands on, as a mask of all ones.
static STANDS_ON: [[u64; RANKS]; BOARDS] = {
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

    /// Where piles are.
    #[inline]
    pub(super) const fn piles(&self) -> u64 {
        self.above[0]
    }

    /// The top cards that a card of this rank, 1 to 10, turns over when it is placed on the cell: never its own, which
    /// covers what lay there (FS-05, FS-06).
    #[inline]
    pub(super) fn turned(&self, cell: Cell, rank: Rank) -> u64 {
        let lines = Lines::of(cell);
        let up = self.piles() & !self.down;
        let higher_or_equal = up & self.above[usize::from(rank) - 1];
        let lower_or_equal = up & !self.above[usize::from(rank)];
        #[expect(
            clippy::needless_bitwise_bool,
            reason = "chance decides, and processors guess chance badly: no branch"
        )]
        let turned = |line: u64| {
            // The highest of its line when none there is higher or equal, the lowest when none is lower or equal.
            let extreme = (higher_or_equal & line == 0) | (lower_or_equal & line == 0);
            self.piles() & line & u64::from(extreme).wrapping_neg()
        };
        // Row and column share only the cell itself, which is in neither: their order cannot matter (FS-06).
        debug_assert_eq!(lines.row & lines.column, 0);
        turned(lines.row) | turned(lines.column)
    }

    /// Lays a card of this rank, 1 to 10, face up on the cell (FS-02).
    #[inline]
    pub(super) fn lay(&mut self, cell: Cell, rank: Rank) {
        let bit = cell.bit();
        self.down &= !bit;
        for (board, mask) in self.above.iter_mut().zip(&STANDS_ON[usize::from(rank)]) {
            *board = (*board & !bit) | (bit & mask);
        }
    }

    /// The rank of the top card of a pile.
    pub(super) fn rank(&self, cell: Cell) -> Rank {
        self.above.iter().map(|board| ((board >> cell.id()) & 1) as Rank).sum()
    }
}
