//! Everything that the Rust code imports from Python.

use numpy::{Element, PyArray, PyArrayMethods, PyReadonlyArray};
use oxideal_engine::{Action, Error, Field, Forfeit, memory};
use pyo3::BoundObject as _;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyList, PyMemoryView, PyString, PyTuple, PyType};

use crate::errors::{self, Result};
use crate::runtime::shutdown;

/// Calls a function of a Python module.
pub(crate) fn call<'py>(
    py: Python<'py>,
    module: &str,
    function: &str,
    arguments: impl IntoPyObject<'py, Target = PyTuple>,
) -> PyResult<Bound<'py, PyAny>> {
    // Whatever a guarded call owns would be dropped, without the GIL, before its thread is parked.
    let arguments = arguments.into_pyobject(py).map_err(Into::into)?.into_bound();
    let (module, function) = (PyString::new(py, module), PyString::new(py, function));
    let module = shutdown::park_if_unwound(|| py.import(&module))?;
    let function = shutdown::park_if_unwound(|| module.getattr(&function))?;
    shutdown::park_if_unwound(|| function.call1(&arguments))
}

/// Returns a new array of zeros. numpy allocates it, so a lack of memory raises `MemoryError`, and no memory is
/// touched yet.
pub(crate) fn zeros<'py, T: Element, D: numpy::ndarray::Dimension>(
    py: Python<'py>,
    shape: impl IntoPyObject<'py>,
    dtype: &str,
) -> Result<Bound<'py, PyArray<T, D>>> {
    Ok(call(py, "numpy", "zeros", (shape, dtype))?.cast_into().map_err(PyErr::from)?)
}

/// Returns a new array whose entries `fill` writes, without the GIL.
pub(crate) fn filled<'py, T: Element, D: numpy::ndarray::Dimension>(
    py: Python<'py>,
    shape: impl IntoPyObject<'py>,
    dtype: &str,
    fill: impl FnOnce(&mut [T]) + Send,
) -> Result<Bound<'py, PyArray<T, D>>> {
    let array: Bound<'py, PyArray<T, D>> = zeros(py, shape, dtype)?;
    {
        let mut open = array.readwrite();
        let entries = open.as_slice_mut()?;
        py.detach(|| fill(entries));
    }
    Ok(array)
}

/// Returns a copy of an array's entries, which nothing can change while other Python threads run.
pub(crate) fn copied<T: Element + Copy, D: numpy::ndarray::Dimension>(
    array: &PyReadonlyArray<'_, T, D>,
) -> Result<Vec<T>> {
    Ok(memory::collect(array.as_slice()?.iter().copied())?)
}

/// Returns Python's copy of bytes. PyO3's own conversion panics if there is too little memory.
pub(crate) fn bytes<'py>(py: Python<'py>, bytes: &[u8]) -> Result<Bound<'py, PyBytes>> {
    Ok(PyBytes::new_with(py, bytes.len(), |copy| {
        copy.copy_from_slice(bytes);
        Ok(())
    })?)
}

/// Returns a list of integers. PyO3's own conversion panics if there is too little memory.
pub(crate) fn integers(
    py: Python<'_>,
    integers: impl ExactSizeIterator<Item = u32>,
) -> PyResult<Bound<'_, PyAny>> {
    const SIZE: usize = size_of::<u32>();
    let bytes = PyBytes::new_with(py, integers.len() * SIZE, |bytes| {
        let places = bytes.as_chunks_mut::<SIZE>().0.iter_mut();
        places.zip(integers).for_each(|(place, integer)| *place = integer.to_ne_bytes());
        Ok(())
    })?;
    PyMemoryView::from(&bytes)?.call_method1("cast", ("I",))?.call_method0("tolist")
}

/// Returns a list of texts. PyO3's own conversion panics if there is too little memory.
pub(crate) fn texts<'py>(py: Python<'py>, texts: &[String]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    texts.iter().try_for_each(|text| list.append(PyString::from_bytes(py, text.as_bytes())?))?;
    Ok(list)
}

/// Returns the arrays of a batch: the caller's, checked, and new ones for the rest.
pub(crate) fn batch_buffers<'py>(
    py: Python<'py>,
    n: usize,
    players: usize,
    observation_size: usize,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    call(py, "oxideal._arguments.buffers", "buffers", (n, players, observation_size, out))
}

/// Returns a mask of `false`: the caller's, checked, or a new one.
pub(crate) fn batch_mask<'py>(
    py: Python<'py>,
    n: usize,
    num_actions: Action,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    call(py, "oxideal._arguments.buffers", "mask", (n, num_actions, out))
}

/// Returns one action id per game as an array of `int64`.
pub(crate) fn batch_actions<'py>(actions: &Bound<'py, PyAny>, n: usize) -> PyResult<Bound<'py, PyAny>> {
    call(actions.py(), "oxideal._arguments.buffers", "actions", (actions, n))
}

/// Returns the hint of a message about an unknown name, e.g. " (did you mean players?)", or an empty text.
pub(crate) fn suggestion(name: &Bound<'_, PyAny>, known: &[&str]) -> PyResult<String> {
    call(name.py(), "oxideal._arguments.checks", "suggestion", (name, known))?.extract()
}

/// Returns the `ObservationSpec` of these fields.
pub(crate) fn observation_spec(
    py: Python<'_>,
    version: u32,
    fields: Vec<Field>,
) -> PyResult<Bound<'_, PyAny>> {
    let field = |Field { name, shape, high }| Ok((name, PyTuple::new(py, shape)?, high));
    let fields = fields.into_iter().map(field).collect::<PyResult<Vec<_>>>()?;
    py.import("oxideal.schemas.observation")?
        .getattr("ObservationSpec")?
        .call_method1("of", (version, fields))
}

/// Returns the class `Origin`, a named tuple.
pub(crate) fn origin(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    py.import("oxideal.interface")?.getattr("Origin")
}

/// Returns a named tuple `Forfeit`.
pub(crate) fn forfeit(py: Python<'_>, forfeit: Forfeit) -> PyResult<Bound<'_, PyAny>> {
    let (seat, why) = (forfeit.seat(), forfeit.why().word());
    py.import("oxideal.interface")?.getattr("Forfeit")?.call1((seat, why))
}

/// Defines `CardText`, a text that becomes an object of a game's Python class of cards or tiles.
macro_rules! card_text {
    ($module:literal, $class:literal) => {
        pub(super) struct CardText(pub(super) String);

        impl<'py> pyo3::IntoPyObject<'py> for CardText {
            type Target = pyo3::PyAny;
            type Output = pyo3::Bound<'py, pyo3::PyAny>;
            type Error = pyo3::PyErr;

            fn into_pyobject(self, py: pyo3::Python<'py>) -> pyo3::PyResult<Self::Output> {
                static CLASS: pyo3::sync::PyOnceLock<pyo3::Py<pyo3::types::PyType>> =
                    pyo3::sync::PyOnceLock::new();
                crate::package::subclass_text(CLASS.import(py, $module, $class)?, &self.0)
            }
        }
    };
}
pub(crate) use card_text;

/// Returns a text as an object of a subclass of `str`, without the checks of its constructor.
pub(crate) fn subclass_text<'py>(class: &Bound<'py, PyType>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    static NEW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = class.py();
    let new =
        NEW.get_or_try_init(py, || PyResult::Ok(py.get_type::<PyString>().getattr("__new__")?.unbind()))?;
    new.bind(py).call1((class, PyString::from_bytes(py, text.as_bytes())?))
}

/// Where cards come from, which decides the class of error that wrong cards raise.
#[derive(Clone, Copy)]
pub(crate) enum CardSource {
    Argument,
    SetUpState,
}

impl CardSource {
    pub(crate) const fn error(self, text: String) -> Error {
        match self {
            Self::Argument => Error::InvalidArgument(text),
            Self::SetUpState => Error::InvalidState(text),
        }
    }

    /// Returns the Python class of that error.
    pub(crate) fn class(self, py: Python<'_>) -> Bound<'_, PyType> {
        match self {
            Self::Argument => py.get_type::<errors::InvalidArgumentError>(),
            Self::SetUpState => py.get_type::<errors::InvalidStateError>(),
        }
    }
}
