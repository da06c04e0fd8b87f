//! The properties of `rust/fuzz/`, held against the inputs that are kept there and against some made of each of them,
//! 40 with `OXIDEAL_EFFORT=full`; `make fuzz-rust` looks for new ones.

#[path = "../../rust/fuzz/src/lib.rs"]
#[allow(unreachable_pub, reason = "it is a library for the targets of libFuzzer")]
mod fuzz;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use fuzz::{PROPERTIES, Property};
use oxideal_engine::{Chance as _, SplitMix64};

/// The inputs of a property, in the same order everywhere.
fn kept(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(name);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("the folder can be read").path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).expect("the file can be read"))).collect()
}

/// How many inputs are made of each that is kept: the tiers of `tests/helpers/effort.py`.
fn rounds() -> u32 {
    match std::env::var("OXIDEAL_EFFORT").as_deref() {
        Err(_) | Ok("quick") => 4,
        Ok("full") => 40,
        Ok(times) => 40 * times.parse::<u32>().expect("OXIDEAL_EFFORT is quick, full or a number"),
    }
}

/// The beginning of one and the end of another, with a few bytes changed.
fn mutated(inputs: &[(PathBuf, Vec<u8>)], number: usize, chance: &mut SplitMix64) -> Vec<u8> {
    let (one, other) = (&inputs[number].1, &inputs[chance.below(inputs.len() as u32) as usize].1);
    let mut input = one.clone();
    if chance.below(4) == 0 && !one.is_empty() {
        let at = 1 + chance.below(one.len() as u32) as usize;
        input.truncate(at);
        input.extend_from_slice(other.get(at..).unwrap_or_default());
    }
    for _ in 0..chance.below(4) {
        if !input.is_empty() {
            let at = chance.below(input.len() as u32) as usize;
            input[at] = chance.below(256) as u8;
        }
    }
    input
}

fn holds(name: &str) {
    let (_, property) =
        PROPERTIES.iter().find(|(known, _)| *known == name).expect("there is such a property");
    let inputs = kept(name);
    assert!(inputs.len() >= 4, "{name} has {} inputs", inputs.len());
    let mut chance = SplitMix64::new(1);
    for (number, (path, input)) in inputs.iter().enumerate() {
        held_against(*property, input, &path.display().to_string());
        for _ in 0..rounds() {
            let input = mutated(&inputs, number, &mut chance);
            held_against(*property, &input, &format!("{input:?}, made of {}", path.display()));
        }
    }
}

fn held_against(property: Property, input: &[u8], what: &str) {
    let held = catch_unwind(AssertUnwindSafe(|| property(input)));
    assert!(held.is_ok(), "the property does not hold for {what}");
}

/// A test each, so that they run beside one another.
macro_rules! tests {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            holds(stringify!($name));
        })*

        #[test]
        fn all_properties_are_tested() {
            assert!(PROPERTIES.iter().map(|(name, _)| *name).eq([$(stringify!($name)),*]));
        }
    };
}

tests! {
    bytes combinations events flips isolation legality melds plays samples search solve texts trains undo words
}
