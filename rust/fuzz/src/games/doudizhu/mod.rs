//! Dou Dizhu.

mod combinations;
mod plays;

use std::ops::Range;

use oxideal_engine::Rules as _;
use oxideal_engine::doudizhu::{AllPass, Auction, Cards, DouDizhu, Options, Rules};

use super::{Fuzzed, MutationTarget, Tries, words};
use crate::Property;
use crate::choices::Choices;
use crate::sound::{error_is_presentable, read_or_refused};

impl Fuzzed for DouDizhu {
    const PROPERTIES: &'static [(&'static str, Property)] =
        &[("combinations", combinations::check), ("plays", plays::check)];

    fn rules(choices: &mut Choices<'_>) -> Rules {
        let flags = choices.byte();
        let flag = |number: u8| flags >> number & 1 == 1;
        let few = Options {
            players: if flag(0) { 4 } else { 3 },
            auction: if flag(1) { Auction::None } else { Auction::Bid },
            all_pass: if flag(2) { AllPass::Void } else { AllPass::Redeal },
            spring: flag(3),
            ..Options::default()
        };
        // Only some of the rules: building an action table is slow, and tables are cached.
        let options = match flags >> 4 {
            0 => Options { kicker_repeat: 2, sequence_max: 5, ..few },
            1 => Options { kicker_repeat: 3, quadplex: false, ..few },
            2 => Options { kicker_repeat: 3, kicker_both_jokers: true, sequence_max: 9, ..few },
            3 => Options { kicker_repeat: 4, kicker_both_jokers: true, kicker_extends_chain: true, ..few },
            4 => Options { kicker_both_jokers: true, kicker_extends_chain: true, ..few },
            5 => Options { max_redeals: Some(1), ..few },
            6 => Options { max_redeals: None, ..few },
            7 => Options { auction: Auction::Call, ..few },
            8 => Options { all_pass: AllPass::First, ..few },
            9 => Options { doubling: true, ..few },
            10 => Options { open_hand: true, ..few },
            11 => Options { auction: Auction::Call, doubling: true, open_hand: true, ..few },
            12 => Options { doubling: true, open_hand: true, max_doublings: Some(3), ..few },
            _ => few,
        };
        Rules::new(options).expect("these options are within their bounds")
    }

    fn hidden(field: &str, seat: usize) -> Vec<Range<usize>> {
        let holders = words(field).skip(1);
        let others: Vec<Range<usize>> = match field.split(' ').next() {
            Some("hands") => {
                holders.enumerate().filter(|(holder, _)| *holder != seat).map(|(_, hand)| hand).collect()
            }
            Some("kitty") => holders.collect(),
            _ => Vec::new(),
        };
        others.into_iter().flatten().map(|at| at..at + 1).collect()
    }

    fn check_words(choices: &mut Choices<'_>) {
        let rules = Self::rules(choices);
        let text = choices.text();
        if let Some(cards) = read_or_refused(Cards::parse(&text, rules.deck())) {
            assert!(rules.deck().contains(cards));
            assert_eq!(Cards::parse(&cards.to_string(), rules.deck()), Ok(cards));
            assert_eq!(Cards::from_counts(&cards.counts()), cards);
            if let Err(error) = rules.classify(cards) {
                error_is_presentable(&error);
            }
        }
        match rules.combination(&text) {
            Ok(play) => {
                let shown = rules.to_play_move(play).to_string();
                assert_eq!(rules.combination(&shown), Ok(play));
                assert!(rules.parse(&shown).is_ok_and(|read| read.play() == Some(&play)));
            }
            Err(error) => error_is_presentable(&error),
        }
        let _ = read_or_refused(Cards::rank_text(&text));
        if let Err(error) = Rules::preset(&text) {
            error_is_presentable(&error);
        }
    }
}

impl MutationTarget for DouDizhu {
    const TRIES: Tries = Tries { bytes: 3000, texts: 6000, events: 4000 };

    fn rule_sets() -> Vec<Rules> {
        let plain = Options::default();
        let options = [plain, Options { players: 4, ..plain }, Options { auction: Auction::None, ..plain }];
        let chosen = options.map(|options| Rules::new(options).expect("these are rules"));
        let presets =
            ["huanle", "openspiel"].map(|name| Rules::preset(name).expect("there is such a preset"));
        chosen.into_iter().chain(presets).collect()
    }
}
