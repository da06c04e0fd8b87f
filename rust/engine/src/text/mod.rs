//! Helpers for parsing texts and quoting them in messages.

use std::fmt::{self, Write as _};

pub(crate) mod cards;
pub(crate) mod fields;
pub(crate) mod hands;

/// Quotes a text for a message, shortened if it is long.
///
/// ```
/// assert_eq!(oxideal_engine::text::quoted("7♠\n"), "\"7??\"");
/// ```
#[must_use]
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", excerpt(text))
}

/// Shortens a text for a message: to 40 characters, with `?` in place of anything but printable ASCII.
pub(crate) fn excerpt(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    let mut rest = text.chars();
    let start = rest.by_ref().take(MAX_CHARS).map(|c| if matches!(c, ' '..='~') { c } else { '?' });
    let mut out: String = start.collect();
    if rest.next().is_some() {
        out.push_str("...");
    }
    out
}

/// Returns the words of a text, split at spaces.
#[must_use]
pub fn tokens(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    // Bytes, as a search for a character takes longer than most words have.
    let words = text.as_bytes().split(|&byte| byte == b' ').filter(|word| !word.is_empty());
    words.filter_map(|word| str::from_utf8(word).ok())
}

/// Returns the text without leading and trailing spaces.
#[must_use]
pub fn trimmed(text: &str) -> &str {
    text.trim_matches(' ')
}

/// Returns a count with its noun: `1 card`, `2 cards`.
#[must_use]
pub fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// The length of a text in characters, if it is longer than `most`.
pub(crate) fn too_long(text: &str, most: usize) -> Option<usize> {
    let length = if text.len() > most { text.chars().count() } else { 0 };
    (length > most).then_some(length)
}

/// Parses a number with at most this many digits.
pub(crate) fn number(text: &str, digits: usize) -> Option<u32> {
    let plain = !text.is_empty() && text.len() <= digits && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.bytes().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}

/// Joins items with spaces.
pub(crate) fn joined<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let mut text = String::with_capacity(64);
    for item in items {
        if !text.is_empty() {
            text.push(' ');
        }
        let _ = write!(text, "{item}"); // always succeeds
    }
    text
}

/// Joins items with spaces; `-` if there are none.
pub(crate) fn listed<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let text = joined(items);
    if text.is_empty() { "-".into() } else { text }
}
