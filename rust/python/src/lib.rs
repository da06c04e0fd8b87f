//! `oxideal._native`: Python bindings for the engine. They convert arguments, results and errors; the rules are in
//! the engine.

#![forbid(unsafe_code)]
#![allow(clippy::needless_pass_by_value, reason = "PyO3 passes arguments by value")]
#![allow(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    reason = "these comments become Python docstrings"
)]

#[macro_use]
#[rustfmt::skip]
mod docs;

mod arguments;
mod bots;
mod classes;
mod errors;
mod games;
mod narrator;
mod nets;
mod outcomes;
mod package;
mod processor;
mod review;
mod runtime;
mod stream;

/// The Rust engine. Private: import the games from `oxideal`.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    use pyo3::exceptions::PyImportError;
    use pyo3::prelude::*;
    use pyo3::sync::PyOnceLock;

    use crate::classes::Moves;
    use crate::games;

    #[pymodule_export]
    use crate::bots::{Stop, level, levels, rule, search, solve};
    #[pymodule_export]
    use crate::narrator::Narrator;
    #[pymodule_export]
    use crate::nets::{Networks, Training, weights_name};
    #[pymodule_export]
    use crate::outcomes::{ViewOutcomes, compare, native_policy_playouts};
    #[pymodule_export]
    use crate::processor::{build_profile, build_sources, compiled_features, processor_features};
    #[pymodule_export]
    use crate::review::Review;
    #[pymodule_export]
    use crate::runtime::playouts::native_playouts;
    #[pymodule_export]
    use crate::stream::Stream;

    /// The `sys` module of the first interpreter that loaded this module. It is kept alive so that no other object can
    /// get its address.
    static FIRST_SYS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

    /// Error classes and other objects that PyO3 caches belong to one interpreter, so no other one may use them.
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
        // Python then takes it for a sequence, as `isinstance` and `match` ask.
        let moves = module.py().import("oxideal.interface")?.getattr("Moves")?;
        moves.call_method1("register", (module.py().get_type::<Moves>(),))?;
        Ok(())
    }
}
