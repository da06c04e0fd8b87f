//! The timer of the function benchmarks, and positions from random play.

#![allow(dead_code, reason = "not every program needs all of it")]

use std::hint::black_box;
use std::time::Instant;

use oxideal_engine::{Chance, Game, Position, Seed, SplitMix64, State, View};

/// Runs `one` on all items, `rounds` times over, and prints the time and the sum of the results as
/// JSON.
pub(crate) fn timed<T>(work: &str, rounds: usize, items: &[T], mut one: impl FnMut(&T) -> usize) {
    let start = Instant::now();
    let mut found = 0;
    for _ in 0..rounds {
        found += items.iter().map(|item| one(black_box(item))).sum::<usize>();
    }
    let (times, seconds) = (rounds * items.len(), start.elapsed().as_secs_f64());
    println!("{{\"work\": \"{work}\", \"times\": {times}, \"found\": {found}, \"seconds\": {seconds:.6}}}");
}

/// The generator states from which deals are made.
pub(crate) fn starts(count: usize) -> Vec<u64> {
    let mut chance = SplitMix64::new(1);
    (0..count).map(|_| chance.output()).collect()
}

/// Positions of unfinished random rounds.
pub(crate) fn positions<P: Position>(rules: &P::Rules, count: usize, chance: &mut impl Chance) -> Vec<P> {
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = P::deal(rules, None, chance);
        while position.current_player().is_some() {
            positions.push(position.clone());
            position.play_random(rules, chance);
        }
    }
    positions.truncate(count);
    positions
}

/// Views of the seats to move in random rounds.
pub(crate) fn views<G: Game>(rules: &G::Rules, count: usize, chance: &mut SplitMix64) -> Vec<View<G>> {
    let mut views = Vec::new();
    for stream in 0.. {
        let mut state = State::<G>::deal(rules.clone(), Seed::from(1), stream);
        while let Some(action) = state.position().pick_legal(rules, chance) {
            views.extend(state.position().current_player().and_then(|seat| state.view(seat).ok()));
            if state.push(action).is_err() || views.len() == count {
                return views;
            }
        }
    }
    views
}

/// The networks in the package with this name.
pub(crate) fn weights(name: &str) -> &'static [u8] {
    macro_rules! weights {
        ($($name:literal)*) => {
            match name {
                $($name => include_bytes!(concat!("../../python/oxideal/bots/weights/", $name, ".safetensors")),)*
                _ => &[],
            }
        };
    }
    weights!("doudizhu_3_players" "doudizhu_4_players" "foursquare" "mexican_train" "rummy")
}
