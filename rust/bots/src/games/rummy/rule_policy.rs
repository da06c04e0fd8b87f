//! The rule policy: also remembers what other seats took, keeps a nearly complete hand, and avoids
//! discards that the next seat can use.

use oxideal_engine::Action;
use oxideal_engine::rummy::{Cards, Position, Rules, View, least_left};

use super::outlook::Outlook;
use super::{discarding, drawing, melding};

/// The penalty for a discard that can be laid off: more than the value of any card.
const FITTING_PENALTY: f32 = 1000.0;

pub(super) fn choose(view: &View) -> Action {
    let (rules, position) = (*view.rules(), view.position());
    let others = (0..rules.seats()).filter(|&seat| seat != position.turn());
    let known = others.fold(Cards::NONE, |cards, seat| cards.union(view.known(seat)));
    let next = if position.turn() + 1 == rules.seats() { 0 } else { position.turn() + 1 };
    let outlook = Outlook::of(rules, position).with_knowledge(known, view.known(next));
    choose_with(rules, position, &outlook).unwrap_or_else(|| {
        // RM-06: only the card taken from the discard pile is left, and it must be laid off.
        view.legal().first().copied().unwrap_or_default()
    })
}

/// The best action with this outlook.
pub(super) fn choose_with(rules: Rules, position: &Position, outlook: &Outlook) -> Option<Action> {
    if !position.drew() {
        drawing::choose(rules, position, outlook)
    } else if melding::should_wait(rules, position) {
        discard(rules, position, outlook)
    } else {
        melding::choose(rules, position, outlook).or_else(|| discard(rules, position, outlook))
    }
}

/// Discards the card of least value, preferring cards that cannot be laid off.
fn discard(rules: Rules, position: &Position, outlook: &Outlook) -> Option<Action> {
    let hand = position.hand(position.turn());
    let (_, rest) = least_left(hand, position.table(), rules.ace());
    let gain = outlook.gains(hand);
    discarding::choose(rules, position, |card| {
        let gain = gain(card);
        if rest.has(card) { gain } else { gain - FITTING_PENALTY }
    })
}
