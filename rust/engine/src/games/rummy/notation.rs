//! Positions, views and events as text.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use super::cards::{Card, Cards, listed};
use super::knowledge::{Knowledge, Tracker};
use super::meld::Meld;
use super::moves::Move;
use super::position::Position;
use super::render;
use super::rules::{Ace, Rules};
use super::setup::{Setup, Turn};
use super::table::Table;
use crate::error::Error;
use crate::game::{self, Notation, Rules as _, Told, read_rules, write_rules};
use crate::ids::Seat;
use crate::text::fields::{FieldError, Line, or_malformed, read_position, seat, set_once, split_seat};
use crate::text::{excerpt, joined, number, quoted, tokens, too_long, trimmed};
use crate::words::Sentence;

/// The maximum length of a text, in characters.
const MAX_TEXT_CHARS: usize = 10_000;

/// Something that a seat is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// This seat deals.
    Dealer(u8),
    /// The seat's own hand.
    Hand(Vec<Card>),
    /// A card is turned up.
    Upcard(Card),
    /// The seat draws this card.
    Drawn(u8, Card),
    /// A seat draws, takes, melds, lays off or discards; the move is text.
    Move(u8, Told<Move>),
    /// A seat shows its hand at the end.
    Shown(u8, Vec<Card>),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dealer(seat) => write!(f, "dealer {seat}"),
            Self::Hand(hand) => write!(f, "hand {}", listed(hand.iter().copied())),
            Self::Upcard(card) => write!(f, "upcard {card}"),
            Self::Drawn(seat, card) => write!(f, "{seat} draw {card}"),
            Self::Move(seat, chosen) => write!(f, "{seat} {chosen}"),
            Self::Shown(seat, hand) => write!(f, "{seat} holds {}", listed(hand.iter().copied())),
        }
    }
}

impl game::Event<Position> for Event {
    fn parse(rules: &Rules, text: &str) -> Result<Self, String> {
        parse_event(rules.seats(), text).ok_or_else(|| {
            format!(
                "unknown event {}; expected e.g. \"dealer 1\", \"hand 7S 8S\", \"upcard 5H\", \"0 draw\", \"1 draw \
                 7S\", \"0 take\", \"0 meld 7C 7D 7S\", \"0 7S@low\", \"0 discard 5H\" or \"1 holds 7S\"",
                quoted(text)
            )
        })
    }

    fn of_deal(rules: &Rules, dealt: &Position, seat: Seat, events: &mut Vec<Self>) {
        events.push(Self::Dealer(rules.before(dealt.turn())));
        events.push(Self::Hand(dealt.hand(seat as u8).into_iter().collect()));
        events.extend(dealt.discards().map(Self::Upcard));
    }

    fn of_move(
        rules: &Rules,
        before: &Position,
        chosen: Move,
        after: &Position,
        seat: Seat,
        events: &mut Vec<Self>,
    ) {
        let (turn, seat) = (before.turn(), seat as u8);
        let drawn = after.hand(turn).without(before.hand(turn)).first();
        events.push(match drawn.filter(|_| chosen == Move::Draw && turn == seat) {
            Some(card) => Self::Drawn(turn, card),
            None => Self::Move(turn, Told::Move(chosen)),
        });
        if after.went_out().is_some() {
            let others = (0..rules.seats()).filter(|&other| other != seat);
            events.extend(others.map(|other| Self::Shown(other, after.hand(other).into_iter().collect())));
        }
    }
}

impl Notation for Position {
    type Tracker = Tracker;

    fn write(&self, rules: &Rules, knowledge: &Knowledge, seat: Option<Seat>) -> String {
        write(*rules, self, knowledge, seat.map(|seat| seat as u8))
    }

    fn read(text: &str) -> Result<(Rules, Self, Knowledge), Error> {
        let setup = parse(text)?;
        let rules = setup.rules;
        let (position, knowledge) = setup.check()?;
        Ok((rules, position, knowledge))
    }

    fn read_view(text: &str) -> Result<(Rules, Seat, Self, Knowledge), Error> {
        let setup = parse(text)?;
        let rules = setup.rules;
        let (seat, position, knowledge) = setup.check_view()?;
        Ok((rules, seat.into(), position, knowledge))
    }

    fn render(&self, rules: &Rules, seen_by: Option<(Seat, &Knowledge)>) -> String {
        render::render(*rules, self, seen_by.map(|(seat, knowledge)| (seat as u8, knowledge)))
    }
}

fn parse_event(players: u8, event: &str) -> Option<Event> {
    let words: Vec<&str> = tokens(event).collect();
    let (&name, rest) = words.split_first()?;
    match (name, rest) {
        ("dealer", &[word]) => seat(word, players).map(Event::Dealer),
        ("hand", words) => cards(words).map(Event::Hand),
        ("upcard", &[card]) => Card::parse(card).map(Event::Upcard),
        ("dealer" | "upcard", _) => None,
        _ => {
            let seat = seat(name, players)?;
            match rest {
                ["draw"] => Some(Event::Move(seat, Told::Move(Move::Draw))),
                ["draw", card] => Card::parse(card).map(|card| Event::Drawn(seat, card)),
                [] | ["draw", ..] => None,
                ["holds", held @ ..] => cards(held).map(|cards| Event::Shown(seat, cards)),
                _ => Some(Event::Move(seat, Told::Text(rest.join(" ")))),
            }
        }
    }
}

/// Writes the position in one line, in full or as a seat sees it.
fn write(rules: Rules, position: &Position, knowledge: &Knowledge, seat: Option<u8>) -> String {
    let mut line = Line::new(rules);
    let seats = || 0..rules.seats();
    let all_seen = position.went_out().is_some();
    if let Some(seat) = seat {
        line.field(format_args!("seat {seat}"));
    }
    for holder in seats().filter(|&holder| all_seen || seat.is_none_or(|seat| seat == holder)) {
        line.field(format_args!("hand {holder} {}", position.hand(holder)));
    }
    match seat {
        None => line.field(format_args!("stock {}", listed(position.stock()))),
        Some(_) => line.field(format_args!("sizes {}", joined(position.sizes(rules)))),
    }
    if !position.table().is_empty() {
        let melds: Vec<String> = position.table().melds().map(|meld| meld.to_string()).collect();
        line.field(format_args!("table {}", melds.join(", ")));
    }
    line.field(format_args!("discards {}", listed(position.discards())));
    line.field(format_args!("{}", write_turn(position)));
    if position.turns() > 0 {
        line.field(format_args!("turns {}", position.turns()));
    }
    for holder in seats().filter(|&holder| !knowledge.taken(holder).is_empty()) {
        line.field(format_args!("taken {holder} {}", knowledge.taken(holder)));
    }
    for stock in knowledge.earlier() {
        line.field(format_args!("earlier {} by {}", stock.cards(), joined(stock.held(rules))));
    }
    line.finish()
}

fn write_turn(position: &Position) -> String {
    let mut words = format!("turn {}", position.turn());
    if position.drew() {
        words += " drew";
    }
    if let Some(card) = position.took() {
        let _ = write!(words, " took {card}");
    }
    if position.laid() {
        words += " laid";
    }
    if position.went_rummy() || position.laid() && !position.has_opened(position.turn()) {
        words += " rummy";
    }
    words
}

/// The fields, with an example of each.
const EXAMPLES: [(&str, &str); 10] = [
    ("hand", "hand 0 7S 8S"),
    ("stock", "stock 7S 8S"),
    ("seat", "seat 1"),
    ("sizes", "sizes 10 11"),
    ("table", "table 7C 7D 7S, 9H TH JH"),
    ("discards", "discards 4C 5D"),
    ("turn", "turn 1 drew took 7S laid rummy"),
    ("turns", "turns 37"),
    ("taken", "taken 1 7S 8S"),
    ("earlier", "earlier 7S 8S by 1 1"),
];

fn parse(text: &str) -> Result<Setup, Error> {
    let some = "\"hand 0 7S 8S\", \"discards 4C\" or \"turn 1\"";
    read_position(text, MAX_TEXT_CHARS, &EXAMPLES, some, Setup::new, Setup::read_field)
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_rules("rummy", self))
    }
}

impl FromStr for Rules {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        read_rules(text, "rummy", 5, "Rummy", ["players=3", "ace=both"])
    }
}

impl Setup {
    /// Reads the words of one field.
    fn read_field(&mut self, name: &str, rest: &str) -> Result<(), FieldError> {
        let (rules, players) = (self.rules, self.rules.seats());
        let words: Vec<&str> = tokens(rest).collect();
        let one = || if let [word] = words[..] { Some(word) } else { None };
        let own_name = || name.to_string();
        match name {
            "hand" | "taken" => {
                let (seat, words) = split_seat(&words, players).ok_or(FieldError::Malformed)?;
                let some = if name == "hand" { cards(words) } else { some_cards(words) };
                let all = if name == "hand" { &mut self.hands } else { &mut self.taken };
                set_once(&mut all[usize::from(seat)], || format!("{name} {seat}"), or_malformed(some)?)
            }
            "stock" => set_once(&mut self.stock, own_name, or_malformed(cards(&words))?),
            "discards" => set_once(&mut self.discards, own_name, or_malformed(cards(&words))?),
            "seat" => {
                set_once(&mut self.seat, own_name, or_malformed(one().and_then(|word| seat(word, players)))?)
            }
            "sizes" => set_once(&mut self.sizes, own_name, or_malformed(one_per_seat(&words, rules))?),
            "table" => {
                let melds = rest.split(',').map(|meld| some_cards(&tokens(meld).collect::<Vec<_>>()));
                let melds = or_malformed(melds.collect::<Option<Vec<_>>>())?;
                let melds = melds.into_iter().map(|cards| meld_of(cards, rules.ace()));
                set_once(&mut self.table, own_name, melds.collect::<Result<_, _>>().map_err(FieldError::of)?)
            }
            "turn" => set_once(&mut self.turn, own_name, or_malformed(turn(&words, players))?),
            "turns" => {
                set_once(&mut self.turns, own_name, or_malformed(one().and_then(|word| number(word, 5)))?)
            }
            _ => {
                let by = or_malformed(words.iter().position(|&word| word == "by"))?;
                let cards = or_malformed(some_cards(&words[..by]))?;
                self.earlier.push((cards, or_malformed(one_per_seat(&words[by + 1..], rules))?));
                Ok(())
            }
        }
    }
}

/// Reads one or more cards. Duplicates are reported later.
fn some_cards(words: &[&str]) -> Option<Vec<Card>> {
    if words.is_empty() { None } else { words.iter().map(|word| Card::parse(word)).collect() }
}

/// Reads cards, or `-` for none.
fn cards(words: &[&str]) -> Option<Vec<Card>> {
    if words == ["-"] { Some(Vec::new()) } else { some_cards(words) }
}

fn one_per_seat(words: &[&str], rules: Rules) -> Option<Vec<u32>> {
    let numbers: Option<Vec<u32>> = words.iter().map(|word| number(word, 5)).collect();
    numbers.filter(|numbers| numbers.len() == rules.players())
}

/// Reads the words after `turn`.
fn turn(words: &[&str], players: u8) -> Option<Turn> {
    let (seat, mut rest) = split_seat(words, players)?;
    let drew = skip(&mut rest, "drew");
    let took = skip(&mut rest, "took");
    let card = if took { rest.split_off_first().and_then(|card| Card::parse(card)) } else { None };
    let (laid, goes_rummy) = (skip(&mut rest, "laid"), skip(&mut rest, "rummy"));
    let all = rest.is_empty() && took == card.is_some();
    all.then_some(Turn { seat, drew, took: card, laid, goes_rummy })
}

/// Skips a word if it is next.
fn skip(rest: &mut &[&str], word: &str) -> bool {
    let found = rest.first() == Some(&word);
    *rest = &rest[usize::from(found)..];
    found
}

/// Parses a card.
///
/// # Errors
/// Returns a message if the text is not a card.
pub fn read_card(word: &str) -> Result<Card, Sentence> {
    Card::parse(word).ok_or_else(|| Sentence::new("rummy.not_a_card").with("text", excerpt(word)))
}

/// Parses a list of cards, each at most once. Their order is kept.
///
/// # Errors
/// Returns a message if the text is not such a list.
pub fn read_cards(text: &str) -> Result<Vec<Card>, String> {
    if let Some(length) = too_long(text, 1000) {
        return Err(format!("a list of cards must have at most 1000 characters, got {length}"));
    }
    Ok(read_each(tokens(text).filter(|_| trimmed(text) != "-"))?)
}

/// Parses cards from words, each at most once. Their order is kept.
///
/// # Errors
/// Returns a message if a word is not a card, or a duplicate.
pub fn read_each<'a>(words: impl Iterator<Item = &'a str>) -> Result<Vec<Card>, Sentence> {
    let mut cards = Vec::new();
    for word in words {
        let card = read_card(word)?;
        if cards.contains(&card) {
            return Err(duplicate_card(card));
        }
        cards.push(card);
    }
    Ok(cards)
}

/// Makes a meld from cards; also returns the cards.
pub(super) fn meld_of(cards: Vec<Card>, ace: Ace) -> Result<(Vec<Card>, Meld), Sentence> {
    match Meld::of(&cards, ace) {
        Some(meld) => Ok((cards, meld)),
        None => Err(not_a_meld(listed(cards))),
    }
}

/// Parses the melds of a table. The cards of each are kept in the order written.
///
/// # Errors
/// Returns a message if a text is not a meld, or a card is a duplicate.
pub fn read_table<'a>(melds: impl Iterator<Item = &'a str>, ace: Ace) -> Result<Vec<Vec<Card>>, String> {
    let cards = |text| Ok(meld_of(read_cards(text)?, ace)?.0);
    let table: Vec<Vec<Card>> = melds.map(cards).collect::<Result<_, String>>()?;
    let mut seen = Cards::NONE;
    for &card in table.iter().flatten() {
        if seen.has(card) {
            return Err(duplicate_card(card).into());
        }
        seen = seen.union(card.alone());
    }
    Ok(table)
}

/// Builds a table from sets of cards, skipping empty ones. `row` is used in messages.
///
/// # Errors
/// Returns a message if a set is not a meld, or a card is a duplicate or in the hand.
pub fn read_sets(row: usize, hand: Cards, melds: &[u64], ace: Ace) -> Result<Table, String> {
    let mut table = Table::default();
    let mut seen = Cards::NONE;
    for &bits in melds.iter().filter(|&&bits| bits != 0) {
        let set = Cards::of_bits(bits).ok_or("a set has a bit that is not a card")?;
        let cards: Vec<Card> = set.into_iter().collect();
        let meld = Meld::of(&cards, ace).ok_or_else(|| not_a_meld(format_args!("{set} in table {row}")))?;
        if let Some(card) = set.among(seen).first() {
            return Err(format!("{} in table {row}", duplicate_card(card)));
        }
        seen = seen.union(set);
        table.meld(meld);
    }
    match hand.among(seen).first() {
        Some(card) => Err(format!("{card} is in hand {row} and on its table")),
        None => Ok(table),
    }
}

/// The message for a card that appears twice.
pub(super) fn duplicate_card(card: Card) -> Sentence {
    Sentence::new("common.duplicate_card").with("card", card)
}

/// The message for cards that are not a meld.
fn not_a_meld(cards: impl fmt::Display) -> Sentence {
    Sentence::new("rummy.not_a_meld").with("cards", cards)
}
