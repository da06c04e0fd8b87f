//! A lock that threads of Python take in turn.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use oxideal_engine::Error;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::errors::Result;

/// A mutex that refuses a thread that already holds it (in a callback or a `__del__` that Python has run meanwhile),
/// where another one would wait for ever.
pub(crate) struct Turns<T> {
    shared: Mutex<T>,
    /// Which thread holds it, by the address of a thread-local; 0 for none.
    owner: AtomicUsize,
}

thread_local! {
    static THREAD_MARK: u8 = const { 0 };
}

impl<T> Turns<T> {
    pub(crate) fn new(shared: T) -> Self {
        Self { shared: Mutex::new(shared), owner: AtomicUsize::new(0) }
    }

    /// Waits for its turn, with Python free to do other things, and calls `act`.
    pub(crate) fn take<R>(&self, py: Python<'_>, act: impl FnOnce(&mut T) -> Result<R>) -> Result<R> {
        let here = THREAD_MARK.with(|mark| std::ptr::from_ref(mark) as usize);
        if self.owner.load(Ordering::Relaxed) == here {
            let text = "this batch is in the middle of a step: use it when the step is done";
            return Err(Error::InvalidState(text.into()).into());
        }
        let mut shared = self.shared.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let _turn = Turn::begin(&self.owner, here);
        act(&mut shared)
    }
}

/// Clears the owner when the call is over, even by a panic.
struct Turn<'a>(&'a AtomicUsize);

impl<'a> Turn<'a> {
    fn begin(owner: &'a AtomicUsize, here: usize) -> Self {
        owner.store(here, Ordering::Relaxed);
        Self(owner)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.store(0, Ordering::Relaxed);
    }
}
