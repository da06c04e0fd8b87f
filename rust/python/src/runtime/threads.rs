//! The threads of a batch. They are created when first needed, and again in a child process, which does not inherit
//! them.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use oxideal_engine::memory;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The calling thread, and the helpers that it creates when there is work.
pub(crate) struct Threads {
    helpers: usize,
    pool: Option<Pool>,
}

struct Pool {
    threads: ThreadPool,
    /// The process that its threads belong to.
    process: u32,
    /// The number of calls so far. A waiting helper watches it.
    calls: Arc<AtomicU64>,
}

/// How long a helper waits for more work before it sleeps. Waking a thread can take some tenths of a millisecond,
/// as long as a step of thousands of games, and the next step usually follows at once.
const MAX_WAIT: Duration = Duration::from_micros(500);

/// After a yield this long, another thread has run on the same processor. A thread that wakes up is put on a free
/// one, if there is any; one that only yields can stay where it is for a second.
const LONG_YIELD: Duration = Duration::from_micros(5);

/// How often a waiting thread checks before it yields.
const SPINS: usize = 200;

impl Threads {
    /// `threads` includes the calling thread.
    pub(crate) const fn new(threads: usize) -> Self {
        Self { helpers: threads - 1, pool: None }
    }

    /// Calls `act` with each part. The caller works too, because a thread that must be woken is late.
    pub(crate) fn for_each<T>(
        &mut self,
        parts: impl Iterator<Item = T> + Send,
        act: impl Fn(T) + Send + Sync,
    ) {
        let helpers = self.helpers;
        let Some(Pool { threads, calls, .. }) = self.pool() else { return parts.for_each(act) };
        calls.fetch_add(1, Ordering::Relaxed);
        let (parts, working) = (Mutex::new(parts), AtomicUsize::new(helpers));
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some(part) = next() {
                act(part);
            }
        };
        threads.in_place_scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|_| {
                    work();
                    working.fetch_sub(1, Ordering::Release);
                });
            }
            work();
            spin_until(|| working.load(Ordering::Acquire) == 0);
        });
        let call = calls.load(Ordering::Relaxed);
        for _ in 0..helpers {
            let calls = Arc::clone(calls);
            threads.spawn(move || spin_until(|| calls.load(Ordering::Relaxed) != call));
        }
    }

    /// Returns `None` if the caller works alone, because there are no helpers.
    fn pool(&mut self) -> Option<&Pool> {
        if self.helpers == 0 {
            return None;
        }
        self.forget_pool_of_parent();
        if self.pool.is_none() {
            let enough = memory::allows_threads(self.helpers);
            match enough.then(|| ThreadPoolBuilder::new().num_threads(self.helpers).build()) {
                Some(Ok(threads)) => {
                    self.pool = Some(Pool { threads, process: std::process::id(), calls: Arc::default() });
                }
                // The next step would fail too.
                _ => self.helpers = 0,
            }
        }
        self.pool.as_ref()
    }

    /// After a fork the threads are gone, and joining them would never return.
    fn forget_pool_of_parent(&mut self) {
        if let Some(pool) = self.pool.take_if(|pool| pool.process != std::process::id()) {
            std::mem::forget(pool);
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.forget_pool_of_parent();
    }
}

/// Waits without sleeping, for at most [`MAX_WAIT`]. Yields, in case there are more threads than processors.
fn spin_until(done: impl Fn() -> bool) {
    let start = Instant::now();
    while !done() && start.elapsed() < MAX_WAIT {
        for _ in 0..SPINS {
            if done() {
                return;
            }
            std::hint::spin_loop();
        }
        let yielded = Instant::now();
        std::thread::yield_now();
        if yielded.elapsed() > LONG_YIELD {
            std::thread::sleep(Duration::from_nanos(1));
        }
    }
}
