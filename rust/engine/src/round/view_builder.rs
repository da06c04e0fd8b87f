//! Builds views from events.

use super::View;
use crate::error::Error;
use crate::game::{EventError, Game, Notation, PublicHistory, Rules, Tracker};
use crate::ids::{Action, Seat};
use crate::recent::Recent;
use crate::text::quoted;

/// The prefix of the event that shows a position set up by hand. Only the first event can be one.
pub(super) const POSITION: &str = "position ";

/// Builds a view from the events that a seat is told, and rejects those that cannot have happened.
///
/// ```
/// use oxideal_engine::ViewBuilder;
/// use oxideal_engine::foursquare::{FourSquare, Rules};
///
/// let mut builder = ViewBuilder::<FourSquare>::new(&Rules::default(), 0)?;
/// builder.apply("card 7S")?;
/// assert!(builder.apply("card 8S").is_err(), "a card is already in hand");
/// builder.apply("place 0,0")?;
/// builder.apply("card 8S")?;
/// let (view, recent) = builder.finish()?;
/// assert_eq!(view.to_text(), "foursquare; 0,0: 7S; card 8S");
/// assert_eq!(recent.iter().collect::<Vec<_>>(), [(0, 24)]);
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ViewBuilder<G: Game> {
    rules: G::Rules,
    seat: Seat,
    tracker: <G::Position as Notation>::Tracker,
    /// The number of events applied.
    applied: usize,
    history: PublicHistory<G::Position>,
}

impl<G: Game> ViewBuilder<G> {
    /// Creates a builder before the first event.
    ///
    /// # Errors
    /// Returns [`Error::UnknownSeat`] if the game does not have this seat.
    pub fn new(rules: &G::Rules, seat: Seat) -> Result<Self, Error> {
        rules.check_seat(seat)?;
        let (tracker, history) = (Tracker::new(rules, seat), PublicHistory::from(Recent::default()));
        Ok(Self { rules: rules.clone(), seat, tracker, applied: 0, history })
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// Returns the seat whose view is built.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Applies the next event. An error changes nothing.
    ///
    /// # Errors
    /// Returns [`Error::InvalidRecord`] if the event cannot have happened.
    pub fn apply(&mut self, event: &str) -> Result<(), Error> {
        let before = self.history.start.is_none().then(|| self.tracker.clone());
        let action = match event.strip_prefix(POSITION) {
            Some(text) if self.applied == 0 => self.begin(text.trim_start_matches(' ')).map(|()| None),
            _ => self.track(event),
        };
        let action =
            action.map_err(|reason| Error::InvalidRecord(format!("event {}: {reason}", self.applied)))?;
        if let (Some(before), Some(_)) = (before, action) {
            self.history.start = before.finish().ok().map(|(position, _)| position);
        }
        self.history.actions.extend(action.map(|(_, action)| action));
        self.history.recent.extend(action);
        self.applied += 1;
        Ok(())
    }

    /// Returns the view after these events, and the last actions.
    ///
    /// # Errors
    /// Returns [`Error::InvalidRecord`] if the events stop in the middle of a deal or an action.
    pub fn finish(self) -> Result<(View<G>, Recent), Error> {
        let (position, knowledge) = self
            .tracker
            .finish()
            .map_err(|missing| Error::InvalidRecord(format!("the events end early: {missing}")))?;
        Ok((View { rules: self.rules, seat: self.seat, position, knowledge }, self.history.recent))
    }

    /// Returns the actions so far and the position where they began.
    #[must_use]
    pub fn public_history(&self) -> PublicHistory<G::Position> {
        self.history.clone()
    }

    fn track(&mut self, text: &str) -> Result<Option<(Seat, Action)>, String> {
        let event = <G::Position as Notation>::Tracker::parse_event(&self.rules, text)?;
        self.tracker.apply(event).map_err(|error| match error {
            EventError::OutOfOrder(next) => format!("{next}, got {}", quoted(text)),
            EventError::Impossible(reason) => reason,
        })
    }

    fn begin(&mut self, text: &str) -> Result<(), String> {
        let View { rules, seat, position, knowledge } =
            View::<G>::from_text(text).map_err(|error| error.to_string())?;
        if rules != self.rules {
            return Err("the rules of the position differ from those given".into());
        }
        if seat != self.seat {
            return Err("the seat of the position differs from the one given".into());
        }
        self.tracker = Tracker::resume(&rules, seat, position, knowledge);
        Ok(())
    }
}
