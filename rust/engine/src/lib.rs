//! The rules of the games of oxideal: no Python, no threads, no unsafe code.
//!
//! A *position* is small, flat and cheap to copy: playouts, batches and searches run on it. A [`State`] is what a user
//! holds: the position with its rules, its deal and its history. What is common to all games stands in this folder,
//! written once over the traits of [`game`]; each game has a folder of its own.
//!
//! ```
//! use oxideal_engine::foursquare::{FourSquare, Rules};
//! use oxideal_engine::{Seed, State};
//!
//! let mut state = State::<FourSquare>::deal(Rules::default(), Seed::from(7), 0);
//! assert_eq!(state.legal(), [24]);
//! state.push(24)?;
//! assert_eq!(state.legal(), [17, 23, 24, 25, 31]);
//! # Ok::<(), oxideal_engine::Error>(())
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod batch;
mod bits;
pub mod bytes;
mod card_text;
pub mod doudizhu;
mod error;
mod events;
mod fields;
pub mod foursquare;
pub mod game;
pub mod mexican_train;
mod observe;
mod past;
mod perft;
mod playouts;
pub mod random;
mod recent;
pub mod rummy;
mod state;
pub mod text;

pub use batch::{Games, Rows};
pub use error::{Error, Refusal};
pub use events::Events;
pub use game::{Action, Game, Memory, Position, Round, Rules, Seat, View, Witness};
pub use observe::{Field, Observe, Pen, Trail, observation, observation_size};
pub use playouts::{Policy, Start, playouts};
pub use random::{Chance, Seed, SplitMix64, Stream};
pub use recent::Recent;
pub use state::{Origin, State};
