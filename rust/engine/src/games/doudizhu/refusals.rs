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
        let refuse = |(rule, reason)| Refusal { rule, reason };
        self.to_beat.as_ref().and_then(|to_beat| play.why_not(to_beat)).map(refuse)
    }

    /// Why a move is refused in this phase.
    pub(super) fn refused_phase(&self, rules: &Rules, chosen: Move) -> Option<Refusal> {
        let refuse = |rule, reason| Some(Refusal { rule, reason });
        let calls = rules.options().auction == Auction::Call;
        match (self.phase(), chosen) {
            (Phase::Over, _) if crate::game::Position::is_void(self) => {
                refuse(rule!("DD-09"), "the round is over: everybody passed".into())
            }
            (Phase::Over, _) => refuse(
                rule!("DD-13"),
                format!("the round is over: seat {} has played all its cards", self.to_beat_seat),
            ),
            (Phase::Auction, Move::Bid(bid)) if !self.open_answers(rules).contains(&bid) => refuse(
                rule!("DD-07"),
                format!("a bid must be higher than {}, got {bid}", self.bids.highest()),
            ),
            (Phase::Auction, Move::Call) if self.bids.highest() > 0 => {
                let caller = self.bids.caller(rules, self.first);
                refuse(rule!("DD-36"), format!("seat {caller} has called: pass or rob"))
            }
            (Phase::Auction, Move::Rob) if self.bids.highest() == 0 => {
                refuse(rule!("DD-36"), "nobody has called: pass or call".into())
            }
            (Phase::Auction, Move::Pass | Move::Bid(_) | Move::Call | Move::Rob) => None,
            (Phase::Auction, _) if !calls => {
                refuse(rule!("DD-07"), "the auction is not over: pass or bid".into())
            }
            (Phase::Auction, _) => {
                let answer = if self.bids.highest() == 0 { "call" } else { "rob" };
                refuse(rule!("DD-36"), format!("the auction is not over: pass or {answer}"))
            }
            (_, Move::Bid(_) | Move::Call | Move::Rob) => {
                let rule = if calls { rule!("DD-36") } else { rule!("DD-08") };
                refuse(rule, format!("the auction is over: seat {} is the landlord", self.landlord))
            }
            (Phase::Doubling, Move::Play { .. } | Move::Show) => {
                refuse(rule!("DD-37"), "doubling is not over: pass or double".into())
            }
            (Phase::Showing, Move::Play { .. }) => {
                refuse(rule!("DD-38"), "the landlord has not led: pass or show".into())
            }
            (Phase::Showing | Phase::Play, Move::Double) => refuse(rule!("DD-37"), "doubling is over".into()),
            (Phase::Play, Move::Show) => {
                refuse(rule!("DD-38"), "a hand can be shown only before the lead".into())
            }
            (Phase::Play, Move::Pass) if self.to_beat.is_none() => {
                refuse(rule!("DD-12"), "the leader cannot pass".into())
            }
            _ => None,
        }
    }
}
