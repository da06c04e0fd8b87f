//! Any texts are refused or give a sound state or view.

use oxideal_engine::{Recent, State, Stream, View};

use crate::choices::Choices;
use crate::games::{self, Fuzzed, GameProperty};
use crate::sound::{state_is_sound, state_or_refused, view_is_sound};

/// Input: the game, then the text.
pub(crate) fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    games::check::<Texts>(&mut choices);
}

struct Texts;

impl GameProperty for Texts {
    fn holds<G: Fuzzed>(choices: &mut Choices<'_>) {
        let text = choices.text();
        let (state, view) =
            (State::<G>::from_text(&text, Stream::without_seed()), View::<G>::from_text(&text));
        if let Some(state) = state_or_refused(state) {
            state_is_sound(&state);
        }
        if let Some(view) = state_or_refused(view) {
            view_is_sound::<G>(&view, &Recent::default());
        }
    }
}
