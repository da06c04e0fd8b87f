//! Checks of an object's fields, one by one.

use super::{JsonValue, MALFORMED, given};
use crate::error::Error;
use crate::text::quoted;

/// Makes the error of a message.
pub(crate) type Wrong = fn(String) -> Error;

/// An object whose fields are checked one by one.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'v, 'a> {
    /// Where the object is, e.g. `recent[0]`; empty for the outermost.
    name: &'v str,
    object: &'v JsonValue<'a>,
    wrong: Wrong,
}

impl<'v, 'a> Fields<'v, 'a> {
    pub(crate) fn new(name: &'v str, object: &'v JsonValue<'a>, wrong: Wrong) -> Result<Self, Error> {
        match object {
            JsonValue::Object(_) => Ok(Self { name, object, wrong }),
            _ if name.is_empty() => Err(wrong(MALFORMED.into())),
            _ => Err(wrong(format!("{name} must be a dict, not {}", type_name(object)))),
        }
    }

    /// Returns a field, or the error that it is missing.
    pub(crate) fn get(&self, name: &str) -> Result<&'v JsonValue<'a>, Error> {
        self.object.get(name).ok_or_else(|| self.error(&format!("missing field {}", quoted(name))))
    }

    pub(crate) fn text(&self, name: &str) -> Result<&'v str, Error> {
        match self.get(name)? {
            JsonValue::Text(text) => Ok(text),
            other => Err(self.expected(name, "a string", other)),
        }
    }

    pub(crate) fn list(&self, name: &str) -> Result<&'v [JsonValue<'a>], Error> {
        match self.get(name)? {
            JsonValue::List(items) => Ok(items),
            other => Err(self.expected(name, "a list", other)),
        }
    }

    pub(crate) fn integer(&self, name: &str) -> Result<i64, Error> {
        match self.get(name)? {
            JsonValue::Integer(number) => Ok(*number),
            other => Err(self.expected(name, "an integer", other)),
        }
    }

    pub(crate) fn natural(&self, name: &str) -> Result<u64, Error> {
        let found = self.get(name)?;
        natural(found).ok_or_else(|| self.expected(name, NATURAL, found))
    }

    /// Returns what `read` makes of a field, or `None` if the field is null. `wanted` is for the error if
    /// `read` fails.
    pub(crate) fn maybe<T>(
        &self,
        name: &str,
        wanted: &str,
        read: impl FnOnce(&'v JsonValue<'a>) -> Option<T>,
    ) -> Result<Option<T>, Error> {
        match self.get(name)? {
            JsonValue::Null => Ok(None),
            found => {
                let wanted = || self.expected(name, &format!("{wanted} or None"), found);
                read(found).map(Some).ok_or_else(wanted)
            }
        }
    }

    /// Returns the error of a message about this object.
    pub(crate) fn error(&self, message: &str) -> Error {
        (self.wrong)(if self.name.is_empty() { message.into() } else { format!("{}: {message}", self.name) })
    }

    pub(crate) fn expected(&self, name: &str, wanted: &str, found: &JsonValue<'_>) -> Error {
        self.error(&format!("{name} must be {wanted}, {}", given(found)))
    }
}

/// What [`natural`] accepts.
pub(crate) const NATURAL: &str = "0 to 2**53 - 1";

/// A number that every reader of JSON has exactly.
pub(crate) fn natural(value: &JsonValue<'_>) -> Option<u64> {
    let &JsonValue::Integer(number) = value else { return None };
    u64::try_from(number).ok().filter(|&number| number < 1 << 53)
}

/// The name of the value's type in Python, which messages use.
pub(crate) const fn type_name(value: &JsonValue<'_>) -> &'static str {
    match value {
        JsonValue::Null => "NoneType",
        JsonValue::Boolean(_) => "bool",
        JsonValue::Integer(_) => "int",
        JsonValue::Text(_) => "str",
        JsonValue::List(_) => "list",
        JsonValue::Object(_) => "dict",
    }
}
