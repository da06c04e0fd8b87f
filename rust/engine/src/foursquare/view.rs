//! What the player knows: all but the order of the stock.

use super::setup::{self, Known};
use super::{Card, Cell, FourSquare, Outcome, Position, Rules};
use crate::game::{Position as _, Round as _, Rules as _};
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

    /// What is known: all but the order of the stock, which stands in ascending order here.
    pub const fn position(&self) -> &Position {
        &self.position
    }
}

impl crate::Round for View {
    type Rules = Rules;

    fn current_player(&self) -> Option<Seat> {
        self.position.current_player()
    }

    fn legal(&self, rules: &Rules, actions: &mut Vec<Action>) {
        self.position.legal(rules, actions);
    }

    fn is_legal(&self, rules: &Rules, action: Action) -> bool {
        self.position.is_legal(rules, action)
    }

    fn payoffs(&self, rules: &Rules, payoffs: &mut [i32]) {
        self.position.payoffs(rules, payoffs);
    }

    fn scores(&self, rules: &Rules, scores: &mut [i32]) {
        self.position.scores(rules, scores);
    }

    fn draw(&self, rules: &Rules) -> String {
        self.position.draw(rules)
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

    fn memory(&self) -> &() {
        &()
    }

    fn sample(&self, mut chance: Stream) -> Result<State<FourSquare>, Error> {
        let mut position = self.position;
        chance.shuffle(position.stock_mut());
        Ok(State::from_position(self.rules, position, chance))
    }

    fn to_text(&self) -> String {
        setup::write(self.rules, &self.position, Known::WhatIsSeen)
    }

    fn from_text(text: &str) -> Result<Self, Error> {
        let (rules, position) = setup::read(text, Known::WhatIsSeen)?;
        Ok(Self { rules, position })
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

/// Somebody who watches a game. What has not been seen yet stands in ascending order.
#[derive(Clone, Debug)]
pub struct Witness {
    rules: Rules,
    position: Position,
    /// Whether the card that is next in the position's deck has been seen.
    in_hand: bool,
}

impl crate::Witness for Witness {
    type Rules = Rules;
    type View = View;

    fn new(rules: &Rules, _: Seat) -> Self {
        Self { rules: *rules, position: Position::new(Card::ALL), in_hand: false }
    }

    fn resume(view: View) -> Self {
        Self { rules: view.rules, in_hand: view.position.card().is_some(), position: view.position }
    }

    fn see(&mut self, event: &str) -> Result<Option<(Seat, Action)>, String> {
        let (word, rest) = event.split_once(' ').unwrap_or_default();
        let rest = trimmed(rest);
        match (word, Card::parse(rest), Cell::read(rest)) {
            ("card", Some(card), _) => self.draw(card).map(|()| None),
            ("place", _, Some(cell)) => self.place(cell).map(Some),
            _ => {
                let event = quoted(event);
                Err(format!(
                    "{event} is no event: expected \"card 7S\", \"place 0,1\" or, at the beginning, \"position ...\""
                ))
            }
        }
    }

    fn view(self) -> Result<View, String> {
        if !self.in_hand && !self.is_over() {
            return Err("the next card is not drawn".into());
        }
        Ok(View::new(self.rules, self.position))
    }
}

impl Witness {
    fn is_over(&self) -> bool {
        self.position.outcome() != Outcome::Playing
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

    fn place(&mut self, cell: Cell) -> Result<(Seat, Action), String> {
        self.check_going_on()?;
        if !self.in_hand {
            return Err("there is no card in hand".into());
        }
        let action = Action::from(cell.id());
        if !self.position.is_legal(&self.rules, action) {
            return Err(self.position.refusal(&self.rules, action).to_string());
        }
        self.position.play(&self.rules, action, &mut Stream::without_seed());
        self.in_hand = false;
        Ok((0, action))
    }

    fn check_going_on(&self) -> Result<(), String> {
        if self.is_over() { Err("the game is over".into()) } else { Ok(()) }
    }
}
