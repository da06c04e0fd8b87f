//! The value of a play: mainly how soon the rest of the hand can be played.

use oxideal_engine::doudizhu::{Kind, Move, Play};
use oxideal_engine::{Action, Rules as _};

use super::facts::Facts;
use super::hand_cost::{CostedHand, HandCost};
use super::plays;
use super::split::Split;

/// The id of a pass.
pub(super) const PASS: Action = 0;

/// The value of going out, higher than all others.
const GOING_OUT: i32 = 1_000_000;

/// The best play, or `None` for a pass. Considers only plays that do not break up other
/// combinations.
#[inline]
pub(super) fn best_play(facts: &Facts) -> Option<Play> {
    let split = Split::new(facts.rules, facts.hand);
    let whole_hand = plays::whole_hand(facts, &split);
    if whole_hand.is_some() {
        return whole_hand;
    }
    let hand = CostedHand::new(facts, split);
    let mut best = None;
    let mut most = i32::MIN;
    let mut consider = |play: Play| {
        let value = play_value(facts, &hand, &play);
        if value > most {
            most = value;
            best = Some(play);
        }
    };
    match facts.to_beat {
        None => plays::leads(facts, &split, false, &mut consider),
        Some(to_beat) => {
            plays::answers(facts, &split, &to_beat, false, &mut consider);
            if best.is_some() && pass_value(facts, &to_beat, &hand) >= most {
                return None;
            }
        }
    }
    best
}

/// The value of a play.
#[inline]
pub(super) fn play_value(facts: &Facts, hand: &CostedHand, play: &Play) -> i32 {
    evaluate(facts, hand, play).value
}

/// What is known about a play.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evaluation {
    pub(super) value: i32,
    /// Whether no enemy can beat it, bombs and rockets aside.
    pub(super) top: bool,
    /// The cost of the rest of the hand.
    pub(super) cost: HandCost,
    /// The split of the rest of the hand, if it had to be split again.
    split_again: Option<Split>,
}

impl Evaluation {
    /// The split of the rest of the hand.
    #[inline]
    pub(super) fn left(&self, hand: &CostedHand, play: &Play) -> Split {
        self.split_again.or_else(|| hand.split.without(play)).unwrap_or_default()
    }
}

/// Evaluates a play.
#[inline]
pub(super) fn evaluate(facts: &Facts, hand: &CostedHand, play: &Play) -> Evaluation {
    if facts.hand == play.cards() {
        let (cost, split_again) = (HandCost::default(), Some(Split::default()));
        return Evaluation { value: GOING_OUT, top: true, cost, split_again };
    }
    let weights = facts.weights;
    let (cost, split_again) = if let Some(cost) = hand.cost_after(facts, play) {
        (cost, None)
    } else {
        let split = Split::new(facts.rules, facts.hand - play.cards());
        (CostedHand::new(facts, split).cost, Some(split))
    };
    let mut value = -cost.total;
    let leads = facts.to_beat.is_none();
    let top = facts.is_top(play);
    if top {
        value += if leads { 0 } else { weights.lead };
        value += match cost.losers {
            0 | 1 => weights.race,
            2 if !leads => weights.race_two,
            _ => 0,
        };
    }
    let cards = play.cards().total();
    if matches!(play.kind(), Kind::Bomb | Kind::Rocket) {
        return Evaluation { value: value - weights.hold, top, cost, split_again };
    }
    if cards == facts.enemy_left && !top && !facts.enemy_passed {
        let risk = if leads { weights.risk } else { weights.risk_answer };
        value -= risk - weights.risk_rank * i32::from(play.rank());
    }
    if leads {
        value += weights.card * cards as i32;
        if cards == facts.partner_left && cards == facts.next_left && !facts.enemy_next && cards <= 2 {
            value += weights.feed - 10 * i32::from(play.rank());
        }
    }
    Evaluation { value, top, cost, split_again }
}

/// The value of a pass.
#[inline]
pub(super) fn pass_value(facts: &Facts, to_beat: &Play, hand: &CostedHand) -> i32 {
    let weights = facts.weights;
    let value = -hand.cost.total;
    let few = cards_below_five(facts.last_player_left);
    if facts.by_partner {
        let passed = if facts.enemy_passed { weights.partner_passed } else { 0 };
        let rank = weights.partner_rank * i32::from(to_beat.rank());
        value + weights.partner + rank + weights.partner_few * few + passed
    } else {
        value - weights.pass - weights.pass_few * few
    }
}

const fn cards_below_five(left: u32) -> i32 {
    5_u32.saturating_sub(left) as i32
}

/// The id of a play, or of a pass.
#[inline]
pub(super) fn action(facts: &Facts, play: Option<Play>) -> Action {
    play.and_then(|play| facts.rules.action(Move::Play { play, alone: false })).unwrap_or(PASS)
}
