//! What threads of Python share: one at a time has it, and the others wait.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use oxideal_engine::Error;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::errors::raise;

/// Like a lock, but whoever has it and asks for it again (in a callback or a `__del__` that Python has run meanwhile) is told so, and
/// does not wait for ever.
pub(crate) struct Turns<T> {
    shared: Mutex<T>,
    /// Which thread has it, by the address of something of its own; 0 for none.
    whose: AtomicUsize,
}

thread_local! {
    static OWN: u8 = const { 0 };
}

impl<T> Turns<T> {
    pub(crate) fn new(shared: T) -> Self {
        Self { shared: Mutex::new(shared), whose: AtomicUsize::new(0) }
    }

    /// Waits for its turn, with Python free to do other things, and looks.
    pub(crate) fn take<R>(&self, py: Python<'_>, look: impl FnOnce(&mut T) -> PyResult<R>) -> PyResult<R> {
        let here = OWN.with(|own| std::ptr::from_ref(own) as usize);
        if self.whose.load(Ordering::Relaxed) == here {
            let text = "this batch is in the middle of a step: look at it when that is over";
            return Err(raise(Error::InvalidState(text.into())));
        }
        let mut shared = self.shared.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let _turn = Turn::begin(&self.whose, here);
        look(&mut shared)
    }
}

/// Ends with the function that has it, however that ends.
struct Turn<'a>(&'a AtomicUsize);

impl<'a> Turn<'a> {
    fn begin(whose: &'a AtomicUsize, here: usize) -> Self {
        whose.store(here, Ordering::Relaxed);
        Self(whose)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.store(0, Ordering::Relaxed);
    }
}
