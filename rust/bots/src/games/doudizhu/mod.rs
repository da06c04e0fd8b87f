//! Bots of Dou Dizhu.

mod bidding;
mod candidates;
mod evaluation;
mod facts;
mod hand_cost;
mod inputs;
mod levels;
mod likelihood;
mod losers;
mod playout_policy;
mod plays;
mod rule_policy;
mod solver;
mod split;
mod transposition_table;
mod utility;
mod weights;

use oxideal_engine::doudizhu::{DouDizhu, Position, Rules, View};
use oxideal_engine::{Action, Chance, Recent, Seat, SplitMix64};

use crate::net::{Decision, Estimate, NetModel};
use crate::policies::{Candidate, Policies};
use crate::search::SearchModel;
use crate::solution::Solver;

impl Policies for DouDizhu {
    fn rule_policy(view: &View) -> Action {
        rule_policy::choose(view.rules(), view.position())
    }

    #[inline]
    fn playout_policy(rules: &Rules, position: &Position, _: &mut impl Chance) -> Action {
        playout_policy::choose(rules, position)
    }

    fn candidates(rules: &Rules, position: &Position, candidates: &mut Vec<Candidate>) {
        candidates::append(rules, position, candidates);
    }
}

impl SearchModel for DouDizhu {
    const SAMPLES_PER_DEAL: u64 = 8;

    /// A tree finds better replies than the playout policy that follows it. So delaying them looks
    /// good, and a landlord would pass and lose.
    const GROWS_TREE: bool = false;

    const SOLVER: Option<Solver<Self>> = Some(solver::solve);

    fn simple_policy(rules: &Rules, position: &Position, _: &mut SplitMix64) -> Action {
        rule_policy::choose(rules, position)
    }

    fn likelihood(rules: &Rules, deal: &Position, seat: Seat, recent: &[(Seat, Action)]) -> f64 {
        likelihood::likelihood(rules, deal, seat, recent)
    }

    fn utility(rules: &Rules, root: &Position, payoffs: &[i32], seat: Seat) -> f64 {
        utility::utility(rules, root, payoffs, seat)
    }

    fn expected_utility(_: &Rules, root: &Position, estimate: Estimate) -> Option<f64> {
        utility::expected(root, estimate)
    }

    fn dealer(_: &Rules, start: &Position) -> Option<Seat> {
        Some(start.dealer().into())
    }

    fn exact_payoffs(rules: &Rules, position: &Position, payoffs: &mut [i32]) -> bool {
        solver::exact_payoffs(rules, position, payoffs)
    }
}

impl NetModel for DouDizhu {
    fn weights_name(rules: &Rules) -> &'static str {
        if rules.options().players == 3 { "doudizhu_3_players" } else { "doudizhu_4_players" }
    }

    fn roles(rules: &Rules) -> usize {
        inputs::roles(rules)
    }

    fn describe(rules: &Rules, position: &Position, recent: &Recent, decision: &mut Decision) {
        inputs::describe(rules, position, recent, decision);
    }

    fn outcome(rules: &Rules, payoffs: &[i32], seat: Seat) -> [f32; 2] {
        inputs::outcome(rules, payoffs, seat)
    }
}
