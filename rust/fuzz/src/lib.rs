//! Properties of the engine and the bots that hold for any bytes: one property per file, as a
//! function that panics when it is violated. libFuzzer chooses the bytes in `rust/fuzz/targets/`;
//! `tests/corpus.rs` runs the stored inputs and mutations of them in every test run.

#![forbid(unsafe_code)]

mod bytes;
mod choices;
mod events;
mod games;
mod isolation;
mod legality;
mod moment;
mod samples;
mod search;
mod solve;
pub mod sound;
mod texts;
mod undo;
mod words;

pub use games::{MutationTarget, Tries};

/// A property. It panics when it is violated.
pub type Property = fn(&[u8]);

/// Calls a macro with the names of the properties that hold for every game. They are also the names
/// of the corpus folders.
#[macro_export]
macro_rules! for_each_property {
    ($callback:ident) => {
        $callback! { bytes events isolation legality samples search solve texts undo words }
    };
}

macro_rules! table {
    ($($name:ident)*) => {
        /// The properties that hold for every game, by name.
        pub const PROPERTIES: &[(&str, Property)] = &[$((stringify!($name), $name::check)),*];
    };
}

for_each_property!(table);

/// The properties of one game only, by name.
#[must_use]
pub fn properties_of(game: &str) -> &'static [(&'static str, Property)] {
    macro_rules! tables {
        ($(($module:ident, $Game:ident))*) => {
            [$((stringify!($module), <oxideal_engine::$module::$Game as games::Fuzzed>::PROPERTIES)),*]
        };
    }
    let tables: [(&str, &'static [(&'static str, Property)]); _] = oxideal_engine::for_each_game!(tables);
    tables.iter().find(|(name, _)| *name == game).map_or(&[], |(_, properties)| properties)
}

/// All properties: those of every game and those of single games.
#[must_use]
pub fn all_properties() -> Vec<(&'static str, Property)> {
    macro_rules! of_games {
        ($(($module:ident, $Game:ident))*) => {
            [PROPERTIES, $(properties_of(stringify!($module))),*].concat()
        };
    }
    oxideal_engine::for_each_game!(of_games)
}
