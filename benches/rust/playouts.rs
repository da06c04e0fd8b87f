//! Random playouts of one game on one core. `playouts GAME GAMES` plays this many games and prints
//! a summary as JSON. `benches/playouts.py` runs it and also counts its instructions.

use std::process::ExitCode;
use std::time::Instant;

use oxideal_engine::doudizhu::{self, DouDizhu};
use oxideal_engine::foursquare::{self, FourSquare};
use oxideal_engine::mexican_train::{self, MexicanTrain};
use oxideal_engine::rummy::{self, Rummy};
use oxideal_engine::{Game, Rules, Seed, Start, playouts};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["doudizhu", games] => run::<DouDizhu>(&doudizhu::Rules::default(), games),
        ["doudizhu-4", games] => {
            let options = doudizhu::Options { players: 4, ..doudizhu::Options::default() };
            doudizhu::Rules::new(options).map_or_else(|_| usage(), |rules| run::<DouDizhu>(&rules, games))
        }
        ["foursquare", games] => run::<FourSquare>(&foursquare::Rules::default(), games),
        ["mexican_train", games] => run::<MexicanTrain>(&mexican_train::Rules::default(), games),
        ["rummy", games] => run::<Rummy>(&rummy::Rules::default(), games),
        _ => usage(),
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: playouts doudizhu|doudizhu-4|foursquare|mexican_train|rummy GAMES");
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
