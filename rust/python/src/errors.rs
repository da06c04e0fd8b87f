//! The one place where errors of the engine become errors of Python.

use oxideal_engine::Error;
use pyo3::{PyErr, import_exception};

use crate::ending::attached;

import_exception!(oxideal.errors, IllegalMoveError);
import_exception!(oxideal.errors, InvalidArgumentError);
import_exception!(oxideal.errors, InvalidMoveError);
import_exception!(oxideal.errors, InvalidRecordError);
import_exception!(oxideal.errors, InvalidRulesError);
import_exception!(oxideal.errors, InvalidStateError);

/// The error that Ctrl-C, or another signal, has raised meanwhile.
pub(crate) fn interrupt() -> Option<PyErr> {
    attached(|py| py.check_signals().err())
}

/// The Python error for an error of the engine.
pub(crate) fn raise(error: Error) -> PyErr {
    match error {
        Error::InvalidMove(text) => InvalidMoveError::new_err(text),
        Error::IllegalMove(refusal) => IllegalMoveError::new_err((refusal.rule, refusal.reason)),
        Error::InvalidRules(text) => InvalidRulesError::new_err(text),
        Error::InvalidState(text) => InvalidStateError::new_err(text),
        Error::InvalidRecord(text) => InvalidRecordError::new_err(text),
        Error::InvalidArgument(text) => InvalidArgumentError::new_err(text),
    }
}
