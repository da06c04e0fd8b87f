//! The parts of a position set up by hand, and the checks that turn them into a position.

use super::position::{LIMIT, Outcome};
use super::{Card, Cell, DECK, Position, Rules};
use crate::error::Error;
use crate::words::Sentence;

/// The kind of text that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// A state, with the stock in order.
    State,
    /// A view, without the stock.
    View,
}

/// The parts of a position, before they are checked.
#[derive(Debug)]
pub(super) struct Setup {
    pub(super) rules: Rules,
    /// Cards from the bottom to the top.
    pub(super) piles: Vec<(Cell, Vec<Card>)>,
    pub(super) down: u64,
    pub(super) card: Option<Card>,
    pub(super) stock: Option<Vec<Card>>,
}

/// Checks the deck of a new round.
pub(super) fn deck(cards: &[Card]) -> Result<[Card; DECK], Error> {
    let deck = cards.try_into().map_err(|_| match cards.len() {
        count @ ..DECK => Error::invalid_state(format!("a deal must have {DECK} cards, got {count}")),
        _ => Error::invalid_state(format!("a deal must have {DECK} cards, got more")),
    })?;
    Seen::default().add_all(cards)?;
    Ok(deck)
}

impl Setup {
    /// Checks the parts. A view's stock is sorted.
    pub(super) fn check(self, scope: Scope) -> Result<Position, Error> {
        match (scope, &self.stock) {
            (Scope::View, Some(_)) => {
                return Err(Error::invalid_state("field \"stock\" is not allowed in a view"));
            }
            (Scope::State, None) => return Err(Error::invalid_state("missing field \"stock\"")),
            _ => {}
        }
        let deck = self.deck(scope)?;
        self.check_grid()?;
        let mut position = Position::new(deck);
        let heights: Vec<(Cell, usize)> = self.piles.iter().map(|(cell, pile)| (*cell, pile.len())).collect();
        position.set_up(self.rules, &heights, self.down);
        let over = position.outcome() != Outcome::Playing;
        match (over, self.card) {
            (true, Some(_)) => Err(Error::invalid_state("there is a card in hand, but the game is over")),
            (false, None) => Err(Error::invalid_state("there is no card in hand, but the game is not over")),
            _ => Ok(position),
        }
    }

    /// All forty cards: the piles, the card in hand, then the stock.
    fn deck(&self, scope: Scope) -> Result<[Card; DECK], Error> {
        let mut seen = Seen::default();
        for (_, pile) in &self.piles {
            seen.add_all(pile)?;
        }
        seen.add_all(self.card.as_slice())?;
        seen.add_all(self.stock.as_deref().unwrap_or_default())?;
        let unseen: Vec<Card> = Card::ALL.into_iter().filter(|&card| !seen.has(card)).collect();
        let present = DECK - unseen.len();
        if let (Scope::State, Some(first)) = (scope, unseen.first()) {
            return Err(Error::invalid_state(format!(
                "the position has {present} of the {DECK} cards: {first} is missing"
            )));
        }
        let mut deck = Card::ALL;
        let cards = seen.cards.into_iter().chain(unseen);
        deck.iter_mut().zip(cards).for_each(|(place, card)| *place = card);
        Ok(deck)
    }

    fn check_grid(&self) -> Result<(), Error> {
        let cells = || self.piles.iter().map(|&(cell, _)| cell);
        if self.piles.is_empty() {
            return Ok(());
        }
        let first = Cell::FIRST;
        if !cells().any(|cell| cell == first) {
            return Err(Error::invalid_state(format!(
                "missing pile on {first}, the cell of the first card [FS-04]"
            )));
        }
        let span = |line: fn(Cell) -> i8| {
            let lines = || cells().map(line);
            lines().max().zip(lines().min()).map_or(0, |(highest, lowest)| (highest - lowest + 1) as usize)
        };
        for (span, lines) in [(span(Cell::row), "rows"), (span(Cell::column), "columns")] {
            if span > LIMIT {
                return Err(Error::invalid_state(format!(
                    "the piles span {span} {lines}; at most 4 are allowed [FS-04]"
                )));
            }
        }
        let all = cells().fold(0, |board, cell| board | cell.bit());
        let connected = self.rules.connected(all);
        match Cell::of_board(all & !connected).next() {
            None => Ok(()),
            Some(cell) => {
                Err(Error::invalid_state(format!("the pile on {cell} is not connected to {first} [FS-03]")))
            }
        }
    }
}

impl Rules {
    /// The piles that are connected with the first card (FS-03).
    fn connected(self, piles: u64) -> u64 {
        let mut connected = Cell::FIRST.bit();
        loop {
            let next_to = |cell| super::lines::Lines::of(cell).next_to[usize::from(self.diagonal)];
            let grown =
                Cell::of_board(connected).fold(connected, |board, cell| board | next_to(cell)) & piles;
            if grown == connected {
                return connected;
            }
            connected = grown;
        }
    }
}

/// The cards found so far, in order, each once.
#[derive(Debug, Default)]
struct Seen {
    cards: Vec<Card>,
    set: u64,
}

impl Seen {
    fn has(&self, card: Card) -> bool {
        self.set >> card.index() & 1 == 1
    }

    fn add_all(&mut self, cards: &[Card]) -> Result<(), Error> {
        for &card in cards {
            if self.has(card) {
                return Err(Error::invalid_state(Sentence::new("common.duplicate_card").with("card", card)));
            }
            self.set |= 1 << card.index();
            self.cards.push(card);
        }
        Ok(())
    }
}
