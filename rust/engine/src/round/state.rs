//! A position with its rules, origin and history.

use std::fmt::{self, Write as _};
use std::hash::{Hash, Hasher};

use super::codec::{Kind, OTHER_RULES, Reader, Writer};
use super::history::{History, Moment};
use super::json::Tiding;
use super::round_api::rendered;
use super::view::KnowledgeOf;
use super::view_builder::{FORFEIT, POSITION};
use super::{Origin, Past, RoundApi, View, perft};
use crate::error::{Error, Refusal};
use crate::forfeit::{ALREADY_OVER, Forfeit, Reason};
use crate::game::{Event, Game, MoveOf, Notation, Position, PublicHistory, Rules, Tracker};
use crate::ids::{Action, Seat};
use crate::memory;
use crate::random::{Seed, Stream};
use crate::recent::Recent;

/// A round with everything, hidden cards and history included.
///
/// States are equal if their rules, positions and knowledge are, regardless of history. If a redeal
/// or reshuffle is possible, their streams must be equal too.
///
/// ```
/// use oxideal_engine::rummy::{Rules, Rummy};
/// use oxideal_engine::{Seed, State};
///
/// let mut state = State::<Rummy>::deal(Rules::default(), Seed::from(7), 0);
/// let start = state.clone();
/// state.push(state.legal()[0])?;
/// assert_eq!(State::from_bytes(&state.to_bytes())?, state);
/// state.pop()?;
/// assert_eq!(state, start);
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct State<G: Game> {
    rules: G::Rules,
    start: Start,
    now: Moment<G>,
    chance: Stream,
    history: History<G>,
    forfeit: Option<Forfeit>,
}

/// The events of a game.
pub type EventOf<G> = <<<G as Game>::Position as Notation>::Tracker as Tracker<<G as Game>::Position>>::Event;

/// How the first position was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// It was dealt, with this dealer if one was chosen.
    Dealt(Option<Seat>),
    SetUp,
}

impl<G: Game> State<G> {
    /// The most actions that [`from_bytes`](Self::from_bytes) reads, as many as a record may have.
    /// Only redeals of Dou Dizhu can make a round longer.
    pub const MAX_SAVED_ACTIONS: u32 = 100_000;

    /// Deals a new round. Only the lowest 96 bits of the stream number are used.
    #[must_use]
    pub fn deal(rules: G::Rules, seed: Seed, stream: u128) -> Self {
        Self::dealt(rules, None, Stream::new(seed, stream))
    }

    /// Deals a new round with this dealer, or, if nobody deals, with this starting seat.
    ///
    /// # Errors
    /// Returns [`Error::UnknownSeat`] if the game does not have this seat.
    pub fn deal_by(rules: G::Rules, dealer: Seat, seed: Seed, stream: u128) -> Result<Self, Error> {
        rules.check_seat(dealer)?;
        Ok(Self::dealt(rules, Some(dealer), Stream::new(seed, stream)))
    }

    fn dealt(rules: G::Rules, dealer: Option<Seat>, mut chance: Stream) -> Self {
        let position = G::Position::deal(&rules, dealer, &mut chance);
        let now = Moment::new(position, KnowledgeOf::<G>::default());
        Self { rules, start: Start::Dealt(dealer), now, chance, history: History::new(), forfeit: None }
    }

    /// Creates a round that starts at a position set up by hand, without knowledge of earlier
    /// actions. Redeals and reshuffles draw from `chance`.
    #[must_use]
    pub fn from_position(rules: G::Rules, position: G::Position, chance: Stream) -> Self {
        Self::with_knowledge(rules, position, KnowledgeOf::<G>::default(), chance)
    }

    /// Creates a round like [`from_position`](Self::from_position), with what everybody already knows.
    #[must_use]
    pub fn with_knowledge(
        rules: G::Rules,
        position: G::Position,
        knowledge: KnowledgeOf<G>,
        chance: Stream,
    ) -> Self {
        let now = Moment::new(position, knowledge);
        Self { rules, start: Start::SetUp, now, chance, history: History::new(), forfeit: None }
    }

    /// Returns the current position as one set up by hand, after these last actions.
    #[must_use]
    pub fn with_recent(self, recent: Recent) -> Self {
        let now = Moment { recent, ..self.now };
        Self { start: Start::SetUp, now, history: History::new(), ..self }
    }

    /// Parses a text written by [`to_text`](Self::to_text). Redeals and reshuffles draw from
    /// `chance`: the text does not hold them.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if the text is not a valid position.
    pub fn from_text(text: &str, chance: Stream) -> Result<Self, Error> {
        let (text, forfeit) = Forfeit::split(text);
        let state = Self::from_start(text, chance)?;
        let is_over = state.is_over();
        let read = |field| Forfeit::read(field, state.rules.players(), is_over);
        Ok(Self { forfeit: forfeit.map(read).transpose()?, ..state })
    }

    /// Parses the text of a position where a round starts.
    fn from_start(text: &str, chance: Stream) -> Result<Self, Error> {
        let (rules, position, knowledge) = G::Position::read(text)?;
        Ok(Self::with_knowledge(rules, position, knowledge, chance))
    }

    /// Returns the same round, forfeited if `forfeit` says so.
    pub(super) fn with_forfeit(self, forfeit: Option<Forfeit>) -> Self {
        Self { forfeit, ..self }
    }

    /// Returns the position in one line, without history.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = self.now.position.write(&self.rules, &self.now.knowledge, None);
        Forfeit::append(self.forfeit, &mut text);
        text
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// Returns the current position.
    #[must_use]
    pub const fn position(&self) -> &G::Position {
        &self.now.position
    }

    /// Returns how the round started.
    #[must_use]
    pub fn origin(&self) -> Origin {
        match self.start {
            Start::Dealt(dealer) => {
                Origin::Dealt { seed: *self.chance.seed(), stream: self.chance.stream(), dealer }
            }
            Start::SetUp => {
                let Moment { position, knowledge, recent } = self.first();
                let text = position.write(&self.rules, knowledge, None);
                Origin::SetUp { text, chance: self.chance_at_start().map(Box::new), recent: *recent }
            }
        }
    }

    /// Returns whether the round was dealt, rather than set up by hand.
    #[must_use]
    pub const fn is_dealt(&self) -> bool {
        matches!(self.start, Start::Dealt(_))
    }

    /// Returns the round with this origin, at its start.
    ///
    /// # Errors
    /// Returns [`Error::UnknownSeat`] if the game does not have this dealer, and
    /// [`Error::InvalidState`] if text, rules, stream and last actions do not fit together.
    pub fn from_origin(rules: G::Rules, origin: Origin) -> Result<Self, Error> {
        match origin {
            Origin::Dealt { seed, stream, dealer } => {
                dealer.map_or(Ok(()), |seat| rules.check_seat(seat))?;
                Ok(Self::dealt(rules, dealer, Stream::new(seed, stream)))
            }
            Origin::SetUp { text, chance, recent } => {
                let mut state = Self::from_start(&text, Stream::without_seed())?;
                if state.rules != rules {
                    return Err(Error::invalid_state("the rules of the position differ from those given"));
                }
                for (seat, action) in recent.iter() {
                    rules.check_seat(seat).map_err(|error| Error::invalid_state(error.to_string()))?;
                    rules.check_action(action).map_err(|error| Error::invalid_state(error.to_string()))?;
                }
                match (chance, state.now.position.chance_ahead(&rules)) {
                    (Some(chance), true) => state.chance = *chance,
                    (None, false) => {}
                    (None, true) => return Err(Error::invalid_state(MISSING_SEED)),
                    (Some(_), false) => return Err(Error::invalid_state(UNUSED_SEED)),
                }
                Ok(state.with_recent(recent))
            }
        }
    }

    /// The stream at the start, if chance could affect the round from there.
    fn chance_at_start(&self) -> Option<Stream> {
        self.start().chance_ahead(&self.rules).then(|| self.stream_at_start())
    }

    /// The stream after the deal.
    fn stream_at_start(&self) -> Stream {
        let mut chance = self.chance.clone();
        let words = self.history.first().map_or(self.chance.position(), |(_, words)| words);
        chance.set_position(words);
        chance
    }

    /// Returns what everybody knows from the actions so far.
    #[must_use]
    pub fn knowledge(&self) -> KnowledgeOf<G> {
        self.now.knowledge.clone()
    }

    /// What everybody knows from the actions so far.
    pub(super) const fn known(&self) -> &KnowledgeOf<G> {
        &self.now.knowledge
    }

    /// Returns the last actions, including those before the start.
    #[must_use]
    pub const fn recent(&self) -> Recent {
        self.now.recent
    }

    /// Returns the stream that the round draws from, at its current position.
    #[must_use]
    pub const fn chance(&self) -> &Stream {
        &self.chance
    }

    /// Returns the same round without history: an equal state that is cheaper to copy.
    #[must_use]
    pub fn without_history(&self) -> Self {
        Self::with_knowledge(
            self.rules.clone(),
            self.now.position.clone(),
            self.knowledge(),
            self.chance.clone(),
        )
        .with_forfeit(self.forfeit)
    }

    /// Returns the ids played since the start, oldest first.
    ///
    /// # Panics
    /// Panics if there is too little memory; [`try_history`](Self::try_history) does not.
    pub fn history(&self) -> impl ExactSizeIterator<Item = Action> + use<G> {
        self.try_history().unwrap_or_else(|error| panic!("{error}")).into_iter()
    }

    /// Returns the actions since the start, oldest first.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if there is too little memory.
    pub fn try_history(&self) -> Result<Vec<Action>, Error> {
        Ok(self.history.actions()?)
    }

    /// Returns every action since the start, with the positions before and after it. The round is
    /// replayed for it.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if there is too little memory.
    pub fn plies(&self) -> Result<impl Iterator<Item = (G::Position, Action, G::Position)>, Error> {
        let (mut position, mut chance) = (self.start().clone(), self.stream_at_start());
        Ok(self.try_history()?.into_iter().map(move |action| {
            let before = position.clone();
            position.play(&self.rules, action, &mut chance);
            (before, action, position.clone())
        }))
    }

    /// Returns the seat to move, or `None` if the round is over.
    #[must_use]
    pub fn current_player(&self) -> Option<Seat> {
        RoundApi::current_player(self)
    }

    /// Returns whether the round is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        RoundApi::is_over(self)
    }

    /// Returns the legal ids, ascending.
    #[must_use]
    pub fn legal(&self) -> Vec<Action> {
        RoundApi::legal(self)
    }

    /// Returns whether an id is legal.
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

    /// Returns the seat that has forfeited the round, and why; `None` if no seat has.
    #[must_use]
    pub const fn forfeited(&self) -> Option<Forfeit> {
        self.forfeit
    }

    /// Ends the round early, because a seat gives up or cannot go on. It is paid as the game's rules say
    /// ([`forfeit_payoffs`](Position::forfeit_payoffs)). An error leaves the state unchanged.
    ///
    /// # Errors
    /// Returns [`Error::UnknownSeat`] if the game does not have this seat, and [`Error::InvalidState`] if
    /// the round is over.
    pub fn forfeit(&mut self, seat: Seat, why: Reason) -> Result<(), Error> {
        self.rules.check_seat(seat)?;
        if self.is_over() {
            return Err(Error::invalid_state(ALREADY_OVER));
        }
        self.forfeit = Some(Forfeit::new(seat, why));
        Ok(())
    }

    /// Plays an id. An error leaves the state unchanged.
    ///
    /// # Errors
    /// Returns [`Error::InvalidMove`] if the id is not in the action table, and
    /// [`Error::IllegalMove`] with the rule and the reason if it is not legal.
    pub fn push(&mut self, action: Action) -> Result<(), Error> {
        let chosen = self.rules.to_move(action);
        self.push_move(action, chosen.ok_or_else(|| Error::no_action(action, self.rules.num_actions()))?)
    }

    /// Plays an id like [`push`](Self::push), for callers that have the move with this id.
    ///
    /// # Errors
    /// Returns [`Error::IllegalMove`] with the rule and the reason if the move is not legal.
    pub fn push_move(&mut self, action: Action, chosen: MoveOf<G::Position>) -> Result<(), Error> {
        debug_assert_eq!(self.rules.to_move(action), Some(chosen), "action {action}");
        if let Some(forfeit) = self.forfeit {
            return Err(Self::refusal_after(forfeit));
        }
        if !self.now.position.allows(&self.rules, chosen) {
            return Err(Error::IllegalMove(self.now.position.refusal(&self.rules, chosen)));
        }
        self.history.push(&self.now, self.chance.position(), action);
        self.now.play(&self.rules, action, chosen, &mut self.chance);
        Ok(())
    }

    #[cold]
    fn refusal_after(forfeit: Forfeit) -> Error {
        let refusal = Refusal::new(G::Position::FORFEIT_RULE, "common.round_over_forfeited");
        Error::IllegalMove(refusal.with("seat", forfeit.seat()))
    }

    /// Undoes the last action and returns it, or a forfeit and returns `None`.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if no action was played since the start.
    pub fn pop(&mut self) -> Result<Option<Action>, Error> {
        if self.forfeit.take().is_some() {
            return Ok(None);
        }
        let action = self.history.pop(&self.rules, &mut self.now, &mut self.chance);
        let nothing = || Error::invalid_state("nothing to pop: no action has been played since the start");
        action.ok_or_else(nothing).map(Some)
    }

    /// Returns what one seat knows of the round.
    ///
    /// # Errors
    /// Returns [`Error::UnknownSeat`] if the game does not have this seat.
    pub fn view(&self, seat: Seat) -> Result<View<G>, Error> {
        self.rules.check_seat(seat)?;
        let view = View::of(self.rules.clone(), self.now.position.clone(), self.knowledge(), seat);
        Ok(View { forfeit: self.forfeit, ..view })
    }

    /// Returns the actions of the round and the position where they began, as this seat saw it.
    ///
    /// # Errors
    /// Returns [`Error::UnknownSeat`] if the game does not have this seat, and [`Error::OutOfMemory`]
    /// if there is too little memory.
    pub fn public_history(&self, seat: Seat) -> Result<PublicHistory<G::Position>, Error> {
        self.past().of(&self.view(seat)?)
    }

    /// Returns the actions so far, which the result shares with this state.
    #[must_use]
    pub fn past(&self) -> Past<G> {
        Past::of_state(&self.history, self.recent())
    }

    /// Returns the events that a seat was told, in order, as a [`ViewBuilder`](crate::ViewBuilder)
    /// reads them.
    ///
    /// # Errors
    /// Returns [`Error::UnknownSeat`] if the game does not have this seat, and [`Error::OutOfMemory`]
    /// if there is too little memory.
    pub fn events(&self, seat: Seat) -> Result<Vec<String>, Error> {
        self.events_from(seat, 0)
    }

    /// Returns the events that a seat was told without the first ones, which are not made.
    ///
    /// # Errors
    /// Like [`events`](Self::events).
    pub fn events_from(&self, seat: Seat, first: usize) -> Result<Vec<String>, Error> {
        let (mut texts, mut written) = (Vec::new(), String::new());
        self.tell(seat, first, |event| {
            written.clear();
            let _ = match event {
                Tiding::Position(text, _) => write!(written, "{POSITION}{text}"),
                Tiding::Event(event) => write!(written, "{event}"),
                Tiding::Forfeit(forfeit) => write!(written, "{FORFEIT}{forfeit}"),
            }; // always succeeds
            Ok(memory::push(&mut texts, memory::text(&written)?)?)
        })?;
        Ok(texts)
    }

    /// Calls a function with each event that a seat was told, except the first ones.
    pub(super) fn tell(
        &self,
        seat: Seat,
        first: usize,
        mut see: impl FnMut(Tiding<'_, G>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.rules.check_seat(seat)?;
        let (mut skip, mut events) = (first, Vec::new());
        match self.start {
            Start::Dealt(_) => Event::of_deal(&self.rules, self.start(), seat, &mut events),
            Start::SetUp if skip > 0 => skip -= 1,
            Start::SetUp => {
                let start = self.start().clone();
                let knowledge = self.first().knowledge.clone();
                let view = View::<G>::of(self.rules.clone(), start, knowledge, seat);
                see(Tiding::Position(&view.to_text(), &view))?;
            }
        }
        let mut tell = |events: &mut Vec<EventOf<G>>| {
            let told = skip.min(events.len());
            skip -= told;
            events.drain(..).skip(told).try_for_each(|event| see(Tiding::Event(&event)))
        };
        tell(&mut events)?;
        for (before, action, after) in self.plies()? {
            memory::check()?; // an event and its text are made of small allocations
            if let Some(chosen) = self.rules.to_move(action) {
                Event::of_move(&self.rules, &before, chosen, &after, seat, &mut events);
                tell(&mut events)?;
            }
        }
        self.forfeit.filter(|_| skip == 0).map_or(Ok(()), |forfeit| see(Tiding::Forfeit(forfeit)))
    }

    /// Returns the number of action sequences of exactly this length. `keep_going` is called now and
    /// then; if it returns `false`, the search stops and returns `None`.
    #[must_use]
    pub fn perft(&self, depth: u8, keep_going: impl FnMut() -> bool) -> Option<u64> {
        if self.forfeit.is_some() {
            return Some(u64::from(depth == 0));
        }
        perft::count(&self.rules, &self.now.position, self.chance.clone(), depth, keep_going)
    }

    /// Returns the bytes that [`from_bytes`](Self::from_bytes) reads.
    ///
    /// # Panics
    /// Panics if there is too little memory; [`try_to_bytes`](Self::try_to_bytes) does not.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.try_to_bytes().unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns the bytes that [`from_bytes`](Self::from_bytes) reads.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if there is too little memory.
    pub fn try_to_bytes(&self) -> Result<Vec<u8>, Error> {
        let mut writer = Writer::new::<G>(Kind::State, &self.rules);
        let forfeited = if self.forfeit.is_some() { FORFEITED } else { 0 };
        match self.start {
            Start::Dealt(dealer) => {
                writer.raw(&[forfeited]);
                writer.stream(&self.chance);
                writer.raw(&[dealer.map_or(0, |seat| seat as u8 + 1)]);
            }
            Start::SetUp => {
                writer.raw(&[1 + forfeited]);
                let Moment { position, knowledge, recent } = self.first();
                writer.block(position.write(&self.rules, knowledge, None).as_bytes());
                if let Some(chance) = self.chance_at_start() {
                    writer.stream(&chance);
                    writer.raw(&chance.position().to_le_bytes());
                }
                writer.recent(recent);
            }
        }
        let history = self.try_history()?;
        writer.number(history.len() as u32);
        for action in history {
            writer.number(action);
        }
        if let Some(forfeit) = self.forfeit {
            writer.raw(&[forfeit.seat() as u8, forfeit.why() as u8]);
        }
        writer.finish()
    }

    /// Returns about how much memory the history of a long round takes.
    #[must_use]
    pub const fn history_size(actions: usize) -> usize {
        History::<G>::size(actions)
    }

    /// Reads bytes written by [`to_bytes`](Self::to_bytes), and replays the round.
    ///
    /// # Errors
    /// Returns [`Error::Codec`] or [`Error::InvalidState`] if [`to_bytes`](Self::to_bytes) cannot
    /// have written them, or if they hold more than [`MAX_SAVED_ACTIONS`](Self::MAX_SAVED_ACTIONS)
    /// actions.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes_checked(bytes, |_| Ok(()))
    }

    /// Like [`from_bytes`](Self::from_bytes), but calls `check` with the number of actions that are
    /// left: before the replay, and after each 1,024 actions. An error of `check` ends the replay.
    ///
    /// # Errors
    /// Returns the errors of [`from_bytes`](Self::from_bytes) and of `check`.
    pub fn from_bytes_checked<E: From<Error>>(
        bytes: &[u8],
        mut check: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Self, E> {
        let (mut state, mut reader, forfeited) = Self::start_from_bytes(bytes)?;
        let (count, most) = (reader.number()?, Self::MAX_SAVED_ACTIONS);
        if count > most {
            return Err(Error::invalid_state(format!(
                "a saved state must have at most {most} actions, got {count}"
            ))
            .into());
        }
        for index in 0..count {
            if index % ACTIONS_PER_CHECK == 0 {
                check((count - index) as usize)?;
            }
            let action = reader.number()?;
            state
                .push(action)
                .map_err(|error| Error::invalid_state(format!("action {index} of the history: {error}")))?;
        }
        if forfeited {
            let (seat, why) = (Seat::from(reader.byte()?), reader.byte()?);
            let why = Reason::ALL.get(usize::from(why)).ok_or_else(|| {
                Error::invalid_state(format!(
                    "the reason of a forfeit in the bytes must be 0 to 3, got {why}"
                ))
            })?;
            state.forfeit(seat, *why).map_err(|error| Error::invalid_state(error.to_string()))?;
        }
        reader.finish()?;
        Ok(state)
    }

    /// Reads everything before the history. Returns whether a forfeit follows it, too.
    fn start_from_bytes(bytes: &[u8]) -> Result<(Self, Reader<'_>, bool), Error> {
        let (mut reader, rules) = Reader::open::<G>(bytes, Kind::State)?;
        let kind = reader.byte()?;
        let state = match kind & !FORFEITED {
            0 => {
                let stream = reader.stream()?;
                let dealer = reader.byte()?.checked_sub(1).map(Seat::from);
                dealer
                    .map_or(Ok(()), |seat| rules.check_seat(seat))
                    .map_err(|error| Error::invalid_state(error.to_string()))?;
                Self::dealt(rules, dealer, stream)
            }
            1 => {
                let text = reader.text()?;
                let mut state = Self::from_start(&text, Stream::without_seed())
                    .map_err(|error| Error::invalid_state(format!("the starting position: {error}")))?;
                if state.rules != rules {
                    return Err(Error::invalid_state(OTHER_RULES));
                }
                if state.now.position.chance_ahead(&state.rules) {
                    state.chance = reader.stream()?;
                    state.chance.set_position(u64::from_le_bytes(reader.array()?));
                }
                state.with_recent(reader.recent(&rules)?)
            }
            _ => return Err(Error::invalid_state("the kind of origin in the bytes must be 0 to 3")),
        };
        Ok((state, reader, kind & FORFEITED != 0))
    }

    /// Returns the position before the first action.
    #[must_use]
    pub fn start(&self) -> &G::Position {
        &self.first().position
    }

    /// How the round was before the first action.
    fn first(&self) -> &Moment<G> {
        self.history.first().map_or(&self.now, |(first, _)| first)
    }
}

/// What is added to the kind of origin in saved bytes if the round was forfeited.
const FORFEITED: u8 = 2;

/// How many actions [`State::from_bytes_checked`] replays between two checks.
const ACTIONS_PER_CHECK: u32 = 1024;

const MISSING_SEED: &str = "the origin must have a seed: chance may still play a part";
const UNUSED_SEED: &str = "the origin cannot have a seed: chance plays no further part";

impl<G: Game> PartialEq for State<G> {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
            && self.now.position == other.now.position
            && (!self.now.position.chance_ahead(&self.rules) || self.chance == other.chance)
            && self.now.knowledge == other.now.knowledge
            && self.forfeit == other.forfeit
    }
}

impl<G: Game> Eq for State<G> {}

impl<G: Game> Hash for State<G> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.rules.hash(hasher);
        self.now.position.hash(hasher);
        self.forfeit.hash(hasher);
    }
}

impl<G: Game> RoundApi for State<G> {
    type Game = G;

    fn rules(&self) -> &G::Rules {
        &self.rules
    }

    fn position(&self) -> &G::Position {
        &self.now.position
    }

    fn observer(&self) -> Option<Seat> {
        None
    }

    fn forfeited(&self) -> Option<Forfeit> {
        self.forfeit
    }

    fn render(&self) -> String {
        rendered(self.now.position.render(&self.rules, None), self.forfeit)
    }
}

/// As [`to_text`](State::to_text).
impl<G: Game> fmt::Display for State<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}
