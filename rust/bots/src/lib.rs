//! Bots and exact solvers for the games of oxideal: no Python, no unsafe code.
//!
//! What is common to the games stands in this folder, written once over [`Playable`]; what one game's players know of it
//! beyond the rules has a folder of its own.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod doudizhu;
pub mod foursquare;
mod limit;
pub mod mexican_train;
mod playable;
mod race;
pub mod rummy;
mod search;
mod solve;
mod team;
mod thinking;
mod tree;

pub use limit::{Limit, Watch};
pub use playable::{Candidate, Playable};
pub use search::{Search, search};
pub use solve::{Solution, Solvable};
pub use thinking::{Choice, Thinking};
