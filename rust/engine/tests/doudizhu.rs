//! Dou Dizhu: consistency between its parts. Python tests check the rules themselves on both
//! engines.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use oxideal_engine::doudizhu::{
    AllPass, Auction, Beat, Cards, DouDizhu, InPlay, Kind, Move, Options, Position, RANKS, Rules,
};
use oxideal_engine::game::{Position as _, Rules as _};
use oxideal_engine::{Action, Seed, SplitMix64, Start, State, View, playouts};

/// The rules under test, each with its number of combinations.
///
/// The first five numbers are from the description of the game. Those of the presets are the
/// sizes of the tables of `RLCard` and `OpenSpiel` without pass and bids, and the number of
/// readings of `DouZero`'s sets.
fn all_rules() -> [(Rules, Action); 13] {
    let plain = Options::default();
    let rules = |options| Rules::new(options).unwrap();
    [
        (rules(plain), 12_654),
        (rules(Options { players: 4, ..plain }), 9_079),
        (rules(Options { kicker_repeat: 2, ..plain }), 24_639),
        (rules(Options { kicker_repeat: 3, ..plain }), 27_471),
        (rules(Options { players: 4, sequence_max: 5, auction: Auction::None, ..plain }), 9_079 - 28),
        (Rules::preset("rlcard").unwrap(), 27_471),
        (Rules::preset("openspiel").unwrap(), 26_053),
        (Rules::preset("douzero").unwrap(), 30_383),
        (Rules::preset("huanle").unwrap(), 24_639),
        (rules(Options { auction: Auction::Call, ..plain }), 12_654),
        (rules(Options { auction: Auction::None, open_hand: true, ..plain }), 12_654),
        (rules(Options { doubling: true, max_doublings: Some(2), ..plain }), 12_654),
        (
            rules(Options {
                players: 4,
                auction: Auction::Call,
                all_pass: AllPass::First,
                doubling: true,
                open_hand: true,
                ..plain
            }),
            9_079,
        ),
    ]
}

#[test]
fn table_has_every_combination_once() {
    for (rules, combinations) in all_rules() {
        let Options { auction, doubling, open_hand, .. } = *rules.options();
        let bids = match auction {
            Auction::Bid => 3,
            Auction::Call => 2,
            Auction::None => 0,
        };
        let early = 1 + bids + u32::from(doubling) + u32::from(open_hand);
        assert_eq!(rules.num_actions(), early + combinations, "{rules:?}");
        let mut sets = std::collections::HashSet::new();
        for action in 0..rules.num_actions() {
            let chosen = rules.to_move(action).unwrap();
            assert_eq!(rules.action(chosen), Some(action), "{chosen}");
            assert_eq!(rules.parse(&chosen.to_string()), Ok(chosen));
            if let Move::Play { play, .. } = chosen {
                assert!(rules.deck().contains(play.cards()) && play.cards().total() <= rules.max_hand_size());
                assert_eq!(play.main() + play.attached(), play.cards());
                assert!(rules.readings(play.cards()).iter().any(|reading| reading == play), "{play}");
                assert_eq!(rules.features(action), play.cards().counts());
                sets.insert(play.cards());
            }
        }
        assert_eq!(rules.to_move(rules.num_actions()), None);
        // DD-27: under the plain rules a set of cards has one reading.
        if rules.options().kicker_repeat == 1 {
            assert_eq!(sets.len(), combinations as usize);
        }
    }
}

/// With few ranks: every set of cards is either not a combination or is in the table.
#[test]
fn table_has_every_reading() {
    for (rules, _) in all_rules() {
        let most = if rules.options().players == 3 { 4 } else { 8 };
        let mut counts = [0; RANKS];
        let (mut sets, mut readings) = (0, 0);
        // Four ranks in a row, the 2s and the black joker.
        'sets: loop {
            let cards = Cards::from_counts(&counts);
            for play in rules.readings(cards).iter() {
                assert_eq!(play.cards(), cards);
                let action = rules.action(Move::Play { play, alone: false });
                assert!(action.is_some(), "{play} is not in the table of {rules:?}");
                readings += 1;
            }
            sets += 1;
            for (rank, most) in [(5, most), (6, most), (7, most), (8, most), (12, most), (13, 1)] {
                if counts[rank] < most {
                    counts[rank] += 1;
                    continue 'sets;
                }
                counts[rank] = 0;
            }
            break;
        }
        assert!(sets > 6000 && readings > 50, "{sets} sets, {readings} readings");
    }
}

/// Calls `look` at every position of random rounds, with the legal actions.
fn moments(rules: &Rules, games: u64, mut look: impl FnMut(&Position, &[Action], &SplitMix64)) {
    let mut chance = SplitMix64::new(5);
    let mut legal = Vec::new();
    for _ in 0..games {
        let mut position = Position::deal(rules, None, &mut chance);
        loop {
            legal.clear();
            position.legal(rules, &mut legal);
            look(&position, &legal, &chance);
            let Some(action) = position.pick_legal(rules, &mut chance) else { break };
            position.play(rules, action, &mut chance);
        }
    }
}

/// Even more cards than anybody can hold: exactly the plays in the table are legal.
#[test]
fn whole_deck_can_play_the_whole_table() {
    for (rules, combinations) in all_rules() {
        let mut listed = Vec::new();
        rules.legal_plays(rules.deck(), None, &mut listed);
        assert!(listed.iter().copied().eq(rules.num_actions() - combinations..rules.num_actions()));
        assert_eq!(rules.count_plays(rules.deck(), None), listed.len());
    }
}

#[test]
fn cards_are_conserved() {
    for (rules, _) in all_rules() {
        moments(&rules, 50, |position, _, _| {
            let seats = position.hands(&rules).iter().chain(position.played(&rules));
            let held = seats.fold(Cards::NONE, |sum, &cards| sum + cards);
            let apart = if position.landlord().is_none() { position.kitty() } else { Cards::NONE };
            assert_eq!(held + apart, rules.deck());
            let sizes = position.hands(&rules).iter().map(|hand| hand.total());
            assert!(sizes.zip(0..).all(|(size, seat)| size == position.left(&rules, seat)));
        });
    }
}

#[test]
fn payoffs_sum_to_zero_and_peasants_get_the_same_unless_they_double() {
    for (rules, _) in all_rules() {
        let players = rules.players();
        let (mut payoffs, mut lengths) = (vec![0; 2000 * players], vec![0; 2000]);
        playouts(&Start::<DouDizhu>::Deal(rules), &Seed::from(3), 0, &mut payoffs, &mut lengths)
            .expect("deals");
        for round in payoffs.chunks_exact(players) {
            assert_eq!(round.iter().sum::<i32>(), 0);
            let mut sorted = round.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            let Options { auction, doubling, .. } = *rules.options();
            assert!(doubling || sorted.len() == 2 || auction != Auction::None && sorted == [0], "{round:?}");
        }
    }
}

#[test]
fn every_kind_is_played() {
    let (rules, _) = all_rules()[0];
    let mut seen = std::collections::HashSet::new();
    moments(&rules, 3000, |position, _, _| seen.extend(position.to_beat().map(|(play, _)| play.kind())));
    assert_eq!(seen.len(), Kind::ALL.len(), "{seen:?}");
}

#[test]
fn invalid_parts_are_refused() {
    let rules = Rules::default();
    let hands = [Cards::decks(1); 3];
    let deal = |hands: &[Cards], first, dealer| Position::from_deal(rules, hands, Cards::NONE, first, dealer);
    for (hands, first, dealer, message) in [
        (&hands[..], 3, None, "seat 3 out of range: this game has seats 0 to 2"),
        (&hands[..], 0, Some(255), "seat 255 out of range: this game has seats 0 to 2"),
        (&hands[..2], 0, None, "expected 3 items, one per seat, got 2"),
        (&[Cards::NONE; 5][..], 0, None, "expected 3 items, one per seat, got 5"),
    ] {
        assert_eq!(deal(hands, first, dealer).unwrap_err().to_string(), message);
    }
    let play = rules.combination("3").unwrap();
    let in_play = InPlay {
        rules,
        hands: hands.to_vec(),
        landlord: 0,
        bid: 1,
        lead: None,
        beat: None,
        played: None,
        plays: None,
        kitty: None,
        doublings: 0,
        robs: 0,
        doubled: Vec::new(),
        shown: false,
    };
    for wrong in [
        InPlay { landlord: 5, ..in_play.clone() },
        InPlay { hands: Vec::new(), ..in_play.clone() },
        InPlay { beat: Some(Beat { play, seat: 9, passes: 0 }), ..in_play.clone() },
        InPlay { played: Some(Vec::new()), ..in_play.clone() },
        InPlay { bid: 200, ..in_play.clone() },
        InPlay { robs: 200, ..in_play.clone() },
        InPlay { doubled: vec![true; 9], ..in_play.clone() },
        InPlay { shown: true, ..in_play.clone() },
        InPlay { plays: Some(vec![0; 9]), ..in_play.clone() },
        InPlay { beat: Some(Beat { play, seat: 0, passes: 255 }), ..in_play },
    ] {
        assert!(wrong.check().is_err());
    }
}

#[test]
fn same_moves_of_different_rules_are_equal() {
    let extended = Options { kicker_repeat: 3, kicker_extends_chain: true, ..Options::default() };
    let plain = Rules::default().parse("333444555666").unwrap();
    let alone = Rules::new(extended).unwrap().parse("333444555666 alone").unwrap();
    assert_ne!(plain.to_string(), alone.to_string());
    assert_eq!(plain, alone);
    assert_ne!(plain, Rules::new(extended).unwrap().parse("333444555 666").unwrap());
    let hash = |chosen: Move| BuildHasherDefault::<DefaultHasher>::default().hash_one(chosen);
    assert_eq!(hash(plain), hash(alone));
}

#[test]
fn round_is_void_after_the_last_redeal() {
    let plain = Options::default();
    for (options, most) in [
        (plain, 100),
        (Options { max_redeals: Some(1), ..plain }, 1),
        (Options { players: 4, max_redeals: Some(255), ..plain }, 255),
    ] {
        let rules = Rules::new(options).unwrap();
        let players = usize::from(options.players);
        let mut state = State::<DouDizhu>::deal(rules, Seed::from(7), 0);
        for passes in 0..(most + 1) * players {
            assert_eq!(usize::from(state.position().redeals()), passes / players);
            assert!(!state.is_over());
            state.push(0).unwrap();
        }
        assert!(state.is_over());
        assert_eq!(state.payoffs(), Some(vec![0; players]));
        assert_eq!(usize::from(state.position().redeals()), most);
        let view: View<DouDizhu> = state.view(0).unwrap();
        assert_eq!(view.position().redeals(), state.position().redeals());
    }
}

#[test]
fn redeals_without_a_limit_are_not_counted() {
    let rules = Rules::new(Options { max_redeals: None, ..Options::default() }).unwrap();
    assert_eq!(rules.to_string(), "doudizhu max_redeals=none");
    assert_eq!(rules.to_string().parse(), Ok(rules));
    let mut state = State::<DouDizhu>::deal(rules, Seed::from(7), 0);
    for _ in 0..3 * 300 {
        state.push(0).unwrap();
    }
    assert!(!state.is_over());
    assert_eq!(state.position().redeals(), 0);
}
