//! What a result is worth.

use oxideal_engine::Seat;
use oxideal_engine::doudizhu::{Phase, Position, Rules};

/// Who counts bombs for all that they pay gives up rounds for a few that pay much, and earns no more in the end.
const GREED: f64 = 0.35;

/// Money while the bid is being found; after that, whether the round is won, and a little for what it pays beyond what is
/// at stake.
pub(super) fn worth(rules: &Rules, thought_about: &Position, payoffs: &[i32], seat: Seat) -> f64 {
    let payoff = f64::from(payoffs[seat]);
    if thought_about.phase() == Phase::Auction {
        return payoff;
    }
    let stake = i32::from(thought_about.bid(rules).unwrap_or(1)) << thought_about.doublings();
    let payers = if thought_about.landlord() == Some(seat as u8) { payoffs.len() - 1 } else { 1 };
    payoff.signum() * (payoff.abs() / (f64::from(stake) * payers as f64)).powf(GREED)
}
