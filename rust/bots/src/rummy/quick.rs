//! What a player does who thinks as little as possible.

use oxideal_engine::rummy::{Card, Cards, Move, Position, Rules, least_left};
use oxideal_engine::{Action, Chance, Position as _, Rules as _};

use super::plan;
use super::worth::Outlook;
use crate::playable::Candidate;

/// Takes what fits, lays down at once what can be laid down, and discards what fits least.
pub(super) fn choose(rules: Rules, position: &Position, chance: &mut impl Chance) -> Action {
    let outlook = Outlook::of(rules, position);
    let chosen = if position.drew() {
        plan::next(rules, position, &outlook).or_else(|| {
            discard(rules, position, |card| {
                outlook.gain(position, card) + f32::from(chance.below(64) as u8) / 128.0
            })
        })
    } else {
        draw(rules, position, &outlook)
    };
    // RM-06: only the card that was taken is left, and must be laid off.
    chosen.or_else(|| position.pick_legal(&rules, chance)).unwrap_or_default()
}

/// Draws from where the better card is.
pub(super) fn draw(rules: Rules, position: &Position, outlook: &Outlook) -> Option<Action> {
    let draw = rules.action(Move::Draw).filter(|&action| position.is_legal(&rules, action));
    // RM-07: the discard may be all there is.
    if draw.is_none() || wants_top(rules, position, outlook) { rules.action(Move::Take) } else { draw }
}

/// Whether the top discard is better than a card of the stock.
fn wants_top(rules: Rules, position: &Position, outlook: &Outlook) -> bool {
    let Some(top) = position.discards().next_back() else { return false };
    let hand = position.hand(position.turn());
    let with = hand.and(top.alone());
    let fits = outlook.outs(hand, top.alone()) != 0
        || position.table().fitting(top.alone(), rules.ace()) != [Cards::NONE; 3];
    if fits && !least_left(with, position.table(), rules.ace()).1.has(top) {
        return true;
    }
    // What pairs with nothing may be low, but that is not worth a draw.
    if outlook.pairs(top.alone(), hand) == 0 {
        return false;
    }
    let others =
        hand.into_iter().map(|card| outlook.hand(with.without(card.alone())) + outlook.discard(card));
    let best = others.fold(f32::MIN, f32::max);
    best > outlook.hand(hand) + outlook.discard(top) + outlook.draw()
}

/// Discards the card by which most is gained.
pub(super) fn discard(
    rules: Rules,
    position: &Position,
    mut gain: impl FnMut(Card) -> f32,
) -> Option<Action> {
    let mut best: Option<(f32, Card)> = None;
    for card in free(position) {
        let gain = gain(card);
        if best.is_none_or(|(most, _)| gain > most) {
            best = Some((gain, card));
        }
    }
    best.and_then(|(_, card)| rules.action(Move::Discard(card)))
}

/// The cards that may be discarded (RM-06).
fn free(position: &Position) -> Cards {
    let took: Cards = position.took().into_iter().collect();
    position.hand(position.turn()).without(took)
}

/// What is worth a thought, the best with the most weight.
pub(super) fn candidates(rules: Rules, position: &Position, candidates: &mut Vec<Candidate>) {
    let first = candidates.len();
    let mut add = |action, weight| candidates.push(Candidate { action, weight });
    let outlook = Outlook::of(rules, position);
    if !position.drew() {
        let best = draw(rules, position, &outlook);
        for action in [Move::Draw, Move::Take].into_iter().filter_map(|chosen| rules.action(chosen)) {
            if position.is_legal(&rules, action) {
                add(action, if best == Some(action) { 1.0 } else { 0.3 });
            }
        }
        return;
    }
    let lay = plan::next(rules, position, &outlook);
    if let Some(action) = lay {
        add(action, 1.0);
    }
    let cards = free(position);
    let most = cards.into_iter().map(|card| outlook.gain(position, card)).fold(f32::MIN, f32::max);
    for card in cards {
        let weight = ((outlook.gain(position, card) - most) / TEMPER).exp();
        let weight = if lay.is_some() { weight * 0.1 } else { weight };
        if weight > LEAST
            && let Some(action) = rules.action(Move::Discard(card))
        {
            add(action, weight);
        }
    }
    if candidates.len() > first + MOST {
        candidates[first..].sort_by(|a, b| b.weight.total_cmp(&a.weight));
        candidates.truncate(first + MOST);
    }
    if candidates.len() == first {
        let mut actions = Vec::new();
        position.legal(&rules, &mut actions);
        candidates.extend(actions.into_iter().map(|action| Candidate { action, weight: 1.0 }));
    }
}

/// So much worse is a third as likely.
const TEMPER: f32 = 3.0;
/// What is less likely is not looked at.
const LEAST: f32 = 0.02;
/// How many are looked at.
const MOST: usize = 25;

/// A number for the hand of who has drawn a card.
pub(super) fn seen(position: &Position) -> u32 {
    let hand = position.hand(position.turn()).bits();
    if position.drew() { (hand.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32 } else { 0 }
}
