//! What holds for every state, view and error, however it came about.

use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

use oxideal_engine::{
    Error, ErrorKind, Game, Observe as _, Position, Recent, Rules, Seed, SplitMix64, State, Stream, View,
    ViewBuilder,
};

/// What a value's hash comes to.
pub fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// An error quotes foreign text in such a way that it can be shown anywhere.
pub fn is_fit_to_show(error: &Error) {
    let text = error.to_string();
    assert!(text.chars().all(|c| matches!(c, ' '..='~')) && text.len() < 600, "{text:?}");
}

/// What has been read as a state or view; an error is of the right kind, and fit to be shown.
pub fn state_or_refused<T: Debug>(read: Result<T, Error>) -> Option<T> {
    match read {
        Ok(read) => Some(read),
        Err(error) => {
            assert!(error.kind() == ErrorKind::InvalidState, "{error:?}");
            is_fit_to_show(&error);
            None
        }
    }
}

/// A view is read back from its text and bytes, can be sampled, and its observation is within its bounds.
pub fn view_is_sound<G: Game>(view: &View<G>, recent: &Recent) {
    let seat = view.seat();
    let read = View::<G>::from_text(&view.to_text());
    assert_eq!(read.as_ref(), Ok(view));
    assert_eq!(read.as_ref().map(hash), Ok(hash(view)));
    let (read, read_recent) = View::<G>::from_bytes(&view.to_bytes(recent)).expect("a view's bytes are read");
    assert_eq!((&read, &read_recent), (view, recent));
    view.render();
    let sampled = view.sample(Stream::new(Seed::from(1), 0)).expect("a view can be sampled");
    assert_eq!(sampled.view(seat).as_ref(), Ok(view));
    let legal = view.legal();
    let expected = if view.current_player() == Some(seat) { sampled.legal() } else { Vec::new() };
    assert_eq!(legal, expected);
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

/// A state is read back from its text and bytes, and so are its views; events tell each seat the same; and the round can be
/// played to its end, where nothing is legal and no card has been lost, and back.
pub fn state_is_sound<G: Game>(state: &State<G>) {
    texts_and_bytes_give_it_back(state);
    state.render();
    for seat in 0..state.rules().players() {
        let view = state.view(seat).expect("the seat is there");
        view_is_sound::<G>(&view, &state.recent());
        events_tell_the_same(state, seat, &view);
    }
    let mut played = state.clone();
    let mut chance = SplitMix64::new(hash(state));
    let mut plies = 0;
    while let Some(action) = played.position().pick_legal(played.rules(), &mut chance) {
        played.push(action).expect("a legal action is played");
        plies += 1;
    }
    assert_eq!(played.position().current_player(), None);
    texts_and_bytes_give_it_back(&played);
    let mut payoffs = vec![0; played.rules().players()];
    played.position().payoffs(played.rules(), &mut payoffs);
    played.position().scores(played.rules(), &mut payoffs);
    for action in [0, played.rules().num_actions() - 1, played.rules().num_actions()] {
        is_fit_to_show(&played.push(action).expect_err("nothing is legal at the end"));
    }
    for _ in 0..plies {
        played.pop().expect("what was played is taken back");
    }
    assert_eq!((&played, played.to_bytes()), (state, state.to_bytes()));
}

/// Reading a text counts the cards: none is lost, none is there twice.
fn texts_and_bytes_give_it_back<G: Game>(state: &State<G>) {
    let read = State::<G>::from_bytes(&state.to_bytes()).expect("a state's bytes are read");
    assert_eq!(read, *state);
    assert_eq!(hash(&read), hash(state));
    assert!(read.history().eq(state.history()));
    assert_eq!((read.chance(), read.recent()), (state.chance(), state.recent()));
    let read = State::<G>::from_text(&state.to_text()).expect("a state's text is read");
    assert_eq!(
        (read.rules(), read.position(), read.knowledge()),
        (state.rules(), state.position(), state.knowledge())
    );
    assert_eq!(read.to_text(), state.to_text());
}

fn events_tell_the_same<G: Game>(state: &State<G>, seat: usize, view: &View<G>) {
    let mut told = ViewBuilder::<G>::new(state.rules(), seat).expect("the seat is there");
    for event in state.events(seat).expect("the seat is there") {
        told.apply(&event).expect("what happened is believed");
    }
    let (told, recent) = told.finish().expect("all has been told");
    assert_eq!(told, *view);
    let mut since_the_start = Recent::default();
    since_the_start
        .extend(state.plies().filter_map(|(before, action, _)| Some((before.current_player()?, action))));
    assert_eq!(recent, since_the_start);
}
