//! Views, states, moves, events and rules as JSON. `docs/contract.md` has the form, and
//! `python/oxideal/schemas` its JSON Schemas.

use super::view::KnowledgeOf;
use super::{Origin, RoundApi, State, View};
use crate::error::Error;
use crate::forfeit::Forfeit;
use crate::game::{FieldValue, Game, MoveOf, Rules};
use crate::ids::{Action, Seat};
use crate::json::{JsonWriter, List, Object, Shown, ToJson, field};
use crate::recent::Recent;

use super::state::EventOf;
use super::view_builder::{FORFEIT, POSITION};

/// Version of the form. Views and states contain it as `format`.
pub(super) const FORMAT: u8 = 1;

/// The length of most views, in bytes, and that of most moves.
pub(super) const VIEW_LEN: usize = 6 << 10;
const MOVE_LEN: usize = 160;

/// The parts of JSON that only one game has. Generic code writes the rest.
///
/// ```
/// use oxideal_engine::foursquare::{FourSquare, Rules};
/// use oxideal_engine::{Seed, State};
///
/// let state = State::<FourSquare>::deal(Rules::default(), Seed::from(7), 0);
/// let json = state.view(0)?.to_json(&state.recent())?;
/// assert!(json.starts_with(br#"{"format":1,"game":"foursquare","rules":{"diagonal":false},"seat":0,"#));
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
pub trait JsonFields: Game {
    /// Writes the fields of a move, after its id and its text.
    fn move_fields(chosen: MoveOf<Self::Position>, json: &mut JsonWriter);

    /// Returns the kind of an event.
    fn event_kind(event: &EventOf<Self>) -> &'static str;

    /// Writes the fields of an event, after its kind and its text.
    ///
    /// # Errors
    /// Fails if the event has values that do not exist under these rules.
    fn event_fields(rules: &Self::Rules, event: &EventOf<Self>, json: &mut JsonWriter) -> Result<(), Error>;

    /// Writes the fields that views and states have at the end.
    fn round_fields(round: &impl RoundApi<Game = Self>, knowledge: &KnowledgeOf<Self>, json: &mut JsonWriter);

    /// Writes the fields that only views have, after the text.
    fn view_fields(view: &View<Self>, json: &mut JsonWriter);

    /// Writes the fields that only states have, after the history.
    fn state_fields(state: &State<Self>, json: &mut JsonWriter);
}

/// A move with its id.
pub(super) struct MoveJson<G: JsonFields>(pub(super) Action, pub(super) MoveOf<G::Position>);

impl<G: JsonFields> MoveJson<G> {
    /// The move with an id of the table.
    fn of(rules: &G::Rules, action: Action) -> Option<Self> {
        rules.to_move(action).map(|chosen| Self(action, chosen))
    }
}

impl<G: JsonFields> ToJson for MoveJson<G> {
    fn write(self, json: &mut JsonWriter) {
        Object(|json: &mut JsonWriter| {
            field!(json, "id", self.0);
            field!(json, "text", Shown(self.1));
            G::move_fields(self.1, json);
        })
        .write(json);
    }
}

/// A move as JSON; null if it is not in the table.
pub(crate) fn moved<G: JsonFields>(rules: &G::Rules, chosen: MoveOf<G::Position>) -> impl ToJson {
    rules.action(chosen).map(|action| MoveJson::<G>(action, chosen))
}

/// Returns a move of the table as JSON.
///
/// # Errors
/// Returns [`Error::InvalidMove`] if the id is not in the table, and [`Error::OutOfMemory`] if there
/// is too little memory.
pub fn move_to_json<G: JsonFields>(rules: &G::Rules, action: Action) -> Result<Vec<u8>, Error> {
    rules.check_action(action)?;
    let mut json = JsonWriter::with_capacity(MOVE_LEN);
    json.value(MoveJson::<G>::of(rules, action));
    Ok(json.finish()?)
}

/// Returns these moves of the table as a list in JSON.
///
/// # Errors
/// Returns [`Error::OutOfMemory`] if there is too little memory.
pub fn moves_to_json<G: JsonFields>(rules: &G::Rules, actions: &[Action]) -> Result<Vec<u8>, Error> {
    let mut json = JsonWriter::with_capacity(actions.len().saturating_mul(MOVE_LEN));
    json.value(List(actions.iter().filter_map(|&action| MoveJson::<G>::of(rules, action))));
    Ok(json.finish()?)
}

/// Writes the options of a game.
pub(super) struct RulesJson<'a, R>(pub(super) &'a R);

impl<R: Rules> ToJson for RulesJson<'_, R> {
    fn write(self, json: &mut JsonWriter) {
        Object(|json: &mut JsonWriter| {
            for (name, value) in R::FIELDS.iter().zip(self.0.fields()) {
                match value {
                    FieldValue::Integer(value) => json.field(name, value),
                    FieldValue::Boolean(value) => json.field(name, value),
                    FieldValue::Text(value) => json.field(name, &*value),
                    FieldValue::None => json.field(name, None::<bool>),
                }
            }
        })
        .write(json);
    }
}

/// Returns the options of a game as JSON.
///
/// # Errors
/// Returns [`Error::OutOfMemory`] if there is too little memory.
pub fn rules_to_json(rules: &impl Rules) -> Result<Vec<u8>, Error> {
    let mut json = JsonWriter::default();
    json.value(RulesJson(rules));
    Ok(json.finish()?)
}

struct RecentJson<'a, G: Game>(&'a G::Rules, Recent);

impl<G: JsonFields> ToJson for RecentJson<'_, G> {
    fn write(self, json: &mut JsonWriter) {
        let Self(rules, recent) = self;
        List(recent.iter().map(|(seat, action)| {
            Object(move |json: &mut JsonWriter| {
                field!(json, "seat", seat);
                field!(json, "move", MoveJson::<G>::of(rules, action));
            })
        }))
        .write(json);
    }
}

/// Writes the fields up to those of the game alone.
fn head<G: JsonFields>(rules: &G::Rules, seat: Option<Seat>, text: &str, json: &mut JsonWriter) {
    field!(json, "format", FORMAT);
    field!(json, "game", G::NAME);
    field!(json, "rules", RulesJson(rules));
    if let Some(seat) = seat {
        field!(json, "seat", seat);
    }
    field!(json, "text", text);
}

/// Writes the seat and the reason of a forfeit.
struct ForfeitJson(Forfeit);

impl ToJson for ForfeitJson {
    fn write(self, json: &mut JsonWriter) {
        Object(|json: &mut JsonWriter| forfeit_fields(self.0, json)).write(json);
    }
}

fn forfeit_fields(forfeit: Forfeit, json: &mut JsonWriter) {
    field!(json, "seat", forfeit.seat());
    field!(json, "why", forfeit.why().word());
}

/// Writes the fields from the seat to move to the last actions.
fn results<G: JsonFields>(round: &impl RoundApi<Game = G>, json: &mut JsonWriter) {
    field!(json, "current_player", round.current_player());
    field!(json, "payoffs", round.payoffs().map(List));
    field!(json, "winners", round.winners().map(List));
    field!(json, "scores", round.scores().map(List));
    field!(json, "forfeited", round.forfeited().map(ForfeitJson));
}

impl<G: JsonFields> View<G> {
    /// Returns the view and the last actions as JSON.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if there is too little memory.
    pub fn to_json(&self, recent: &Recent) -> Result<Vec<u8>, Error> {
        let mut json = JsonWriter::with_capacity(VIEW_LEN);
        json.value(ViewJson { view: self, text: &self.to_text(), recent });
        Ok(json.finish()?)
    }
}

pub(super) struct ViewJson<'a, G: Game> {
    pub(super) view: &'a View<G>,
    pub(super) text: &'a str,
    pub(super) recent: &'a Recent,
}

impl<G: JsonFields> ToJson for ViewJson<'_, G> {
    fn write(self, json: &mut JsonWriter) {
        self.start(json);
        self.finish(json);
    }
}

impl<G: JsonFields> ViewJson<'_, G> {
    /// Writes the fields before the last actions.
    pub(super) fn start(&self, json: &mut JsonWriter) {
        json.raw(b"{");
        head::<G>(&self.view.rules, Some(self.view.seat), self.text, json);
        G::view_fields(self.view, json);
        results(self.view, json);
    }

    /// Writes the last actions and what follows.
    pub(super) fn finish(&self, json: &mut JsonWriter) {
        field!(json, "recent", RecentJson::<G>(&self.view.rules, *self.recent));
        G::round_fields(self.view, &self.view.knowledge, json);
        json.raw(b"}");
    }
}

impl<G: JsonFields> State<G> {
    /// Returns the state as JSON, with its origin and all actions.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if there is too little memory.
    pub fn to_json(&self) -> Result<Vec<u8>, Error> {
        let rules = self.rules();
        let history = self.try_history()?;
        let mut json = JsonWriter::with_capacity(VIEW_LEN.saturating_add(history.len() * MOVE_LEN));
        json.value(Object(|json: &mut JsonWriter| {
            head::<G>(rules, None, &self.to_text(), json);
            field!(json, "origin", OriginJson::<G>(rules, self.origin()));
            let moves = history.iter().filter_map(|&action| MoveJson::<G>::of(rules, action));
            field!(json, "history", List(moves));
            G::state_fields(self, json);
            results(self, json);
            field!(json, "recent", RecentJson::<G>(rules, self.recent()));
            G::round_fields(self, self.known(), json);
        }));
        Ok(json.finish()?)
    }
}

struct OriginJson<'a, G: Game>(&'a G::Rules, Origin);

impl<G: JsonFields> ToJson for OriginJson<'_, G> {
    fn write(self, json: &mut JsonWriter) {
        let Self(rules, origin) = self;
        let (stream, drawn, dealer, start, recent) = match origin {
            Origin::Dealt { seed, stream, dealer } => {
                (Some((seed, stream)), 0, dealer, None, Recent::default())
            }
            Origin::SetUp { text, chance, recent } => {
                let drawn = chance.as_ref().map_or(0, |chance| chance.position());
                let stream = chance.map(|chance| (*chance.seed(), chance.stream()));
                (stream, drawn, None, Some(text), recent)
            }
        };
        Object(|json: &mut JsonWriter| {
            field!(json, "seed", stream.map(|(seed, _)| seed.to_decimal()).as_ref());
            field!(json, "stream", stream.map(|(_, stream)| stream.to_string()).as_ref());
            field!(json, "drawn", drawn);
            field!(json, "dealer", dealer);
            field!(json, "start", start.as_ref());
            field!(json, "recent", RecentJson::<G>(rules, recent));
        })
        .write(json);
    }
}

/// What a seat is told.
pub(crate) enum Tiding<'a, G: Game> {
    /// The position that the round starts from, as text and as the seat sees it.
    Position(&'a str, &'a View<G>),
    Event(&'a EventOf<G>),
    /// The forfeit that ends the round.
    Forfeit(Forfeit),
}

/// Writes what a seat is told, as an object.
pub(super) fn write_event<G: JsonFields>(
    rules: &G::Rules,
    event: &Tiding<'_, G>,
    json: &mut JsonWriter,
) -> Result<(), Error> {
    let mut written = Ok(());
    json.value(Object(|json: &mut JsonWriter| match event {
        Tiding::Position(text, view) => {
            field!(json, "kind", "position");
            field!(json, "text", Shown(format_args!("{POSITION}{text}")));
            field!(json, "view", ViewJson { view, text, recent: &Recent::default() });
        }
        Tiding::Event(event) => {
            field!(json, "kind", G::event_kind(event));
            field!(json, "text", Shown(event));
            written = G::event_fields(rules, event, json);
        }
        Tiding::Forfeit(forfeit) => {
            field!(json, "kind", "forfeit");
            field!(json, "text", Shown(format_args!("{FORFEIT}{forfeit}")));
            forfeit_fields(*forfeit, json);
        }
    }));
    written
}

impl<G: JsonFields> State<G> {
    /// Returns the events that a seat was told as a list in JSON, without the first ones.
    ///
    /// # Errors
    /// Like [`events_from`](Self::events_from).
    pub fn events_to_json(&self, seat: Seat, first: usize) -> Result<Vec<u8>, Error> {
        let mut json = JsonWriter::default();
        json.raw(b"[");
        self.tell(seat, first, |event| write_event(self.rules(), &event, &mut json))?;
        json.raw(b"]");
        Ok(json.finish()?)
    }
}
