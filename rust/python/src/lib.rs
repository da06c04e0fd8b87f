//! `oxideal._native`: the engine as Python sees it. Conversions and errors only; the rules are the engine's.

#![forbid(unsafe_code)]
#![allow(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over")]
#![allow(clippy::doc_markdown, reason = "what documents Python's classes is read in Python")]

mod arguments;
mod batch;
mod bots;
mod classes;
mod doudizhu;
mod ending;
mod errors;
mod foursquare;
mod mexican_train;
mod pieces;
mod playouts;
mod processor;
mod rummy;
mod stream;
mod table;
mod threads;
mod turns;

/// The Rust side of oxideal. Private: import the games from `oxideal`.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    use pyo3::exceptions::PyImportError;
    use pyo3::prelude::*;
    use pyo3::sync::PyOnceLock;

    use crate::{doudizhu, ending, foursquare, mexican_train, rummy};

    #[pymodule_export]
    use crate::bots::{Stop, rule, search, solve};
    #[pymodule_export]
    use crate::doudizhu::{
        doudizhu_beats_many, doudizhu_classify, doudizhu_classify_many, doudizhu_counts,
        doudizhu_legal_plays, doudizhu_legal_plays_many, doudizhu_min_plays, doudizhu_playouts,
        doudizhu_readings, doudizhu_rules,
    };
    #[pymodule_export]
    use crate::foursquare::{foursquare_flips, foursquare_flips_many, foursquare_playouts};
    #[pymodule_export]
    use crate::mexican_train::{
        mexican_train_longest_train, mexican_train_matches, mexican_train_matches_many, mexican_train_pips,
        mexican_train_playouts, mexican_train_rules, mexican_train_tiles_array,
    };
    #[pymodule_export]
    use crate::processor::{build_profile, build_sources, compiled_features, processor_features};
    #[pymodule_export]
    use crate::rummy::{
        rummy_best_partition, rummy_best_partition_many, rummy_card_set, rummy_card_text, rummy_lay_offs,
        rummy_lay_offs_many, rummy_melds, rummy_melds_many, rummy_playouts, rummy_points,
    };
    #[pymodule_export]
    use crate::stream::Stream;

    /// The `sys` of the interpreter that has loaded this first. It is held, so that no other one can come to lie where it was.
    static HOME: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

    /// The classes of errors, and what else PyO3 keeps, belong to one interpreter: another one in this process may not have them.
    fn check_interpreter(py: Python<'_>) -> PyResult<()> {
        let sys = py.import("sys")?;
        if HOME.get_or_init(py, || sys.clone().unbind()).bind(py).is(&sys) {
            return Ok(());
        }
        let text =
            "the Rust engine works in one interpreter of a process only, and another one has loaded it";
        Err(PyImportError::new_err(text))
    }

    /// Every game has classes of the same names, so here they stand under longer ones.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        check_interpreter(py)?;
        py.import("atexit")?.call_method1("register", (wrap_pyfunction!(ending::begin_to_end, module)?,))?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("DouDizhuRules", py.get_type::<doudizhu::Rules>())?;
        module.add("DouDizhuMove", py.get_type::<doudizhu::Move>())?;
        module.add("DouDizhuState", py.get_type::<doudizhu::State>())?;
        module.add("DouDizhuView", py.get_type::<doudizhu::View>())?;
        module.add("DouDizhuBatch", py.get_type::<doudizhu::Batch>())?;
        module.add("FourSquareRules", py.get_type::<foursquare::Rules>())?;
        module.add("FourSquareMove", py.get_type::<foursquare::Move>())?;
        module.add("FourSquareState", py.get_type::<foursquare::State>())?;
        module.add("FourSquareView", py.get_type::<foursquare::View>())?;
        module.add("FourSquareBatch", py.get_type::<foursquare::Batch>())?;
        module.add("MexicanTrainRules", py.get_type::<mexican_train::Rules>())?;
        module.add("MexicanTrainMove", py.get_type::<mexican_train::Move>())?;
        module.add("MexicanTrainState", py.get_type::<mexican_train::State>())?;
        module.add("MexicanTrainView", py.get_type::<mexican_train::View>())?;
        module.add("MexicanTrainBatch", py.get_type::<mexican_train::Batch>())?;
        module.add("RummyRules", py.get_type::<rummy::Rules>())?;
        module.add("RummyMove", py.get_type::<rummy::Move>())?;
        module.add("RummyState", py.get_type::<rummy::State>())?;
        module.add("RummyView", py.get_type::<rummy::View>())?;
        module.add("RummyBatch", py.get_type::<rummy::Batch>())
    }
}
