//! The traits that a game implements. Everything else is generic over them:
//! [`State`](crate::State), [`View`](crate::View), [`BatchChunk`](crate::BatchChunk),
//! [`playouts`](crate::playouts).
//!
//! # Example
//!
//! The smallest game takes about a hundred lines. There are ten stones; each player in turn takes
//! one to three, and whoever takes the last one wins.
//!
//! ```
//! use std::fmt;
//!
//! use oxideal_engine::game::{Game, Observe, PlainNotation, Position, Rules};
//! use oxideal_engine::{Action, Chance, Error, Field, Refusal, RowWriter, RuleId, Seat, Seed, State};
//!
//! #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
//! struct Nim;
//!
//! impl Game for Nim {
//!     const NAME: &'static str = "nim";
//!     type Rules = Options;
//!     type Position = Stones;
//! }
//!
//! #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
//! struct Options;
//!
//! #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
//! struct Take(u8);
//!
//! impl fmt::Display for Take {
//!     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
//!         write!(f, "take {}", self.0)
//!     }
//! }
//!
//! impl Rules for Options {
//!     type Move = Take;
//!
//!     fn players(&self) -> usize {
//!         2
//!     }
//!
//!     fn num_actions(&self) -> Action {
//!         3
//!     }
//!
//!     fn to_move(&self, action: Action) -> Option<Take> {
//!         (action < 3).then_some(Take(action as u8 + 1))
//!     }
//!
//!     fn to_bytes(&self) -> Vec<u8> {
//!         Vec::new()
//!     }
//!
//!     fn from_bytes(bytes: &[u8]) -> Option<Self> {
//!         bytes.is_empty().then_some(Self)
//!     }
//! }
//!
//! #[derive(Clone, Debug, PartialEq, Eq, Hash)]
//! struct Stones {
//!     left: u8,
//!     turn: Seat,
//! }
//!
//! impl Position for Stones {
//!     type Rules = Options;
//!     type Knowledge = (); // nothing is hidden
//!
//!     const FORFEIT_RULE: RuleId = RuleId::new("NI-02");
//!
//!     fn deal(_: &Options, dealer: Option<Seat>, chance: &mut impl Chance) -> Self {
//!         Self { left: 10, turn: dealer.unwrap_or_else(|| chance.below(2) as Seat) }
//!     }
//!
//!     fn current_player(&self) -> Option<Seat> {
//!         (self.left > 0).then_some(self.turn)
//!     }
//!
//!     fn allows(&self, _: &Options, Take(stones): Take) -> bool {
//!         stones <= self.left
//!     }
//!
//!     fn refusal(&self, _: &Options, _: Take) -> Refusal {
//!         Refusal::new(RuleId::new("NI-01"), "only {left} left").with("left", self.left)
//!     }
//!
//!     fn play_move(&mut self, _: &Options, Take(stones): Take, _: &mut impl Chance) {
//!         self.left -= stones;
//!         self.turn = 1 - self.turn;
//!     }
//!
//!     fn payoffs(&self, _: &Options, payoffs: &mut [i32]) {
//!         (payoffs[self.turn], payoffs[1 - self.turn]) = (-1, 1);
//!     }
//!
//!     fn forfeit_payoffs(&self, _: &Options, seat: Seat, payoffs: &mut [i32]) {
//!         (payoffs[seat], payoffs[1 - seat]) = (-1, 1);
//!     }
//! }
//!
//! impl PlainNotation for Stones {
//!     type Game = Nim;
//!
//!     fn to_numbers(&self) -> Vec<u8> {
//!         vec![self.left, self.turn as u8]
//!     }
//!
//!     fn from_numbers(_: &Options, numbers: &[u8], _: Option<Seat>) -> Option<Self> {
//!         let &[left @ 0..=10, turn @ 0..2] = numbers else { return None };
//!         Some(Self { left, turn: turn.into() })
//!     }
//! }
//!
//! impl Observe for Stones {
//!     type Trail = ();
//!
//!     fn fields(_: &Options) -> Vec<Field> {
//!         vec![Field::new("stones", [1], 10)]
//!     }
//!
//!     fn observe(&self, _: &Options, _: &(), _: &(), _: Seat, row: &mut [u8]) {
//!         let mut writer = RowWriter::new(row);
//!         writer.number(self.left);
//!         writer.finish();
//!     }
//! }
//!
//! let mut state = State::<Nim>::deal_by(Options, 0, Seed::from(1), 0)?;
//! for action in [2, 2, 2, 0] {
//!     state.push(action)?;
//! }
//! assert_eq!(state.payoffs(), Some(vec![-1, 1]));
//! assert_eq!(state.to_text(), "nim; 0 0");
//! assert_eq!(State::from_bytes(&state.to_bytes())?, state);
//! # Ok::<(), Error>(())
//! ```

use std::fmt::Debug;
use std::hash::Hash;

mod fields;
mod knowledge;
mod notation;
mod observe;
mod plain;
mod position;
mod public_history;
mod rules;
mod view_events;

pub use fields::{FieldSource, FieldValue, FieldValues, Given};
pub(crate) use fields::{read_rules, write_rules};
pub use knowledge::{Event, EventError, Knowledge, Told, Tracker};
pub use notation::Notation;
pub use observe::{Observe, Trail, action_features_size, describe_actions, observation_size};
pub use plain::PlainNotation;
pub use position::Position;
pub use public_history::PublicHistory;
pub use rules::Rules;
pub(crate) use rules::checked_length;
pub use view_events::{ViewEvent, ViewEvents};

/// The moves of a game.
pub type MoveOf<P> = <<P as Position>::Rules as Rules>::Move;

/// A game: a marker type with a name, rules and a position. Generic types like
/// [`State`](crate::State) have it as their parameter.
///
/// See the [example](crate::game#example).
pub trait Game: Sized + Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// The name of the game in saved bytes, which is also that of its Python module.
    const NAME: &'static str;
    /// The options of the game and its action table.
    type Rules: Rules;
    /// A round at one moment, complete or as one seat sees it.
    type Position: Observe<Rules = Self::Rules> + Notation;
}
