//! The random stream, for callers who verify a deal.

use std::sync::{Mutex, MutexGuard, PoisonError};

use oxideal_engine::{Chance, Stream as Inner, memory};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::arguments::{self, SeedArgument, StreamArgument};
use crate::errors::Result;
use crate::package;

#[doc = docstring!(RandomStream)]
#[pyclass(frozen, module = "oxideal.random")]
pub(crate) struct Stream(Mutex<Inner>);

impl Stream {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The result of `__reduce__`: the class, the seed and the stream number, and the position.
type Reduced<'py> = (Bound<'py, PyType>, (Bound<'py, PyAny>, u128), u64);

#[pymethods]
impl Stream {
    #[new]
    #[pyo3(signature = (seed=None, stream=StreamArgument(0)), text_signature = "(seed=None, stream=0)")]
    fn new(seed: Option<SeedArgument>, stream: StreamArgument) -> Result<Self> {
        Ok(Self(Mutex::new(Inner::new(SeedArgument::or_from_system(seed)?, stream.0))))
    }

    fn __copy__(&self) -> Self {
        Self(Mutex::new(self.lock().clone()))
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let stream = slf.get().lock().clone();
        let seed = arguments::seed_as_int(slf.py(), stream.seed())?;
        Ok((slf.get_type(), (seed, stream.stream()), stream.position()))
    }

    fn __setstate__(&self, position: u64) {
        self.lock().set_position(position);
    }

    #[doc = docstring!(RandomStream.position)]
    #[getter]
    fn position(&self) -> u64 {
        self.lock().position()
    }

    #[doc = docstring!(RandomStream.word)]
    fn word(&self) -> u32 {
        self.lock().word()
    }

    #[doc = docstring!(RandomStream.skip)]
    fn skip(&self, words: &Bound<'_, PyAny>) -> Result<()> {
        let words = arguments::integer("words", words, 0, 1 << 36)?;
        self.lock().skip(words);
        Ok(())
    }

    #[doc = docstring!(RandomStream.below)]
    fn below(&self, n: &Bound<'_, PyAny>) -> Result<u32> {
        let n = arguments::integer("n", n, 1, 1 << 32)?;
        let mut stream = self.lock();
        match u32::try_from(n) {
            Ok(n) => Ok(stream.below(n)),
            Err(_) => Ok(stream.word()), // every word is below 2^32
        }
    }

    #[doc = docstring!(RandomStream.shuffled)]
    fn shuffled<'py>(&self, n: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
        let py = n.py();
        let n = arguments::integer("n", n, 0, 1_000_000)? as u32;
        let mut items = memory::collect(0..n)?;
        let mut stream = self.lock().clone();
        stream.shuffle(&mut items);
        let list = package::integers(py, items.into_iter())?;
        self.lock().set_position(stream.position());
        Ok(list)
    }
}
