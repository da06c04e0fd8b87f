//! Bots of Mexican Train.

mod candidates;
mod outlook;
mod playout_policy;
mod plays;
mod rule_policy;

use oxideal_engine::mexican_train::{MexicanTrain, Position, Rules, View};
use oxideal_engine::{Action, Chance};

use crate::policies::{Candidate, Policies};
use crate::search::SearchModel;
use plays::Partners;

impl Policies for MexicanTrain {
    fn rule_policy(view: &View) -> Action {
        rule_policy::choose(view)
    }

    fn playout_policy(rules: &Rules, position: &Position, chance: &mut impl Chance) -> Action {
        playout_policy::choose(*rules, position, chance)
    }

    fn candidates(rules: &Rules, position: &Position, candidates: &mut Vec<Candidate>) {
        candidates::append(*rules, position, candidates);
    }
}

impl SearchModel for MexicanTrain {
    /// A hash of the hand after a draw.
    fn private_information(_: &Rules, position: &Position) -> u32 {
        if position.drew() { Partners::of(position).hash() } else { 0 }
    }
}
