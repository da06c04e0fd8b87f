//! Texts of states and views of any content: refused with an error, or a sound state or view.

use oxideal_engine::{Recent, State, View};

use super::choices::Choices;
use super::games::Fuzzed;
use super::sound::{state_is_sound, state_or_refused, view_is_sound};

/// The first byte says the game.
pub fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    of_any_game!(choices, reads);
}

fn reads<G: Fuzzed>(choices: &mut Choices<'_>) {
    let text = String::from_utf8_lossy(choices.rest());
    let (state, view) = (State::<G>::from_text(&text), View::<G>::from_text(&text));
    if let Some(state) = state_or_refused(state) {
        state_is_sound(&state);
    }
    if let Some(view) = state_or_refused(view) {
        view_is_sound::<G>(&view, &Recent::default());
    }
}
