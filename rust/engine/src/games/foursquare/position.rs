//! A round at one moment: legal actions, play, refusals and payoffs.

use std::hash::{Hash, Hasher};

use super::lines::{ALL, Lines};
use super::tops::Tops;
use super::{Card, Cell, DECK, Knowledge, Rules, setup};
use crate::bits::Counted;
use crate::error::{Error, Refusal};
use crate::ids::rule;
use crate::ids::{Action, RuleId, Seat};
use crate::random::Chance;

/// The limit on cards in a pile, rows and columns in use (FS-04), and face-down cards (FS-08).
pub(super) const LIMIT: usize = 4;

/// The number of piles in a full square (FS-09).
const SQUARE: usize = LIMIT * LIMIT;

/// The result of a round, or that it is still being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A card is in hand.
    Playing,
    /// Won: sixteen piles, all face up (FS-09).
    Won,
    /// Lost: more than four cards are face down (FS-08).
    TooManyDown,
    /// Lost: the stock is empty (FS-10).
    StockEmpty,
}

/// A round at one moment.
///
/// ```
/// use oxideal_engine::foursquare::{FourSquare, Outcome, Rules};
/// use oxideal_engine::{Seed, State};
///
/// let state = State::<FourSquare>::deal(Rules::default(), Seed::from(7), 0);
/// assert_eq!(state.position().outcome(), Outcome::Playing);
/// assert_eq!(state.position().stock().len(), 39);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pub(super) tops: Tops,
    /// The height of each pile minus one, in binary: one board for each of the two bits.
    height_bits: [u64; 2],
    /// The cells with a pile or next to one (FS-03).
    open: u64,
    /// The cells that keep the grid within four rows and four columns (FS-04).
    window: u64,
    outcome: Outcome,
    /// The number of cards placed so far.
    laid: u8,
    /// The cell of each of the first `laid` cards of the deck.
    cells: [Cell; DECK],
    /// The placed cards, the card in hand, and the stock, top card first.
    deck: [Card; DECK],
}

impl Position {
    /// A round with this deck, top card first, before the first placement.
    pub(super) const fn new(deck: [Card; DECK]) -> Self {
        Self {
            tops: Tops::EMPTY,
            height_bits: [0; 2],
            open: Cell::FIRST.bit(),
            window: ALL,
            outcome: Outcome::Playing,
            laid: 0,
            cells: [Cell::FIRST; DECK],
            deck,
        }
    }

    /// Creates a new round with a given deck, top card first.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if these are not the forty cards, each once.
    pub fn from_deck(cards: &[Card]) -> Result<Self, Error> {
        setup::deck(cards).map(Self::new)
    }

    /// Returns the result, or [`Outcome::Playing`].
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Returns the card in hand, or `None` after the end.
    #[must_use]
    pub fn card(&self) -> Option<Card> {
        (self.outcome == Outcome::Playing).then(|| self.deck[self.laid as usize])
    }

    /// Returns the stock, top card first.
    #[must_use]
    pub fn stock(&self) -> &[Card] {
        &self.deck[self.laid as usize + usize::from(self.outcome == Outcome::Playing)..]
    }

    /// The stock, for shuffling or sorting.
    pub(super) fn stock_mut(&mut self) -> &mut [Card] {
        &mut self.deck[self.laid as usize + usize::from(self.outcome == Outcome::Playing)..]
    }

    /// Makes a card the next one of the deck. Returns `false` if it was placed already.
    pub(super) fn make_next(&mut self, card: Card) -> bool {
        let unlaid = &mut self.deck[self.laid as usize..];
        match unlaid.iter().position(|&other| other == card) {
            None => false,
            Some(place) => {
                unlaid[..=place].rotate_right(1);
                true
            }
        }
    }

    /// Returns the cells with piles, ascending.
    pub fn piles(&self) -> impl Iterator<Item = Cell> {
        Cell::of_board(self.tops.piles())
    }

    /// Returns the cards of a pile, from the bottom to the top.
    #[must_use]
    pub fn pile(&self, cell: Cell) -> impl DoubleEndedIterator<Item = Card> {
        self.laid_cards().filter(move |&(on, _)| on == cell).map(|(_, card)| card)
    }

    /// The placed cards and their cells, in order of play.
    pub(super) fn laid_cards(&self) -> impl DoubleEndedIterator<Item = (Cell, Card)> {
        let laid = ..usize::from(self.laid);
        self.cells[laid].iter().copied().zip(self.deck[laid].iter().copied())
    }

    /// Returns whether the top card of a pile is face down.
    #[must_use]
    pub const fn is_down(&self, cell: Cell) -> bool {
        self.tops.down & cell.bit() != 0
    }

    /// Returns the number of face-down cards.
    #[must_use]
    pub const fn count_down(&self) -> u32 {
        self.tops.down.count_ones()
    }

    /// Returns the cells with piles as a board: one bit per cell id.
    #[must_use]
    pub const fn pile_board(&self) -> u64 {
        self.tops.piles()
    }

    /// Returns the cells whose top card is face down, as a board.
    #[must_use]
    pub const fn down_board(&self) -> u64 {
        self.tops.down
    }

    /// Returns the top cards: 0 for an empty cell, otherwise the rank, negative if face down.
    #[must_use]
    pub fn grid(&self) -> super::Grid {
        let mut grid = [0; super::CELLS];
        for cell in self.piles() {
            let rank = self.tops.rank(cell) as i8;
            grid[cell.id() as usize] = if self.is_down(cell) { -rank } else { rank };
        }
        grid
    }

    /// Returns the cells where the card in hand may be placed (FS-03, FS-04), as a board.
    #[inline]
    #[must_use]
    pub fn legal_board(&self) -> u64 {
        if self.outcome != Outcome::Playing {
            return 0;
        }
        let full = self.height_bits[0] & self.height_bits[1];
        self.open & self.window & !full
    }

    /// Places the next card of the deck face up on a cell, without flipping any.
    #[inline]
    fn lay(&mut self, rules: Rules, cell: Cell) -> Card {
        let laid = usize::from(self.laid);
        let card = self.deck[laid];
        self.cells[laid] = cell;
        self.laid += 1;
        // An existing pile grows by one; a new one starts with height bits 00.
        let [low, high] = self.height_bits;
        let grows = self.tops.piles() & cell.bit();
        self.height_bits = [low ^ grows, high ^ (low & grows)];
        self.tops.lay(cell, card.rank());
        let lines = Lines::of(cell);
        self.open |= cell.bit() | lines.next_to[usize::from(rules.diagonal)];
        self.window &= lines.reach;
        card
    }

    /// Determines the outcome at the end of a turn, in the order of the rules.
    #[inline]
    fn update_outcome(&mut self) {
        let (piles, down, laid) = (self.tops.piles(), self.tops.down, usize::from(self.laid));
        self.outcome = if has_more_than_four(down) {
            Outcome::TooManyDown // FS-08
        } else if laid >= SQUARE && down == 0 && piles.count_ones() as usize == SQUARE {
            Outcome::Won // FS-09
        } else if laid == DECK {
            Outcome::StockEmpty // FS-10
        } else {
            Outcome::Playing
        };
        debug_assert!(
            self.outcome != Outcome::Playing || self.legal_board() != 0,
            "there is room for 64 cards (FS-10)"
        );
    }

    /// Sets up piles of the first cards of the deck, cell by cell, each from the bottom to the top.
    pub(super) fn set_up(&mut self, rules: Rules, piles: &[(Cell, usize)], down: u64) {
        for &(cell, height) in piles {
            for _ in 0..height {
                self.lay(rules, cell);
            }
        }
        self.tops.down = down;
        if self.laid > 0 {
            self.update_outcome();
        }
    }

    /// The number of lines between the lowest and the highest in use, including one more cell.
    fn span(&self, cell: Cell, line: impl Fn(Cell) -> i8) -> i8 {
        let lines = || self.piles().chain([cell]).map(&line);
        lines().max().zip(lines().min()).map_or(0, |(highest, lowest)| highest - lowest + 1)
    }
}

/// Faster than counting: most baseline processors lack an instruction for that.
#[inline]
const fn has_more_than_four(set: u64) -> bool {
    const fn without_lowest(set: u64) -> u64 {
        set & set.wrapping_sub(1)
    }
    without_lowest(without_lowest(without_lowest(without_lowest(set)))) != 0
}

impl crate::game::Position for Position {
    type Rules = Rules;
    type Knowledge = Knowledge;

    const FORFEIT_RULE: RuleId = rule!("FS-12");

    fn current_player(&self) -> Option<Seat> {
        (self.outcome == Outcome::Playing).then_some(0)
    }

    fn legal(&self, rules: &Rules, actions: &mut Vec<Action>) {
        // Counted first, so that the end of the loop is known early.
        let mut board = self.legal_board();
        actions.extend((0..self.count_legal(rules)).map(|_| {
            let cell = board.trailing_zeros();
            board &= board - 1;
            cell
        }));
    }

    #[inline]
    fn allows(&self, _: &Rules, cell: Cell) -> bool {
        self.legal_board() & cell.bit() != 0
    }

    fn payoffs(&self, rules: &Rules, payoffs: &mut [i32]) {
        self.scores(rules, payoffs);
        payoffs[0] += i32::from(self.outcome == Outcome::Won); // FS-11
    }

    fn scores(&self, _: &Rules, scores: &mut [i32]) {
        let won = self.outcome == Outcome::Won;
        scores[0] = if won { self.stock().len() as i32 } else { 0 }; // FS-09
    }

    fn forfeit_payoffs(&self, _: &Rules, _: Seat, payoffs: &mut [i32]) {
        payoffs[0] = 0; // FS-12
    }

    fn deal(_: &Rules, _: Option<Seat>, chance: &mut impl Chance) -> Self {
        let mut deck = Card::ALL;
        chance.shuffle(&mut deck); // FS-01
        Self::new(deck)
    }

    fn count_legal(&self, _: &Rules) -> usize {
        self.legal_board().count_ones() as usize
    }

    #[inline]
    fn pick_legal(&self, _: &Rules, chance: &mut impl Chance) -> Option<Action> {
        let board = Counted::new(self.legal_board());
        (board.count() > 0).then(|| board.nth(chance.below(board.count())))
    }

    #[cold]
    fn refusal(&self, rules: &Rules, cell: Cell) -> Refusal {
        match self.outcome {
            Outcome::TooManyDown => return Refusal::new(rule!("FS-08"), "foursquare.game_over_lost"),
            Outcome::Won => return Refusal::new(rule!("FS-09"), "foursquare.game_over_won"),
            Outcome::StockEmpty => return Refusal::new(rule!("FS-10"), "foursquare.game_over_no_stock"),
            Outcome::Playing => {}
        }
        if self.laid == 0 {
            return Refusal::new(rule!("FS-04"), "foursquare.first_card_elsewhere")
                .with("first", Cell::FIRST)
                .with("cell", cell);
        }
        if self.tops.piles() & cell.bit() != 0 {
            return Refusal::new(rule!("FS-04"), "foursquare.pile_full").with("cell", cell);
        }
        if self.open & cell.bit() == 0 {
            return Refusal::new(rule!("FS-03"), "foursquare.not_next_to_a_pile")
                .with("cell", cell)
                .with("diagonal", rules.diagonal);
        }
        let (rows, columns) = (self.span(cell, Cell::row), self.span(cell, Cell::column));
        if rows as usize > LIMIT {
            return Refusal::new(rule!("FS-04"), "foursquare.grid_too_high")
                .with("cell", cell)
                .with("rows", rows);
        }
        Refusal::new(rule!("FS-04"), "foursquare.grid_too_wide").with("cell", cell).with("columns", columns)
    }

    #[inline]
    fn play_move(&mut self, rules: &Rules, cell: Cell, _: &mut impl Chance) {
        debug_assert!(self.allows(rules, cell), "a card cannot be placed on {cell}");
        let card = self.lay(*rules, cell);
        self.tops.down ^= self.tops.flipped(cell, card.rank()); // FS-07: top cards only
        self.update_outcome(); // FS-02: the next card is drawn after these checks
    }
}

impl Position {
    /// What two equal positions have in common; the rest follows from it. The order in which placed
    /// cards were drawn does not matter.
    ///
    /// First the place of each card: four times its cell's id plus the number of cards below it.
    /// Then the remaining cards, in order, at the end of their array. Then the face-down top cards.
    fn identity(&self) -> ([u8; DECK], [u8; DECK], u64) {
        /// Marks entries of `places` for cards not yet placed, and entries of `unlaid` for placed
        /// cards.
        const ABSENT: u8 = u8::MAX;
        let mut places = [ABSENT; DECK];
        let mut heights = [0; super::CELLS];
        for (cell, card) in self.laid_cards() {
            let height = &mut heights[cell.id() as usize];
            places[card.index()] = cell.id() * LIMIT as u8 + *height;
            *height += 1;
        }
        let mut unlaid = [ABSENT; DECK];
        for (place, card) in unlaid.iter_mut().zip(&self.deck).skip(self.laid as usize) {
            *place = card.index() as u8;
        }
        (places, unlaid, self.tops.down)
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.identity().hash(hasher);
    }
}
