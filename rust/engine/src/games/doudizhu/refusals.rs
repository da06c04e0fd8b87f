//! Why moves are refused.

use super::moves::Move;
use super::play::Play;
use super::position::{Phase, Position};
use crate::error::Refusal;
use crate::ids::rule;

impl Position {
    /// Why a combination may not be played.
    pub(super) fn refused_play(&self, play: &Play) -> Option<Refusal> {
        let refuse = |(rule, reason)| Refusal { rule, reason };
        self.to_beat.as_ref().and_then(|to_beat| play.why_not(to_beat)).map(refuse)
    }

    /// Why a move is refused in this phase.
    pub(super) fn refused_phase(&self, chosen: Move) -> Option<Refusal> {
        let refuse = |rule, reason| Some(Refusal { rule, reason });
        match (self.phase(), chosen) {
            (Phase::Over, _) if crate::game::Position::is_void(self) => {
                refuse(rule!("DD-09"), "the round is over: everybody passed".into())
            }
            (Phase::Over, _) => refuse(
                rule!("DD-13"),
                format!("the round is over: seat {} has played all its cards", self.to_beat_seat),
            ),
            (Phase::Auction, Move::Play { .. }) => {
                refuse(rule!("DD-07"), "the auction is not over: pass or bid".into())
            }
            (Phase::Auction, Move::Bid(bid)) if !self.open_bids().contains(&bid) => refuse(
                rule!("DD-07"),
                format!("a bid must be higher than {}, got {bid}", self.bids.highest()),
            ),
            (Phase::Play, Move::Bid(_)) => {
                refuse(rule!("DD-08"), format!("the auction is over: seat {} is the landlord", self.landlord))
            }
            (Phase::Play, Move::Pass) if self.to_beat.is_none() => {
                refuse(rule!("DD-12"), "the leader cannot pass".into())
            }
            _ => None,
        }
    }
}
