//! The hot functions of Rummy on one core. `rummy WORK PLAYERS ROUNDS` runs one of them ROUNDS
//! times over many different positions and prints the time as JSON. `benches/functions.py` runs it
//! and counts instructions. `rummy statistics PLAYERS ROUNDS` prints statistics of random hands.

mod timing;

use std::process::ExitCode;

use oxideal_engine::Position as _;
use oxideal_engine::rummy::{
    Ace, Card, Cards, Options, Position, Rules, Rummy, Table, best_partition, lay_offs, least_left, melds,
    read_cards,
};
use oxideal_engine::{Action, Chance, Seed, SplitMix64, Stream};
use timing::{positions, starts, timed, views};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rules =
        |players: &str| Rules::new(Options { players: players.parse().ok()?, ..Options::default() }).ok();
    let run = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["statistics", players, rounds] => {
            rules(players).zip(rounds.parse().ok()).map(|(rules, rounds)| statistics(rules, rounds))
        }
        [work, players, rounds] => {
            rules(players).zip(rounds.parse().ok()).and_then(|(rules, rounds)| run(work, rules, rounds))
        }
        _ => None,
    };
    run.map_or_else(
        || {
            eprintln!(
                "usage: rummy deal|legal|sample|melds|lay_offs|best_partition|least_left PLAYERS ROUNDS"
            );
            eprintln!("   or: rummy hardest_hand|hardest_set PLAYERS ROUNDS");
            eprintln!("   or: rummy statistics PLAYERS ROUNDS");
            ExitCode::from(2)
        },
        |()| ExitCode::SUCCESS,
    )
}

fn run(work: &str, rules: Rules, rounds: usize) -> Option<()> {
    let mut chance = SplitMix64::new(1);
    match work {
        "deal" => timed(work, rounds, &starts(100_000), |&start| {
            usize::from(Position::deal(&rules, None, &mut SplitMix64::new(start)).turn())
        }),
        "legal" => {
            let mut list: Vec<Action> = Vec::new();
            timed(work, rounds, &positions(&rules, 20_000, &mut chance), |position: &Position| {
                list.clear();
                position.legal(&rules, &mut list);
                list.len()
            });
        }
        "sample" => {
            let mut seed = 0;
            timed(work, rounds, &views::<Rummy>(&rules, 10_000, &mut chance), |view| {
                seed += 1;
                let sampled = view.sample(Stream::new(Seed::from(seed), 0));
                sampled.map_or(0, |state| usize::from(state.position().stock_size()))
            });
        }
        "melds" => timed(work, rounds, &hands(rules, &mut chance), |&hand| melds(hand, Ace::Low).len()),
        "lay_offs" => {
            let beside: Vec<(Cards, Table)> = beside_tables(rules, &mut chance);
            timed(work, rounds, &beside, |(hand, table)| lay_offs(*hand, table, Ace::Low).len());
        }
        "best_partition" => timed(work, rounds, &hands(rules, &mut chance), |&hand| {
            best_partition(hand, &Table::default(), Ace::Low).melds().count()
        }),
        "least_left" => timed(work, rounds, &hands(rules, &mut chance), |&hand| {
            least_left(hand, &Table::default(), Ace::Low).0 as usize
        }),
        "hardest_hand" => {
            let hand = read_cards("AC AD AH AS 2C 2D 2S 3C 3D 3S 4S").ok()?.into_iter().collect();
            timed(work, 1000 * rounds, &[hand], |&hand| {
                best_partition(hand, &Table::default(), Ace::Both).points() as usize
            });
        }
        "hardest_set" => {
            let left_out = read_cards("8C TC TD JH JS").ok()?.into_iter().collect();
            timed(work, 100 * rounds, &[Cards::ALL.without(left_out)], |&hand| {
                best_partition(hand, &Table::default(), Ace::Both).points() as usize
            });
        }
        _ => return None,
    }
    Some(())
}

/// Prints statistics of random hands.
#[expect(clippy::cast_precision_loss, reason = "the counts are far below 2^52")]
fn statistics(rules: Rules, rounds: u64) {
    let (mut plies, mut turns, mut draws, mut squares) = (0u64, 0, 0u64, 0);
    let (mut choices, mut more, mut void) = (0, 0u64, 0);
    for number in 0..rounds {
        let mut chance = SplitMix64::new(SplitMix64::new(number).output());
        let mut position = Position::deal(&rules, None, &mut chance);
        let before = plies;
        loop {
            if position.drew() {
                let legal = position.count_legal(&rules) as u64;
                let discards = position.size(position.turn()) - u8::from(position.took().is_some());
                choices += legal;
                more += u64::from(legal > discards.into());
            } else {
                draws += u64::from(position.current_player().is_some());
            }
            if !position.play_random(&rules, &mut chance) {
                break;
            }
            plies += 1;
        }
        squares += (plies - before) * (plies - before);
        turns += u64::from(position.turns());
        void += u64::from(position.went_out().is_none());
    }
    let (all, mean) = (rounds as f64, plies as f64 / rounds as f64);
    let error = ((squares as f64 / all - mean * mean) / all).sqrt();
    println!("{rounds} hands, {} players", rules.seats());
    println!("  actions a hand                {mean:.3} (standard error {error:.3})");
    println!("  turns a hand                  {:.3}", turns as f64 / all);
    println!("  legal actions after the draw  {:.4}", choices as f64 / (plies - draws) as f64);
    println!("  with melds or lay-offs        {:.2}%", more as f64 / (plies - draws) as f64 * 100.0);
    println!("  void                          {:.3}%", void as f64 / all * 100.0);
}

/// Random hands, one card larger than dealt.
fn hands(rules: Rules, chance: &mut impl Chance) -> Vec<Cards> {
    let mut pack: Vec<Card> = Cards::ALL.into_iter().collect();
    let mut hand = || {
        chance.shuffle(&mut pack);
        pack[..=usize::from(rules.hand_size())].iter().copied().collect()
    };
    (0..100_000).map(|_| hand()).collect()
}

/// Hands and tables from random play.
fn beside_tables(rules: Rules, chance: &mut impl Chance) -> Vec<(Cards, Table)> {
    let positions: Vec<Position> = positions(&rules, 100_000, chance);
    positions.iter().map(|position| (position.hand(position.turn()), *position.table())).collect()
}
