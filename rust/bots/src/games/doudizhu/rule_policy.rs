//! The rule policy: considers every combination, even if it breaks up others, and plays the hand
//! out as soon as it can.

use oxideal_engine::Action;
use oxideal_engine::doudizhu::{Kind, Play, Position, Rules, ranks};

use super::evaluation::{Evaluation, PASS, action, evaluate, pass_value};
use super::facts::Facts;
use super::hand_cost::CostedHand;
use super::losers::{likely_losers, likely_tops, losers};
use super::split::{Split, highest};
use super::{bidding, plays};

/// With more higher ranks than this in other hands, the last two cards are hard to get rid of.
const MAX_HIGHER_RANKS: u32 = 3;

pub(super) fn choose(rules: &Rules, position: &Position) -> Action {
    if plays::must_pass(rules, position) {
        return PASS;
    }
    Facts::new(rules, position)
        .map_or_else(|| bidding::choose(rules, position), |facts| action(&facts, best_play(&facts)))
}

/// How good a play is, apart from its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Prospect {
    Usual,
    /// A lead that cannot be beaten and leaves two single cards.
    TwoCards,
    /// Cannot be beaten, and afterwards every play but the last cannot be beaten either.
    PlaysOut,
}

/// The best play, or `None` for a pass.
#[inline]
pub(super) fn best_play(facts: &Facts) -> Option<Play> {
    let split = Split::new(facts.rules, facts.hand);
    let whole_hand = plays::whole_hand(facts, &split);
    if whole_hand.is_some() {
        return whole_hand;
    }
    let hand = CostedHand::new(facts, split);
    let mut best: Option<((Prospect, i32), Play)> = None;
    // An answer that will probably win the lead, after which every play but the last will probably
    // not be beaten.
    let mut attempt: Option<(i32, Play)> = None;
    let mut consider = |play: Play| {
        let evaluation = evaluate(facts, &hand, &play);
        let Evaluation { value, top, .. } = evaluation;
        let left = || evaluation.left(&hand, &play);
        let prospect = if top { prospect(facts, &play, &left()) } else { Prospect::Usual };
        let key = (prospect, value);
        if best.is_none_or(|(most, _)| key > most) {
            best = Some((key, play));
        }
        if facts.to_beat.is_some()
            && !facts.by_partner
            && attempt.is_none_or(|(most, _)| value > most)
            && may_win_lead(facts, &play)
            && likely_losers(facts, &left()) <= 1
        {
            attempt = Some((value, play));
        }
    };
    let Some(to_beat) = facts.to_beat else {
        plays::leads(facts, &split, true, &mut consider);
        return best.map(|(_, play)| play);
    };
    plays::answers(facts, &split, &to_beat, true, &mut consider);
    let ((prospect, value), play) = best?;
    if prospect == Prospect::PlaysOut {
        return Some(play);
    }
    if facts.by_partner && facts.is_top(&to_beat) {
        return None;
    }
    if pass_value(facts, &to_beat, &hand) < value {
        return Some(play);
    }
    attempt.map(|(_, play)| play)
}

/// The prospect of a play that cannot be beaten and leaves this split.
#[inline]
fn prospect(facts: &Facts, play: &Play, left: &Split) -> Prospect {
    let losers = losers(facts, left);
    if losers <= 1 {
        Prospect::PlaysOut
    } else if facts.to_beat.is_none() && losers == 2 && leaves_two_cards(facts, play) {
        Prospect::TwoCards
    } else {
        Prospect::Usual
    }
}

/// Whether this is a chain that leaves two single cards. A chain seldom wins the lead, so it is
/// played while the seat has it. Then the first of the two cards often wins, or an answer with the
/// second one does.
fn leaves_two_cards(facts: &Facts, play: &Play) -> bool {
    let chain = matches!(play.kind(), Kind::Sequence | Kind::SequenceOfPairs);
    let rest = facts.hand - play.cards();
    let higher = facts.unseen.at_least(1) & ranks::above(highest(rest.at_least(1)));
    chain && rest.total() == 2 && ranks::count(higher) <= MAX_HIGHER_RANKS
}

/// Whether an answer will probably win the lead.
fn may_win_lead(facts: &Facts, play: &Play) -> bool {
    match play.kind() {
        Kind::Single => likely_tops(facts.unseen) & ranks::only(play.rank()) != 0,
        Kind::Pair | Kind::Bomb | Kind::Rocket => false,
        _ => true,
    }
}
