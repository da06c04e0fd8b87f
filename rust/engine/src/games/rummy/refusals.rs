//! Why moves are refused. The order of checks is that of `docs/rules/rummy.md`.

use super::actions::high_place;
use super::cards::{Card, Cards};
use super::moves::{Move, Place};
use super::position::{Phase, Position};
use super::rules::Rules;
use crate::error::Refusal;
use crate::ids::rule;

impl Position {
    /// Why a move is illegal; the order of checks is that of `docs/rules/rummy.md`.
    pub(super) fn refused(&self, rules: Rules, chosen: Move) -> Option<Refusal> {
        let hand = self.hand(self.turn());
        self.refused_now(rules, chosen)
            .or_else(|| refused_hand(hand, chosen))
            .or_else(|| self.refused_on_table(rules, chosen))
    }

    /// Why a move is illegal with any hand.
    pub(super) fn refused_now(&self, rules: Rules, chosen: Move) -> Option<Refusal> {
        let draws = matches!(chosen, Move::Draw | Move::Take);
        Some(match self.phase {
            Phase::Out => {
                Refusal::new(rule!("RM-11"), "rummy.round_over_seat_went_out").with("seat", self.turn())
            }
            Phase::Void => {
                Refusal::new(rule!("RM-17"), "rummy.round_over_turn_limit").with("turns", rules.turn_limit())
            }
            Phase::Draw if !draws => Refusal::new(rule!("RM-03"), "rummy.must_draw_card_first"),
            Phase::Play if draws => Refusal::new(rule!("RM-03"), "rummy.card_already_drawn"),
            Phase::Draw if chosen == Move::Draw && !self.can_draw() => {
                Refusal::new(rule!("RM-07"), "rummy.must_take_only_discard")
            }
            Phase::Draw | Phase::Play => return None,
        })
    }

    /// Why a move is illegal although the player has its cards.
    pub(super) fn refused_on_table(&self, rules: Rules, chosen: Move) -> Option<Refusal> {
        let about = |rule, key, card: Card| Some(Refusal::new(rule, key).with("card", card));
        if let Move::LayOff { card, place } = chosen
            && !self.table().takes(card, high_place(card, rules.ace()), place)
        {
            return match place {
                Place::Group => about(rule!("RM-10"), "rummy.no_such_group", card),
                Place::Low => about(rule!("RM-10"), "rummy.no_run_begins_above", card),
                Place::High => about(rule!("RM-10"), "rummy.no_run_ends_below", card),
            };
        }
        match (chosen, self.took()) {
            (Move::Meld(_) | Move::LayOff { .. }, took) if !self.may_play(rules, chosen) => {
                let card = took.filter(|&card| !chosen.cards().has(card));
                card.map_or_else(
                    || Some(Refusal::new(rule!("RM-12"), "rummy.last_card_must_be_discarded")),
                    |card| about(rule!("RM-06"), "rummy.leaves_taken_card_alone", card),
                )
            }
            (Move::Discard(card), Some(took)) if card == took => {
                about(rule!("RM-06"), "rummy.taken_card_not_discardable", card)
            }
            _ => None,
        }
    }
}

/// Why a move is illegal if one of its cards is not in the hand.
fn refused_hand(hand: Cards, chosen: Move) -> Option<Refusal> {
    if hand.has_all(chosen.cards()) {
        return None;
    }
    let missing = chosen.in_order().into_iter().find(|&card| !hand.has(card))?;
    let rule = match chosen {
        Move::Meld(_) => rule!("RM-04"),
        Move::LayOff { .. } => rule!("RM-10"),
        _ => rule!("RM-05"),
    };
    Some(Refusal::new(rule, "rummy.not_in_hand").with("card", missing))
}
