//! The hot functions of Mexican Train on one core. `mexican_train WORK PLAYERS ROUNDS` runs one of
//! them ROUNDS times over many different positions and prints the time as JSON.
//! `benches/functions.py` runs it and counts instructions. `mexican_train statistics PLAYERS SET
//! ROUNDS` prints statistics of random rounds, with each engine in turn.

mod timing;

use std::process::ExitCode;

use oxideal_engine::game::{Position as _, Rules as _};
use oxideal_engine::mexican_train::{Doubles, MexicanTrain, Options, Position, Rules, Tile, longest_train};
use oxideal_engine::{Action, Chance, Seed, SplitMix64, Stream};
use timing::{positions, starts, timed, views};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let run = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["statistics", players, set, rounds] => {
            players.parse().ok().zip(set.parse().ok()).zip(rounds.parse().ok()).and_then(
                |((players, set), rounds)| {
                    let rules = Rules::new(Options { players, set, ..Options::default() }).ok()?;
                    statistics(rules, rounds);
                    Some(())
                },
            )
        }
        [work, players, rounds] => {
            players.parse().ok().zip(rounds.parse().ok()).and_then(|(players, rounds)| {
                let rules = Rules::new(Options { players, ..Options::default() }).ok()?;
                run(work, rules, rounds)
            })
        }
        _ => None,
    };
    run.map_or_else(
        || {
            eprintln!("usage: mexican_train deal|legal|sample|longest_train PLAYERS ROUNDS");
            eprintln!("   or: mexican_train statistics PLAYERS SET ROUNDS");
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
            timed(work, rounds, &positions(&rules, 10_000, &mut chance), |position: &Position| {
                list.clear();
                position.legal(&rules, &mut list);
                list.len()
            });
        }
        "sample" => {
            let mut seed = 0;
            timed(work, rounds, &views::<MexicanTrain>(&rules, 10_000, &mut chance), |view| {
                seed += 1;
                let sampled = view.sample(Stream::new(Seed::from(seed), 0));
                sampled.map_or(0, |state| usize::from(state.position().boneyard_size()))
            });
        }
        "longest_train" => timed(work, rounds, &hands(rules, 20_000, &mut chance), |(hand, end)| {
            longest_train(hand, *end, Doubles::Tile).longest.len()
        }),
        _ => return None,
    }
    Some(())
}

/// Prints statistics of random rounds, with the engines in turn from the highest to the double
/// blank.
#[expect(clippy::cast_precision_loss, reason = "the counts are far below 2^52")]
fn statistics(first: Rules, rounds: u64) {
    let (mut plies, mut plays, mut choices, mut out) = (0u64, 0u64, 0, 0u64);
    let (mut squares, mut rules) = (0, first);
    for number in 0..rounds {
        let mut chance = SplitMix64::new(SplitMix64::new(number).output());
        let mut position = Position::deal(&rules, None, &mut chance);
        let before = plies;
        while let Some(action) = position.pick_legal(&rules, &mut chance) {
            plies += 1;
            if action >= 2 {
                plays += 1;
                choices += position.count_legal(&rules) as u64;
            }
            position.play(&rules, action, &mut chance);
        }
        squares += (plies - before) * (plies - before);
        out += u64::from(position.went_out().is_some());
        rules = rules.next_round().unwrap_or(first);
    }
    let (all, mean) = (rounds as f64, plies as f64 / rounds as f64);
    let error = ((squares as f64 / all - mean * mean) / all).sqrt();
    println!("{rounds} rounds, {} players, double-{}", first.seats(), first.set());
    println!("  plies a round        {mean:.3} (standard error {error:.3})");
    println!("  of these plays       {:.3}", plays as f64 / all);
    println!("  legal plays where one can play  {:.4}", choices as f64 / plays as f64);
    println!("  somebody went out    {:.3}%", out as f64 / all * 100.0);
}

/// Random hands of 15 tiles, and an open end.
fn hands(rules: Rules, count: usize, chance: &mut impl Chance) -> Vec<(Vec<(u8, u8)>, u8)> {
    let mut tiles: Vec<(u8, u8)> = rules.tiles().map(Tile::ends).collect();
    let mut hand = || {
        chance.shuffle(&mut tiles);
        (tiles[..15].to_vec(), chance.below(u32::from(rules.set()) + 1) as u8)
    };
    (0..count).map(|_| hand()).collect()
}
