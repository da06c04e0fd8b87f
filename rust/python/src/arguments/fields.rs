//! The options of a rules object. They are only converted here; the engine checks them.

use std::borrow::Cow;

use oxideal_engine::text::quoted;
use oxideal_engine::{Error, FieldSource, FieldValue, Given, Rules};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};

use super::{decimal, index, text, type_name, wrong_type};
use crate::errors::{BindingError, Result};
use crate::package;

/// Python's `collections.abc.Mapping`.
static MAPPING: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// More options than any rules have.
const MAX_FIELDS: usize = 100;

/// Returns the rules with the arguments of a constructor.
pub(crate) fn rules_of<R: Rules>(
    values: &Bound<'_, PyTuple>,
    options: Option<&Bound<'_, PyDict>>,
) -> Result<R> {
    if !values.is_empty() {
        let option = R::FIELDS[0];
        let wrong = format!("Rules takes keyword arguments only, e.g. Rules({option}=...)");
        return Err(PyTypeError::new_err(wrong).into());
    }
    with_options(vec![None; R::FIELDS.len()], options)
}

/// Returns the rules with some options replaced; `fields` has all of them.
pub(crate) fn rules_replaced<R: Rules>(
    fields: &Bound<'_, PyDict>,
    options: Option<&Bound<'_, PyDict>>,
) -> Result<R> {
    let given = R::FIELDS.iter().map(|name| fields.get_item(name)).collect::<PyResult<_>>()?;
    with_options::<R>(given, options)
}

/// Returns the rules with these fields, of which `options` replaces some.
fn with_options<'py, R: Rules>(
    mut given: Vec<Option<Bound<'py, PyAny>>>,
    options: Option<&Bound<'py, PyDict>>,
) -> Result<R> {
    for (key, value) in options.into_iter().flatten() {
        let name = text("an option", &key)?;
        let Some(place) = R::FIELDS.iter().position(|&known| known == name) else {
            let hint = package::suggestion(&key, R::FIELDS)?;
            let fields = R::FIELDS.join(", ");
            let wrong = format!("Rules has no option {}{hint}; expected one of {fields}", quoted(&name));
            return Err(PyTypeError::new_err(wrong).into());
        };
        given[place] = Some(value);
    }
    R::from_fields(&mut GivenFields { names: R::FIELDS, given })
}

/// Returns the rules with the items of a mapping. Its keys must be names of fields.
pub(crate) fn rules_of_mapping<R: Rules>(mapping: &Bound<'_, PyAny>) -> Result<R> {
    // A cast to `PyMapping` would print an exception raised by this check.
    if !mapping.is_instance(MAPPING.import(mapping.py(), "collections.abc", "Mapping")?)? {
        return Err(wrong_type("fields", "a mapping", mapping));
    }
    let mut given = vec![None; R::FIELDS.len()];
    // A mapping may be endless.
    for key in mapping.try_iter()?.take(MAX_FIELDS) {
        let key = key?;
        let name = text("a field", &key)?;
        let Some(place) = R::FIELDS.iter().position(|&known| known == name) else {
            let hint = package::suggestion(&key, R::FIELDS)?;
            let fields = R::FIELDS.join(", ");
            let wrong = format!("unknown field {}{hint}; expected one of {fields}", quoted(&name));
            return Err(Error::InvalidRules(wrong).into());
        };
        given[place] = Some(mapping.get_item(&key)?);
    }
    let mut given = GivenFields { names: R::FIELDS, given };
    let rules = R::from_fields(&mut given)?;
    // As an argument, `None` can stand for a number that other options decide. Dicts have that number.
    for (name, value) in R::FIELDS.iter().zip(rules.fields()) {
        if value != FieldValue::None && given.get(name).is_some_and(Bound::is_none) {
            return Err(Error::InvalidRules(format!("{name} must be an integer, not NoneType")).into());
        }
    }
    Ok(rules)
}

/// The values of the fields, `None` for missing ones.
struct GivenFields<'py> {
    names: &'static [&'static str],
    given: Vec<Option<Bound<'py, PyAny>>>,
}

impl<'py> GivenFields<'py> {
    fn get(&self, name: &str) -> Option<&Bound<'py, PyAny>> {
        self.given[self.names.iter().position(|&known| known == name)?].as_ref()
    }
}

fn not_of_type<T>(value: &Bound<'_, PyAny>) -> Result<Given<T>> {
    Ok(Given::Other(format!("not {}", type_name(value)?)))
}

impl FieldSource for GivenFields<'_> {
    type Error = BindingError;

    fn integer(&mut self, name: &'static str) -> Result<Given<i64>> {
        let Some(value) = self.get(name) else { return Ok(Given::Missing) };
        Ok(match index(value)? {
            Some(number) => match number.extract() {
                Ok(number) => Given::Value(number),
                Err(_) => Given::Other(format!("got {}", decimal(&number)?)),
            },
            None => not_of_type(value)?,
        })
    }

    fn optional_integer(&mut self, name: &'static str) -> Result<Given<i64>> {
        if self.get(name).is_some_and(Bound::is_none) { Ok(Given::Missing) } else { self.integer(name) }
    }

    fn nullable_integer(&mut self, name: &'static str) -> Result<Given<Option<i64>>> {
        if self.get(name).is_some_and(Bound::is_none) {
            return Ok(Given::Value(None));
        }
        Ok(match self.integer(name)? {
            Given::Missing => Given::Missing,
            Given::Value(value) => Given::Value(Some(value)),
            Given::Other(shown) => Given::Other(shown),
        })
    }

    fn boolean(&mut self, name: &'static str) -> Result<Given<bool>> {
        let Some(value) = self.get(name) else { return Ok(Given::Missing) };
        Ok(match value.cast::<PyBool>() {
            Ok(value) => Given::Value(value.is_true()),
            Err(_) => not_of_type(value)?,
        })
    }

    fn text(&mut self, name: &'static str) -> Result<Given<Cow<'static, str>>> {
        let Some(value) = self.get(name) else { return Ok(Given::Missing) };
        if value.is_instance_of::<PyString>() {
            return Ok(Given::Value(text(name, value)?.into_owned().into()));
        }
        not_of_type(value)
    }

    fn switch(&mut self, name: &'static str) -> Result<Given<FieldValue>> {
        let boolean = self.get(name).and_then(|value| value.cast::<PyBool>().ok());
        if let Some(value) = boolean {
            return Ok(Given::Value(FieldValue::Boolean(value.is_true())));
        }
        Ok(match self.text(name)? {
            Given::Missing => Given::Missing,
            Given::Value(word) => Given::Value(FieldValue::Text(word)),
            Given::Other(shown) => Given::Other(shown),
        })
    }
}
