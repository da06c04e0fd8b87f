//! Random batch steps on one core. `batch GAME GAMES STEPS` makes STEPS steps of a batch of GAMES
//! games and prints a JSON summary. `benches/playouts.py` runs it and counts its instructions.

use std::process::ExitCode;
use std::time::Instant;

use oxideal_engine::{BatchChunk, Error, Game, Rows, Rules, Seed, SplitMix64, observation_size};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let stepped = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [name, games, steps] => step(name, games, steps),
        _ => None,
    };
    match stepped {
        Some(Ok(())) => ExitCode::SUCCESS,
        Some(Err(error)) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
        None => {
            eprintln!("usage: batch GAME GAMES STEPS");
            ExitCode::from(2)
        }
    }
}

/// Returns `None` if an argument is wrong.
fn step(name: &str, games: &str, steps: &str) -> Option<Result<(), Error>> {
    let (games, steps) = (games.parse::<usize>().ok()?, steps.parse::<u64>().ok()?);
    macro_rules! run_by_name {
        ($(($module:ident, $game:ident))*) => {
            match name {
                $(stringify!($module) => Some(run::<oxideal_engine::$module::$game>(games, steps)),)*
                _ => None,
            }
        };
    }
    oxideal_engine::for_each_game!(run_by_name)
}

fn run<G: Game>(n: usize, steps: u64) -> Result<(), Error> {
    let (rules, seed) = (G::Rules::default(), Seed::from(1));
    let mut observations = vec![0; n * observation_size::<G>(&rules)];
    let mut current_player = vec![0; n];
    let mut rewards = vec![0; n * rules.players()];
    let (mut terminated, mut episode) = (vec![false; n], vec![0; n]);
    let mut rows = Rows {
        observations: &mut observations,
        current_player: &mut current_player,
        rewards: &mut rewards,
        terminated: &mut terminated,
        episode: &mut episode,
    };
    let mut games = BatchChunk::<G>::new(&rules, seed, 0, n, n as u64)?;
    games.reset(&mut rows)?;
    let (mut sampled, mut actions) = (vec![0; n], vec![0; n]);
    let start = Instant::now();
    for step in 0..steps {
        games.sample(SplitMix64::for_games(&Seed::from(step)), &mut sampled);
        actions.iter_mut().zip(&sampled).for_each(|(action, &sampled)| *action = sampled.into());
        games.check(&actions).map_err(|(_, error)| error)?;
        games.step(&actions, &mut rows)?;
    }
    let (times, seconds) = (n as u64 * steps, start.elapsed().as_secs_f64());
    let ended: i64 = episode.iter().sum();
    println!(
        "{{\"game\": \"{}\", \"steps\": {times}, \"ended\": {ended}, \"seconds\": {seconds:.6}}}",
        G::NAME
    );
    Ok(())
}
