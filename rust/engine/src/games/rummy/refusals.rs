//! Why moves are refused. The order of checks is that of `docs/rules/rummy.md`.

use super::actions::high_place;
use super::cards::Cards;
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
        let refuse = |rule, reason: String| Some(Refusal { rule, reason });
        let draws = matches!(chosen, Move::Draw | Move::Take);
        match self.phase {
            Phase::Out => refuse(rule!("RM-11"), format!("the round is over: seat {} went out", self.turn())),
            Phase::Void => {
                refuse(rule!("RM-17"), format!("the round is over: {} turns have ended", rules.turn_limit()))
            }
            Phase::Draw if !draws => refuse(rule!("RM-03"), "draw a card first".into()),
            Phase::Play if draws => refuse(rule!("RM-03"), "a card has already been drawn".into()),
            Phase::Draw if chosen == Move::Draw && !self.can_draw() => {
                refuse(rule!("RM-07"), "the stock is empty and there is only one discard: take it".into())
            }
            Phase::Draw | Phase::Play => None,
        }
    }

    /// Why a move is illegal although the player has its cards.
    pub(super) fn refused_on_table(&self, rules: Rules, chosen: Move) -> Option<Refusal> {
        let refuse = |rule, reason: String| Some(Refusal { rule, reason });
        if let Move::LayOff { card, place } = chosen
            && !self.table().takes(card, high_place(card, rules.ace()), place)
        {
            return match place {
                Place::Group => refuse(rule!("RM-10"), format!("no group on the table takes {card}")),
                Place::Low => refuse(rule!("RM-10"), format!("no run on the table starts just above {card}")),
                Place::High => refuse(rule!("RM-10"), format!("no run on the table ends just below {card}")),
            };
        }
        match (chosen, self.took()) {
            (Move::Meld(_) | Move::LayOff { .. }, took) if !self.may_play(rules, chosen) => {
                let card = took.filter(|&card| !chosen.cards().has(card));
                card.map_or_else(
                    || refuse(rule!("RM-12"), "the last card must be discarded".into()),
                    |card| {
                        refuse(
                            rule!("RM-06"),
                            format!(
                                "this would leave only {card}, which was taken from the discard pile and cannot be \
                                 discarded in this turn"
                            ),
                        )
                    },
                )
            }
            (Move::Discard(card), Some(took)) if card == took => refuse(
                rule!("RM-06"),
                format!("{card} was taken from the discard pile and cannot be discarded in this turn"),
            ),
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
    Some(Refusal { rule, reason: format!("{missing} is not in the hand") })
}
