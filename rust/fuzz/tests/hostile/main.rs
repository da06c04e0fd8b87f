//! Mutated, truncated and made-up bytes, texts and events: nothing panics, and whatever is accepted
//! is sound.

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
use oxideal_engine::foursquare::{Card, Cell, FourSquare, View as FourSquareView};
use oxideal_engine::{
    Action, Error, ErrorKind, Position as _, Recent, Rules as _, Seed, SplitMix64, State, Stream, View,
    ViewBuilder,
};
use oxideal_fuzz::sound::{error_is_presentable, state_is_sound, state_or_refused, view_is_sound};
use oxideal_fuzz::{MutationTarget, Tries};

/// Some inputs must be accepted and some refused, or the test proves nothing.
fn both(accepted: usize, refused: usize) {
    assert!(accepted >= times(50) && refused >= times(50), "{accepted} accepted, {refused} refused");
}

// Bytes

fn bytes_are_accepted_or_refused<G: MutationTarget>() {
    let (rules, n) = (&G::rule_sets(), G::TRIES.bytes);
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
        // Noise after a valid beginning, where most of it is parsed.
        let begun = &mutator.any(&saved)[..8 + G::NAME.len()];
        let begun = [begun, &noise].concat();
        state_or_refused(State::<G>::from_bytes(&begun));
        state_or_refused(View::<G>::from_bytes(&begun));
    }
    // Any prefix of saved bytes is refused, and so are trailing bytes.
    for bytes in saved.iter().step_by(saved.len() / 8) {
        let too_short_or_long = |bytes: &[u8]| {
            state_or_refused(State::<G>::from_bytes(bytes)).is_none()
                && state_or_refused(View::<G>::from_bytes(bytes)).is_none()
        };
        assert!((0..bytes.len()).all(|length| too_short_or_long(&bytes[..length])));
        assert!((0..=255).all(|byte| too_short_or_long(&[bytes, &[byte][..]].concat())));
    }
}

/// Three tests for each game and for the duel, so that they run in parallel.
macro_rules! tests {
    ($(($module:ident, $Game:ident))*) => {
        $(mod $module {
            use oxideal_engine::$module::$Game;

            #[test]
            fn bytes_are_accepted_or_refused() {
                super::bytes_are_accepted_or_refused::<$Game>();
            }

            #[test]
            fn texts_are_accepted_or_refused() {
                super::texts_are_accepted_or_refused::<$Game>();
            }

            #[test]
            fn events_are_accepted_or_refused() {
                super::events_are_accepted_or_refused::<$Game>();
            }
        })*
    };
}

oxideal_engine::for_each_game!(tests);

impl MutationTarget for Duel {
    const TRIES: Tries = Tries { bytes: 10_000, texts: 10_000, events: 8000 };

    fn rule_sets() -> Vec<duel::Rules> {
        [(2, 0), (5, 2), (9, 255)].map(|(cards, throws)| duel::Rules { cards, throws }).into()
    }
}

#[test]
fn bytes_of_a_duel_are_accepted_or_refused() {
    bytes_are_accepted_or_refused::<Duel>();
}

/// Claimed lengths that would exhaust memory if they were allocated up front.
#[test]
fn claimed_lengths_are_not_allocated() {
    let longest = [0xFF, 0xFF, 0xFF, 0xFF, 0x0F];
    let dealt = State::<FourSquare>::deal(FourSquare::rule_sets()[0], Seed::from(1), 0).to_bytes();
    let (name, rules, history) = (6, 17, dealt.len() - 1);
    let too_long = "a saved state must have at most 100000 actions, got 4294967295";
    for (at, message) in [(name, "truncated bytes"), (rules, "truncated bytes"), (history, too_long)] {
        let bytes = [&dealt[..at], &longest].concat();
        let error = State::<FourSquare>::from_bytes(&bytes).unwrap_err();
        assert_eq!(error.to_string(), message, "length at {at}");
        for too_large in [&[0xFF, 0xFF, 0xFF, 0xFF, 0x10][..], &[0x80, 0x80, 0x80, 0x80, 0x80, 0]] {
            let bytes = [&dealt[..at], too_large].concat();
            let error = State::<FourSquare>::from_bytes(&bytes).unwrap_err();
            assert_eq!(error.to_string(), "a number in the bytes does not fit into 32 bits");
        }
    }
}

// Texts

fn texts_are_accepted_or_refused<G: MutationTarget>() {
    let (rules, n) = (&G::rule_sets(), G::TRIES.texts);
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
        let state = state_or_refused(State::<G>::from_text(&text, Stream::without_seed()));
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
fn texts_of_a_duel_are_accepted_or_refused() {
    texts_are_accepted_or_refused::<Duel>();
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
        assert!(
            state_or_refused(State::<FourSquare>::from_text(&text, Stream::without_seed())).is_none(),
            "{text:?}"
        );
        if let Some(view) = state_or_refused(FourSquareView::from_text(&text)) {
            view_is_sound::<FourSquare>(&view, &Recent::default());
        }
    }
    for length in [999, 1000, 1001, 100_000] {
        for filling in [" ", ";", "A", "♠", "0,0:", "(", "foursquare;"] {
            let text: String =
                format!("foursquare; {}", filling.repeat(length)).chars().take(length).collect();
            assert!(
                state_or_refused(State::<FourSquare>::from_text(&text, Stream::without_seed())).is_none(),
                "{text:?}"
            );
        }
    }
}

#[test]
fn made_up_cards_and_cells_are_accepted_or_refused() {
    let mut mutator = Mutator(SplitMix64::new(4));
    let rules = FourSquare::rule_sets()[0];
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
                    error_is_presentable(&error);
                }
            }
        }
    }
    assert!(cards.len() > 30 && cells.len() > 30, "{} cards, {} cells", cards.len(), cells.len());
}

// Events

fn events_are_accepted_or_refused<G: MutationTarget>() {
    let (rules, n) = (&G::rule_sets(), G::TRIES.events);
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
        // One receives every event and continues after a refusal; the other receives only what the
        // first accepts.
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
                    error_is_presentable(&error);
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
                let too_early = "the events end early: ";
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
fn events_of_a_duel_are_accepted_or_refused() {
    events_are_accepted_or_refused::<Duel>();
}

// Actions

#[test]
fn every_number_is_an_action_or_refused() {
    let mut mutator = Mutator(SplitMix64::new(6));
    for state in mutator.states::<FourSquare>(&FourSquare::rule_sets()) {
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
                Ok(()) => assert_eq!(played.pop(), Ok(Some(action))),
                Err(error) => assert!(matches!(error, Error::IllegalMove(_)), "{error}"),
            }
        }
        assert_eq!(played, state);
    }
}
