//! Converts engine errors to Python exceptions. Nothing else does.

use std::collections::{BTreeMap, TryReserveError};

use numpy::{AsSliceError, BorrowError};
use oxideal_engine::{Error, ErrorKind, Refusal, Sentence};
use pyo3::exceptions::PyMemoryError;
use pyo3::{CastError, PyErr, import_exception};

import_exception!(oxideal.errors, IllegalMoveError);
import_exception!(oxideal.errors, InvalidArgumentError);
import_exception!(oxideal.errors, InvalidMoveError);
import_exception!(oxideal.errors, InvalidRecordError);
import_exception!(oxideal.errors, InvalidRulesError);
import_exception!(oxideal.errors, InvalidStateError);
import_exception!(oxideal.errors, MoveError);

/// The error type of this crate: an engine error, or an exception that Python raised.
pub(crate) enum BindingError {
    Engine(Error),
    Python(PyErr),
}

pub(crate) type Result<T, E = BindingError> = std::result::Result<T, E>;

impl From<Error> for BindingError {
    fn from(error: Error) -> Self {
        Self::Engine(error)
    }
}

impl From<TryReserveError> for BindingError {
    fn from(error: TryReserveError) -> Self {
        Self::Engine(error.into())
    }
}

impl From<PyErr> for BindingError {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<CastError<'_, '_>> for BindingError {
    fn from(error: CastError<'_, '_>) -> Self {
        Self::Python(error.into())
    }
}

impl From<BorrowError> for BindingError {
    fn from(error: BorrowError) -> Self {
        Self::Python(error.into())
    }
}

impl From<AsSliceError> for BindingError {
    fn from(error: AsSliceError) -> Self {
        Self::Python(error.into())
    }
}

impl From<BindingError> for PyErr {
    fn from(error: BindingError) -> Self {
        match error {
            BindingError::Engine(error) => exception(error),
            BindingError::Python(error) => error,
        }
    }
}

fn exception(error: Error) -> PyErr {
    let (key, values) = match &error {
        Error::IllegalMove(Refusal { rule, reason }) => {
            let (key, values) = named(reason);
            return IllegalMoveError::new_err((rule.as_str(), reason.to_string(), key, values));
        }
        Error::InvalidMove(reason) => named(reason),
        _ => Named::default(),
    };
    let text = error.to_string();
    match error.kind() {
        ErrorKind::InvalidMove | ErrorKind::IllegalMove => InvalidMoveError::new_err((text, key, values)),
        ErrorKind::InvalidRules => InvalidRulesError::new_err(text),
        ErrorKind::InvalidState => InvalidStateError::new_err(text),
        ErrorKind::InvalidRecord => InvalidRecordError::new_err(text),
        ErrorKind::InvalidArgument => InvalidArgumentError::new_err(text),
        ErrorKind::OutOfMemory => PyMemoryError::new_err(text),
    }
}

/// The name of a sentence, unless it is a text of its own, and its values.
type Named = (Option<String>, BTreeMap<String, String>);

fn named(reason: &Sentence) -> Named {
    let values = reason.values().map(|(name, value)| (name.into(), value.into()));
    (reason.key().map(Into::into), values.collect())
}
