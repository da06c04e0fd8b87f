//! FourSquare.

mod flips;

use std::ops::Range;

use oxideal_engine::foursquare::{Card, Cell, FourSquare, Rules};

use super::{Fuzzed, MutationTarget, Tries, words};
use crate::Property;
use crate::choices::Choices;
use crate::sound::error_is_presentable;

impl Fuzzed for FourSquare {
    const PROPERTIES: &'static [(&'static str, Property)] = &[("flips", flips::check)];

    fn rules(choices: &mut Choices<'_>) -> Rules {
        Rules { diagonal: choices.flag() }
    }

    fn hidden(field: &str, _: usize) -> Vec<Range<usize>> {
        if field.starts_with("stock ") { words(field).skip(1).collect() } else { Vec::new() }
    }

    fn check_words(choices: &mut Choices<'_>) {
        let text = choices.text();
        if let Some(card) = Card::parse(&text) {
            assert_eq!(Card::read(&card.to_string()), Ok(card));
        }
        match Cell::parse(&text) {
            Ok(cell) => assert_eq!(Cell::parse(&cell.to_string()), Ok(cell)),
            Err(error) => error_is_presentable(&error),
        }
    }
}

impl MutationTarget for FourSquare {
    const TRIES: Tries = Tries { bytes: 10_000, texts: 10_000, events: 8000 };

    fn rule_sets() -> Vec<Rules> {
        [false, true].map(|diagonal| Rules { diagonal }).into()
    }
}
