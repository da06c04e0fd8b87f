//! Perfect play where nothing is hidden.

use oxideal_engine::{Action, Game};

use crate::limit::Watch;

/// What comes of perfect play by everybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What each seat gets.
    pub payoffs: Vec<i32>,
    /// How that comes about.
    pub line: Vec<Action>,
    /// Whether that is proved; else it is the best that was found within the limit.
    pub exact: bool,
}

/// A game whose open positions can be solved.
pub trait Solvable: Game {
    /// Perfect play from a position; `None` where nothing was found within the limit.
    fn solve(
        rules: &Self::Rules,
        position: &Self::Position,
        watch: &mut Watch<impl FnMut() -> bool>,
    ) -> Option<Solution>;
}
