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

mod bits;
mod error;
pub mod game;
mod games;
mod ids;
mod observation;
pub mod random;
mod recent;
mod round;
pub mod text;

pub use error::{CodecError, Error, ErrorKind, Refusal};
pub use game::{
    EventError, FieldSource, FieldValue, FieldValues, Game, Given, Knowledge, Notation, Observe, Position,
    Rules, Tracker, Trail, observation_size,
};
pub use games::*;
pub use ids::{Action, RuleId, Seat};
pub use observation::{Field, RowWriter, Seats};
pub use random::{Chance, Seed, SplitMix64, Stream};
pub use recent::Recent;
pub use round::{BatchChunk, Origin, RoundApi, Rows, Start, State, View, ViewBuilder, playouts};
