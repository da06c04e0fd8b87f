//! The playout policy: considers only the combinations that the hand has been split into.

use oxideal_engine::Action;
use oxideal_engine::doudizhu::{Position, Rules};

use super::bidding;
use super::evaluation::{action, best_play};
use super::facts::Facts;

#[inline]
pub(super) fn choose(rules: &Rules, position: &Position) -> Action {
    Facts::new(rules, position)
        .map_or_else(|| bidding::choose(rules, position), |facts| action(&facts, best_play(&facts)))
}
