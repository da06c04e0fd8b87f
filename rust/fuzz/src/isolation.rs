//! Views do not depend on hidden cards: swapping hidden cards in a state's text changes nothing
//! that the seat sees.

use std::ops::Range;

use oxideal_engine::{Chance as _, Rules, State, Stream, View};

use crate::choices::Choices;
use crate::games::{self, Fuzzed, GameProperty};
use crate::moment::state;
use crate::sound::{error_is_presentable, hash};

/// Input: the game, a state, a seat, then the hidden cards to swap.
pub(crate) fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    games::check::<Isolation>(&mut choices);
}

struct Isolation;

impl GameProperty for Isolation {
    fn holds<G: Fuzzed>(choices: &mut Choices<'_>) {
        let state = state::<G>(choices);
        let recent = state.recent();
        // Both states are read from texts, because `Debug` also shows how piles were built.
        let state = State::<G>::from_text(&state.to_text(), Stream::without_seed())
            .expect("a state's text is read")
            .with_recent(recent);
        let seat = choices.below(state.rules().players() as u32) as usize;
        let view = state.view(seat).expect("the seat is there");
        let mut text = state.to_text();
        for _ in 0..8 {
            let places = hidden::<G>(&text, &view.to_text(), seat);
            if places.is_empty() {
                return;
            }
            let [a, b] = [(); 2].map(|()| places[choices.below(places.len() as u32) as usize].clone());
            let exchanged = exchange(&text, a, b);
            // Some swaps contradict public information.
            match State::<G>::from_text(&exchanged, Stream::without_seed()) {
                Ok(_) => text = exchanged,
                Err(error) => error_is_presentable(&error),
            }
        }
        let other = State::<G>::from_text(&text, Stream::without_seed())
            .expect("it has been read before")
            .with_recent(state.recent());
        let other_view = other.view(seat).expect("the seat is there");
        assert_eq!(other_view, view);
        assert_eq!(hash(&other_view), hash(&view));
        assert_eq!(format!("{other_view:?}"), format!("{view:?}"));
        assert_eq!(other_view.to_text(), view.to_text());
        assert_eq!(other_view.to_bytes(&other.recent()), view.to_bytes(&state.recent()));
        assert_eq!(other_view.observation(&other.recent()), view.observation(&state.recent()));
        assert_eq!(other_view.render(), view.render());
        let sample = |view: &View<G>, seed| {
            view.sample(Stream::new(seed, 0)).expect("a view can be sampled").to_bytes()
        };
        let seed = choices.seed();
        assert_eq!(sample(&other_view, seed), sample(&view, seed));
    }
}

/// The ranges of the cards or tiles in a state's text that the view does not show.
pub(crate) fn hidden<G: Fuzzed>(text: &str, view: &str, seat: usize) -> Vec<Range<usize>> {
    let shown: Vec<&str> = view.split("; ").collect();
    let (mut places, mut start) = (Vec::new(), 0);
    for field in text.split("; ") {
        if !shown.contains(&field) {
            places.extend(G::hidden(field, seat).into_iter().map(|at| start + at.start..start + at.end));
        }
        start += field.len() + 2;
    }
    places
}

/// The text with two ranges swapped.
fn exchange(text: &str, a: Range<usize>, b: Range<usize>) -> String {
    let (first, second) = if a.start <= b.start { (a, b) } else { (b, a) };
    if first.end > second.start {
        return text.to_owned();
    }
    [
        &text[..first.start],
        &text[second.clone()],
        &text[first.end..second.start],
        &text[first],
        &text[second.end..],
    ]
    .concat()
}
