//! Bots of Rummy.

mod candidates;
mod discarding;
mod drawing;
mod inputs;
mod levels;
mod likelihood;
mod melding;
mod outlook;
mod playout_policy;
mod rule_policy;

use oxideal_engine::rummy::{Position, Rules, Rummy, View};
use oxideal_engine::{Action, Chance, Recent, Seat};

use crate::net::{Decision, Estimate, NetModel, Settings};
use crate::policies::{Candidate, Policies};
use crate::search::SearchModel;

impl Policies for Rummy {
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

impl SearchModel for Rummy {
    const SAMPLES_PER_DEAL: u64 = 8;

    const NETWORKS_PLAY: bool = false;

    /// Playouts cost little here.
    const DEALS_PER_BLOCK: u64 = 128;

    const UTILITY_SPREAD: f64 = 25.0;

    fn likelihood(rules: &Rules, deal: &Position, seat: Seat, recent: &[(Seat, Action)]) -> f64 {
        likelihood::likelihood(*rules, deal, seat, recent)
    }

    fn expected_utility(rules: &Rules, _: &Position, estimate: Estimate) -> Option<f64> {
        Some(inputs::expected_utility(*rules, estimate))
    }

    fn dealer(rules: &Rules, start: &Position) -> Option<Seat> {
        Some(start.dealer(*rules).into())
    }

    /// A hash of the hand after a draw.
    fn private_information(_: &Rules, position: &Position) -> u32 {
        let hand = position.hand(position.turn()).bits();
        if position.drew() { (hand.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32 } else { 0 }
    }
}

impl NetModel for Rummy {
    /// Against each other, networks learn to keep all cards, and lose to bots that go out.
    const SETTINGS: Settings = Settings { batch: 1024, guided: 500, ..Settings::USUAL };

    fn describe(rules: &Rules, position: &Position, recent: &Recent, decision: &mut Decision) {
        inputs::describe(*rules, position, recent, decision);
    }

    fn outcome(_: &Rules, payoffs: &[i32], seat: Seat) -> [f32; 2] {
        inputs::outcome(payoffs, seat)
    }
}
