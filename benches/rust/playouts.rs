//! Random playouts of one game on one core. `playouts GAME GAMES` plays GAMES games and prints a
//! JSON summary. `benches/playouts.py` runs it and counts its instructions.

use std::process::ExitCode;
use std::time::Instant;

use oxideal_engine::doudizhu::{self, DouDizhu};
use oxideal_engine::{Game, Rules, Seed, Start, playouts};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, games] = &arguments[..] else { return usage() };
    macro_rules! run_by_name {
        ($(($module:ident, $game:ident))*) => {
            match name.as_str() {
                $(stringify!($module) => run::<oxideal_engine::$module::$game>(&Default::default(), games),)*
                "doudizhu-4" => {
                    let options = doudizhu::Options { players: 4, ..doudizhu::Options::default() };
                    doudizhu::Rules::new(options)
                        .map_or_else(|_| usage(), |rules| run::<DouDizhu>(&rules, games))
                }
                _ => usage(),
            }
        };
    }
    oxideal_engine::for_each_game!(run_by_name)
}

fn usage() -> ExitCode {
    eprintln!("usage: playouts GAME|doudizhu-4 GAMES");
    ExitCode::from(2)
}

fn run<G: Game>(rules: &G::Rules, games: &str) -> ExitCode {
    let Ok(games) = games.parse::<usize>() else { return usage() };
    let mut payoffs = vec![0; games * rules.players()];
    let mut lengths = vec![0; games];
    let start = Instant::now();
    let played = playouts(&Start::<G>::Deal(rules.clone()), &Seed::from(1), 0, &mut payoffs, &mut lengths);
    if let Err(error) = played {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    let seconds = start.elapsed().as_secs_f64();
    let actions: i64 = lengths.iter().map(|&length| i64::from(length)).sum();
    let sum: i64 = payoffs.iter().map(|&payoff| i64::from(payoff)).sum();
    println!(
        "{{\"game\": \"{}\", \"games\": {games}, \"actions\": {actions}, \"payoffs\": {sum}, \"seconds\": {seconds:.6}}}",
        G::NAME
    );
    ExitCode::SUCCESS
}
