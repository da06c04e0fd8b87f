//! Bots and exact solvers for the games of oxideal: no Python, no unsafe code.
//!
//! A game takes part by implementing [`Policies`], how it is played move by move, and
//! [`SearchModel`], what a search must know of it beyond that. Everything else is generic. What one
//! game's players know is in `games/<game>/`.
//!
//! ```
//! use oxideal_bots::{Limit, Search, search};
//! use oxideal_engine::rummy::{Rules, Rummy};
//! use oxideal_engine::{Recent, Seed, State};
//!
//! let state = State::<Rummy>::deal(Rules::default(), Seed::from(7), 0);
//! let view = state.view(0)?;
//! let limit = Limit { iterations: Some(100), ..Limit::default() };
//! let settings = Search { limit, seed: Seed::from(1), threads: 1 };
//! let found = search::<Rummy>(&view, &Recent::default(), &settings, || true)?;
//! assert!(state.legal().contains(&found.choices[0].action));
//! # Ok::<(), oxideal_engine::Error>(())
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod budget;
mod games;
mod limit;
mod policies;
mod search;
mod solution;

pub use budget::Budget;
pub use limit::Limit;
pub use policies::{Candidate, Policies};
pub use search::{Choice, Search, SearchModel, Thinking, search};
pub use solution::{Solution, Solver};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
