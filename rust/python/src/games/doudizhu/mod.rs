//! `oxideal.doudizhu`.

mod arguments;
mod classes;
mod functions;

use oxideal_engine::doudizhu::DouDizhu;
use pyo3::prelude::*;

crate::package::card_text!("oxideal.cards.doudizhu", "Cards");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    crate::classes::register::<DouDizhu>(module, "DouDizhu")?;
    module.add_function(wrap_pyfunction!(functions::doudizhu_rules, module)?)?;
    module.add_function(wrap_pyfunction!(functions::doudizhu_classify, module)?)?;
    module.add_function(wrap_pyfunction!(functions::doudizhu_classify_many, module)?)?;
    module.add_function(wrap_pyfunction!(functions::doudizhu_readings, module)?)?;
    module.add_function(wrap_pyfunction!(functions::doudizhu_beats_many, module)?)?;
    module.add_function(wrap_pyfunction!(functions::doudizhu_legal_plays, module)?)?;
    module.add_function(wrap_pyfunction!(functions::doudizhu_legal_plays_many, module)?)?;
    module.add_function(wrap_pyfunction!(functions::doudizhu_min_plays, module)?)?;
    module.add_function(wrap_pyfunction!(functions::doudizhu_counts, module)?)
}
