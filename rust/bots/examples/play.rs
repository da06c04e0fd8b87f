//! Plays rounds of Rummy between a search and a bot of good rules, and prints who wins.
//!
//! `cargo run --release --example play -- 20`

use oxideal_bots::{Limit, Policies, Search, search};
use oxideal_engine::rummy::{Rules, Rummy};
use oxideal_engine::{Error, Position, Seed, State};

fn main() -> Result<(), Error> {
    let rounds = std::env::args().nth(1).and_then(|rounds| rounds.parse().ok()).unwrap_or(4);
    let mut wins = [0, 0];
    for round in 0..rounds {
        let mut state = State::<Rummy>::deal(Rules::default(), Seed::from(1), round);
        while let Some(seat) = state.position().current_player() {
            let action = if seat == 0 { searched(&state)? } else { Rummy::rule_policy(&state.view(seat)?) };
            state.push(action)?;
        }
        if let Some(winner) = state.position().went_out() {
            wins[usize::from(winner)] += 1;
        }
    }
    println!("search {}, rules {}, of {rounds} rounds", wins[0], wins[1]);
    Ok(())
}

/// The best action that 500 playouts find.
fn searched(state: &State<Rummy>) -> Result<u32, Error> {
    let limit = Limit { iterations: Some(500), ..Limit::default() };
    let settings = Search { limit, seed: Seed::from(1), threads: 1, networks: None };
    let found = search::<Rummy>(&state.view(0)?, &state.recent().into(), &settings, || true)?;
    Ok(found.choices[0].action)
}
