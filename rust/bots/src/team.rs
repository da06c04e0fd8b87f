//! Threads that work, and one that looks at the clock.
//!
//! Where there is more to do than there are processors, a thread that works is set aside again and again, for longer than a bot may
//! be late; one that has slept comes to its turn at once. So whoever asks sleeps until the time is over, takes what is there, and waits for
//! nobody.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use oxideal_engine::Error;

/// How often whoever waits asks whether to go on.
const PATIENCE: Duration = Duration::from_millis(5);

/// What all threads share.
struct Room<T> {
    table: Mutex<Table<T>>,
    changed: Condvar,
    /// Whether nobody waits for more.
    closed: AtomicBool,
}

struct Table<T> {
    /// What each has found so far.
    found: Vec<T>,
    working: usize,
    failed: Option<Error>,
    panicked: bool,
}

impl<T> Room<T> {
    fn table(&self) -> MutexGuard<'_, Table<T>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where one thread works.
pub(crate) struct Desk<T> {
    room: Arc<Room<T>>,
    thread: usize,
}

impl<T: Clone> Desk<T> {
    /// Whether somebody still waits for what is found here.
    pub(crate) fn is_open(&self) -> bool {
        !self.room.closed.load(Ordering::Relaxed)
    }

    /// Lays down what has been found so far.
    pub(crate) fn lay(&self, found: &T) {
        // Nothing is there any more once somebody has taken it.
        if let Some(place) = self.room.table().found.get_mut(self.thread) {
            place.clone_from(found);
        }
    }
}

impl<T> Drop for Desk<T> {
    fn drop(&mut self) {
        let mut table = self.room.table();
        table.working -= 1;
        table.panicked |= std::thread::panicking();
        self.room.changed.notify_one();
    }
}

/// What each of so many threads has found when all have done their work, when the time is over, or when `go_on` says `false`.
///
/// # Panics
/// When one of them does.
pub(crate) fn work<T: Clone + Send + 'static>(
    threads: usize,
    nothing: &T,
    deadline: Option<Instant>,
    mut go_on: impl FnMut() -> bool,
    work: impl Fn(usize, &Desk<T>) -> Result<(), Error> + Clone + Send + 'static,
) -> Result<Vec<T>, Error> {
    let found = vec![nothing.clone(); threads];
    if !go_on() {
        return Ok(found);
    }
    let table = Mutex::new(Table { found, working: threads, failed: None, panicked: false });
    let room = Arc::new(Room { table, changed: Condvar::new(), closed: AtomicBool::new(false) });
    for thread in 0..threads {
        let desk = Desk { room: Arc::clone(&room), thread };
        let work = work.clone();
        let job = move || {
            if let Err(error) = work(thread, &desk) {
                desk.room.table().failed.get_or_insert(error);
            }
        };
        // Where no thread can be had, the others do what they can; the desk is cleared with the job.
        let _ = std::thread::Builder::new().spawn(job);
    }
    while room.table().working > 0 {
        let left = deadline.map_or(PATIENCE, |deadline| deadline.saturating_duration_since(Instant::now()));
        let table = room.table();
        if table.working > 0 {
            let _ = room.changed.wait_timeout(table, left.min(PATIENCE));
        }
        if left.is_zero() || !go_on() {
            break;
        }
    }
    room.closed.store(true, Ordering::Relaxed);
    let mut table = room.table();
    assert!(!table.panicked, "a thread that was thinking has panicked");
    table.failed.take().map_or_else(|| Ok(std::mem::take(&mut table.found)), Err)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::{Duration, Instant};

    use oxideal_engine::Error;

    use super::work;

    #[test]
    fn all_that_is_found_is_there_in_order() {
        let found = work(
            3,
            &0,
            None,
            || true,
            |thread, desk| {
                (0..=thread * 10).for_each(|found| desk.lay(&found));
                Ok(())
            },
        );
        assert_eq!(found, Ok(vec![0, 10, 20]));
    }

    #[test]
    fn nobody_is_waited_for_when_the_time_is_over() {
        let (over, told) = mpsc::channel::<()>();
        let told = std::sync::Arc::new(std::sync::Mutex::new(told));
        let soon = Instant::now().checked_add(Duration::from_millis(20));
        let found = work(
            2,
            &0,
            soon,
            || true,
            move |_, desk| {
                desk.lay(&1);
                // Until the test is over, whatever the clock says.
                let _ = told.lock().map(|told| told.recv());
                desk.lay(&2);
                Ok(())
            },
        );
        assert_eq!(found, Ok(vec![1, 1]));
        drop(over);
    }

    #[test]
    fn who_is_stopped_has_what_is_there() {
        assert_eq!(work(2, &7, None, || false, |_, _: &super::Desk<i32>| unreachable!()), Ok(vec![7, 7]));
        let mut asked = 0;
        let go_on = || {
            asked += 1;
            asked < 3
        };
        let found = work(1, &0, None, go_on, |_, desk| {
            desk.lay(&1);
            while desk.is_open() {
                std::thread::yield_now();
            }
            Ok(())
        });
        assert_eq!((found, asked), (Ok(vec![1]), 3));
    }

    #[test]
    fn errors_and_panics_come_through() {
        let error = || Error::InvalidArgument("no".into());
        let found =
            work(2, &0, None, || true, move |thread, _| if thread == 1 { Err(error()) } else { Ok(()) });
        assert_eq!(found, Err(error()));
        let panics = || work(2, &0, None, || true, |_, _| panic!("as it should"));
        assert!(std::panic::catch_unwind(panics).is_err());
    }
}
