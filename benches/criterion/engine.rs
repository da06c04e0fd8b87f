//! Benchmarks that all games share, with criterion: `make bench-rust`. Random games, legal actions,
//! batch steps and observations. The programs in `benches/rust/` measure functions of single games.
//!
//! One game only: `cargo bench --manifest-path benches/criterion/Cargo.toml -- rummy`.

#[path = "../rust/timing.rs"]
mod timing;

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use oxideal_engine::{
    BatchChunk, Game, Position, Recent, Rows, Rules, Seed, SplitMix64, Start, observation_size, playouts,
};
use timing::{positions, views};

const GAMES: usize = 1_000;
const SIDE_BY_SIDE: usize = 4_096;
const POSITIONS: usize = 100_000;
const VIEWS: usize = 10_000;

criterion_group! {
    name = games;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = all_games
}
criterion_main!(games);

fn all_games(criterion: &mut Criterion) {
    macro_rules! all_of_each {
        ($(($module:ident, $game:ident))*) => {
            $(all::<oxideal_engine::$module::$game>(criterion);)*
        };
    }
    oxideal_engine::for_each_game!(all_of_each);
}

/// All benchmarks of a game with its default rules.
fn all<G: Game>(criterion: &mut Criterion) {
    let rules = G::Rules::default();
    whole_games::<G>(criterion, &rules);
    legal::<G>(criterion, &rules);
    steps::<G>(criterion, &rules);
    observations::<G>(criterion, &rules);
}

/// Games per second, including the deal.
fn whole_games<G: Game>(criterion: &mut Criterion, rules: &G::Rules) {
    let start = Start::<G>::Deal(rules.clone());
    let (mut payoffs, mut lengths) = (vec![0; GAMES * rules.players()], vec![0; GAMES]);
    let mut first = 0;
    let mut group = criterion.benchmark_group("whole random games");
    group.throughput(Throughput::Elements(GAMES as u64));
    group.bench_function(BenchmarkId::from_parameter(G::NAME), |bencher| {
        bencher.iter(|| {
            // Different games each time, or the branch predictor learns them.
            let played = playouts::<G>(&start, &Seed::from(1), first, &mut payoffs, &mut lengths);
            first += GAMES as u64;
            played
        });
    });
}

/// Positions per second, from random play.
fn legal<G: Game>(criterion: &mut Criterion, rules: &G::Rules) {
    let positions: Vec<G::Position> = positions(rules, POSITIONS, &mut SplitMix64::new(1));
    let mut actions = Vec::with_capacity(10_000);
    let mut group = criterion.benchmark_group("legal actions");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    group.bench_function(BenchmarkId::from_parameter(G::NAME), |bencher| {
        bencher.iter(|| {
            let mut found = 0;
            for position in &positions {
                actions.clear();
                position.legal(rules, &mut actions);
                found += actions.len();
            }
            found
        });
    });
}

/// Batch steps per second, including observations, legal actions and the choice of an action.
fn steps<G: Game>(criterion: &mut Criterion, rules: &G::Rules) {
    let n = SIDE_BY_SIDE;
    let Ok(mut games) = BatchChunk::<G>::new(rules, Seed::from(1), 0, n, n as u64) else { return };
    let (mut observations, mut rewards) =
        (vec![0; n * observation_size::<G>(rules)], vec![0; n * rules.players()]);
    let (mut players, mut terminated, mut episode) = (vec![0; n], vec![false; n], vec![0; n]);
    let mut rows = Rows {
        observations: &mut observations,
        current_player: &mut players,
        rewards: &mut rewards,
        terminated: &mut terminated,
        episode: &mut episode,
    };
    games.reset(&mut rows).expect("memory");
    let (mut chosen, mut actions) = (vec![0; n], vec![0; n]);
    let mut number = 0;
    let mut group = criterion.benchmark_group("steps of a batch");
    group.throughput(Throughput::Elements(n as u64));
    group.bench_function(BenchmarkId::from_parameter(G::NAME), |bencher| {
        bencher.iter(|| {
            games.sample(|game| SplitMix64::new(number + game), &mut chosen);
            number += n as u64;
            for (action, &chosen) in actions.iter_mut().zip(&chosen) {
                *action = i64::from(chosen);
            }
            games.step(&actions, &mut rows).expect("memory");
        });
    });
}

/// Observations per second, of views from random play.
fn observations<G: Game>(criterion: &mut Criterion, rules: &G::Rules) {
    let views = views::<G>(rules, VIEWS, &mut SplitMix64::new(1));
    let mut group = criterion.benchmark_group("observations of views");
    group.throughput(Throughput::Elements(VIEWS as u64));
    group.bench_function(BenchmarkId::from_parameter(G::NAME), |bencher| {
        bencher.iter(|| views.iter().map(|view| view.observation(&Recent::default()).len()).sum::<usize>());
    });
}
