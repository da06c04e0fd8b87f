//! Mexican Train.

mod trains;

use std::ops::Range;

use oxideal_engine::Chance as _;
use oxideal_engine::mexican_train::{
    CloseOrder, FollowUp, HIGHEST, MexicanTrain, Options, Rules, read_tile, read_tiles,
};

use super::{Fuzzed, MutationTarget, hidden_words};
use crate::Property;
use crate::choices::Choices;
use crate::sound::read_or_refused;

impl Fuzzed for MexicanTrain {
    const PROPERTIES: &'static [(&'static str, Property)] = &[("trains", trains::check)];

    fn rules(choices: &mut Choices<'_>) -> Rules {
        let flags = choices.byte();
        let (players, set) = (2 + choices.below(11), 1 + choices.below(18));
        let options = Options {
            players,
            set,
            engine: (flags & 1 == 1).then(|| choices.below(set + 1)),
            hand_size: (flags & 2 == 2).then(|| 1 + choices.below(12)),
            follow_up: if flags & 4 == 4 { FollowUp::Double } else { FollowUp::Available },
            close_order: if flags & 8 == 8 { CloseOrder::Reverse } else { CloseOrder::Laid },
        };
        Rules::new(options).unwrap_or_default()
    }

    fn hidden(field: &str, seat: usize) -> Vec<Range<usize>> {
        hidden_words(field, seat, "boneyard ")
    }

    fn check_words(choices: &mut Choices<'_>) {
        let byte = choices.byte();
        let set = (1..=HIGHEST).contains(&byte).then_some(byte);
        let text = choices.text();
        if let Some(tile) = read_or_refused(read_tile(&text, set)) {
            assert_eq!(read_tile(&tile.to_string(), set), Ok(tile));
        }
        if let Some(tiles) = read_or_refused(read_tiles(&text, set)) {
            let shown: Vec<String> = tiles.iter().map(ToString::to_string).collect();
            assert_eq!(read_tiles(&shown.join(" "), set), Ok(tiles));
        }
    }
}

impl MutationTarget for MexicanTrain {
    fn rule_sets() -> Vec<Rules> {
        let plain = Options::default();
        let small = |players, set, hand_size| Options { players, set, hand_size: Some(hand_size), ..plain };
        let options = [
            plain,
            small(2, 3, 3),
            Options { follow_up: FollowUp::Double, ..small(3, 4, 3) },
            Options { close_order: CloseOrder::Reverse, engine: Some(2), ..small(5, 6, 4) },
        ];
        options.map(|options| Rules::new(options).expect("these are rules")).into()
    }
}
