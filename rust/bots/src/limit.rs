//! How long a bot may think.

use std::time::{Duration, Instant};

/// Whatever of these is given ends the thinking, whichever comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// On the clock.
    pub time: Option<Duration>,
    /// How many games are played out.
    pub iterations: Option<u64>,
    /// How many actions are tried in all.
    pub nodes: Option<u64>,
}

impl Limit {
    /// How many of these threads it is enough for, where each should play so many games at least.
    pub(crate) fn worth_sharing(self, threads: usize, games: u64) -> usize {
        let enough = self.iterations.map_or(usize::MAX, |all| (all / games) as usize);
        threads.min(enough).max(1)
    }

    /// What one of several threads may use of it.
    pub(crate) fn share(self, thread: usize, threads: usize) -> Self {
        let (thread, threads) = (thread as u64, threads as u64);
        let share = |all: u64| all / threads + u64::from(thread < all % threads);
        Self { iterations: self.iterations.map(share), nodes: self.nodes.map(share), ..self }
    }
}

/// Looks at the limit while somebody thinks.
#[derive(Debug)]
pub struct Watch<F> {
    began: Instant,
    deadline: Option<Instant>,
    iterations: u64,
    nodes: u64,
    limit: Limit,
    looked: Instant,
    go_on: F,
    over: bool,
}

/// So many nodes are tried between two looks at the clock, where nothing else says when to look.
const NODES: u64 = 256;

impl<F: FnMut() -> bool> Watch<F> {
    /// From now on. `go_on` is asked at every look, and ends the thinking with `false`.
    pub fn new(limit: Limit, go_on: F) -> Self {
        Self::since(Instant::now(), limit, go_on)
    }

    /// The same for what was begun a little before.
    pub(crate) fn since(began: Instant, limit: Limit, go_on: F) -> Self {
        let deadline = limit.time.and_then(|time| began.checked_add(time));
        Self { began, deadline, iterations: 0, nodes: 0, limit, looked: began, go_on, over: false }
    }

    /// Takes in one more game.
    pub fn iteration(&mut self) {
        self.iterations += 1;
    }

    /// Takes in some more nodes of a game.
    pub fn tried(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Takes in one more node, and says whether there is to be another one.
    pub fn node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES) { self.look() } else { !self.over && !self.enough_nodes() }
    }

    /// Whether to go on.
    pub fn look(&mut self) -> bool {
        self.over |= self.enough_nodes() || self.limit.iterations.is_some_and(|most| self.iterations >= most);
        if let Some(deadline) = self.deadline {
            self.looked = Instant::now();
            self.over |= self.looked >= deadline;
        }
        self.over = self.over || !(self.go_on)();
        !self.over
    }

    /// Which share of the limit has been used, from 0 to 1; 0 where only `go_on` ends the thinking.
    pub fn progress(&self) -> f64 {
        let share = |used: u64, most: Option<u64>| most.map_or(0.0, |most| used as f64 / most.max(1) as f64);
        let time = self.limit.time.map_or(0.0, |time| (self.looked - self.began).div_duration_f64(time));
        share(self.iterations, self.limit.iterations)
            .max(share(self.nodes, self.limit.nodes))
            .max(time)
            .min(1.0)
    }

    /// Whether the limit has been reached.
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// How many games have been played out.
    pub const fn iterations(&self) -> u64 {
        self.iterations
    }

    /// How many nodes have been tried.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    fn enough_nodes(&self) -> bool {
        self.limit.nodes.is_some_and(|most| self.nodes >= most)
    }
}
