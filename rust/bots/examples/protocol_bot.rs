//! A bot for every game, on views of the engine: a program that speaks the protocol (`docs/protocol.md`).
//!
//! `cargo build --release --package oxideal-bots --example protocol_bot`, then
//! `oxideal arena rummy exec:target/release/examples/protocol_bot random`

use std::io::{self, BufRead, Write};

use oxideal_bots::Policies;
use oxideal_engine::doudizhu::DouDizhu;
use oxideal_engine::foursquare::FourSquare;
use oxideal_engine::json::JsonValue;
use oxideal_engine::mexican_train::MexicanTrain;
use oxideal_engine::rummy::Rummy;
use oxideal_engine::{Action, Error, View};

const HELLO: &str = r#"{"kind":"hello","version":1,"name":"engine (Rust)","wants":["view"]}"#;

/// Chooses one of `view.legal()`. Replace the last line by a policy of your own.
fn choose<G: Policies>(text: &str) -> Result<Action, Error> {
    let view = View::<G>::from_text(text)?;
    Ok(G::rule_policy(&view))
}

/// Returns the answer to a message, if it needs one.
fn answer(message: &JsonValue<'_>) -> Result<Option<String>, Error> {
    let id = if let Some(JsonValue::Integer(id)) = message.get("id") { *id } else { 0 };
    Ok(match text(message, "kind") {
        "hello" => Some(HELLO.to_string()),
        "ping" => Some(format!(r#"{{"kind":"pong","id":{id}}}"#)),
        "question" => {
            let view = message.get("view").unwrap_or(&JsonValue::Null);
            let choose = match text(view, "game") {
                "doudizhu" => choose::<DouDizhu>,
                "foursquare" => choose::<FourSquare>,
                "mexican_train" => choose::<MexicanTrain>,
                _ => choose::<Rummy>,
            };
            let action = choose(text(view, "text"))?;
            Some(format!(r#"{{"kind":"answer","id":{id},"move":{action}}}"#))
        }
        _ => None,
    })
}

/// Returns a field that is a text.
fn text<'a>(object: &'a JsonValue<'_>, name: &str) -> &'a str {
    if let Some(JsonValue::Text(text)) = object.get(name) { text } else { "" }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        let message = JsonValue::parse(line.as_bytes())?;
        if text(&message, "kind") == "bye" {
            break;
        }
        if let Some(made) = answer(&message)? {
            writeln!(io::stdout(), "{made}")?;
        }
    }
    Ok(())
}
