//! Any events are accepted or refused. A refused event changes nothing, and the result is a sound
//! view.

use oxideal_engine::{Chance as _, Error, Rules, ViewBuilder};

use crate::choices::Choices;
use crate::games::{self, Fuzzed, GameProperty};
use crate::sound::{error_is_presentable, view_is_sound};

/// Input: the game, its rules, the seat, then one event per line.
pub(crate) fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    games::check::<Events>(&mut choices);
}

struct Events;

impl GameProperty for Events {
    fn holds<G: Fuzzed>(choices: &mut Choices<'_>) {
        let rules = G::rules(choices);
        let seat = choices.below(rules.players() as u32) as usize;
        let lines = choices.text();
        let mut builder = ViewBuilder::<G>::new(&rules, seat).expect("the seat is there");
        // This one receives only the events that the first one accepts.
        let mut other = builder.clone();
        let mut accepted = 0;
        for event in lines.split('\n') {
            match builder.apply(event) {
                Ok(()) => {
                    other.apply(event).expect("both accept the same events");
                    accepted += 1;
                }
                Err(error) => {
                    let place = format!("event {accepted}: ");
                    assert!(
                        matches!(&error, Error::InvalidRecord(text) if text.starts_with(&place)),
                        "{error}"
                    );
                    error_is_presentable(&error);
                }
            }
        }
        let view = builder.finish();
        assert_eq!(view, other.finish(), "a refused event changes nothing");
        match view {
            Ok((view, recent)) => view_is_sound::<G>(&view, &recent),
            Err(error) => assert!(matches!(error, Error::InvalidRecord(_)), "{error}"),
        }
    }
}
