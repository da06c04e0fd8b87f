//! What holds for every state, view and error, however it came about. The tests of the engine and
//! the properties share it.

use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

use oxideal_engine::{
    Error, ErrorKind, Game, Observe as _, Position, Recent, Rules, Seed, SplitMix64, State, Stream, View,
    ViewBuilder,
};

/// The hash of a value.
#[must_use]
pub fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// An error quotes foreign text so that it can be shown anywhere: in printable ASCII, and short.
///
/// # Panics
/// Panics if its text is long or has other characters.
pub fn is_fit_to_show(error: &Error) {
    let text = error.to_string();
    assert!(text.chars().all(|c| matches!(c, ' '..='~')) && text.len() < 600, "{text:?}");
}

/// The value of a reader of words; an error must be fit to be shown.
pub(crate) fn read_or_refused<T>(read: Result<T, String>) -> Option<T> {
    read.map_err(|reason| is_fit_to_show(&Error::InvalidArgument(reason))).ok()
}

/// The value of a reader of states or views.
///
/// # Panics
/// Panics if an error is of the wrong kind, or not fit to be shown.
pub fn state_or_refused<T: Debug>(read: Result<T, Error>) -> Option<T> {
    match read {
        Ok(read) => Some(read),
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::InvalidState, "{error:?}");
            is_fit_to_show(&error);
            None
        }
    }
}

/// A view is read back from its text and bytes, can be sampled, and its observation is within its bounds.
///
/// # Panics
/// Panics if any of this does not hold.
pub fn view_is_sound<G: Game>(view: &View<G>, recent: &Recent) {
    let seat = view.seat();
    let read = View::<G>::from_text(&view.to_text());
    assert_eq!(read.as_ref(), Ok(view));
    assert_eq!(read.as_ref().map(hash), Ok(hash(view)));
    let (read, read_recent) = View::<G>::from_bytes(&view.to_bytes(recent)).expect("a view's bytes are read");
    assert_eq!((&read, &read_recent), (view, recent));
    let _ = view.render();
    let sampled = view.sample(Stream::new(Seed::from(hash(view)), 0)).expect("a view can be sampled");
    assert_eq!(sampled.view(seat).as_ref(), Ok(view));
    let expected = if view.current_player() == Some(seat) { sampled.legal() } else { Vec::new() };
    assert_eq!(view.legal(), expected);
    observation_is_sound::<G>(view, recent);
}

/// It has the length and the bounds of its fields.
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

/// A state is read back from its text and bytes, and so are its views; its events give each seat
/// the same view; and the round can be played to its end, where nothing is legal and no card has
/// been lost, and back.
///
/// # Panics
/// Panics if any of this does not hold.
pub fn state_is_sound<G: Game>(state: &State<G>) {
    is_read_back(state);
    let _ = state.render();
    for seat in 0..state.rules().players() {
        let view = state.view(seat).expect("the seat is there");
        view_is_sound::<G>(&view, &state.recent());
        events_give_the_view(state, seat, &view);
    }
    let mut played = state.clone();
    let mut chance = SplitMix64::new(hash(state));
    let mut plies = 0;
    while let Some(action) = played.position().pick_legal(played.rules(), &mut chance) {
        played.push(action).expect("a legal action is played");
        plies += 1;
    }
    assert_eq!(played.position().current_player(), None);
    is_read_back(&played);
    let mut payoffs = vec![0; played.rules().players()];
    played.position().payoffs(played.rules(), &mut payoffs);
    played.position().scores(played.rules(), &mut payoffs);
    let beyond = played.rules().num_actions();
    for action in (0..beyond).step_by(1 + beyond as usize / 16).chain([beyond]) {
        is_fit_to_show(&played.push(action).expect_err("nothing is legal at the end"));
    }
    for _ in 0..plies {
        played.pop().expect("what was pushed is popped");
    }
    assert_eq!((&played, played.to_bytes()), (state, state.to_bytes()));
}

/// Reading a text counts the cards, so none is lost or duplicated.
fn is_read_back<G: Game>(state: &State<G>) {
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

fn events_give_the_view<G: Game>(state: &State<G>, seat: usize, view: &View<G>) {
    let mut builder = ViewBuilder::<G>::new(state.rules(), seat).expect("the seat is there");
    for event in state.events(seat).expect("the seat is there") {
        builder.apply(&event).expect("events of a state are accepted");
    }
    let (given, recent) = builder.finish().expect("all events have been applied");
    assert_eq!(given, *view);
    let mut since_the_start = Recent::default();
    since_the_start
        .extend(state.plies().filter_map(|(before, action, _)| Some((before.current_player()?, action))));
    assert_eq!(recent, since_the_start);
}
