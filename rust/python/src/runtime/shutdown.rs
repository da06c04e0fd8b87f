//! The end of the interpreter while daemon threads of Python still work here.
//!
//! Before Python 3.14, a thread that attaches to an exiting interpreter is ended by unwinding its stack from C,
//! which makes Rust abort the process. So threads that come back late are parked until the process is gone. Before
//! the exit begins, threads that are about to attach are let in.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering, fence};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// The thread that ends the interpreter. Once it is set, no other thread attaches.
static EXITING_THREAD: OnceLock<ThreadId> = OnceLock::new();

/// The number of threads that are about to attach.
static ATTACHING: AtomicUsize = AtomicUsize::new(0);

/// How long the exit waits for them. After a fork, the child may count threads that it does not have.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// Runs `work` without the GIL.
pub(crate) fn detached<R: Send>(py: Python<'_>, work: impl FnOnce() -> R + Send) -> R {
    let (result, attaching) = py.detach(|| {
        let result = work();
        (result, Attaching::begin())
    });
    drop(attaching);
    result
}

/// Calls Python during detached work.
pub(crate) fn attached<R>(call: impl FnOnce(Python<'_>) -> R) -> R {
    let attaching = Attaching::begin();
    Python::attach(|py| {
        drop(attaching);
        call(py)
    })
}

/// Counts a thread in [`ATTACHING`] until it has attached.
struct Attaching;

impl Attaching {
    fn begin() -> Self {
        ATTACHING.fetch_add(1, Ordering::Relaxed);
        // Either this thread sees that the exit has begun, or the exiting thread sees this one.
        fence(Ordering::SeqCst);
        if EXITING_THREAD.get().is_some_and(|thread| *thread != thread::current().id()) {
            ATTACHING.fetch_sub(1, Ordering::Relaxed);
            loop {
                thread::park();
            }
        }
        Self
    }
}

impl Drop for Attaching {
    fn drop(&mut self) {
        ATTACHING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Called by `atexit`, just before the interpreter ends.
#[pyfunction]
pub(crate) fn on_interpreter_exit(py: Python<'_>) {
    let _ = EXITING_THREAD.set(thread::current().id());
    fence(Ordering::SeqCst);
    py.detach(|| {
        let start = Instant::now();
        while ATTACHING.load(Ordering::Relaxed) > 0 && start.elapsed() < MAX_WAIT {
            thread::sleep(Duration::from_millis(1));
        }
    });
}
