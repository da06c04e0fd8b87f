//! What the player knows: everything except the order of the stock.

use super::{Card, Cell, Event, Outcome, Position, Rules};
use crate::error::Error;
use crate::game::{self, EventError, Position as _};
use crate::ids::{Action, Seat};
use crate::random::{Chance, Stream};

/// Nothing: the position already has everything the player can know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Knowledge;

impl game::Knowledge<Position> for Knowledge {
    /// Sorts the stock, whatever its real order is.
    fn hide(_: &Rules, position: &mut Position, _: Seat) {
        position.stock_mut().sort_unstable();
    }

    fn sample(&self, _: &Rules, seen: &Position, _: Seat, chance: &mut Stream) -> Result<Position, Error> {
        let mut position = *seen;
        chance.shuffle(position.stock_mut());
        Ok(position)
    }
}

/// What the player has seen so far. Unseen cards are in ascending order.
#[derive(Clone, Debug)]
pub struct Tracker {
    rules: Rules,
    position: Position,
    /// Whether the next card of the deck has been seen.
    in_hand: bool,
}

impl game::Tracker<Position> for Tracker {
    type Event = Event;

    fn new(rules: &Rules, _: Seat) -> Self {
        Self { rules: *rules, position: Position::new(Card::ALL), in_hand: false }
    }

    fn resume(rules: &Rules, _: Seat, position: Position, _: Knowledge) -> Self {
        Self { rules: *rules, in_hand: position.card().is_some(), position }
    }

    fn apply(&mut self, event: Event) -> Result<Option<(Seat, Action)>, EventError> {
        if self.is_over() {
            return Err("the game is over".into());
        }
        match event {
            Event::Card(card) => self.draw(card).map(|()| None),
            Event::Place(cell) => self.place(cell).map(Some),
        }
    }

    fn finish(mut self) -> Result<(Position, Knowledge), String> {
        if !self.is_complete() {
            return Err("expected the next card".into());
        }
        self.position.stock_mut().sort_unstable();
        Ok((self.position, Knowledge))
    }

    fn is_complete(&self) -> bool {
        self.in_hand || self.is_over()
    }
}

impl Tracker {
    fn is_over(&self) -> bool {
        self.position.outcome() != Outcome::Playing
    }

    fn draw(&mut self, card: Card) -> Result<(), EventError> {
        if self.in_hand {
            return Err("a card is already in hand".into());
        }
        if !self.position.make_next(card) {
            return Err(format!("{card} has been seen before").into());
        }
        self.in_hand = true;
        Ok(())
    }

    fn place(&mut self, cell: Cell) -> Result<(Seat, Action), EventError> {
        if !self.in_hand {
            return Err("there is no card in hand".into());
        }
        if !self.position.allows(&self.rules, cell) {
            return Err(self.position.refusal(&self.rules, cell).to_string().into());
        }
        self.position.play_move(&self.rules, cell, &mut Stream::without_seed());
        self.in_hand = false;
        Ok((0, cell.id().into()))
    }
}
