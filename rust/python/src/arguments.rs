//! What Python callers pass in, checked. Wrong types raise `TypeError`, wrong values errors of ours.

use std::borrow::Cow;

use oxideal_engine::text::quoted;
use oxideal_engine::{Action, Error, FieldSource, Given, Rules, Seat, Seed, Stream};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyInt, PyIterator, PyString};

use crate::errors::raise;

/// The name of a value's type, for messages. Every game has a `Move`, so of such classes the module is named too.
pub(crate) fn type_name(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let class = value.get_type();
    let name = class.name()?.to_string();
    match name.as_str() {
        "Rules" | "Move" | "State" | "View" => Ok(class.fully_qualified_name()?.to_string()),
        _ => Ok(name),
    }
}

/// `TypeError: seat must be an integer, not str`.
pub(crate) fn wrong_type(name: &str, wanted: &str, value: &Bound<'_, PyAny>) -> PyErr {
    match type_name(value) {
        Ok(actual) => PyTypeError::new_err(format!("{name} must be {wanted}, not {actual}")),
        Err(error) => error,
    }
}

/// Python's `operator.index`.
static INDEX: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// What a mapping is an instance of.
static MAPPING: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// Whatever has `__index__`, but for truth values; `None` for all else.
fn index<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyInt>>> {
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

/// Any integer.
pub(crate) fn whole<'py>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyInt>> {
    index(value)?.ok_or_else(|| wrong_type(name, "an integer", value))
}

/// An integer as a text. Python refuses to write very long ones in decimal; they come in hexadecimal.
pub(crate) fn printed(number: &Bound<'_, PyInt>) -> PyResult<String> {
    let text = number
        .str()
        .or_else(|_| number.call_method1("__format__", ("#x",))?.cast_into().map_err(PyErr::from))?;
    Ok(text.to_string())
}

/// An integer from `low` to `high`.
pub(crate) fn integer(name: &str, value: &Bound<'_, PyAny>, low: u64, high: u64) -> PyResult<u64> {
    let number = whole(name, value)?;
    match number.extract::<u64>() {
        Ok(number) if (low..=high).contains(&number) => Ok(number),
        _ => Err(outside(&format!("{name} is an integer from {low} to {high}"))),
    }
}

fn outside(wanted: &str) -> PyErr {
    raise(Error::InvalidArgument(format!("{wanted}; this integer is outside that range")))
}

/// How deep to count.
pub(crate) fn depth(value: &Bound<'_, PyAny>) -> PyResult<u8> {
    let number = whole("depth", value)?;
    number.extract::<u8>().map_err(|_| outside("a depth is an integer from 0 to 255"))
}

/// A seat at the table of these rules.
pub(crate) fn seat(name: &str, value: &Bound<'_, PyAny>, rules: &impl Rules) -> PyResult<Seat> {
    let number = whole(name, value)?;
    match number.extract::<Seat>() {
        Ok(seat) if seat < rules.players() => Ok(seat),
        _ => Err(raise(Error::no_seat(printed(&number)?, rules.players()))),
    }
}

/// An id of the table of these rules; `None` for what is no integer at all.
pub(crate) fn action(value: &Bound<'_, PyAny>, rules: &impl Rules) -> PyResult<Option<Action>> {
    let Some(number) = index(value)? else { return Ok(None) };
    match number.extract::<Action>() {
        Ok(action) if action < rules.num_actions() => Ok(Some(action)),
        _ => Err(raise(Error::no_action(printed(&number)?, rules.num_actions()))),
    }
}

/// `TypeError` for what is neither an id nor a move.
pub(crate) fn no_move(value: &Bound<'_, PyAny>) -> PyErr {
    let hint = if value.is_instance_of::<PyString>() { "; use parse() for texts" } else { "" };
    match type_name(value) {
        Ok(name) => {
            PyTypeError::new_err(format!("a move is an action id or a Move of this game, not {name}{hint}"))
        }
        Err(error) => error,
    }
}

/// A text.
pub(crate) fn text<'a>(name: &str, value: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, str>> {
    let text = value.cast::<PyString>().map_err(|_| wrong_type(name, "a str", value))?;
    if let Ok(text) = text.to_cow() {
        return Ok(text);
    }
    // Half a surrogate pair is no character; whatever it stands in names nothing, and messages quote it as `?`.
    let bytes = text.call_method1("encode", ("utf-8", "replace"))?;
    Ok(String::from_utf8_lossy(bytes.cast::<PyBytes>()?.as_bytes()).into_owned().into())
}

/// Something that gives its items one by one; a text, which would give its letters, is not meant.
pub(crate) fn items<'py>(
    name: &str,
    wanted: &str,
    value: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyIterator>> {
    if value.is_instance_of::<PyString>() {
        return Err(wrong_type(name, wanted, value));
    }
    value.try_iter().map_err(|error| {
        let is_type_error = error.is_instance_of::<PyTypeError>(value.py());
        if is_type_error { wrong_type(name, wanted, value) } else { error }
    })
}

/// One item a seat. More than `most` are not counted.
pub(crate) fn per_seat<'py>(
    name: &str,
    value: &Bound<'py, PyAny>,
    rules: &impl Rules,
    most: usize,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let players = rules.players();
    let given = items(name, "a list with one item a seat", value)?;
    let items = given.take(most + 1).collect::<PyResult<Vec<_>>>()?;
    if items.len() == players {
        return Ok(items);
    }
    let count = if items.len() > most { "more".into() } else { items.len().to_string() };
    Err(raise(Error::InvalidArgument(format!("{name} has one item a seat: {players}, not {count}"))))
}

/// An argument that has a default other than `None`, which is therefore a value like any other.
pub(crate) enum Optional<'py> {
    Missing,
    Given(Bound<'py, PyAny>),
}

impl<'py> Optional<'py> {
    pub(crate) fn given(&self) -> Option<&Bound<'py, PyAny>> {
        match self {
            Self::Missing => None,
            Self::Given(value) => Some(value),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Optional<'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self::Given(value.to_owned()))
    }
}

/// Bytes.
pub(crate) fn bytes<'a>(name: &str, value: &'a Bound<'_, PyAny>) -> PyResult<&'a [u8]> {
    Ok(value.cast::<PyBytes>().map_err(|_| wrong_type(name, "bytes", value))?.as_bytes())
}

/// A field of a rules object that is true or false.
pub(crate) fn truth(name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(truth.is_true());
    }
    let actual = type_name(value)?;
    Err(raise(Error::InvalidRules(format!("{name} is True or False, not {actual}"))))
}

/// The fields of a rules object that a caller gives, in the order of their names.
pub(crate) struct GivenFields<'a, 'py>(
    pub(crate) &'a [Option<&'a Bound<'py, PyAny>>],
    pub(crate) &'static [&'static str],
);

/// An error of Python, which errors of the engine become.
pub(crate) struct Raised(pub(crate) PyErr);

impl From<Error> for Raised {
    fn from(error: Error) -> Self {
        Self(raise(error))
    }
}

impl From<PyErr> for Raised {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

impl<'py> GivenFields<'_, 'py> {
    fn get(&self, name: &str) -> Option<&Bound<'py, PyAny>> {
        self.1.iter().position(|&known| known == name).and_then(|place| self.0[place])
    }
}

impl FieldSource for GivenFields<'_, '_> {
    type Error = Raised;

    fn integer(&mut self, name: &'static str) -> Result<Given<i64>, Raised> {
        let Some(value) = self.get(name) else { return Ok(Given::Missing) };
        Ok(match index(value)? {
            Some(number) => match number.extract() {
                Ok(number) => Given::Value(number),
                Err(_) => Given::Other(printed(&number)?),
            },
            None => Given::Other(type_name(value)?),
        })
    }

    fn boolean(&mut self, name: &'static str) -> Result<Given<bool>, Raised> {
        let Some(value) = self.get(name) else { return Ok(Given::Missing) };
        Ok(match value.cast::<PyBool>() {
            Ok(value) => Given::Value(value.is_true()),
            Err(_) => Given::Other(type_name(value)?),
        })
    }

    fn text(&mut self, name: &'static str) -> Result<Given<Cow<'static, str>>, Raised> {
        let Some(value) = self.get(name) else { return Ok(Given::Missing) };
        if value.is_instance_of::<PyString>() {
            return Ok(Given::Value(text(name, value)?.into_owned().into()));
        }
        Ok(Given::Other(type_name(value)?))
    }
}

/// The rules of these fields, in their order; the engine checks them.
pub(crate) fn rules_of<R: Rules>(given: &[Option<&Bound<'_, PyAny>>]) -> PyResult<R> {
    R::from_fields(&mut GivenFields(given, R::FIELDS)).map_err(|Raised(error)| error)
}

/// One of some words; the error for others.
pub(crate) fn one_of<T>(
    name: &str,
    wanted: &str,
    value: &Bound<'_, PyAny>,
    named: fn(&str) -> Option<T>,
    blame: fn(String) -> Error,
) -> PyResult<T> {
    let shown = if value.is_instance_of::<PyString>() {
        let text = text(name, value)?;
        if let Some(found) = named(&text) {
            return Ok(found);
        }
        quoted(&text)
    } else {
        type_name(value)?
    };
    Err(raise(blame(format!("{name} is {wanted}, not {shown}"))))
}

/// An argument that is true or false.
pub(crate) fn flag(name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(truth.is_true());
    }
    let actual = type_name(value)?;
    Err(PyTypeError::new_err(format!("{name} is True or False, not {actual}")))
}

/// More than any rules have.
const MOST_FIELDS: usize = 100;

/// The fields of a rules object by name: no others, `None` for one that is missing.
pub(crate) fn fields<'py, const N: usize>(
    fields: &Bound<'py, PyAny>,
    names: [&str; N],
) -> PyResult<[Option<Bound<'py, PyAny>>; N]> {
    // Not by a cast to PyMapping, which prints what such a question raises.
    if !fields.is_instance(MAPPING.import(fields.py(), "collections.abc", "Mapping")?)? {
        return Err(wrong_type("fields", "a mapping", fields));
    }
    let mut values = [const { None }; N];
    // A mapping may never end.
    for key in fields.try_iter()?.take(MOST_FIELDS) {
        let key = key?;
        let name = text("a field", &key)?;
        let Some(place) = names.iter().position(|&known| known == name) else {
            let (name, known) = (quoted(&name), names.join(", "));
            let wrong = format!("{name} is no field of these rules: the fields are {known}");
            return Err(raise(Error::InvalidRules(wrong)));
        };
        values[place] = Some(fields.get_item(&key)?);
    }
    Ok(values)
}

const SEED: &str = "a seed is an integer from 0 to 2**256 - 1, 32 bytes, or None (the system's entropy)";

/// The seed of a stream.
pub(crate) struct GivenSeed(Seed);

impl GivenSeed {
    /// What a position set up by hand goes on with where nobody gave it a seed.
    pub(crate) fn zero() -> Self {
        Self(Seed::from(0))
    }

    /// The seed, or one from the system's entropy where none was given.
    pub(crate) fn or_from_system(given: Option<Self>) -> PyResult<Seed> {
        given.map_or_else(|| Seed::from_system().map_err(raise), |given| Ok(given.0))
    }
}

impl<'py> FromPyObject<'_, 'py> for GivenSeed {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = value.cast::<PyBytes>() {
            let bytes = bytes.as_bytes();
            let length = bytes.len();
            let wrong = |_| raise(Error::InvalidArgument(format!("{SEED}; these are {length} bytes")));
            return <[u8; 32]>::try_from(bytes).map(|key| Self(key.into())).map_err(wrong);
        }
        let Some(number) = index(&value)? else {
            let name = type_name(&value)?;
            return Err(PyTypeError::new_err(format!("{SEED}, not {name}")));
        };
        little_endian(&number).map(|key| Self(key.into())).ok_or_else(|| outside(SEED))
    }
}

/// What chance has still to add to a position set up by hand; where nobody says anything, it comes from the seed 0.
pub(crate) fn chance_ahead(seed: &Optional<'_>, stream: &Optional<'_>) -> PyResult<Stream> {
    let seed =
        seed.given().map_or(Ok(Some(GivenSeed::zero())), PyAnyMethods::extract::<Option<GivenSeed>>)?;
    let stream = stream.given().map_or(Ok(StreamNumber(0)), PyAnyMethods::extract)?;
    Ok(Stream::new(GivenSeed::or_from_system(seed)?, stream.0))
}

/// The number of a stream.
#[derive(Default)]
pub(crate) struct StreamNumber(pub(crate) u128);

impl<'py> FromPyObject<'_, 'py> for StreamNumber {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let number = whole("stream", &value)?;
        match number.extract::<u128>() {
            Ok(stream) if stream <= Stream::LAST => Ok(Self(stream)),
            _ => Err(outside("a stream is an integer from 0 to 2**96 - 1")),
        }
    }
}

/// An integer as 32 bytes, lowest first; `None` when it does not fit.
fn little_endian(number: &Bound<'_, PyInt>) -> Option<[u8; 32]> {
    if let Ok(small) = number.extract::<u64>() {
        return Some(*Seed::from(small).bytes());
    }
    let bytes = number.call_method1("to_bytes", (32, "little")).ok()?;
    bytes.extract::<Vec<u8>>().ok()?.try_into().ok()
}

/// The integer that a seed is.
pub(crate) fn seed_as_int<'py>(py: Python<'py>, seed: &Seed) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new(py, seed.bytes());
    py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))
}

/// A move is one of some rules' table: it comes from there.
pub(crate) fn no_move_constructor(sources: &str) -> PyErr {
    PyTypeError::new_err(format!("a Move comes from {sources}"))
}

/// A view is always somebody's: nobody makes one out of nothing.
pub(crate) fn no_constructor() -> PyErr {
    PyTypeError::new_err(
        "a View comes from State.view(), View.from_events(), View.from_text() or View.from_bytes()",
    )
}
