//! `oxideal.foursquare`.

mod arguments;
mod classes;
mod functions;

use oxideal_engine::foursquare::FourSquare;
use pyo3::prelude::*;

crate::package::card_text!("oxideal.cards.foursquare", "Cards");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    crate::classes::register::<FourSquare>(module, "FourSquare")?;
    module.add_function(wrap_pyfunction!(functions::foursquare_flips, module)?)?;
    module.add_function(wrap_pyfunction!(functions::foursquare_flips_many, module)?)
}
