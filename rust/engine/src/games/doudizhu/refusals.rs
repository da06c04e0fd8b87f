//! Why moves are refused.

use super::moves::Move;
use super::play::Play;
use super::position::{Phase, Position};
use crate::error::Refusal;
use crate::ids::rule;

impl Position {
    /// Why a combination may not be played.
    pub(super) fn refused_play(&self, play: &Play) -> Option<Refusal> {
        self.to_beat.as_ref().and_then(|to_beat| play.why_not(to_beat))
    }

    /// Why a move is refused in this phase.
    pub(super) fn refused_phase(&self, chosen: Move) -> Option<Refusal> {
        Some(match (self.phase(), chosen) {
            (Phase::Over, _) if crate::game::Position::is_void(self) => {
                Refusal::new(rule!("DD-09"), "doudizhu.round_over_everybody_passed")
            }
            (Phase::Over, _) => Refusal::new(rule!("DD-13"), "doudizhu.round_over_cards_played")
                .with("seat", self.to_beat_seat),
            (Phase::Auction, Move::Play { .. }) => Refusal::new(rule!("DD-07"), "doudizhu.auction_not_over"),
            (Phase::Auction, Move::Bid(bid)) if !self.open_bids().contains(&bid) => {
                Refusal::new(rule!("DD-07"), "doudizhu.bid_too_low")
                    .with("highest", self.bids.highest())
                    .with("bid", bid)
            }
            (Phase::Play, Move::Bid(_)) => {
                Refusal::new(rule!("DD-08"), "doudizhu.auction_over").with("seat", self.landlord)
            }
            (Phase::Play, Move::Pass) if self.to_beat.is_none() => {
                Refusal::new(rule!("DD-12"), "doudizhu.leader_cannot_pass")
            }
            _ => return None,
        })
    }
}
