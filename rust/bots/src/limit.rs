//! When a search or a solver ends.

use std::time::Duration;

/// What a search or a solver may use. It ends at whichever of these is reached first; without any
/// of them, when it is told to or has nothing left to try.
///
/// ```
/// use std::time::Duration;
/// use oxideal_bots::Limit;
///
/// let limit = Limit { time: Some(Duration::from_millis(50)), iterations: Some(1_000), ..Limit::default() };
/// assert_eq!(limit.nodes, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// The number of playouts.
    pub iterations: Option<u64>,
    /// The number of actions tried in all playouts or lines together.
    pub nodes: Option<u64>,
}

impl Limit {
    /// How many of these threads to use so that each has at least this many playouts.
    pub(crate) fn useful_threads(self, threads: usize, playouts: u64) -> usize {
        let useful = self.iterations.map_or(usize::MAX, |all| (all / playouts) as usize);
        threads.min(useful).max(1)
    }

    /// The part of this limit that one of several threads may use.
    pub(crate) fn share(self, thread: usize, threads: usize) -> Self {
        let (thread, threads) = (thread as u64, threads as u64);
        let share = |all: u64| all / threads + u64::from(thread < all % threads);
        Self { iterations: self.iterations.map(share), nodes: self.nodes.map(share), ..self }
    }
}
