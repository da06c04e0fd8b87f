//! The plays that a search considers.

use oxideal_engine::mexican_train::{Position, Rules};

use super::outlook::Outlook;
use super::playout_policy::value;
use super::plays::{self, Partners};
use crate::policies::Candidate;

const MAX_CANDIDATES: usize = 25;

/// A play that is worse by this much has about a third of the weight.
const TEMPERATURE: f32 = 6.0;

/// No play is ruled out completely.
const MIN_WEIGHT: f32 = 0.01;

/// Appends all plays, the best first, or else the forced action.
pub(super) fn append(rules: Rules, position: &Position, candidates: &mut Vec<Candidate>) {
    let first = candidates.len();
    let outlook = Outlook::of(rules, position);
    let hand = Partners::of(position);
    plays::each(rules, position, |play| {
        let action = position.play_id(rules, play.train, play.beyond);
        candidates.push(Candidate { action, weight: value(&outlook, position, &hand, play) });
    });
    let found = &mut candidates[first..];
    if found.is_empty() {
        candidates.push(Candidate { action: position.forced_action(), weight: 1.0 });
        return;
    }
    let best = found.iter().map(|candidate| candidate.weight).fold(f32::MIN, f32::max);
    for candidate in found.iter_mut() {
        candidate.weight = libm::expf((candidate.weight - best) / TEMPERATURE).max(MIN_WEIGHT);
    }
    found.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    candidates.truncate(first + MAX_CANDIDATES);
}
