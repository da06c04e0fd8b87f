//! Random play to the end of a round, trick by trick. The kind to beat hardly changes within a
//! trick, so most of its answers are played in a short loop.

use super::cards::{Cards, Rank};
use super::choices::{Choices, Higher};
use super::play::Play;
use super::position::SEATS;
use super::ranks;
use super::rules::Rules;
use crate::random::Chance;

/// The part of a position that changes as tricks are played, except what follows from the hands.
#[derive(Debug)]
pub(super) struct Tricks<'a> {
    pub(super) rules: &'a Rules,
    pub(super) hands: [Cards; SEATS],
    /// The seat to move; at the end of the round, the winner.
    pub(super) turn: u8,
    pub(super) to_beat: Option<Play>,
    pub(super) passes: u8,
    pub(super) plays: [u8; SEATS],
    pub(super) doublings: u8,
    pub(super) actions: u32,
}

impl Tricks<'_> {
    /// Plays to the end of the round.
    #[inline]
    pub(super) fn play_out(&mut self, chance: &mut impl Chance) {
        loop {
            let over = match self.to_beat {
                None => self.lead(chance),
                Some(to_beat) => match to_beat.count_alike() {
                    Some(each) => self.answer_alike(each, to_beat.start(), chance),
                    None => self.answer(to_beat, chance),
                },
            };
            if over {
                return;
            }
        }
    }

    /// Returns whether the round is over, as the other methods do.
    #[inline]
    fn lead(&mut self, chance: &mut impl Chance) -> bool {
        self.actions += 1;
        let play = Choices::new(self.rules, self.hand(), None).pick_lead(|count| chance.below(count));
        self.play_any(play)
    }

    /// Plays answers to a single card, a pair or a triplet until the trick is over, or a bomb or a
    /// rocket is played.
    #[inline]
    fn answer_alike(&mut self, each: u8, start: Rank, chance: &mut impl Chance) -> bool {
        let mut beaten = ranks::only(start);
        loop {
            self.actions += 1;
            let hand = self.hand();
            let higher = Higher::new(self.rules, hand, each, beaten);
            let n = chance.below(1 + higher.count + higher.bombs_and_rocket);
            if n == 0 {
                if self.pass() {
                    return false;
                }
            } else if n <= higher.count {
                beaten = higher.nth(n - 1);
                if self.play(Cards::of_each(beaten, each)) {
                    self.to_beat = Some(Play::alike(each, ranks::lowest(beaten)));
                    return true;
                }
            } else {
                let choices = Choices::new(self.rules, hand, None);
                return self.play_any(choices.nth_bomb_or_rocket(n - 1 - higher.count));
            }
        }
    }

    /// Plays one answer.
    #[inline]
    fn answer(&mut self, to_beat: Play, chance: &mut impl Chance) -> bool {
        self.actions += 1;
        let choices = Choices::new(self.rules, self.hand(), Some(to_beat));
        if let Some(play) = choices.pick_other_answer(to_beat, |count| chance.below(count)) {
            return self.play_any(play);
        }
        self.pass();
        false
    }

    #[inline]
    fn hand(&self) -> Cards {
        self.hands[usize::from(self.turn) % SEATS]
    }

    /// Returns whether the trick is over.
    #[inline]
    fn pass(&mut self) -> bool {
        self.turn = self.rules.next(self.turn);
        self.passes += 1;
        let over = self.passes == self.rules.options().players - 1;
        if over {
            (self.to_beat, self.passes) = (None, 0);
        }
        over
    }

    #[inline]
    fn play_any(&mut self, play: Play) -> bool {
        self.doublings += u8::from(self.rules.doubles(&play));
        self.to_beat = Some(play);
        self.play(play.cards)
    }

    /// Returns whether that was the last card.
    #[inline]
    fn play(&mut self, cards: Cards) -> bool {
        let seat = usize::from(self.turn) % SEATS;
        let left = self.hands[seat] - cards;
        self.hands[seat] = left;
        self.plays[seat] += 1;
        self.passes = 0;
        if left.is_empty() {
            return true;
        }
        self.turn = self.rules.next(self.turn);
        false
    }
}
