//! What a seat knows, and what follows from what it has seen.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;

use super::{MoveOf, Notation, Position, PublicHistory, Rules};
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
    /// Records a move played in a position.
    #[inline]
    fn record(&mut self, _rules: &P::Rules, _before: &P, _chosen: MoveOf<P>) {}

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
/// use oxideal_engine::foursquare::{Event, Position, Rules};
/// use oxideal_engine::game::{Event as _, Notation, Tracker as _};
///
/// type Tracker = <Position as Notation>::Tracker;
///
/// let rules = Rules::default();
/// let mut tracker = Tracker::new(&rules, 0);
/// for (event, action) in [("card 7S", None), ("place 0,0", Some((0, 24))), ("card 8S", None)] {
///     assert_eq!(tracker.apply(Event::parse(&rules, event)?), Ok(action));
/// }
/// assert!(tracker.is_complete());
/// # Ok::<(), String>(())
/// ```
pub trait Tracker<P: Notation>: Clone + Debug + Sized {
    /// What a seat is told.
    type Event: Event<P>;

    /// Returns a tracker before the deal. The seat must be valid.
    fn new(rules: &P::Rules, seat: Seat) -> Self;

    /// Returns a tracker in the middle of a round, where the seat sees this position.
    fn resume(rules: &P::Rules, seat: Seat, position: P, knowledge: P::Knowledge) -> Self;

    /// Applies the next event. Returns the seat and the action if the event is an action. After an error
    /// the tracker is not used again.
    ///
    /// # Errors
    /// Returns [`EventError`] if the event cannot have happened.
    fn apply(&mut self, event: Self::Event) -> Result<Option<(Seat, Action)>, EventError>;

    /// Returns whether the events so far do not stop in the middle of a deal or an action.
    fn is_complete(&self) -> bool;

    /// Returns what the seat sees and knows after these events.
    ///
    /// # Errors
    /// Returns which event is missing, unless they are [complete](Self::is_complete).
    fn finish(self) -> Result<(P, P::Knowledge), String>;
}

/// Something that a seat is told: part of a deal, an action, or cards that are shown. Its text is the
/// one that [`parse`](Self::parse) reads.
///
/// ```
/// use oxideal_engine::foursquare::{Event, Position, Rules};
/// use oxideal_engine::game::Event as _;
///
/// let event = <Event as oxideal_engine::game::Event<Position>>::parse(&Rules::default(), "card 7S")?;
/// assert_eq!(event.to_string(), "card 7S");
/// # Ok::<(), String>(())
/// ```
pub trait Event<P: Position>: Clone + Debug + Display + Sized {
    /// Parses an event.
    ///
    /// # Errors
    /// Returns a message with the possible forms if the text is not an event.
    fn parse(rules: &P::Rules, text: &str) -> Result<Self, String>;

    /// Appends what a seat is told about a deal.
    fn of_deal(rules: &P::Rules, dealt: &P, seat: Seat, events: &mut Vec<Self>);

    /// Appends what a seat is told about a move that led from one position to another.
    fn of_move(
        rules: &P::Rules,
        before: &P,
        chosen: MoveOf<P>,
        after: &P,
        seat: Seat,
        events: &mut Vec<Self>,
    );
}

/// A move in an event: one that was played, or a text that has not been read.
///
/// ```
/// use oxideal_engine::game::Told;
/// use oxideal_engine::rummy::{Move, Rules};
///
/// let told = Told::Text("draw".into());
/// assert!(told.is(Move::Draw));
/// assert_eq!(told.read(&Rules::default()), Ok(Move::Draw));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told<M> {
    /// A move.
    Move(M),
    /// The text of a move.
    Text(String),
}

impl<M: Copy + Display + PartialEq> Told<M> {
    /// Returns whether this is that move, or its text.
    #[must_use]
    pub fn is(&self, chosen: M) -> bool {
        match self {
            Self::Move(played) => *played == chosen,
            Self::Text(text) => text.eq_ignore_ascii_case(&chosen.to_string()),
        }
    }

    /// Returns the move.
    ///
    /// # Errors
    /// Returns [`Error::InvalidMove`] if the text is not a move under these rules.
    pub fn read<R: Rules<Move = M>>(&self, rules: &R) -> Result<M, Error> {
        match self {
            Self::Move(chosen) => Ok(*chosen),
            Self::Text(text) => rules.parse(text),
        }
    }

    /// Returns the move if the text is the one that events have, of all that [`read`](Self::read) accepts.
    ///
    /// # Errors
    /// Returns [`Error::InvalidMove`] for any other text.
    pub fn read_exact<R: Rules<Move = M>>(&self, rules: &R) -> Result<M, Error> {
        let chosen = self.read(rules)?;
        let exact = matches!(self, Self::Move(_)) || chosen.to_string() == self.to_string();
        if exact { Ok(chosen) } else { Err(Error::invalid_move(format!("expected \"{chosen}\""))) }
    }
}

impl<M: Display> Display for Told<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(chosen) => chosen.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
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
