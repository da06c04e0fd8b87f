//! A round at one moment.

use std::fmt::Debug;
use std::hash::Hash;

use super::{Knowledge, Rules};
use crate::error::Refusal;
use crate::ids::{Action, Seat};
use crate::random::Chance;

/// A round at one moment: flat, cheap to copy, without history. Equal positions continue equally.
///
/// ```
/// use oxideal_engine::rummy::{Position, Rules};
/// use oxideal_engine::{Position as _, SplitMix64};
///
/// let (rules, mut chance) = (Rules::default(), SplitMix64::new(1));
/// let mut position = Position::deal(&rules, None, &mut chance);
/// while position.play_random(&rules, &mut chance) {}
/// assert_eq!(position.current_player(), None);
/// ```
pub trait Position: Clone + Debug + Eq + Hash + Send + Sync + 'static {
    /// The options of the game, and its table of actions.
    type Rules: Rules;

    /// What the actions so far have shown to all, where the position itself does not.
    type Knowledge: Knowledge<Self>;

    /// A new round, dealt by chance. In a game of several seats the dealer (or, where nobody deals, the seat
    /// that starts) is drawn first where none is given; the one that is given is one of the seats.
    fn deal(rules: &Self::Rules, dealer: Option<Seat>, chance: &mut impl Chance) -> Self;

    /// The seat that is to choose; `None` when the round is over.
    fn current_player(&self) -> Option<Seat>;

    /// Appends the ids that may be played, ascending; none when the round is over. A game with many ids does
    /// not try all.
    fn legal(&self, rules: &Self::Rules, actions: &mut Vec<Action>) {
        actions.extend((0..rules.num_actions()).filter(|&action| self.is_legal(rules, action)));
    }

    /// Whether this id may be played.
    fn is_legal(&self, rules: &Self::Rules, action: Action) -> bool;

    /// Writes what each seat gets, for a round that is over.
    fn payoffs(&self, rules: &Self::Rules, payoffs: &mut [i32]);

    /// Writes what the game calls each seat's score, for a round that is over. The default is the payoffs.
    fn scores(&self, rules: &Self::Rules, scores: &mut [i32]) {
        self.payoffs(rules, scores);
    }

    /// Whether chance may still have a part in this round (a redeal, a reshuffle).
    fn chance_ahead(&self, _rules: &Self::Rules) -> bool {
        false
    }

    /// How many ids [`legal`](Self::legal) would append. A game that can count without listing does.
    fn count_legal(&self, rules: &Self::Rules) -> usize {
        let mut actions = Vec::new();
        self.legal(rules, &mut actions);
        actions.len()
    }

    /// One of them, each as likely as the others: number `chance.below(count)`. `None` when the round is over. A game
    /// that can choose without listing does.
    fn pick_legal(&self, rules: &Self::Rules, chance: &mut impl Chance) -> Option<Action> {
        let mut actions = Vec::new();
        self.legal(rules, &mut actions);
        (!actions.is_empty()).then(|| actions[chance.below(actions.len() as u32) as usize])
    }

    /// Plays one of the legal actions, each as likely as the others and the one that [`pick_legal`](Self::pick_legal)
    /// would pick; `false` when the round is over. A game that can play without the id does.
    #[inline]
    fn play_random(&mut self, rules: &Self::Rules, chance: &mut impl Chance) -> bool {
        let Some(action) = self.pick_legal(rules, chance) else { return false };
        self.play(rules, action, chance);
        true
    }

    /// Why an id of the table may not be played. Call it only for one that is not legal.
    fn refusal(&self, rules: &Self::Rules, action: Action) -> Refusal;

    /// Plays a legal id. The result for another one is unspecified, a panic in a debug build included.
    fn play(&mut self, rules: &Self::Rules, action: Action, chance: &mut impl Chance);
}
