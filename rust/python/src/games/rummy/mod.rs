//! `oxideal.rummy`.

mod arguments;
mod classes;
mod functions;

use oxideal_engine::rummy::Rummy;
use pyo3::prelude::*;

crate::package::card_text!("oxideal.cards.rummy", "Cards");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    crate::classes::register::<Rummy>(module, "Rummy")?;
    module.add_function(wrap_pyfunction!(functions::rummy_melds, module)?)?;
    module.add_function(wrap_pyfunction!(functions::rummy_melds_many, module)?)?;
    module.add_function(wrap_pyfunction!(functions::rummy_lay_offs, module)?)?;
    module.add_function(wrap_pyfunction!(functions::rummy_lay_offs_many, module)?)?;
    module.add_function(wrap_pyfunction!(functions::rummy_best_partition, module)?)?;
    module.add_function(wrap_pyfunction!(functions::rummy_best_partition_many, module)?)?;
    module.add_function(wrap_pyfunction!(functions::rummy_points, module)?)?;
    module.add_function(wrap_pyfunction!(functions::rummy_card_set, module)?)?;
    module.add_function(wrap_pyfunction!(functions::rummy_card_text, module)?)
}
