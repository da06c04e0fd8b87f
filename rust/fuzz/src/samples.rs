//! A sample of a view is a state that the seat sees in the same way, with the very cards that it does not see elsewhere.

use oxideal_engine::{Chance as _, Rules, State, Stream, View};

use super::choices::Choices;
use super::games::{Fuzzed, state};
use super::isolation::hidden;

/// The game, a state, a seat, a seed.
pub fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    of_any_game!(choices, is_possible);
}

fn is_possible<G: Fuzzed>(choices: &mut Choices<'_>) {
    let state = state::<G>(choices);
    let seat = choices.below(state.rules().players() as u32) as usize;
    let view = state.view(seat).expect("the seat is there");
    let sample = view.sample(Stream::new(choices.seed(), 0)).expect("a view can be sampled");
    let seen = sample.view(seat).expect("the seat is there");
    assert_eq!(seen, view);
    assert_eq!(seen.to_text(), view.to_text());
    assert_eq!(unseen(&sample, &view, seat), unseen(&state, &view, seat));
    // It is a state like others: its text is read, and cards are counted there.
    let read = State::<G>::from_text(&sample.to_text()).expect("a sample's text is read");
    assert_eq!((read.position(), read.knowledge()), (sample.position(), sample.knowledge()));
    // Other chance, the same knowledge: a sample of a sample.
    let again = seen.sample(Stream::new(choices.seed(), 1)).expect("a view can be sampled");
    assert_eq!(again.view(seat).as_ref(), Ok(&view));
}

/// The cards or tiles that the view does not show, in order.
fn unseen<G: Fuzzed>(state: &State<G>, view: &View<G>, seat: usize) -> Vec<String> {
    let text = state.to_text();
    let places = hidden::<G>(&text, &view.to_text(), seat);
    let mut unseen: Vec<String> = places.into_iter().map(|place| text[place].to_owned()).collect();
    unseen.sort();
    unseen
}
