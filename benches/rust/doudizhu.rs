//! The hot functions of Dou Dizhu on one core. `doudizhu WORK PLAYERS ROUNDS` runs one of them
//! ROUNDS times over many different positions and prints the time as JSON. `benches/functions.py`
//! runs it and counts instructions.
//!
//! With few positions the branch predictor learns them all, and the results are several times too
//! good.

mod timing;

use std::process::ExitCode;

use oxideal_engine::Position as _;
use oxideal_engine::doudizhu::{Cards, Options, Phase, Play, Position, RANKS, Rules, min_plays};
use oxideal_engine::{Action, Chance, SplitMix64};
use timing::{starts, timed};

const POSITIONS: usize = 100_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let run = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [work, players, rounds] => {
            players.parse().ok().zip(rounds.parse().ok()).and_then(|(players, rounds)| {
                let rules = Rules::new(Options { players, ..Options::default() }).ok()?;
                run(work, &rules, rounds)
            })
        }
        _ => None,
    };
    run.map_or_else(
        || {
            eprintln!("usage: doudizhu leads|answers|classify|deal|min_plays 3|4 ROUNDS");
            ExitCode::from(2)
        },
        |()| ExitCode::SUCCESS,
    )
}

fn run(work: &str, rules: &Rules, rounds: usize) -> Option<()> {
    let mut chance = SplitMix64::new(1);
    let mut list: Vec<Action> = Vec::with_capacity(10_000);
    match work {
        // A landlord's hand.
        "leads" => {
            let hands = hands(rules, rules.max_hand_size(), &mut chance);
            timed(work, rounds, &hands, |&hand| {
                list.clear();
                rules.legal_plays(hand, None, &mut list);
                list.len()
            });
        }
        // Hands of random players with a play to beat.
        "answers" => {
            let answers = answers(rules, &mut chance);
            timed(work, rounds, &answers, |&(hand, to_beat)| {
                list.clear();
                rules.legal_plays(hand, Some(to_beat), &mut list);
                list.len()
            });
        }
        // Combinations that were played, and the same with one card swapped: many of those are
        // still combinations.
        "classify" => {
            let sets = sets(rules, &mut chance);
            timed(work, rounds, &sets, |&cards| {
                rules.readings(cards).only().map_or(0, |play| play.kind() as usize)
            });
        }
        "deal" => timed(work, rounds, &starts(POSITIONS), |&start| {
            let dealt = Position::deal(rules, None, &mut SplitMix64::new(start));
            usize::from(dealt.first_bidder())
        }),
        "min_plays" => {
            let hands = hands(rules, rules.hand_size(), &mut chance);
            timed(work, rounds, &hands, |&hand| {
                min_plays(rules, hand, || true).map_or(0, |plays| plays.len())
            });
        }
        _ => return None,
    }
    Some(())
}

/// Random hands of this size.
fn hands(rules: &Rules, size: u32, chance: &mut impl Chance) -> Vec<Cards> {
    let mut deck: Vec<u8> = rules.deck().ranks().collect();
    let mut hand = || {
        chance.shuffle(&mut deck);
        deck[..size as usize].iter().fold(Cards::NONE, |hand, &rank| hand + Cards::of(rank, 1))
    };
    (0..POSITIONS).map(|_| hand()).collect()
}

fn answers(rules: &Rules, chance: &mut impl Chance) -> Vec<(Cards, Play)> {
    let mut answers = Vec::new();
    while answers.len() < POSITIONS {
        let mut position = Position::deal(rules, None, chance);
        while let Some(seat) = position.current_player() {
            if let (Phase::Play, Some((to_beat, _))) = (position.phase(), position.to_beat()) {
                answers.push((position.hands(rules)[seat], to_beat));
            }
            position.play_random(rules, chance);
        }
    }
    answers.truncate(POSITIONS);
    answers
}

fn sets(rules: &Rules, chance: &mut impl Chance) -> Vec<Cards> {
    let mut sets: Vec<Cards> = Vec::new();
    while sets.len() < POSITIONS {
        let mut position = Position::deal(rules, None, chance);
        while position.current_player().is_some() {
            position.play_random(rules, chance);
            if let Some((play, _)) = position.to_beat() {
                sets.push(play.cards());
                let mut counts = play.cards().counts();
                let taken = counts.iter().position(|&count| count > 0).unwrap_or(0);
                counts[taken] -= 1;
                let free: Vec<usize> =
                    (0..RANKS).filter(|&rank| counts[rank] < rules.deck().count(rank as u8)).collect();
                counts[free[chance.below(free.len() as u32) as usize]] += 1;
                sets.push(Cards::from_counts(&counts));
            }
        }
    }
    sets.truncate(POSITIONS);
    // Not in the order of play.
    chance.shuffle(&mut sets);
    sets
}
