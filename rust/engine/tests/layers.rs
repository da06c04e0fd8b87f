//! Modules import downwards only: leaves < game < round < narration < games. A game may use the other layers
//! only through their public interface.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

/// The layers from lowest to highest, with their modules.
const LAYERS: [&[&str]; 5] = [
    &[
        "bits",
        "error",
        "forfeit",
        "ids",
        "json",
        "memory",
        "observation",
        "random",
        "recent",
        "text",
        "words",
    ],
    &["game"],
    &["round"],
    &["narration"],
    &["games"],
];

fn layer_of(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// The first name of every path from the crate root (`crate::first::...`) in code, not in comments.
fn imports(code: &str) -> Vec<&str> {
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.flat_map(|line| line.split("crate::").skip(1)).map(first_name).collect()
}

fn first_name(path: &str) -> &str {
    path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

/// The imports in a file of this module that are not below it.
fn upward_imports<'a>(module: &str, code: &'a str) -> Vec<&'a str> {
    let own = layer_of(module);
    let is_upward = |import: &str| import != module && layer_of(import) >= own;
    imports(code).into_iter().filter(|import| layer_of(import).is_none() || is_upward(import)).collect()
}

#[test]
fn modules_import_downwards_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut modules = Vec::new();
    for file in files {
        let inside = file.strip_prefix(&root).unwrap();
        let module = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        if module == "lib" {
            continue;
        }
        assert!(layer_of(module).is_some(), "{module} is in no layer");
        // Leaves may import each other; unit tests of any module may import anything.
        let code = fs::read_to_string(&file).unwrap();
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        let upward = upward_imports(module, code);
        let allowed = |import: &&str| layer_of(module) == Some(0) && layer_of(import) == Some(0);
        let upward: Vec<&str> = upward.into_iter().filter(|import| !allowed(import)).collect();
        assert!(upward.is_empty(), "{} imports {upward:?}", inside.display());
        modules.push(module.to_string());
    }
    assert!(LAYERS.iter().copied().flatten().all(|module| modules.iter().any(|found| found == module)));
}

/// The other games that a file of the game `own` names in a path.
fn other_games<'a>(own: &str, games: &'a [String], code: &str) -> Vec<&'a String> {
    let is_named = |game: &String| {
        let paths = ["super", "games", "crate"].map(|parent| format!("{parent}::{game}::"));
        paths.iter().any(|path| code.contains(path))
    };
    games.iter().filter(|&game| game != own && is_named(game)).collect()
}

/// No game imports another or leaves its folder by `super::super`.
#[test]
fn games_do_not_import_each_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games");
    let entries = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path());
    let folders: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    let games: Vec<String> =
        folders.iter().map(|path| path.file_name().unwrap().to_str().unwrap().to_string()).collect();
    assert!(games.len() >= 2, "{games:?}");
    for (folder, game) in folders.iter().zip(&games) {
        let mut files = Vec::new();
        sources(folder, &mut files);
        for file in files {
            let code = fs::read_to_string(&file).unwrap();
            assert!(other_games(game, &games, &code).is_empty(), "{} imports another game", file.display());
            assert!(!code.contains("super::super::"), "{} has super::super", file.display());
        }
    }
}

#[test]
fn imports_of_other_games_are_found() {
    let games = ["nim", "go"].map(String::from);
    assert_eq!(other_games("nim", &games, "use super::super::go::Stone;"), ["go"]);
    assert_eq!(other_games("nim", &games, "use crate::games::go::Stone;"), ["go"]);
    assert!(other_games("nim", &games, "use crate::games::nim::Take;").is_empty());
}

#[test]
fn upward_imports_are_found() {
    assert_eq!(upward_imports("game", "use crate::round::State;\nuse crate::ids::Seat;"), ["round"]);
    assert_eq!(upward_imports("round", "fn f() -> crate::games::rummy::Rummy"), ["games"]);
    assert_eq!(upward_imports("ids", "use crate::Error;"), ["Error"]);
    assert!(upward_imports("games", "use crate::round::View; // crate::lib::x").is_empty());
}
