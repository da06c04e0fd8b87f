//! What the discards of others say of their hands.

use oxideal_engine::rummy::{Move, Position, Rules};
use oxideal_engine::{Action, Rules as _, Seat};

use super::worth::Outlook;

/// So much rarer is each card in a hand that would pair with what was discarded from it. Players like the one of good rules
/// are told apart best by half of this, but not everybody plays like that.
const SELDOM: f64 = 0.6;

/// How well the last discards of all but one seat fit their hands.
pub(super) fn fit(rules: Rules, deal: &Position, seat: Seat, last: &[(Seat, Action)]) -> f64 {
    let outlook = Outlook::of(rules, deal);
    let of_others = last.iter().filter(|&&(other, _)| other != seat);
    let pairs = of_others.map(|&(other, action)| match rules.to_move(action) {
        Some(Move::Discard(card)) => outlook.pairs(card.alone(), deal.hand(other as u8)).count_ones() as i32,
        _ => 0,
    });
    SELDOM.powi(pairs.sum())
}
