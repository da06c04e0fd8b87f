//! Which card to discard.

use oxideal_engine::rummy::{Card, Cards, Move, Position, Rules};
use oxideal_engine::{Action, Rules as _};

/// Discards the card with the highest value; the first one if several are equal.
pub(super) fn choose(
    rules: Rules,
    position: &Position,
    mut value: impl FnMut(Card) -> f32,
) -> Option<Action> {
    let mut best: Option<(f32, Card)> = None;
    for card in discardable(position) {
        let value = value(card);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, card));
        }
    }
    best.and_then(|(_, card)| rules.action(Move::Discard(card)))
}

/// The cards that may be discarded (RM-06).
pub(super) fn discardable(position: &Position) -> Cards {
    let took: Cards = position.took().into_iter().collect();
    position.hand(position.turn()).without(took)
}
