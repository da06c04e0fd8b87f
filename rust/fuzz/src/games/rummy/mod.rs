//! Rummy.

mod melds;

use std::ops::Range;

use oxideal_engine::Chance as _;
use oxideal_engine::rummy::{
    Ace, Meld, Options, Rules, Rummy, Table, listed, read_card, read_cards, read_table,
};

use super::{Fuzzed, MutationTarget, hidden_words};
use crate::Property;
use crate::choices::Choices;
use crate::sound::read_or_refused;

impl Fuzzed for Rummy {
    const PROPERTIES: &'static [(&'static str, Property)] = &[("melds", melds::check)];

    fn rules(choices: &mut Choices<'_>) -> Rules {
        let flags = choices.byte();
        let options = Options {
            players: 2 + choices.below(5),
            ace: if flags & 1 == 1 { Ace::Both } else { Ace::Low },
            must_discard_out: flags & 2 == 2,
            hand_size: (flags & 4 == 4).then(|| 1 + choices.below(12)),
            turn_limit: if flags & 8 == 8 { 1 + choices.below(256) } else { 60 },
        };
        Rules::new(options).unwrap_or_default()
    }

    fn hidden(field: &str, seat: usize) -> Vec<Range<usize>> {
        hidden_words(field, seat, "stock ")
    }

    fn check_words(choices: &mut Choices<'_>) {
        let ace = if choices.flag() { Ace::Both } else { Ace::Low };
        let text = choices.text();
        if let Some(card) = read_or_refused(read_card(&text)) {
            assert_eq!(read_card(&card.to_string()), Ok(card));
        }
        if let Some(cards) = read_or_refused(read_cards(&text)) {
            assert_eq!(read_cards(&listed(cards.iter().copied())).as_ref(), Ok(&cards));
            if let Some(meld) = Meld::of(&cards, ace) {
                assert_eq!(meld.cards(), cards.iter().copied().collect());
                let shown = read_cards(&meld.to_string()).expect("a meld is written as its cards");
                assert_eq!(Meld::of(&shown, ace), Some(meld));
            }
        }
        if let Some(melds) = read_or_refused(read_table(text.split(','), ace)) {
            let melds: Vec<Meld> = melds.iter().filter_map(|cards| Meld::of(cards, ace)).collect();
            let table: Table = melds.iter().copied().collect();
            assert_eq!(table.melds().count(), melds.len());
        }
    }
}

impl MutationTarget for Rummy {
    fn rule_sets() -> Vec<Rules> {
        let plain = Options { turn_limit: 60, ..Options::default() };
        let options = [
            plain,
            Options { players: 3, ace: Ace::Both, ..plain },
            Options { players: 6, must_discard_out: true, hand_size: Some(3), ..plain },
            Options { hand_size: Some(2), turn_limit: 20, ..plain },
        ];
        options.map(|options| Rules::new(options).expect("these are rules")).into()
    }
}
