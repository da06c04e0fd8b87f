//! What the other seats' discards reveal about their hands.

use oxideal_engine::rummy::{Move, Position, Rules};
use oxideal_engine::{Action, Rules as _, Seat};

use super::outlook::Outlook;

/// The factor for each card left in a hand that pairs with a discard from it. Half of this fits the
/// rule policy better, but not everybody plays like that.
const PAIRED_DISCARD_FACTOR: f64 = 0.6;

/// The likelihood of the other seats' recent discards in a deal.
pub(super) fn likelihood(rules: Rules, deal: &Position, seat: Seat, recent: &[(Seat, Action)]) -> f64 {
    let outlook = Outlook::of(rules, deal);
    let of_others = recent.iter().filter(|&&(other, _)| other != seat);
    let pairs = of_others.map(|&(other, action)| match rules.to_move(action) {
        Some(Move::Discard(card)) => outlook.pairs(card.alone(), deal.hand(other as u8)).count_ones() as i32,
        _ => 0,
    });
    PAIRED_DISCARD_FACTOR.powi(pairs.sum())
}
