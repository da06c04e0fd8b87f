//! Bots and exact solvers for oxideal's games. No Python, no unsafe code.
//!
//! A game implements [`Policies`], which choose single moves, and [`SearchModel`], what a search
//! needs beyond them. Everything else is generic. The code for one game is in `games/<game>/`.
//!
//! ```
//! use oxideal_bots::{Limit, Search, search};
//! use oxideal_engine::rummy::{Rules, Rummy};
//! use oxideal_engine::{Recent, Seed, State};
//!
//! let state = State::<Rummy>::deal(Rules::default(), Seed::from(7), 0);
//! let view = state.view(0)?;
//! let limit = Limit { iterations: Some(100), ..Limit::default() };
//! let settings = Search { limit, seed: Seed::from(1), threads: 1, networks: None };
//! let found = search::<Rummy>(&view, &Recent::default().into(), &settings, || true)?;
//! assert!(state.legal().contains(&found.choices[0].action));
//! # Ok::<(), oxideal_engine::Error>(())
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod budget;
mod clock;
mod games;
mod levels;
mod limit;
pub mod net;
mod policies;
pub mod review;
mod search;
mod solution;

pub use budget::Budget;
pub use levels::{Ladder, Level};
pub use limit::Limit;
pub use policies::{Candidate, Policies};
pub use search::{
    Choice, Comparison, NetPlayer, Outcomes, Policy, Search, SearchModel, Thinking, play_deals,
    policy_playouts, search,
};
pub use solution::{Solution, Solver};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
