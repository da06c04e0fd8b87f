//! How much of a limit has been used.

use std::fmt;

use crate::clock::Instant;
use crate::limit::Limit;

/// Counts the work of a search or solver, and tells when its [`Limit`] is reached.
///
/// ```
/// use oxideal_bots::{Budget, Limit};
///
/// let mut keep_going = || true;
/// let mut budget = Budget::new(Limit { nodes: Some(2), ..Limit::default() }, &mut keep_going);
/// assert!(budget.count_node());
/// assert!(!budget.count_node());
/// assert_eq!(budget.progress(), 1.0);
/// ```
pub struct Budget<'a> {
    started: Instant,
    deadline: Option<Instant>,
    iterations: u64,
    nodes: u64,
    limit: Limit,
    /// When the clock was last read.
    now: Instant,
    keep_going: &'a mut dyn FnMut() -> bool,
    exhausted: bool,
}

/// Reading the clock takes as long as dozens of nodes, so it is read only once per this many.
const NODES_PER_CHECK: u64 = 256;

impl<'a> Budget<'a> {
    /// Starts now. `keep_going` is called at every check; if it returns `false`, the work ends.
    #[must_use]
    pub fn new(limit: Limit, keep_going: &'a mut dyn FnMut() -> bool) -> Self {
        Self::since(Instant::now(), limit, keep_going)
    }

    /// The same for work that started earlier.
    pub(crate) fn since(started: Instant, limit: Limit, keep_going: &'a mut dyn FnMut() -> bool) -> Self {
        let deadline = limit.time.and_then(|time| started.checked_add(time));
        Self { started, deadline, iterations: 0, nodes: 0, limit, now: started, keep_going, exhausted: false }
    }

    /// Counts a playout and its nodes.
    pub fn count_iteration(&mut self, nodes: u64) {
        self.iterations += 1;
        self.nodes += nodes;
    }

    /// Counts a node. Returns whether another one is allowed.
    #[inline]
    pub fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_CHECK) {
            self.check()
        } else {
            !self.exhausted && !self.used_all_nodes()
        }
    }

    /// Compares the counts and the clock with the limit. Returns whether to continue.
    pub fn check(&mut self) -> bool {
        self.exhausted |=
            self.used_all_nodes() || self.limit.iterations.is_some_and(|most| self.iterations >= most);
        if let Some(deadline) = self.deadline {
            self.now = Instant::now();
            self.exhausted |= self.now >= deadline;
        }
        self.exhausted = self.exhausted || !(self.keep_going)();
        !self.exhausted
    }

    /// Returns the share of the limit that has been used, from 0 to 1, or 0 without a limit.
    #[must_use]
    pub fn progress(&self) -> f64 {
        let share = |used: u64, most: Option<u64>| most.map_or(0.0, |most| used as f64 / most.max(1) as f64);
        let time = self.limit.time.map_or(0.0, |time| (self.now - self.started).div_duration_f64(time));
        share(self.iterations, self.limit.iterations)
            .max(share(self.nodes, self.limit.nodes))
            .max(time)
            .min(1.0)
    }

    /// Returns the number of playouts so far.
    #[must_use]
    pub const fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Returns the number of nodes so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    fn used_all_nodes(&self) -> bool {
        self.limit.nodes.is_some_and(|most| self.nodes >= most)
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("limit", &self.limit)
            .field("iterations", &self.iterations)
            .field("nodes", &self.nodes)
            .field("exhausted", &self.exhausted)
            .finish_non_exhaustive()
    }
}
