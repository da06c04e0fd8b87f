//! What the discards of the other seats say about their hands.

use oxideal_engine::rummy::{Move, Position, Rules};
use oxideal_engine::{Action, Rules as _, Seat};

use super::outlook::Outlook;

/// The factor for each card left in a hand that would pair with a discard from it. Against bots of
/// the rule policy half of this fits better, but not everybody plays like that.
const PAIRED_DISCARD_FACTOR: f64 = 0.6;

/// The likelihood of the recent discards of the other seats in a deal.
pub(super) fn likelihood(rules: Rules, deal: &Position, seat: Seat, recent: &[(Seat, Action)]) -> f64 {
    let outlook = Outlook::of(rules, deal);
    let of_others = recent.iter().filter(|&&(other, _)| other != seat);
    let pairs = of_others.map(|&(other, action)| match rules.to_move(action) {
        Some(Move::Discard(card)) => outlook.pairs(card.alone(), deal.hand(other as u8)).count_ones() as i32,
        _ => 0,
    });
    PAIRED_DISCARD_FACTOR.powi(pairs.sum())
}
