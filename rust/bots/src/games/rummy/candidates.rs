//! The actions that a search considers.

use oxideal_engine::rummy::{Move, Position, Rules};
use oxideal_engine::{Position as _, Rules as _};

use super::discarding::discardable;
use super::outlook::Outlook;
use super::{drawing, melding};
use crate::policies::Candidate;

const MAX_CANDIDATES: usize = 25;

/// A discard that is worse by this much has about a third of the weight.
const TEMPERATURE: f32 = 3.0;

/// Discards with less weight are left out.
const MIN_WEIGHT: f32 = 0.02;

pub(super) fn append(rules: Rules, position: &Position, candidates: &mut Vec<Candidate>) {
    let first = candidates.len();
    let mut add = |action, weight| candidates.push(Candidate { action, weight });
    let outlook = Outlook::of(rules, position);
    if !position.drew() {
        let best = drawing::choose(rules, position, &outlook);
        let legal = [Move::Draw, Move::Take].into_iter().filter(|&chosen| position.allows(&rules, chosen));
        for action in legal.filter_map(|chosen| rules.action(chosen)) {
            add(action, if best == Some(action) { 1.0 } else { 0.3 });
        }
        return;
    }
    let meld = melding::choose(rules, position, &outlook);
    if let Some(action) = meld {
        add(action, 1.0);
    }
    let cards = discardable(position);
    let gain = outlook.gains(position.hand(position.turn()));
    let best = cards.into_iter().map(&gain).fold(f32::MIN, f32::max);
    for card in cards {
        let weight = libm::expf((gain(card) - best) / TEMPERATURE);
        let weight = if meld.is_some() { weight * 0.1 } else { weight };
        if weight > MIN_WEIGHT
            && let Some(action) = rules.action(Move::Discard(card))
        {
            add(action, weight);
        }
    }
    if candidates.len() > first + MAX_CANDIDATES {
        candidates[first..].sort_by(|a, b| b.weight.total_cmp(&a.weight));
        candidates.truncate(first + MAX_CANDIDATES);
    }
    if candidates.len() == first {
        Candidate::append_legal(&rules, position, candidates);
    }
}
