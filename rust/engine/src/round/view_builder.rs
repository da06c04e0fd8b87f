//! Builds views from events.

use super::View;
use super::codec::{Kind, OTHER_RULES, OTHER_SEAT, Reader, Writer};
use crate::error::Error;
use crate::forfeit::Forfeit;
use crate::game::{Event, EventError, Game, Notation, Position, PublicHistory, Rules, Tracker};
use crate::ids::{Action, Seat};
use crate::recent::Recent;
use crate::text::quoted;

/// The prefix of the event that shows a position set up by hand. Only the first event can be one.
pub(super) const POSITION: &str = "position ";

/// The prefix of the event that ends a round early.
pub(super) const FORFEIT: &str = "forfeit ";

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
    tracker: TrackerOf<G>,
    /// The number of events applied.
    applied: usize,
    /// In the middle of a deal or an action: the tracker before it (`None` at the start), and the events since.
    before: Option<TrackerOf<G>>,
    pending: Vec<String>,
    history: PublicHistory<G::Position>,
    forfeit: Option<Forfeit>,
}

type TrackerOf<G> = <<G as Game>::Position as Notation>::Tracker;

impl<G: Game> ViewBuilder<G> {
    /// Creates a builder before the first event.
    ///
    /// # Errors
    /// Returns [`Error::UnknownSeat`] if the game does not have this seat.
    pub fn new(rules: &G::Rules, seat: Seat) -> Result<Self, Error> {
        rules.check_seat(seat)?;
        let (tracker, history) = (Tracker::new(rules, seat), PublicHistory::from(Recent::default()));
        let (before, pending) = Default::default();
        let rules = rules.clone();
        Ok(Self { rules, seat, tracker, applied: 0, before, pending, history, forfeit: None })
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
        let before = self.history.actions.is_empty().then(|| self.tracker.clone());
        let (position, forfeit) = (event.strip_prefix(POSITION), event.strip_prefix(FORFEIT));
        let action = match (position, forfeit) {
            _ if self.forfeit.is_some() => Err(OVER.into()),
            (Some(text), _) if self.applied == 0 => self.begin(text.trim_start_matches(' ')).map(|()| None),
            (_, Some(text)) => self.end(text, event).map(|()| None),
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
        let Self { rules, seat, forfeit, .. } = self;
        Ok((View { rules, seat, position, knowledge, forfeit }, self.history.recent))
    }

    /// Returns the actions so far and the position where they began.
    #[must_use]
    pub fn public_history(&self) -> PublicHistory<G::Position> {
        self.history.clone()
    }

    /// Returns the bytes that [`from_bytes`](Self::from_bytes) reads. Their number does not depend on that of
    /// the events.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if there is too little memory.
    pub fn try_to_bytes(&self) -> Result<Vec<u8>, Error> {
        let mut writer = Writer::new::<G>(Kind::ViewBuilder, &self.rules);
        writer.number(self.seat as u32);
        writer.number(self.applied as u32);
        let complete = if self.pending.is_empty() { Some(&self.tracker) } else { self.before.as_ref() };
        match complete.and_then(|tracker| tracker.clone().finish().ok()) {
            None => writer.raw(&[0]),
            Some((position, knowledge)) => {
                writer.raw(&[1]);
                let mut text = position.write(&self.rules, &knowledge, Some(self.seat));
                Forfeit::append(self.forfeit, &mut text);
                writer.block(text.as_bytes());
            }
        }
        writer.recent(&self.history.recent);
        writer.number(self.pending.len() as u32);
        self.pending.iter().for_each(|event| writer.block(event.as_bytes()));
        writer.finish()
    }

    /// Reads and checks bytes written by [`try_to_bytes`](Self::try_to_bytes).
    ///
    /// # Errors
    /// Returns [`Error::Codec`] or [`Error::InvalidState`] if [`try_to_bytes`](Self::try_to_bytes) cannot have
    /// written them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let (mut reader, rules) = Reader::open::<G>(bytes, Kind::ViewBuilder)?;
        let seat = reader.number()? as Seat;
        let mut builder = Self::new(&rules, seat).map_err(|error| Error::invalid_state(error.to_string()))?;
        let applied = reader.number()? as usize;
        match reader.byte()? {
            0 => {}
            1 => (builder.tracker, builder.forfeit) = tracker_of::<G>(&reader.text()?, &rules, seat)?,
            _ => return Err(Error::invalid_state("whether the bytes have a view must be 0 or 1")),
        }
        let recent = reader.recent(&rules)?;
        let count = reader.number()? as usize;
        let first = applied.checked_sub(count);
        builder.applied = first
            .filter(|&first| (first > 0) == builder.tracker.is_complete())
            .ok_or_else(|| Error::invalid_state("the number of events contradicts those in the bytes"))?;
        for _ in 0..count {
            builder.apply(&reader.text()?).map_err(|error| Error::invalid_state(error.to_string()))?;
        }
        if builder.pending.len() != count {
            return Err(Error::invalid_state("the events in the bytes end a deal or an action"));
        }
        reader.finish()?;
        builder.history = recent.into();
        // The text of a view can be written in several ways.
        if builder.try_to_bytes()? != bytes {
            return Err(Error::invalid_state("to_bytes does not write these bytes"));
        }
        Ok(builder)
    }

    fn track(&mut self, text: &str) -> Result<Option<(Seat, Action)>, String> {
        let event = Event::parse(&self.rules, text)?;
        // On a copy, so that a rejected event changes nothing.
        let mut after = self.tracker.clone();
        let action = after.apply(event).map_err(|error| match error {
            EventError::OutOfOrder(next) => format!("{next}, got {}", quoted(text)),
            EventError::Impossible(reason) => reason,
        })?;
        let before = std::mem::replace(&mut self.tracker, after);
        if self.tracker.is_complete() {
            self.before = None;
            self.pending.clear();
        } else {
            if before.is_complete() {
                self.before = Some(before);
            }
            self.pending.push(text.into());
        }
        Ok(action)
    }

    fn begin(&mut self, text: &str) -> Result<(), String> {
        let View { rules, seat, position, knowledge, forfeit } =
            View::<G>::from_text(text).map_err(|error| error.to_string())?;
        if rules != self.rules {
            return Err("the rules of the position differ from those given".into());
        }
        if seat != self.seat {
            return Err("the seat of the position differs from the one given".into());
        }
        self.tracker = Tracker::resume(&rules, seat, position, knowledge);
        self.forfeit = forfeit;
        Ok(())
    }

    /// Notes a forfeit, which can come whenever a seat may move.
    fn end(&mut self, text: &str, event: &str) -> Result<(), String> {
        let (position, _) =
            self.tracker.clone().finish().map_err(|missing| format!("{missing}, got {}", quoted(event)))?;
        if position.current_player().is_none() {
            return Err(OVER.into());
        }
        let forfeit = Forfeit::parse(text, self.rules.players());
        let unknown = || format!("invalid event {}; expected e.g. \"{FORFEIT}0 resigned\"", quoted(event));
        self.forfeit = Some(forfeit.ok_or_else(unknown)?);
        Ok(())
    }
}

/// Why no event can follow.
const OVER: &str = "the round is over";

/// The tracker of a view in saved bytes, and the forfeit that ended its round.
fn tracker_of<G: Game>(
    text: &str,
    rules: &G::Rules,
    seat: Seat,
) -> Result<(TrackerOf<G>, Option<Forfeit>), Error> {
    let view =
        View::<G>::from_text(text).map_err(|error| Error::invalid_state(format!("the view: {error}")))?;
    if view.rules != *rules {
        return Err(Error::invalid_state(OTHER_RULES));
    }
    if view.seat != seat {
        return Err(Error::invalid_state(OTHER_SEAT));
    }
    Ok((Tracker::resume(rules, seat, view.position, view.knowledge), view.forfeit))
}
