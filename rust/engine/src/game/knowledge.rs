//! What a seat knows, and what follows from what it has seen.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use super::{Notation, Position, PublicHistory};
use crate::error::Error;
use crate::ids::{Action, Seat};
use crate::random::{SplitMix64, Stream};

/// Public knowledge from earlier actions that the position itself does not contain. A
/// [`State`](crate::State) has it; playouts do not pay for it. The default is the knowledge at the
/// start of a round.
///
/// ```
/// use oxideal_engine::rummy::{Knowledge, Rules, Rummy};
/// use oxideal_engine::{Knowledge as _, Seed, State, Stream};
///
/// let view = State::<Rummy>::deal(Rules::default(), Seed::from(7), 0).view(0)?;
/// let mut chance = Stream::new(Seed::from(1), 0);
/// let mut sampled = view.knowledge().sample(view.rules(), view.position(), 0, &mut chance)?;
/// Knowledge::hide(view.rules(), &mut sampled, 0);
/// assert_eq!(&sampled, view.position(), "the seat sees the same in every sample");
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
pub trait Knowledge<P: Position>: Clone + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// Records an action played in a position.
    #[inline]
    fn record(&mut self, _rules: &P::Rules, _before: &P, _action: Action) {}

    /// Removes what a seat does not see from a position.
    fn hide(_rules: &P::Rules, _position: &mut P, _seat: Seat) {}

    /// Returns a position drawn uniformly from all that look like `seen` to this seat.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if no deal fits the knowledge.
    fn sample(&self, _rules: &P::Rules, seen: &P, _seat: Seat, _chance: &mut Stream) -> Result<P, Error> {
        Ok(seen.clone())
    }

    /// Returns an earlier position from which the known actions lead to `now`, a complete deal, and
    /// the number of known actions before it. What nobody can know, e.g. when a seat drew a card that
    /// it holds, is drawn uniformly. The default is `None`, for games without hidden hands.
    ///
    /// A round that began further back is followed from the last moment after which nothing was
    /// shuffled.
    fn rewind(
        &self,
        _rules: &P::Rules,
        _now: &P,
        _history: &PublicHistory<P>,
        _chance: &mut SplitMix64,
    ) -> Option<(P, usize)> {
        None
    }
}

/// Knowledge of a game without hidden information.
impl<P: Position> Knowledge<P> for () {}

/// Follows a round through the events that one seat is told: the game's part of a
/// [`ViewBuilder`](crate::ViewBuilder).
///
/// ```
/// use oxideal_engine::foursquare::{Position, Rules};
/// use oxideal_engine::game::{Notation, Tracker as _};
///
/// type Tracker = <Position as Notation>::Tracker;
///
/// let rules = Rules::default();
/// let mut tracker = Tracker::new(&rules, 0);
/// for (event, action) in [("card 7S", None), ("place 0,0", Some((0, 24))), ("card 8S", None)] {
///     assert_eq!(tracker.apply(Tracker::parse_event(&rules, event)?), Ok(action));
/// }
/// assert!(tracker.finish().is_ok());
/// # Ok::<(), String>(())
/// ```
pub trait Tracker<P: Notation>: Clone + Debug + Sized {
    /// Something that a seat is told: part of a deal, an action, or cards that are shown.
    type Event: Display;

    /// Returns a tracker before the deal. The seat must be valid.
    fn new(rules: &P::Rules, seat: Seat) -> Self;

    /// Returns a tracker in the middle of a round, where the seat sees this position.
    fn resume(rules: &P::Rules, seat: Seat, position: P, knowledge: P::Knowledge) -> Self;

    /// Parses an event.
    ///
    /// # Errors
    /// Returns a message with the possible forms if the text is not an event.
    fn parse_event(rules: &P::Rules, text: &str) -> Result<Self::Event, String>;

    /// Appends what a seat is told about a deal.
    fn deal_events(rules: &P::Rules, dealt: &P, seat: Seat, events: &mut Vec<Self::Event>);

    /// Appends what a seat is told about an action that led from one position to another.
    fn action_events(
        rules: &P::Rules,
        before: &P,
        action: Action,
        after: &P,
        seat: Seat,
        events: &mut Vec<Self::Event>,
    );

    /// Applies the next event. Returns the seat and the action if the event is an action. An error changes nothing.
    ///
    /// # Errors
    /// Returns [`EventError`] if the event cannot have happened.
    fn apply(&mut self, event: Self::Event) -> Result<Option<(Seat, Action)>, EventError>;

    /// Returns what the seat sees and knows after these events.
    ///
    /// # Errors
    /// Returns which event is missing, if the events stop in the middle of a deal or an action.
    fn finish(self) -> Result<(P, P::Knowledge), String>;
}

/// Why a [`Tracker`] refuses an event.
///
/// ```
/// use oxideal_engine::game::EventError;
///
/// let error = EventError::from("this card has been played");
/// assert_eq!(error, EventError::Impossible("this card has been played".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventError {
    /// Another event must come first; the text names it.
    OutOfOrder(String),
    /// The event contradicts what the seat knows; the text is the complete reason.
    Impossible(String),
}

impl From<String> for EventError {
    fn from(reason: String) -> Self {
        Self::Impossible(reason)
    }
}

impl From<&str> for EventError {
    fn from(reason: &str) -> Self {
        Self::Impossible(reason.into())
    }
}
