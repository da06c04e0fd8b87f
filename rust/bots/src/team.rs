//! Threads that work, and one that looks at the clock.
//!
//! Where there is more to do than there are processors, a thread that works is set aside again and again, for longer than a bot may
//! be late; one that has slept comes to its turn at once. So whoever asks sleeps until the time is over, takes what is there, and waits for
//! nobody.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use oxideal_engine::Error;

/// How often whoever waits asks whether to go on.
const PATIENCE: Duration = Duration::from_millis(5);

/// What all threads share.
struct Room<T> {
    desks: Vec<[Mutex<Sheet<T>>; 2]>,
    table: Mutex<Table>,
    changed: Condvar,
    /// Whether nobody waits for more.
    closed: AtomicBool,
}

/// What a thread has found: on two sheets in turn, so that one can be read when it is set aside while it writes on the other.
struct Sheet<T> {
    /// How many came before.
    number: u64,
    found: T,
}

struct Table {
    working: usize,
    failed: Option<Error>,
    panicked: bool,
}

impl<T: Clone> Room<T> {
    /// What each has found, as far as it can be read at once.
    fn found(&self) -> Vec<T> {
        let newest = |sheets: &[Mutex<Sheet<T>>; 2]| {
            loop {
                let read = sheets.iter().filter_map(|sheet| sheet.try_lock().ok());
                if let Some(sheet) = read.max_by_key(|sheet| sheet.number) {
                    return sheet.found.clone();
                }
                // Neither? Then it went on from one to the other meanwhile, and is not set aside.
                std::hint::spin_loop();
            }
        };
        self.desks.iter().map(newest).collect()
    }
}

impl<T> Room<T> {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where one thread works.
pub(crate) struct Desk<T> {
    room: Arc<Room<T>>,
    thread: usize,
    /// How often something has been laid down here.
    laid: Cell<u64>,
}

impl<T: Clone> Desk<T> {
    /// Whether somebody still waits for what is found here.
    pub(crate) fn is_open(&self) -> bool {
        !self.room.closed.load(Ordering::Relaxed)
    }

    /// Lays down what has been found so far.
    pub(crate) fn lay(&self, found: &T) {
        let number = self.laid.get() + 1;
        self.laid.set(number);
        let sheet = &self.room.desks[self.thread][(number % 2) as usize];
        let mut sheet = sheet.lock().unwrap_or_else(PoisonError::into_inner);
        sheet.number = number;
        sheet.found.clone_from(found);
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

/// Whoever asks: once it is gone, however that comes, nobody waits for more.
struct Asker<'a, T>(&'a Room<T>);

impl<T> Drop for Asker<'_, T> {
    fn drop(&mut self) {
        self.0.closed.store(true, Ordering::Relaxed);
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
    if !go_on() {
        return Ok(vec![nothing.clone(); threads]);
    }
    let sheet = || Mutex::new(Sheet { number: 0, found: nothing.clone() });
    let desks = (0..threads).map(|_| [sheet(), sheet()]).collect();
    let table = Mutex::new(Table { working: threads, failed: None, panicked: false });
    let room = Arc::new(Room { desks, table, changed: Condvar::new(), closed: AtomicBool::new(false) });
    let asker = Asker(&room);
    for thread in 0..threads {
        let desk = Desk { room: Arc::clone(&room), thread, laid: Cell::new(0) };
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
    drop(asker);
    let mut table = room.table();
    assert!(!table.panicked, "a thread that was thinking has panicked");
    table.failed.take().map_or_else(|| Ok(room.found()), Err)
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

    #[test]
    fn nobody_works_on_for_one_that_has_panicked() {
        let (over, told) = mpsc::channel();
        let asks = move || {
            let mut looks = 0..1;
            let go_on = || looks.next().map(|_| true).expect("as it should");
            work(1, &0, None, go_on, move |_, desk| {
                while desk.is_open() {
                    std::thread::yield_now();
                }
                let _ = over.send(());
                Ok(())
            })
        };
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(asks)).is_err());
        assert_eq!(told.recv_timeout(Duration::from_secs(60)), Ok(()));
    }
}
