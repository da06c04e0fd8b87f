//! What a player does who thinks as little as possible.

use oxideal_engine::mexican_train::{Number, Position, Rules};
use oxideal_engine::{Action, Chance};

use super::plays::{self, Partners, Play};
use super::worth::Outlook;
use crate::playable::Candidate;

/// Lays the tile after which most of the hand can still be laid, as far as that is seen at first sight.
pub(super) fn choose(rules: Rules, position: &Position, chance: &mut impl Chance) -> Action {
    let outlook = Outlook::of(rules, position);
    let hand = Partners::of(position);
    let mut judge = |play| judge(&outlook, position, &hand, play) + f32::from(chance.below(64) as u8) / 64.0;
    let (mut best, mut most) = (None, None);
    plays::each(rules, position, |play| {
        // Where there is only one there is nothing to judge.
        if let Some(first) = best {
            let before = *most.get_or_insert_with(|| judge(first));
            let gain = judge(play);
            if gain <= before {
                return;
            }
            most = Some(gain);
        }
        best = Some(play);
    });
    best.map_or_else(|| position.helpless(), |play| position.play_id(rules, play.place, play.beyond))
}

/// How good a play looks.
fn judge(outlook: &Outlook, position: &Position, hand: &Partners, play: Play) -> f32 {
    let walk = |end| Walk { left: hand.without(play.end, play.beyond), end };
    let train = Outlook::end(position, play).map_or(0.0, |end| outlook.train(play, walk(end)));
    outlook.play(position, hand, play, train)
}

/// A train that is found step by step, without ever looking back.
struct Walk {
    left: Partners,
    end: Number,
}

impl Iterator for Walk {
    type Item = (Number, Number);

    #[inline]
    fn next(&mut self) -> Option<(Number, Number)> {
        let end = self.end;
        let fitting = self.left.fitting(end);
        if fitting == 0 {
            return None;
        }
        let mut next = end;
        if fitting >> end & 1 == 0 {
            // The heaviest that does not end the train.
            next = fitting.ilog2() as Number;
            let mut rest = fitting;
            while rest != 0 {
                let number = rest.ilog2() as Number;
                if self.left.fitting(number) & !(1 << end) != 0 {
                    next = number;
                    break;
                }
                rest ^= 1 << number;
            }
        }
        self.left.remove(end, next);
        self.end = next;
        Some((end, next))
    }
}

/// All that can be laid, the best with the most weight.
pub(super) fn candidates(rules: Rules, position: &Position, candidates: &mut Vec<Candidate>) {
    let first = candidates.len();
    let outlook = Outlook::of(rules, position);
    let hand = Partners::of(position);
    plays::each(rules, position, |play| {
        let action = position.play_id(rules, play.place, play.beyond);
        candidates.push(Candidate { action, weight: judge(&outlook, position, &hand, play) });
    });
    let found = &mut candidates[first..];
    if found.is_empty() {
        candidates.push(Candidate { action: position.helpless(), weight: 1.0 });
        return;
    }
    let most = found.iter().map(|candidate| candidate.weight).fold(f32::MIN, f32::max);
    for candidate in found.iter_mut() {
        candidate.weight = ((candidate.weight - most) / TEMPER).exp().max(LEAST);
    }
    found.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    candidates.truncate(first + MOST);
}

/// So much worse is a third as likely.
const TEMPER: f32 = 6.0;
/// Nothing is quite out of the question.
const LEAST: f32 = 0.01;
/// How many are looked at.
const MOST: usize = 25;

/// A number for the hand of who has drawn a tile.
pub(super) fn seen(position: &Position) -> u32 {
    if !position.drew() {
        return 0;
    }
    let Partners(partners) = Partners::of(position);
    partners
        .into_iter()
        .fold(1, |number: u32, bits| (number ^ bits).wrapping_mul(0x9E37_79B1).rotate_left(13))
}
