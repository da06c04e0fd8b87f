//! Positions, views and events as text.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use super::knowledge::Tracker;
use super::moves::not_a_cell;
use super::position::LIMIT;
use super::setup::{Scope, Setup};
use super::{Card, Cell, Knowledge, Position, Rules, render};
use crate::error::Error;
use crate::game::{self, Notation};
use crate::ids::Seat;
use crate::text::fields::Line;
use crate::text::{joined, quoted, tokens, trimmed};

/// The maximum length of a text; written texts have less than half of it.
const MAX_TEXT_CHARS: usize = 1000;

/// Something that the player is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The player draws this card.
    Card(Card),
    /// The player places it on this cell.
    Place(Cell),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(card) => write!(f, "card {card}"),
            Self::Place(cell) => write!(f, "place {cell}"),
        }
    }
}

impl game::Event<Position> for Event {
    fn parse(_: &Rules, text: &str) -> Result<Self, String> {
        let (word, rest) = text.split_once(' ').unwrap_or_default();
        let rest = trimmed(rest);
        match (word, Card::parse(rest), Cell::read(rest)) {
            ("card", Some(card), _) => Ok(Self::Card(card)),
            ("place", _, Some(cell)) => Ok(Self::Place(cell)),
            _ => Err(format!(
                "unknown event {}; expected e.g. \"card 7S\", \"place 0,1\" or, as the first one, \"position ...\"",
                quoted(text)
            )),
        }
    }

    fn of_deal(_: &Rules, dealt: &Position, _: Seat, events: &mut Vec<Self>) {
        events.extend(dealt.card().map(Self::Card));
    }

    fn of_move(
        rules: &Rules,
        _: &Position,
        cell: Cell,
        after: &Position,
        seat: Seat,
        events: &mut Vec<Self>,
    ) {
        events.push(Self::Place(cell));
        Self::of_deal(rules, after, seat, events);
    }
}

impl Notation for Position {
    type Tracker = Tracker;

    fn write(&self, rules: &Rules, _: &Knowledge, seat: Option<Seat>) -> String {
        let scope = if seat.is_some() { Scope::View } else { Scope::State };
        write(*rules, self, scope)
    }

    fn read(text: &str) -> Result<(Rules, Self, Knowledge), Error> {
        let setup = Setup::parse(text)?;
        Ok((setup.rules, setup.check(Scope::State)?, Knowledge))
    }

    fn read_view(text: &str) -> Result<(Rules, Seat, Self, Knowledge), Error> {
        let setup = Setup::parse(text)?;
        Ok((setup.rules, 0, setup.check(Scope::View)?, Knowledge))
    }

    fn render(&self, rules: &Rules, _: Option<(Seat, &Knowledge)>) -> String {
        render::render(*rules, self)
    }
}

/// Writes the position in one line.
fn write(rules: Rules, position: &Position, scope: Scope) -> String {
    let mut line = Line::new(rules);
    for cell in position.piles() {
        line.field(format_args!("{cell}: {}", write_pile(position, cell)));
    }
    if let Some(card) = position.card() {
        line.field(format_args!("card {card}"));
    }
    if scope == Scope::State {
        let separator = if position.stock().is_empty() { "" } else { " " };
        line.field(format_args!("stock{separator}{}", joined(position.stock())));
    }
    line.finish()
}

fn write_pile(position: &Position, cell: Cell) -> String {
    let top = position.pile(cell).next_back();
    let is_down = position.is_down(cell);
    let mut text = String::new();
    for card in position.pile(cell) {
        let (open, close) = if is_down && Some(card) == top { ("(", ")") } else { ("", "") };
        let separator = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{separator}{open}{card}{close}"); // always succeeds
    }
    text
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.diagonal { "foursquare diagonal" } else { "foursquare" })
    }
}

impl FromStr for Rules {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match tokens(text).collect::<Vec<_>>()[..] {
            ["foursquare"] => Ok(Self { diagonal: false }),
            ["foursquare", "diagonal"] => Ok(Self { diagonal: true }),
            _ => Err(Error::InvalidRules(format!(
                "a FourSquare position must start with \"foursquare\" or \"foursquare diagonal\", got {}",
                quoted(text)
            ))),
        }
    }
}

impl Setup {
    fn parse(text: &str) -> Result<Self, Error> {
        let length = text.chars().count();
        if length > MAX_TEXT_CHARS {
            return Err(Error::invalid_state(format!(
                "a position must have at most {MAX_TEXT_CHARS} characters, got {length}"
            )));
        }
        let mut fields = text.split(';').map(trimmed);
        let head = fields.next().unwrap_or_default();
        let rules = head.parse().map_err(|error: Error| Error::invalid_state(error.to_string()))?;
        let mut setup = Self { rules, piles: Vec::new(), down: 0, card: None, stock: None };
        for field in fields {
            setup.parse_field(field)?;
        }
        setup.piles.sort_by_key(|&(cell, _)| cell);
        Ok(setup)
    }

    fn parse_field(&mut self, field: &str) -> Result<(), Error> {
        if let Some((cell, cards)) = field.split_once(':') {
            return self.parse_pile(cell, cards);
        }
        let mut words = tokens(field);
        match words.next() {
            Some("card") => {
                let words: Vec<&str> = words.collect();
                if self.card.is_some() {
                    return Err(Error::invalid_state("duplicate field \"card\""));
                }
                let [card] = words[..] else {
                    return Err(Error::invalid_state(format!(
                        "field \"card\" must have 1 card, got {}",
                        words.len()
                    )));
                };
                self.card = Some(Card::read(card)?);
            }
            Some("stock") => {
                if self.stock.is_some() {
                    return Err(Error::invalid_state("duplicate field \"stock\""));
                }
                self.stock = Some(words.map(Card::read).collect::<Result<_, _>>()?);
            }
            _ => {
                let field = quoted(field);
                return Err(Error::invalid_state(format!(
                    "unknown field {field}; expected e.g. a pile \"0,1: 5S (9D)\", \
                     \"card 7C\" or \"stock AS 2H\""
                )));
            }
        }
        Ok(())
    }

    fn parse_pile(&mut self, cell: &str, cards: &str) -> Result<(), Error> {
        let cell = trimmed(cell);
        let cell = Cell::read(cell).ok_or_else(|| Error::invalid_state(not_a_cell(cell)))?;
        if self.piles.iter().any(|&(other, _)| other == cell) {
            return Err(Error::invalid_state(format!("duplicate pile on {cell}")));
        }
        let mut pile = Vec::new();
        let mut cards = tokens(cards).peekable();
        while let Some(token) = cards.next() {
            let down = token.strip_prefix('(').and_then(|token| token.strip_suffix(')'));
            if down.is_some() {
                if cards.peek().is_some() {
                    return Err(Error::invalid_state("only the top card of a pile can be face down [FS-07]"));
                }
                self.down |= cell.bit();
            }
            pile.push(Card::read(down.unwrap_or(token))?);
        }
        match pile.len() {
            0 => Err(Error::invalid_state(format!("the pile on {cell} has no cards"))),
            1..=LIMIT => {
                self.piles.push((cell, pile));
                Ok(())
            }
            height => Err(Error::invalid_state(format!(
                "the pile on {cell} has {height} cards; at most 4 are allowed [FS-04]"
            ))),
        }
    }
}
