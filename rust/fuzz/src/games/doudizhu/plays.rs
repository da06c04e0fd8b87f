//! The legal plays and the minimum number of plays of a small hand, against all subsets of its
//! cards.

use std::collections::{BTreeMap, BTreeSet};

use oxideal_engine::doudizhu::{Cards, DouDizhu, RANKS, Rules, min_plays};
use oxideal_engine::{Chance as _, Rules as _};

use super::combinations::{Counts, Reading, readings};
use crate::choices::Choices;
use crate::games::Fuzzed as _;

/// With more cards there are too many subsets.
const MAX_CARDS: u32 = 10;

/// Input: the rules, the hand, and the play to beat.
pub(crate) fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    let rules = DouDizhu::rules(&mut choices);
    let hand = small_hand(&rules, &mut choices);
    let to_beat = choices.flag().then(|| choices.below(rules.num_actions()));
    let to_beat = to_beat.and_then(|action| rules.to_move(action)?.play().copied());
    let all: BTreeMap<Counts, BTreeSet<Reading>> = sets(hand.counts())
        .into_iter()
        .map(|cards| (cards, readings(&rules, &cards)))
        .filter(|(_, readings)| !readings.is_empty())
        .collect();
    let beats = |reading: &&Reading| to_beat.is_none_or(|theirs| reading.beats(&Reading::of(&theirs)));
    let expected: BTreeSet<Reading> = all.values().flatten().filter(beats).cloned().collect();
    let mut actions = Vec::new();
    rules.legal_plays(hand, to_beat, &mut actions);
    assert!(actions.is_sorted_by(|a, b| a < b), "{hand}: {actions:?}");
    assert_eq!(rules.count_plays(hand, to_beat), actions.len(), "{hand}");
    let found = actions.iter().map(|&action| {
        let chosen = rules.to_move(action).expect("the id is in the table");
        Reading::of(chosen.play().expect("it is a combination"))
    });
    assert_eq!(found.collect::<BTreeSet<_>>(), expected, "{hand} on {to_beat:?}");
    let few = min_plays(&rules, hand, || true).expect("these cards are no more than a hand");
    let played = few.iter().fold(Cards::NONE, |sum, play| sum + play.cards());
    assert_eq!(played, hand);
    assert!(few.iter().all(|play| rules.readings(play.cards()).iter().any(|reading| reading == *play)));
    assert_eq!(few.len(), fewest(hand.counts(), &all, &mut BTreeMap::new()), "{hand}: {few:?}");
}

/// The cards are close in rank, so that they form combinations.
fn small_hand(rules: &Rules, choices: &mut Choices<'_>) -> Cards {
    let deck = rules.deck().counts();
    let mut counts = [0; RANKS];
    let (lowest, width) = (choices.below(RANKS as u32) as usize, 1 + choices.below(RANKS as u32));
    for _ in 0..choices.below(MAX_CARDS + 1) {
        let rank = (lowest + choices.below(width) as usize) % RANKS;
        counts[rank] = (counts[rank] + 1).min(deck[rank]);
    }
    Cards::from_counts(&counts)
}

/// All subsets of these cards.
fn sets(cards: Counts) -> Vec<Counts> {
    let mut sets = vec![[0; RANKS]];
    for (rank, &most) in cards.iter().enumerate() {
        let with = |set: Counts| {
            (0..=most).map(move |count| {
                let mut set = set;
                set[rank] = count;
                set
            })
        };
        sets = sets.into_iter().flat_map(with).collect();
    }
    sets
}

/// The minimum number of plays that empty a hand: its lowest card is played with any others.
fn fewest(
    hand: Counts,
    all: &BTreeMap<Counts, BTreeSet<Reading>>,
    known: &mut BTreeMap<Counts, usize>,
) -> usize {
    let Some(lowest) = hand.iter().position(|&count| count > 0) else { return 0 };
    if let Some(&fewest) = known.get(&hand) {
        return fewest;
    }
    let mut best = usize::MAX;
    for set in all.keys().filter(|set| set[lowest] > 0) {
        if set.iter().zip(&hand).all(|(played, held)| played <= held) {
            let left = std::array::from_fn(|rank| hand[rank] - set[rank]);
            best = best.min(1 + fewest(left, all, known));
        }
    }
    known.insert(hand, best);
    best
}
