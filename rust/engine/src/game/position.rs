//! A round at one moment.

use std::fmt::Debug;
use std::hash::Hash;

use super::{Knowledge, MoveOf, Rules};
use crate::error::Refusal;
use crate::ids::{Action, RuleId, Seat};
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
    /// The options of the game and its action table.
    type Rules: Rules;

    /// Public knowledge from earlier actions that the position does not contain.
    type Knowledge: Knowledge<Self>;

    /// The rule by which a forfeited round is paid.
    const FORFEIT_RULE: RuleId;

    /// Deals a new round. If `dealer` is `None` and the game has several seats, the dealer (or, if
    /// nobody deals, the starting seat) is drawn first. A given dealer must be a valid seat.
    fn deal(rules: &Self::Rules, dealer: Option<Seat>, chance: &mut impl Chance) -> Self;

    /// Returns the seat to move, or `None` if the round is over.
    fn current_player(&self) -> Option<Seat>;

    /// Appends the legal ids, ascending; none if the round is over. The default tests every id,
    /// which is slow for a game with many.
    fn legal(&self, rules: &Self::Rules, actions: &mut Vec<Action>) {
        actions.extend((0..rules.num_actions()).filter(|&action| self.is_legal(rules, action)));
    }

    /// Returns whether an id is legal.
    #[inline]
    fn is_legal(&self, rules: &Self::Rules, action: Action) -> bool {
        rules.to_move(action).is_some_and(|chosen| self.allows(rules, chosen))
    }

    /// Returns whether a move of the table is legal.
    fn allows(&self, rules: &Self::Rules, chosen: MoveOf<Self>) -> bool;

    /// Writes each seat's payoff. The round must be over.
    fn payoffs(&self, rules: &Self::Rules, payoffs: &mut [i32]);

    /// Writes each seat's score, as the game defines it. The round must be over. The default is the
    /// payoffs.
    fn scores(&self, rules: &Self::Rules, scores: &mut [i32]) {
        self.payoffs(rules, scores);
    }

    /// Writes each seat's payoff if this seat forfeits the round now. The round must not be over, and only
    /// what everybody sees may count: views have the same payoffs.
    fn forfeit_payoffs(&self, rules: &Self::Rules, seat: Seat, payoffs: &mut [i32]);

    /// Writes each seat's score if this seat forfeits the round now. The default is the payoffs.
    fn forfeit_scores(&self, rules: &Self::Rules, seat: Seat, scores: &mut [i32]) {
        self.forfeit_payoffs(rules, seat, scores);
    }

    /// Returns whether the round has ended without a result. The default is `false`, for games in which
    /// no round is void.
    fn is_void(&self) -> bool {
        false
    }

    /// Returns whether chance can still affect this round (a redeal, a reshuffle).
    fn chance_ahead(&self, _rules: &Self::Rules) -> bool {
        false
    }

    /// Returns the number of legal ids. The default lists them; override it if counting is cheaper.
    fn count_legal(&self, rules: &Self::Rules) -> usize {
        let mut actions = Vec::new();
        self.legal(rules, &mut actions);
        actions.len()
    }

    /// Returns legal id number `chance.below(count)`, so that all are equally likely, or `None` if
    /// the round is over. The default lists them; override it if that can be avoided.
    fn pick_legal(&self, rules: &Self::Rules, chance: &mut impl Chance) -> Option<Action> {
        let mut actions = Vec::new();
        self.legal(rules, &mut actions);
        (!actions.is_empty()).then(|| actions[chance.below(actions.len() as u32) as usize])
    }

    /// Plays the action that [`pick_legal`](Self::pick_legal) would return; returns `false` if the
    /// round is over. Override it if the action can be played without its id.
    #[inline]
    fn play_random(&mut self, rules: &Self::Rules, chance: &mut impl Chance) -> bool {
        let Some(action) = self.pick_legal(rules, chance) else { return false };
        self.play(rules, action, chance);
        true
    }

    /// Plays random legal actions until the round is over, like
    /// [`play_random`](Self::play_random). Returns their number. Override it if that is faster
    /// than action by action.
    #[inline]
    fn play_out(&mut self, rules: &Self::Rules, chance: &mut impl Chance) -> u32 {
        let mut actions = 0;
        while self.play_random(rules, chance) {
            actions += 1;
        }
        actions
    }

    /// Returns why a move of the table is not legal. Call it only for illegal moves.
    fn refusal(&self, rules: &Self::Rules, chosen: MoveOf<Self>) -> Refusal;

    /// Plays a legal id. The result for any other id is unspecified; debug builds may panic.
    #[inline]
    fn play(&mut self, rules: &Self::Rules, action: Action, chance: &mut impl Chance) {
        match rules.to_move(action) {
            Some(chosen) => self.play_move(rules, chosen, chance),
            None => debug_assert!(false, "action {action} is not in the table"),
        }
    }

    /// Plays a legal move, like [`play`](Self::play).
    fn play_move(&mut self, rules: &Self::Rules, chosen: MoveOf<Self>, chance: &mut impl Chance);
}
