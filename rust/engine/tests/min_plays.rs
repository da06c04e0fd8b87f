//! The fewest plays that empty a hand, against a slow search that tries every legal play.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../bots/tests/effort/mod.rs"]
mod effort;

use std::collections::HashMap;

use effort::times;
use oxideal_engine::doudizhu::{Cards, Move, Options, RANKS, Rank, Rules, min_plays};
use oxideal_engine::{Chance, Error, Rules as _, SplitMix64};

/// The slow search: some play must take a card of the lowest rank.
struct Oracle {
    rules: Rules,
    known: HashMap<Cards, u32>,
}

impl Oracle {
    fn fewest(&mut self, hand: Cards) -> u32 {
        let Some(lowest) = hand.ranks().next() else { return 0 };
        if let Some(&fewest) = self.known.get(&hand) {
            return fewest;
        }
        let mut ids = Vec::new();
        self.rules.legal_plays(hand, None, &mut ids);
        let cards = ids.iter().map(|&id| cards_of(self.rules.to_move(id).unwrap()));
        let with_lowest: Vec<_> = cards.filter(|cards| cards.count(lowest) > 0).collect();
        let fewest = with_lowest.iter().map(|&cards| 1 + self.fewest(hand - cards)).min().unwrap();
        self.known.insert(hand, fewest);
        fewest
    }
}

fn cards_of(played: Move) -> Cards {
    match played {
        Move::Play { play, .. } => play.cards(),
        other => panic!("{other} is not a combination"),
    }
}

/// All rules that matter here, by name.
fn all_rules() -> Vec<(&'static str, Rules)> {
    let plain = Options::default();
    let of = |options| Rules::new(options).unwrap();
    vec![
        ("plain", Rules::default()),
        ("four players", of(Options { players: 4, ..plain })),
        ("douzero", Rules::preset("douzero").unwrap()),
        ("rlcard", Rules::preset("rlcard").unwrap()),
        ("openspiel", Rules::preset("openspiel").unwrap()),
        ("sequences of five", of(Options { sequence_max: 5, ..plain })),
        ("sequences of seven, two decks", of(Options { players: 4, sequence_max: 7, ..plain })),
        ("no quadplex", of(Options { quadplex: false, ..plain })),
        ("kickers in twos", of(Options { kicker_repeat: 2, kicker_both_jokers: true, ..plain })),
    ]
}

/// The length of `min_plays`, after checking that it is a list of legal plays that empties the
/// hand.
fn checked(rules: &Rules, hand: Cards) -> u32 {
    let plays = min_plays(rules, hand, || true).unwrap();
    let mut left = hand;
    for &play in &plays {
        let id =
            rules.action(rules.to_play_move(play)).unwrap_or_else(|| panic!("{hand}: {play} is unknown"));
        assert_eq!(rules.to_move(id), Some(rules.to_play_move(play)));
        assert!(left.contains(play.cards()), "{hand}: {play} is not among {left}");
        left = left - play.cards();
    }
    assert!(left.is_empty(), "{hand}: {left} is left");
    plays.len() as u32
}

fn compare(rules: &Rules, hands: impl IntoIterator<Item = Cards>) {
    for hand in hands {
        let fewest = Oracle { rules: *rules, known: HashMap::new() }.fewest(hand);
        assert_eq!(checked(rules, hand), fewest, "{hand} of {:?}", rules.options());
    }
}

/// Random cards of a stock.
fn draw(stock: Cards, cards: usize, chance: &mut SplitMix64) -> Cards {
    let mut ranks: Vec<Rank> = stock.ranks().collect();
    chance.shuffle(&mut ranks);
    ranks.into_iter().take(cards).fold(Cards::NONE, |hand, rank| hand + Cards::of(rank, 1))
}

/// A hand of few adjacent ranks, so that triplets, bombs and chains are common; 2s and jokers too.
fn narrow(deck: Cards, ranks: usize, cards: usize, chance: &mut SplitMix64) -> Cards {
    let lowest = chance.below(13 - ranks as u32) as usize;
    let near = lowest..lowest + ranks;
    let counts = deck.counts();
    let high = if chance.below(2) == 0 { 12 } else { RANKS };
    let stock =
        std::array::from_fn(|rank| if near.contains(&rank) || rank >= high { counts[rank] } else { 0 });
    draw(Cards::from_counts(&stock), cards, chance)
}

#[test]
fn min_plays_matches_the_slow_search() {
    let mut chance = SplitMix64::new(1);
    for (_, rules) in all_rules() {
        compare(&rules, (0..times(2000)).map(|number| draw(rules.deck(), 1 + number % 10, &mut chance)));
        compare(&rules, (0..times(50)).map(|_| draw(rules.deck(), 13, &mut chance)));
    }
}

#[test]
fn min_plays_matches_with_many_triplets_and_chains() {
    let mut chance = SplitMix64::new(2);
    for (_, rules) in all_rules() {
        for ranks in 2..=8 {
            compare(
                &rules,
                (0..times(300)).map(|number| narrow(rules.deck(), ranks, 5 + number % 7, &mut chance)),
            );
        }
        compare(&rules, (0..times(60)).map(|number| narrow(rules.deck(), 4 + number % 6, 13, &mut chance)));
    }
}

/// Hands with a known result, some of them too large for the slow search.
#[test]
fn min_plays_of_known_hands() {
    let rules: HashMap<_, _> = all_rules().into_iter().collect();
    for (text, name, fewest) in [
        ("-", "plain", 0),
        ("BR", "plain", 1),
        ("2BR", "plain", 2),
        ("TTTJJJJ22BR", "no quadplex", 3),
        ("BBRR", "four players", 1),
        ("BBR", "four players", 2),
        ("333444555666789T", "plain", 1),
        ("33344455566677788899", "plain", 2),
        ("3333BR", "plain", 2),
        ("3333BR", "douzero", 1),
        ("3456789TJQKA", "plain", 1),
        ("3456789TJQ", "sequences of five", 2),
        ("345566778899TJ", "sequences of seven, two decks", 2),
        ("334455667788", "plain", 1),
        ("3334445556667778", "douzero", 1),
        ("3334445556667778", "rlcard", 2),
        ("3334445556667779", "rlcard", 2),
        ("3334445556668889", "rlcard", 1),
        ("333444BBRR", "four players", 1),
        ("33333333", "four players", 1),
        ("333444555666777888999TTTJJJQQQKKK", "four players", 1),
        ("333444555666TTTTJJJJQQQQKKKK", "four players", 2),
    ] {
        let hand = Cards::parse(text, rules[name].deck()).unwrap();
        assert_eq!(checked(&rules[name], hand), fewest, "{text}, {name}");
    }
}

#[test]
fn hands_larger_than_the_landlords_are_refused() {
    let mut chance = SplitMix64::new(3);
    for (players, most) in [(3, 20), (4, 33)] {
        let rules = Rules::new(Options { players, ..Options::default() }).unwrap();
        checked(&rules, draw(rules.deck(), most, &mut chance));
        let text = format!("a hand must have at most {most} cards, got {}", most + 1);
        let too_many = draw(rules.deck(), most + 1, &mut chance);
        assert_eq!(min_plays(&rules, too_many, || true), Err(Error::InvalidArgument(text)));
    }
}

#[test]
fn stopped_count_returns_nothing() {
    let rules = Rules::new(Options { players: 4, ..Options::default() }).unwrap();
    let hand = draw(rules.deck(), 33, &mut SplitMix64::new(4));
    assert_eq!(min_plays(&rules, hand, || false), Ok(Vec::new()));
}
