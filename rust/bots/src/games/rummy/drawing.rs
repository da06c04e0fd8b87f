//! Which pile to draw from.

use oxideal_engine::rummy::{Cards, Move, Position, Rules, least_left};
use oxideal_engine::{Action, Position as _, Rules as _};

use super::outlook::Outlook;

/// Takes the top discard if it is better than a card of the stock, or if nothing else is possible.
pub(super) fn choose(rules: Rules, position: &Position, outlook: &Outlook) -> Option<Action> {
    let draw = rules.action(Move::Draw).filter(|_| position.allows(&rules, Move::Draw));
    // RM-07: taking the discard may be the only choice.
    if draw.is_none() || wants_top(rules, position, outlook) { rules.action(Move::Take) } else { draw }
}

/// Whether the top discard is better than a card of the stock.
fn wants_top(rules: Rules, position: &Position, outlook: &Outlook) -> bool {
    let Some(top) = position.discards().next_back() else { return false };
    let hand = position.hand(position.turn());
    let with = hand.union(top.alone());
    let fits = outlook.outs(hand, top.alone()) != 0
        || position.table().fitting(top.alone(), rules.ace()) != [Cards::NONE; 3];
    if fits && !least_left(with, position.table(), rules.ace()).1.has(top) {
        return true;
    }
    // A card that pairs with nothing may have few points, but that is not worth a draw.
    if outlook.pairs(top.alone(), hand) == 0 {
        return false;
    }
    let wanted = outlook.hand_value(hand) + outlook.discard_value(top) + outlook.draw_value();
    if outlook.hand_value(with) + outlook.most_discard_value() <= wanted {
        return false;
    }
    let gain = outlook.gains(with);
    hand.into_iter().any(|card| gain(card) > wanted)
}
