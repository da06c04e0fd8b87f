//! Perfect play where nothing is hidden.

use oxideal_engine::{Action, Game};

use crate::budget::Budget;

/// The result of perfect play by everybody.
///
/// ```
/// use oxideal_bots::{Budget, Limit, SearchModel, Solver};
/// use oxideal_engine::doudizhu::{DouDizhu, Rules};
/// use oxideal_engine::{Seed, State};
///
/// let rules = Rules::preset("douzero")?;
/// let state = State::<DouDizhu>::deal(rules, Seed::from(1), 0);
/// let solver: Solver<DouDizhu> = DouDizhu::SOLVER.expect("this game has one");
/// let mut keep_going = || true;
/// let mut budget = Budget::new(Limit { nodes: Some(1_000), ..Limit::default() }, &mut keep_going);
/// assert_eq!(solver(&rules, state.position(), &mut budget), None, "a whole round takes longer");
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The payoff of each seat.
    pub payoffs: Vec<i32>,
    /// The actions that lead there.
    pub line: Vec<Action>,
    /// Whether the payoffs are proved. Else they are the best that was found within the limit.
    pub exact: bool,
}

/// Finds perfect play from a position whose cards are all known; `None` where it finds nothing
/// within its budget.
pub type Solver<G> = fn(&<G as Game>::Rules, &<G as Game>::Position, &mut Budget<'_>) -> Option<Solution>;
