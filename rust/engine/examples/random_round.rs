//! Plays a round of Rummy with random moves and prints it: `cargo run --example random_round -- 7`.

use std::error::Error;

use oxideal_engine::game::Position as _;
use oxideal_engine::rummy::{Rules, Rummy};
use oxideal_engine::{Seed, SplitMix64, State};

fn main() -> Result<(), Box<dyn Error>> {
    let seed: u64 = std::env::args().nth(1).map_or(Ok(7), |text| text.parse())?;
    let mut state = State::<Rummy>::deal(Rules::default(), Seed::from(seed), 0);
    let mut chance = SplitMix64::new(seed);
    while let Some(action) = state.position().pick_legal(state.rules(), &mut chance) {
        state.push(action)?;
    }
    println!("{}\nafter {} actions: {:?}", state.render(), state.history().len(), state.payoffs());
    Ok(())
}
