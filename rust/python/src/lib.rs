//! `oxideal._native`: the engine as Python sees it. Conversions and errors only; the rules are the engine's.

#![forbid(unsafe_code)]
#![allow(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over")]
#![allow(clippy::doc_markdown, reason = "what documents Python's classes is read in Python")]

mod arguments;
mod bots;
mod classes;
mod errors;
mod games;
mod package;
mod processor;
mod runtime;
mod stream;

/// The Rust side of oxideal. Private: import the games from `oxideal`.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    use pyo3::exceptions::PyImportError;
    use pyo3::prelude::*;
    use pyo3::sync::PyOnceLock;

    use crate::games;

    #[pymodule_export]
    use crate::bots::{Stop, rule, search, solve};
    #[pymodule_export]
    use crate::processor::{build_profile, build_sources, compiled_features, processor_features};
    #[pymodule_export]
    use crate::stream::Stream;

    /// The `sys` of the first interpreter that has loaded this module. It is kept alive, so that no other object can
    /// get its address.
    static FIRST_SYS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

    /// The classes of errors, and other things that PyO3 caches, belong to one interpreter: no other one may use them.
    fn check_interpreter(py: Python<'_>) -> PyResult<()> {
        let sys = py.import("sys")?;
        if FIRST_SYS.get_or_init(py, || sys.clone().unbind()).bind(py).is(&sys) {
            return Ok(());
        }
        let text = "the Rust engine supports one interpreter per process, and another one has loaded it";
        Err(PyImportError::new_err(text))
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        check_interpreter(module.py())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        macro_rules! register {
            ($(($module:ident, $Game:ident))*) => {
                $(games::$module::register(module)?;)*
            };
        }
        oxideal_engine::for_each_game!(register);
        Ok(())
    }
}
