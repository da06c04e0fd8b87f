//! What the player knows: all but the order of the stock.

use super::setup::{self, Known};
use super::{Card, Cell, FourSquare, Outcome, Position, Rules};
use crate::game::{Position as _, Rules as _};
use crate::text::{quoted, trimmed};
use crate::{Action, Chance, Error, Seat, State, Stream};

/// What the player knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    rules: Rules,
    /// Its stock stands in ascending order, whatever the order of the real one.
    position: Position,
}

impl View {
    fn new(rules: Rules, mut position: Position) -> Self {
        position.stock_mut().sort_unstable();
        Self { rules, position }
    }
}

impl crate::View<FourSquare> for View {
    type Witness = Witness;

    fn of(state: &State<FourSquare>, _: Seat) -> Self {
        Self::new(*state.rules(), *state.position())
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn seat(&self) -> Seat {
        0
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn sample(&self, chance: &mut impl Chance) -> Position {
        let mut position = self.position;
        chance.shuffle(position.stock_mut());
        position
    }

    fn to_text(&self) -> String {
        setup::write(self.rules, &self.position, Known::WhatIsSeen)
    }

    fn from_text(text: &str, seat: Seat) -> Result<Self, Error> {
        let (rules, position) = setup::read(text, Known::WhatIsSeen)?;
        rules.check_seat(seat)?;
        Ok(Self { rules, position })
    }

    fn witness(rules: &Rules, seat: Seat) -> Result<Witness, Error> {
        rules.check_seat(seat)?;
        Ok(Witness { rules: *rules, position: Position::new(Card::ALL), in_hand: false, events: 0 })
    }

    fn deal_events(_: &Rules, dealt: &Position, _: Seat, events: &mut Vec<String>) {
        events.extend(dealt.card().map(|card| format!("card {card}")));
    }

    fn action_events(
        rules: &Rules,
        _: &Position,
        action: Action,
        after: &Position,
        seat: Seat,
        events: &mut Vec<String>,
    ) {
        events.extend(rules.to_move(action).map(|cell| format!("place {cell}")));
        Self::deal_events(rules, after, seat, events);
    }
}

/// One thing that the player witnesses.
enum Event<'a> {
    Position(&'a str),
    Card(Card),
    Place(Cell),
}

impl<'a> Event<'a> {
    fn read(text: &'a str, is_first: bool) -> Result<Self, String> {
        let (word, rest) = text.split_once(' ').unwrap_or_default();
        let rest = trimmed(rest);
        match (word, Card::parse(rest), Cell::read(rest)) {
            ("position", ..) if is_first => Some(Self::Position(rest)),
            ("card", Some(card), _) => Some(Self::Card(card)),
            ("place", _, Some(cell)) => Some(Self::Place(cell)),
            _ => None,
        }
        .ok_or_else(|| {
            let text = quoted(text);
            format!(
                "{text} is no event: expected \"card 7S\", \"place 0,1\" or, at the beginning, \"position ...\""
            )
        })
    }
}

/// Somebody who watches a game. What has not been seen yet stands in ascending order.
#[derive(Debug)]
pub struct Witness {
    rules: Rules,
    position: Position,
    /// Whether the card that is next in the position's deck has been seen.
    in_hand: bool,
    /// How many events have been taken in.
    events: usize,
}

impl crate::Witness for Witness {
    type View = View;

    fn see(&mut self, event: &str) -> Result<(), Error> {
        match Event::read(event, self.events == 0) {
            Ok(Event::Position(text)) => self.begin(text),
            Ok(Event::Card(card)) => self.draw(card),
            Ok(Event::Place(cell)) => self.place(cell),
            Err(reason) => Err(reason),
        }
        .map_err(|reason| Error::InvalidRecord(format!("event {}: {reason}", self.events)))?;
        self.events += 1;
        Ok(())
    }

    fn finish(self) -> Result<View, Error> {
        if !self.in_hand && !self.is_over() {
            let missing = "the events end too early: the next card is not drawn";
            return Err(Error::InvalidRecord(missing.into()));
        }
        Ok(View::new(self.rules, self.position))
    }
}

impl Witness {
    fn is_over(&self) -> bool {
        self.position.outcome() != Outcome::Playing
    }

    fn begin(&mut self, text: &str) -> Result<(), String> {
        let (rules, position) = setup::read(text, Known::WhatIsSeen).map_err(|error| error.to_string())?;
        if rules != self.rules {
            return Err("the rules of the position are not those given".into());
        }
        self.in_hand = position.card().is_some();
        self.position = position;
        Ok(())
    }

    fn draw(&mut self, card: Card) -> Result<(), String> {
        self.check_going_on()?;
        if self.in_hand {
            return Err("a card is already in hand".into());
        }
        if !self.position.bring_up(card) {
            return Err(format!("{card} has been seen before"));
        }
        self.in_hand = true;
        Ok(())
    }

    fn place(&mut self, cell: Cell) -> Result<(), String> {
        self.check_going_on()?;
        if !self.in_hand {
            return Err("there is no card in hand".into());
        }
        let action = self.rules.action(cell);
        if !self.position.is_legal(&self.rules, action) {
            return Err(self.position.refusal(&self.rules, action).to_string());
        }
        self.position.play(&self.rules, action, &mut Stream::without_seed());
        self.in_hand = false;
        Ok(())
    }

    fn check_going_on(&self) -> Result<(), String> {
        if self.is_over() { Err("the game is over".into()) } else { Ok(()) }
    }
}
