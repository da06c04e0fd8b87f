//! A lock that Python threads take in turn.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use oxideal_engine::Error;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::errors::Result;

/// A mutex that refuses a thread that already holds it, as in a callback or a `__del__` that Python ran meanwhile.
/// A plain mutex would deadlock.
pub(crate) struct Turns<T> {
    shared: Mutex<T>,
    /// The thread that holds it, as the address of a thread-local; 0 for none.
    owner: AtomicUsize,
}

thread_local! {
    static THREAD_MARK: u8 = const { 0 };
}

impl<T> Turns<T> {
    pub(crate) fn new(shared: T) -> Self {
        Self { shared: Mutex::new(shared), owner: AtomicUsize::new(0) }
    }

    /// Waits for its turn without the GIL, and calls `act`.
    pub(crate) fn take<R>(&self, py: Python<'_>, act: impl FnOnce(&mut T) -> Result<R>) -> Result<R> {
        let this_thread = THREAD_MARK.with(|mark| std::ptr::from_ref(mark) as usize);
        if self.owner.load(Ordering::Relaxed) == this_thread {
            let text = "this batch is in the middle of a step: look at it when that is over";
            return Err(Error::InvalidState(text.into()).into());
        }
        let mut shared = self.shared.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let _turn = Turn::begin(&self.owner, this_thread);
        act(&mut shared)
    }
}

/// Clears the owner when the call ends, even by a panic.
struct Turn<'a>(&'a AtomicUsize);

impl<'a> Turn<'a> {
    fn begin(owner: &'a AtomicUsize, this_thread: usize) -> Self {
        owner.store(this_thread, Ordering::Relaxed);
        Self(owner)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.store(0, Ordering::Relaxed);
    }
}
