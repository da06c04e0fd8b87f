//! Checks arguments from Python. Wrong types raise `TypeError`, wrong values an error of the package.

mod fields;
mod integers;
mod seeds;

use std::borrow::Cow;

use oxideal_engine::{Error, Rules, Words};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyIterator, PyList, PyString, PyType};

pub(crate) use self::fields::{rules_of, rules_of_mapping, rules_replaced};
pub(crate) use self::integers::{action, any_int, decimal, depth, index, integer, seat};
pub(crate) use self::seeds::{SeedArgument, StreamArgument, future_chance, seed_as_int};
use crate::errors::{BindingError, Result};

/// Returns the name of a value's type for messages. Every game has a `Move` and so on, so those names include the
/// module. A class itself is named as such, with a hint if it can be called without arguments.
pub(crate) fn type_name(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let given = value.cast::<PyType>().ok();
    let class = given.cloned().unwrap_or_else(|| value.get_type());
    let name = class.name()?.to_string();
    let shown = match name.as_str() {
        "Rules" | "Move" | "State" | "View" => class.fully_qualified_name()?.to_string(),
        _ => name.clone(),
    };
    if given.is_none() {
        return Ok(shown);
    }
    let hint = match name.as_str() {
        "Rules" | "State" => format!("; pass an instance: {name}()"),
        _ => String::new(),
    };
    Ok(format!("the class {shown}{hint}"))
}

/// `TypeError: seat must be an integer, not str`. If it is a dict that `Rules` can read, the message says how.
pub(crate) fn wrong_type(name: &str, wanted: &str, value: &Bound<'_, PyAny>) -> BindingError {
    let hint = match name {
        "a move" if value.is_instance_of::<PyDict>() => "; rules.move_from_dict reads it",
        "an event" if value.is_instance_of::<PyDict>() => "; rules.event_from_dict reads it",
        _ => "",
    };
    match type_name(value) {
        Ok(actual) => PyTypeError::new_err(format!("{name} must be {wanted}, not {actual}{hint}")).into(),
        Err(error) => error.into(),
    }
}

/// Reads a text.
pub(crate) fn text<'a>(name: &str, value: &'a Bound<'_, PyAny>) -> Result<Cow<'a, str>> {
    let text = value.cast::<PyString>().map_err(|_| wrong_type(name, "a str", value))?;
    if let Ok(text) = text.to_cow() {
        return Ok(text);
    }
    // A lone surrogate is not a character. A text that has one names nothing, and messages quote it as `?`.
    let bytes = text.call_method1("encode", ("utf-8", "replace"))?;
    Ok(String::from_utf8_lossy(bytes.cast::<PyBytes>()?.as_bytes()).into_owned().into())
}

/// Reads the name of a language; the default is English.
pub(crate) fn language(value: &Defaulted<'_>) -> Result<String> {
    let Some(value) = value.given() else { return Ok("en".into()) };
    let language = text("language", value)?;
    Words::of("", &language)?;
    Ok(language.into_owned())
}

/// Reads bytes.
pub(crate) fn bytes<'a>(name: &str, value: &'a Bound<'_, PyAny>) -> Result<&'a [u8]> {
    Ok(value.cast::<PyBytes>().map_err(|_| wrong_type(name, "bytes", value))?.as_bytes())
}

/// Reads `True` or `False`. Other values are not tested for truth.
pub(crate) fn boolean(name: &str, value: &Bound<'_, PyAny>) -> Result<bool> {
    if let Ok(boolean) = value.cast::<PyBool>() {
        return Ok(boolean.is_true());
    }
    let actual = type_name(value)?;
    Err(PyTypeError::new_err(format!("{name} must be True or False, not {actual}")).into())
}

/// Iterates over any iterable but a text, which would give its letters.
pub(crate) fn items<'py>(
    name: &str,
    wanted: &str,
    value: &Bound<'py, PyAny>,
) -> Result<Bound<'py, PyIterator>> {
    if value.is_instance_of::<PyString>() {
        return Err(wrong_type(name, wanted, value));
    }
    value.try_iter().map_err(|error| {
        let is_type_error = error.is_instance_of::<PyTypeError>(value.py());
        if is_type_error { wrong_type(name, wanted, value) } else { error.into() }
    })
}

/// Reads the items of a list that has at most `max`.
pub(crate) fn items_up_to<T>(
    name: &str,
    wanted: &str,
    value: &Bound<'_, PyAny>,
    max: usize,
    read: impl Fn(&Bound<'_, PyAny>) -> Result<T>,
) -> Result<Vec<T>> {
    let items = items(name, wanted, value)?.take(max + 1).collect::<PyResult<Vec<_>>>()?;
    if items.len() > max {
        return Err(Error::InvalidArgument(format!("{name} must have at most {max} items")).into());
    }
    items.iter().map(read).collect()
}

/// Reads one item per seat. The message does not count beyond `max`.
pub(crate) fn per_seat<T>(
    name: &str,
    value: &Bound<'_, PyAny>,
    rules: &impl Rules,
    max: usize,
    read: impl Fn(&Bound<'_, PyAny>) -> Result<T>,
) -> Result<Vec<T>> {
    let players = rules.players();
    let given = items(name, "a list with one item per seat", value)?;
    let items = given.take(max + 1).collect::<PyResult<Vec<_>>>()?;
    if items.len() == players {
        return items.iter().map(read).collect();
    }
    let count = if items.len() > max { "more".into() } else { items.len().to_string() };
    Err(Error::InvalidArgument(format!("{name} must have {players} items, one per seat, got {count}")).into())
}

/// Reads the texts of a list.
pub(crate) fn texts(list: &Bound<'_, PyList>) -> Result<Vec<String>> {
    list.iter().map(|item| Ok(text("an item", &item)?.into_owned())).collect()
}

/// An argument whose default is not `None`, so that `None` is a value like any other.
pub(crate) enum Defaulted<'py> {
    Missing,
    Given(Bound<'py, PyAny>),
}

impl<'py> Defaulted<'py> {
    pub(crate) fn given(&self) -> Option<&Bound<'py, PyAny>> {
        match self {
            Self::Missing => None,
            Self::Given(value) => Some(value),
        }
    }

    /// Returns the value as `read` reads it, or the default.
    pub(crate) fn map_or<T>(
        &self,
        default: T,
        read: impl FnOnce(&Bound<'py, PyAny>) -> Result<T>,
    ) -> Result<T> {
        self.given().map_or(Ok(default), read)
    }
}

impl<'py> FromPyObject<'_, 'py> for Defaulted<'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self::Given(value.to_owned()))
    }
}
