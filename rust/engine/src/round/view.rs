//! What one seat knows of a round.

use std::fmt;
use std::str::FromStr;

use super::codec::{Kind, OTHER_RULES, OTHER_SEAT, Reader, Writer};
use super::round_api::rendered;
use super::{RoundApi, State};
use crate::error::Error;
use crate::forfeit::Forfeit;
use crate::game::{
    Game, Knowledge, Notation, Observe, Position, Rules, Trail, action_features_size, describe_actions,
    observation_size,
};
use crate::ids::{Action, Seat};
use crate::random::Stream;
use crate::recent::Recent;

/// The knowledge of a game.
pub(super) type KnowledgeOf<G> = <<G as Game>::Position as Position>::Knowledge;

/// What one seat knows of a round, and nothing else.
///
/// ```
/// use oxideal_engine::doudizhu::{DouDizhu, Rules};
/// use oxideal_engine::{Seed, State, View};
///
/// let state = State::<DouDizhu>::deal(Rules::default(), Seed::from(7), 0);
/// let view = state.view(1)?;
/// assert_eq!(view.hand().total(), 17);
/// assert_eq!(View::from_text(&view.to_text())?, view);
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View<G: Game> {
    pub(crate) rules: G::Rules,
    pub(crate) seat: Seat,
    /// Without anything hidden from the seat.
    pub(crate) position: G::Position,
    pub(crate) knowledge: KnowledgeOf<G>,
    pub(crate) forfeit: Option<Forfeit>,
}

impl<G: Game> View<G> {
    /// Returns the view of a position from a seat.
    ///
    /// # Panics
    /// Panics if the game does not have this seat.
    #[must_use]
    pub fn of(rules: G::Rules, mut position: G::Position, knowledge: KnowledgeOf<G>, seat: Seat) -> Self {
        <KnowledgeOf<G> as Knowledge<_>>::hide(&rules, &mut position, seat);
        Self { rules, seat, position, knowledge, forfeit: None }
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// Returns the view's seat.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the position as the seat sees it.
    #[must_use]
    pub const fn position(&self) -> &G::Position {
        &self.position
    }

    /// Returns what everybody knows from the actions so far.
    #[must_use]
    pub const fn knowledge(&self) -> &KnowledgeOf<G> {
        &self.knowledge
    }

    /// Returns the seat that has forfeited the round, and why; `None` if no seat has.
    #[must_use]
    pub const fn forfeited(&self) -> Option<Forfeit> {
        self.forfeit
    }

    /// Returns the seat to move, or `None` if the round is over.
    #[must_use]
    pub fn current_player(&self) -> Option<Seat> {
        RoundApi::current_player(self)
    }

    /// Checks that the view's seat is to move.
    ///
    /// # Errors
    /// Returns [`Error::InvalidArgument`] if it is not.
    pub fn check_turn(&self) -> Result<(), Error> {
        let why = match self.current_player() {
            Some(seat) if seat == self.seat => return Ok(()),
            Some(seat) => {
                format!("it is the turn of seat {seat}, and this is the view of seat {}", self.seat)
            }
            None => "the round is over".into(),
        };
        Err(Error::InvalidArgument(format!("no action to choose in this view: {why}")))
    }

    /// Returns whether the round is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        RoundApi::is_over(self)
    }

    /// Returns the ids that the seat may play, ascending; empty if another seat is to move.
    #[must_use]
    pub fn legal(&self) -> Vec<Action> {
        RoundApi::legal(self)
    }

    /// Returns whether the seat may play this id.
    #[must_use]
    pub fn is_legal(&self, action: Action) -> bool {
        RoundApi::is_legal(self, action)
    }

    /// Returns each seat's payoff, or `None` before the end.
    #[must_use]
    pub fn payoffs(&self) -> Option<Vec<i32>> {
        RoundApi::payoffs(self)
    }

    /// Returns each seat's score, as the game defines it, or `None` before the end.
    #[must_use]
    pub fn scores(&self) -> Option<Vec<i32>> {
        RoundApi::scores(self)
    }

    /// Returns a drawing in several lines, for a terminal.
    #[must_use]
    pub fn render(&self) -> String {
        RoundApi::render(self)
    }

    /// Returns a state drawn uniformly from all that fit this view. Later chance continues from the
    /// same stream.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if the view allows no deal. A checked view always allows
    /// one.
    pub fn sample(&self, mut chance: Stream) -> Result<State<G>, Error> {
        let position = self.knowledge.sample(&self.rules, &self.position, self.seat, &mut chance)?;
        let state = State::with_knowledge(self.rules.clone(), position, self.knowledge.clone(), chance);
        Ok(state.with_forfeit(self.forfeit))
    }

    /// Returns everything the seat knows as an array of numbers.
    #[must_use]
    pub fn observation(&self, recent: &Recent) -> Vec<u8> {
        let mut trail = <G::Position as Observe>::Trail::default();
        for (seat, action) in recent.iter() {
            if let Some(chosen) = self.rules.to_move(action) {
                trail.add(&self.rules, seat, chosen);
            }
        }
        let mut row = vec![0; observation_size::<G>(&self.rules)];
        self.position.observe(&self.rules, &self.knowledge, &trail, self.seat, &mut row);
        row
    }

    /// Returns the features of each legal action, row by row; nothing if another seat is to move.
    #[must_use]
    pub fn action_features(&self) -> Vec<u8> {
        let legal = self.legal();
        let mut rows = vec![0; legal.len() * action_features_size::<G>(&self.rules)];
        describe_actions::<G>(&self.rules, &self.position, &legal, &mut rows);
        rows
    }

    /// Returns the view in one line, which [`from_text`](Self::from_text) reads.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = self.position.write(&self.rules, &self.knowledge, Some(self.seat));
        Forfeit::append(self.forfeit, &mut text);
        text
    }

    /// Parses and checks a text written by [`to_text`](Self::to_text). If the game has several
    /// seats, the text contains the view's seat.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if the text is not a valid view.
    pub fn from_text(text: &str) -> Result<Self, Error> {
        let (text, forfeit) = Forfeit::split(text);
        let (rules, seat, position, knowledge) = G::Position::read_view(text)?;
        let is_over = position.current_player().is_none();
        let read = |field| Forfeit::read(field, rules.players(), is_over);
        let forfeit = forfeit.map(read).transpose()?;
        Ok(Self { rules, seat, position, knowledge, forfeit })
    }

    /// Returns the bytes that [`from_bytes`](Self::from_bytes) reads. They include the last
    /// actions.
    ///
    /// # Panics
    /// Panics if there is too little memory; [`try_to_bytes`](Self::try_to_bytes) does not.
    #[must_use]
    pub fn to_bytes(&self, recent: &Recent) -> Vec<u8> {
        self.try_to_bytes(recent).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns the bytes that [`from_bytes`](Self::from_bytes) reads.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if there is too little memory.
    pub fn try_to_bytes(&self, recent: &Recent) -> Result<Vec<u8>, Error> {
        let mut writer = Writer::new::<G>(Kind::View, &self.rules);
        writer.number(self.seat as u32);
        writer.block(self.to_text().as_bytes());
        writer.recent(recent);
        writer.finish()
    }

    /// Reads and checks bytes written by [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// Returns [`Error::Codec`] or [`Error::InvalidState`] if [`to_bytes`](Self::to_bytes) cannot
    /// have written them.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Self, Recent), Error> {
        let (mut reader, rules) = Reader::open::<G>(bytes, Kind::View)?;
        let seat = reader.number()? as Seat;
        rules.check_seat(seat).map_err(|error| Error::invalid_state(error.to_string()))?;
        let text = reader.text()?;
        let view =
            Self::from_text(&text).map_err(|error| Error::invalid_state(format!("the view: {error}")))?;
        if view.rules != rules {
            return Err(Error::invalid_state(OTHER_RULES));
        }
        if view.seat != seat {
            return Err(Error::invalid_state(OTHER_SEAT));
        }
        let recent = reader.recent(&rules)?;
        reader.finish()?;
        Ok((view, recent))
    }
}

impl<G: Game> RoundApi for View<G> {
    type Game = G;

    fn rules(&self) -> &G::Rules {
        &self.rules
    }

    fn position(&self) -> &G::Position {
        &self.position
    }

    fn observer(&self) -> Option<Seat> {
        Some(self.seat)
    }

    fn forfeited(&self) -> Option<Forfeit> {
        self.forfeit
    }

    fn render(&self) -> String {
        rendered(self.position.render(&self.rules, Some((self.seat, &self.knowledge))), self.forfeit)
    }
}

/// As [`to_text`](View::to_text).
impl<G: Game> fmt::Display for View<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

/// As [`from_text`](View::from_text).
impl<G: Game> FromStr for View<G> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::from_text(text)
    }
}
