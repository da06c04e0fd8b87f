//! A game at one moment, and what a placement does to it.

use std::hash::{Hash, Hasher};

use super::lines::{ALL, Lines};
use super::tops::Tops;
use super::{Card, Cell, DECK, Knowledge, Rules, setup};
use crate::bits::Counted;
use crate::error::{Error, Refusal};
use crate::ids::rule;
use crate::ids::{Action, Seat};
use crate::random::Chance;

/// The most cards in a pile, rows in use, columns in use (FS-04), and face-down cards before the game is lost (FS-08).
pub(super) const FOUR: usize = 4;

/// The piles of a full square (FS-09).
const SQUARE: usize = FOUR * FOUR;

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A card is in hand.
    Playing,
    /// Sixteen piles, all face up (FS-09).
    Won,
    /// More than four cards lie face down (FS-08).
    TooManyDown,
    /// The stock is empty (FS-10).
    StockEmpty,
}

/// A game at one moment.
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
    /// The height of each pile less one, in binary: one board for each of the two bits.
    height_bits: [u64; 2],
    /// Where piles are or could begin beside one (FS-03).
    open: u64,
    /// The cells that keep the grid within four rows and four columns (FS-04).
    window: u64,
    outcome: Outcome,
    /// How many cards have been laid.
    laid: u8,
    /// The cells that cards were laid on, one for each of the first `laid` cards of the deck.
    cells: [Cell; DECK],
    /// The cards that have been laid, the card in hand, and the stock, its top first.
    deck: [Card; DECK],
}

impl Position {
    /// A game in which nothing has been laid, with this deck, its top first.
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

    /// A new game with a deck set up by hand, its top first.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if no round can reach the position.
    pub fn from_deck(cards: &[Card]) -> Result<Self, Error> {
        setup::deck(cards).map(Self::new)
    }

    /// How the game stands.
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The card in hand.
    #[must_use]
    pub fn card(&self) -> Option<Card> {
        (self.outcome == Outcome::Playing).then(|| self.deck[self.laid as usize])
    }

    /// The cards that lie in the stock, its top first.
    #[must_use]
    pub fn stock(&self) -> &[Card] {
        &self.deck[self.laid as usize + usize::from(self.outcome == Outcome::Playing)..]
    }

    /// The stock, to be put in another order.
    pub(super) fn stock_mut(&mut self) -> &mut [Card] {
        &mut self.deck[self.laid as usize + usize::from(self.outcome == Outcome::Playing)..]
    }

    /// Brings a card that has not been laid to where it is laid next; `false` when it has been laid.
    pub(super) fn bring_up(&mut self, card: Card) -> bool {
        let unlaid = &mut self.deck[self.laid as usize..];
        match unlaid.iter().position(|&other| other == card) {
            None => false,
            Some(place) => {
                unlaid[..=place].rotate_right(1);
                true
            }
        }
    }

    /// The cells that piles lie on, ascending.
    pub fn piles(&self) -> impl Iterator<Item = Cell> {
        Cell::of_board(self.tops.piles())
    }

    /// The cards of a pile from the bottom to the top.
    #[must_use]
    pub fn pile(&self, cell: Cell) -> impl DoubleEndedIterator<Item = Card> {
        self.laid_cards().filter(move |&(on, _)| on == cell).map(|(_, card)| card)
    }

    /// The cards that have been laid and where, in the order of play.
    pub(super) fn laid_cards(&self) -> impl DoubleEndedIterator<Item = (Cell, Card)> {
        let laid = ..usize::from(self.laid);
        self.cells[laid].iter().copied().zip(self.deck[laid].iter().copied())
    }

    /// Whether the top card of a pile lies face down.
    #[must_use]
    pub const fn is_down(&self, cell: Cell) -> bool {
        self.tops.down & cell.bit() != 0
    }

    /// How many cards lie face down.
    #[must_use]
    pub const fn count_down(&self) -> u32 {
        self.tops.down.count_ones()
    }

    /// The cells that piles lie on, as a board: one bit a cell by its id.
    #[must_use]
    pub const fn pile_board(&self) -> u64 {
        self.tops.piles()
    }

    /// The cells whose top card lies face down, as a board.
    #[must_use]
    pub const fn down_board(&self) -> u64 {
        self.tops.down
    }

    /// The top cards: 0 for an empty cell, else the rank, negative when it lies face down.
    #[must_use]
    pub fn grid(&self) -> super::Grid {
        let mut grid = [0; super::CELLS];
        for cell in self.piles() {
            let rank = self.tops.rank(cell) as i8;
            grid[cell.id() as usize] = if self.is_down(cell) { -rank } else { rank };
        }
        grid
    }

    /// The cells that the card in hand may go to (FS-03, FS-04), as a board.
    #[inline]
    #[must_use]
    pub fn legal_board(&self) -> u64 {
        if self.outcome != Outcome::Playing {
            return 0;
        }
        let full = self.height_bits[0] & self.height_bits[1];
        self.open & self.window & !full
    }

    /// Lays the next card of the deck on a cell, face up, and turns nothing.
    #[inline]
    fn lay(&mut self, rules: Rules, cell: Cell) -> Card {
        let laid = usize::from(self.laid);
        let card = self.deck[laid];
        self.cells[laid] = cell;
        self.laid += 1;
        // A pile that is there grows by one; a new one begins with the height bits 00.
        let [low, high] = self.height_bits;
        let grows = self.tops.piles() & cell.bit();
        self.height_bits = [low ^ grows, high ^ (low & grows)];
        self.tops.lay(cell, card.rank());
        let lines = Lines::of(cell);
        self.open |= cell.bit() | lines.next_to[usize::from(rules.diagonal)];
        self.window &= lines.reach;
        card
    }

    /// Looks at the end of a turn how the game stands, in the order of the rules.
    #[inline]
    fn judge(&mut self) {
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

    /// Sets up piles whose cards are the first of the deck, in the order of the cells and from the bottom to the top.
    pub(super) fn set_up(&mut self, rules: Rules, piles: &[(Cell, usize)], down: u64) {
        for &(cell, height) in piles {
            for _ in 0..height {
                self.lay(rules, cell);
            }
        }
        self.tops.down = down;
        if self.laid > 0 {
            self.judge();
        }
    }

    /// The number of lines from the lowest to the highest in use, when a cell is used too.
    fn span(&self, cell: Cell, line: impl Fn(Cell) -> i8) -> i8 {
        let lines = || self.piles().chain([cell]).map(&line);
        lines().max().zip(lines().min()).map_or(0, |(highest, lowest)| highest - lowest + 1)
    }
}

/// Without counting them all: most processors' baseline cannot.
#[inline]
const fn has_more_than_four(set: u64) -> bool {
    const fn less_one(set: u64) -> u64 {
        set & set.wrapping_sub(1)
    }
    less_one(less_one(less_one(less_one(set)))) != 0
}

impl crate::game::Position for Position {
    type Rules = Rules;
    type Knowledge = Knowledge;

    fn current_player(&self) -> Option<Seat> {
        (self.outcome == Outcome::Playing).then_some(0)
    }

    fn legal(&self, rules: &Rules, actions: &mut Vec<Action>) {
        actions.reserve(self.count_legal(rules));
        actions.extend(Cell::of_board(self.legal_board()).map(|cell| Action::from(cell.id())));
    }

    #[inline]
    fn is_legal(&self, _: &Rules, action: Action) -> bool {
        Cell::new(action).is_some_and(|cell| self.legal_board() & cell.bit() != 0)
    }

    fn payoffs(&self, rules: &Rules, payoffs: &mut [i32]) {
        self.scores(rules, payoffs);
        payoffs[0] += i32::from(self.outcome == Outcome::Won); // FS-11
    }

    fn scores(&self, _: &Rules, scores: &mut [i32]) {
        let won = self.outcome == Outcome::Won;
        scores[0] = if won { self.stock().len() as i32 } else { 0 }; // FS-09
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
    fn refusal(&self, rules: &Rules, action: Action) -> Refusal {
        let refuse = |rule, reason| Refusal { rule, reason };
        match self.outcome {
            Outcome::TooManyDown => {
                return refuse(rule!("FS-08"), "the game is over: more than four cards are face down".into());
            }
            Outcome::Won => return refuse(rule!("FS-09"), "the game is over: the player has won".into()),
            Outcome::StockEmpty => {
                return refuse(rule!("FS-10"), "the game is over: the stock is empty".into());
            }
            Outcome::Playing => {}
        }
        let Some(cell) = Cell::new(action) else {
            return refuse(rule!("FS-04"), format!("action {action} is not a cell"));
        };
        if self.laid == 0 {
            let first = Cell::FIRST;
            return refuse(rule!("FS-04"), format!("the first card must be placed on {first}, got {cell}"));
        }
        if self.tops.piles() & cell.bit() != 0 {
            return refuse(rule!("FS-04"), format!("the pile on {cell} is full: it has 4 cards"));
        }
        if self.open & cell.bit() == 0 {
            let shared = if rules.diagonal { "an edge or corner" } else { "an edge" };
            return refuse(
                rule!("FS-03"),
                format!("{cell} is not next to a pile: it must share {shared} with one"),
            );
        }
        let (rows, columns) = (self.span(cell, Cell::row), self.span(cell, Cell::column));
        let (size, shape) =
            if rows as usize > FOUR { (rows, "rows high") } else { (columns, "columns wide") };
        refuse(
            rule!("FS-04"),
            format!("a card on {cell} would make the grid {size} {shape}; at most 4 are allowed"),
        )
    }

    #[inline]
    fn play(&mut self, rules: &Rules, action: Action, _: &mut impl Chance) {
        debug_assert!(self.is_legal(rules, action), "action {action} is not legal");
        let Some(cell) = Cell::new(action) else { return };
        let card = self.lay(*rules, cell);
        self.tops.down ^= self.tops.turned(cell, card.rank());
        self.judge();
    }
}

impl Position {
    /// What matters of a position; the rest follows from it. In which order the laid cards were drawn does not.
    ///
    /// By card, where it lies: four times the cell's id plus the number of cards beneath it. Then what has not been
    /// laid, in its order, at the end of its array. Then which top cards lie face down.
    fn identity(&self) -> ([u8; DECK], [u8; DECK], u64) {
        /// Fills the entries of `places` for cards not laid, and of `unlaid` for cards laid.
        const ABSENT: u8 = u8::MAX;
        let mut places = [ABSENT; DECK];
        let mut heights = [0; super::CELLS];
        for (cell, card) in self.laid_cards() {
            let height = &mut heights[cell.id() as usize];
            places[card.index()] = cell.id() * FOUR as u8 + *height;
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
