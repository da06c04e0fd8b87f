//! Helpers for reading texts and for quoting them in messages.

pub(crate) mod cards;
pub(crate) mod fields;
pub(crate) mod hands;

/// Quotes a text for a message: at most 40 characters, with `?` for each that is not printable ASCII.
///
/// ```
/// assert_eq!(oxideal_engine::text::quoted("7♠\n"), "\"7??\"");
/// ```
#[must_use]
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut out = String::from("\"");
    let mut rest = text.chars();
    out.extend(rest.by_ref().take(LONGEST).map(|c| if matches!(c, ' '..='~') { c } else { '?' }));
    if rest.next().is_some() {
        out.push_str("...");
    }
    out.push('"');
    out
}

/// The words of a text, split at spaces.
#[must_use]
pub fn tokens(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(' ').filter(|token| !token.is_empty())
}

/// The text without the spaces around it.
#[must_use]
pub fn trimmed(text: &str) -> &str {
    text.trim_matches(' ')
}

/// `1 card`, `2 cards`.
#[must_use]
pub fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// The number of characters of a text, if it is longer than `most`.
pub(crate) fn too_long(text: &str, most: usize) -> Option<usize> {
    let length = if text.len() > most { text.chars().count() } else { 0 };
    (length > most).then_some(length)
}

/// Reads a number of at most this many digits.
pub(crate) fn number(text: &str, digits: usize) -> Option<u32> {
    let plain = !text.is_empty() && text.len() <= digits && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.bytes().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}

/// The items with spaces between them.
pub(crate) fn joined<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}
