//! Converts arguments, results and errors between JavaScript and the engine.

use js_sys::{Array, Error as JsError, JSON, Object, Reflect, Uint8Array};
use oxideal_engine::{Error, ErrorKind, Refusal, Seed, Sentence};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

/// What a call of JavaScript returns.
pub(crate) type Result<T, E = JsValue> = std::result::Result<T, E>;

/// The name that an error has in JavaScript: that of its class in Python, where there is one.
const fn name_of(error: &Error) -> &'static str {
    match error.kind() {
        ErrorKind::InvalidMove => "InvalidMoveError",
        ErrorKind::IllegalMove => "IllegalMoveError",
        ErrorKind::InvalidRules => "InvalidRulesError",
        ErrorKind::InvalidState => "InvalidStateError",
        ErrorKind::InvalidRecord => "InvalidRecordError",
        ErrorKind::InvalidArgument => "InvalidArgumentError",
        ErrorKind::OutOfMemory => "RangeError",
    }
}

/// Makes an `Error` of JavaScript with a name and, for a move that is refused, the id of the rule that it breaks, and
/// the name and the values of the sentence.
pub(crate) fn thrown(error: &Error) -> JsValue {
    // Objects that were just made take any property.
    let set = |object: &JsValue, name: &str, value: &JsValue| drop(Reflect::set(object, &name.into(), value));
    let made = JsError::new(&error.to_string());
    made.set_name(name_of(error));
    if let Error::IllegalMove(refusal) = error {
        set(&made, "rule", &refusal.rule.as_str().into());
    }
    if let Error::IllegalMove(Refusal { reason, .. }) | Error::InvalidMove(reason) = error
        && let Some(key) = reason.key()
    {
        let values = Object::new();
        reason.values().for_each(|(name, value)| set(&values, name, &value.into()));
        set(&made, "key", &key.into());
        set(&made, "values", &values);
    }
    made.into()
}

/// Returns the message of what was thrown; anything but an error is its own message.
pub(crate) fn message_in(error: &JsValue) -> String {
    error
        .dyn_ref::<JsError>()
        .map_or_else(|| error.as_string().unwrap_or_default(), |error| error.message().into())
}

/// Returns the rule, if there is one, and the sentence of an error that [`thrown`] has made of a refusal.
pub(crate) fn refusal_in(error: &JsValue) -> Option<(Option<String>, Sentence)> {
    let error = error.dyn_ref::<JsError>()?;
    let text = |name: &str| Reflect::get(error, &name.into()).ok()?.as_string();
    let (rule, key) = (text("rule"), text("key")?);
    let values = Reflect::get(error, &"values".into()).ok()?.dyn_into::<Object>().ok()?;
    let entries = Object::entries(&values).into_iter().map(|entry| Array::from(&entry));
    let known = entries.filter_map(|entry| Some((entry.get(0).as_string()?, entry.get(1).as_string()?)));
    let sentence = known.fold(Sentence::new(key), |sentence, (name, value)| sentence.with(&name, value));
    Some((rule, sentence))
}

/// Makes the error for an argument of a wrong type.
pub(crate) fn wrong_type(name: &str, wanted: &str) -> JsValue {
    thrown(&Error::InvalidArgument(format!("{name} must be {wanted}")))
}

/// Adds a conversion of errors to results of the engine.
pub(crate) trait Throw<T> {
    fn throw(self) -> Result<T>;
}

impl<T> Throw<T> for Result<T, Error> {
    fn throw(self) -> Result<T> {
        self.map_err(|error| thrown(&error))
    }
}

/// Returns JSON that the engine wrote as a value.
pub(crate) fn parsed(json: Result<Vec<u8>, Error>) -> Result<JsValue> {
    let json = json.throw()?;
    JSON::parse(&String::from_utf8_lossy(&json))
}

/// Returns the JSON in an argument: a text, or a value to be written as one.
pub(crate) fn json_of(value: &JsValue) -> Result<String> {
    if let Some(text) = value.as_string() {
        return Ok(text);
    }
    let written = JSON::stringify(value)?;
    written.as_string().ok_or_else(|| wrong_type("data", "a text or an object"))
}

/// Returns a seed: a number without a fraction, a bigint, 32 bytes, or nothing for a random one.
pub(crate) fn seed_of(value: &JsValue) -> Result<Seed> {
    const WANTED: &str = "a whole number of at least 0, a bigint below 2**256, 32 bytes or undefined";
    if value.is_undefined() || value.is_null() {
        return Seed::from_system().throw();
    }
    if let Some(bytes) = value.dyn_ref::<Uint8Array>() {
        let bytes: [u8; 32] = bytes.to_vec().try_into().map_err(|_| wrong_type("seed", WANTED))?;
        return Ok(Seed::from(bytes));
    }
    let digits = match value.as_f64() {
        Some(number)
            if (0.0..=js_sys::Number::MAX_SAFE_INTEGER).contains(&number) && number.fract() == 0.0 =>
        {
            Some(format!("{number:.0}"))
        }
        Some(_) => None,
        None => {
            value.dyn_ref::<js_sys::BigInt>().and_then(|number| number.to_string(10).ok()).map(String::from)
        }
    };
    digits.and_then(|digits| Seed::from_decimal(&digits)).ok_or_else(|| wrong_type("seed", WANTED))
}

/// Returns a number of a stream.
pub(crate) fn stream_of(value: Option<f64>) -> Result<u128> {
    natural("stream", value.unwrap_or(0.0)).map(u128::from)
}

/// Returns a whole number of at least 0.
pub(crate) fn natural(name: &str, value: f64) -> Result<u64> {
    if (0.0..=js_sys::Number::MAX_SAFE_INTEGER).contains(&value) && value.fract() == 0.0 {
        return Ok(value as u64);
    }
    Err(wrong_type(name, "a whole number of at least 0"))
}

/// Returns texts as an array.
pub(crate) fn texts(texts: Vec<String>) -> Array {
    texts.into_iter().map(JsValue::from).collect()
}
