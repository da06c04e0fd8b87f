//! What to meld and lay off.

use oxideal_engine::rummy::{Cards, Move, Partition, Position, Rules, best_partition, least_left};
use oxideal_engine::{Action, Position as _, Rules as _};

use super::outlook::Outlook;

/// The next meld or lay-off of a partition that leaves the fewest points, if any is legal.
#[inline]
pub(super) fn choose(rules: Rules, position: &Position, outlook: &Outlook) -> Option<Action> {
    let hand = position.hand(position.turn());
    if !outlook.holds_meld(hand) && position.table().fitting(hand, rules.ace()) == [Cards::NONE; 3] {
        return None;
    }
    let best = best_partition(hand, position.table(), rules.ace());
    if best.rest() == hand {
        return None;
    }
    let uses_up = best.rest().is_empty() && rules.must_discard_out();
    if let Some(action) = first(rules, position, &best).filter(|_| !uses_up) {
        return Some(action);
    }
    // RM-12: keep one card to discard. RM-06: not the one that was taken.
    let took: Cards = position.took().into_iter().collect();
    let kept = hand.without(took).into_iter().min_by_key(|card| {
        let left = hand.without(card.alone());
        least_left(left, position.table(), rules.ace()).0
    })?;
    first(rules, position, &best_partition(hand.without(kept.alone()), position.table(), rules.ace()))
}

/// Whether to keep all cards for now: a seat that goes out without having played any cards before
/// scores double (RM-14). That pays slightly if only a few cards are unmatched and no other seat is
/// close to going out.
pub(super) fn should_wait(rules: Rules, position: &Position) -> bool {
    let seat = position.turn();
    if position.has_opened(seat) || position.laid() {
        return false;
    }
    let mut others = (0..rules.seats()).filter(|&other| other != seat);
    let (_, rest) = least_left(position.hand(seat), position.table(), rules.ace());
    others.all(|other| position.size(other) >= MIN_OTHER_CARDS) && (2..=MAX_UNMELDED).contains(&rest.len())
}

/// With more unmatched cards, the hand is not kept.
const MAX_UNMELDED: u8 = 4;
/// Nor if another seat has fewer cards than this.
const MIN_OTHER_CARDS: u8 = 5;

/// The first of these melds and lay-offs that is legal.
fn first(rules: Rules, position: &Position, partition: &Partition) -> Option<Action> {
    let lay_offs = partition.lay_offs().map(|(card, place)| Move::LayOff { card, place });
    let mut moves = partition.melds().map(Move::Meld).chain(lay_offs);
    moves.find_map(|chosen| rules.action(chosen).filter(|_| position.allows(&rules, chosen)))
}
