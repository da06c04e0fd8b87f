//! How bots play Rummy.

mod fit;
mod plan;
mod quick;
mod rule;
mod worth;

use oxideal_engine::rummy::{Position, Rules, Rummy, View};
use oxideal_engine::{Action, Chance, Seat};

use crate::playable::{Candidate, Playable};

impl Playable for Rummy {
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

    const DRAWS: u64 = 8;

    fn fit(rules: &Rules, deal: &Position, seat: Seat, last: &[(Seat, Action)]) -> f64 {
        fit::fit(*rules, deal, seat, last)
    }
}
