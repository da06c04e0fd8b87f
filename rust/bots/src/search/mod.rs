//! Search over the deals that fit a view.

mod belief;
mod deals;
mod model;
mod outcomes;
mod playout;
mod race;
pub(crate) mod statistics;
mod task;
mod team;
mod thinking;
mod tree;
mod worker;

use std::sync::Arc;

use oxideal_engine::{Error, PublicHistory, Seed, View};

use crate::clock::Instant;
use crate::limit::Limit;
use crate::net::Networks;

pub use belief::NetPlayer;
pub use deals::play_deals;
pub use model::SearchModel;
pub use outcomes::{Comparison, Outcomes, policy_playouts};
pub use playout::Policy;
use task::Task;
pub use thinking::{Choice, Thinking};

/// The settings of a [`search`](fn@search).
///
/// ```
/// use oxideal_bots::{Limit, Search};
/// use oxideal_engine::Seed;
///
/// let limit = Limit { iterations: Some(1_000), ..Limit::default() };
/// let settings = Search { limit, seed: Seed::from(1), threads: 2, networks: None };
/// assert_eq!(settings.limit.iterations, Some(1_000));
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    /// When the search stops.
    pub limit: Limit,
    /// The seed of the random generator. The result depends only on this, the view, the known
    /// actions, the limit and the number of threads, unless the clock or `keep_going` stops the
    /// search.
    pub seed: Seed,
    /// The number of threads.
    pub threads: usize,
    /// The networks that order the candidates and, in some games, play the playouts; `None` for the
    /// game's own policies. They must be for the view's rules.
    pub networks: Option<Arc<Networks>>,
}

/// Searches for the best action of the view's seat.
///
/// Every candidate is played in the same deals, sampled from the view, and with networks weighted by how
/// well they explain what the other seats did: first along a tree of the moves after it, then by
/// playouts. Clearly worse candidates are dropped, and more of them as the
/// limit gets closer. `keep_going` is called now and then; if it returns `false`, the search stops
/// and returns what it has found so far.
///
/// # Errors
/// Returns [`Error::InvalidArgument`] if it is not the turn of the view's seat, and
/// [`Error::InvalidState`] if the view allows no deal.
pub fn search<G: SearchModel>(
    view: &View<G>,
    history: &PublicHistory<G::Position>,
    search: &Search,
    keep_going: impl FnMut() -> bool,
) -> Result<Thinking, Error> {
    let started = Instant::now();
    view.check_turn()?;
    let task = Arc::new(Task::<G>::new(view, history, search, (G::SAMPLES_PER_BLOCK, G::DEALS_PER_BLOCK)));
    let found = match task.candidates.len() {
        1 => Vec::new(),
        _ => task.run(started, search, keep_going)?,
    };
    Ok(task.summarize(&found, started))
}
