//! Mutated, cut and made-up bytes, texts and events: nothing panics, and what is accepted is sound.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../../engine/tests/duel/mod.rs"]
mod duel;
#[path = "../../../bots/tests/effort/mod.rs"]
mod effort;
mod mutator;

use std::collections::BTreeSet;

use duel::Duel;
use effort::times;
use mutator::{CHARACTERS, Mutator};
use oxideal_engine::doudizhu::{self, DouDizhu};
use oxideal_engine::foursquare::{self, Card, Cell, FourSquare};
use oxideal_engine::mexican_train::{self, CloseOrder, FollowUp, MexicanTrain};
use oxideal_engine::rummy::{self, Ace, Rummy};
use oxideal_engine::{
    Action, Error, ErrorKind, Game, Position as _, Recent, Rules as _, Seed, SplitMix64, State, View,
    ViewBuilder,
};
use oxideal_fuzz::sound::{is_fit_to_show, state_is_sound, state_or_refused, view_is_sound};

/// Some inputs must be accepted and some refused, or the test says nothing.
fn both(accepted: usize, refused: usize) {
    assert!(accepted >= times(50) && refused >= times(50), "{accepted} accepted, {refused} refused");
}

// Bytes

fn bytes_are_accepted_or_refused<G: Game>(rules: &[G::Rules], n: usize) {
    let mut mutator = Mutator(SplitMix64::new(1));
    let states = mutator.states::<G>(rules);
    let mut saved: Vec<Vec<u8>> = states.iter().map(State::to_bytes).collect();
    saved.extend(states.iter().flat_map(|state| {
        (0..state.rules().players()).map(|seat| state.view(seat).unwrap().to_bytes(&state.recent()))
    }));
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..times(n) {
        let bytes = mutator.bytes(&saved);
        let (state, view) = (State::<G>::from_bytes(&bytes), View::<G>::from_bytes(&bytes));
        assert!(state.is_err() || view.is_err(), "bytes of a state are not those of a view: {bytes:?}");
        let (state, view) = (state_or_refused(state), state_or_refused(view));
        if let Some(state) = &state {
            state_is_sound(state);
        }
        if let Some((view, recent)) = &view {
            view_is_sound::<G>(view, recent);
        }
        if state.is_some() || view.is_some() { accepted += 1 } else { refused += 1 }
    }
    both(accepted, refused);
    for _ in 0..times(n) {
        let noise = mutator.noise();
        assert!(State::<G>::from_bytes(&noise).is_err() && View::<G>::from_bytes(&noise).is_err());
        // Noise behind a good beginning, where most of it is read.
        let begun = &mutator.any(&saved)[..8 + G::NAME.len()];
        let begun = [begun, &noise].concat();
        state_or_refused(State::<G>::from_bytes(&begun));
        state_or_refused(View::<G>::from_bytes(&begun));
    }
    // Any beginning of something saved is refused, and so is anything behind it.
    for bytes in saved.iter().step_by(saved.len() / 8) {
        let too_short_or_long = |bytes: &[u8]| {
            state_or_refused(State::<G>::from_bytes(bytes)).is_none()
                && state_or_refused(View::<G>::from_bytes(bytes)).is_none()
        };
        assert!((0..bytes.len()).all(|length| too_short_or_long(&bytes[..length])));
        assert!((0..=255).all(|byte| too_short_or_long(&[bytes, &[byte][..]].concat())));
    }
}

#[test]
fn bytes_of_foursquare_are_accepted_or_refused() {
    bytes_are_accepted_or_refused::<FourSquare>(&foursquare_rules(), 10_000);
}

#[test]
fn bytes_of_a_duel_are_accepted_or_refused() {
    bytes_are_accepted_or_refused::<Duel>(&duel_rules(), 10_000);
}

#[test]
fn bytes_of_doudizhu_are_accepted_or_refused() {
    bytes_are_accepted_or_refused::<DouDizhu>(&doudizhu_rules(), 3000);
}

fn doudizhu_rules() -> Vec<doudizhu::Rules> {
    let plain = doudizhu::Options::default();
    let options =
        [plain, doudizhu::Options { players: 4, ..plain }, doudizhu::Options { auction: false, ..plain }];
    let chosen = options.map(|options| doudizhu::Rules::new(options).unwrap());
    chosen.into_iter().chain([doudizhu::Rules::preset("openspiel").unwrap()]).collect()
}

#[test]
fn bytes_of_mexican_train_are_accepted_or_refused() {
    bytes_are_accepted_or_refused::<MexicanTrain>(&mexican_train_rules(), 4000);
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
fn bytes_of_rummy_are_accepted_or_refused() {
    bytes_are_accepted_or_refused::<Rummy>(&rummy_rules(), 4000);
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

/// Lengths that would take all memory, if they were allocated at once.
#[test]
fn claimed_lengths_are_not_allocated() {
    let longest = [0xFF, 0xFF, 0xFF, 0xFF, 0x0F];
    let dealt = State::<FourSquare>::deal(foursquare_rules()[0], Seed::from(1), 0).to_bytes();
    let (name, rules, history) = (6, 17, dealt.len() - 1);
    for at in [name, rules, history] {
        let bytes = [&dealt[..at], &longest].concat();
        let error = State::<FourSquare>::from_bytes(&bytes).unwrap_err();
        assert_eq!(error.to_string(), "the bytes end too early", "length at {at}");
        for too_large in [&[0xFF, 0xFF, 0xFF, 0xFF, 0x10][..], &[0x80, 0x80, 0x80, 0x80, 0x80, 0]] {
            let bytes = [&dealt[..at], too_large].concat();
            let error = State::<FourSquare>::from_bytes(&bytes).unwrap_err();
            assert_eq!(error.to_string(), "a number in these bytes is too large");
        }
    }
}

// Texts

fn texts_are_accepted_or_refused<G: Game>(rules: &[G::Rules], n: usize) {
    let mut mutator = Mutator(SplitMix64::new(2));
    let states = mutator.states::<G>(rules);
    let mut texts: Vec<String> = states.iter().map(State::to_text).collect();
    let views = |state: &State<G>| {
        let views = (0..state.rules().players()).map(|seat| state.view(seat).unwrap().to_text());
        views.collect::<Vec<_>>()
    };
    texts.extend(states.iter().flat_map(views));
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..times(n) {
        let text = mutator.text(&texts);
        let state = state_or_refused(State::<G>::from_text(&text));
        if let Some(state) = &state {
            state_is_sound(state);
        }
        let view = state_or_refused(View::<G>::from_text(&text));
        if let Some(view) = &view {
            view_is_sound::<G>(view, &Recent::default());
        }
        if state.is_some() || view.is_some() { accepted += 1 } else { refused += 1 }
    }
    both(accepted, refused);
}

#[test]
fn texts_of_foursquare_are_accepted_or_refused() {
    texts_are_accepted_or_refused::<FourSquare>(&foursquare_rules(), 10_000);
}

#[test]
fn texts_of_doudizhu_are_accepted_or_refused() {
    texts_are_accepted_or_refused::<DouDizhu>(&doudizhu_rules(), 6000);
}

#[test]
fn texts_of_mexican_train_are_accepted_or_refused() {
    texts_are_accepted_or_refused::<MexicanTrain>(&mexican_train_rules(), 4000);
}

#[test]
fn texts_of_rummy_are_accepted_or_refused() {
    texts_are_accepted_or_refused::<Rummy>(&rummy_rules(), 4000);
}

#[test]
fn texts_of_a_duel_are_accepted_or_refused() {
    texts_are_accepted_or_refused::<Duel>(&duel_rules(), 10_000);
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
    for _ in 0..times(5000) {
        let length = mutator.below(50);
        let noise: String = (0..length).map(|_| *mutator.any(&CHARACTERS)).collect();
        let text = format!("{}{noise}", mutator.any(&beginnings));
        assert!(state_or_refused(State::<FourSquare>::from_text(&text)).is_none(), "{text:?}");
        if let Some(view) = state_or_refused(foursquare::View::from_text(&text)) {
            view_is_sound::<FourSquare>(&view, &Recent::default());
        }
    }
    for length in [999, 1000, 1001, 100_000] {
        for filling in [" ", ";", "A", "♠", "0,0:", "(", "foursquare;"] {
            let text: String =
                format!("foursquare; {}", filling.repeat(length)).chars().take(length).collect();
            assert!(state_or_refused(State::<FourSquare>::from_text(&text)).is_none(), "{text:?}");
        }
    }
}

#[test]
fn made_up_cards_and_cells_are_accepted_or_refused() {
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

fn events_are_accepted_or_refused<G: Game>(rules: &[G::Rules], n: usize) {
    let mut mutator = Mutator(SplitMix64::new(5));
    let states = mutator.states::<G>(rules);
    let records: Vec<Vec<String>> = states.iter().map(|state| state.events(0).unwrap()).collect();
    let all: Vec<String> = records.concat();
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..times(n) {
        let which = mutator.below(states.len());
        let (rules, mut events) = (states[which].rules(), records[which].clone());
        mutator.mutate(&mut events, &records, |mutator| {
            if mutator.below(2) == 0 { mutator.any(&all).clone() } else { mutator.text(&all) }
        });
        // One receives every event and goes on after a refusal; the other receives only what the first accepts.
        let mut builder = ViewBuilder::<G>::new(rules, 0).unwrap();
        let mut other = ViewBuilder::<G>::new(rules, 0).unwrap();
        let mut accepted_events = 0;
        for event in &events {
            match builder.apply(event) {
                Ok(()) => {
                    other.apply(event).unwrap();
                    accepted_events += 1;
                }
                Err(error) => {
                    let place = format!("event {accepted_events}: ");
                    assert!(
                        matches!(&error, Error::InvalidRecord(text) if text.starts_with(&place)),
                        "{error}"
                    );
                    is_fit_to_show(&error);
                    refused += 1;
                }
            }
        }
        let view = builder.finish();
        assert_eq!(view, other.finish(), "a refused event changes nothing");
        match view {
            Ok((view, recent)) => {
                view_is_sound::<G>(&view, &recent);
                accepted += 1;
            }
            Err(error) => {
                let too_early = "the events end too early: ";
                assert!(
                    matches!(&error, Error::InvalidRecord(text) if text.starts_with(too_early)),
                    "{error}"
                );
            }
        }
    }
    both(accepted, refused);
}

#[test]
fn events_of_foursquare_are_accepted_or_refused() {
    events_are_accepted_or_refused::<FourSquare>(&foursquare_rules(), 8000);
}

#[test]
fn events_of_doudizhu_are_accepted_or_refused() {
    events_are_accepted_or_refused::<DouDizhu>(&doudizhu_rules(), 4000);
}

#[test]
fn events_of_mexican_train_are_accepted_or_refused() {
    events_are_accepted_or_refused::<MexicanTrain>(&mexican_train_rules(), 2000);
}

#[test]
fn events_of_rummy_are_accepted_or_refused() {
    events_are_accepted_or_refused::<Rummy>(&rummy_rules(), 2000);
}

#[test]
fn events_of_a_duel_are_accepted_or_refused() {
    events_are_accepted_or_refused::<Duel>(&duel_rules(), 8000);
}

// Actions

#[test]
fn every_number_is_an_action_or_refused() {
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
