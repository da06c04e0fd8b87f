//! What all at the table know of hidden cards: kept beside a position.

use super::cards::{Card, Cards};
use super::moves::Move;
use super::position::Position;
use super::rules::{Rules, SEATS};
use crate::Action;
use crate::game::{Memory, Rules as _};

/// What all know of hidden cards (RM-07, RM-19).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Known {
    taken: [Cards; SEATS],
    /// In the order of their lowest cards.
    earlier: Vec<Earlier>,
}

/// An earlier stock: those of its cards that are still hidden, all of them in hands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Earlier {
    pub(super) cards: Cards,
    pub(super) held: [u8; SEATS],
}

impl Earlier {
    /// The cards.
    pub const fn cards(&self) -> Cards {
        self.cards
    }

    /// How many of them each seat holds.
    pub fn held(&self, rules: Rules) -> &[u8] {
        &self.held[..rules.players()]
    }
}

impl Known {
    pub(super) fn new(taken: [Cards; SEATS], earlier: Vec<Earlier>) -> Self {
        let mut known = Self { taken, earlier };
        known.tidy();
        known
    }

    /// Forgets the stocks that have no hidden cards any more, and puts the others in order.
    fn tidy(&mut self) {
        self.earlier.retain(|stock| !stock.cards.is_empty());
        self.earlier.sort_by_key(|stock| stock.cards.first());
    }

    /// The cards of a seat's hand that it has taken from the discard pile.
    pub const fn taken(&self, seat: u8) -> Cards {
        self.taken[seat as usize]
    }

    /// The earlier stocks of which there are still hidden cards.
    pub fn earlier(&self) -> &[Earlier] {
        &self.earlier
    }

    /// All cards that have been taken and are still in hands.
    pub(super) fn all_taken(&self) -> Cards {
        self.taken.iter().fold(Cards::NONE, |all, &cards| all.and(cards))
    }

    /// All hidden cards of earlier stocks.
    pub(super) fn all_earlier(&self) -> Cards {
        self.earlier.iter().fold(Cards::NONE, |all, stock| all.and(stock.cards))
    }

    /// The cards that can be in the present stock, or were when it was made, and that nobody has been seen to hold: those
    /// of the own hand among them.
    pub(super) fn present(&self, position: &Position) -> Cards {
        self.present_beside(position.open_cards())
    }

    /// The same, by the cards that all can see.
    #[inline]
    pub(super) fn present_beside(&self, open: Cards) -> Cards {
        Cards::ALL.without(open.and(self.all_taken()).and(self.all_earlier()))
    }

    /// How many cards of the present stock a seat holds.
    pub(super) fn held_of_present(&self, position: &Position, seat: u8) -> u8 {
        let place = usize::from(seat);
        let earlier: u8 = self.earlier.iter().map(|stock| stock.held[place]).sum();
        position.size(seat) - self.taken[place].len() - earlier
    }

    /// The first of some cards that a seat cannot hold, as far as all know.
    pub(super) fn cannot_hold(
        &self,
        position: &Position,
        seat: u8,
        mut cards: impl Iterator<Item = Card>,
    ) -> Option<Card> {
        let place = usize::from(seat);
        let mut left: Vec<u8> = self.earlier.iter().map(|stock| stock.held[place]).collect();
        let mut of_present = self.held_of_present(position, seat);
        cards.find(|&card| {
            if self.taken[place].has(card) {
                return false;
            }
            let stock = self.earlier.iter().position(|stock| stock.cards.has(card));
            let left = stock.map_or(&mut of_present, |stock| &mut left[stock]);
            let none = *left == 0;
            *left = left.saturating_sub(1);
            none
        })
    }

    /// Whether a seat can have this hand, as far as all know.
    pub(super) fn agrees(&self, seat: u8, hand: Cards) -> bool {
        let place = usize::from(seat);
        let others_took = self
            .taken
            .iter()
            .enumerate()
            .any(|(other, &cards)| other != place && !cards.among(hand).is_empty());
        let held = |stock: &Earlier| stock.cards.among(hand).len() == stock.held[place];
        !others_took && hand.has_all(self.taken[place]) && self.earlier.iter().all(held)
    }

    /// RM-07: the hidden cards are all in hands when the stock is empty, and those that are shuffled are others.
    fn close_stock(&mut self, position: &Position, rules: Rules) {
        let cards = self.present(position);
        if !cards.is_empty() {
            let mut held = [0; SEATS];
            for (seat, held) in (0..rules.seats()).zip(&mut held) {
                *held = self.held_of_present(position, seat);
            }
            self.earlier.push(Earlier { cards, held });
            self.tidy();
        }
    }

    /// A seat has played a card for all to see.
    fn show(&mut self, seat: u8, card: Card) {
        let place = usize::from(seat);
        if self.taken[place].has(card) {
            self.taken[place] = self.taken[place].without(card.alone());
        } else if let Some(stock) = self.earlier.iter_mut().find(|stock| stock.cards.has(card)) {
            stock.cards = stock.cards.without(card.alone());
            stock.held[place] -= 1;
        }
    }
}

impl Memory<Position> for Known {
    fn see(&mut self, rules: &Rules, before: &Position, action: Action) {
        let seat = before.turn();
        match rules.to_move(action) {
            Some(Move::Draw) if before.stock_size() == 0 => self.close_stock(before, *rules),
            Some(Move::Take) => {
                let top: Cards = before.discards().next_back().into_iter().collect();
                self.taken[usize::from(seat)] = self.taken(seat).and(top);
            }
            Some(chosen) => {
                chosen.cards().into_iter().for_each(|card| self.show(seat, card));
                self.tidy();
            }
            None => {}
        }
    }
}
