//! The lock of a batch.

use std::cell::Cell;
use std::sync::{Mutex, PoisonError, TryLockError};

use oxideal_engine::Error;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::errors::Result;

/// A mutex that a thread never waits for while holding another one. Python may run a `__del__` or a callback while the
/// mutex is held. That code may touch the same batch, or one whose thread is waiting for this one.
pub(crate) struct StepLock<T>(Mutex<T>);

thread_local! {
    static HOLDS_LOCK: Cell<bool> = const { Cell::new(false) };
}

impl<T> StepLock<T> {
    pub(crate) const fn new(shared: T) -> Self {
        Self(Mutex::new(shared))
    }

    /// Locks the mutex, waiting with Python detached, and calls `act`. A thread that holds another lock gets an error
    /// instead of waiting.
    pub(crate) fn with<R>(&self, py: Python<'_>, act: impl FnOnce(&mut T) -> Result<R>) -> Result<R> {
        let mut shared = if HOLDS_LOCK.with(Cell::get) {
            match self.0.try_lock() {
                Ok(shared) => shared,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    let text = "this batch is in the middle of a step: use it when the step is done";
                    return Err(Error::InvalidState(text.into()).into());
                }
            }
        } else {
            self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
        };
        let _held = Held { outer: HOLDS_LOCK.with(|held| held.replace(true)) };
        act(&mut shared)
    }
}

/// Restores the thread's `HOLDS_LOCK` when dropped, also after a panic.
struct Held {
    outer: bool,
}

impl Drop for Held {
    fn drop(&mut self) {
        HOLDS_LOCK.with(|held| held.set(self.outer));
    }
}
