//! Seeds and stream numbers.

use oxideal_engine::{Error, Seed, Stream};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};

use super::integers::out_of_range;
use super::{Defaulted, any_int, index, type_name};
use crate::errors::{BindingError, Result};

const SEED: &str = "seed must be 0 to 2**256 - 1, 32 bytes, or None for the system's entropy";

/// A seed argument.
pub(crate) struct SeedArgument(Seed);

impl SeedArgument {
    /// Returns the given seed, or one from the system's entropy.
    pub(crate) fn or_from_system(given: Option<Self>) -> Result<Seed> {
        given.map_or_else(|| Ok(Seed::from_system()?), |given| Ok(given.0))
    }
}

impl<'py> FromPyObject<'_, 'py> for SeedArgument {
    type Error = BindingError;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> Result<Self> {
        if let Ok(bytes) = value.cast::<PyBytes>() {
            let bytes = bytes.as_bytes();
            let length = bytes.len();
            let wrong = |_| Error::InvalidArgument(format!("{SEED}, got {length} bytes"));
            return Ok(<[u8; 32]>::try_from(bytes).map(|key| Self(key.into())).map_err(wrong)?);
        }
        let Some(number) = index(&value)? else {
            let name = type_name(&value)?;
            return Err(PyTypeError::new_err(format!("{SEED}, not {name}")).into());
        };
        match little_endian(&number) {
            Some(key) => Ok(Self(key.into())),
            None => Err(out_of_range(SEED, &number)?.into()),
        }
    }
}

/// A stream number argument.
#[derive(Default)]
pub(crate) struct StreamArgument(pub(crate) u128);

impl<'py> FromPyObject<'_, 'py> for StreamArgument {
    type Error = BindingError;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> Result<Self> {
        let number = any_int("stream", &value)?;
        match number.extract::<u128>() {
            Ok(stream) if stream <= Stream::LAST => Ok(Self(stream)),
            _ => Err(out_of_range("stream must be 0 to 2**96 - 1", &number)?.into()),
        }
    }
}

/// Returns the stream of future chance for a position set up by hand. Without a seed, it comes from
/// the system's entropy.
pub(crate) fn future_chance(seed: Option<&Bound<'_, PyAny>>, stream: &Defaulted<'_>) -> Result<Stream> {
    let seed = seed.map(PyAnyMethods::extract).transpose()?;
    let stream = stream.map_or(StreamArgument(0), |stream| stream.extract())?;
    Ok(Stream::new(SeedArgument::or_from_system(seed)?, stream.0))
}

/// Returns a seed as an integer.
pub(crate) fn seed_as_int<'py>(py: Python<'py>, seed: &Seed) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new(py, seed.bytes());
    py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))
}

/// Returns an integer as 32 bytes, lowest first; `None` if it does not fit.
fn little_endian(number: &Bound<'_, PyInt>) -> Option<[u8; 32]> {
    if let Ok(small) = number.extract::<u64>() {
        return Some(*Seed::from(small).bytes());
    }
    let bytes = number.call_method1("to_bytes", (32, "little")).ok()?;
    bytes.extract::<Vec<u8>>().ok()?.try_into().ok()
}
