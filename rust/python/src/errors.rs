//! The one place where errors of the engine become errors of Python.

use oxideal_engine::{Error, ErrorKind};
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
    if let Error::IllegalMove(refusal) = error {
        return IllegalMoveError::new_err((refusal.rule.as_str(), refusal.reason));
    }
    let text = error.to_string();
    match error.kind() {
        ErrorKind::InvalidMove | ErrorKind::IllegalMove => InvalidMoveError::new_err(text),
        ErrorKind::InvalidRules => InvalidRulesError::new_err(text),
        ErrorKind::InvalidState => InvalidStateError::new_err(text),
        ErrorKind::InvalidRecord => InvalidRecordError::new_err(text),
        ErrorKind::InvalidArgument => InvalidArgumentError::new_err(text),
    }
}
