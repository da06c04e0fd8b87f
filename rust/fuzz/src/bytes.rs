//! Any bytes are refused or give a sound state or view.

use oxideal_engine::{State, View};

use crate::choices::Choices;
use crate::games::{self, Fuzzed, GameProperty};
use crate::sound::{state_is_sound, state_or_refused, view_is_sound};

/// Input: the game, then the bytes.
pub(crate) fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    games::check::<Bytes>(&mut choices);
}

struct Bytes;

impl GameProperty for Bytes {
    fn holds<G: Fuzzed>(choices: &mut Choices<'_>) {
        let bytes = choices.rest();
        let (state, view) = (State::<G>::from_bytes(bytes), View::<G>::from_bytes(bytes));
        assert!(state.is_err() || view.is_err(), "a state is not a view");
        if let Some(state) = state_or_refused(state) {
            state_is_sound(&state);
        }
        if let Some((view, recent)) = state_or_refused(view) {
            view_is_sound::<G>(&view, &recent);
        }
    }
}
