//! What a player of good rules does.

use oxideal_engine::Action;
use oxideal_engine::rummy::{Cards, Position, Rules, View, least_left};

use super::worth::Outlook;
use super::{plan, quick};

/// Takes what fits, lays down what can be laid down, but for hands that are nearly complete, and discards what fits least and
/// helps the next player least.
pub(super) fn choose(view: &View) -> Action {
    let (rules, position) = (*view.rules(), view.position());
    let others = (0..rules.seats()).filter(|&seat| seat != position.turn());
    let known = others.fold(Cards::NONE, |cards, seat| cards.and(view.known(seat)));
    let next = if position.turn() + 1 == rules.seats() { 0 } else { position.turn() + 1 };
    let outlook = Outlook::of(rules, position).remembering(known, view.known(next));
    let chosen = match () {
        () if !position.drew() => quick::draw(rules, position, &outlook),
        () if plan::waits(rules, position) => discard(rules, position, &outlook),
        () => plan::next(rules, position, &outlook).or_else(|| discard(rules, position, &outlook)),
    };
    chosen.unwrap_or_else(|| {
        // RM-06: only the card that was taken is left, and must be laid off.
        view.legal().first().copied().unwrap_or_default()
    })
}

/// Discards what fits nowhere, and of that what is worth least.
fn discard(rules: Rules, position: &Position, outlook: &Outlook) -> Option<Action> {
    let (_, rest) = least_left(position.hand(position.turn()), position.table(), rules.ace());
    quick::discard(rules, position, |card| {
        let gain = outlook.gain(position, card);
        if rest.has(card) { gain } else { gain - FITS }
    })
}

/// More than any card is worth by itself.
const FITS: f32 = 1000.0;
