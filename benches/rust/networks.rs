//! The time that a decision of networks takes, in rounds that they play: `networks` prints for each
//! game how long it takes to describe one that has a choice, and how long to choose then.

mod timing;

use std::hint::black_box;
use std::time::Instant;

use oxideal_bots::net::{Decision, NetModel, Networks, Scratch};
use oxideal_engine::doudizhu::{DouDizhu, Options, Rules};
use oxideal_engine::{Error, Seed, State};
use timing::weights;

const DECISIONS: usize = 4_000;

/// The fastest of this many runs counts.
const RUNS: usize = 9;

fn main() -> Result<(), Error> {
    macro_rules! run_all {
        ($(($module:ident, $Game:ident))*) => {
            $(run::<oxideal_engine::$module::$Game>(stringify!($module), &Default::default())?;)*
        };
    }
    oxideal_engine::for_each_game!(run_all);
    run::<DouDizhu>("doudizhu, 4 players", &Rules::new(Options { players: 4, ..Options::default() })?)
}

fn run<G: NetModel>(name: &str, rules: &G::Rules) -> Result<(), Error> {
    let networks = Networks::from_safetensors::<G>(rules, weights(G::weights_name(rules)))?;
    let (mut decision, mut scratch) = (Decision::default(), Scratch::default());
    let (mut views, mut decisions) = (Vec::new(), Vec::new());
    let mut actions = 0;
    for stream in 0.. {
        let mut state = State::<G>::deal(rules.clone(), Seed::from(1), stream);
        while let Some(seat) = state.current_player() {
            let (view, recent) = (state.view(seat)?, state.recent());
            G::describe(rules, view.position(), &recent, &mut decision);
            state.push(networks.choose(&decision, &mut scratch))?;
            if decision.actions().len() > 1 {
                actions += decision.actions().len();
                views.push((view, recent));
                decisions.push(decision.clone());
            }
        }
        if decisions.len() >= DECISIONS {
            break;
        }
    }
    let count = decisions.len() as f64;
    let describing = fastest(|| {
        for (view, recent) in &views {
            G::describe(rules, view.position(), recent, &mut decision);
            black_box(&decision);
        }
    });
    let choosing = fastest(|| {
        for decision in &decisions {
            black_box(networks.choose(decision, &mut scratch));
        }
    });
    println!(
        "{name}: {:.2} actions, {:.2} µs to describe them, {:.2} µs to choose",
        actions as f64 / count,
        describing / count * 1e6,
        choosing / count * 1e6
    );
    Ok(())
}

/// The seconds of the fastest run.
fn fastest(mut run: impl FnMut()) -> f64 {
    let times = (0..RUNS).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}
