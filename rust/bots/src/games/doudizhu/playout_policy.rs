//! The playout policy: considers only the combinations that the hand has been split into.

use oxideal_engine::Action;
use oxideal_engine::doudizhu::{Position, Rules};

use super::evaluation::{PASS, action, best_play};
use super::facts::Facts;
use super::{bidding, plays};

#[inline]
pub(super) fn choose(rules: &Rules, position: &Position) -> Action {
    if plays::must_pass(rules, position) {
        return PASS;
    }
    Facts::new(rules, position)
        .map_or_else(|| bidding::choose(rules, position), |facts| action(&facts, best_play(&facts)))
}
