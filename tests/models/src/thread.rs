//! Stand-ins for `std::thread`.

use crate::cell::Cell;

shuttle::thread_local! {
    /// Whether waits of this thread can end at any time.
    pub(crate) static SPURIOUS_WAKEUPS: Cell<bool> = Cell::new(false);

    /// The number of threads that this one can still spawn.
    pub(crate) static SPAWNS_LEFT: Cell<usize> = Cell::new(usize::MAX);

    /// Whether this thread pretends to be panicking. Shuttle runs all its threads on one system
    /// thread, so a real panic would appear in all of them.
    pub(crate) static PANICKING: Cell<bool> = Cell::new(false);
}

pub(crate) fn panicking() -> bool {
    PANICKING.with(Cell::get)
}

pub(crate) struct Builder;

impl Builder {
    pub(crate) fn new() -> Self {
        Self
    }

    pub(crate) fn spawn(self, job: impl FnOnce() + Send + 'static) -> Result<(), ()> {
        let left = SPAWNS_LEFT.with(Cell::get).checked_sub(1).ok_or(())?;
        SPAWNS_LEFT.with(|own| own.set(left));
        shuttle::thread::spawn(job);
        Ok(())
    }
}
