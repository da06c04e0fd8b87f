//! What a network sees of Rummy.

use oxideal_engine::rummy::{Card, Cards, Move, Position, Rules, least_left};
use oxideal_engine::{Position as _, Recent, Rules as _, Seat};

use super::discarding::discardable;
use super::outlook::Outlook;
use super::{melding, rule_policy};
use crate::net::{Decision, Estimate};

/// The number of cards.
const CARDS: usize = 52;

/// The highest number of players.
const SEATS: u8 = 6;

/// The most cards of another hand that are told apart.
const MOST: usize = 12;

/// The payment decides.
const PAYMENT: [f32; 2] = [0.0, 1.0];

/// Payments are measured in this many points, and cut off at four times that.
const UNIT: f32 = 40.0;

/// Whether the seat won, and how much more it got than the others on average.
pub(super) fn outcome(payoffs: &[i32], seat: Seat) -> [f32; 2] {
    let all: i32 = payoffs.iter().sum();
    let others = (all - payoffs[seat]) as f32 / (payoffs.len() - 1) as f32;
    let won = f32::from(u8::from(payoffs.iter().all(|&other| other <= payoffs[seat]) && all != 0));
    [won, ((payoffs[seat] as f32 - others) / UNIT).clamp(-4.0, 4.0)]
}

/// How much more than the average of all seats networks expect to be paid.
pub(super) fn expected_utility(rules: Rules, [_, payment]: Estimate) -> f64 {
    let players = f64::from(rules.seats());
    f64::from(payment * UNIT) * (players - 1.0) / players
}

pub(super) fn describe(rules: Rules, position: &Position, recent: &Recent, decision: &mut Decision) {
    let outlook = Outlook::of(rules, position);
    let hand = position.hand(position.turn());
    decision.begin(0, PAYMENT);
    shared(rules, position, recent, decision);
    let by_rule = rule_policy::choose_with(rules, position, &outlook);
    if position.drew() {
        if let Some(action) = melding::choose(rules, position, &outlook) {
            decision.action(action);
            after(rules, position, &outlook, hand, None, decision);
            decision.flag(by_rule == Some(action));
            decision.flag(false);
            decision.flag(true);
        }
        for card in discardable(position) {
            if let Some(action) = rules.action(Move::Discard(card)) {
                decision.action(action);
                after(rules, position, &outlook, hand.without(card.alone()), Some(card), decision);
                decision.flag(by_rule == Some(action));
                decision.flag(false);
                decision.flag(false);
            }
        }
    } else {
        let top: Cards = position.discards().next_back().into_iter().collect();
        for (chosen, cards) in [(Move::Draw, hand), (Move::Take, hand.union(top))] {
            if let Some(action) = rules.action(chosen).filter(|_| position.allows(&rules, chosen)) {
                decision.action(action);
                after(rules, position, &outlook, cards, None, decision);
                decision.flag(by_rule == Some(action));
                decision.flag(chosen == Move::Draw);
                decision.flag(false);
            }
        }
    }
    if decision.actions().len() == 1 {
        decision.settle(decision.actions()[0]);
    } else if decision.actions().is_empty() {
        // RM-06: only the card taken from the discard pile is left, and it must be laid off.
        let mut legal = Vec::new();
        position.legal(&rules, &mut legal);
        decision.settle(legal.first().copied().unwrap_or_default());
    }
}

/// The features shared by all actions.
fn shared(rules: Rules, position: &Position, recent: &Recent, decision: &mut Decision) {
    let (seat, seats) = (position.turn(), rules.seats());
    decision.flag(position.drew());
    decision.at_least(usize::from(position.stock_size()) / 3, 14);
    decision.at_least(usize::from(position.turns()) / usize::from(seats) / 2, 16);
    decision.flag(position.has_opened(seat) || position.laid());
    let mut took = [Cards::NONE; SEATS as usize];
    let mut gave = [Cards::NONE; SEATS as usize];
    let mut top: Option<Card> = None;
    for (by, action) in recent.iter() {
        match rules.to_move(action) {
            Some(Move::Take) => {
                if let Some(card) = top.take() {
                    took[by] = took[by].union(card.alone());
                }
            }
            Some(Move::Discard(card)) => {
                top = Some(card);
                gave[by] = gave[by].union(card.alone());
                took[by] = took[by].without(card.alone());
            }
            _ => {}
        }
    }
    for place in 1..SEATS {
        let other = (place < seats).then(|| (seat + place) % seats);
        decision.one_hot(other.map(|other| position.size(other).into()), MOST);
        decision.flag(other.is_some_and(|other| position.has_opened(other)));
        let of = |sets: &[Cards; SEATS as usize]| other.map_or(Cards::NONE, |other| sets[usize::from(other)]);
        cards(of(&took).without(position.table().cards()), decision);
        cards(of(&gave), decision);
    }
    cards(position.table().cards(), decision);
    cards(position.discards().collect(), decision);
    decision.one_hot(position.discards().next_back().map(|card| card.number().into()), CARDS);
}

/// What the hand looks like afterwards, and the discard.
fn after(
    rules: Rules,
    position: &Position,
    outlook: &Outlook,
    hand: Cards,
    discard: Option<Card>,
    decision: &mut Decision,
) {
    cards(hand, decision);
    decision.one_hot(discard.map(|card| card.number().into()), CARDS);
    decision.one_hot(Some(hand.len().into()), 16);
    let (points, rest) = least_left(hand, position.table(), rules.ace());
    decision.at_least(points as usize / 3, 30);
    decision.one_hot(Some(rest.len().into()), 14);
    decision.at_least(hand.points(rules.ace()) as usize / 5, 20);
    decision.at_least(outlook.live_outs(hand) as usize, 16);
    decision.at_least(outlook.live_outs(rest) as usize, 12);
    decision.flag(outlook.holds_meld(hand));
    let value = discard.map_or(0.0, |card| outlook.gains(position.hand(position.turn()))(card) + 10.0);
    decision.at_least(value.max(0.0) as usize, 30);
    let uses = discard.map_or(0, |card| usize::from(outlook.uses(card)));
    decision.at_least(uses, 8);
    let fits =
        discard.is_some_and(|card| position.table().fitting(card.alone(), rules.ace()) != [Cards::NONE; 3]);
    decision.flag(fits);
}

fn cards(cards: Cards, decision: &mut Decision) {
    decision.each(cards.into_iter().map(|card| card.number().into()), CARDS);
}

#[cfg(test)]
mod tests {
    use oxideal_engine::rummy::{Options, Rules, Rummy};

    use super::{expected_utility, outcome};
    use crate::search::SearchModel as _;

    /// What networks learn is what a search maximises.
    #[test]
    fn expected_utility_of_an_outcome_is_its_utility() -> Result<(), oxideal_engine::Error> {
        for payoffs in [&[30, -30][..], &[-12, 52, -40], &[-10, -20, 75, -45]] {
            let rules = Rules::new(Options { players: payoffs.len() as u32, ..Options::default() })?;
            let root = oxideal_engine::State::<Rummy>::deal(rules, oxideal_engine::Seed::from(1), 0);
            for seat in 0..payoffs.len() {
                let expected = expected_utility(rules, outcome(payoffs, seat));
                let utility = Rummy::utility(&rules, root.position(), payoffs, seat);
                assert!((expected - utility).abs() < 1e-4, "{payoffs:?} {seat}: {expected} {utility}");
            }
        }
        Ok(())
    }
}
