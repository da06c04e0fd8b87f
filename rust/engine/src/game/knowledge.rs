//! What a seat may know, and what follows from what it has seen.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use super::{Notation, Position};
use crate::error::Error;
use crate::ids::{Action, Seat};
use crate::random::Stream;

/// What everybody has seen on the way to a position, as far as conclusions can be drawn from it and the
/// position does not hold it. A [`State`](crate::State) computes it when asked, so that playouts never pay
/// for it. The default is what is known at the beginning of a round.
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
    /// Records an action that is played in a position.
    #[inline]
    fn record(&mut self, _rules: &P::Rules, _before: &P, _action: Action) {}

    /// Removes what a seat does not see from a position.
    fn hide(_rules: &P::Rules, _position: &mut P, _seat: Seat) {}

    /// A position drawn uniformly from all that a seat which sees this one takes for possible.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if no deal agrees with the knowledge.
    fn sample(&self, _rules: &P::Rules, seen: &P, _seat: Seat, _chance: &mut Stream) -> Result<P, Error> {
        Ok(seen.clone())
    }
}

/// Knowledge for a game without hidden information.
impl<P: Position> Knowledge<P> for () {}

/// What one seat knows while events are applied one by one: the game's part of a [`ViewBuilder`](crate::ViewBuilder).
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
    /// Something that a seat witnesses: part of a deal, an action, cards that are shown.
    type Event: Display;

    /// A tracker before the deal. The seat is one of the rules' seats.
    fn new(rules: &P::Rules, seat: Seat) -> Self;

    /// A tracker in the middle of a round, of which the seat sees this position.
    fn resume(rules: &P::Rules, seat: Seat, position: P, knowledge: P::Knowledge) -> Self;

    /// Reads an event.
    ///
    /// # Errors
    /// Returns what an event may look like, if the text describes none.
    fn parse_event(rules: &P::Rules, text: &str) -> Result<Self::Event, String>;

    /// Appends what a seat witnesses of a deal.
    fn deal_events(rules: &P::Rules, dealt: &P, seat: Seat, events: &mut Vec<Self::Event>);

    /// Appends what a seat witnesses of an action that led from one position to another.
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

    /// What the seat sees and knows after these events.
    ///
    /// # Errors
    /// Returns which event is missing, if the events end where no seat can choose.
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
    /// Another event must come first. The text says which.
    OutOfOrder(String),
    /// The event contradicts what the seat knows. The text is the whole reason.
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
