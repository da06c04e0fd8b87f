//! Integers: counts, seats, actions.

use oxideal_engine::{Action, Error, Rules, Seat};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyInt};

use super::wrong_type;
use crate::errors::Result;

/// Python's `operator.index`.
static INDEX: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// Returns the integer of anything with `__index__` except `bool`; `None` for all else.
pub(crate) fn index<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyInt>>> {
    if let Ok(number) = value.cast_exact::<PyInt>() {
        return Ok(Some(number.clone()));
    }
    if value.is_instance_of::<PyBool>() {
        return Ok(None);
    }
    match INDEX.import(value.py(), "operator", "index")?.call1((value,)) {
        Ok(number) => Ok(number.cast_into::<PyInt>().ok()),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Ok(None),
        Err(error) => Err(error),
    }
}

pub(crate) fn any_int<'py>(name: &str, value: &Bound<'py, PyAny>) -> Result<Bound<'py, PyInt>> {
    index(value)?.ok_or_else(|| wrong_type(name, "an integer", value))
}

/// Returns an integer as a message shows it, cut to 40 characters. Very long ones, which Python refuses to write in
/// decimal, are in hexadecimal.
pub(crate) fn decimal(number: &Bound<'_, PyInt>) -> PyResult<String> {
    const LONGEST: usize = 40;
    let text = number
        .str()
        .or_else(|_| number.call_method1("__format__", ("#x",))?.cast_into().map_err(PyErr::from))?;
    let text = text.to_string();
    Ok(match text.get(..LONGEST) {
        Some(shown) if text.len() > LONGEST => format!("{shown}..."),
        _ => text,
    })
}

/// Reads an integer from `low` to `high`.
pub(crate) fn integer(name: &str, value: &Bound<'_, PyAny>, low: u64, high: u64) -> Result<u64> {
    let number = any_int(name, value)?;
    match number.extract::<u64>() {
        Ok(number) if (low..=high).contains(&number) => Ok(number),
        _ => Err(out_of_range(&format!("{name} must be {low} to {high}"), &number)?.into()),
    }
}

pub(super) fn out_of_range(wanted: &str, number: &Bound<'_, PyInt>) -> PyResult<Error> {
    Ok(Error::InvalidArgument(format!("{wanted}, got {}", decimal(number)?)))
}

/// Reads the depth of a perft count.
pub(crate) fn depth(value: &Bound<'_, PyAny>) -> Result<u8> {
    Ok(integer("depth", value, 0, u8::MAX.into())? as u8)
}

/// Reads a seat of a round with these rules.
pub(crate) fn seat(name: &str, value: &Bound<'_, PyAny>, rules: &impl Rules) -> Result<Seat> {
    let number = any_int(name, value)?;
    match number.extract::<Seat>() {
        Ok(seat) if seat < rules.players() => Ok(seat),
        _ => Err(Error::no_seat(decimal(&number)?, rules.players()).into()),
    }
}

/// Reads an id of these rules; `None` for anything but an integer.
pub(crate) fn action(value: &Bound<'_, PyAny>, rules: &impl Rules) -> Result<Option<Action>> {
    let Some(number) = index(value)? else { return Ok(None) };
    match number.extract::<Action>() {
        Ok(action) if action < rules.num_actions() => Ok(Some(action)),
        _ => Err(Error::no_action(decimal(&number)?, rules.num_actions()).into()),
    }
}
