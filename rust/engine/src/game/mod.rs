//! The traits that a game implements. All else is written once over them, in [`round`](crate::round).
//!
//! Nothing here imports more than the leaves of the crate: ids, errors, chance, texts.

use std::fmt::Debug;
use std::hash::Hash;

mod fields;
mod knowledge;
mod notation;
mod observe;
mod plain;
mod position;
mod rules;
mod snapshots;

pub use fields::{FieldSource, FieldValue, FieldValues, Given};
pub(crate) use fields::{parse_rules, write_rules};
pub use knowledge::{EventError, Knowledge, Tracker};
pub use notation::Notation;
pub use observe::{Observe, Trail, observation_size};
pub use plain::PlainNotation;
pub use position::Position;
pub use rules::Rules;
pub use snapshots::Snapshots;

/// A game: its name and the types that carry it out.
pub trait Game: Sized + Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// The name, as in the name of its Python module.
    const NAME: &'static str;
    /// How it is played.
    type Rules: Rules;
    /// A round at one moment.
    type Position: Observe<Rules = Self::Rules> + Notation;
}
