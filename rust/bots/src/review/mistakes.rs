//! Which costs are beyond doubt.

use std::f64::consts::SQRT_2;

use super::{Cost, Decision};

/// The chance that a review without any mistake finds one.
const DOUBT: f64 = 0.05;

/// A cost from fewer deals is not called a mistake: its error is not known well enough.
const MIN_DEALS: u64 = 30;

/// Marks the decisions whose cost is significant and at least the threshold.
///
/// By Holm's method: for all decisions together, the probability of marking any that costs nothing is at most [`DOUBT`].
/// A better move in payment must not win less often.
pub(super) fn mark(decisions: &mut [Decision], threshold: f64) {
    let mut costs: Vec<(f64, usize, Cost)> = Vec::new();
    for (place, decision) in decisions.iter().enumerate() {
        if let Some((_, cost)) = decision.cost {
            costs.push((chance(&cost), place, cost));
        }
    }
    costs.sort_by(|one, other| one.0.total_cmp(&other.0));
    let count = costs.len();
    for (before, (chance, place, cost)) in costs.into_iter().enumerate() {
        if chance * (count - before) as f64 > DOUBT {
            return;
        }
        let wins_less = cost.wins < -2.0 * cost.wins_error;
        let enough = threshold > 0.0 && cost.payment >= threshold;
        decisions[place].mistake = enough && cost.deals >= MIN_DEALS && !wins_less;
    }
}

/// The chance of such a cost if the two moves are equally good.
fn chance(cost: &Cost) -> f64 {
    if cost.payment_error == 0.0 {
        return if cost.payment > 0.0 { 0.0 } else { 1.0 };
    }
    0.5 * libm::erfc(cost.payment / cost.payment_error / SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::{Cost, Decision, mark};

    /// The numbers of the mistakes among decisions with these costs.
    fn mistakes(costs: &[Cost], threshold: f64) -> Vec<usize> {
        let decision = |(number, &cost)| Decision {
            number,
            seat: 0,
            played: 0,
            cost: Some((1, cost)),
            mistake: false,
            open: None,
            expected: None,
            deals: 0,
        };
        let mut decisions: Vec<Decision> = costs.iter().enumerate().map(decision).collect();
        mark(&mut decisions, threshold);
        decisions.iter().filter(|decision| decision.mistake).map(|decision| decision.number).collect()
    }

    #[test]
    fn mistakes_are_beyond_doubt_for_all_decisions_together() {
        let cost = |payment| Cost { payment, payment_error: 1.0, wins: 0.1, wins_error: 0.01, deals: 100 };
        let none: [usize; 0] = [];
        assert_eq!(mistakes(&[cost(1.7)], 0.5), [0], "1.7 errors are one-sided 4.5%");
        assert_eq!(mistakes(&[cost(1.7), cost(0.0)], 0.5), none);
        assert_eq!(mistakes(&[cost(1.7), cost(9.0)], 0.5), [0, 1]);
        assert_eq!(mistakes(&[cost(9.0)], 9.5), none, "too small");
        assert_eq!(mistakes(&[Cost { deals: 29, ..cost(9.0) }], 0.5), none);
        assert_eq!(mistakes(&[Cost { wins: -0.05, ..cost(9.0) }], 0.5), none, "wins less often");
        assert_eq!(mistakes(&[cost(-9.0)], 0.5), none);
        assert_eq!(mistakes(&[Cost { payment_error: 0.0, ..cost(0.0) }], 0.0), none);
        assert_eq!(mistakes(&[Cost { payment_error: 0.0, ..cost(2.0) }], 0.5), [0]);
    }
}
