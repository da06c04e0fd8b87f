//! Perfect play with all cards open.

use oxideal_engine::{Action, Game};

use crate::budget::Budget;

/// The result of perfect play by all seats.
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
    /// Whether the payoffs are proved. Otherwise they are the best found within the budget.
    pub exact: bool,
}

/// Finds perfect play from a position without hidden cards. Returns `None` if it finds nothing
/// within its budget.
pub type Solver<G> = fn(&<G as Game>::Rules, &<G as Game>::Position, &mut Budget<'_>) -> Option<Solution>;
