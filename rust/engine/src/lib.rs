//! The rules of oxideal's games. No Python, no threads, no unsafe code.
//!
//! A *position* is small, flat and cheap to copy: playouts, batches and searches use it. A
//! [`State`] is what users hold: a position with its rules, origin and history. A [`View`] is what
//! one seat knows of it.
//!
//! The modules are layers and import only downwards: leaves (`ids`, `error`, [`memory`], [`random`],
//! [`text`], ...), the traits that a game implements ([`game`]), generic code (`round`: states, views, saved
//! bytes, batches, playouts), what is said about them (`narration`), and the games, which have one folder each.
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
mod forfeit;
pub mod game;
mod games;
mod ids;
pub mod json;
pub mod memory;
mod narration;
mod observation;
pub mod random;
mod recent;
mod round;
pub mod text;
mod words;

pub use error::{CodecError, Error, ErrorKind, Refusal};
pub use forfeit::{Forfeit, Reason};
pub use game::{
    EventError, FieldSource, FieldValue, FieldValues, Game, Given, Knowledge, MoveOf, Notation, Observe,
    PlainNotation, Position, PublicHistory, Rules, Tracker, Trail, ViewEvents, action_features_size,
    describe_actions, observation_size,
};
pub use games::*;
pub use ids::{Action, RuleId, Seat};
pub use narration::{EventValues, Narrated, Narrator, describe_event, describe_move, describe_options};
pub use observation::{Field, RowWriter, Seats};
pub use random::{Chance, Seed, SplitMix64, Stream};
pub use recent::Recent;
pub use round::{
    BatchChunk, EventOf, JsonFields, Origin, Past, RoundApi, Rows, Start, State, View, ViewBuilder,
    events_from_json, move_from_json, move_to_json, moves_to_json, playouts, playouts_by, rules_from_json,
    rules_to_json,
};
pub use words::{Sentence, Values, Words};
