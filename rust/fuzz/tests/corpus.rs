//! Runs the properties on the stored inputs and mutations of them. `make fuzz-rust` looks for new
//! inputs.

#[path = "../../bots/tests/effort/mod.rs"]
mod effort;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use effort::times;
use oxideal_engine::{Chance as _, SplitMix64};
use oxideal_fuzz::{PROPERTIES, Property, all_properties, properties_of};

/// The stored inputs of a property, in the same order on every system.
fn kept(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("the folder can be read").path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).expect("the file can be read"))).collect()
}

/// The beginning of one input and the end of another, with a few bytes changed.
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

fn holds(name: &str, property: Property) {
    let inputs = kept(name);
    assert!(inputs.len() >= 4, "{name} has {} inputs", inputs.len());
    let mut chance = SplitMix64::new(1);
    for (number, (path, input)) in inputs.iter().enumerate() {
        check_input(property, input, &path.display().to_string());
        for _ in 0..times(400) {
            let input = mutated(&inputs, number, &mut chance);
            check_input(property, &input, &format!("{input:?}, a change of {}", path.display()));
        }
    }
}

fn check_input(property: Property, input: &[u8], what: &str) {
    let held = catch_unwind(AssertUnwindSafe(|| property(input)));
    assert!(held.is_ok(), "the property does not hold for {what}");
}

/// One test per property of every game, so that they run in parallel.
macro_rules! tests {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            let (_, property) = PROPERTIES.iter().find(|(name, _)| *name == stringify!($name)).expect("it is listed");
            holds(stringify!($name), *property);
        })*
    };
}

oxideal_fuzz::for_each_property!(tests);

/// One test per property of a single game.
macro_rules! tests_of_games {
    ($(($module:ident, $Game:ident))*) => {
        $(#[test]
        fn $module() {
            for &(name, property) in properties_of(stringify!($module)) {
                holds(name, property);
            }
        })*
    };
}

oxideal_engine::for_each_game!(tests_of_games);

#[test]
fn every_folder_of_the_corpus_is_that_of_a_property() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let entries = fs::read_dir(folder).expect("there is a corpus");
    let mut folders: Vec<String> = entries
        .map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned())
        .collect();
    let mut names: Vec<&str> = all_properties().into_iter().map(|(name, _)| name).collect();
    folders.sort();
    names.sort_unstable();
    assert_eq!(folders, names);
}
