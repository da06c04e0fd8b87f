//! Every public type outside `games/` has an example in its docs, or its docs name the item that
//! has one for both.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;

/// The public types and traits of a source whose docs have no example.
fn without_example(code: &str) -> Vec<&str> {
    let (mut docs, mut found) = (String::new(), Vec::new());
    for line in code.lines() {
        if let Some(doc) = line.strip_prefix("///") {
            docs += doc;
        } else if !line.starts_with("#[") {
            let item =
                ["pub struct ", "pub enum ", "pub trait "].iter().find_map(|kind| line.strip_prefix(kind));
            let has_example = docs.contains("```") || docs.contains(" See the ");
            found.extend(item.filter(|_| !has_example));
            docs.clear();
        }
    }
    found
}

/// All sources below a folder except those of the games.
fn check(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if !path.ends_with("games") {
                check(&path);
            }
        } else {
            let missing = fs::read_to_string(&path).unwrap();
            assert_eq!(without_example(&missing), [""; 0], "{}", path.display());
        }
    }
}

#[test]
fn public_types_have_examples() {
    check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
}

#[test]
fn missing_examples_are_found() {
    assert_eq!(without_example("/// Text.\n#[derive(Debug)]\npub struct Bare;"), ["Bare;"]);
    assert!(
        without_example("/// ```\n/// f();\n/// ```\npub enum Shown {}\npub(crate) struct Inner;").is_empty()
    );
}
