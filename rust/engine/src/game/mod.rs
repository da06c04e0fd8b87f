//! The traits that a game implements. Everything else is generic over them: [`State`](crate::State),
//! [`View`](crate::View), [`BatchChunk`](crate::BatchChunk), [`playouts`](crate::playouts).

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

/// A game: a marker type with a name, rules and a position. Everything generic, such as [`State`](crate::State), is
/// parametrized by it.
pub trait Game: Sized + Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// The name of the game in saved bytes and of its Python module.
    const NAME: &'static str;
    /// The options of the game, and its table of actions.
    type Rules: Rules;
    /// A round at one moment, as all of it or as one seat sees it.
    type Position: Observe<Rules = Self::Rules> + Notation;
}
