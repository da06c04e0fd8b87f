//! Converts `Origin`, where a round began, from and to the Python named tuple.

use oxideal_engine::{Error, Origin, Recent, Rules, Stream};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyAnyMethods, PyList, PyTuple};

use crate::arguments::{self, SeedArgument, StreamArgument};
use crate::errors::Result;
use crate::package;

/// The fields of `Origin`: seed, stream, drawn, dealer, text, recent.
type Fields<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
);

pub(super) fn to_python(py: Python<'_>, origin: Origin) -> PyResult<Bound<'_, PyAny>> {
    let class = package::origin(py)?;
    match origin {
        Origin::Dealt { seed, stream, dealer } => {
            let seed = arguments::seed_as_int(py, &seed)?;
            class.call1((seed, stream, 0, dealer, py.None(), PyTuple::empty(py)))
        }
        Origin::SetUp { text, chance, recent } => {
            let seed = chance.as_ref().map(|chance| arguments::seed_as_int(py, chance.seed())).transpose()?;
            let stream = chance.as_deref().map(Stream::stream);
            let drawn = chance.as_deref().map_or(0, Stream::position);
            let recent = PyTuple::new(py, recent.iter().collect::<Vec<_>>())?;
            class.call1((seed, stream, drawn, py.None(), text, recent))
        }
    }
}

pub(super) fn from_python(rules: &impl Rules, origin: &Bound<'_, PyAny>) -> Result<Origin> {
    if !origin.is_instance(&package::origin(origin.py())?)? {
        return Err(arguments::wrong_type("origin", "an Origin", origin));
    }
    let (seed, stream, drawn, dealer, text, recent): Fields<'_> = origin.extract()?;
    let drawn = arguments::integer("drawn", &drawn, 0, u64::MAX)?;
    let recent = recent_of(rules, &recent)?;
    let wrong = |text: &str| Err(Error::invalid_state(text).into());
    if seed.is_none() != stream.is_none() {
        return wrong("an origin must have both a seed and a stream, or neither");
    }
    if text.is_none() {
        if seed.is_none() {
            return wrong("the origin of a deal must have a seed");
        }
        if drawn > 0 || !recent.is_empty() {
            return wrong("the origin of a deal cannot have drawn words or last actions");
        }
        let seed = SeedArgument::or_from_system(Some(seed.extract()?))?;
        let StreamArgument(stream) = stream.extract()?;
        let dealer = (!dealer.is_none()).then(|| arguments::seat("dealer", &dealer, rules)).transpose()?;
        return Ok(Origin::Dealt { seed, stream, dealer });
    }
    let text = arguments::text("text", &text)?.into_owned();
    if !dealer.is_none() {
        return wrong("the origin of a position cannot have a dealer");
    }
    if seed.is_none() {
        if drawn > 0 {
            return wrong("an origin without a seed cannot have drawn words");
        }
        return Ok(Origin::SetUp { text, chance: None, recent });
    }
    let seed = SeedArgument::or_from_system(Some(seed.extract()?))?;
    let StreamArgument(stream) = stream.extract()?;
    let mut chance = Stream::new(seed, stream);
    chance.set_position(drawn);
    Ok(Origin::SetUp { text, chance: Some(Box::new(chance)), recent })
}

const RECENT: &str = "a list of (seat, action) pairs";

fn recent_of(rules: &impl Rules, value: &Bound<'_, PyAny>) -> Result<Recent> {
    let items =
        arguments::items("recent", RECENT, value)?.take(Recent::MAX + 1).collect::<PyResult<Vec<_>>>()?;
    if items.len() > Recent::MAX {
        let text = format!("at most {} last actions are kept", Recent::MAX);
        return Err(Error::invalid_state(text).into());
    }
    let mut recent = Recent::default();
    for item in items {
        let is_pair = item.is_instance_of::<PyTuple>() || item.is_instance_of::<PyList>();
        if !is_pair || item.len()? != 2 {
            return Err(PyTypeError::new_err(format!("recent must be {RECENT}")).into());
        }
        let seat = arguments::seat("seat", &item.get_item(0)?, rules)?;
        let action = item.get_item(1)?;
        let action = arguments::action(&action, rules)?
            .ok_or_else(|| arguments::wrong_type("action", "an integer", &action))?;
        recent.push(seat, action);
    }
    Ok(recent)
}
