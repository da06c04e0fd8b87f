//! The engine, bots and networks for JavaScript. README.md describes the package.

#![forbid(unsafe_code)]
#![allow(
    missing_debug_implementations,
    clippy::missing_errors_doc,
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    reason = "for JavaScript, not for Rust"
)]

mod games;
mod values;

use std::any::Any;

use js_sys::{Array, Object, Reflect};
use oxideal_bots::Limit;
use oxideal_bots::review::{AnyReview, Decision, Luck};
use oxideal_engine::{Action, Chance as _, Error, Reason, Seat, Seed, Words};
use wasm_bindgen::prelude::*;

use games::{AnyBuilder, AnyNarrator, AnyRules, AnyState, AnyView};
use values::{
    Result, Throw, json_of, message_in, natural, parsed, refusal_in, seed_of, stream_of, texts, thrown,
    wrong_type,
};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A move: its id, its text, and what else the game says of it, as in the schema of a move. */
export interface Move { id: number; text: string; [field: string]: unknown }

/** A seed: a whole number, a bigint below 2n ** 256n, 32 bytes, or undefined for a random one. */
export type Seed = number | bigint | Uint8Array | undefined;

/** When a search stops; at least one limit. A time is in milliseconds. */
export interface SearchOptions {
    time?: number;
    iterations?: number;
    nodes?: number;
    seed?: Seed;
}

/** What a search has found of one action. */
export interface Choice { action: number; visits: number; mean: number; error: number }

/** What a search has found: the actions from the best on, and the moves that it expects. */
export interface Thinking { choices: Choice[]; line: number[]; deals: number; iterations: number; nodes: number }

/** What networks expect after an action: the chance to win, and the payment, scaled to about 1. */
export interface Value { action: number; wins: number; payment: number }

/** What a move cost against a better one, in payment and in the share of rounds won, with standard errors. */
export interface Cost { payment: number; payment_error: number; wins: number; wins_error: number; deals: number }

/** What a move cost with all cards open; `exact` if a solver has proved it. */
export interface OpenCost { better: number | null; payment: number; payment_error: number; exact: boolean }

/** A decision of a review, as `oxideal.review.Decision`; `number` counts the actions before it. */
export interface Decision {
    number: number;
    seat: number;
    played: number;
    better: number | null;
    cost: Cost | null;
    mistake: boolean;
    open: OpenCost | null;
    payment: number | null;
    wins: number | null;
    deals: number;
}

/** What a review has found: a mistake costs at least the threshold. */
export interface Findings {
    decisions: Decision[];
    luck: { payment: number; error: number; wins: number }[] | null;
    spread: number;
    threshold: number;
    playouts: number;
}

/** How a round ended, in words. */
export interface Result { title: string; won: boolean; lines: string[]; payoffs: number[]; scores: number[] }
"#;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "Seed")]
    pub type SeedArgument;
    #[wasm_bindgen(typescript_type = "string | object")]
    pub type JsonArgument;
    #[wasm_bindgen(typescript_type = "number | string")]
    pub type MoveArgument;
    #[wasm_bindgen(typescript_type = "SearchOptions")]
    pub type OptionsArgument;
}

/// Returns the id of a move in an argument.
fn action_of(rules: &dyn AnyRules, chosen: &JsValue) -> Result<Action> {
    if let Some(text) = chosen.as_string() {
        return rules.parse(&text).throw();
    }
    let number = chosen.as_f64().ok_or_else(|| wrong_type("move", "an id or a text"))?;
    let number = natural("move", number)?;
    match Action::try_from(number) {
        Ok(action) if action < rules.num_actions() => Ok(action),
        _ => Err(thrown(&Error::no_action(number, rules.num_actions()))),
    }
}

fn seat_of(rules: &dyn AnyRules, seat: f64) -> Result<Seat> {
    let number = natural("seat", seat)?;
    match Seat::try_from(number) {
        Ok(seat) if seat < rules.players() => Ok(seat),
        _ => Err(thrown(&Error::no_seat(number, rules.players()))),
    }
}

/// The rules of a game. Options that are not given are those of the plain game.
#[wasm_bindgen]
pub struct Rules(Box<dyn AnyRules>);

#[wasm_bindgen]
impl Rules {
    #[wasm_bindgen(constructor)]
    pub fn new(game: &str, options: Option<JsonArgument>) -> Result<Self> {
        let options = options.map_or_else(|| Ok("{}".into()), |options| json_of(&options))?;
        games::rules(game, options.as_bytes()).throw().map(Self)
    }

    #[wasm_bindgen(getter)]
    pub fn game(&self) -> String {
        self.0.game().into()
    }

    #[wasm_bindgen(getter)]
    pub fn players(&self) -> usize {
        self.0.players()
    }

    #[wasm_bindgen(getter, js_name = numActions)]
    pub fn num_actions(&self) -> u32 {
        self.0.num_actions()
    }

    /// The name of the file of networks for these rules, without its ending.
    #[wasm_bindgen(getter, js_name = weightsName)]
    pub fn weights_name(&self) -> String {
        self.0.weights_name().into()
    }

    /// Whether a level, 1 to 10, plays by networks.
    #[wasm_bindgen(js_name = levelHasNetworks)]
    pub fn level_has_networks(&self, number: usize) -> Result<bool> {
        self.0.level_has_networks(number).throw()
    }

    /// The move with this id.
    #[wasm_bindgen(unchecked_return_type = "Move")]
    pub fn r#move(&self, action: f64) -> Result<JsValue> {
        parsed(self.0.move_json(action_of(&*self.0, &action.into())?))
    }

    /// The id of the move with this text.
    pub fn parse(&self, text: &str) -> Result<u32> {
        self.0.parse(text).throw()
    }

    /// What people call a move, in English or another language: "a pair of 3s".
    pub fn describe(&self, chosen: &MoveArgument, language: Option<String>) -> Result<String> {
        self.0.describe(action_of(&*self.0, chosen)?, &or_english(language)).throw()
    }

    /// An event, as `State.events` returns it, as a sentence.
    #[wasm_bindgen(js_name = describeEvent)]
    pub fn describe_event(&self, event: &str, language: Option<String>) -> Result<String> {
        self.0.describe_event(event, &or_english(language)).throw()
    }

    /// The options that differ from those of the plain game, each in a few words.
    #[wasm_bindgen(js_name = describeOptions)]
    pub fn describe_options(&self, language: Option<String>) -> Result<Vec<String>> {
        self.0.describe_options(&or_english(language)).throw()
    }

    #[wasm_bindgen(js_name = toJSON, unchecked_return_type = "Record<string, unknown>")]
    pub fn to_json(&self) -> Result<JsValue> {
        parsed(self.0.to_json())
    }
}

fn or_english(language: Option<String>) -> String {
    language.unwrap_or_else(|| "en".into())
}

/// Writes a class with what states and views have in common.
macro_rules! round_class {
    ($(#[$doc:meta])* $Class:ident, $Any:ident) => {
        $(#[$doc])*
        #[wasm_bindgen]
        pub struct $Class(Box<dyn $Any>);

        #[wasm_bindgen]
        impl $Class {
            #[wasm_bindgen(getter)]
            pub fn rules(&self) -> Rules {
                Rules(self.0.rules())
            }

            /// The seat to move; undefined when the round is over.
            #[wasm_bindgen(getter, js_name = currentPlayer)]
            pub fn current_player(&self) -> Option<usize> {
                self.0.current_player()
            }

            #[wasm_bindgen(getter, js_name = isOver)]
            pub fn is_over(&self) -> bool {
                self.0.current_player().is_none()
            }

            /// The legal ids, ascending. In a view, empty unless its seat is to move.
            #[wasm_bindgen(js_name = legalActions)]
            pub fn legal_actions(&self) -> Vec<u32> {
                self.0.legal()
            }

            #[wasm_bindgen(js_name = legalMoves, unchecked_return_type = "Move[]")]
            pub fn legal_moves(&self) -> Result<JsValue> {
                parsed(self.0.legal_json())
            }

            #[wasm_bindgen(js_name = isLegal)]
            pub fn is_legal(&self, chosen: &MoveArgument) -> Result<bool> {
                Ok(self.0.is_legal(action_of(&*self.0.rules(), chosen)?))
            }

            /// Each seat's payoff; undefined before the end. Higher is better.
            #[wasm_bindgen(getter)]
            pub fn payoffs(&self) -> Option<Vec<i32>> {
                self.0.payoffs()
            }

            /// Each seat's score as the game counts it; undefined before the end.
            #[wasm_bindgen(getter)]
            pub fn scores(&self) -> Option<Vec<i32>> {
                self.0.scores()
            }

            /// The seats with the highest payoff; undefined before the end.
            #[wasm_bindgen(getter)]
            pub fn winners(&self) -> Option<Vec<u32>> {
                self.0.winners()
            }

            /// A drawing for a terminal.
            pub fn render(&self) -> String {
                self.0.render()
            }

            #[wasm_bindgen(js_name = toString)]
            pub fn to_text(&self) -> String {
                self.0.to_text()
            }

            #[wasm_bindgen(js_name = toJSON, unchecked_return_type = "Record<string, unknown>")]
            pub fn to_json(&self) -> Result<JsValue> {
                parsed(self.0.to_json())
            }
        }
    };
}

round_class!(
    /// A round with everything, hidden cards and history included.
    State,
    AnyState
);

round_class!(
    /// What one seat knows of a round, and nothing else.
    View,
    AnyView
);

#[wasm_bindgen]
impl State {
    /// Deals a round. The same seed and stream give the same deal as in Python and Rust.
    pub fn deal(
        rules: &Rules,
        seed: &SeedArgument,
        stream: Option<f64>,
        dealer: Option<f64>,
    ) -> Result<Self> {
        let dealer = dealer.map(|seat| seat_of(&*rules.0, seat)).transpose()?;
        rules.0.deal(seed_of(seed)?, stream_of(stream)?, dealer).throw().map(Self)
    }

    /// Reads what `toJSON` returns, as an object or as a text.
    #[wasm_bindgen(js_name = fromJSON)]
    pub fn from_json(rules: &Rules, json: &JsonArgument) -> Result<Self> {
        rules.0.state_from_json(json_of(json)?.as_bytes()).throw().map(Self)
    }

    /// Plays a move: its id or its text.
    pub fn push(&mut self, chosen: &MoveArgument) -> Result<()> {
        let action = action_of(&*self.0.rules(), chosen)?;
        self.0.push(action).throw()
    }

    /// Ends the round early, because the player in this seat gives up or cannot go on. `why` is "resigned",
    /// "time", "left" or "rules".
    pub fn forfeit(
        &mut self,
        seat: f64,
        #[wasm_bindgen(unchecked_param_type = "\"resigned\" | \"time\" | \"left\" | \"rules\"")] why: &str,
    ) -> Result<()> {
        let seat = seat_of(&*self.0.rules(), seat)?;
        let why = Reason::named(why).map_err(Error::InvalidArgument).throw()?;
        self.0.forfeit(seat, why).throw()
    }

    /// Takes back the last move and returns its id, or a forfeit and returns undefined.
    pub fn pop(&mut self) -> Result<Option<u32>> {
        self.0.pop().throw()
    }

    pub fn copy(&self) -> Self {
        Self(self.0.boxed())
    }

    #[wasm_bindgen(getter)]
    pub fn history(&self) -> Result<Vec<u32>> {
        self.0.history().throw()
    }

    /// The seed, as `State.deal` takes it; undefined for a position that was set up by hand.
    #[wasm_bindgen(getter)]
    pub fn seed(&self) -> Result<Option<js_sys::BigInt>> {
        let number = |seed: Seed| js_sys::BigInt::new(&seed.to_decimal().into()).map_err(JsValue::from);
        self.0.seed().map(number).transpose()
    }

    /// The seat that has forfeited the round, and why; undefined if none has.
    #[wasm_bindgen(getter, unchecked_return_type = "{ seat: number; why: string } | undefined")]
    pub fn forfeited(&self) -> JsValue {
        self.0.forfeited().map_or(JsValue::UNDEFINED, |forfeit| {
            object(&[("seat", forfeit.seat().into()), ("why", forfeit.why().word().into())]).into()
        })
    }

    /// What a seat is told, from event number `first` on.
    #[wasm_bindgen(unchecked_return_type = "string[]")]
    pub fn events(&self, seat: f64, first: Option<f64>) -> Result<Array> {
        let seat = seat_of(&*self.0.rules(), seat)?;
        let first = usize::try_from(natural("first", first.unwrap_or(0.0))?).unwrap_or(usize::MAX);
        Ok(texts(self.0.events(seat, first).throw()?))
    }

    pub fn view(&self, seat: f64) -> Result<View> {
        let seat = seat_of(&*self.0.rules(), seat)?;
        self.0.view(seat).throw().map(View)
    }
}

#[wasm_bindgen]
impl View {
    /// Reads what `toJSON` returns, as an object or as a text.
    #[wasm_bindgen(js_name = fromJSON)]
    pub fn from_json(rules: &Rules, json: &JsonArgument) -> Result<Self> {
        rules.0.view_from_json(json_of(json)?.as_bytes()).throw().map(Self)
    }

    #[wasm_bindgen(getter)]
    pub fn seat(&self) -> usize {
        self.0.seat()
    }

    /// A round that agrees with everything the seat knows, drawn uniformly.
    pub fn sample(&self, seed: &SeedArgument, stream: Option<f64>) -> Result<State> {
        self.0.sample(seed_of(seed)?, stream_of(stream)?).throw().map(State)
    }

    /// The action of the bot that plays by rules of thumb.
    pub fn rule(&self) -> Result<u32> {
        self.0.rule().throw()
    }

    /// The action of a level, 1 to 10, that plays without networks.
    pub fn level(&self, number: usize, chance: &mut Stream) -> Result<u32> {
        self.0.level(number, &mut chance.0, None).throw()
    }

    /// Searches in deals that fit what the seat knows.
    #[wasm_bindgen(unchecked_return_type = "Thinking")]
    pub fn search(&self, options: &OptionsArgument) -> Result<Object> {
        self.searched(options, None)
    }
}

impl View {
    fn searched(&self, options: &JsValue, networks: Option<&dyn Any>) -> Result<Object> {
        let (limit, seed) = limit_and_seed(options)?;
        let found = self.0.search(limit, seed, networks).throw()?;
        let choices: Array = found
            .choices
            .iter()
            .map(|choice| {
                object(&[
                    ("action", choice.action.into()),
                    ("visits", (choice.visits as f64).into()),
                    ("mean", choice.mean.into()),
                    ("error", choice.error.into()),
                ])
            })
            .collect();
        let line: Array = found.line.iter().map(|&action| JsValue::from(action)).collect();
        let counts = [("deals", found.deals), ("iterations", found.iterations), ("nodes", found.nodes)];
        let mut fields = vec![("choices", choices.into()), ("line", line.into())];
        fields.extend(counts.map(|(name, count)| (name, (count as f64).into())));
        Ok(object(&fields))
    }
}

/// Returns what the options of a search or review say.
fn limit_and_seed(options: &JsValue) -> Result<(Limit, Seed)> {
    let number = |name: &str| -> Result<Option<f64>> {
        let value = Reflect::get(options, &name.into()).map_err(|_| wrong_type("options", "an object"))?;
        match value.as_f64() {
            Some(number) => Ok(Some(number)),
            None if value.is_undefined() => Ok(None),
            None => Err(wrong_type(name, "a number")),
        }
    };
    let count = |name| number(name)?.map(|value| natural(name, value)).transpose();
    let seconds = number("time")?.map(|time| time / 1000.0);
    let limit = Limit::new(seconds, count("iterations")?, count("nodes")?).throw()?;
    Ok((limit, seed_of(&Reflect::get(options, &"seed".into())?)?))
}

/// Makes an object with these properties.
fn object(fields: &[(&str, JsValue)]) -> Object {
    let made = Object::new();
    for (name, value) in fields {
        // An object that was just made takes any property.
        let _ = Reflect::set(&made, &(*name).into(), value);
    }
    made
}

/// Makes views from the events that a server sends.
#[wasm_bindgen]
pub struct ViewBuilder(Box<dyn AnyBuilder>);

#[wasm_bindgen]
impl ViewBuilder {
    #[wasm_bindgen(constructor)]
    pub fn new(rules: &Rules, seat: f64) -> Result<Self> {
        let seat = seat_of(&*rules.0, seat)?;
        rules.0.builder(seat).throw().map(Self)
    }

    /// Adds an event, as `State.events` returns it.
    pub fn push(&mut self, event: &str) -> Result<()> {
        self.0.push(event).throw()
    }

    pub fn view(&self) -> Result<View> {
        self.0.view().throw().map(View)
    }
}

/// Random numbers that depend only on a seed and the number of the stream, as `oxideal.random.Stream`.
#[wasm_bindgen]
pub struct Stream(oxideal_engine::Stream);

#[wasm_bindgen]
impl Stream {
    /// `stream` is a bigint below 2n ** 96n.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: &SeedArgument, stream: u128) -> Result<Self> {
        Ok(Self(oxideal_engine::Stream::new(seed_of(seed)?, stream)))
    }

    /// 32 bits.
    pub fn word(&mut self) -> u32 {
        self.0.word()
    }

    /// A whole number of at least 0 and below `n`; 0 for 0.
    pub fn below(&mut self, n: u32) -> u32 {
        if n == 0 { 0 } else { self.0.below(n) }
    }
}

/// Networks, read from the bytes of a file of weights.
#[wasm_bindgen]
pub struct Networks(Box<dyn Any>);

#[wasm_bindgen]
impl Networks {
    #[wasm_bindgen(constructor)]
    pub fn new(rules: &Rules, weights: &[u8]) -> Result<Self> {
        rules.0.networks(weights).throw().map(Self)
    }

    /// The action that they value most.
    pub fn choose(&self, view: &View) -> Result<u32> {
        view.0.choose(&*self.0).throw()
    }

    /// The action of a level, 1 to 10; `rules.levelHasNetworks` tells which need them.
    pub fn level(&self, view: &View, number: usize, chance: &mut Stream) -> Result<u32> {
        view.0.level(number, &mut chance.0, Some(&*self.0)).throw()
    }

    /// Searches as `View.search`, with the networks' help: they guess hands and choose in playouts.
    #[wasm_bindgen(unchecked_return_type = "Thinking")]
    pub fn search(&self, view: &View, options: &OptionsArgument) -> Result<Object> {
        view.searched(options, Some(&*self.0))
    }

    /// What they expect of each action, the best first.
    #[wasm_bindgen(unchecked_return_type = "Value[]")]
    pub fn values(&self, view: &View) -> Result<Array> {
        let values = view.0.values(&*self.0).throw()?;
        let shown = values.into_iter().map(|(action, wins, payment)| {
            object(&[("action", action.into()), ("wins", wins.into()), ("payment", payment.into())])
        });
        Ok(shown.collect())
    }
}

/// A review of a round, a piece of work at a time, so that it can be shown and stopped. `docs/review.md` says what it
/// finds.
#[wasm_bindgen]
pub struct Review(Box<dyn AnyReview>);

#[wasm_bindgen]
impl Review {
    /// Of what these seats have done in the history of a state. The networks play on after each move.
    #[wasm_bindgen(constructor)]
    pub fn new(
        state: &State,
        networks: &Networks,
        #[wasm_bindgen(unchecked_param_type = "number[]")] seats: Vec<f64>,
        options: &OptionsArgument,
    ) -> Result<Self> {
        let (limit, seed) = limit_and_seed(options)?;
        let rules = state.0.rules();
        let seats: Vec<Seat> = seats.into_iter().map(|seat| seat_of(&*rules, seat)).collect::<Result<_>>()?;
        state.0.review(&seats, limit, seed, &*networks.0).throw().map(Self)
    }

    /// Does the next piece of work. Returns the share of the limit that has been used; undefined if nothing is left to do.
    pub fn step(&mut self) -> Result<Option<f64>> {
        Ok(self.0.step(&mut || true).throw()?.then(|| self.0.progress()))
    }

    /// What has been found so far.
    #[wasm_bindgen(unchecked_return_type = "Findings")]
    pub fn findings(&self) -> Object {
        let found = self.0.findings();
        let luck = found.luck.map(|seats| -> Array {
            let of = |luck: &Luck| {
                object(&[
                    ("payment", luck.payment.into()),
                    ("error", luck.error.into()),
                    ("wins", luck.wins.into()),
                ])
            };
            seats.iter().map(of).collect()
        });
        object(&[
            ("decisions", found.decisions.iter().map(decision).collect::<Array>().into()),
            ("luck", or_null(luck)),
            ("spread", found.spread.into()),
            ("threshold", found.threshold.into()),
            ("playouts", (found.playouts as f64).into()),
        ])
    }
}

fn decision(found: &Decision) -> Object {
    let cost = found.cost.map(|(_, cost)| {
        object(&[
            ("payment", cost.payment.into()),
            ("payment_error", cost.payment_error.into()),
            ("wins", cost.wins.into()),
            ("wins_error", cost.wins_error.into()),
            ("deals", (cost.deals as f64).into()),
        ])
    });
    let open = found.open.map(|open| {
        object(&[
            ("better", or_null(open.better)),
            ("payment", open.payment.into()),
            ("payment_error", open.payment_error.into()),
            ("exact", open.exact.into()),
        ])
    });
    object(&[
        ("number", (found.number as f64).into()),
        ("seat", (found.seat as f64).into()),
        ("played", found.played.into()),
        ("better", or_null(found.cost.map(|(better, _)| better))),
        ("cost", or_null(cost)),
        ("mistake", found.mistake.into()),
        ("open", or_null(open)),
        ("payment", or_null(found.expected.map(|(payment, _)| payment))),
        ("wins", or_null(found.expected.map(|(_, wins)| wins))),
        ("deals", (found.deals as f64).into()),
    ])
}

fn or_null(value: Option<impl Into<JsValue>>) -> JsValue {
    value.map_or(JsValue::NULL, Into::into)
}

/// Says what happens in a round, to the player in one seat or to a spectator. Its views are those of the reader's
/// seat and of the narrator's rules.
#[wasm_bindgen]
pub struct Narrator(Box<dyn AnyNarrator>);

#[wasm_bindgen]
impl Narrator {
    /// `own` is the reader's seat; null or undefined for a spectator. There is a name for each seat.
    #[wasm_bindgen(constructor)]
    pub fn new(
        rules: &Rules,
        #[wasm_bindgen(unchecked_param_type = "number | null | undefined")] own: Option<f64>,
        names: Vec<String>,
        language: &str,
    ) -> Result<Self> {
        let own = own.map(|seat| seat_of(&*rules.0, seat)).transpose()?;
        rules.0.narrator(own, names, language).throw().map(Self)
    }

    /// The languages that there are.
    pub fn languages() -> Vec<String> {
        Words::languages().map(String::from).collect()
    }

    /// The name of the game.
    #[wasm_bindgen(getter)]
    pub fn title(&self) -> String {
        self.0.title()
    }

    /// A move of a seat as sentences: the views are those before the move and after it.
    pub fn tell(&self, before: &View, chosen: &MoveArgument, after: &View, seat: f64) -> Result<String> {
        let rules = self.0.rules();
        let (chosen, seat) = (action_of(&*rules, chosen)?, seat_of(&*rules, seat)?);
        self.0.tell(&*before.0, chosen, &*after.0, seat).throw()
    }

    /// A move as it is named in a sentence: "a pair of 3s".
    pub fn spoken(&self, view: &View, chosen: &MoveArgument) -> Result<String> {
        self.0.spoken(&*view.0, action_of(&*self.0.rules(), chosen)?).throw()
    }

    /// A move as it is listed: "33".
    pub fn label(&self, view: &View, chosen: &MoveArgument) -> Result<String> {
        self.0.label(&*view.0, action_of(&*self.0.rules(), chosen)?).throw()
    }

    /// A word or two beside the player who moves; "" if the table shows the move. The view is that before it.
    pub fn short(&self, view: &View, chosen: &MoveArgument) -> Result<String> {
        self.0.short(&*view.0, action_of(&*self.0.rules(), chosen)?).throw()
    }

    /// The table and the reader's hand in sentences, for screen readers.
    pub fn lines(&self, view: &View) -> Result<Vec<String>> {
        self.0.lines(&*view.0).throw()
    }

    /// What the reader has to do, or whose turn it is; "" when the round is over.
    pub fn task(&self, view: &View) -> Result<String> {
        self.0.task(&*view.0).throw()
    }

    /// How the round ended; undefined before the end.
    #[wasm_bindgen(unchecked_return_type = "Result | undefined")]
    pub fn result(&self, view: &View) -> Result<JsValue> {
        let (Some(payoffs), Some(scores), Some(winners)) =
            (view.0.payoffs(), view.0.scores(), view.0.winners())
        else {
            return Ok(JsValue::UNDEFINED);
        };
        let won = self.0.own().is_some_and(|own| winners.contains(&(own as u32)));
        let numbers = |numbers: Vec<i32>| numbers.into_iter().map(JsValue::from).collect::<Array>();
        Ok(object(&[
            ("title", self.0.result(&*view.0).throw()?.into()),
            ("won", won.into()),
            ("lines", texts(self.0.ended(&*view.0).throw()?).into()),
            ("payoffs", numbers(payoffs).into()),
            ("scores", numbers(scores).into()),
        ])
        .into())
    }

    /// The rules of the game as paragraphs.
    pub fn rules(&self) -> Vec<String> {
        self.0.explain_rules()
    }

    /// Why a move is refused, from the error; the message of any other error.
    pub fn refusal(&self, #[wasm_bindgen(unchecked_param_type = "unknown")] error: &JsValue) -> String {
        match refusal_in(error) {
            Some((rule, reason)) => self.0.refused(rule.as_deref(), &reason),
            None => self.0.readable(&message_in(error)),
        }
    }
}
