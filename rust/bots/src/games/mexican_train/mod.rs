//! Bots of Mexican Train.

mod candidates;
mod inputs;
mod levels;
mod outlook;
mod playout_policy;
mod plays;
mod rule_policy;

use oxideal_engine::mexican_train::{MexicanTrain, Position, Rules, View};
use oxideal_engine::{Action, Chance, Recent, Seat};

use crate::net::{Decision, NetModel, Settings};
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
    const NETWORKS_PLAY: bool = false;

    /// Playouts cost little here.
    const DEALS_PER_BLOCK: u64 = 128;

    /// A hash of the hand after a draw.
    fn private_information(_: &Rules, position: &Position) -> u32 {
        if position.drew() { Partners::of(position).hash() } else { 0 }
    }
}

impl NetModel for MexicanTrain {
    /// Luck decides most, so single rounds teach little.
    const SETTINGS: Settings = Settings { batch: 1024, ..Settings::USUAL };

    fn describe(rules: &Rules, position: &Position, recent: &Recent, decision: &mut Decision) {
        inputs::describe(*rules, position, recent, decision);
    }

    fn outcome(_: &Rules, payoffs: &[i32], seat: Seat) -> [f32; 2] {
        inputs::outcome(payoffs, seat)
    }
}
