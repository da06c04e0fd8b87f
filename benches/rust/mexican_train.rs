//! The hot functions of Mexican Train on one core. `mexican_train WORK PLAYERS ROUNDS` does some work on as many different
//! positions as there are below, so many times over, and prints how long it took, as JSON. Run it by `benches/functions.py`,
//! which also counts instructions. `mexican_train statistics PLAYERS SET ROUNDS` says what random rounds are like, the engines
//! in turn.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use oxideal_engine::game::{Position as _, Round as _, Rules as _, View as _};
use oxideal_engine::mexican_train::{
    Doubles, MexicanTrain, Options, Position, Rules, Tile, View, longest_train,
};
use oxideal_engine::{Action, Chance, Seed, SplitMix64, State, Stream};

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
    let (times, seconds, found) = match work {
        "deal" => {
            let starts: Vec<u64> = (0..100_000).map(|_| chance.output()).collect();
            timed(rounds, &starts, |&start| {
                usize::from(Position::deal(&rules, None, &mut SplitMix64::new(start)).turn())
            })
        }
        "legal" => {
            let mut list: Vec<Action> = Vec::new();
            timed(rounds, &positions(rules, 10_000, &mut chance), |position| {
                list.clear();
                position.legal(&rules, &mut list);
                list.len()
            })
        }
        "sample" => {
            let mut seed = 0;
            timed(rounds, &views(rules, 10_000, &mut chance), |view| {
                seed += 1;
                let sampled = view.sample(Stream::new(Seed::from(seed), 0));
                sampled.map_or(0, |state| usize::from(state.position().boneyard_size()))
            })
        }
        "longest_train" => timed(rounds, &hands(rules, 20_000, &mut chance), |(hand, end)| {
            longest_train(hand, *end, Doubles::Tile).longest.len()
        }),
        _ => return None,
    };
    println!("{{\"work\": \"{work}\", \"times\": {times}, \"found\": {found}, \"seconds\": {seconds:.6}}}");
    Some(())
}

fn timed<T>(rounds: usize, positions: &[T], mut work: impl FnMut(&T) -> usize) -> (usize, f64, usize) {
    let start = Instant::now();
    let mut found = 0;
    for _ in 0..rounds {
        found += positions.iter().map(|position| work(black_box(position))).sum::<usize>();
    }
    (rounds * positions.len(), start.elapsed().as_secs_f64(), found)
}

/// What random rounds are like, with the engines from the highest to the double blank, again and again.
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

/// All positions of random rounds in which somebody is to choose.
fn positions(rules: Rules, count: usize, chance: &mut impl Chance) -> Vec<Position> {
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::deal(&rules, None, chance);
        while position.current_player().is_some() {
            positions.push(position);
            position.play_random(&rules, chance);
        }
    }
    positions.truncate(count);
    positions
}

/// What the players see that are to choose in random rounds.
fn views(rules: Rules, count: usize, chance: &mut SplitMix64) -> Vec<View> {
    let mut views = Vec::new();
    for stream in 0.. {
        let mut state = State::<MexicanTrain>::deal(rules, Seed::from(1), stream);
        while let Some(action) = state.position().pick_legal(&rules, chance) {
            views.extend(state.position().current_player().and_then(|seat| state.view(seat).ok()));
            if state.push(action).is_err() || views.len() == count {
                return views;
            }
        }
    }
    views
}

/// Random hands of 15 tiles, and an end.
fn hands(rules: Rules, count: usize, chance: &mut impl Chance) -> Vec<(Vec<(u8, u8)>, u8)> {
    let mut tiles: Vec<(u8, u8)> = rules.tiles().map(Tile::ends).collect();
    let mut hand = || {
        chance.shuffle(&mut tiles);
        (tiles[..15].to_vec(), chance.below(u32::from(rules.set()) + 1) as u8)
    };
    (0..count).map(|_| hand()).collect()
}
