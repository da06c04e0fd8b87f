//! The rules of the games of oxideal: no Python, no threads, no unsafe code.
//!
//! A *position* is small, flat and cheap to copy: playouts, batches and searches run on it. A [`State`] is what a user
//! holds: the position with its rules, its origin and its history. A [`View`] is what one seat knows of it.
//!
//! The modules are layers, and import downwards only: leaves (`ids`, `error`, [`random`], [`text`], ...), the traits that
//! a game implements ([`game`]), what is generic over them (`round`: states, views, their bytes, batches, playouts), and
//! the games, each in a folder with the same files.
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
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

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
    EventError, FieldSource, FieldValue, FieldValues, Game, Given, Knowledge, Notation, Observe,
    PlainNotation, Position, Rules, Tracker, Trail, ViewEvents, observation_size,
};
pub use games::*;
pub use ids::{Action, RuleId, Seat};
pub use observation::{Field, RowWriter, Seats};
pub use random::{Chance, Seed, SplitMix64, Stream};
pub use recent::Recent;
pub use round::{BatchChunk, Origin, RoundApi, Rows, Start, State, View, ViewBuilder, playouts};
