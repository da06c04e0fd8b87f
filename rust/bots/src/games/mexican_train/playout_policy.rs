//! The playout policy: evaluates each play by one train, found greedily.

use oxideal_engine::mexican_train::{Number, Position, Rules};
use oxideal_engine::{Action, Chance};

use super::outlook::Outlook;
use super::plays::{self, Partners, Play};

/// Chooses the play with the highest value; near equals are decided at random.
pub(super) fn choose(rules: Rules, position: &Position, chance: &mut impl Chance) -> Action {
    let outlook = Outlook::of(rules, position);
    let hand = Partners::of(position);
    plays::best(rules, position, |play| {
        value(&outlook, position, &hand, play) + f32::from(chance.below(64) as u8) / 64.0
    })
}

/// The value of a play.
pub(super) fn value(outlook: &Outlook, position: &Position, hand: &Partners, play: Play) -> f32 {
    let train = |end| GreedyTrain { left: hand.without(play.end, play.beyond), end };
    let train_value =
        Outlook::train_end(position, play).map_or(0.0, |end| outlook.train_value(play, train(end)));
    outlook.play_value(position, hand, play, train_value)
}

/// A train from this end, found greedily.
pub(super) fn greedy(left: Partners, end: Number) -> impl Iterator<Item = (Number, Number)> {
    GreedyTrain { left, end }
}

/// A train found greedily, tile by tile.
struct GreedyTrain {
    left: Partners,
    end: Number,
}

impl Iterator for GreedyTrain {
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
            // The heaviest tile after which the train can continue.
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
