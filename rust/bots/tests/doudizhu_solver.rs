//! The solver of Dou Dizhu against exhaustive search.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod effort;

use std::collections::HashMap;

use effort::times;
use oxideal_bots::{Budget, Limit, SearchModel, Solution};
use oxideal_engine::doudizhu::{
    Auction, Cards, DouDizhu, InPlay, Knowledge, Options, Play, Position, RANKS, Rules,
};
use oxideal_engine::{
    Action, Chance, Notation as _, Position as _, Rules as _, Seed, SplitMix64, State, Stream,
};

fn solve(rules: &Rules, position: &Position, limit: Limit) -> Option<Solution> {
    let solver = DouDizhu::SOLVER.unwrap();
    solver(rules, position, &mut Budget::new(limit, &mut || true))
}

/// The parts of a position that matter: hands, turn, the play to beat and its seat, doublings, and
/// the plays that count for spring.
type Key = (Vec<Cards>, Option<usize>, Option<(Play, u8)>, u8, Vec<u8>);

fn key(rules: &Rules, position: &Position) -> Key {
    let plays = position.plays(rules).iter().map(|&plays| plays.min(2)).collect();
    let to_beat = position.to_beat();
    (position.hands(rules).to_vec(), position.current_player(), to_beat, position.doublings(), plays)
}

/// The payoffs under perfect play, by exhaustive search.
fn minimax(rules: &Rules, position: &Position, known: &mut HashMap<Key, Vec<i32>>) -> Vec<i32> {
    let landlord = usize::from(position.landlord().unwrap());
    let Some(seat) = position.current_player() else {
        let mut payoffs = vec![0; rules.players()];
        position.payoffs(rules, &mut payoffs);
        return payoffs;
    };
    let key = key(rules, position);
    if let Some(payoffs) = known.get(&key) {
        return payoffs.clone();
    }
    let mut actions = Vec::new();
    position.legal(rules, &mut actions);
    let payoffs = actions.iter().map(|&action| minimax(rules, &played(rules, position, action), known));
    let of_landlord = |payoffs: &Vec<i32>| payoffs[landlord];
    let best =
        if seat == landlord { payoffs.max_by_key(of_landlord) } else { payoffs.min_by_key(of_landlord) };
    known.insert(key, best.clone().unwrap());
    best.unwrap()
}

fn played(rules: &Rules, position: &Position, action: Action) -> Position {
    assert!(position.is_legal(rules, action));
    let mut position = *position;
    position.play(rules, action, &mut Stream::without_seed());
    position
}

/// Hands of few adjacent ranks and jokers, so that there are chains and bombs. The landlord may
/// have played once.
fn random_endgame(rules: &Rules, generator: &mut SplitMix64, sizes: &[u32]) -> Position {
    let players = rules.players();
    let landlord = generator.below(players as u32) as u8;
    let width = 2 + generator.below(7);
    let first = generator.below(RANKS as u32 - width + 1);
    let mut pack: Vec<u8> =
        rules.deck().ranks().filter(|&rank| (first..first + width).contains(&rank.into())).collect();
    generator.shuffle(&mut pack);
    let mut pack = pack.into_iter();
    let size = |generator: &mut SplitMix64| sizes[generator.below(sizes.len() as u32) as usize] as usize;
    let mut hands = Vec::new();
    for _ in 0..players {
        let size = size(generator);
        hands.push(pack.by_ref().take(size).fold(Cards::NONE, |hand, rank| hand + Cards::of(rank, 1)));
    }
    if hands.iter().any(|hand| hand.is_empty()) {
        return random_endgame(rules, generator, sizes);
    }
    let plays = (0..players).map(|seat| if seat == usize::from(landlord) { 1 } else { 3 }).collect();
    let lead = generator.below(players as u32) as u8;
    let Options { auction, doubling, open_hand, .. } = *rules.options();
    let in_play = InPlay {
        rules: *rules,
        hands,
        landlord,
        bid: 1,
        lead: Some(lead),
        beat: None,
        played: None,
        plays: (generator.below(2) == 0).then_some(plays),
        kitty: None,
        doublings: 0,
        robs: if auction == Auction::Call { generator.below(players as u32 + 1) as u8 } else { 0 },
        doubled: (0..players).map(|_| doubling && generator.below(2) == 0).collect(),
        shown: open_hand && generator.below(2) == 0,
    };
    let mut position = in_play.check().unwrap();
    for _ in 0..generator.below(3) {
        let before = position;
        position.play_random(rules, generator);
        if position.current_player().is_none() {
            return before;
        }
    }
    position
}

/// Checks that the payoffs match minimax and that the line leads to them.
fn check(rules: &Rules, position: &Position) -> i32 {
    let landlord = usize::from(position.landlord().unwrap());
    let expected = minimax(rules, position, &mut HashMap::new());
    let Solution { payoffs, line, exact } = solve(rules, position, Limit::default()).unwrap();
    let text = position.write(rules, &Knowledge, None);
    assert!(exact);
    assert_eq!(payoffs, expected, "{text}");
    let end = line.iter().fold(*position, |position, &action| played(rules, &position, action));
    assert_eq!(end.current_player(), None, "{text}: {line:?}");
    let mut reached = vec![0; rules.players()];
    end.payoffs(rules, &mut reached);
    assert_eq!(reached, expected, "{text}: {line:?}");
    let mut quick = vec![0; rules.players()];
    if DouDizhu::exact_payoffs(rules, position, &mut quick) {
        assert_eq!(quick, expected, "{text}");
    }
    expected[landlord]
}

#[test]
fn payoffs_match_exhaustive_search() {
    let plain = Options::default();
    let rules = |options| Rules::new(options).unwrap();
    let all = [
        rules(plain),
        rules(Options { spring: true, ..plain }),
        rules(Options { kicker_repeat: 2, spring: true, auction: Auction::None, ..plain }),
        Rules::preset("rlcard").unwrap(),
        Rules::preset("openspiel").unwrap(),
        Rules::preset("douzero").unwrap(),
        Rules::preset("huanle").unwrap(),
        rules(Options { max_doublings: Some(3), ..*Rules::preset("huanle").unwrap().options() }),
    ];
    let mut generator = SplitMix64::new(1);
    let mut seen = HashMap::new();
    for rules in all {
        for sizes in [&[1, 2, 3, 4][..], &[1, 4, 5]] {
            for _ in 0..times(600) {
                let position = random_endgame(&rules, &mut generator, sizes);
                *seen.entry(check(&rules, &position)).or_insert(0) += 1;
            }
        }
    }
    // Both sides win, with and without doublings.
    for payoff in [-8, -4, -2, 2, 4] {
        assert!(seen.contains_key(&payoff), "{payoff}: {seen:?}");
    }
}

#[test]
fn payoffs_of_four_players_match_exhaustive_search() {
    let plain = Options { players: 4, ..Options::default() };
    let mut generator = SplitMix64::new(2);
    for options in [
        plain,
        Options { spring: true, auction: Auction::None, ..plain },
        Options { doubling: true, max_doublings: Some(1), ..plain },
    ] {
        let rules = Rules::new(options).unwrap();
        for sizes in [&[3][..], &[1, 2, 4]] {
            for _ in 0..times(300) {
                check(&rules, &random_endgame(&rules, &mut generator, sizes));
            }
        }
    }
}

/// The landlord goes out with two cards that nobody can beat, before anybody else has played
/// (DD-33).
#[test]
fn spring_doubles_the_payment() {
    for (spring, expected) in [(false, [2, -1, -1]), (true, [4, -2, -2])] {
        let rules = Rules::new(Options { spring, ..Options::default() }).unwrap();
        let hand = Cards::parse("3R", rules.deck()).unwrap();
        let of_seat = |seat: usize| {
            let rest = rules.deck().without(hand).ranks().skip(seat).step_by(3);
            rest.take(17).fold(Cards::NONE, |cards, rank| cards + Cards::of(rank, 1))
        };
        let in_play = InPlay {
            rules,
            hands: vec![hand, of_seat(0), of_seat(1)],
            landlord: 0,
            bid: 1,
            lead: Some(0),
            beat: None,
            played: None,
            plays: Some(vec![5, 0, 0]),
            kitty: None,
            doublings: 0,
            robs: 0,
            doubled: Vec::new(),
            shown: false,
        };
        let position = in_play.check().unwrap();
        let Solution { payoffs, line, exact } = solve(&rules, &position, Limit::default()).unwrap();
        assert_eq!((payoffs, exact), (expected.to_vec(), true));
        assert_eq!(line.len(), 4);
    }
}

#[test]
fn auction_hidden_hands_and_hard_positions_are_not_solved() {
    let rules = Rules::default();
    let mut state = State::<DouDizhu>::deal(rules, Seed::from(1), 0);
    let none = |position: &Position, limit| {
        assert_eq!(solve(&rules, position, limit), None);
        assert!(!DouDizhu::exact_payoffs(&rules, position, &mut [0; 3]));
    };
    none(state.position(), Limit::default());
    state.push(rules.parse("bid 3").map(|bid| rules.action(bid).unwrap()).unwrap()).unwrap();
    none(state.view(0).unwrap().position(), Limit::default());
    none(state.position(), Limit { nodes: Some(1000), ..Limit::default() });
    let mut stopped = || false;
    let mut budget = Budget::new(Limit::default(), &mut stopped);
    assert_eq!(DouDizhu::SOLVER.unwrap()(&rules, state.position(), &mut budget), None);
}

#[test]
fn finished_round_has_an_empty_line() {
    let rules = Rules::preset("douzero").unwrap();
    let mut chance = SplitMix64::new(4);
    let mut position = Position::deal(&rules, None, &mut chance);
    while position.play_random(&rules, &mut chance) {}
    let mut payoffs = vec![0; 3];
    position.payoffs(&rules, &mut payoffs);
    let expected = Solution { payoffs, line: Vec::new(), exact: true };
    assert_eq!(solve(&rules, &position, Limit::default()), Some(expected));
}
