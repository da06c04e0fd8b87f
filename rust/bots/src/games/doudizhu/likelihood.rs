//! What the other seats' actions reveal about their hands.

use oxideal_engine::doudizhu::{Position, Rules};
use oxideal_engine::{Action, Position as _, Seat, SplitMix64};

use super::evaluation::{action as to_action, best_play};
use super::facts::Facts;

/// The factor for an action where the playout policy would have passed instead, or played instead
/// of passing.
const OTHER_DECISION_FACTOR: f64 = 0.2;

/// The factor where it would have played other cards.
const OTHER_CARDS_FACTOR: f64 = 0.4;

/// The likelihood of the other seats' recent actions in a deal: high where the playout policy would
/// have chosen the same.
pub(super) fn likelihood(rules: &Rules, deal: &Position, seat: Seat, recent: &[(Seat, Action)]) -> f64 {
    let Some((mut position, since)) = deal.earlier(rules, recent) else { return 1.0 };
    let mut likelihood = 1.0;
    for &(by, action) in since {
        if by != seat {
            let Some(facts) = Facts::new(rules, &position) else { return likelihood };
            let expected = to_action(&facts, best_play(&facts));
            if expected != action {
                likelihood *=
                    if expected == 0 || action == 0 { OTHER_DECISION_FACTOR } else { OTHER_CARDS_FACTOR };
            }
        }
        if position.current_player() != Some(by) || !position.is_legal(rules, action) {
            return likelihood;
        }
        // Nothing is drawn after the auction, so any generator will do.
        position.play(rules, action, &mut SplitMix64::new(0));
    }
    likelihood
}
