//! Sentences about a round for one seat or a spectator: moves, the table, results and rules.

use std::fmt::Display;

use crate::error::{Error, Refusal};
use crate::game::{FieldValue, Game, MoveOf, Rules};
use crate::ids::Seat;
use crate::round::{EventOf, JsonFields, RoundApi, Tiding, View, read_event};
use crate::text::cards;
use crate::words::{Sentence, Values, Words};

/// A move of a game.
type Chosen<G> = MoveOf<<G as Game>::Position>;

/// An event: its seat, if it has one, the values in its sentence, and its move.
pub type EventValues<G> = (Option<Seat>, Values, Option<Chosen<G>>);

/// What a game says. All but what is said of a single move or event has a default.
///
/// ```
/// use oxideal_engine::foursquare::{FourSquare, Rules};
/// use oxideal_engine::{Narrator, Rules as _, Seed, State};
///
/// let mut state = State::<FourSquare>::deal(Rules::default(), Seed::from(7), 0);
/// let narrator = Narrator::new(state.rules(), Some(0), ["Ada"], "en")?;
/// let before = state.view(0)?;
/// state.push(24)?;
/// let chosen = state.rules().parse("0,0")?;
/// assert_eq!(narrator.tell(&before, chosen, &state.view(0)?, 0)?, ["You place 4♠ at 0,0."]);
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
pub trait Narrated: JsonFields {
    /// Returns the kind of a move: the name of its sentence in `moves`.
    fn kind(chosen: Chosen<Self>) -> &'static str;

    /// Returns the name of a move's sentence in `events`.
    fn move_event(chosen: Chosen<Self>) -> &'static str {
        Self::kind(chosen)
    }

    /// Returns the values in the sentences about a move of which no more is known.
    fn move_values(chosen: Chosen<Self>) -> Values;

    /// Returns what the sentence about an event needs; of a move, beside the values of the move.
    ///
    /// # Errors
    /// Returns [`Error::InvalidMove`] if the event's move does not exist under these rules.
    fn event_values(rules: &Self::Rules, event: &EventOf<Self>) -> Result<EventValues<Self>, Error>;

    /// Returns the values in the sentences about a move, as the reader sees it before the move.
    fn values(_narrator: &Narrator<Self>, _view: &View<Self>, chosen: Chosen<Self>) -> Values {
        Self::move_values(chosen)
    }

    /// Returns sentences about a move of a seat, which led from one view of the reader to the other.
    fn tell(
        narrator: &Narrator<Self>,
        before: &View<Self>,
        chosen: Chosen<Self>,
        _after: &View<Self>,
        seat: Seat,
    ) -> Vec<String> {
        vec![narrator.say_move(before, chosen, seat, Values::default())]
    }

    /// Returns a move as it is listed.
    fn label(_narrator: &Narrator<Self>, _view: &View<Self>, chosen: Chosen<Self>) -> String {
        chosen.to_string()
    }

    /// Returns a move as it is named in a sentence.
    fn spoken(narrator: &Narrator<Self>, view: &View<Self>, chosen: Chosen<Self>) -> String {
        named::<Self>(&narrator.words, chosen, &Self::values(narrator, view, chosen))
    }

    /// Returns a word or two beside the player; an empty text if the table shows the move.
    fn short(_narrator: &Narrator<Self>, _view: &View<Self>, _chosen: Chosen<Self>) -> String {
        String::new()
    }

    /// Returns what a drawing of the table shows: players, and what lies before them.
    fn table(_narrator: &Narrator<Self>, _view: &View<Self>) -> Vec<String> {
        Vec::new()
    }

    /// Returns what else everybody sees, e.g. the stakes.
    fn middle(_narrator: &Narrator<Self>, _view: &View<Self>) -> Vec<String> {
        Vec::new()
    }

    /// Returns the reader's own hand; `None` in a game without hands.
    fn hand(_narrator: &Narrator<Self>, _view: &View<Self>) -> Option<String> {
        None
    }

    /// Returns what the reader, who is to move, has to do.
    fn task(narrator: &Narrator<Self>, _view: &View<Self>) -> String {
        narrator.say("tasks.choose", &Values::default())
    }

    /// Describes the end of a round without a forfeit.
    fn ending(_narrator: &Narrator<Self>, _view: &View<Self>) -> Vec<String> {
        Vec::new()
    }

    /// Returns the hands that are shown at the end.
    fn shown_hands(_narrator: &Narrator<Self>, _view: &View<Self>) -> Vec<String> {
        Vec::new()
    }

    /// Returns a word of an error's message as people read it, if that differs: `10♥` for `TH`.
    fn readable(_narrator: &Narrator<Self>, _word: &str) -> Option<String> {
        None
    }
}

/// Says what happens in a round to one seat, or to a spectator.
///
/// See the [example](Narrated).
#[derive(Clone, Debug)]
pub struct Narrator<G: Narrated> {
    rules: G::Rules,
    words: Words,
    own: Option<Seat>,
    names: Vec<String>,
    suits: bool,
}

impl<G: Narrated> Narrator<G> {
    /// Creates a narrator for the player in the seat `own`, or for a spectator. `names` has a name for each seat;
    /// that of the reader is not used.
    ///
    /// # Errors
    /// Returns [`Error::InvalidArgument`] for an unknown language or another number of names, and
    /// [`Error::UnknownSeat`] for an unknown seat.
    pub fn new(
        rules: &G::Rules,
        own: Option<Seat>,
        names: impl IntoIterator<Item = impl Into<String>>,
        language: &str,
    ) -> Result<Self, Error> {
        own.map_or(Ok(()), |seat| rules.check_seat(seat))?;
        let mut names: Vec<String> = names.into_iter().map(Into::into).collect();
        if names.len() != rules.players() {
            let (wanted, given) = (rules.players(), names.len());
            let text = format!("names must have {wanted} items, one per seat, got {given}");
            return Err(Error::InvalidArgument(text));
        }
        let words = Words::of(G::NAME, language)?;
        if let Some(own) = own {
            names[own] = words.say("people.you", &Values::default());
        }
        Ok(Self { rules: rules.clone(), words, own, names, suits: true })
    }

    /// Writes cards with letters, `7S`, where symbols of suits cannot be shown.
    #[must_use]
    pub const fn with_letters(mut self) -> Self {
        self.suits = false;
        self
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// Returns the reader's seat; `None` for a spectator.
    #[must_use]
    pub const fn own(&self) -> Option<Seat> {
        self.own
    }

    /// Returns the names of the players; that of the reader is "You".
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the words.
    #[must_use]
    pub const fn words(&self) -> &Words {
        &self.words
    }

    // What a page or a terminal shows

    /// Returns the name of the game.
    #[must_use]
    pub fn title(&self) -> String {
        self.say("names.title", &Values::default())
    }

    /// Returns sentences about a move of a seat: the views are the reader's, before and after it.
    ///
    /// # Errors
    /// Returns [`Error::UnknownSeat`] for an unknown seat and, as all that take a view,
    /// [`Error::InvalidArgument`] for a view of other rules, or not of the reader's seat.
    pub fn tell(
        &self,
        before: &View<G>,
        chosen: Chosen<G>,
        after: &View<G>,
        seat: Seat,
    ) -> Result<Vec<String>, Error> {
        self.rules.check_seat(seat)?;
        Ok(G::tell(self, self.fitting(before)?, chosen, self.fitting(after)?, seat))
    }

    /// Joins sentences to a paragraph.
    #[must_use]
    pub fn joined(&self, sentences: &[String]) -> String {
        sentences.join(&self.say("lists.sentence", &Values::default()))
    }

    /// Returns a move as it is listed.
    ///
    /// # Errors
    /// See [`tell`](Self::tell).
    pub fn label(&self, view: &View<G>, chosen: Chosen<G>) -> Result<String, Error> {
        Ok(G::label(self, self.fitting(view)?, chosen))
    }

    /// Returns a move as it is named in a sentence.
    ///
    /// # Errors
    /// See [`tell`](Self::tell).
    pub fn spoken(&self, view: &View<G>, chosen: Chosen<G>) -> Result<String, Error> {
        Ok(G::spoken(self, self.fitting(view)?, chosen))
    }

    /// Returns a word or two beside the player; an empty text if the table shows the move.
    ///
    /// # Errors
    /// See [`tell`](Self::tell).
    pub fn short(&self, view: &View<G>, chosen: Chosen<G>) -> Result<String, Error> {
        Ok(G::short(self, self.fitting(view)?, chosen))
    }

    /// Returns the table and the reader's hand in sentences, for screen readers.
    ///
    /// # Errors
    /// See [`tell`](Self::tell).
    pub fn lines(&self, view: &View<G>) -> Result<Vec<String>, Error> {
        let mut lines = G::table(self, self.fitting(view)?);
        lines.extend(G::middle(self, view));
        lines.extend(self.own.and_then(|_| G::hand(self, view)));
        Ok(lines)
    }

    /// Returns the lines that a drawing of the table does not show.
    ///
    /// # Errors
    /// See [`tell`](Self::tell).
    pub fn middle(&self, view: &View<G>) -> Result<Vec<String>, Error> {
        Ok(G::middle(self, self.fitting(view)?))
    }

    /// Returns what the reader has to do, or whose turn it is; an empty text when the round is over.
    ///
    /// # Errors
    /// See [`tell`](Self::tell).
    pub fn task(&self, view: &View<G>) -> Result<String, Error> {
        Ok(match self.fitting(view)?.current_player() {
            None => String::new(),
            Some(turn) if Some(turn) == self.own => G::task(self, view),
            Some(turn) => self.say("tasks.waits", &Values::default().with("who", self.name(turn))),
        })
    }

    /// Returns how the round ended, in two or three words; an empty text before the end.
    ///
    /// # Errors
    /// See [`tell`](Self::tell).
    pub fn result(&self, view: &View<G>) -> Result<String, Error> {
        let (payoffs, scores) = (self.fitting(view)?.payoffs(), view.scores());
        let winners = RoundApi::winners(view);
        let (Some(payoffs), Some(winners), Some(scores)) = (payoffs, winners, scores) else {
            return Ok(String::new());
        };
        let all_alike = payoffs.len() > 1 && payoffs.iter().all(|&payoff| payoff == payoffs[0]);
        let none = Values::default();
        Ok(match self.own {
            _ if all_alike => self.say("results.nobody", &none),
            None if winners.is_empty() => self.say("results.nobody", &none),
            None => {
                let names: Vec<&str> = winners.iter().map(|&seat| self.name(seat)).collect();
                let names = names.join(&self.say("lists.and", &none));
                self.say("results.others", &none.with("who", names).with("n", winners.len()))
            }
            Some(own) => {
                let won = winners.contains(&own);
                // The payoff of a winner can be 0 or less.
                let points = if won { payoffs[own] } else { -payoffs[own] };
                let values = none.with("points", points.max(0)).with("score", scores[own]);
                self.say(if won { "results.won" } else { "results.lost" }, &values)
            }
        })
    }

    /// Returns sentences about how the round ended; none before the end.
    ///
    /// # Errors
    /// See [`tell`](Self::tell).
    pub fn ended(&self, view: &View<G>) -> Result<Vec<String>, Error> {
        Ok(match self.fitting(view)?.forfeited() {
            Some(forfeit) => {
                let values =
                    Values::default().with("who", self.name(forfeit.seat())).with("why", forfeit.why());
                vec![self.say("events.forfeit", &values)]
            }
            None if view.is_over() => G::ending(self, view),
            None => Vec::new(),
        })
    }

    /// Returns sentences about the hands that are shown at the end; none before it, or after a forfeit.
    ///
    /// # Errors
    /// See [`tell`](Self::tell).
    pub fn shown_hands(&self, view: &View<G>) -> Result<Vec<String>, Error> {
        let shown = self.fitting(view)?.is_over() && view.forfeited().is_none();
        Ok(if shown { G::shown_hands(self, view) } else { Vec::new() })
    }

    /// Returns the view if it is one of the reader's.
    fn fitting<'a>(&self, view: &'a View<G>) -> Result<&'a View<G>, Error> {
        if *view.rules() != self.rules {
            return Err(Error::InvalidArgument("the view is of other rules than this narrator".into()));
        }
        match self.own {
            Some(own) if own != view.seat() => {
                let text =
                    format!("the view must be of seat {own}, to which this is told, got {}", view.seat());
                Err(Error::InvalidArgument(text))
            }
            _ => Ok(view),
        }
    }

    /// Returns the rules of the game under these options, as paragraphs.
    #[must_use]
    pub fn explain_rules(&self) -> Vec<String> {
        let mut page = self.words.all("rules", &values_of(&self.rules));
        let options = changed_options(&self.words, &self.rules);
        if !page.is_empty() && !options.is_empty() {
            let semicolon = self.say("lists.semicolon", &Values::default());
            let values = Values::default().with("options", options.join(&semicolon));
            page.push(self.say("options_changed", &values));
        }
        page
    }

    /// Returns why a move is refused; the message of any other error as it is.
    #[must_use]
    pub fn refusal(&self, error: &Error) -> String {
        match error {
            Error::IllegalMove(Refusal { rule, reason }) => self.refused(Some(rule.as_str()), reason),
            Error::InvalidMove(reason) => self.refused(None, reason),
            other => self.readable(&other.to_string()),
        }
    }

    /// Returns why a move is refused: by a rule with this id, or because it is not a move.
    #[must_use]
    pub fn refused(&self, rule: Option<&str>, reason: &Sentence) -> String {
        // The language is known.
        let reason = reason.say(self.words.language()).unwrap_or_default();
        self.readable(&match rule {
            Some(rule) => format!("{reason} [{rule}]"),
            None => reason,
        })
    }

    /// Returns the message of an error with cards as people read them.
    #[must_use]
    pub fn readable(&self, message: &str) -> String {
        let mut out = String::with_capacity(message.len());
        let mut rest = message;
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        while !rest.is_empty() {
            let (word, after) = rest.split_at(rest.find(|letter| !is_letter(letter)).unwrap_or(rest.len()));
            let (between, after) = after.split_at(after.find(is_letter).unwrap_or(after.len()));
            out.push_str(G::readable(self, word).as_deref().unwrap_or(word));
            out.push_str(between);
            rest = after;
        }
        out
    }

    // For games

    /// Returns the sentence with this key.
    #[must_use]
    pub fn say(&self, key: &str, values: &Values) -> String {
        self.words.say(key, values)
    }

    /// Returns a sentence about a player: "You pass." or "Ada passes.".
    #[must_use]
    pub fn say_of(&self, key: &str, seat: Seat, values: Values) -> String {
        let person = if Some(seat) == self.own { "you" } else { "other" };
        self.say(key, &values.with("who", self.name(seat)).with("person", person))
    }

    /// Returns the sentence about a move of a seat, with further values.
    #[must_use]
    pub fn say_move(&self, before: &View<G>, chosen: Chosen<G>, seat: Seat, more: Values) -> String {
        let values = G::values(self, before, chosen).and(more);
        self.say_of(&format!("events.{}", G::move_event(chosen)), seat, values)
    }

    /// Returns the name of the player in a seat.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &str {
        self.names.get(seat).map_or("", String::as_str)
    }

    /// Returns the other seats in turn order after the reader's, or all for a spectator.
    pub fn others(&self) -> impl Iterator<Item = Seat> + use<G> {
        let players = self.names.len();
        let first = self.own.map_or(0, |own| own + 1);
        (first..first + players - usize::from(self.own.is_some())).map(move |seat| seat % players)
    }

    /// Returns all seats in turn order, the reader's last.
    pub fn all_seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        self.others().chain(self.own)
    }

    /// Returns a card of a suit as people read it: `10♥` for `TH`.
    #[must_use]
    pub fn card(&self, card: impl Display) -> String {
        cards::shown(&card.to_string(), self.suits)
    }

    /// Returns several cards; `-` for none.
    #[must_use]
    pub fn cards(&self, cards: impl IntoIterator<Item = impl Display>) -> String {
        crate::text::listed(cards.into_iter().map(|card| self.card(card)))
    }

    /// Returns a word as [`card`](Self::card) if it is a card of a suit.
    #[must_use]
    pub fn readable_card(&self, word: &str) -> Option<String> {
        cards::is_card(word).then(|| self.card(word))
    }
}

/// Returns what people call a move of which no more is known.
///
/// ```
/// use oxideal_engine::rummy::{Move, Rummy};
///
/// assert_eq!(oxideal_engine::describe_move::<Rummy>(Move::Draw, "en")?, "draw from the stock");
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
///
/// # Errors
/// Returns [`Error::InvalidArgument`] for an unknown language.
pub fn describe_move<G: Narrated>(chosen: Chosen<G>, language: &str) -> Result<String, Error> {
    Ok(named::<G>(&Words::of(G::NAME, language)?, chosen, &G::move_values(chosen)))
}

fn named<G: Narrated>(words: &Words, chosen: Chosen<G>, values: &Values) -> String {
    words.say(&format!("moves.{}", G::kind(chosen)), values)
}

/// Returns an event, as [`State::events`](crate::State::events) returns it, as a sentence.
///
/// ```
/// use oxideal_engine::rummy::{Rules, Rummy};
///
/// let said = oxideal_engine::describe_event::<Rummy>(&Rules::default(), "1 draw", "en")?;
/// assert_eq!(said, "Seat 1 draws from the stock.");
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
///
/// # Errors
/// Returns [`Error::InvalidArgument`] for an unknown language, and [`Error::InvalidRecord`] for any other text.
pub fn describe_event<G: Narrated>(rules: &G::Rules, event: &str, language: &str) -> Result<String, Error> {
    let words = Words::of(G::NAME, language)?;
    let who = |seat: Option<Seat>, values: Values| {
        let seat = Values::default().with("seat", seat.unwrap_or(0));
        values.with("who", words.say("people.seat", &seat)).with("person", "other")
    };
    read_event::<G, _>(rules, event, |event| match event {
        Tiding::Position(..) => Ok(words.say("events.position", &Values::default())),
        Tiding::Forfeit(forfeit) => {
            let values = Values::default().with("why", forfeit.why());
            Ok(words.say("events.forfeit", &who(Some(forfeit.seat()), values)))
        }
        Tiding::Event(event) => {
            let (seat, values, chosen) = G::event_values(rules, event)?;
            let Some(chosen) = chosen else {
                return Ok(words.say(&format!("events.{}", G::event_kind(event)), &who(seat, values)));
            };
            let values = G::move_values(chosen).and(values);
            let named = named::<G>(&words, chosen, &values);
            Ok(words
                .say(&format!("events.{}", G::move_event(chosen)), &who(seat, values.with("move", named))))
        }
    })
}

/// Returns the options that differ from those of the plain game, each in a few words.
///
/// ```
/// use oxideal_engine::foursquare::{FourSquare, Rules};
///
/// let said = oxideal_engine::describe_options::<FourSquare>(&Rules { diagonal: true }, "en")?;
/// assert_eq!(said, ["piles may touch at corners"]);
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
///
/// # Errors
/// Returns [`Error::InvalidArgument`] for an unknown language.
pub fn describe_options<G: Narrated>(rules: &G::Rules, language: &str) -> Result<Vec<String>, Error> {
    Ok(changed_options(&Words::of(G::NAME, language)?, rules))
}

fn changed_options<R: Rules>(words: &Words, rules: &R) -> Vec<String> {
    let (values, plain) = (values_of(rules), R::default().fields());
    let changed =
        R::FIELDS.iter().zip(rules.fields()).zip(plain).filter(|((_, value), plain)| value != plain);
    changed.map(|((name, _), _)| words.say(&format!("options.{name}"), &values)).collect()
}

/// The options as values.
fn values_of<R: Rules>(rules: &R) -> Values {
    R::FIELDS.iter().zip(rules.fields()).fold(Values::default(), |values, (name, value)| match value {
        FieldValue::Integer(value) => values.with(name, value),
        FieldValue::Boolean(value) => values.with(name, value),
        FieldValue::Text(value) => values.with(name, value),
        FieldValue::None => values.with(name, "none"),
    })
}
