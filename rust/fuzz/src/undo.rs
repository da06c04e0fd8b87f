//! `push` and `pop` in any order: each earlier state is restored in text, bytes, equality, hash and
//! chance.

use oxideal_engine::{Position, Reason, Rules, Seat, State, Stream, View};

use crate::choices::Choices;
use crate::games::{self, Fuzzed, GameProperty};
use crate::moment::state;
use crate::sound::hash;

/// Input: the game, a state, then the numbers of actions to push and pop.
pub(crate) fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    games::check::<Undo>(&mut choices);
}

/// A state and what it looked like.
struct Moment<G: Fuzzed> {
    state: State<G>,
    text: String,
    bytes: Vec<u8>,
    hash: u64,
    chance: Stream,
}

impl<G: Fuzzed> Moment<G> {
    fn of(state: &State<G>) -> Self {
        let (text, bytes, chance) = (state.to_text(), state.to_bytes(), state.chance().clone());
        Self { text, bytes, hash: hash(state), chance, state: state.clone() }
    }

    fn is(&self, state: &State<G>) {
        assert_eq!((&self.text, &self.bytes, self.hash), (&state.to_text(), &state.to_bytes(), hash(state)));
        assert_eq!(self.state, *state);
        assert_eq!(self.chance, *state.chance());
        assert_eq!(self.state.recent(), state.recent());
        assert!(self.state.history().eq(state.history()));
        assert_eq!(self.state.legal(), state.legal());
    }
}

/// Forfeits a round, checks that it is saved so, and takes the forfeit back.
fn forfeited<G: Fuzzed>(state: &mut State<G>, seat: Seat) {
    let before = Moment::of(state);
    let why = Reason::ALL[seat % Reason::ALL.len()];
    state.forfeit(seat, why).expect("a round that is not over can be forfeited");
    assert!(state.is_over() && state.legal().is_empty());
    assert_ne!(before.state, *state);
    let read = State::from_bytes(&state.to_bytes()).expect("a state's bytes are read");
    assert_eq!((&read, read.forfeited()), (&*state, state.forfeited()));
    let view = state.view(seat).expect("the game has this seat");
    assert_eq!(View::from_text(&view.to_text()).expect("a view's text is read"), view);
    assert_eq!(view.payoffs(), state.payoffs());
    assert_eq!(state.pop(), Ok(None));
    before.is(state);
}

struct Undo;

impl GameProperty for Undo {
    fn holds<G: Fuzzed>(choices: &mut Choices<'_>) {
        let mut state = state::<G>(choices);
        let (begun, mut copy) = (state.history().len(), state.clone());
        let mut moments = Vec::new();
        while !choices.is_over() && moments.len() < 64 {
            let plies = choices.byte();
            for _ in 0..=plies % 4 {
                let Some(action) = state.position().pick_legal(state.rules(), choices) else { break };
                moments.push(Moment::of(&state));
                state.push(action).expect("a legal action is played");
            }
            if plies >= 0xE0 && !state.is_over() {
                let seat = usize::from(plies) % state.rules().players();
                forfeited(&mut state, seat);
            }
            for _ in 0..plies >> 2 & 7 {
                let Some(moment) = moments.pop() else { break };
                state.pop().expect("what was pushed is popped");
                moment.is(&state);
            }
        }
        while let Some(moment) = moments.pop() {
            state.pop().expect("what was pushed is popped");
            moment.is(&state);
        }
        assert_eq!((state.history().len(), state.to_bytes()), (begun, copy.to_bytes()));
        // A copy shares the history but not later changes.
        for _ in 0..begun.min(8) {
            copy.pop().expect("what was pushed is popped");
        }
        for state in [&state, &copy] {
            let read = State::from_bytes(&state.to_bytes()).expect("a state's bytes are read");
            assert_eq!((read.to_text(), hash(&read)), (state.to_text(), hash(state)));
            assert_eq!(read, *state);
        }
        while copy.pop().is_ok() {}
        assert_eq!(copy.history().len(), 0);
        assert_eq!(copy.position(), state.start());
    }
}
