//! A lock that Python threads take in turn.

use std::cell::Cell;
use std::sync::{Mutex, PoisonError, TryLockError};

use oxideal_engine::Error;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::errors::Result;

/// A mutex for which a thread waits only while it holds no other one. Python may run a `__del__` or a callback in the
/// middle of a turn, and that may touch the same batch, or one whose thread is waiting for this one.
pub(crate) struct Turns<T>(Mutex<T>);

thread_local! {
    static HAS_TURN: Cell<bool> = const { Cell::new(false) };
}

impl<T> Turns<T> {
    pub(crate) const fn new(shared: T) -> Self {
        Self(Mutex::new(shared))
    }

    /// Waits for its turn, with Python detached, and calls `act`.
    pub(crate) fn take<R>(&self, py: Python<'_>, act: impl FnOnce(&mut T) -> Result<R>) -> Result<R> {
        let mut shared = if HAS_TURN.get() {
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
        let _turn = Turn { outer: HAS_TURN.replace(true) };
        act(&mut shared)
    }
}

/// Ends the turn, even by a panic.
struct Turn {
    outer: bool,
}

impl Drop for Turn {
    fn drop(&mut self) {
        HAS_TURN.set(self.outer);
    }
}
