//! How bots play Mexican Train.

mod plays;
mod quick;
mod rule;
mod worth;

use oxideal_engine::mexican_train::{MexicanTrain, Position, Rules, View};
use oxideal_engine::{Action, Chance};

use crate::playable::{Candidate, Playable};

impl Playable for MexicanTrain {
    fn rule(view: &View) -> Action {
        rule::choose(view)
    }

    fn quick(rules: &Rules, position: &Position, chance: &mut impl Chance) -> Action {
        quick::choose(*rules, position, chance)
    }

    fn candidates(rules: &Rules, position: &Position, candidates: &mut Vec<Candidate>) {
        quick::candidates(*rules, position, candidates);
    }

    fn seen(_: &Rules, position: &Position) -> u32 {
        quick::seen(position)
    }
}
