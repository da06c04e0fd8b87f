//! Positions set up by hand: their text, read into raw parts, checked once, and from then on relied upon.

use super::position::{FOUR, Outcome};
use super::{Card, Cell, DECK, NO_CELL, Position, Rules};
use crate::Error;
use crate::bytes::wrong;
use crate::text::{quoted, tokens, trimmed};

/// The most characters that a text may have; the longest that is written has less than half of them.
const LONGEST_TEXT: usize = 1000;

/// Whose text it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// A state's: with the stock in its order.
    Everything,
    /// A view's: without the stock.
    WhatIsSeen,
}

/// A text taken apart; nothing fits together yet.
#[derive(Debug)]
struct Setup {
    rules: Rules,
    /// Cards from the bottom to the top.
    piles: Vec<(Cell, Vec<Card>)>,
    down: u64,
    card: Option<Card>,
    stock: Option<Vec<Card>>,
}

/// The position in one line.
pub(super) fn write(rules: Rules, position: &Position, known: Known) -> String {
    let mut fields = vec![String::from(if rules.diagonal { "foursquare diagonal" } else { "foursquare" })];
    fields.extend(position.piles().map(|cell| write_pile(position, cell)));
    fields.extend(position.card().map(|card| format!("card {card}")));
    if known == Known::Everything {
        let words = std::iter::once("stock".into()).chain(position.stock().iter().map(Card::to_string));
        fields.push(words.collect::<Vec<_>>().join(" "));
    }
    fields.join("; ")
}

fn write_pile(position: &Position, cell: Cell) -> String {
    let top = position.pile(cell).next_back();
    let cards = position.pile(cell).map(|card| {
        let down = position.is_down(cell) && Some(card) == top;
        if down { format!("({card})") } else { card.to_string() }
    });
    format!("{cell}: {}", cards.collect::<Vec<_>>().join(" "))
}

/// Reads and checks a position. What lies in a view's stock comes in ascending order.
pub(super) fn read(text: &str, known: Known) -> Result<(Rules, Position), Error> {
    let setup = Setup::parse(text)?;
    let rules = setup.rules;
    Ok((rules, setup.check(known)?))
}

/// Checks a deck for a new game.
pub(super) fn deck(cards: &[Card]) -> Result<[Card; DECK], Error> {
    let deck = cards.try_into().map_err(|_| match cards.len() {
        count @ ..DECK => wrong(format!("a deal has {DECK} cards, this one has {count}")),
        _ => wrong(format!("a deal has {DECK} cards, this one has more")),
    })?;
    Seen::default().add_all(cards)?;
    Ok(deck)
}

impl Setup {
    fn parse(text: &str) -> Result<Self, Error> {
        let length = text.chars().count();
        if length > LONGEST_TEXT {
            return Err(wrong(format!(
                "a position's text has at most {LONGEST_TEXT} characters, this one has {length}"
            )));
        }
        let mut fields = text.split(';').map(trimmed);
        let head = fields.next().unwrap_or_default();
        let diagonal = match tokens(head).collect::<Vec<_>>()[..] {
            ["foursquare"] => false,
            ["foursquare", "diagonal"] => true,
            _ => {
                let head = quoted(head);
                return Err(wrong(format!(
                    "a FourSquare position begins with \"foursquare\" or \"foursquare diagonal\", not with {head}"
                )));
            }
        };
        let mut setup =
            Self { rules: Rules { diagonal }, piles: Vec::new(), down: 0, card: None, stock: None };
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
                    return Err(wrong("\"card\" stands twice"));
                }
                let [card] = words[..] else {
                    return Err(wrong(format!("\"card\" names one card, not {}", words.len())));
                };
                self.card = Some(Card::read(card)?);
            }
            Some("stock") => {
                if self.stock.is_some() {
                    return Err(wrong("\"stock\" stands twice"));
                }
                self.stock = Some(words.map(Card::read).collect::<Result<_, _>>()?);
            }
            _ => {
                let field = quoted(field);
                return Err(wrong(format!(
                    "{field} is no part of a position: expected a pile such as \"0,1: 5S (9D)\", \
                     \"card 7C\" or \"stock AS 2H\""
                )));
            }
        }
        Ok(())
    }

    fn parse_pile(&mut self, cell: &str, cards: &str) -> Result<(), Error> {
        let cell = trimmed(cell);
        let cell = Cell::read(cell).ok_or_else(|| wrong(format!("{} {NO_CELL}", quoted(cell))))?;
        if self.piles.iter().any(|&(other, _)| other == cell) {
            return Err(wrong(format!("two piles on {cell}")));
        }
        let mut pile = Vec::new();
        let mut cards = tokens(cards).peekable();
        while let Some(token) = cards.next() {
            let down = token.strip_prefix('(').and_then(|token| token.strip_suffix(')'));
            if down.is_some() {
                if cards.peek().is_some() {
                    return Err(wrong("only the top card of a pile can lie face down [FS-07]"));
                }
                self.down |= cell.bit();
            }
            pile.push(Card::read(down.unwrap_or(token))?);
        }
        match pile.len() {
            0 => Err(wrong(format!("the pile on {cell} has no cards"))),
            1..=FOUR => {
                self.piles.push((cell, pile));
                Ok(())
            }
            height => Err(wrong(format!(
                "the pile on {cell} has {height} cards; a pile holds at most four [FS-04]"
            ))),
        }
    }

    fn check(self, known: Known) -> Result<Position, Error> {
        match (known, &self.stock) {
            (Known::WhatIsSeen, Some(_)) => return Err(wrong("a view's text has no stock")),
            (Known::Everything, None) => return Err(wrong("a state's text has a stock")),
            _ => {}
        }
        let deck = self.deck(known)?;
        self.check_grid()?;
        let mut position = Position::new(deck);
        let heights: Vec<(Cell, usize)> = self.piles.iter().map(|(cell, pile)| (*cell, pile.len())).collect();
        position.set_up(self.rules, &heights, self.down);
        let over = position.outcome() != Outcome::Playing;
        match (over, self.card) {
            (true, Some(_)) => Err(wrong("there is a card in hand, but the game is over")),
            (false, None) => Err(wrong("there is no card in hand, but the game is not over")),
            _ => Ok(position),
        }
    }

    /// All forty cards: those of the piles, the card in hand, the stock.
    fn deck(&self, known: Known) -> Result<[Card; DECK], Error> {
        let mut seen = Seen::default();
        for (_, pile) in &self.piles {
            seen.add_all(pile)?;
        }
        seen.add_all(self.card.as_slice())?;
        seen.add_all(self.stock.as_deref().unwrap_or_default())?;
        let unseen: Vec<Card> = Card::ALL.into_iter().filter(|&card| !seen.has(card)).collect();
        let present = DECK - unseen.len();
        if let (Known::Everything, Some(first)) = (known, unseen.first()) {
            return Err(wrong(format!(
                "{present} of the {DECK} cards stand in the position; {first} is missing"
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
            return Err(wrong(format!("no pile on {first}, where the first card lies [FS-04]")));
        }
        let span = |line: fn(Cell) -> i8| {
            let lines = || cells().map(line);
            lines().max().zip(lines().min()).map_or(0, |(highest, lowest)| (highest - lowest + 1) as usize)
        };
        for (span, lines) in [(span(Cell::row), "rows"), (span(Cell::column), "columns")] {
            if span > FOUR {
                return Err(wrong(format!("the piles span {span} {lines}; four is the most [FS-04]")));
            }
        }
        let all = cells().fold(0, |board, cell| board | cell.bit());
        let connected = self.rules.connected(all);
        match Cell::of_board(all & !connected).next() {
            None => Ok(()),
            Some(cell) => Err(wrong(format!("the pile on {cell} is not connected with {first} [FS-03]"))),
        }
    }
}

impl Rules {
    /// The piles of a board that can be reached from the first card (FS-03).
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

/// Cards in the order in which they were found, each once.
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
                return Err(wrong(format!("{card} stands twice")));
            }
            self.set |= 1 << card.index();
            self.cards.push(card);
        }
        Ok(())
    }
}
