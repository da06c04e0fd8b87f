//! The utility of payoffs in a search.

use oxideal_engine::Seat;
use oxideal_engine::doudizhu::{Phase, Position, Rules};

use crate::net::Estimate;

/// With an exponent of 1, bots would give up rounds for a few with large payoffs, and earn no more in the end.
const BOMB_UTILITY_EXPONENT: f64 = 0.35;

/// Before the first lead, the payoff. Afterwards 1 or -1 for winning or losing, scaled up a little by
/// doublings since the root.
pub(super) fn utility(rules: &Rules, root: &Position, payoffs: &[i32], seat: Seat) -> f64 {
    let payoff = f64::from(payoffs[seat]);
    let Some(stakes) = root.stakes(rules).filter(|_| root.phase() == Phase::Play) else { return payoff };
    let ratio = payoff.abs() / f64::from(stakes[seat]);
    payoff.signum() * libm::pow(ratio, BOMB_UTILITY_EXPONENT)
}

/// What a network expects once cards are played: the difference of the chances to win and to lose.
pub(super) fn expected(root: &Position, estimate: Estimate) -> Option<f64> {
    (root.phase() == Phase::Play).then(|| libm::tanh((estimate[0] / 2.0).into()))
}
