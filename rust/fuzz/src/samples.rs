//! A sample of a view is a state with the same view and the same unseen cards.

use oxideal_engine::{Chance as _, Rules, State, Stream, View};

use crate::choices::Choices;
use crate::games::{self, Fuzzed, GameProperty};
use crate::isolation::hidden;
use crate::moment::state;

/// Input: the game, a state, a seat, a seed.
pub(crate) fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    games::check::<Samples>(&mut choices);
}

struct Samples;

impl GameProperty for Samples {
    fn holds<G: Fuzzed>(choices: &mut Choices<'_>) {
        let state = state::<G>(choices);
        let seat = choices.below(state.rules().players() as u32) as usize;
        let view = state.view(seat).expect("the seat is there");
        let sample = view.sample(Stream::new(choices.seed(), 0)).expect("a view can be sampled");
        let seen = sample.view(seat).expect("the seat is there");
        assert_eq!(seen, view);
        assert_eq!(seen.to_text(), view.to_text());
        assert_eq!(unseen(&sample, &view, seat), unseen(&state, &view, seat));
        // Parsing its text counts the cards.
        let read = State::<G>::from_text(&sample.to_text(), Stream::without_seed())
            .expect("a sample's text is read");
        assert_eq!((read.position(), read.knowledge()), (sample.position(), sample.knowledge()));
        // A sample of the sample's view has the same view.
        let again = seen.sample(Stream::new(choices.seed(), 1)).expect("a view can be sampled");
        assert_eq!(again.view(seat).as_ref(), Ok(&view));
    }
}

/// The cards or tiles that the view does not show, sorted.
fn unseen<G: Fuzzed>(state: &State<G>, view: &View<G>, seat: usize) -> Vec<String> {
    let text = state.to_text();
    let places = hidden::<G>(&text, &view.to_text(), seat);
    let mut unseen: Vec<String> = places.into_iter().map(|place| text[place].to_owned()).collect();
    unseen.sort();
    unseen
}
