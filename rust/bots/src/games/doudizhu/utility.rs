//! The utility of a result to a search.

use oxideal_engine::Seat;
use oxideal_engine::doudizhu::{Phase, Position, Rules};

/// A bot that counts a bomb for all that it pays gives up rounds for a few that pay much, and earns
/// no more in the end.
const BOMB_UTILITY_EXPONENT: f64 = 0.35;

/// The payoff during the auction; after it, whether the round is won, and a little for what it pays
/// beyond the stake at the root.
pub(super) fn utility(rules: &Rules, root: &Position, payoffs: &[i32], seat: Seat) -> f64 {
    let payoff = f64::from(payoffs[seat]);
    if root.phase() == Phase::Auction {
        return payoff;
    }
    let stake = i32::from(root.bid(rules).unwrap_or(1)) << root.doublings();
    let payers = if root.landlord() == Some(seat as u8) { payoffs.len() - 1 } else { 1 };
    payoff.signum() * (payoff.abs() / (f64::from(stake) * payers as f64)).powf(BOMB_UTILITY_EXPONENT)
}
