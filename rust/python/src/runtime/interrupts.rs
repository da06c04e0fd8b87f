//! Ctrl-C and other signals during work without the GIL.

use std::time::{Duration, Instant};

use pyo3::{PyErr, PyResult, Python};

/// How often [`Interrupts::poll`] asks Python, which takes the GIL.
const INTERVAL: Duration = Duration::from_millis(50);

/// Runs Python's handlers of pending signals, and keeps the exception that one of them raises.
pub(crate) struct Interrupts {
    last_check: Instant,
    raised: Option<PyErr>,
}

impl Interrupts {
    pub(crate) fn new() -> Self {
        Self { last_check: Instant::now(), raised: None }
    }

    /// Returns whether to continue. Asks Python at every call.
    pub(crate) fn check(&mut self) -> bool {
        if self.raised.is_none() {
            self.raised = Python::try_attach(|py| py.check_signals().err()).flatten();
        }
        self.raised.is_none()
    }

    /// The same for callers that ask often: asks Python at most once per [`INTERVAL`].
    pub(crate) fn poll(&mut self) -> bool {
        if self.last_check.elapsed() > INTERVAL {
            self.last_check = Instant::now();
            return self.check();
        }
        self.raised.is_none()
    }

    /// Fails with the exception that a handler raised, such as `KeyboardInterrupt`.
    pub(crate) fn into_result(self) -> PyResult<()> {
        self.raised.map_or(Ok(()), Err)
    }
}
