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

/// Returns an integer as a message shows it, cut to 40 characters. Those of more than 2,000 bits are in hexadecimal:
/// their decimal digits take long, and Python may refuse them.
pub(crate) fn decimal(number: &Bound<'_, PyInt>) -> PyResult<String> {
    const MAX_CHARS: usize = 40;
    const MAX_BITS: usize = 2000;
    // A subclass may have methods of its own.
    let int = number.py().get_type::<PyInt>();
    let bits: usize = int.call_method1("bit_length", (number,))?.extract()?;
    if bits <= MAX_BITS {
        let text = int.call_method1("__repr__", (number,))?.to_string();
        return Ok(match text.get(..MAX_CHARS) {
            Some(shown) if text.len() > MAX_CHARS => format!("{shown}..."),
            _ => text,
        });
    }
    let magnitude = int.call_method1("__abs__", (number,))?;
    let sign = if int.call_method1("__lt__", (number, 0))?.is_truthy()? { "-" } else { "" };
    let shown = MAX_CHARS - sign.len() - "0x".len();
    let digits = magnitude.rshift((bits.div_ceil(4) - shown) * 4)?;
    Ok(format!("{sign}{}...", digits.call_method1("__format__", ("#x",))?))
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
