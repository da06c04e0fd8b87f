//! The threads of a batch: made when they are first needed, and again in a child process, which has none of them.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Those that help the caller, once they are needed.
pub(crate) struct Threads {
    helpers: usize,
    made: Option<Made>,
}

struct Made {
    pool: ThreadPool,
    /// The process in which its threads run.
    process: u32,
    /// How often there was work: whoever waits for more looks at it.
    calls: Arc<AtomicU64>,
}

/// So long they wait for the next work before they sleep. To wake a thread takes a system up to some tenths of a millisecond, as
/// long as a step of thousands of games, and the next step mostly follows at once.
const PATIENCE: Duration = Duration::from_micros(500);

/// So often they look before they let others go first.
const LOOKS: usize = 200;

impl Threads {
    /// So many, the caller's own included.
    pub(crate) const fn new(threads: usize) -> Self {
        Self { helpers: threads - 1, made: None }
    }

    /// Does some work, part by part. The caller works along: a thread that is woken comes late.
    pub(crate) fn share<T>(&mut self, parts: impl Iterator<Item = T> + Send, act: impl Fn(T) + Send + Sync) {
        let helpers = self.helpers;
        let Some(Made { pool, calls, .. }) = self.made() else { return parts.for_each(act) };
        calls.fetch_add(1, Ordering::Relaxed);
        let (parts, at_work) = (Mutex::new(parts), AtomicUsize::new(helpers));
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some(part) = next() {
                act(part);
            }
        };
        pool.in_place_scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|_| {
                    work();
                    at_work.fetch_sub(1, Ordering::Release);
                });
            }
            work();
            wait_until(|| at_work.load(Ordering::Acquire) == 0);
        });
        let call = calls.load(Ordering::Relaxed);
        for _ in 0..helpers {
            let calls = Arc::clone(calls);
            pool.spawn(move || wait_until(|| calls.load(Ordering::Relaxed) != call));
        }
    }

    /// None where the caller is enough, or where no more can be had: then it does all the work.
    fn made(&mut self) -> Option<&Made> {
        if self.helpers == 0 {
            return None;
        }
        self.forget_those_of_another_process();
        if self.made.is_none() {
            match ThreadPoolBuilder::new().num_threads(self.helpers).build() {
                Ok(pool) => {
                    let calls = Arc::default();
                    self.made = Some(Made { pool, process: std::process::id(), calls });
                }
                // Nor will they be had at the next step.
                Err(_) => self.helpers = 0,
            }
        }
        self.made.as_ref()
    }

    /// After a fork the threads are gone, and whoever waited for them would wait for ever.
    fn forget_those_of_another_process(&mut self) {
        if let Some(made) = self.made.take_if(|made| made.process != std::process::id()) {
            std::mem::forget(made);
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.forget_those_of_another_process();
    }
}

/// Waits without sleeping, but not for ever, and lets others go first where there are more of them than processors.
fn wait_until(done: impl Fn() -> bool) {
    let began = Instant::now();
    while !done() && began.elapsed() < PATIENCE {
        for _ in 0..LOOKS {
            if done() {
                return;
            }
            std::hint::spin_loop();
        }
        std::thread::yield_now();
    }
}
