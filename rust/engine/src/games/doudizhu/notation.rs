//! Positions, views and events as text.

use std::fmt;
use std::str::FromStr;

use super::cards::{Cards, RANKS, letter};
use super::knowledge::{Knowledge, Tracker};
use super::moves::{self, Move};
use super::position::{FaceUp, Phase, Position};
use super::render;
use super::rules::{Auction, Rules};
use super::setup::{Beat, Counts, Setup, Shown};
use crate::error::Error;
use crate::game::{self, Notation, Told, read_rules, write_rules};
use crate::ids::Seat;
use crate::text::fields::{FieldError, Line, or_malformed, read_position};
use crate::text::{self, joined, quoted, tokens};

/// The maximum length of a text; written texts have less than half of it.
const MAX_TEXT_CHARS: usize = 1000;

/// Something that a seat is told. Cards are counts by rank, not yet checked against the deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// This seat deals.
    Dealer(u8),
    /// A card is shown while the cards are drawn (DD-06).
    FaceUp(FaceUp),
    /// This seat bids first; only if no card is shown.
    First(u8),
    /// The seat's own hand.
    Hand([u32; RANKS]),
    /// The kitty is shown.
    Kitty([u32; RANKS]),
    /// The landlord's hand is shown (DD-38).
    Shown([u32; RANKS]),
    /// A seat bids, plays or passes; the move is text.
    Move(u8, Told<Move>),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dealer(dealer) => write!(f, "dealer {dealer}"),
            Self::FaceUp(face_up) => f.write_str(&write_face_up(*face_up)),
            Self::First(first) => write!(f, "first {first}"),
            Self::Hand(hand) => write!(f, "hand {}", Listed(hand)),
            Self::Kitty(kitty) => write!(f, "kitty {}", Listed(kitty)),
            Self::Shown(hand) => write!(f, "shown {}", Listed(hand)),
            Self::Move(seat, chosen) => write!(f, "{seat} {chosen}"),
        }
    }
}

/// Cards as one word.
struct Listed<'a>(&'a Counts);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.iter().all(|&count| count == 0) {
            return f.write_str("-");
        }
        (0..).zip(self.0).try_for_each(|(rank, &count)| {
            (0..count).try_for_each(|_| fmt::Write::write_char(f, letter(rank)))
        })
    }
}

impl game::Event<Position> for Event {
    fn parse(rules: &Rules, text: &str) -> Result<Self, String> {
        parse_event(rules.options().players, text).ok_or_else(|| {
            format!(
                "unknown event {}; expected e.g. \"dealer 0\", \"face-up 7 by 1\", \"hand 33467\", \"kitty 3TR\" or \
                 \"1 pass\"",
                quoted(text)
            )
        })
    }

    fn of_deal(rules: &Rules, dealt: &Position, seat: Seat, events: &mut Vec<Self>) {
        events.push(Self::Dealer(dealt.dealer()));
        new_cards(rules, dealt, seat, events);
    }

    fn of_move(
        rules: &Rules,
        before: &Position,
        chosen: Move,
        after: &Position,
        seat: Seat,
        events: &mut Vec<Self>,
    ) {
        events.push(Self::Move(before.turn(), Told::Move(chosen)));
        if chosen == Move::Show {
            events.push(Self::Shown(counts(after.hands[usize::from(after.landlord)])));
        }
        if before.phase() == Phase::Auction {
            if after.landlord().is_some() {
                events.push(Self::Kitty(counts(after.kitty())));
            } else if after.bids().is_empty() {
                new_cards(rules, after, seat, events);
            }
        }
    }
}

impl Notation for Position {
    type Tracker = Tracker;

    fn write(&self, rules: &Rules, _: &Knowledge, seat: Option<Seat>) -> String {
        write(rules, self, seat.map(|seat| seat as u8))
    }

    fn read(text: &str) -> Result<(Rules, Self, Knowledge), Error> {
        let setup = parse(text)?;
        Ok((setup.rules, setup.check()?, Knowledge))
    }

    fn read_view(text: &str) -> Result<(Rules, Seat, Self, Knowledge), Error> {
        let setup = parse(text)?;
        let (rules, seat) = (setup.rules, setup.seat.unwrap_or(0));
        Ok((rules, seat.into(), setup.check_view()?, Knowledge))
    }

    fn render(&self, rules: &Rules, seen_by: Option<(Seat, &Knowledge)>) -> String {
        render::render(rules, self, seen_by.map(|(seat, _)| seat as u8))
    }
}

/// The events of a deal or a redeal for one seat.
fn new_cards(rules: &Rules, dealt: &Position, seat: Seat, events: &mut Vec<Event>) {
    events.push(dealt.face_up().map_or(Event::First(dealt.first_bidder()), Event::FaceUp));
    // Without an auction, the landlord has already taken the kitty.
    let hand = dealt.hands[seat];
    let landlord = dealt.landlord().map(Seat::from);
    let drawn = if landlord == Some(seat) { hand - dealt.kitty() } else { hand };
    events.push(Event::Hand(counts(drawn)));
    if !rules.has_auction() {
        events.push(Event::Kitty(counts(dealt.kitty())));
    }
}

fn counts(cards: Cards) -> Counts {
    cards.counts().map(u32::from)
}

fn parse_event(players: u8, event: &str) -> Option<Event> {
    let words: Vec<&str> = tokens(event).collect();
    let (&name, rest) = words.split_first()?;
    let one = || if let [word] = rest { Some(*word) } else { None };
    match name {
        "dealer" => one().and_then(|word| seat(word, players)).map(Event::Dealer),
        "first" => one().and_then(|word| seat(word, players)).map(Event::First),
        "face-up" => face_up(rest, players).map(Event::FaceUp),
        "hand" => one().and_then(cards).map(Event::Hand),
        "kitty" => one().and_then(cards).map(Event::Kitty),
        "shown" => one().and_then(cards).map(Event::Shown),
        _ => {
            let seat = seat(name, players)?;
            (!rest.is_empty()).then(|| Event::Move(seat, Told::Text(rest.join(" "))))
        }
    }
}

/// Writes the position in one line, in full or as a seat sees it.
fn write(rules: &Rules, position: &Position, seat: Option<u8>) -> String {
    let mut line = Line::new(rules);
    line.field(format_args!("dealer {}", position.dealer()));
    if position.redeals() > 0 {
        line.field(format_args!("redeals {}", position.redeals()));
    }
    line.field(format_args!("first {}", position.first_bidder()));
    if let Some(face_up) = position.face_up() {
        line.field(format_args!("{}", write_face_up(face_up)));
    }
    if let Some(seat) = seat {
        line.field(format_args!("seat {seat}"));
        line.field(format_args!("hand {}", position.hands[seat as usize]));
    } else {
        line.field(format_args!("hands {}", joined(position.hands(rules))));
    }
    if seat.is_none() || position.landlord().is_some() {
        line.field(format_args!("kitty {}", position.kitty()));
    }
    if rules.has_auction() {
        let bids = position.bids();
        let words = bid_words(rules);
        let bids = bids.iter().flat_map(|bid| [" ", words[usize::from(bid)]]);
        line.field(format_args!("bids{}", bids.collect::<String>()));
    }
    if rules.options().doubling && position.landlord().is_some() {
        let answers = position.doubling_answers(rules);
        let answers = answers.flat_map(|doubles| [" ", DOUBLING_WORDS[usize::from(doubles)]]);
        line.field(format_args!("doubling{}", answers.collect::<String>()));
    }
    match position.show_answer(rules) {
        Some(true) => line.field(format_args!("shown {}", position.hands[usize::from(position.landlord)])),
        Some(false) => line.field(format_args!("shown {NOT_SHOWN}")),
        None => {}
    }
    if position.has_begun() {
        line.field(format_args!("played {}", joined(position.played(rules))));
        line.field(format_args!("plays {}", joined(position.plays(rules))));
        line.field(format_args!("doubled {}", position.doublings()));
        match position.to_beat() {
            None => line.field(format_args!("lead {}", position.turn())),
            Some((play, seat)) => {
                let (play, passes) = (rules.to_play_move(play), position.passes());
                line.field(format_args!("beat {play} by {seat} passes {passes}"));
            }
        }
    }
    line.finish()
}

fn write_face_up(FaceUp { rank, seat }: FaceUp) -> String {
    let rank = letter(rank);
    seat.map_or_else(|| format!("face-up {rank} in kitty"), |seat| format!("face-up {rank} by {seat}"))
}

fn parse(text: &str) -> Result<Setup, Error> {
    let some = "\"dealer 0\", \"hands 334 55 -\" or \"lead 1\"";
    let mut seen = Vec::new();
    read_position(text, MAX_TEXT_CHARS, &EXAMPLES, some, Setup::new, |setup: &mut Setup, name, rest| {
        if seen.contains(&name) {
            return Err(FieldError::Duplicate(name.into()));
        }
        seen.push(name);
        setup.read_field(name, &tokens(rest).collect::<Vec<_>>())
    })
}

/// The fields, with an example of each.
const EXAMPLES: [(&str, &str); 16] = [
    ("dealer", "dealer 0"),
    ("redeals", "redeals 2"),
    ("first", "first 1"),
    ("face-up", "face-up 7 by 1"),
    ("seat", "seat 1"),
    ("hands", "hands 334 55 -"),
    ("hand", "hand 334"),
    ("kitty", "kitty 3TR"),
    ("bids", "bids pass 1"),
    ("doubling", "doubling pass double"),
    ("shown", "shown no"),
    ("played", "played 334 55 -"),
    ("plays", "plays 2 1 0"),
    ("doubled", "doubled 1"),
    ("lead", "lead 1"),
    ("beat", "beat 333 4 by 1 passes 0"),
];

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_rules("doudizhu", self))
    }
}

impl FromStr for Rules {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        read_rules(text, "doudizhu", 4, "Dou Dizhu", ["players=4", "spring=true"])
    }
}

impl Setup {
    /// Reads the words of one field.
    fn read_field(&mut self, name: &str, words: &[&str]) -> Result<(), FieldError> {
        let players = self.players();
        let one = || if let [word] = words { Some(*word) } else { None };
        match name {
            "dealer" => store(&mut self.dealer, one().and_then(|word| seat(word, players))),
            "redeals" => store(&mut self.redeals, one().and_then(|word| text::number(word, 3))),
            "first" => store(&mut self.first, one().and_then(|word| seat(word, players))),
            "seat" => store(&mut self.seat, one().and_then(|word| seat(word, players))),
            "lead" => store(&mut self.lead, one().and_then(|word| seat(word, players))),
            "hand" => store(&mut self.hand, one().and_then(cards)),
            "kitty" => store(&mut self.kitty, one().and_then(cards)),
            "doubled" => store(&mut self.doubled, one().and_then(number)),
            "face-up" => store(&mut self.face_up, face_up(words, players)),
            "hands" => store(&mut self.hands, one_per_seat(words, players, cards)),
            "played" => store(&mut self.played, one_per_seat(words, players, cards)),
            "plays" => store(&mut self.plays, one_per_seat(words, players, number)),
            "bids" => store(&mut self.bids, words.iter().map(|word| bid(&self.rules, word)).collect()),
            "doubling" => store(&mut self.doubling, words.iter().map(|word| doubles(word)).collect()),
            "shown" => store(&mut self.shown, one().and_then(shown)),
            _ => store(&mut self.beat, beat(&self.rules, words).map_err(FieldError::Invalid)?),
        }
    }
}

/// Stores a value, if there is one.
fn store<T>(place: &mut Option<T>, value: Option<T>) -> Result<(), FieldError> {
    *place = Some(or_malformed(value)?);
    Ok(())
}

/// Reads the words after `beat`.
fn beat(rules: &Rules, words: &[&str]) -> Result<Option<Beat>, String> {
    let &[ref parts @ .., "by", by, "passes", passes] = words else { return Ok(None) };
    let seat = seat(by, rules.options().players);
    let passes = Some(passes).filter(|passes| passes.len() == 1).and_then(number);
    let (Some(seat), Some(passes)) = (seat, passes) else { return Ok(None) };
    let play = moves::play(rules, &parts.join(" ")).map_err(|error| format!("to beat: {error}"))?;
    Ok(Some(Beat { play, seat, passes }))
}

/// A digit below the number of players.
fn seat(word: &str, players: u8) -> Option<u8> {
    let &[digit @ b'0'..=b'9'] = word.as_bytes() else { return None };
    Some(digit - b'0').filter(|&seat| seat < players)
}

/// One or two digits.
fn number(word: &str) -> Option<u8> {
    let digits = (1..=2).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| digits)
}

/// Cards as one word.
fn cards(word: &str) -> Option<Counts> {
    if word == "-" { Some([0; RANKS]) } else { Cards::read(word) }
}

/// The words of the answers in an auction, by their numbers.
fn bid_words(rules: &Rules) -> &'static [&'static str] {
    match rules.options().auction {
        Auction::Call => &["pass", "call", "rob"],
        Auction::Bid | Auction::None => &["pass", "1", "2", "3"],
    }
}

fn bid(rules: &Rules, word: &str) -> Option<u8> {
    bid_words(rules).iter().zip(0..).find_map(|(&known, bid)| (known == word).then_some(bid))
}

/// The words of the answers about doubling.
const DOUBLING_WORDS: [&str; 2] = ["pass", "double"];

fn doubles(word: &str) -> Option<bool> {
    DOUBLING_WORDS.iter().position(|&known| known == word).map(|answer| answer == 1)
}

/// The word for a hand that is not shown.
const NOT_SHOWN: &str = "no";

fn shown(word: &str) -> Option<Shown> {
    if word == NOT_SHOWN { Some(Shown::No) } else { cards(word).map(Shown::Hand) }
}

fn one_per_seat<T>(words: &[&str], players: u8, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    let all = words.iter().map(|word| read(word)).collect::<Option<Vec<T>>>();
    all.filter(|all| all.len() == usize::from(players))
}

/// Reads the words after `face-up`.
fn face_up(words: &[&str], players: u8) -> Option<FaceUp> {
    let (rank, holder) = match *words {
        [rank, "by", holder] => (rank, Some(seat(holder, players)?)),
        [rank, "in", "kitty"] => (rank, None),
        _ => return None,
    };
    let counts = Cards::read(rank).filter(|counts| counts.iter().sum::<u32>() == 1)?;
    let rank = (0..).zip(counts).find_map(|(rank, count)| (count == 1).then_some(rank))?;
    Some(FaceUp { rank, seat: holder })
}
