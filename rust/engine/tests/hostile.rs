//! Whatever comes from outside: bytes, texts and events, mutated, cut and made up. Nothing panics, and what is taken
//! is sound.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod duel;

use std::collections::BTreeSet;
use std::fmt::Debug;

use duel::Duel;
use oxideal_engine::doudizhu::{self, DouDizhu};
use oxideal_engine::foursquare::{self, Card, Cell, FourSquare};
use oxideal_engine::mexican_train::{self, CloseOrder, FollowUp, MexicanTrain};
use oxideal_engine::rummy::{self, Ace, Rummy};
use oxideal_engine::{
    Action, Chance, CodecError, Error, ErrorKind, Game, Observe as _, Position, Recent, Rules, Seed,
    SplitMix64, State, Stream, View, ViewBuilder,
};

// Inputs

/// Half of the characters are such as the texts have, the others have broken parsers before.
const CHARACTERS: [char; 64] = [
    ' ',
    ' ',
    ' ',
    ';',
    ';',
    ':',
    ',',
    '(',
    ')',
    '+',
    '-',
    '-',
    '?',
    '0',
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    'A',
    'T',
    'C',
    'D',
    'H',
    'S',
    'a',
    't',
    'c',
    'd',
    'h',
    's',
    '♣',
    '♦',
    '♥',
    '♠',
    '\0',
    '\t',
    '\n',
    '\r',
    '\u{b}',
    '\u{1f}',
    '\u{7f}',
    '\u{85}',
    '\u{a0}',
    '\u{ad}',
    'é',
    'ß',
    'ı',
    'ſ',
    '٣',
    '３',
    '\u{200b}',
    '\u{202e}',
    '\u{2028}',
    '\u{3000}',
    '\u{feff}',
    '\u{fffd}',
    '🂡',
    '\u{e0001}',
    '\u{10ffff}',
];

struct Mutator(SplitMix64);

impl Mutator {
    fn below(&mut self, n: usize) -> usize {
        self.0.below(n as u32) as usize
    }

    fn any<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Changes one or a few places: `one` makes an element, `others` are where whole pieces come from.
    fn mutate<T: Clone>(&mut self, items: &mut Vec<T>, others: &[Vec<T>], one: impl Fn(&mut Self) -> T) {
        for _ in 0..=self.below(3) {
            let at = self.below(items.len() + 1);
            let to = (at + 1 + self.below(8)).min(items.len());
            match self.below(8) {
                0 => items.truncate(at),
                1 => drop(items.drain(at..to)),
                2 => items.insert(at, one(self)),
                3 => {
                    let piece = items[at..to].to_vec();
                    items.splice(at..at, piece);
                }
                4 => {
                    // The beginning of one and the end of another.
                    let other = self.any(others);
                    items.truncate(at);
                    items.extend_from_slice(&other[at.min(other.len())..]);
                }
                5 if at < items.len() => {
                    let with = self.below(items.len());
                    items.swap(at, with);
                }
                _ if at < items.len() => items[at] = one(self),
                _ => {}
            }
        }
    }

    fn text(&mut self, texts: &[String]) -> String {
        // As characters, or as words, which leaves more of the texts right.
        let (separator, character) = (" ", |mutator: &mut Self| *mutator.any(&CHARACTERS));
        let text = self.any(texts).clone();
        if self.below(2) == 0 {
            let others: Vec<Vec<char>> = (0..3).map(|_| self.any(texts).chars().collect()).collect();
            let mut characters: Vec<char> = text.chars().collect();
            self.mutate(&mut characters, &others, character);
            characters.into_iter().collect()
        } else {
            let split = |text: &str| text.split(separator).map(String::from).collect::<Vec<_>>();
            let others: Vec<_> = (0..3).map(|_| split(self.any(texts).as_str())).collect();
            let all = others.concat();
            let mut words = split(&text);
            self.mutate(&mut words, &others, |mutator| mutator.any(&all).clone());
            words.join(separator)
        }
    }

    fn bytes(&mut self, saved: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = self.any(saved).clone();
        let byte = |mutator: &mut Self| match mutator.below(3) {
            0 => *mutator.any(&[0, 1, 2, 0x7F, 0x80, 0x81, 0xFF]),
            1 => mutator.below(49) as u8,
            _ => mutator.below(256) as u8,
        };
        self.mutate(&mut bytes, saved, byte);
        bytes
    }

    fn noise(&mut self) -> Vec<u8> {
        (0..self.below(64)).map(|_| self.below(256) as u8).collect()
    }

    /// Moments of random rounds, dealt and set up by hand.
    fn states<G: Game>(&mut self, rules: &[G::Rules]) -> Vec<State<G>> {
        let mut states = Vec::new();
        for seed in 0..40 {
            let mut state = State::<G>::deal(self.any(rules).clone(), Seed::from(seed), 0);
            let by_hand = self.below(12);
            for ply in 0..40 {
                states.push(state.clone());
                if ply == by_hand {
                    state = State::from_text(&state.to_text()).unwrap();
                }
                match state.position().pick_legal(state.rules(), &mut self.0) {
                    Some(action) => state.push(action).unwrap(),
                    None => break,
                }
            }
        }
        states
    }
}

// What must hold

/// An error quotes foreign text in such a way that it can be shown anywhere.
fn is_fit_to_show(error: &Error) {
    let text = error.to_string();
    assert!(text.chars().all(|c| matches!(c, ' '..='~')) && text.len() < 500, "{text:?}");
}

fn refused_as_state<T: Debug>(read: Result<T, Error>) -> Option<T> {
    match read {
        Ok(read) => Some(read),
        Err(error) => {
            assert!(error.kind() == ErrorKind::InvalidState, "{error:?}");
            is_fit_to_show(&error);
            None
        }
    }
}

fn view_is_sound<G: Game>(view: &View<G>, recent: &Recent, mutator: &mut Mutator) {
    let seat = view.seat();
    assert_eq!(View::<G>::from_text(&view.to_text()).as_ref(), Ok(view));
    let (read, read_recent) = View::<G>::from_bytes(&view.to_bytes(recent)).unwrap();
    assert_eq!((&read, &read_recent), (view, recent));
    let sampled = view.sample(Stream::new(Seed::from(mutator.0.output()), 0)).unwrap();
    assert_eq!(sampled.view(seat).as_ref(), Ok(view));
    observation_is_sound::<G>(view, recent);
}

/// It is as long as it should be, and nothing in it is larger than it should be.
fn observation_is_sound<G: Game>(view: &View<G>, recent: &Recent) {
    let observed = view.observation(recent);
    let mut rest = observed.as_slice();
    for field in G::Position::fields(view.rules()) {
        let (entries, others) = rest.split_at(field.size());
        assert!(entries.iter().all(|&entry| entry <= field.high), "{field:?}: {entries:?}");
        rest = others;
    }
    assert!(rest.is_empty());
}

fn state_is_sound<G: Game>(state: &State<G>, mutator: &mut Mutator) {
    let read = State::<G>::from_bytes(&state.to_bytes()).unwrap();
    assert_eq!(read, *state);
    assert!(read.history().eq(state.history()));
    assert_eq!(read.chance(), state.chance());
    let read = State::<G>::from_text(&state.to_text()).unwrap();
    assert_eq!((read.rules(), read.position()), (state.rules(), state.position()));
    state.render();
    for seat in 0..state.rules().players() {
        let view = state.view(seat).unwrap();
        view_is_sound::<G>(&view, &state.recent(), mutator);
        let mut told = ViewBuilder::<G>::new(state.rules(), seat).unwrap();
        for event in state.events(seat).unwrap() {
            told.apply(&event).unwrap();
        }
        let (told, told_recent) = told.finish().unwrap();
        assert_eq!(told, view);
        let mut since_the_start = Recent::default();
        since_the_start
            .extend(state.plies().filter_map(|(before, action, _)| Some((before.current_player()?, action))));
        assert_eq!(told_recent, since_the_start);
    }
    // It can be played to its end, and back.
    let mut played = state.clone();
    let mut plies = 0;
    while let Some(action) = played.position().pick_legal(played.rules(), &mut mutator.0) {
        played.push(action).unwrap();
        plies += 1;
    }
    let beyond = played.rules().num_actions();
    for action in (0..beyond).step_by(1 + beyond as usize / 100).chain([beyond]) {
        is_fit_to_show(&played.push(action).unwrap_err());
    }
    for _ in 0..plies {
        played.pop().unwrap();
    }
    assert_eq!(played, *state);
}

/// Of so many inputs some are taken and some are refused, or they test nothing.
fn both(taken: usize, refused: usize) {
    assert!(taken >= 50 && refused >= 50, "{taken} taken, {refused} refused");
}

// Bytes

fn bytes_are_taken_or_refused<G: Game>(rules: &[G::Rules], n: usize) {
    let mut mutator = Mutator(SplitMix64::new(1));
    let states = mutator.states::<G>(rules);
    let mut saved: Vec<Vec<u8>> = states.iter().map(State::to_bytes).collect();
    saved.extend(states.iter().flat_map(|state| {
        (0..state.rules().players()).map(|seat| state.view(seat).unwrap().to_bytes(&state.recent()))
    }));
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..n {
        let bytes = mutator.bytes(&saved);
        let (state, view) = (State::<G>::from_bytes(&bytes), View::<G>::from_bytes(&bytes));
        assert!(state.is_err() || view.is_err(), "a state is no view: {bytes:?}");
        let (state, view) = (refused_as_state(state), refused_as_state(view));
        if let Some(state) = &state {
            state_is_sound(state, &mut mutator);
        }
        if let Some((view, recent)) = &view {
            view_is_sound::<G>(view, recent, &mut mutator);
        }
        if state.is_some() || view.is_some() { taken += 1 } else { refused += 1 }
    }
    both(taken, refused);
    for _ in 0..n {
        let noise = mutator.noise();
        assert!(State::<G>::from_bytes(&noise).is_err() && View::<G>::from_bytes(&noise).is_err());
        // Noise behind a good beginning, where most of it is read.
        let begun = &mutator.any(&saved)[..8 + G::NAME.len()];
        let begun = [begun, &noise].concat();
        refused_as_state(State::<G>::from_bytes(&begun));
        refused_as_state(View::<G>::from_bytes(&begun));
    }
    // Any beginning of something saved is refused, and so is anything behind it.
    for bytes in saved.iter().step_by(saved.len() / 8) {
        let too_short_or_long = |bytes: &[u8]| {
            refused_as_state(State::<G>::from_bytes(bytes)).is_none()
                && refused_as_state(View::<G>::from_bytes(bytes)).is_none()
        };
        assert!((0..bytes.len()).all(|length| too_short_or_long(&bytes[..length])));
        assert!((0..=255).all(|byte| too_short_or_long(&[bytes, &[byte][..]].concat())));
    }
}

#[test]
fn bytes_of_foursquare_are_taken_or_refused() {
    bytes_are_taken_or_refused::<FourSquare>(&foursquare_rules(), 10_000);
}

#[test]
fn bytes_of_a_duel_are_taken_or_refused() {
    bytes_are_taken_or_refused::<Duel>(&duel_rules(), 10_000);
}

#[test]
fn bytes_of_doudizhu_are_taken_or_refused() {
    bytes_are_taken_or_refused::<DouDizhu>(&doudizhu_rules(), 3000);
}

fn doudizhu_rules() -> Vec<doudizhu::Rules> {
    let plain = doudizhu::Options::default();
    let options =
        [plain, doudizhu::Options { players: 4, ..plain }, doudizhu::Options { auction: false, ..plain }];
    let chosen = options.map(|options| doudizhu::Rules::new(options).unwrap());
    chosen.into_iter().chain([doudizhu::Rules::preset("openspiel").unwrap()]).collect()
}

#[test]
fn bytes_of_mexican_train_are_taken_or_refused() {
    bytes_are_taken_or_refused::<MexicanTrain>(&mexican_train_rules(), 4000);
}

fn mexican_train_rules() -> Vec<mexican_train::Rules> {
    let plain = mexican_train::Options::default();
    let small = |players, set, hand_size| mexican_train::Options {
        players,
        set,
        hand_size: Some(hand_size),
        ..plain
    };
    let options = [
        plain,
        small(2, 3, 3),
        mexican_train::Options { follow_up: FollowUp::Double, ..small(3, 4, 3) },
        mexican_train::Options { close_order: CloseOrder::Reverse, engine: Some(2), ..small(5, 6, 4) },
    ];
    options.into_iter().map(|options| mexican_train::Rules::new(options).unwrap()).collect()
}

#[test]
fn bytes_of_rummy_are_taken_or_refused() {
    bytes_are_taken_or_refused::<Rummy>(&rummy_rules(), 4000);
}

fn rummy_rules() -> Vec<rummy::Rules> {
    let plain = rummy::Options { turn_limit: 60, ..rummy::Options::default() };
    let options = [
        plain,
        rummy::Options { players: 3, ace: Ace::Both, ..plain },
        rummy::Options { players: 6, must_discard_out: true, hand_size: Some(3), ..plain },
        rummy::Options { hand_size: Some(2), turn_limit: 20, ..plain },
    ];
    options.into_iter().map(|options| rummy::Rules::new(options).unwrap()).collect()
}

fn foursquare_rules() -> [foursquare::Rules; 2] {
    [false, true].map(|diagonal| foursquare::Rules { diagonal })
}

fn duel_rules() -> [duel::Rules; 3] {
    [(2, 0), (5, 2), (9, 255)].map(|(cards, throws)| duel::Rules { cards, throws })
}

/// Lengths that would take the memory of a machine, if they were believed.
#[test]
fn lengths_are_not_believed() {
    let longest = [0xFF, 0xFF, 0xFF, 0xFF, 0x0F];
    let dealt = State::<FourSquare>::deal(foursquare_rules()[0], Seed::from(1), 0).to_bytes();
    let (name, rules, history) = (6, 17, dealt.len() - 1);
    for at in [name, rules, history] {
        let bytes = [&dealt[..at], &longest].concat();
        let error = State::<FourSquare>::from_bytes(&bytes).unwrap_err();
        assert_eq!(error, Error::Codec(CodecError::Truncated), "length at {at}");
        for too_large in [&[0xFF, 0xFF, 0xFF, 0xFF, 0x10][..], &[0x80, 0x80, 0x80, 0x80, 0x80, 0]] {
            let bytes = [&dealt[..at], too_large].concat();
            let error = State::<FourSquare>::from_bytes(&bytes).unwrap_err();
            assert_eq!(error, Error::Codec(CodecError::NumberTooLarge));
        }
    }
}

// Texts

fn texts_are_taken_or_refused<G: Game>(rules: &[G::Rules], n: usize) {
    let mut mutator = Mutator(SplitMix64::new(2));
    let states = mutator.states::<G>(rules);
    let mut texts: Vec<String> = states.iter().map(State::to_text).collect();
    let views = |state: &State<G>| {
        let views = (0..state.rules().players()).map(|seat| state.view(seat).unwrap().to_text());
        views.collect::<Vec<_>>()
    };
    texts.extend(states.iter().flat_map(views));
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..n {
        let text = mutator.text(&texts);
        let state = refused_as_state(State::<G>::from_text(&text));
        if let Some(state) = &state {
            state_is_sound(state, &mut mutator);
        }
        let view = refused_as_state(View::<G>::from_text(&text));
        if let Some(view) = &view {
            view_is_sound::<G>(view, &Recent::default(), &mut mutator);
        }
        if state.is_some() || view.is_some() { taken += 1 } else { refused += 1 }
    }
    both(taken, refused);
}

#[test]
fn texts_of_foursquare_are_taken_or_refused() {
    texts_are_taken_or_refused::<FourSquare>(&foursquare_rules(), 10_000);
}

#[test]
fn texts_of_doudizhu_are_taken_or_refused() {
    texts_are_taken_or_refused::<DouDizhu>(&doudizhu_rules(), 6000);
}

#[test]
fn texts_of_mexican_train_are_taken_or_refused() {
    texts_are_taken_or_refused::<MexicanTrain>(&mexican_train_rules(), 4000);
}

#[test]
fn texts_of_rummy_are_taken_or_refused() {
    texts_are_taken_or_refused::<Rummy>(&rummy_rules(), 4000);
}

#[test]
fn texts_of_a_duel_are_taken_or_refused() {
    texts_are_taken_or_refused::<Duel>(&duel_rules(), 10_000);
}

#[test]
fn made_up_texts_are_refused() {
    let mut mutator = Mutator(SplitMix64::new(3));
    let beginnings = [
        "",
        "foursquare",
        "foursquare diagonal",
        "foursquare; card ",
        "foursquare; stock ",
        "foursquare; 0,0:",
    ];
    for _ in 0..5000 {
        let length = mutator.below(50);
        let noise: String = (0..length).map(|_| *mutator.any(&CHARACTERS)).collect();
        let text = format!("{}{noise}", mutator.any(&beginnings));
        assert!(refused_as_state(State::<FourSquare>::from_text(&text)).is_none(), "{text:?}");
        if let Some(view) = refused_as_state(foursquare::View::from_text(&text)) {
            view_is_sound::<FourSquare>(&view, &Recent::default(), &mut mutator);
        }
    }
    for length in [999, 1000, 1001, 100_000] {
        for filling in [" ", ";", "A", "♠", "0,0:", "(", "foursquare;"] {
            let text: String =
                format!("foursquare; {}", filling.repeat(length)).chars().take(length).collect();
            assert!(refused_as_state(State::<FourSquare>::from_text(&text)).is_none(), "{text:?}");
        }
    }
}

#[test]
fn made_up_cards_and_cells_are_taken_or_refused() {
    let mut mutator = Mutator(SplitMix64::new(4));
    let rules = foursquare_rules()[0];
    let numeric = &CHARACTERS[..18];
    let (mut cards, mut cells) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..40_000 {
        let mut noise = |characters: &[char]| -> String {
            let length = mutator.below(5);
            (0..length).map(|_| *mutator.any(characters)).collect()
        };
        let text = noise(&CHARACTERS);
        if let Some(card) = Card::parse(&text) {
            assert_eq!(Card::parse(&card.to_string()), Some(card));
            cards.insert(card);
        }
        for text in [text, format!("{},{}", noise(numeric), noise(numeric))] {
            match rules.parse(&text) {
                Ok(cell) => {
                    assert_eq!(Cell::parse(&cell.to_string()), Ok(cell));
                    cells.insert(cell);
                }
                Err(error) => {
                    assert!(error.kind() == ErrorKind::InvalidMove);
                    is_fit_to_show(&error);
                }
            }
        }
    }
    assert!(cards.len() > 30 && cells.len() > 30, "{} cards, {} cells", cards.len(), cells.len());
}

// Events

fn events_are_taken_or_refused<G: Game>(rules: &[G::Rules], n: usize) {
    let mut mutator = Mutator(SplitMix64::new(5));
    let states = mutator.states::<G>(rules);
    let records: Vec<Vec<String>> = states.iter().map(|state| state.events(0).unwrap()).collect();
    let all: Vec<String> = records.concat();
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..n {
        let which = mutator.below(states.len());
        let (rules, mut events) = (states[which].rules(), records[which].clone());
        mutator.mutate(&mut events, &records, |mutator| {
            if mutator.below(2) == 0 { mutator.any(&all).clone() } else { mutator.text(&all) }
        });
        // One is told everything and goes on after what it refuses; the other is told only what the first took.
        let mut told = ViewBuilder::<G>::new(rules, 0).unwrap();
        let mut other = ViewBuilder::<G>::new(rules, 0).unwrap();
        let mut believed = 0;
        for event in &events {
            match told.apply(event) {
                Ok(()) => {
                    other.apply(event).unwrap();
                    believed += 1;
                }
                Err(error) => {
                    let place = format!("event {believed}: ");
                    assert!(
                        matches!(&error, Error::InvalidRecord(text) if text.starts_with(&place)),
                        "{error}"
                    );
                    is_fit_to_show(&error);
                    refused += 1;
                }
            }
        }
        let view = told.finish();
        assert_eq!(view, other.finish(), "a refused event changes nothing");
        match view {
            Ok((view, recent)) => {
                view_is_sound::<G>(&view, &recent, &mut mutator);
                taken += 1;
            }
            Err(error) => {
                let too_early = "the events end too early: ";
                assert!(
                    matches!(&error, Error::InvalidRecord(told) if told.starts_with(too_early)),
                    "{error}"
                );
            }
        }
    }
    both(taken, refused);
}

#[test]
fn events_of_foursquare_are_taken_or_refused() {
    events_are_taken_or_refused::<FourSquare>(&foursquare_rules(), 8000);
}

#[test]
fn events_of_doudizhu_are_taken_or_refused() {
    events_are_taken_or_refused::<DouDizhu>(&doudizhu_rules(), 4000);
}

#[test]
fn events_of_mexican_train_are_taken_or_refused() {
    events_are_taken_or_refused::<MexicanTrain>(&mexican_train_rules(), 2000);
}

#[test]
fn events_of_rummy_are_taken_or_refused() {
    events_are_taken_or_refused::<Rummy>(&rummy_rules(), 2000);
}

#[test]
fn events_of_a_duel_are_taken_or_refused() {
    events_are_taken_or_refused::<Duel>(&duel_rules(), 8000);
}

// Actions

#[test]
fn any_number_is_an_action_or_refused() {
    let mut mutator = Mutator(SplitMix64::new(6));
    for state in mutator.states::<FourSquare>(&foursquare_rules()) {
        let mut played = state.clone();
        let far = [49, 50, 63, 64, 65, 1 << 8, (1 << 16) + 24, 1 << 31, Action::MAX];
        for action in far {
            assert!(
                played.push(action).is_err_and(|error| error.kind() == ErrorKind::InvalidMove),
                "{action}"
            );
            assert!(!state.position().is_legal(state.rules(), action));
            assert_eq!(state.rules().to_move(action), None);
        }
        for action in 0..49 {
            match played.push(action) {
                Ok(()) => assert_eq!(played.pop(), Ok(action)),
                Err(error) => assert!(matches!(error, Error::IllegalMove(_)), "{error}"),
            }
        }
        assert_eq!(played, state);
    }
}
