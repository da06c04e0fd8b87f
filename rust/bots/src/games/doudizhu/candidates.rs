//! The plays that a search considers.

use oxideal_engine::Position as _;
use oxideal_engine::doudizhu::{Play, Position, Rules};

use super::evaluation::{action, pass_value, play_value};
use super::facts::Facts;
use super::hand_cost::CostedHand;
use super::rule_policy::best_play;
use super::split::Split;
use super::{bidding, plays};
use crate::policies::Candidate;

const MAX_CANDIDATES: usize = 25;

pub(super) fn append(rules: &Rules, position: &Position, candidates: &mut Vec<Candidate>) {
    let Some(facts) = Facts::new(rules, position) else {
        let chosen = bidding::choose(rules, position);
        let mut actions = Vec::new();
        position.legal(rules, &mut actions);
        let weight = |action| if action == chosen { 4.0 } else { 1.0 };
        candidates.extend(actions.into_iter().map(|action| Candidate { action, weight: weight(action) }));
        return;
    };
    let hand = CostedHand::new(&facts, Split::new(rules, facts.hand));
    let mut all: Vec<(i32, Option<Play>)> = Vec::new();
    let mut keep = |play: Play| all.push((play_value(&facts, &hand, &play), Some(play)));
    match facts.to_beat {
        None => plays::leads(&facts, &hand.split, true, &mut keep),
        Some(to_beat) => {
            plays::answers(&facts, &hand.split, &to_beat, true, &mut keep);
            all.push((pass_value(&facts, &to_beat, &hand), None));
        }
    }
    let best = best_play(&facts);
    all.sort_by_key(|&(value, play)| (play != best, -value));
    all.truncate(MAX_CANDIDATES);
    let most = all.iter().map(|&(value, _)| value).max().unwrap_or(0);
    let weight = |value: i32| libm::expf(f32::from((value - most).max(-1_000) as i16) / 100.0).max(0.01);
    candidates.extend(all.into_iter().map(|(value, play)| {
        let weight = if play == best { 1.5 } else { weight(value) };
        Candidate { action: action(&facts, play), weight }
    }));
}
