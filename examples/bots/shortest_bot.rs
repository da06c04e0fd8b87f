//! A bot for every game: it plays the legal move with the shortest text, which in Rummy often means a discard.
//! Needs nothing but the standard library. `docs/protocol.md` describes the messages.
//!
//!     rustc -O -o shortest_bot examples/bots/shortest_bot.rs
//!     oxideal arena rummy exec:./shortest_bot rule
use std::io::{self, BufRead, Write};

const HELLO: &str = r#"{"kind":"hello","version":1,"name":"shortest (Rust)","wants":["legal"]}"#;

/// Returns the length of the JSON value at the start of the text.
fn length(text: &str) -> usize {
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' | b'[' => depth += 1,
            b',' | b':' | b'}' | b']' if depth == 0 => return at,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns the values in a JSON array or object, in order; an object's with their names, as `"name":value`.
fn items(text: &str) -> Vec<&str> {
    let mut rest = text.trim().get(1..).unwrap_or("");
    let mut found = Vec::new();
    loop {
        let mut end = length(rest);
        if rest[end..].starts_with(':') {
            end += 1 + length(&rest[end + 1..]);
        }
        found.push(rest[..end].trim());
        if !rest[end..].starts_with(',') {
            return found;
        }
        rest = &rest[end + 1..];
    }
}

/// Returns the value of a field of a JSON object.
fn field<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    items(object).into_iter().find_map(|item| {
        let value = item.strip_prefix('"')?.strip_prefix(name)?.strip_prefix('"')?;
        Some(value.trim_start().strip_prefix(':')?.trim())
    })
}

fn answer(message: &str) -> Option<String> {
    let id = field(message, "id").unwrap_or("null");
    match field(message, "kind")? {
        r#""hello""# => Some(HELLO.to_string()),
        r#""question""# => {
            let legal = items(field(message, "legal")?);
            let text = |item: &&str| field(item, "text").map_or(usize::MAX, str::len);
            let chosen = field(legal.into_iter().min_by_key(text)?, "id")?;
            Some(format!(r#"{{"kind":"answer","id":{id},"move":{chosen}}}"#))
        }
        r#""ping""# => Some(format!(r#"{{"kind":"pong","id":{id}}}"#)),
        _ => None,
    }
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        if field(&line, "kind") == Some(r#""bye""#) {
            break;
        }
        if let Some(made) = answer(&line) {
            writeln!(io::stdout(), "{made}")?;
        }
    }
    Ok(())
}
