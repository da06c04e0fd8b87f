//! `std::thread`.

use crate::cell::Cell;

shuttle::thread_local! {
    /// Whether this thread waits for nothing.
    pub(crate) static RESTLESS: Cell<bool> = Cell::new(false);

    /// So many threads this one can still have.
    pub(crate) static TO_BE_HAD: Cell<usize> = Cell::new(usize::MAX);

    /// Whether this thread looks as if it were panicking. For the system all threads of shuttle are one, so a real panic would look to
    /// the others as if it were theirs.
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
        let left = TO_BE_HAD.with(Cell::get).checked_sub(1).ok_or(())?;
        TO_BE_HAD.with(|own| own.set(left));
        shuttle::thread::spawn(job);
        Ok(())
    }
}
