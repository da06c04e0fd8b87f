//! When a search or solver stops.

use std::time::Duration;

use oxideal_engine::Error;

/// The longest time of a limit, in seconds: a day.
const MAX_SECONDS: f64 = 86_400.0;

/// What a search or solver may use. It stops at whichever limit is reached first. Without a limit,
/// it stops when it is told to or has nothing left to try.
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
    /// The wall-clock time.
    pub time: Option<Duration>,
    /// The number of playouts.
    pub iterations: Option<u64>,
    /// The number of actions tried, over all playouts or lines.
    pub nodes: Option<u64>,
}

impl Limit {
    /// Returns a limit of which at least one part is given. The time is in seconds.
    ///
    /// # Errors
    /// Returns [`Error::InvalidArgument`] if nothing is given, if a part is 0, or if the time is not above 0 and at
    /// most a day.
    pub fn new(time: Option<f64>, iterations: Option<u64>, nodes: Option<u64>) -> Result<Self, Error> {
        let wrong = |text: String| Err(Error::InvalidArgument(text));
        match (time, iterations, nodes) {
            (Some(seconds), ..) if !(seconds > 0.0 && seconds <= MAX_SECONDS) => {
                wrong(format!("time must be above 0 and at most {MAX_SECONDS} seconds, got {seconds}"))
            }
            (_, Some(0), _) => wrong("iterations must be at least 1, got 0".into()),
            (.., Some(0)) => wrong("nodes must be at least 1, got 0".into()),
            (None, None, None) => wrong("a limit must have a time, iterations or nodes".into()),
            _ => Ok(Self { time: time.map(Duration::from_secs_f64), iterations, nodes }),
        }
    }

    /// The number of threads to use so that each has at least this many playouts.
    pub(crate) fn useful_threads(self, threads: usize, playouts: u64) -> usize {
        let useful = self.iterations.map_or(usize::MAX, |all| (all / playouts) as usize);
        threads.min(useful).max(1)
    }

    /// One thread's share of this limit.
    pub(crate) fn share(self, thread: usize, threads: usize) -> Self {
        let (thread, threads) = (thread as u64, threads as u64);
        let share = |all: u64| all / threads + u64::from(thread < all % threads);
        Self { iterations: self.iterations.map(share), nodes: self.nodes.map(share), ..self }
    }
}
