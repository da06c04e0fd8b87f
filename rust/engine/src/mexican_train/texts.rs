//! Positions as texts: written, and read into parts of which nobody has looked yet whether they fit together.

use std::fmt::Write as _;

use super::clues::{Clue, Clues, Played};
use super::numbers::Number;
use super::position::{Place, Position, places};
use super::read;
use super::rules::{CloseOrder, FollowUp, Options, Rules};
use super::setup::{Known, Setup};
use super::tile::Tile;
use crate::Error;
use crate::bytes::wrong;
use crate::fields::{Unfit, put, readable, seat, seat_and};
use crate::game::Rules as _;
use crate::text::{joined, number, quoted, tokens, too_long, trimmed};

/// The most characters that a text may have.
const LONGEST_TEXT: usize = 10_000;

/// The position in one line, as all of it or as a seat sees it.
pub(super) fn write(rules: Rules, position: &Position, clues: &Clues, seat: Option<u8>) -> String {
    let mut fields = vec![write_rules(rules)];
    let seats = || 0..rules.seats();
    fields.extend(seat.map(|seat| format!("seat {seat}")));
    for holder in seats().filter(|&holder| position.is_over() || seat.is_none_or(|seat| seat == holder)) {
        fields.push(format!("hand {holder} {}", position.hand(holder)));
    }
    fields.push(match seat {
        None => format!("boneyard {}", position.boneyard_text()),
        Some(_) => format!("sizes {}", joined(position.sizes(rules))),
    });
    for place in places(rules) {
        let train = position.train_text(rules, place);
        if train != "-" {
            let name = if place == Place::MEXICAN { "mexican".into() } else { format!("train {place}") };
            fields.push(format!("{name} {train}"));
        }
    }
    let marked: Vec<u8> = seats().filter(|&seat| position.is_marked(seat)).collect();
    if !marked.is_empty() {
        fields.push(format!("marked {}", joined(&marked)));
    }
    let open: Vec<Number> = position.open_doubles().collect();
    if !open.is_empty() {
        fields.push(format!("open {}", joined(&open)));
    }
    let word = |there, word: &'static str| if there { word } else { "" };
    let (doubled, drew) = (word(position.doubled(), " doubled"), word(position.drew(), " drew"));
    fields.push(format!("turn {}{doubled}{drew}", position.turn()));
    if position.idle() > 0 {
        fields.push(format!("idle {}", position.idle()));
    }
    fields.extend(seats().filter_map(|seat| write_known(seat, clues.of(seat))));
    fields.join("; ")
}

fn write_rules(rules: Rules) -> String {
    let mut words = vec![String::from("mexican_train")];
    let plain = Rules::default();
    let mut number = |name, value: u8, usual| {
        if Some(value) != usual {
            words.push(format!("{name}={value}"));
        }
    };
    number("players", rules.seats(), Some(plain.seats()));
    number("set", rules.set(), Some(plain.set()));
    number("engine", rules.engine(), Some(rules.set()));
    number("hand_size", rules.hand_size(), rules.usual_hand());
    if rules.follow_up() != plain.follow_up() {
        words.push(format!("follow_up={}", rules.follow_up().name()));
    }
    if rules.close_order() != plain.close_order() {
        words.push(format!("close_order={}", rules.close_order().name()));
    }
    words.join(" ")
}

fn write_known(seat: u8, clue: &Clue) -> Option<String> {
    let mut text = format!("known {seat}");
    if clue.kept > 0 {
        let _ = write!(text, " kept {}", clue.kept);
    }
    for (name, levels) in [("lacks", &clue.lacks), ("doubles", &clue.doubles)] {
        let levels = (0..).zip(levels).filter(|&(_, &level)| level > 0);
        let items: Vec<String> = levels.map(|(number, level): (u8, _)| format!("{number}={level}")).collect();
        if !items.is_empty() {
            let _ = write!(text, " {name} {}", items.join(" "));
        }
    }
    if !clue.played.is_empty() {
        text += " played";
    }
    for Played { tile, lowest, highest } in &clue.played {
        let _ = write!(text, " {tile}={lowest}-{highest}");
    }
    (!clue.is_empty()).then_some(text)
}

/// Reads and checks a whole position.
pub(super) fn read(text: &str) -> Result<(Rules, Position, Clues), Error> {
    let setup = parse(text).map_err(wrong)?;
    let rules = setup.rules;
    let (position, clues) = setup.check()?;
    Ok((rules, position, clues))
}

/// Reads and checks what a seat knows.
pub(super) fn read_view(text: &str) -> Result<(Rules, u8, Position, Clues), Error> {
    let setup = parse(text).map_err(wrong)?;
    let rules = setup.rules;
    let (seat, position, clues) = setup.check_view()?;
    Ok((rules, seat, position, clues))
}

/// The fields and how each may look.
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

fn parse(text: &str) -> Result<Setup, String> {
    if let Some(length) = too_long(text, LONGEST_TEXT) {
        return Err(format!(
            "a position's text has at most {LONGEST_TEXT} characters, this one has {length}"
        ));
    }
    let mut fields = text.split(';').map(trimmed);
    let rules = parse_rules(fields.next().unwrap_or_default())?;
    let mut setup = Setup::new(rules);
    for field in fields {
        let name = tokens(field).next().unwrap_or_default();
        let Some(&(_, example)) = EXAMPLES.iter().find(|&&(known, _)| known == name) else {
            return Err(format!(
                "{} is no part of a position: expected such as \"hand 0 1-2 3-4\", \"boneyard 5-6\" or \"turn 1\"",
                quoted(field)
            ));
        };
        let words: Vec<&str> = tokens(field).skip(1).collect();
        setup.take(name, &words).map_err(|unfit| unfit.explain(field, example))?;
    }
    Ok(setup)
}

fn parse_rules(head: &str) -> Result<Rules, String> {
    let mut words = tokens(head);
    if words.next() != Some("mexican_train") {
        return Err(format!(
            "a Mexican Train position begins with \"mexican_train\", perhaps with rules such as \"players=2\", not \
             with {}",
            quoted(head)
        ));
    }
    let mut seen = Vec::new();
    let mut options = Options::default();
    let (mut follow_up, mut close_order) = (options.follow_up.name(), options.close_order.name());
    for word in words {
        let no_rule = || {
            format!(
                "{} is no rule of Mexican Train: expected such as \"players=2\" or \"follow_up=double\"",
                quoted(word)
            )
        };
        let (name, value) = word.split_once('=').ok_or_else(no_rule)?;
        let number = || number(value, 4).ok_or_else(no_rule);
        match name {
            "players" => options.players = number()?,
            "set" => options.set = number()?,
            "engine" => options.engine = Some(number()?),
            "hand_size" => options.hand_size = Some(number()?),
            "follow_up" => follow_up = value,
            "close_order" => close_order = value,
            _ => return Err(no_rule()),
        }
        if seen.contains(&name) {
            return Err(format!("\"{name}\" stands twice"));
        }
        seen.push(name);
    }
    let rules = Rules::new(options).map_err(|error| error.to_string())?;
    options.follow_up = FollowUp::named(follow_up).ok_or_else(|| no_follow_up(follow_up))?;
    options.close_order = CloseOrder::named(close_order).ok_or_else(|| no_close_order(close_order))?;
    Ok(rules.with(options.follow_up, options.close_order))
}

/// What an unknown name for MT-18 is told.
fn no_follow_up(name: &str) -> String {
    format!("follow_up is \"available\" or \"double\", not {}", quoted(name))
}

/// What an unknown name for MT-23 is told.
fn no_close_order(name: &str) -> String {
    format!("close_order is \"laid\" or \"reverse\", not {}", quoted(name))
}

impl Setup {
    /// Takes in what stands behind the name of a field.
    fn take(&mut self, name: &str, words: &[&str]) -> Result<(), Unfit> {
        let rules = self.rules;
        let one = || if let [word] = words { Some(*word) } else { None };
        let tiles = |words: &[&str]| read_tiles(words, rules.set());
        match name {
            "hand" | "train" => {
                let (seat, rest) = seat_and(words, rules.seats()).ok_or(Unfit::Unreadable)?;
                let all = if name == "hand" { &mut self.hands } else { &mut self.trains };
                put(&mut all[usize::from(seat)], || format!("{name} {seat}"), tiles(rest)?)
            }
            "boneyard" => put(&mut self.boneyard, || name.into(), tiles(words)?),
            "mexican" => put(&mut self.mexican, || name.into(), tiles(words)?),
            "seat" => {
                put(&mut self.seat, || name.into(), readable(one().and_then(|w| seat(w, rules.seats())))?)
            }
            "sizes" => {
                let sizes: Option<Vec<u32>> = words.iter().map(|word| number(word, 3)).collect();
                let sizes = sizes.filter(|sizes| sizes.len() == rules.players());
                put(&mut self.sizes, || name.into(), readable(sizes)?)
            }
            "marked" => {
                let seats = words.iter().map(|word| seat(word, rules.seats()));
                let seats: Option<Vec<u8>> = seats.collect();
                put(&mut self.marked, || name.into(), readable(seats.filter(|seats| !seats.is_empty()))?)
            }
            "open" => {
                let numbers: Option<Vec<u32>> = words.iter().map(|word| number(word, 3)).collect();
                let numbers = readable(numbers.filter(|numbers| !numbers.is_empty()))?;
                let numbers = numbers.into_iter().map(|number| in_set(number, rules.set()));
                put(&mut self.open, || name.into(), numbers.collect::<Result<_, _>>()?)
            }
            "turn" => {
                let turn = seat_and(words, rules.seats()).and_then(|(seat, rest)| match rest {
                    [] => Some((seat, false, false)),
                    ["doubled"] => Some((seat, true, false)),
                    ["drew"] => Some((seat, false, true)),
                    ["doubled", "drew"] => Some((seat, true, true)),
                    _ => None,
                });
                put(&mut self.turn, || name.into(), readable(turn)?)
            }
            "idle" => put(&mut self.idle, || name.into(), readable(one().and_then(|w| number(w, 3)))?),
            _ => {
                let (seat, rest) = seat_and(words, rules.seats()).ok_or(Unfit::Unreadable)?;
                let known = read_known(rest, rules.set())?;
                put(&mut self.known[usize::from(seat)], || format!("known {seat}"), known)
            }
        }
    }
}

/// One or more tiles, or `-`; each may stand several times.
fn read_tiles(words: &[&str], set: Number) -> Result<Vec<Tile>, Unfit> {
    let pairs = readable(read::pairs(words.iter().copied()))?;
    let tiles = pairs.into_iter().map(|pair| read::tile_of(pair, set).map_err(Unfit::Wrong));
    if words.is_empty() { Err(Unfit::Unreadable) } else { tiles.collect() }
}

fn in_set(number: u32, set: Number) -> Result<Number, Unfit> {
    if number > set.into() {
        Err(Unfit::Wrong(read::not_in_set(&number.to_string(), set)))
    } else {
        Ok(number as Number)
    }
}

/// What stands behind `known` and the seat.
fn read_known(words: &[&str], set: Number) -> Result<Known, Unfit> {
    let mut known = Known::default();
    let mut rest = words;
    let mut unknown = None;
    if let ["kept", after @ ..] = rest {
        let (kept, after) = readable(after.split_first())?;
        known.kept = readable(number(kept, 3))?;
        rest = after;
    }
    for (name, levels) in [("lacks", &mut known.lacks), ("doubles", &mut known.doubles)] {
        let Some((_, items)) = rest.split_first().filter(|&(&first, _)| first == name) else { continue };
        let more = items.iter().take_while(|item| item.contains('=') && !item.contains('-')).count();
        let (items, after) = items.split_at(more);
        let mut last = None;
        for item in items {
            let (lacking, level) = readable(item.split_once('='))?;
            let lacking = readable(number(lacking, 3))?;
            let level = readable(number(level, 3))?;
            if last >= Some(lacking) || items.is_empty() {
                return Err(Unfit::Unreadable);
            }
            last = Some(lacking);
            // Whether all can be read comes before what is in the set.
            match in_set(lacking, set) {
                Ok(number) => levels.push((number, level)),
                Err(unfit) => unknown = unknown.or(Some(unfit)),
            }
        }
        if items.is_empty() {
            return Err(Unfit::Unreadable);
        }
        rest = after;
    }
    if let ["played", items @ ..] = rest {
        let mut last = None;
        for item in items {
            let (tile, levels) = readable(item.split_once('='))?;
            let pair = readable(read::numbers(tile))?;
            let (lowest, highest) = readable(levels.split_once('-'))?;
            let (lowest, highest) = (readable(number(lowest, 3))?, readable(number(highest, 3))?);
            let place = (pair.0.max(pair.1), pair.0.min(pair.1));
            if last >= Some(place) {
                return Err(Unfit::Unreadable);
            }
            last = Some(place);
            match read::tile_of(pair, set) {
                Ok(tile) => known.played.push((tile, lowest, highest)),
                Err(reason) => unknown = unknown.or(Some(Unfit::Wrong(reason))),
            }
        }
        if items.is_empty() {
            return Err(Unfit::Unreadable);
        }
        rest = &[];
    }
    if rest.is_empty() { unknown.map_or(Ok(known), Err) } else { Err(Unfit::Unreadable) }
}
