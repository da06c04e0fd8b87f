//! Positions, views and events as text.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use super::knowledge::{Knowledge, Played, Tracker};
use super::moves::Move;
use super::numbers::{HIGHEST, Number};
use super::position::{Position, TrainId, train_ids};
use super::render;
use super::rules::Rules;
use super::setup::{KnowledgeInput, Setup};
use super::tile::{Pair, Tile};
use crate::error::Error;
use crate::game::{self, Notation, Rules as _, Told, read_rules, write_rules};
use crate::ids::Seat;
use crate::text::fields::{FieldError, Line, or_malformed, read_position, seat, set_once, split_seat};
use crate::text::{joined, listed, number, quoted, tokens, too_long, trimmed};
use crate::words::Sentence;

/// The maximum length of a text, in characters.
const MAX_TEXT_CHARS: usize = 10_000;

/// Something that a seat is told. Tiles are pairs of numbers, not yet checked against the set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// This seat starts.
    Start(u8),
    /// The seat's own hand.
    Hand(Vec<(Number, Number)>),
    /// The seat draws this tile.
    Drawn(u8, (Number, Number)),
    /// A seat plays, draws or passes; the move is text.
    Move(u8, Told<Move>),
    /// A seat announces its last tile (MT-15).
    OneLeft(u8),
    /// A seat shows its hand at the end.
    Shown(u8, Vec<(Number, Number)>),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(seat) => write!(f, "start {seat}"),
            Self::Hand(hand) => write!(f, "hand {}", write_pairs(hand)),
            Self::Drawn(seat, tile) => write!(f, "{seat} draw {}", write_pairs(&[*tile])),
            Self::Move(seat, chosen) => write!(f, "{seat} {chosen}"),
            Self::OneLeft(seat) => write!(f, "{seat} one tile left"),
            Self::Shown(seat, hand) => write!(f, "{seat} holds {}", write_pairs(hand)),
        }
    }
}

fn write_pairs(pairs: &[(Number, Number)]) -> String {
    listed(pairs.iter().map(|&(low, high)| Pair(low, high)))
}

impl game::Event<Position> for Event {
    fn parse(rules: &Rules, text: &str) -> Result<Self, String> {
        parse_event(rules.seats(), text).ok_or_else(|| {
            format!(
                "unknown event {}; expected e.g. \"start 0\", \"hand 1-2 3-4\", \"2 9-12@me\", \"1 draw\", \"1 draw \
                 3-7\", \"2 one tile left\" or \"2 holds 3-7\"",
                quoted(text)
            )
        })
    }

    fn of_deal(_: &Rules, dealt: &Position, seat: Seat, events: &mut Vec<Self>) {
        events.push(Self::Start(dealt.turn()));
        events.push(Self::Hand(hand_pairs(dealt, seat as u8)));
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
        let drawn = before.boneyard().next().filter(|_| chosen == Move::Draw && turn == seat);
        events.push(match drawn {
            Some(tile) => Self::Drawn(turn, tile.ends()),
            None => Self::Move(turn, Told::Move(chosen)),
        });
        if matches!(chosen, Move::Play { .. }) && after.size(turn) == 1 {
            events.push(Self::OneLeft(turn)); // MT-15
        }
        if after.is_over() {
            let others = (0..rules.seats()).filter(|&other| other != seat);
            events.extend(others.map(|other| Self::Shown(other, hand_pairs(after, other))));
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
        render::render(*rules, self, seen_by.map(|(seat, _)| seat as u8))
    }
}

/// The tiles of a hand as pairs.
fn hand_pairs(position: &Position, seat: u8) -> Vec<(Number, Number)> {
    position.hand(seat).tiles().map(Tile::ends).collect()
}

fn parse_event(players: u8, event: &str) -> Option<Event> {
    let words: Vec<&str> = tokens(event).collect();
    let (&name, rest) = words.split_first()?;
    let tiles = |words: &[&str]| if words.is_empty() { None } else { pairs(words.iter().copied()) };
    match name {
        "start" => {
            let &[word] = rest else { return None };
            seat(word, players).map(Event::Start)
        }
        "hand" => tiles(rest).map(Event::Hand),
        _ => {
            let seat = seat(name, players)?;
            match rest {
                ["draw"] => Some(Event::Move(seat, Told::Move(Move::Draw))),
                ["draw", tile] => numbers(tile).map(|tile| Event::Drawn(seat, tile)),
                [] | ["draw", ..] => None,
                ["one", "tile", "left"] => Some(Event::OneLeft(seat)),
                ["holds", held @ ..] => tiles(held).map(|tiles| Event::Shown(seat, tiles)),
                _ => Some(Event::Move(seat, Told::Text(rest.join(" ")))),
            }
        }
    }
}

/// Writes the position in one line, in full or as a seat sees it.
fn write(rules: Rules, position: &Position, knowledge: &Knowledge, seat: Option<u8>) -> String {
    let mut line = Line::new(rules);
    let seats = || 0..rules.seats();
    if let Some(seat) = seat {
        line.field(format_args!("seat {seat}"));
    }
    for holder in seats().filter(|&holder| position.is_over() || seat.is_none_or(|seat| seat == holder)) {
        line.field(format_args!("hand {holder} {}", position.hand(holder)));
    }
    match seat {
        None => line.field(format_args!("boneyard {}", position.boneyard_text())),
        Some(_) => line.field(format_args!("sizes {}", joined(position.sizes(rules)))),
    }
    for id in train_ids(rules) {
        let train = position.train_text(rules, id);
        if train != "-" {
            let name = if id == TrainId::MEXICAN { "" } else { "train " };
            line.field(format_args!("{name}{id} {train}"));
        }
    }
    let marked: Vec<u8> = seats().filter(|&seat| position.is_marked(seat)).collect();
    if !marked.is_empty() {
        line.field(format_args!("marked {}", joined(&marked)));
    }
    let open: Vec<Number> = position.open_doubles().collect();
    if !open.is_empty() {
        line.field(format_args!("open {}", joined(&open)));
    }
    let word = |present, word: &'static str| if present { word } else { "" };
    let (doubled, drew) = (word(position.doubled(), " doubled"), word(position.drew(), " drew"));
    line.field(format_args!("turn {}{doubled}{drew}", position.turn()));
    if position.idle() > 0 {
        line.field(format_args!("idle {}", position.idle()));
    }
    for known in seats().filter_map(|seat| write_known(seat, knowledge)) {
        line.field(format_args!("{known}"));
    }
    line.finish()
}

fn push_number(text: &mut String, number: u8) {
    if number >= 100 {
        text.push((b'0' + number / 100).into());
    }
    if number >= 10 {
        text.push((b'0' + number / 10 % 10).into());
    }
    text.push((b'0' + number % 10).into());
}

fn write_known(seat: u8, knowledge: &Knowledge) -> Option<String> {
    let clue = knowledge.of(seat);
    if clue.is_empty() {
        return None;
    }
    let mut text = String::with_capacity(256);
    let _ = write!(text, "known {seat}");
    if clue.kept > 0 {
        let _ = write!(text, " kept {}", clue.kept);
    }
    for (name, levels) in [("lacks", &clue.lacks), ("doubles", &clue.doubles)] {
        let mut before = name;
        for (number, &level) in (0..).zip(levels).filter(|&(_, &level)| level > 0) {
            // In pieces, as formatting takes longer.
            text.extend([" ", before].into_iter().filter(|_| !before.is_empty()));
            before = "";
            text.push(' ');
            push_number(&mut text, number);
            text.push('=');
            push_number(&mut text, level);
        }
    }
    if clue.played.len() > 0 {
        text += " played";
    }
    for Played { tile, lowest, highest } in knowledge.played(seat) {
        let (low, high) = tile.ends();
        for (separator, number) in [(' ', low), ('-', high), ('=', lowest), ('-', highest)] {
            text.push(separator);
            push_number(&mut text, number);
        }
    }
    Some(text)
}

/// The fields, with an example of each.
const EXAMPLES: [(&str, &str); 11] = [
    ("hand", "hand 0 1-2 3-4"),
    ("boneyard", "boneyard 1-2 3-4"),
    ("seat", "seat 1"),
    ("sizes", "sizes 15 14"),
    ("train", "train 0 12-9 9-4"),
    ("mexican", "mexican 12-9 9-4"),
    ("marked", "marked 0 2"),
    ("open", "open 5 3"),
    ("turn", "turn 1 doubled drew"),
    ("idle", "idle 1"),
    ("known", "known 1 kept 2 lacks 5=1 7=3 doubles 5=1 played 3-7=0-1"),
];

fn parse(text: &str) -> Result<Setup, Error> {
    let some = "\"hand 0 1-2 3-4\", \"boneyard 5-6\" or \"turn 1\"";
    read_position(text, MAX_TEXT_CHARS, &EXAMPLES, some, Setup::new, Setup::read_field)
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_rules("mexican_train", self))
    }
}

impl FromStr for Rules {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        read_rules(text, "mexican_train", 4, "Mexican Train", ["players=2", "follow_up=double"])
    }
}

impl Setup {
    /// Reads the words of one field.
    fn read_field(&mut self, name: &str, rest: &str) -> Result<(), FieldError> {
        let rules = self.rules;
        let words = &tokens(rest).collect::<Vec<_>>()[..];
        let one = || if let [word] = words { Some(*word) } else { None };
        let tiles = |words: &[&str]| tiles_of_set(words, rules.set());
        match name {
            "hand" | "train" => {
                let (seat, rest) = split_seat(words, rules.seats()).ok_or(FieldError::Malformed)?;
                let all = if name == "hand" { &mut self.hands } else { &mut self.trains };
                set_once(&mut all[usize::from(seat)], || format!("{name} {seat}"), tiles(rest)?)
            }
            "boneyard" => set_once(&mut self.boneyard, || name.into(), tiles(words)?),
            "mexican" => set_once(&mut self.mexican, || name.into(), tiles(words)?),
            "seat" => set_once(
                &mut self.seat,
                || name.into(),
                or_malformed(one().and_then(|w| seat(w, rules.seats())))?,
            ),
            "sizes" => {
                let sizes: Option<Vec<u32>> = words.iter().map(|word| number(word, 3)).collect();
                let sizes = sizes.filter(|sizes| sizes.len() == rules.players());
                set_once(&mut self.sizes, || name.into(), or_malformed(sizes)?)
            }
            "marked" => {
                let seats = words.iter().map(|word| seat(word, rules.seats()));
                let seats: Option<Vec<u8>> = seats.collect();
                set_once(
                    &mut self.marked,
                    || name.into(),
                    or_malformed(seats.filter(|seats| !seats.is_empty()))?,
                )
            }
            "open" => {
                let numbers: Option<Vec<u32>> = words.iter().map(|word| number(word, 3)).collect();
                let numbers = or_malformed(numbers.filter(|numbers| !numbers.is_empty()))?;
                let numbers = numbers.into_iter().map(|number| in_set(number, rules.set()));
                set_once(&mut self.open, || name.into(), numbers.collect::<Result<_, _>>()?)
            }
            "turn" => {
                let turn = split_seat(words, rules.seats()).and_then(|(seat, rest)| match rest {
                    [] => Some((seat, false, false)),
                    ["doubled"] => Some((seat, true, false)),
                    ["drew"] => Some((seat, false, true)),
                    ["doubled", "drew"] => Some((seat, true, true)),
                    _ => None,
                });
                set_once(&mut self.turn, || name.into(), or_malformed(turn)?)
            }
            "idle" => {
                set_once(&mut self.idle, || name.into(), or_malformed(one().and_then(|w| number(w, 3)))?)
            }
            _ => {
                let (seat, rest) = split_seat(words, rules.seats()).ok_or(FieldError::Malformed)?;
                let known = read_known(rest, rules.set())?;
                set_once(&mut self.known[usize::from(seat)], || format!("known {seat}"), known)
            }
        }
    }
}

/// Reads one or more tiles, or `-`. Duplicates are reported later.
fn tiles_of_set(words: &[&str], set: Number) -> Result<Vec<Tile>, FieldError> {
    let pairs = or_malformed(pairs(words.iter().copied()))?;
    let tiles = pairs.into_iter().map(|pair| tile_of(pair, set).map_err(FieldError::of));
    if words.is_empty() { Err(FieldError::Malformed) } else { tiles.collect() }
}

fn in_set(number: u32, set: Number) -> Result<Number, FieldError> {
    if number > set.into() { Err(FieldError::of(not_in_set(number, set))) } else { Ok(number as Number) }
}

/// Reads the words after `known` and the seat.
fn read_known(words: &[&str], set: Number) -> Result<KnowledgeInput, FieldError> {
    let mut known = KnowledgeInput::default();
    let mut rest = words;
    let mut unknown = None;
    if let ["kept", after @ ..] = rest {
        let (kept, after) = or_malformed(after.split_first())?;
        known.kept = or_malformed(number(kept, 3))?;
        rest = after;
    }
    for (name, levels) in [("lacks", &mut known.lacks), ("doubles", &mut known.doubles)] {
        let Some((_, items)) = rest.split_first().filter(|&(&first, _)| first == name) else { continue };
        let more = items.iter().take_while(|item| item.contains('=') && !item.contains('-')).count();
        let (items, after) = items.split_at(more);
        let mut last = None;
        for item in items {
            let (lacking, level) = or_malformed(item.split_once('='))?;
            let lacking = or_malformed(number(lacking, 3))?;
            let level = or_malformed(number(level, 3))?;
            if last >= Some(lacking) || items.is_empty() {
                return Err(FieldError::Malformed);
            }
            last = Some(lacking);
            // Malformed words are reported before numbers outside the set.
            match in_set(lacking, set) {
                Ok(number) => levels.push((number, level)),
                Err(error) => unknown = unknown.or(Some(error)),
            }
        }
        if items.is_empty() {
            return Err(FieldError::Malformed);
        }
        rest = after;
    }
    if let ["played", items @ ..] = rest {
        let mut last = None;
        for item in items {
            let (tile, levels) = or_malformed(item.split_once('='))?;
            let pair = or_malformed(numbers(tile))?;
            let (lowest, highest) = or_malformed(levels.split_once('-'))?;
            let (lowest, highest) = (or_malformed(number(lowest, 3))?, or_malformed(number(highest, 3))?);
            let key = (pair.0.max(pair.1), pair.0.min(pair.1));
            if last >= Some(key) {
                return Err(FieldError::Malformed);
            }
            last = Some(key);
            match tile_of(pair, set) {
                Ok(tile) => known.played.push((tile, lowest, highest)),
                Err(reason) => unknown = unknown.or(Some(FieldError::of(reason))),
            }
        }
        if items.is_empty() {
            return Err(FieldError::Malformed);
        }
        rest = &[];
    }
    if rest.is_empty() { unknown.map_or(Ok(known), Err) } else { Err(FieldError::Malformed) }
}

/// The two numbers of a tile, in the order written.
pub(super) fn numbers(text: &str) -> Option<(Number, Number)> {
    let (a, b) = text.split_once('-')?;
    Some((number(a, 2)? as Number, number(b, 2)? as Number))
}

/// The tile with these numbers, if it is in the set.
pub(super) fn tile_of((a, b): (Number, Number), set: Number) -> Result<Tile, Sentence> {
    if a.max(b) > set { Err(not_in_set(format_args!("{a}-{b}"), set)) } else { Ok(Tile::new(a, b)) }
}

/// The message for a tile or number that is not in the set.
pub(super) fn not_in_set(what: impl fmt::Display, set: Number) -> Sentence {
    Sentence::new("mexican_train.not_in_set").with("what", what).with("highest", set)
}

/// Reads a list of tiles as pairs of numbers, `-` for none.
pub(super) fn pairs<'a>(mut words: impl Iterator<Item = &'a str> + Clone) -> Option<Vec<(Number, Number)>> {
    let mut all = words.clone();
    if all.next() == Some("-") && all.next().is_none() {
        return Some(Vec::new());
    }
    words.try_fold(Vec::new(), |mut pairs, word| {
        pairs.push(numbers(word)?);
        Some(pairs)
    })
}

/// Parses a tile of the set, or of the largest set.
///
/// # Errors
/// Returns a message if the text is not such a tile.
pub fn read_tile(word: &str, set: Option<Number>) -> Result<Tile, String> {
    let Some((a, b)) = numbers(word) else {
        return Err(format!("invalid tile {}; expected two numbers, e.g. \"9-12\"", quoted(word)));
    };
    match set {
        Some(set) => Ok(tile_of((a, b), set)?),
        None if a.max(b) > HIGHEST => Err(format!("tile {a}-{b} out of range: numbers are 0 to {HIGHEST}")),
        None => Ok(Tile::new(a, b)),
    }
}

/// Parses a list of tiles, each at most once.
///
/// # Errors
/// Returns a message if the text is not such a list.
pub fn read_tiles(text: &str, set: Option<Number>) -> Result<Vec<Tile>, String> {
    let mut tiles = Vec::new();
    if let Some(length) = too_long(text, 1000) {
        return Err(format!("a list of tiles must have at most 1000 characters, got {length}"));
    }
    for word in tokens(text).filter(|_| trimmed(text) != "-") {
        let tile = read_tile(word, set)?;
        if tiles.contains(&tile) {
            return Err(format!("duplicate tile {tile}"));
        }
        tiles.push(tile);
    }
    Ok(tiles)
}
