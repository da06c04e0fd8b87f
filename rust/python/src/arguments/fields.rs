//! The fields of a rules object.

use oxideal_engine::Error;
use oxideal_engine::text::quoted;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyString};

use super::{decimal, index, text, type_name, wrong_type};
use crate::errors::Result;

/// Python's `collections.abc.Mapping`.
static MAPPING: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// More than any rules have.
const MAX_FIELDS: usize = 100;

/// The fields of a rules object by name: no others, `None` for one that is missing.
pub(crate) fn fields<'py, const N: usize>(
    fields: &Bound<'py, PyAny>,
    names: [&str; N],
) -> Result<[Option<Bound<'py, PyAny>>; N]> {
    // Not by a cast to PyMapping, which prints what such a question raises.
    if !fields.is_instance(MAPPING.import(fields.py(), "collections.abc", "Mapping")?)? {
        return Err(wrong_type("fields", "a mapping", fields));
    }
    let mut values = [const { None }; N];
    // A mapping may never end.
    for key in fields.try_iter()?.take(MAX_FIELDS) {
        let key = key?;
        let name = text("a field", &key)?;
        let Some(place) = names.iter().position(|&known| known == name) else {
            let (name, known) = (quoted(&name), names.join(", "));
            let wrong = format!("{name} is no field of these rules: the fields are {known}");
            return Err(Error::InvalidRules(wrong).into());
        };
        values[place] = Some(fields.get_item(&key)?);
    }
    Ok(values)
}

/// A field that is true or false.
pub(crate) fn boolean_field(name: &str, value: &Bound<'_, PyAny>) -> Result<bool> {
    if let Ok(boolean) = value.cast::<PyBool>() {
        return Ok(boolean.is_true());
    }
    let actual = type_name(value)?;
    Err(Error::InvalidRules(format!("{name} is True or False, not {actual}")).into())
}

/// A field that is a small number; `what` says which.
pub(crate) fn number_field<T>(what: &str, value: &Bound<'_, PyAny>, low: T, high: T) -> Result<T>
where
    T: PartialOrd + TryFrom<u64>,
{
    let shown = match index(value)? {
        Some(number) => match number.extract::<u64>().map(T::try_from) {
            Ok(Ok(number)) if (low..=high).contains(&number) => return Ok(number),
            _ => decimal(&number)?,
        },
        None => type_name(value)?,
    };
    Err(Error::InvalidRules(format!("{what}, not {shown}")).into())
}

/// One of some words; the error for others.
pub(crate) fn one_of<T>(
    name: &str,
    wanted: &str,
    value: &Bound<'_, PyAny>,
    named: fn(&str) -> Option<T>,
    blame: fn(String) -> Error,
) -> Result<T> {
    let shown = if value.is_instance_of::<PyString>() {
        let text = text(name, value)?;
        if let Some(found) = named(&text) {
            return Ok(found);
        }
        quoted(&text)
    } else {
        type_name(value)?
    };
    Err(blame(format!("{name} is {wanted}, not {shown}")).into())
}
