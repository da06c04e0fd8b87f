//! Properties of the engine and the bots that hold for any bytes: one property a file, as a
//! function that panics where it does not hold. libFuzzer chooses the bytes in
//! `rust/fuzz/targets/`; `tests/corpus.rs` goes through the kept inputs and changes of them in
//! every run of the tests.

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

use games::doudizhu::{combinations, plays};
use games::foursquare::flips;
use games::mexican_train::trains;
use games::rummy::melds;

/// A property. It panics where it does not hold.
pub type Property = fn(&[u8]);

/// Calls a macro with the names of all properties, which are also those of the folders of the corpus.
#[macro_export]
macro_rules! for_each_property {
    ($callback:ident) => {
        $callback! {
            bytes combinations events flips isolation legality melds plays samples search solve texts trains undo words
        }
    };
}

macro_rules! table {
    ($($name:ident)*) => {
        /// All properties by name.
        pub const PROPERTIES: &[(&str, Property)] = &[$((stringify!($name), $name::check)),*];
    };
}

for_each_property!(table);
