//! Any texts of moves, cards and tiles are refused or give a value that prints and parses as the
//! same value.

use oxideal_engine::{ErrorKind, Rules};

use crate::choices::Choices;
use crate::games::{self, Fuzzed, GameProperty};
use crate::sound::error_is_presentable;

/// Input: the game, its rules, then the text.
pub(crate) fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    games::check::<Moves>(&mut choices);
    games::check::<Words>(&mut Choices::new(data));
}

struct Moves;

impl GameProperty for Moves {
    fn holds<G: Fuzzed>(choices: &mut Choices<'_>) {
        let rules = G::rules(choices);
        match rules.parse(&choices.text()) {
            Ok(read) => {
                assert_eq!(rules.parse(&read.to_string()).as_ref(), Ok(&read));
                let action = rules.action(read).expect("what is read is in the table");
                assert!(action < rules.num_actions());
                assert_eq!(rules.to_move(action), Some(read));
            }
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::InvalidMove, "{error:?}");
                error_is_presentable(&error);
            }
        }
    }
}

struct Words;

impl GameProperty for Words {
    fn holds<G: Fuzzed>(choices: &mut Choices<'_>) {
        G::check_words(choices);
    }
}
