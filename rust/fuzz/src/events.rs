//! What a seat is told, of any content: each event is believed or refused, what is refused changes nothing, and what
//! comes of it is a sound view.

use oxideal_engine::{Chance as _, Error, Rules, ViewBuilder};

use super::choices::Choices;
use super::games::Fuzzed;
use super::sound::{is_fit_to_show, view_is_sound};

/// The game, its rules, the seat, then a line an event.
pub fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    of_any_game!(choices, tells);
}

fn tells<G: Fuzzed>(choices: &mut Choices<'_>) {
    let rules = G::rules(choices);
    let seat = choices.below(rules.players() as u32) as usize;
    let lines = String::from_utf8_lossy(choices.rest());
    let mut told = ViewBuilder::<G>::new(&rules, seat).expect("the seat is there");
    // Is told only what the first one believes.
    let mut other = told.clone();
    let mut believed = 0;
    for event in lines.split('\n') {
        match told.apply(event) {
            Ok(()) => {
                other.apply(event).expect("what one believes, the other does too");
                believed += 1;
            }
            Err(error) => {
                let place = format!("event {believed}: ");
                assert!(matches!(&error, Error::InvalidRecord(text) if text.starts_with(&place)), "{error}");
                is_fit_to_show(&error);
            }
        }
    }
    let view = told.finish();
    assert_eq!(view, other.finish(), "a refused event changes nothing");
    match view {
        Ok((view, recent)) => view_is_sound::<G>(&view, &recent),
        Err(error) => assert!(matches!(error, Error::InvalidRecord(_)), "{error}"),
    }
}
