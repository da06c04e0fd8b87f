//! The result of a search.

use std::time::Duration;

use oxideal_engine::Action;

/// What a search has found about one action.
///
/// ```
/// # use oxideal_bots::Choice;
/// let choice = Choice { action: 3, visits: 0, mean: 0.0, error: f64::INFINITY };
/// assert!(choice.error.is_infinite(), "nothing is known without playouts");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The action's id.
    pub action: Action,
    /// The number of playouts that started with it.
    pub visits: u64,
    /// Their mean [`utility`](crate::SearchModel::utility) to the seat; 0 without playouts.
    pub mean: f64,
    /// The standard error of the mean; infinite with fewer than two playouts.
    pub error: f64,
}

/// The result of a [`search`](fn@crate::search).
///
/// ```
/// use oxideal_bots::{Limit, Search, Thinking, search};
/// use oxideal_engine::foursquare::{FourSquare, Rules};
/// use oxideal_engine::{Recent, Seed, State};
///
/// let state = State::<FourSquare>::deal(Rules::default(), Seed::from(7), 0);
/// let settings = Search { limit: Limit::default(), seed: Seed::from(1), threads: 1, networks: None };
/// let found: Thinking = search::<FourSquare>(&state.view(0)?, &Recent::default().into(), &settings, || true)?;
/// assert_eq!(found.line, state.legal(), "the first card can only be laid in the middle");
/// assert_eq!(found.iterations, 0, "so nothing has to be tried");
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Thinking {
    /// The actions considered, best first.
    pub choices: Vec<Choice>,
    /// The action to play, and the moves expected after it.
    pub line: Vec<Action>,
    /// The number of deals sampled.
    pub deals: u64,
    /// The number of playouts.
    pub iterations: u64,
    /// The number of actions played in all playouts.
    pub nodes: u64,
    /// The wall-clock time.
    pub elapsed: Duration,
}
