//! The fields of rules: options by name, as a caller passes them.

use std::borrow::Cow;

use super::Rules;
use crate::error::Error;
use crate::text::{number, quoted, tokens};

/// The value of one field of [`Rules`].
///
/// ```
/// use oxideal_engine::foursquare::Rules;
/// use oxideal_engine::{FieldValue, Rules as _};
///
/// assert_eq!(Rules::FIELDS, ["diagonal"]);
/// assert_eq!(Rules { diagonal: true }.fields(), [FieldValue::Boolean(true)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// A number, e.g. `hand_size=5`.
    Integer(i64),
    /// A truth value, e.g. `auction=true`.
    Boolean(bool),
    /// A word from the game's list, e.g. `ace=both`.
    Text(Cow<'static, str>),
    /// No value, e.g. `max_redeals=none`. Only the fields in [`Rules::NULLABLE`] accept it.
    None,
}

/// What a caller passed for a field.
///
/// ```
/// use oxideal_engine::{FieldSource as _, FieldValue, FieldValues, Given};
///
/// let mut values = FieldValues(vec![("players", FieldValue::Integer(4))]);
/// assert_eq!(values.integer("players"), Ok(Given::Value(4)));
/// assert_eq!(values.integer("hand_size"), Ok(Given::Missing));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given<T> {
    /// Nothing; the default is used.
    Missing,
    /// A value of the right type, not yet checked.
    Value(T),
    /// A value of the wrong type, as the end of an error: `not str`, or `got` and a long number.
    Other(String),
}

/// A source of field values. [`Rules::from_fields`] asks for one field at a time, and checks it
/// before it asks for the next.
///
/// ```
/// use std::borrow::Cow;
///
/// use oxideal_engine::rummy::Rules;
/// use oxideal_engine::{Error, FieldSource, Given, Rules as _};
///
/// struct Defaults;
///
/// impl FieldSource for Defaults {
///     type Error = Error;
///
///     fn integer(&mut self, _: &'static str) -> Result<Given<i64>, Error> {
///         Ok(Given::Missing)
///     }
///
///     fn boolean(&mut self, _: &'static str) -> Result<Given<bool>, Error> {
///         Ok(Given::Missing)
///     }
///
///     fn text(&mut self, _: &'static str) -> Result<Given<Cow<'static, str>>, Error> {
///         Ok(Given::Missing)
///     }
/// }
///
/// assert_eq!(Rules::from_fields(&mut Defaults)?, Rules::default());
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
pub trait FieldSource {
    /// The error of the source. Errors of the rules are converted into it.
    type Error: From<Error>;

    /// Reads an integer field.
    ///
    /// # Errors
    /// Returns an error of the source if the field cannot be read.
    fn integer(&mut self, name: &'static str) -> Result<Given<i64>, Self::Error>;

    /// Reads an integer field whose default depends on other fields. A source that has a value for
    /// "missing", like `None` in Python, accepts it.
    ///
    /// # Errors
    /// Returns an error of the source if the field cannot be read.
    fn optional_integer(&mut self, name: &'static str) -> Result<Given<i64>, Self::Error> {
        self.integer(name)
    }

    /// Reads an integer field that can be [`FieldValue::None`]. The default accepts integers only.
    ///
    /// # Errors
    /// Returns an error of the source if the field cannot be read.
    fn nullable_integer(&mut self, name: &'static str) -> Result<Given<Option<i64>>, Self::Error> {
        Ok(match self.integer(name)? {
            Given::Missing => Given::Missing,
            Given::Value(value) => Given::Value(Some(value)),
            Given::Other(shown) => Given::Other(shown),
        })
    }

    /// Reads a boolean field.
    ///
    /// # Errors
    /// Returns an error of the source if the field cannot be read.
    fn boolean(&mut self, name: &'static str) -> Result<Given<bool>, Self::Error>;

    /// Reads a text field.
    ///
    /// # Errors
    /// Returns an error of the source if the field cannot be read.
    fn text(&mut self, name: &'static str) -> Result<Given<Cow<'static, str>>, Self::Error>;

    /// Reads a field that is a word or a truth value. The default accepts words only.
    ///
    /// # Errors
    /// Returns an error of the source if the field cannot be read.
    fn switch(&mut self, name: &'static str) -> Result<Given<FieldValue>, Self::Error> {
        Ok(match self.text(name)? {
            Given::Missing => Given::Missing,
            Given::Value(word) => Given::Value(FieldValue::Text(word)),
            Given::Other(shown) => Given::Other(shown),
        })
    }
}

impl<T> Given<T> {
    /// The value, or the default if it is missing. `wanted` describes valid values in the error.
    pub(crate) fn or(self, wanted: &str, default: T) -> Result<T, Error> {
        match self {
            Self::Missing => Ok(default),
            Self::Value(value) => Ok(value),
            Self::Other(shown) => Err(Error::InvalidRules(format!("{wanted}, {shown}"))),
        }
    }
}

impl Given<bool> {
    /// The value of this field, or the default if it is missing.
    pub(crate) fn boolean(self, name: &str, default: bool) -> Result<bool, Error> {
        self.or(&format!("{name} must be True or False"), default)
    }
}

impl Given<Option<i64>> {
    /// The number if it is in range, `None` if that was given, or the default if it is missing.
    pub(crate) fn none_or_within<T>(
        self,
        wanted: &str,
        low: T,
        high: T,
        default: Option<T>,
    ) -> Result<Option<T>, Error>
    where
        T: TryFrom<i64> + Into<i64>,
    {
        let given = match self {
            Self::Value(None) => return Ok(None),
            Self::Value(Some(value)) => Given::Value(value),
            Self::Missing => return Ok(default),
            Self::Other(shown) => Given::Other(shown),
        };
        given.within(wanted, low, high)
    }
}

impl Given<i64> {
    /// The number if it is in range; `wanted` describes the range in the error.
    pub(crate) fn within<T>(self, wanted: &str, low: T, high: T) -> Result<Option<T>, Error>
    where
        T: TryFrom<i64> + Into<i64>,
    {
        let value = match self {
            Self::Missing => return Ok(None),
            other => other.or(wanted, 0)?,
        };
        let inside = (low.into()..=high.into()).contains(&value);
        let small = T::try_from(value).ok().filter(|_| inside);
        small.map(Some).ok_or_else(|| Error::InvalidRules(format!("{wanted}, got {value}")))
    }
}

impl Given<Cow<'static, str>> {
    /// The value that `named` returns for the word; `wanted` lists the words in the error.
    pub(crate) fn one_of<T>(
        self,
        wanted: &str,
        named: fn(&str) -> Option<T>,
        default: T,
    ) -> Result<T, Error> {
        match self {
            Self::Missing => Ok(default),
            Self::Value(name) => {
                named(&name).ok_or_else(|| Error::InvalidRules(format!("{wanted}, got {}", quoted(&name))))
            }
            Self::Other(shown) => Err(Error::InvalidRules(format!("{wanted}, {shown}"))),
        }
    }
}

impl Given<FieldValue> {
    /// What `of_value` returns for the value; `wanted` lists the values in the error.
    pub(crate) fn one_of_values<T>(
        self,
        wanted: &str,
        of_value: fn(&FieldValue) -> Option<T>,
        default: T,
    ) -> Result<T, Error> {
        let shown = match self {
            Self::Missing => return Ok(default),
            Self::Value(value) => match (of_value(&value), value) {
                (Some(found), _) => return Ok(found),
                (None, FieldValue::Text(word)) => format!("got {}", quoted(&word)),
                (None, other) => format!("not {other:?}"),
            },
            Self::Other(shown) => shown,
        };
        Err(Error::InvalidRules(format!("{wanted}, {shown}")))
    }
}

/// A [`FieldSource`] of named values; all other fields are missing.
///
/// ```
/// use oxideal_engine::rummy::Rules;
/// use oxideal_engine::{FieldValue, FieldValues, Rules as _};
///
/// let rules = Rules::from_fields(&mut FieldValues(vec![("players", FieldValue::Integer(4))]))?;
/// assert_eq!(rules.players(), 4);
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FieldValues(pub Vec<(&'static str, FieldValue)>);

impl FieldValues {
    fn take(&mut self, name: &str) -> Option<FieldValue> {
        let place = self.0.iter().position(|&(other, _)| other == name)?;
        Some(self.0.swap_remove(place).1)
    }
}

impl FieldSource for FieldValues {
    type Error = Error;

    fn integer(&mut self, name: &'static str) -> Result<Given<i64>, Error> {
        Ok(match self.take(name) {
            Some(FieldValue::Integer(value)) => Given::Value(value),
            Some(other) => Given::Other(format!("not {other:?}")),
            None => Given::Missing,
        })
    }

    fn nullable_integer(&mut self, name: &'static str) -> Result<Given<Option<i64>>, Error> {
        Ok(match self.take(name) {
            Some(FieldValue::Integer(value)) => Given::Value(Some(value)),
            Some(FieldValue::None) => Given::Value(None),
            Some(other) => Given::Other(format!("not {other:?}")),
            None => Given::Missing,
        })
    }

    fn boolean(&mut self, name: &'static str) -> Result<Given<bool>, Error> {
        Ok(match self.take(name) {
            Some(FieldValue::Boolean(value)) => Given::Value(value),
            Some(other) => Given::Other(format!("not {other:?}")),
            None => Given::Missing,
        })
    }

    fn text(&mut self, name: &'static str) -> Result<Given<Cow<'static, str>>, Error> {
        Ok(match self.take(name) {
            Some(FieldValue::Text(value)) => Given::Value(value),
            Some(other) => Given::Other(format!("not {other:?}")),
            None => Given::Missing,
        })
    }

    fn switch(&mut self, name: &'static str) -> Result<Given<FieldValue>, Error> {
        Ok(match self.take(name) {
            Some(value @ (FieldValue::Text(_) | FieldValue::Boolean(_))) => Given::Value(value),
            Some(other) => Given::Other(format!("not {other:?}")),
            None => Given::Missing,
        })
    }
}

/// Writes the game's name and the fields that differ from their defaults.
pub(crate) fn write_rules<R: Rules>(name: &str, rules: &R) -> String {
    let mut words = String::from(name);
    for ((field, value), default) in R::FIELDS.iter().zip(rules.fields()).zip(rules.defaults()) {
        if default.as_ref() != Some(&value) {
            words.extend([" ", field, "="]);
            match value {
                FieldValue::Integer(value) => words += &value.to_string(),
                FieldValue::Boolean(value) => words += if value { "true" } else { "false" },
                FieldValue::Text(value) => words += &value,
                FieldValue::None => words += "none",
            }
        }
    }
    words
}

/// Reads what [`write_rules`] writes. Numbers have at most `digits` digits. `title` and two examples of fields are for
/// messages.
pub(crate) fn read_rules<R: Rules>(
    text: &str,
    name: &str,
    digits: usize,
    title: &str,
    [first, second]: [&str; 2],
) -> Result<R, Error> {
    let mut words = tokens(text);
    if words.next() != Some(name) {
        let text = quoted(text);
        return Err(Error::InvalidRules(format!(
            "a {title} position must start with \"{name}\" and any rules, e.g. \"{name} {first}\", got {text}"
        )));
    }
    let defaults = R::default().fields();
    let mut values: Vec<(&'static str, FieldValue)> = Vec::new();
    for word in words {
        let read = || {
            let (name, value) = word.split_once('=')?;
            let place = R::FIELDS.iter().position(|&field| field == name)?;
            let value = match defaults[place] {
                _ if value == "none" && R::NULLABLE.contains(&name) => FieldValue::None,
                FieldValue::Integer(_) | FieldValue::None => {
                    FieldValue::Integer(number(value, digits)?.into())
                }
                FieldValue::Boolean(_) => FieldValue::Boolean(value.parse().ok()?),
                FieldValue::Text(_) => match value.parse() {
                    Ok(value) if R::SWITCHES.contains(&name) => FieldValue::Boolean(value),
                    _ => FieldValue::Text(Cow::Owned(value.into())),
                },
            };
            Some((R::FIELDS[place], value))
        };
        let (name, value) = read().ok_or_else(|| {
            let word = quoted(word);
            Error::InvalidRules(format!("unknown rule {word}; expected e.g. \"{first}\" or \"{second}\""))
        })?;
        if values.iter().any(|&(other, _)| other == name) {
            return Err(Error::InvalidRules(format!("duplicate rule \"{name}\"")));
        }
        values.push((name, value));
    }
    R::from_fields(&mut FieldValues(values))
}
