//! The end of the interpreter, while threads of Python (daemons) are still at work here.
//!
//! Before Python 3.14, a thread that comes back when the interpreter is ending is ended by unwinding its stack from within C,
//! and Rust aborts the process at that. So those that come back late stay away instead, until the process is gone; and before the
//! end begins, those that are on their way back are let in.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering, fence};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// The thread that ends the interpreter, from when on nobody else comes back.
static ENDED_BY: OnceLock<ThreadId> = OnceLock::new();

/// How many threads are on their way back.
static RETURNING: AtomicUsize = AtomicUsize::new(0);

/// So long they are waited for: a child of a fork may wait for threads that it does not have.
const PATIENCE: Duration = Duration::from_secs(1);

/// Works while Python does other things.
pub(crate) fn detached<R: Send>(py: Python<'_>, work: impl FnOnce() -> R + Send) -> R {
    let (found, returning) = py.detach(|| {
        let found = work();
        (found, Returning::begin())
    });
    drop(returning);
    found
}

/// Has a look at Python in the middle of such work.
pub(crate) fn attached<R>(look: impl FnOnce(Python<'_>) -> R) -> R {
    let returning = Returning::begin();
    Python::attach(|py| {
        drop(returning);
        look(py)
    })
}

/// A thread from when it wants to come back until it has.
struct Returning;

impl Returning {
    fn begin() -> Self {
        RETURNING.fetch_add(1, Ordering::Relaxed);
        // Either this thread sees that the end has begun, or whoever begins it sees this thread.
        fence(Ordering::SeqCst);
        if ENDED_BY.get().is_some_and(|thread| *thread != thread::current().id()) {
            RETURNING.fetch_sub(1, Ordering::Relaxed);
            loop {
                thread::park();
            }
        }
        Self
    }
}

impl Drop for Returning {
    fn drop(&mut self) {
        RETURNING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Called by `atexit`, just before the interpreter ends.
#[pyfunction]
pub(crate) fn begin_to_end(py: Python<'_>) {
    let _ = ENDED_BY.set(thread::current().id());
    fence(Ordering::SeqCst);
    py.detach(|| {
        let began = Instant::now();
        while RETURNING.load(Ordering::Relaxed) > 0 && began.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(1));
        }
    });
}
