//! `oxideal.mexican_train`.

mod arguments;
mod classes;
mod functions;

use oxideal_engine::mexican_train::MexicanTrain;
use pyo3::prelude::*;

crate::package::card_text!("oxideal.cards.mexican_train", "Tiles");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    crate::classes::register::<MexicanTrain>(module, "MexicanTrain")?;
    module.add_function(wrap_pyfunction!(functions::mexican_train_rules, module)?)?;
    module.add_function(wrap_pyfunction!(functions::mexican_train_matches, module)?)?;
    module.add_function(wrap_pyfunction!(functions::mexican_train_matches_many, module)?)?;
    module.add_function(wrap_pyfunction!(functions::mexican_train_longest_train, module)?)?;
    module.add_function(wrap_pyfunction!(functions::mexican_train_pips, module)?)?;
    module.add_function(wrap_pyfunction!(functions::mexican_train_tiles_array, module)?)
}
