//! The rule policy: considers every combination, even if it breaks up others.

use oxideal_engine::Action;
use oxideal_engine::doudizhu::{Position, Rules};

use super::bidding;
use super::evaluation::{action, best_play};
use super::facts::Facts;

pub(super) fn choose(rules: &Rules, position: &Position) -> Action {
    Facts::new(rules, position)
        .map_or_else(|| bidding::choose(rules, position), |facts| action(&facts, best_play(&facts, true)))
}
