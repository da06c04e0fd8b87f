//! Compiles a hash of the sources into the module. The package may contain two builds, for different processors,
//! and loads the second one only if both have the same hash.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The sources of the module, relative to this folder. Tests, examples and fuzzing inputs are not part of it.
const SOURCES: [&str; 9] = [
    "Cargo.toml",
    "build.rs",
    "src",
    "../bots/Cargo.toml",
    "../bots/src",
    "../engine/Cargo.toml",
    "../engine/src",
    "../../Cargo.toml",
    "../../Cargo.lock",
];

fn main() -> io::Result<()> {
    let mut files = Vec::new();
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        collect(Path::new(source), &mut files)?;
    }
    files.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325; // FNV-1a, which is the same on every machine
    add(&mut hash, env!("CARGO_PKG_VERSION").as_bytes());
    for file in files {
        add(&mut hash, file.to_string_lossy().as_bytes());
        add(&mut hash, &fs::read(file)?);
    }
    println!("cargo::rustc-env=OXIDEAL_SOURCES={hash:016x}");
    Ok(())
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            collect(&entry?.path(), files)?;
        }
    } else {
        files.push(path.to_owned());
    }
    Ok(())
}

fn add(hash: &mut u64, bytes: &[u8]) {
    for &byte in bytes {
        *hash = (*hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
}
