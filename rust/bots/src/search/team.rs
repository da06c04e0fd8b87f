//! Worker threads, and a caller that watches the clock.
//!
//! If there are more busy threads than processors, the system suspends a working thread again and
//! again, for longer than a bot may be late, but it schedules a thread that has slept at once. So
//! the calling thread sleeps until its deadline, takes what has been published, and does not wait
//! for the workers.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use oxideal_engine::{Error, memory};

use crate::clock::Instant;

/// How often the caller calls `keep_going`.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// What all threads share.
struct Shared<T> {
    /// The last two snapshots of each worker, written in turn, so that one can be read if the
    /// worker is suspended while it writes the other.
    slots: Vec<[Mutex<Snapshot<T>>; 2]>,
    status: Mutex<Status>,
    changed: Condvar,
    /// Whether the caller has left and needs no more results.
    closed: AtomicBool,
}

/// What a worker had found at some moment.
struct Snapshot<T> {
    /// The number of earlier snapshots.
    number: u64,
    found: T,
}

struct Status {
    running: usize,
    error: Option<Error>,
    panicked: bool,
}

impl<T: Clone> Shared<T> {
    /// The latest snapshot of each worker that can be read without waiting.
    fn latest(&self) -> Vec<T> {
        let newest = |slot: &[Mutex<Snapshot<T>>; 2]| {
            loop {
                let readable = slot.iter().filter_map(|snapshot| snapshot.try_lock().ok());
                if let Some(snapshot) = readable.max_by_key(|snapshot| snapshot.number) {
                    return snapshot.found.clone();
                }
                // If both are locked, the worker has just switched between them, so it is running.
                std::hint::spin_loop();
            }
        };
        self.slots.iter().map(newest).collect()
    }
}

impl<T> Shared<T> {
    fn status(&self) -> MutexGuard<'_, Status> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place where one worker publishes its snapshots.
pub(crate) struct Slot<T> {
    shared: Arc<Shared<T>>,
    worker: usize,
    /// The number of snapshots published.
    published: Cell<u64>,
}

impl<T: Clone> Slot<T> {
    /// Whether the caller still waits for results.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.shared.closed.load(Ordering::Relaxed)
    }

    /// Publishes what has been found so far.
    pub(crate) fn publish(&self, found: &T) {
        let number = self.published.get() + 1;
        self.published.set(number);
        let snapshot = &self.shared.slots[self.worker][(number % 2) as usize];
        let mut snapshot = snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        snapshot.number = number;
        snapshot.found.clone_from(found);
    }
}

impl<T> Drop for Slot<T> {
    fn drop(&mut self) {
        let mut status = self.shared.status();
        status.running -= 1;
        status.panicked |= std::thread::panicking();
        self.shared.changed.notify_one();
    }
}

/// Closes the team when the caller leaves, even by a panic.
struct CloseOnDrop<'a, T>(&'a Shared<T>);

impl<T> Drop for CloseOnDrop<'_, T> {
    fn drop(&mut self) {
        self.0.closed.store(true, Ordering::Relaxed);
    }
}

/// Runs a worker on each of this many threads. Returns what each has published when all have
/// finished, the deadline has passed, or `keep_going` returns `false`. A worker that has published
/// nothing returns `empty`.
///
/// # Panics
/// If a worker has panicked.
pub(crate) fn run<T: Clone + Send + 'static>(
    threads: usize,
    empty: &T,
    deadline: Option<Instant>,
    mut keep_going: impl FnMut() -> bool,
    work: impl Fn(usize, &Slot<T>) -> Result<(), Error> + Clone + Send + 'static,
) -> Result<Vec<T>, Error> {
    if !keep_going() {
        return Ok(vec![empty.clone(); threads]);
    }
    let snapshot = || Mutex::new(Snapshot { number: 0, found: empty.clone() });
    let slots = (0..threads).map(|_| [snapshot(), snapshot()]).collect();
    let status = Mutex::new(Status { running: threads, error: None, panicked: false });
    let shared = Arc::new(Shared { slots, status, changed: Condvar::new(), closed: AtomicBool::new(false) });
    let close = CloseOnDrop(&shared);
    for worker in 0..threads {
        let slot = Slot { shared: Arc::clone(&shared), worker, published: Cell::new(0) };
        let work = work.clone();
        let job = move || {
            if let Err(error) = work(worker, &slot) {
                slot.shared.status().error.get_or_insert(error);
            }
        };
        // If a thread cannot be created, the others do what they can; the slot is dropped with the
        // job.
        if cfg!(target_family = "wasm") {
            job(); // there are no threads; the worker itself looks at the clock
        } else if memory::allows_threads(1) {
            let _ = std::thread::Builder::new().spawn(job);
        }
    }
    while shared.status().running > 0 {
        let left =
            deadline.map_or(POLL_INTERVAL, |deadline| deadline.saturating_duration_since(Instant::now()));
        let status = shared.status();
        if status.running > 0 {
            let _ = shared.changed.wait_timeout(status, left.min(POLL_INTERVAL));
        }
        if left.is_zero() || !keep_going() {
            break;
        }
    }
    drop(close);
    let mut status = shared.status();
    assert!(!status.panicked, "a search thread has panicked");
    status.error.take().map_or_else(|| Ok(shared.latest()), Err)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Mutex, mpsc};
    use std::time::{Duration, Instant};

    use oxideal_engine::Error;

    use super::{Slot, run};

    #[test]
    fn results_come_in_the_order_of_the_workers() {
        let found = run(
            3,
            &0,
            None,
            || true,
            |worker, slot| {
                (0..=worker * 10).for_each(|found| slot.publish(&found));
                Ok(())
            },
        );
        assert_eq!(found, Ok(vec![0, 10, 20]));
    }

    #[test]
    fn deadline_does_not_wait_for_workers() {
        let (done, wait) = mpsc::channel::<()>();
        let wait = Arc::new(Mutex::new(wait));
        let found_within = |milliseconds| {
            let wait = Arc::clone(&wait);
            run(
                2,
                &0,
                Instant::now().checked_add(Duration::from_millis(milliseconds)),
                || true,
                move |_, slot| {
                    slot.publish(&1);
                    // Until the test ends, whatever the clock says.
                    let _ = wait.lock().map(|wait| wait.recv());
                    slot.publish(&2);
                    Ok(())
                },
            )
        };
        // A busy machine may start the workers late.
        assert!([20, 1_000, 60_000].into_iter().any(|most| found_within(most) == Ok(vec![1, 1])));
        drop(done);
    }

    #[test]
    fn stopped_run_returns_partial_results() {
        assert_eq!(run(2, &7, None, || false, |_, _: &Slot<i32>| unreachable!()), Ok(vec![7, 7]));
        let published = Arc::new(AtomicBool::new(false));
        let mut stops = 0;
        let keep_going = || {
            let stop = published.load(Ordering::Relaxed);
            stops += i32::from(stop);
            !stop
        };
        let begun = Arc::clone(&published);
        let found = run(1, &0, None, keep_going, move |_, slot| {
            slot.publish(&1);
            begun.store(true, Ordering::Relaxed);
            while slot.is_wanted() {
                std::thread::yield_now();
            }
            Ok(())
        });
        assert_eq!((found, stops), (Ok(vec![1]), 1));
    }

    #[test]
    fn errors_and_panics_reach_the_caller() {
        let error = || Error::InvalidArgument("no".into());
        let found =
            run(2, &0, None, || true, move |worker, _| if worker == 1 { Err(error()) } else { Ok(()) });
        assert_eq!(found, Err(error()));
        let panics = || run(2, &0, None, || true, |_, _| panic!("on purpose"));
        assert!(std::panic::catch_unwind(panics).is_err());
    }

    #[test]
    fn workers_stop_when_the_caller_panics() {
        let (done, wait) = mpsc::channel();
        let call = move || {
            let mut answers = 0..1;
            let keep_going = || answers.next().map(|_| true).expect("on purpose");
            run(1, &0, None, keep_going, move |_, slot| {
                while slot.is_wanted() {
                    std::thread::yield_now();
                }
                let _ = done.send(());
                Ok(())
            })
        };
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).is_err());
        assert_eq!(wait.recv_timeout(Duration::from_secs(60)), Ok(()));
    }
}
