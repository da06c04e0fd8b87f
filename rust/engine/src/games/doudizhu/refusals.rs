//! Why moves are refused.

use super::moves::Move;
use super::play::Play;
use super::position::{Phase, Position};
use super::rules::{Auction, Rules};
use crate::error::Refusal;
use crate::ids::rule;

impl Position {
    /// Why a combination may not be played.
    pub(super) fn refused_play(&self, play: &Play) -> Option<Refusal> {
        self.to_beat.as_ref().and_then(|to_beat| play.why_not(to_beat))
    }

    /// Why a move is refused in this phase.
    pub(super) fn refused_phase(&self, rules: &Rules, chosen: Move) -> Option<Refusal> {
        let calls = rules.options().auction == Auction::Call;
        Some(match (self.phase(), chosen) {
            (Phase::Over, _) if crate::game::Position::is_void(self) => {
                Refusal::new(rule!("DD-09"), "doudizhu.round_over_everybody_passed")
            }
            (Phase::Over, _) => Refusal::new(rule!("DD-13"), "doudizhu.round_over_cards_played")
                .with("seat", self.to_beat_seat),
            (Phase::Auction, _) if self.allows_answer(rules, chosen) => return None,
            (Phase::Auction, Move::Bid(bid)) if !calls => {
                Refusal::new(rule!("DD-07"), "doudizhu.bid_too_low")
                    .with("highest", self.bids.highest())
                    .with("bid", bid)
            }
            (Phase::Auction, Move::Call) if calls && self.bids.highest() > 0 => {
                Refusal::new(rule!("DD-36"), "doudizhu.already_called")
                    .with("seat", self.bids.caller(rules, self.first))
            }
            (Phase::Auction, Move::Rob) if calls && self.bids.highest() == 0 => {
                Refusal::new(rule!("DD-36"), "doudizhu.not_called_yet")
            }
            (Phase::Auction, _) if !calls => Refusal::new(rule!("DD-07"), "doudizhu.auction_not_over"),
            (Phase::Auction, _) => Refusal::new(rule!("DD-36"), "doudizhu.call_or_pass")
                .with("wanted", if self.bids.highest() == 0 { "call" } else { "rob" }),
            (_, Move::Bid(_) | Move::Call | Move::Rob) => {
                let rule = if calls { rule!("DD-36") } else { rule!("DD-08") };
                Refusal::new(rule, "doudizhu.auction_over").with("seat", self.landlord)
            }
            (Phase::Doubling, Move::Play { .. } | Move::Show) => {
                Refusal::new(rule!("DD-37"), "doudizhu.doubling_not_over")
            }
            (Phase::Showing, Move::Play { .. }) => {
                Refusal::new(rule!("DD-38"), "doudizhu.landlord_has_not_led")
            }
            (Phase::Showing | Phase::Play, Move::Double) => {
                Refusal::new(rule!("DD-37"), "doudizhu.doubling_over")
            }
            (Phase::Play, Move::Show) => Refusal::new(rule!("DD-38"), "doudizhu.too_late_to_show"),
            (Phase::Play, Move::Pass) if self.to_beat.is_none() => {
                Refusal::new(rule!("DD-12"), "doudizhu.leader_cannot_pass")
            }
            _ => return None,
        })
    }
}
