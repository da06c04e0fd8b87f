//! What a seat cannot know changes nothing that it can see: hidden cards are exchanged in a state's text.

use std::ops::Range;

use oxideal_engine::{Chance as _, Rules, State, Stream, View};

use super::choices::Choices;
use super::games::{Fuzzed, state};
use super::sound::{hash, is_fit_to_show};

/// The game, a state, a seat, then which hidden cards change their places.
pub fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    of_any_game!(choices, tells_nothing);
}

fn tells_nothing<G: Fuzzed>(choices: &mut Choices<'_>) {
    let state = state::<G>(choices);
    let recent = state.recent();
    // Both from texts: how piles came about is remembered by who was there, and shows in `Debug`.
    let state = State::<G>::from_text(&state.to_text()).expect("a state's text is read").with_recent(recent);
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
        // Not every exchange leaves possible what all have seen.
        match State::<G>::from_text(&exchanged) {
            Ok(_) => text = exchanged,
            Err(error) => is_fit_to_show(&error),
        }
    }
    let other = State::<G>::from_text(&text).expect("it has been read before").with_recent(state.recent());
    let other_view = other.view(seat).expect("the seat is there");
    assert_eq!(other_view, view);
    assert_eq!(hash(&other_view), hash(&view));
    assert_eq!(format!("{other_view:?}"), format!("{view:?}"));
    assert_eq!(other_view.to_text(), view.to_text());
    assert_eq!(other_view.to_bytes(&other.recent()), view.to_bytes(&state.recent()));
    assert_eq!(other_view.observation(&other.recent()), view.observation(&state.recent()));
    assert_eq!(other_view.render(), view.render());
    let sample =
        |view: &View<G>, seed| view.sample(Stream::new(seed, 0)).expect("a view can be sampled").to_bytes();
    let seed = choices.seed();
    assert_eq!(sample(&other_view, seed), sample(&view, seed));
}

/// The places of the cards or tiles in a state's text that its view does not show.
pub fn hidden<G: Fuzzed>(text: &str, view: &str, seat: usize) -> Vec<Range<usize>> {
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

/// The text with two of its parts in each other's place.
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
