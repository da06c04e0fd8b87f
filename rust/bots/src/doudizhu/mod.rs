//! How bots play Dou Dizhu.

mod bidding;
mod candidates;
mod choose;
mod cost;
mod facts;
mod fit;
mod plays;
mod proved;
mod solver;
mod split;
mod weights;
mod worth;

use oxideal_engine::doudizhu::{DouDizhu, Position, Rules, View};
use oxideal_engine::{Action, Chance, Seat};

use crate::playable::{Candidate, Playable};
use facts::Facts;

impl Playable for DouDizhu {
    fn rule(view: &View) -> Action {
        let (rules, position) = (view.rules(), view.position());
        Facts::new(rules, position).map_or_else(
            || bidding::choose(rules, position),
            |facts| choose::action(&facts, choose::choose(&facts, true)),
        )
    }

    #[inline]
    fn quick(rules: &Rules, position: &Position, _chance: &mut impl Chance) -> Action {
        Facts::new(rules, position).map_or_else(
            || bidding::choose(rules, position),
            |facts| choose::action(&facts, choose::choose(&facts, false)),
        )
    }

    fn candidates(rules: &Rules, position: &Position, candidates: &mut Vec<Candidate>) {
        candidates::list(rules, position, candidates);
    }

    fn settle(rules: &Rules, position: &Position, payoffs: &mut [i32]) -> bool {
        solver::settle(rules, position, payoffs)
    }

    fn worth(rules: &Rules, thought_about: &Position, payoffs: &[i32], seat: Seat) -> f64 {
        worth::worth(rules, thought_about, payoffs, seat)
    }

    /// The answers that a tree finds are better than those that come later, beyond it, so whatever puts them off would look good:
    /// a landlord would pass and lose.
    const TREE: bool = false;

    const DRAWS: u64 = 8;

    fn fit(rules: &Rules, deal: &Position, seat: Seat, last: &[(Seat, Action)]) -> f64 {
        fit::fit(rules, deal, seat, last)
    }
}
