//! What a search has found.

use std::time::Duration;

use oxideal_engine::Action;

/// One of the actions that were looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The action.
    pub action: Action,
    /// How many games were played out after it.
    pub visits: u64,
    /// What they were worth to the seat on average (see [`Playable::worth`](crate::Playable::worth)); 0 where there were none.
    pub mean: f64,
    /// The standard error of that; infinite where there were fewer than two games.
    pub error: f64,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Thinking {
    /// What was looked at, the best first.
    pub choices: Vec<Choice>,
    /// The action to play, and what is expected after it.
    pub line: Vec<Action>,
    /// How many deals were drawn.
    pub worlds: u64,
    /// How many games were played out.
    pub iterations: u64,
    /// How many actions were tried.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}
