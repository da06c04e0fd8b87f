//! What the others' play tells of their hands.

use oxideal_engine::doudizhu::{Position, Rules};
use oxideal_engine::{Action, Position as _, Seat, SplitMix64};

use super::choose;
use super::facts::Facts;

/// What remains of a deal in which somebody would not have done what they did: passed, or beaten something.
const OTHER_DECISION: f64 = 0.2;

/// The same where they would have played something else.
const OTHER_CARDS: f64 = 0.4;

/// How well what the others did lately fits a deal: somebody who plays well does in it what they did.
pub(super) fn fit(rules: &Rules, deal: &Position, seat: Seat, last: &[(Seat, Action)]) -> f64 {
    let Some((mut position, since)) = deal.earlier(rules, last) else { return 1.0 };
    let mut fit = 1.0;
    for &(by, action) in since {
        if by != seat {
            let Some(facts) = Facts::new(rules, &position) else { return fit };
            let expected = choose::action(&facts, choose::choose(&facts, false));
            if expected != action {
                fit *= if expected == 0 || action == 0 { OTHER_DECISION } else { OTHER_CARDS };
            }
        }
        if position.current_player() != Some(by) || !position.is_legal(rules, action) {
            return fit;
        }
        // No chance comes in any more once there is a landlord.
        position.play(rules, action, &mut SplitMix64::new(0));
    }
    fit
}
