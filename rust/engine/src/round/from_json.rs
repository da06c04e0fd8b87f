//! Reads views, states, moves, events and rules from JSON.
//!
//! An object is made from the fields that determine it (the text, or the origin and the actions). Then its
//! own JSON is written and compared with what was read. So no field needs a check of its own, and only JSON
//! that `to_json` can have written is accepted, in any order of fields and with any spaces.

use std::borrow::Cow;

use super::json::{FORMAT, Tiding, VIEW_LEN, ViewJson, write_event};
use super::state::EventOf;
use super::view_builder::{FORFEIT, POSITION};
use super::{JsonFields, Origin, State, View, move_to_json};
use crate::error::{CodecError, Error};
use crate::forfeit::{Forfeit, Reason};
use crate::game::{Event, FieldSource, FieldValue, Game, Given, Rules};
use crate::ids::{Action, Seat};
use crate::json::{Fields, JsonValue, JsonWriter, NATURAL, Wrong, difference, natural, type_name};
use crate::memory;
use crate::random::{Seed, Stream};
use crate::recent::{MAX_RECENT, Recent};
use crate::text::{excerpt, quoted};

const DECIMAL: &str = "a string of 1 to 78 decimal digits without leading zeros";

/// Parses JSON; `wrong` makes the error.
fn parse(bytes: &[u8], wrong: Wrong) -> Result<JsonValue<'_>, Error> {
    JsonValue::parse(bytes).map_err(|error| match error {
        Error::InvalidState(message) => wrong(message),
        other => other,
    })
}

/// Checks that a value is the one written.
fn check_same(found: &JsonValue<'_>, written: &[u8], wrong: Wrong) -> Result<(), Error> {
    difference("", found, &parse(written, wrong)?).map_or(Ok(()), |message| Err(wrong(message)))
}

/// Checks the format and the game first: they decide which other fields there are.
fn check_header<G: Game>(given: &Fields<'_, '_>) -> Result<(), Error> {
    let format = given.integer("format")?;
    if format != i64::from(FORMAT) {
        return Err(given.error(&format!("unsupported format {format}; this version reads format {FORMAT}")));
    }
    let game = given.text("game")?;
    if game == G::NAME {
        Ok(())
    } else {
        Err(given.error(&format!("game must be {}, got {}", quoted(G::NAME), quoted(game))))
    }
}

/// Reads the seats and ids of the last actions.
fn recent_pairs(given: &Fields<'_, '_>, wrong: Wrong) -> Result<Vec<(u64, u64)>, Error> {
    let items = given.list("recent")?;
    let mut pairs = Vec::new();
    for (number, item) in items.iter().enumerate() {
        let (name, inner) = (format!("recent[{number}]"), format!("recent[{number}].move"));
        let pair = Fields::new(&name, item, wrong)?;
        let chosen = Fields::new(&inner, pair.get("move")?, wrong)?;
        memory::push(&mut pairs, (pair.natural("seat")?, chosen.natural("id")?))?;
    }
    Ok(pairs)
}

/// The last actions, checked.
fn recent(pairs: &[(u64, u64)], rules: &impl Rules) -> Result<Recent, Error> {
    if pairs.len() > MAX_RECENT {
        let message = format!("at most {MAX_RECENT} last actions are kept, got {}", pairs.len());
        return Err(Error::invalid_state(message));
    }
    let (mut recent, wrong) = (Recent::default(), |error: Error| Error::invalid_state(error.to_string()));
    let small = |number: u64| u32::try_from(number).map_err(|_| Error::from(CodecError::NumberTooLarge));
    for &(seat, action) in pairs {
        let (seat, action) = (small(seat)? as Seat, small(action)?);
        rules.check_seat(seat).map_err(wrong)?;
        rules.check_action(action).map_err(wrong)?;
        recent.push(seat, action);
    }
    Ok(recent)
}

impl<G: JsonFields> View<G> {
    /// Reads a view and the last actions, as [`to_json`](Self::to_json) writes them.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if [`to_json`](Self::to_json) cannot have written this, apart from
    /// spaces and the order of fields.
    pub fn from_json(json: &[u8]) -> Result<(Self, Recent), Error> {
        if let Some(found) = Self::from_own_json(json) {
            return Ok(found);
        }
        let parsed = parse(json, Error::InvalidState)?;
        let given = Fields::new("", &parsed, Error::InvalidState)?;
        check_header::<G>(&given)?;
        let view = Self::from_text(given.text("text")?)?;
        let recent = recent(&recent_pairs(&given, Error::InvalidState)?, &view.rules)?;
        check_same(&parsed, &view.to_json(&recent)?, Error::InvalidState)?;
        Ok((view, recent))
    }

    /// The same for bytes just as [`to_json`](Self::to_json) wrote them, which need no parser: the text is
    /// near the start, the last actions follow what the view alone determines, and the rest is compared.
    fn from_own_json(json: &[u8]) -> Option<(Self, Recent)> {
        const TEXT: &[u8] = b"\"text\":\"";
        let head = json.get(..json.len().min(1 << 10))?;
        let start = head.windows(TEXT.len()).position(|bytes| bytes == TEXT)? + TEXT.len();
        let length = json[start..].iter().position(|&byte| byte == b'"')?;
        let text = std::str::from_utf8(&json[start..start + length]).ok()?;
        let view = Self::from_text(text).ok().filter(|view| view.to_text() == text)?;
        let mut own = JsonWriter::with_capacity(json.len().max(VIEW_LEN));
        ViewJson { view: &view, text, recent: &Recent::default() }.start(&mut own);
        let last = json.strip_prefix(own.written())?.strip_prefix(b",\"recent\":[")?;
        let recent = own_recent(last);
        if recent.iter().any(|(seat, action)| {
            view.rules.check_seat(seat).is_err() || view.rules.check_action(action).is_err()
        }) {
            return None;
        }
        ViewJson { view: &view, text, recent: &recent }.finish(&mut own);
        (own.written() == json).then_some((view, recent))
    }
}

/// The last actions at the start of these bytes, if they are as written here. Else anything: what is
/// written next will differ.
fn own_recent(mut json: &[u8]) -> Recent {
    let mut recent = Recent::default();
    while recent.len() < MAX_RECENT {
        let Some(rest) = json.strip_prefix(b"{\"seat\":") else { break };
        let (seat, rest) = number(rest);
        let Some(rest) = rest.strip_prefix(b",\"move\":{\"id\":") else { break };
        let (action, rest) = number(rest);
        recent.push(seat as Seat, action);
        let Some(end) = rest.windows(2).position(|bytes| bytes == b"}}") else { break };
        json = &rest[end + 2..];
        json = json.strip_prefix(b",").unwrap_or(json);
    }
    recent
}

/// The number at the start of these bytes, and the rest.
fn number(json: &[u8]) -> (u32, &[u8]) {
    let digits = json.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = json.split_at(digits);
    let number = digits
        .iter()
        .fold(0_u32, |number, digit| number.wrapping_mul(10).wrapping_add(u32::from(digit - b'0')));
    (number, rest)
}

impl<G: JsonFields> State<G> {
    /// Reads a state, as [`to_json`](Self::to_json) writes it, and replays its actions.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if [`to_json`](Self::to_json) cannot have written this, apart from
    /// spaces and the order of fields, or if it has more than
    /// [`MAX_SAVED_ACTIONS`](Self::MAX_SAVED_ACTIONS) actions.
    pub fn from_json(json: &[u8]) -> Result<Self, Error> {
        let wrong: Wrong = Error::InvalidState;
        let parsed = parse(json, wrong)?;
        let given = Fields::new("", &parsed, wrong)?;
        check_header::<G>(&given)?;
        let within = |name: &str, error: &Error| wrong(format!("{name}: {error}"));
        let origin = Fields::new("origin", given.get("origin")?, wrong)?;
        let origin = OriginFields::read(&origin, wrong)?;
        let rules = match given.get("rules")? {
            rules @ JsonValue::Object(_) => rules,
            other => return Err(given.expected("rules", "an object", other)),
        };
        let rules: G::Rules = rules_of(rules).map_err(|error| within("rules", &error))?;
        let state = origin.check(&rules).and_then(|origin| Self::from_origin(rules, origin));
        let mut state = state.map_err(|error| within("origin", &error))?;
        let (history, most) = (given.list("history")?, Self::MAX_SAVED_ACTIONS);
        if history.len() > most as usize {
            return Err(wrong(format!("history must have at most {most} actions, got {}", history.len())));
        }
        for (number, chosen) in history.iter().enumerate() {
            let name = format!("history[{number}]");
            let action = Fields::new(&name, chosen, wrong)?.natural("id")?;
            let pushed = match Action::try_from(action) {
                Ok(action) => state.push(action),
                Err(_) => Err(Error::no_action(action, state.rules().num_actions())),
            };
            pushed.map_err(|error| within(&name, &error))?;
        }
        if let JsonValue::Object(_) = given.get("forfeited")? {
            let forfeit = Fields::new("forfeited", given.get("forfeited")?, wrong)?;
            let (seat, why) = (forfeit.natural("seat")?, forfeit.text("why")?);
            let why = Reason::named(why).map_err(|message| wrong(format!("forfeited: {message}")))?;
            let seat = usize::try_from(seat).unwrap_or(usize::MAX);
            state.forfeit(seat, why).map_err(|error| within("forfeited", &error))?;
        }
        check_same(&parsed, &state.to_json()?, wrong)?;
        Ok(state)
    }
}

/// The fields of an origin, each of the right type.
struct OriginFields<'v> {
    seed: Option<&'v str>,
    stream: Option<&'v str>,
    drawn: u64,
    dealer: Option<u64>,
    start: Option<&'v str>,
    recent: Vec<(u64, u64)>,
}

impl<'v> OriginFields<'v> {
    fn read(given: &Fields<'v, '_>, wrong: Wrong) -> Result<Self, Error> {
        fn text<'v>(value: &'v JsonValue<'_>) -> Option<&'v str> {
            if let JsonValue::Text(text) = value { Some(text) } else { None }
        }
        let is_decimal = |text: &&str| {
            let digits = (1..=78).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
            digits && (text.len() == 1 || !text.starts_with('0'))
        };
        Ok(Self {
            seed: given.maybe("seed", DECIMAL, |value| text(value).filter(is_decimal))?,
            stream: given.maybe("stream", DECIMAL, |value| text(value).filter(is_decimal))?,
            drawn: given.natural("drawn")?,
            dealer: given.maybe("dealer", NATURAL, natural)?,
            start: given.maybe("start", "a string", text)?,
            recent: recent_pairs(given, wrong)?,
        })
    }

    /// The origin, if the fields do not contradict each other.
    fn check(self, rules: &impl Rules) -> Result<Origin, Error> {
        let invalid = |message: &str| Err(Error::invalid_state(message));
        let recent = recent(&self.recent, rules)?;
        let stream = match (self.seed, self.stream) {
            (None, None) => None,
            (Some(seed), Some(stream)) => {
                let number = stream.parse().ok().filter(|&number| number <= Stream::LAST);
                match (Seed::from_decimal(seed), number) {
                    (None, _) => {
                        let wanted = "0 to 2**256 - 1, 32 bytes, or None for the system's entropy";
                        return invalid(&format!("seed must be {wanted}, got {}", excerpt(seed)));
                    }
                    (_, None) => {
                        return invalid(&format!("stream must be 0 to 2**96 - 1, got {}", excerpt(stream)));
                    }
                    (Some(seed), Some(number)) => Some((seed, number)),
                }
            }
            _ => return invalid("an origin must have both a seed and a stream, or neither"),
        };
        match (self.start, stream) {
            (None, None) => invalid("the origin of a deal must have a seed"),
            (None, Some(_)) if self.drawn > 0 || !recent.is_empty() => {
                invalid("the origin of a deal cannot have drawn words or last actions")
            }
            (None, Some((seed, stream))) => {
                let dealer = self.dealer.map(|seat| usize::try_from(seat).unwrap_or(usize::MAX));
                Ok(Origin::Dealt { seed, stream, dealer })
            }
            (Some(_), _) if self.dealer.is_some() => invalid("the origin of a position cannot have a dealer"),
            (Some(_), None) if self.drawn > 0 => invalid("an origin without a seed cannot have drawn words"),
            (Some(text), stream) => {
                let chance = stream.map(|(seed, stream)| {
                    let mut chance = Stream::new(seed, stream);
                    chance.set_position(self.drawn);
                    Box::new(chance)
                });
                Ok(Origin::SetUp { text: text.into(), chance, recent })
            }
        }
    }
}

/// Reads the id of a move, as [`move_to_json`] writes it.
///
/// # Errors
/// Returns [`Error::InvalidMove`] if no move of these rules is written like
/// this, apart from spaces and the order of fields.
pub fn move_from_json<G: JsonFields>(rules: &G::Rules, json: &[u8]) -> Result<Action, Error> {
    let parsed = parse(json, Error::invalid_move)?;
    let id = Fields::new("", &parsed, Error::invalid_move)?.natural("id")?;
    let unknown = |_| Error::no_action(id, rules.num_actions());
    let action = Action::try_from(id).map_err(unknown)?;
    check_same(&parsed, &move_to_json::<G>(rules, action)?, Error::invalid_move)?;
    Ok(action)
}

/// Reads events from a list, as [`State::events_to_json`] writes it, into their texts.
///
/// # Errors
/// Returns [`Error::InvalidRecord`] if [`State::events_to_json`] cannot have written one of them, apart
/// from spaces and the order of fields.
pub fn events_from_json<G: JsonFields>(rules: &G::Rules, json: &[u8]) -> Result<Vec<String>, Error> {
    let wrong: Wrong = Error::InvalidRecord;
    let parsed = parse(json, wrong)?;
    let JsonValue::List(events) = &parsed else { return Err(wrong(crate::json::MALFORMED.into())) };
    memory::try_collect(events.iter().map(|event| {
        let text = Fields::new("", event, wrong)?.text("text")?;
        check_same(event, &event_to_json::<G>(rules, text)?, wrong)?;
        Ok(memory::text(text)?)
    }))
}

/// An event as JSON.
fn event_to_json<G: JsonFields>(rules: &G::Rules, text: &str) -> Result<Vec<u8>, Error> {
    read_event(rules, text, |event: &Tiding<'_, G>| {
        let mut json = JsonWriter::default();
        write_event(rules, event, &mut json)?;
        Ok(json.finish()?)
    })
}

/// Returns what `read` makes of an event. Only texts as [`State::events`] returns them are accepted.
pub(crate) fn read_event<G: JsonFields, T>(
    rules: &G::Rules,
    text: &str,
    read: impl FnOnce(&Tiding<'_, G>) -> Result<T, Error>,
) -> Result<T, Error> {
    let unknown = || {
        Error::InvalidRecord(format!(
            "unknown event {}; expected a text as State.events returns it",
            quoted(text)
        ))
    };
    if let Some(shown) = text.strip_prefix(POSITION) {
        let view = View::from_text(shown).map_err(|error| Error::InvalidRecord(error.to_string()))?;
        if view.to_text() != shown {
            return Err(unknown());
        }
        if view.rules != *rules {
            let message = "the rules of the position differ from those given";
            return Err(Error::InvalidRecord(message.into()));
        }
        return read(&Tiding::Position(shown, &view));
    }
    if let Some(forfeit) = text.strip_prefix(FORFEIT) {
        let found = Forfeit::parse(forfeit, rules.players()).filter(|found| found.to_string() == forfeit);
        return read(&Tiding::Forfeit(found.ok_or_else(unknown)?));
    }
    let event: EventOf<G> = Event::parse(rules, text).map_err(|_| unknown())?;
    let valid =
        G::event_fields(rules, &event, &mut JsonWriter::default()).is_ok() && event.to_string() == text;
    if valid { read(&Tiding::Event(&event)) } else { Err(unknown()) }
}

/// Reads the options of a game. Missing ones have their defaults.
///
/// # Errors
/// Returns [`Error::InvalidRules`] for an unknown option or a wrong value.
pub fn rules_from_json<R: Rules>(json: &[u8]) -> Result<R, Error> {
    rules_of(&parse(json, Error::InvalidRules)?)
}

fn rules_of<R: Rules>(value: &JsonValue<'_>) -> Result<R, Error> {
    let wrong: Wrong = Error::InvalidRules;
    Fields::new("", value, wrong)?;
    let JsonValue::Object(fields) = value else { return Ok(R::default()) };
    if let Some((unknown, _)) = fields.iter().find(|(name, _)| !R::FIELDS.contains(&&**name)) {
        let known = R::FIELDS.join(", ");
        return Err(wrong(format!("unknown field {}; expected one of {known}", quoted(unknown))));
    }
    let rules = R::from_fields(&mut JsonSource(value))?;
    // As an argument, null can stand for a number that other options decide. JSON has that number.
    for (name, decided) in R::FIELDS.iter().zip(rules.fields()) {
        if decided != FieldValue::None && value.get(name) == Some(&JsonValue::Null) {
            return Err(wrong(format!("{name} must be an integer, not NoneType")));
        }
    }
    Ok(rules)
}

/// The fields of an object as those of rules.
struct JsonSource<'v, 'a>(&'v JsonValue<'a>);

impl JsonSource<'_, '_> {
    fn read<T>(&self, name: &str, read: impl FnOnce(&JsonValue<'_>) -> Option<T>) -> Given<T> {
        self.0.get(name).map_or(Given::Missing, |value| {
            read(value).map_or_else(|| Given::Other(format!("not {}", type_name(value))), Given::Value)
        })
    }
}

impl FieldSource for JsonSource<'_, '_> {
    type Error = Error;

    fn integer(&mut self, name: &'static str) -> Result<Given<i64>, Error> {
        Ok(self.read(name, |value| if let JsonValue::Integer(value) = value { Some(*value) } else { None }))
    }

    fn optional_integer(&mut self, name: &'static str) -> Result<Given<i64>, Error> {
        if self.0.get(name) == Some(&JsonValue::Null) { Ok(Given::Missing) } else { self.integer(name) }
    }

    fn nullable_integer(&mut self, name: &'static str) -> Result<Given<Option<i64>>, Error> {
        Ok(self.read(name, |value| match value {
            JsonValue::Integer(value) => Some(Some(*value)),
            JsonValue::Null => Some(None),
            _ => None,
        }))
    }

    fn boolean(&mut self, name: &'static str) -> Result<Given<bool>, Error> {
        Ok(self.read(name, |value| if let JsonValue::Boolean(value) = value { Some(*value) } else { None }))
    }

    fn text(&mut self, name: &'static str) -> Result<Given<Cow<'static, str>>, Error> {
        Ok(self.read(name, |value| match value {
            JsonValue::Text(text) => Some(Cow::Owned(text.to_string())),
            _ => None,
        }))
    }

    fn switch(&mut self, name: &'static str) -> Result<Given<FieldValue>, Error> {
        Ok(self.read(name, |value| match value {
            JsonValue::Text(text) => Some(FieldValue::Text(Cow::Owned(text.to_string()))),
            JsonValue::Boolean(value) => Some(FieldValue::Boolean(*value)),
            _ => None,
        }))
    }
}
