//! The piles, and what a placement does to them, without the deck: small and fast to copy.

use oxideal_engine::foursquare::{CELLS, Cell, Position, Rank, Rules};

const SIDE: usize = 7;

/// The cells of each row, and of each column.
pub(super) const ROWS: [u64; SIDE] = lines(SIDE, 1);
pub(super) const COLUMNS: [u64; SIDE] = lines(1, SIDE);

const fn lines(from_line_to_line: usize, from_cell_to_cell: usize) -> [u64; SIDE] {
    let mut lines = [0; SIDE];
    let mut line = 0;
    while line < SIDE {
        let mut place = 0;
        while place < SIDE {
            lines[line] |= 1 << (line * from_line_to_line + place * from_cell_to_cell);
            place += 1;
        }
        line += 1;
    }
    lines
}

/// For each cell, the adjacent cells (FS-03), without and with diagonals.
static ADJACENT: [[u64; CELLS]; 2] = [near(1, 1), near(1, 2)];

/// For each cell, the cells that fit within four rows and four columns together with it (FS-04).
static IN_SQUARE: [u64; CELLS] = near(3, 6);

/// For each cell, the cells within a distance per axis, and within a distance over both axes.
const fn near(each: usize, both: usize) -> [u64; CELLS] {
    let mut near = [0; CELLS];
    let mut here = 0;
    while here < CELLS {
        let mut there = 0;
        while there < CELLS {
            let (rows, columns) =
                ((here / SIDE).abs_diff(there / SIDE), (here % SIDE).abs_diff(there % SIDE));
            if rows <= each && columns <= each && rows + columns <= both {
                near[here] |= 1 << there;
            }
            there += 1;
        }
        here += 1;
    }
    near
}

/// With more face-down cards, the game is lost (FS-08).
const MAX_DOWN: u32 = 4;

/// The number of piles in a full square (FS-09).
pub(super) const SQUARE_PILES: u32 = 16;

/// The piles of a grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    /// The rank of the top card of each cell.
    pub(super) ranks: [Rank; CELLS],
    /// The same as one bit; none if the card is face down.
    up: [u16; CELLS],
    /// The cells with piles.
    pub(super) piles: u64,
    /// The cells whose top card is face down.
    pub(super) down: u64,
    /// The height of each pile minus one, in binary: one board for each of the two bits.
    heights: [u64; 2],
    /// The cells with a pile or next to one (FS-03).
    open: u64,
    /// The cells that keep the grid within four rows and four columns (FS-04).
    window: u64,
}

impl Board {
    /// The board of a position.
    pub(super) fn of(rules: Rules, position: &Position) -> Self {
        let mut board = Self::flat(rules, position);
        for cell in position.piles() {
            let height = position.pile(cell).count() - 1;
            board.heights[0] |= (height as u64 & 1) << cell.id();
            board.heights[1] |= (height as u64 >> 1) << cell.id();
        }
        board
    }

    /// The same with all piles one card high, which is enough for a single placement.
    #[inline]
    pub(super) fn flat(rules: Rules, position: &Position) -> Self {
        let grid = position.grid();
        let ranks = grid.map(i8::unsigned_abs);
        // Bit 0 is for empty cells.
        let up = grid.map(|top| 1 << top.max(0) & !1);
        let (piles, down) = (position.pile_board(), position.down_board());
        let (open, window) = (1 << Cell::FIRST.id(), u64::MAX >> (64 - CELLS));
        let mut board = Self { ranks, up, piles, down, heights: [0; 2], open, window };
        bits(piles).for_each(|cell| board.extend_around(rules, cell));
        board
    }

    fn extend_around(&mut self, rules: Rules, cell: usize) {
        self.open |= ADJACENT[usize::from(rules.diagonal)][cell];
        self.window &= IN_SQUARE[cell];
    }

    /// The cells where a card may be placed (FS-03, FS-04).
    pub(super) const fn legal(&self) -> u64 {
        self.open & self.window & !(self.heights[0] & self.heights[1])
    }

    /// The cells where a new pile may start.
    pub(super) const fn free(&self) -> u64 {
        self.open & self.window & !self.piles
    }

    /// The number of cards below the top card of a pile.
    pub(super) const fn height(&self, cell: usize) -> u8 {
        (self.heights[0] >> cell & 1 | (self.heights[1] >> cell & 1) << 1) as u8
    }

    /// The ranks of a row's face-up cards, one bit each.
    #[inline]
    pub(super) fn ranks_of_row(&self, row: usize) -> u16 {
        (0..SIDE).fold(0, |ranks, place| ranks | self.up[row * SIDE + place])
    }

    /// The ranks of a column's face-up cards, one bit each.
    #[inline]
    pub(super) fn ranks_of_column(&self, column: usize) -> u16 {
        (0..SIDE).fold(0, |ranks, place| ranks | self.up[place * SIDE + column])
    }

    /// Puts a card on a cell and flips cards (FS-02, FS-05, FS-06).
    #[inline]
    fn turn(&mut self, cell: usize, rank: Rank) {
        let (bit, row, column) = (1 << cell, cell / SIDE, cell % SIDE);
        self.up[cell] = 0; // FS-07: a covered card is no longer compared
        let is_extreme = |ranks: u16| ranks >> rank == 0 || ranks & ((2 << rank) - 1) == 0;
        let mut turned = 0;
        if is_extreme(self.ranks_of_row(row)) {
            turned |= ROWS[row];
        }
        if is_extreme(self.ranks_of_column(column)) {
            turned |= COLUMNS[column];
        }
        turned &= self.piles & !bit;
        bits(turned).for_each(|other| self.up[other] ^= 1 << self.ranks[other]);
        self.piles |= bit;
        self.down = (self.down ^ turned) & !bit;
        self.ranks[cell] = rank;
        self.up[cell] = 1 << rank;
    }

    /// Places a card on a legal cell.
    pub(super) fn place(&mut self, rules: Rules, cell: usize, rank: Rank) {
        let grows = self.piles & 1 << cell;
        let [low, high] = self.heights;
        self.heights = [low ^ grows, high ^ (low & grows)];
        self.extend_around(rules, cell);
        self.turn(cell, rank);
    }

    /// Whether the game is lost (FS-08).
    pub(super) const fn is_lost(&self) -> bool {
        self.down.count_ones() > MAX_DOWN
    }

    /// Whether the game is won (FS-09).
    pub(super) const fn is_won(&self) -> bool {
        self.down == 0 && self.piles.count_ones() == SQUARE_PILES
    }
}

/// The indices of the set bits.
#[inline]
pub(super) fn bits(mut board: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (board != 0).then(|| board.trailing_zeros() as usize);
        board &= board.wrapping_sub(1);
        bit
    })
}
