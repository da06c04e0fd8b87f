//! The threads of a batch: created when they are first needed, and again in a child process, which has none of them.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The calling thread, and the helpers that it creates when there is work.
pub(crate) struct Threads {
    helpers: usize,
    pool: Option<Pool>,
}

struct Pool {
    threads: ThreadPool,
    /// The process in which its threads run.
    process: u32,
    /// How often there was work. A helper that waits for more watches it.
    calls: Arc<AtomicU64>,
}

/// How long a helper waits for the next work before it sleeps. To wake a thread takes a system up to some tenths of a
/// millisecond, as long as a step of thousands of games, and the next step mostly follows at once.
const MAX_WAIT: Duration = Duration::from_micros(500);

/// How often a waiting thread looks before it lets another one run.
const SPINS: usize = 200;

impl Threads {
    /// The number includes the caller's own thread.
    pub(crate) const fn new(threads: usize) -> Self {
        Self { helpers: threads - 1, pool: None }
    }

    /// Calls `act` with each part. The caller works too: a thread that has to be woken comes late.
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

    /// `None` where the caller works alone, for want of work or of threads.
    fn pool(&mut self) -> Option<&Pool> {
        if self.helpers == 0 {
            return None;
        }
        self.forget_pool_of_parent();
        if self.pool.is_none() {
            match ThreadPoolBuilder::new().num_threads(self.helpers).build() {
                Ok(threads) => {
                    self.pool = Some(Pool { threads, process: std::process::id(), calls: Arc::default() });
                }
                // The next step would get none either.
                Err(_) => self.helpers = 0,
            }
        }
        self.pool.as_ref()
    }

    /// After a fork the threads are gone, and to join them would take for ever.
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

/// Waits without sleeping, at most [`MAX_WAIT`], and lets others run where there are more threads than processors.
fn spin_until(done: impl Fn() -> bool) {
    let start = Instant::now();
    while !done() && start.elapsed() < MAX_WAIT {
        for _ in 0..SPINS {
            if done() {
                return;
            }
            std::hint::spin_loop();
        }
        std::thread::yield_now();
    }
}
