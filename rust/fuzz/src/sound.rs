//! What holds for every state, view and error, whatever its origin. The engine's tests and the
//! properties share these checks.

use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

use oxideal_engine::{
    Error, ErrorKind, Game, Observe as _, Position, Recent, Rules, Seed, SplitMix64, State, Stream, View,
    ViewBuilder,
};

/// Returns the hash of a value.
#[must_use]
pub fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Checks that an error quotes input safely: in printable ASCII, and short.
///
/// # Panics
/// Panics if the message is long or has other characters.
pub fn error_is_presentable(error: &Error) {
    let text = error.to_string();
    assert!(text.chars().all(|c| matches!(c, ' '..='~')) && text.len() < 600, "{text:?}");
}

/// Returns the value of a parser of words, or checks its error.
pub(crate) fn read_or_refused<T>(read: Result<T, impl Into<String>>) -> Option<T> {
    read.map_err(|reason| error_is_presentable(&Error::InvalidArgument(reason.into()))).ok()
}

/// Returns the value of a parser of states or views, or checks its error.
///
/// # Panics
/// Panics if an error has the wrong kind or is not presentable.
pub fn state_or_refused<T: Debug>(read: Result<T, Error>) -> Option<T> {
    match read {
        Ok(read) => Some(read),
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::InvalidState, "{error:?}");
            error_is_presentable(&error);
            None
        }
    }
}

/// Checks a view: it can be read back from its text and bytes and can be sampled, and its
/// observation is within bounds.
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

/// Checks the length and bounds of the fields.
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

/// Checks a state: it and its views can be read back from text and bytes; its events give each seat
/// the same view; and the round can be played to the end, where nothing is legal and no card is
/// lost, and undone.
///
/// # Panics
/// Panics if any of this does not hold.
pub fn state_is_sound<G: Game>(state: &State<G>) {
    state_is_read_back(state);
    let _ = state.render();
    for seat in 0..state.rules().players() {
        let view = state.view(seat).expect("the seat is there");
        view_is_sound::<G>(&view, &state.recent());
        events_give_the_view(state, seat, &view);
    }
    let mut played = state.clone();
    let mut chance = SplitMix64::new(hash(state));
    let mut plies = 0;
    while !played.is_over() {
        let picked = played.position().pick_legal(played.rules(), &mut chance);
        played.push(picked.expect("an action is legal")).expect("a legal action is played");
        plies += 1;
    }
    state_is_read_back(&played);
    let each = |counts: Option<Vec<i32>>| counts.map(|counts| counts.len());
    assert_eq!(each(played.payoffs()), Some(played.rules().players()));
    assert_eq!(each(played.scores()), Some(played.rules().players()));
    let beyond = played.rules().num_actions();
    for action in (0..beyond).step_by(1 + beyond as usize / 16).chain([beyond]) {
        error_is_presentable(&played.push(action).expect_err("nothing is legal at the end"));
    }
    for _ in 0..plies {
        played.pop().expect("what was pushed is popped");
    }
    assert_eq!((&played, played.to_bytes()), (state, state.to_bytes()));
}

/// Parsing a text counts the cards, so none is lost or duplicated.
fn state_is_read_back<G: Game>(state: &State<G>) {
    let read = State::<G>::from_bytes(&state.to_bytes()).expect("a state's bytes are read");
    assert_eq!(read, *state);
    assert_eq!(hash(&read), hash(state));
    assert!(read.history().eq(state.history()));
    assert_eq!((read.chance(), read.recent()), (state.chance(), state.recent()));
    let read =
        State::<G>::from_text(&state.to_text(), Stream::without_seed()).expect("a state's text is read");
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
    since_the_start.extend(
        state
            .plies()
            .expect("the fuzzers have memory")
            .filter_map(|(before, action, _)| Some((before.current_player()?, action))),
    );
    assert_eq!(recent, since_the_start);
}
