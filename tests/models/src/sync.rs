//! Stand-ins for `std::sync` and `pyo3::sync`.

pub(crate) use shuttle::sync::{Arc, Mutex, MutexGuard, atomic};

use crate::cell::Cell;
use crate::prelude::Python;
pub(crate) use crate::real::sync::{LockResult, PoisonError, TryLockError};
use crate::thread::SPURIOUS_WAKEUPS;
use crate::time::Duration;

pub(crate) struct Condvar(shuttle::sync::Condvar);

impl Condvar {
    pub(crate) fn new() -> Self {
        Self(shuttle::sync::Condvar::new())
    }

    pub(crate) fn notify_one(&self) {
        self.0.notify_one();
    }

    /// With spurious wake-ups the wait can end at any time. Otherwise it lasts until the thread is
    /// woken, and the model fails if it never is.
    pub(crate) fn wait_timeout<'a, T>(&self, guard: MutexGuard<'a, T>, _timeout: Duration) -> LockResult<()> {
        if SPURIOUS_WAKEUPS.with(Cell::get) {
            drop(guard);
        } else {
            drop(self.0.wait(guard));
        }
        Ok(())
    }
}

/// In a model no thread is ever detached from Python.
pub(crate) trait MutexExt<T> {
    fn lock_py_attached(&self, py: Python<'_>) -> LockResult<MutexGuard<'_, T>>;
}

impl<T> MutexExt<T> for Mutex<T> {
    fn lock_py_attached(&self, _py: Python<'_>) -> LockResult<MutexGuard<'_, T>> {
        self.lock()
    }
}
