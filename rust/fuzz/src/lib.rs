//! What must hold whatever comes: one property a file, as a function of any bytes. libFuzzer chooses the bytes in
//! `rust/fuzz/targets/`; `tests/rust/properties.rs` goes through the committed ones and some more, so that every run of the
//! tests has them.

#![forbid(unsafe_code)]

/// Calls a function that is generic over the game for the game that the next byte names.
macro_rules! of_any_game {
    ($choices:ident, $check:ident) => {
        match $choices.byte() % 4 {
            0 => $check::<oxideal_engine::foursquare::FourSquare>(&mut $choices),
            1 => $check::<oxideal_engine::doudizhu::DouDizhu>(&mut $choices),
            2 => $check::<oxideal_engine::mexican_train::MexicanTrain>(&mut $choices),
            _ => $check::<oxideal_engine::rummy::Rummy>(&mut $choices),
        }
    };
}

pub mod bytes;
pub mod choices;
pub mod combinations;
pub mod events;
pub mod flips;
pub mod games;
pub mod isolation;
pub mod legality;
pub mod melds;
pub mod plays;
pub mod samples;
pub mod search;
pub mod solve;
pub mod sound;
pub mod texts;
pub mod trains;
pub mod undo;
pub mod words;

/// A property: it panics where it does not hold.
pub type Property = fn(&[u8]);

/// All of them by their names, which are those of the targets and of the folders of the corpus.
pub const PROPERTIES: [(&str, Property); 15] = [
    ("bytes", bytes::check),
    ("combinations", combinations::check),
    ("events", events::check),
    ("flips", flips::check),
    ("isolation", isolation::check),
    ("legality", legality::check),
    ("melds", melds::check),
    ("plays", plays::check),
    ("samples", samples::check),
    ("search", search::check),
    ("solve", solve::check),
    ("texts", texts::check),
    ("trains", trains::check),
    ("undo", undo::check),
    ("words", words::check),
];
