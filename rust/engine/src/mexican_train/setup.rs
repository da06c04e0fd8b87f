//! Positions set up by hand, as texts or part by part: taken apart, checked once, and from then on relied upon.

use std::fmt::Write as _;

use super::clues::{Clue, Clues, Level, Played};
use super::deals::{self, Deals};
use super::numbers::{Number, Numbers};
use super::position::{Place, Position, places};
use super::read;
use super::rules::{CloseOrder, FollowUp, Options, Rules, SEATS};
use super::tile::Tile;
use crate::bytes::wrong;
use crate::game::Rules as _;
use crate::text::{quoted, tokens, trimmed};
use crate::{Chance, Error, Stream};

/// The most characters that a text may have.
const LONGEST_TEXT: usize = 10_000;

/// The parts of a position; nothing fits together yet.
#[derive(Clone, Debug)]
pub struct Setup {
    /// How it is played.
    pub rules: Rules,
    /// Whose view it is; nobody's for a whole position.
    pub seat: Option<u8>,
    /// The hands that are seen.
    pub hands: Vec<Option<Vec<Tile>>>,
    /// How many tiles each seat holds, in a view.
    pub sizes: Option<Vec<u32>>,
    /// The boneyard, the next tile first.
    pub boneyard: Option<Vec<Tile>>,
    /// The trains of the seats, from the hub.
    pub trains: Vec<Option<Vec<Tile>>>,
    /// The train that belongs to all.
    pub mexican: Option<Vec<Tile>>,
    /// The seats whose trains are marked.
    pub marked: Option<Vec<u8>>,
    /// The live open doubles in the order in which they were laid.
    pub open: Option<Vec<Number>>,
    /// Whose turn it is, whether a double has been laid in it, and whether a tile has been drawn.
    pub turn: Option<(u8, bool, bool)>,
    /// The row of MT-26.
    pub idle: Option<u32>,
    known: Vec<Option<Known>>,
    /// Whether it is taken for known that who has drawn could not play before.
    presumed: bool,
}

/// What is known of a seat, before anybody has looked whether it can be.
#[derive(Clone, Debug, Default)]
struct Known {
    kept: u32,
    lacks: Vec<(Number, u32)>,
    doubles: Vec<(Number, u32)>,
    played: Vec<(Tile, u32, u32)>,
}

impl Known {
    /// What the first draw of a seat that could have played on these numbers proves.
    fn of_draw((tiles, doubles): (Numbers, Numbers)) -> Self {
        let levels = |numbers: Numbers| numbers.into_iter().map(|number| (number, 1)).collect();
        Self { kept: 1, lacks: levels(tiles), doubles: levels(doubles), played: Vec::new() }
    }
}

impl Setup {
    /// With no part yet.
    pub fn new(rules: Rules) -> Self {
        let seats = rules.players();
        Self {
            rules,
            seat: None,
            hands: vec![None; seats],
            sizes: None,
            boneyard: None,
            trains: vec![None; seats],
            mexican: None,
            marked: None,
            open: None,
            turn: None,
            idle: None,
            known: vec![None; seats],
            presumed: false,
        }
    }
}

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

fn joined<T: ToString>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
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
    if let Some(length) = read::too_long(text, LONGEST_TEXT) {
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
        setup.take(name, &words).map_err(|unfit| match unfit {
            Unfit::Unreadable => format!("{} cannot be read: expected such as \"{example}\"", quoted(field)),
            Unfit::Twice(what) => format!("\"{what}\" stands twice"),
            Unfit::Wrong(reason) => reason,
        })?;
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
        let number = || read::number(value, 4).ok_or_else(no_rule);
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

/// Why a field cannot be taken in.
enum Unfit {
    Unreadable,
    Wrong(String),
    Twice(String),
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
                let sizes: Option<Vec<u32>> = words.iter().map(|word| read::number(word, 3)).collect();
                let sizes = sizes.filter(|sizes| sizes.len() == rules.players());
                put(&mut self.sizes, || name.into(), readable(sizes)?)
            }
            "marked" => {
                let seats = words.iter().map(|word| seat(word, rules.seats()));
                let seats: Option<Vec<u8>> = seats.collect();
                put(&mut self.marked, || name.into(), readable(seats.filter(|seats| !seats.is_empty()))?)
            }
            "open" => {
                let numbers: Option<Vec<u32>> = words.iter().map(|word| read::number(word, 3)).collect();
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
            "idle" => put(&mut self.idle, || name.into(), readable(one().and_then(|w| read::number(w, 3)))?),
            _ => {
                let (seat, rest) = seat_and(words, rules.seats()).ok_or(Unfit::Unreadable)?;
                let known = read_known(rest, rules.set())?;
                put(&mut self.known[usize::from(seat)], || format!("known {seat}"), known)
            }
        }
    }
}

/// Puts in what has been read, if nothing is there.
fn put<T>(place: &mut Option<T>, name: impl FnOnce() -> String, value: T) -> Result<(), Unfit> {
    if place.replace(value).is_some() { Err(Unfit::Twice(name())) } else { Ok(()) }
}

fn readable<T>(read: Option<T>) -> Result<T, Unfit> {
    read.ok_or(Unfit::Unreadable)
}

/// One or two digits, below the number of players.
pub(super) fn seat(word: &str, players: u8) -> Option<u8> {
    read::number(word, 2).map(|seat| seat as u8).filter(|&seat| seat < players)
}

fn seat_and<'w, 't>(words: &'w [&'t str], players: u8) -> Option<(u8, &'w [&'t str])> {
    let (first, rest) = words.split_first()?;
    Some((seat(first, players)?, rest))
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
        let (number, after) = readable(after.split_first())?;
        known.kept = readable(read::number(number, 3))?;
        rest = after;
    }
    for (name, levels) in [("lacks", &mut known.lacks), ("doubles", &mut known.doubles)] {
        let Some((_, items)) = rest.split_first().filter(|&(&first, _)| first == name) else { continue };
        let more = items.iter().take_while(|item| item.contains('=') && !item.contains('-')).count();
        let (items, after) = items.split_at(more);
        let mut last = None;
        for item in items {
            let (number, level) = readable(item.split_once('='))?;
            let number = readable(read::number(number, 3))?;
            let level = readable(read::number(level, 3))?;
            if last >= Some(number) || items.is_empty() {
                return Err(Unfit::Unreadable);
            }
            last = Some(number);
            // Whether all can be read comes before what is in the set.
            match in_set(number, set) {
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
            let (lowest, highest) = (readable(read::number(lowest, 3))?, readable(read::number(highest, 3))?);
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

// Checks, in the order of `docs/rules/mexican_train.md`

impl Setup {
    /// The whole position, if it can be one.
    pub fn check(self) -> Result<(Position, Clues), Error> {
        self.check_state().map_err(wrong)
    }

    fn check_state(self) -> Result<(Position, Clues), String> {
        for (what, stands) in [("seat", self.seat.is_some()), ("sizes", self.sizes.is_some())] {
            if stands {
                return Err(format!("a state's text has no \"{what}\""));
            }
        }
        let missing = |name: &str| format!("\"{name}\" is missing");
        if let Some(seat) = self.hands.iter().position(Option::is_none) {
            return Err(missing(&format!("hand {seat}")));
        }
        if self.boneyard.is_none() {
            return Err(missing("boneyard"));
        }
        let (turn, doubled, drew) = self.turn.ok_or_else(|| missing("turn"))?;
        let sizes: Vec<u32> = self.hands.iter().flatten().map(|hand| hand.len() as u32).collect();
        self.check_tiles(&sizes)?;
        let position = self.put_together(&sizes, turn, doubled, drew)?;
        let clues = self.check_known(&position)?;
        for seat in 0..self.rules.seats() {
            check_agrees(&clues, &position, seat)?;
        }
        Ok((position, clues))
    }

    /// What a seat knows, if it can be that.
    pub fn check_view(self) -> Result<(u8, Position, Clues), Error> {
        self.check_seen().map_err(wrong)
    }

    fn check_seen(self) -> Result<(u8, Position, Clues), String> {
        let missing = |name: &str| format!("\"{name}\" is missing");
        let seat = self.seat.ok_or_else(|| missing("seat"))?;
        let is_over = self.is_over_by_sizes();
        let not_seen = |&holder: &usize| holder != usize::from(seat) && !is_over;
        let mut holders = 0..self.rules.players();
        if let Some(holder) = holders.clone().find(|holder| not_seen(holder) && self.hands[*holder].is_some())
        {
            return Err(format!("a view's text has no \"hand {holder}\""));
        }
        if self.boneyard.is_some() {
            return Err("a view's text has no \"boneyard\"".into());
        }
        if let Some(holder) = holders.find(|holder| !not_seen(holder) && self.hands[*holder].is_none()) {
            return Err(missing(&format!("hand {holder}")));
        }
        let sizes = self.sizes.clone().ok_or_else(|| missing("sizes"))?;
        let (turn, doubled, drew) = self.turn.ok_or_else(|| missing("turn"))?;
        self.check_tiles(&sizes)?;
        let position = self.put_together(&sizes, turn, doubled, drew)?;
        let clues = self.check_known(&position)?;
        for holder in (0..self.rules.seats()).filter(|&holder| holder == seat || is_over) {
            check_agrees(&clues, &position, holder)?;
        }
        check_some_deal(self.rules, &clues, &position, seat)?;
        Ok((seat, position, clues))
    }

    /// Whether the text is one of a finished round.
    fn is_over_by_sizes(&self) -> bool {
        let empty = |&(turn, ..): &(u8, bool, bool)| {
            self.sizes.as_ref().is_some_and(|sizes| sizes[usize::from(turn)] == 0)
        };
        self.turn.as_ref().is_some_and(empty) || self.idle == Some(self.rules.seats().into())
    }

    /// All trains with their tiles, the Mexican one last.
    fn all_trains(&self) -> impl Iterator<Item = (Place, &[Tile])> {
        let trains =
            self.trains.iter().chain([&self.mexican]).map(|train| train.as_deref().unwrap_or_default());
        places(self.rules).zip(trains)
    }

    /// Each tile once; in a state all, in a view as many as there should be (6.).
    fn check_tiles(&self, sizes: &[u32]) -> Result<(), String> {
        let hub = [self.rules.hub()];
        let hands = self.hands.iter().flatten().flatten();
        let boneyard = self.boneyard.iter().flatten();
        let trains = self.all_trains().flat_map(|(_, train)| train);
        let mut seen = vec![false; usize::from(self.rules.tile_count())];
        for &tile in hub.iter().chain(hands).chain(boneyard).chain(trains) {
            if std::mem::replace(&mut seen[usize::from(tile.number())], true) {
                return Err(format!("{tile} stands twice"));
            }
        }
        if self.boneyard.is_some() {
            return match self.rules.tiles().find(|tile| !seen[usize::from(tile.number())]) {
                Some(tile) => Err(format!("{tile} is missing")),
                None => Ok(()),
            };
        }
        for (seat, (hand, &size)) in self.hands.iter().zip(sizes).enumerate() {
            if let Some(hand) = hand
                && hand.len() as u32 != size
            {
                return Err(format!("seat {seat} has {} tiles, not {size}", hand.len()));
            }
        }
        Ok(())
    }

    /// The position, with what it must be by itself (7. to 12.).
    fn put_together(&self, sizes: &[u32], turn: u8, doubled: bool, drew: bool) -> Result<Position, String> {
        let rules = self.rules;
        let laid: usize = self.all_trains().map(|(_, train)| train.len()).sum();
        let mut position = Position::empty(rules, [0; SEATS], 0);
        for (place, train) in self.all_trains() {
            for &tile in train {
                let end = position.end(place);
                let Some(beyond) = tile.beyond(end) else {
                    let train = if place == Place::MEXICAN {
                        "the Mexican train".into()
                    } else {
                        format!("the train of seat {place}")
                    };
                    return Err(format!("{tile} does not follow {end} on {train} [MT-07]"));
                };
                position.put(place, end, beyond);
            }
        }

        let held: u32 = sizes.iter().sum();
        let not_laid = u32::from(rules.tile_count()) - 1 - laid as u32;
        let Some(boneyard) = not_laid.checked_sub(held) else {
            let own = self.seat.map_or(0, |seat| sizes[usize::from(seat)]);
            let (unseen, others) = (not_laid.saturating_sub(own), held - own);
            return Err(format!(
                "there are {unseen} unseen tiles, fewer than the {others} in the other hands"
            ));
        };
        let first = u32::from(rules.first_boneyard());
        let Some(drawn) = first.checked_sub(boneyard) else {
            return Err(format!("the boneyard has {boneyard} tiles, but it began with {first} [MT-04]"));
        };
        if let Some(seat) = sizes.iter().position(|&size| size > u32::from(rules.hand_size()) + drawn) {
            let size = sizes[seat];
            return Err(format!("seat {seat} has {size} tiles, more than it can have drawn [MT-04]"));
        }
        let mut small = [0; SEATS];
        small.iter_mut().zip(sizes).for_each(|(small, &size)| *small = size as u8);
        position.set_sizes(small, boneyard as u8);
        for (seat, hand) in (0..).zip(&self.hands) {
            position.fill_hand(seat, hand.iter().flatten().copied());
        }
        position.fill_boneyard(self.boneyard.as_deref().unwrap_or_default());

        self.check_markers(&mut position)?;
        self.check_turn(&mut position, turn, doubled, drew)?;
        Ok(position)
    }

    /// Markers and open doubles (9.).
    fn check_markers(&self, position: &mut Position) -> Result<(), String> {
        for &seat in self.marked.iter().flatten() {
            if position.is_marked(seat) {
                return Err(format!("seat {seat} is marked twice"));
            }
            position.set_marked(seat);
        }
        let ends_with = |position: &Position, double: Number| {
            places(self.rules)
                .find(|&place| position.ends_with_double(place) && position.end(place) == double)
        };
        for &double in self.open.iter().flatten() {
            let name = format!("{double}-{double}");
            if position.open_doubles().any(|open| open == double) {
                return Err(format!("{name} is open twice"));
            }
            let place =
                ends_with(position, double).ok_or_else(|| format!("{name} is not at the end of a train"))?;
            if position.is_dead(double) {
                return Err(format!(
                    "{name} is dead: every other tile of its number lies on the table [MT-24]"
                ));
            }
            position.push_open(place);
        }
        let is_open = |double: Number| position.open_doubles().any(|open| open == double);
        let mut doubles = 0..=self.rules.set();
        let forgotten = doubles.find(|&double| {
            ends_with(position, double).is_some() && !position.is_dead(double) && !is_open(double)
        });
        match forgotten {
            Some(double) => Err(format!(
                "{double}-{double} is at the end of a train and can be closed, but is not among the open doubles \
                 [MT-16]"
            )),
            None => Ok(()),
        }
    }

    /// Whose turn it is (10. to 12.).
    fn check_turn(&self, position: &mut Position, turn: u8, doubled: bool, drew: bool) -> Result<(), String> {
        let rules = self.rules;
        if doubled {
            let strange = position.open().iter().find(|&&place| !position.is_available(place, turn));
            if let Some(&place) = strange {
                let double = position.end(place);
                return Err(format!(
                    "seat {turn} cannot have laid {double}-{double}: that train is not available to it [MT-09]"
                ));
            }
            if !position.available(rules, turn).any(|place| position.ends_with_double(place)) {
                return Err(format!("no train that is available to seat {turn} ends with a double [MT-16]"));
            }
        }
        let idle = self.idle.unwrap_or(0);
        let mut empty = (0..rules.seats()).filter(|&seat| position.size(seat) == 0);
        match (empty.next(), empty.next()) {
            (Some(seat), Some(other)) => {
                return Err(format!("seats {seat} and {other} have no tiles left [MT-26]"));
            }
            (Some(seat), None) if seat != turn => {
                return Err(format!(
                    "seat {seat} has no tiles left, but it is the turn of seat {turn} [MT-26]"
                ));
            }
            (Some(seat), None) if doubled || drew || idle > 0 => {
                return Err(format!("seat {seat} has no tiles left: the round is over"));
            }
            _ => {}
        }
        if idle > rules.seats().into() {
            return Err("idle is at most the number of players".into());
        }
        if idle > 0 && position.boneyard_size() > 0 {
            return Err("there are idle passes, but the boneyard is not empty [MT-26]".into());
        }
        position.set_turn(rules, turn, doubled, drew, idle as u8);
        if let Some(seat) = idle_seats(rules, position).find(|&seat| !position.is_marked(seat)) {
            return Err(format!("seat {seat} has passed, but its train is not marked [MT-13]"));
        }
        if position.is_over() && (doubled || drew) {
            return Err("the round is over".into());
        }
        let since = if doubled { "double has been laid" } else { "tile has been drawn" };
        if idle > 0 && (doubled || drew) {
            return Err(format!("there are idle passes, but a {since} since [MT-26]"));
        }
        Ok(())
    }

    /// What is known of the seats, as far as it can be seen without their tiles (13. and 14.).
    fn check_known(&self, position: &Position) -> Result<Clues, String> {
        let rules = self.rules;
        let mut clues = Clues::default();
        let mut drawn = u32::from(rules.first_boneyard() - position.boneyard_size());
        let laid = position.laid(rules);
        let mut played = Vec::new();
        let mut known = self.known.clone();
        if self.presumed {
            known[usize::from(position.turn())] = Some(Known::of_draw(position.open_to_player(rules)));
        }
        for (seat, known) in (0..).zip(&known) {
            let Some(Known { kept, lacks, doubles, played: tiles }) = known else { continue };
            let (kept, had) = (*kept, u32::from(position.size(seat)) + tiles.len() as u32);
            if kept > had || kept > drawn {
                return Err(format!("seat {seat} cannot have kept {kept} tiles"));
            }
            drawn -= kept;
            let clue = clues.of_mut(seat);
            clue.kept = kept as u8;
            // What has just been drawn is not among the tiles of which something has been proved, or that were played.
            let pending = position.drew() && seat == position.turn() && kept > 0;
            let before = kept - u32::from(pending);
            let most = before + 1;
            for (levels, known) in [(&mut clue.lacks, lacks), (&mut clue.doubles, doubles)] {
                for &(number, level) in known {
                    if !(1..=most).contains(&level) {
                        return Err(format!("the levels of {number} are 1 to {most} for seat {seat}"));
                    }
                    levels[usize::from(number)] = level as Level;
                }
            }
            for &(tile, lowest, highest) in tiles {
                if !laid.has(tile) {
                    return Err(format!("{tile} has not been played"));
                }
                if played.contains(&tile) {
                    return Err(format!("{tile} is known to be played twice"));
                }
                played.push(tile);
                if !(1..=before).contains(&highest) || lowest > highest {
                    return Err(format!("the levels of {tile} are not among 0 to {before} for seat {seat}"));
                }
                clue.played.push(Played { tile, lowest: lowest as Level, highest: highest as Level });
            }
        }
        if position.drew() {
            let turn = position.turn();
            let Clue { kept, .. } = *clues.of(turn);
            if kept == 0 || !clues.of(turn).cannot_before(position.open_to_player(rules), kept) {
                return Err(format!(
                    "seat {turn} has drawn, but it is not known that it could not play before"
                ));
            }
        }
        let can_play = |&seat: &u8| {
            let clue = clues.of(seat);
            !clue.cannot_before(position.open_to(rules, seat), clue.kept + 1)
        };
        match idle_seats(rules, position).find(can_play) {
            Some(seat) => Err(format!("seat {seat} has passed, but it is not known that it cannot play")),
            None => Ok(clues),
        }
    }
}

/// The seats that have made the row of passes, the last one first.
fn idle_seats(rules: Rules, position: &Position) -> impl Iterator<Item = u8> + use<> {
    let last = if position.is_over() { position.turn() } else { rules.before(position.turn()) };
    std::iter::successors(Some(last), move |&seat| Some(rules.before(seat))).take(position.idle().into())
}

/// Whether the tiles of a hand that is seen agree with what is known (15.).
pub(super) fn check_agrees(clues: &Clues, position: &Position, seat: u8) -> Result<(), String> {
    if deals::agrees(clues, seat, position.size(seat), position.hand(seat).tiles()) {
        Ok(())
    } else {
        Err(format!("what is known of seat {seat} does not agree with its tiles"))
    }
}

/// Said where what is known contradicts itself.
pub(super) const NO_DEAL: &str = "no deal of the unseen tiles agrees with what is known";

/// Whether the unseen tiles can be dealt so that all agrees (15.).
pub(super) fn check_some_deal(
    rules: Rules,
    clues: &Clues,
    position: &Position,
    seat: u8,
) -> Result<(), String> {
    if position.is_over() || deals_of(rules, clues, position, seat).first().is_some() {
        Ok(())
    } else {
        Err(NO_DEAL.into())
    }
}

/// The deals of what this seat does not see.
pub(super) fn deals_of<'a>(rules: Rules, clues: &'a Clues, position: &Position, seat: u8) -> Deals<'a> {
    let mut deals = Deals::new(clues);
    for other in (0..rules.seats()).filter(|&other| other != seat) {
        deals.add_seat(other, position.size(other));
    }
    deals.add_unseen(position.unseen(rules), position.boneyard_size());
    deals.add_played();
    deals
}

/// A position in the middle of play, part by part.
#[derive(Clone, Debug)]
pub struct InPlay {
    /// How it is played.
    pub rules: Rules,
    /// What each seat holds.
    pub hands: Vec<Vec<Tile>>,
    /// Whose turn it is.
    pub turn: u8,
    /// The trains of the seats, from the hub.
    pub trains: Vec<Vec<Tile>>,
    /// The train that belongs to all.
    pub mexican: Vec<Tile>,
    /// The seats whose trains are marked.
    pub marked: Vec<u8>,
    /// The live open doubles in the order in which they were laid.
    pub open: Vec<Number>,
    /// Whether the player has laid a double in this turn.
    pub doubled: bool,
    /// Whether the player has just drawn, and could not play before.
    pub drew: bool,
    /// The boneyard, the next tile first.
    pub boneyard: Option<Vec<Tile>>,
}

impl InPlay {
    /// The beginning of a round with these hands.
    pub fn deal(
        rules: Rules,
        hands: Vec<Vec<Tile>>,
        starter: u8,
        boneyard: Option<Vec<Tile>>,
    ) -> Result<Self, Error> {
        let size = usize::from(rules.hand_size());
        if let Some(seat) = hands.iter().position(|hand| hand.len() != size) {
            let there = hands[seat].len();
            return Err(wrong(format!("seat {seat} has {there} tiles, not {size} [MT-04]")));
        }
        Ok(Self {
            trains: vec![Vec::new(); rules.players()],
            rules,
            hands,
            turn: starter,
            mexican: Vec::new(),
            marked: Vec::new(),
            open: Vec::new(),
            doubled: false,
            drew: false,
            boneyard,
        })
    }

    /// The position, if it can be one. A boneyard that is not given is shuffled by this stream.
    pub fn check(self, mut chance: Stream) -> Result<(Position, Clues), Error> {
        let Self { rules, hands, turn, trains, mexican, marked, open, doubled, drew, boneyard } = self;
        let boneyard = boneyard.unwrap_or_else(|| {
            let elsewhere: Vec<Tile> =
                hands.iter().chain(&trains).chain([&mexican]).flatten().copied().collect();
            let left = rules.tiles().filter(|tile| *tile != rules.hub() && !elsewhere.contains(tile));
            let mut left: Vec<Tile> = left.collect();
            chance.shuffle(&mut left);
            left
        });
        let setup = Setup {
            hands: hands.into_iter().map(Some).collect(),
            trains: trains.into_iter().map(Some).collect(),
            mexican: Some(mexican),
            marked: Some(marked),
            open: Some(open),
            boneyard: Some(boneyard),
            turn: Some((turn, doubled, drew)),
            presumed: drew,
            ..Setup::new(rules)
        };
        setup.check()
    }
}
