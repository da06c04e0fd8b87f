//! What is said about a game, in the languages of [`oxideal_words`].
//!
//! A sentence has placeholders: `{card}` is a value, and `{n=parts.cards}` another entry of the same
//! file, in the form for the value of `n`. An entry with several forms is an object: of `by`, the
//! value that selects the form (`n` by default), and of a form for each value, for each kind of
//! number that the language has, and `other`.

use std::borrow::Cow;
use std::fmt::{self, Display, Write as _};
use std::sync::OnceLock;

use crate::error::Error;
use crate::json::JsonValue;
use crate::text::quoted;

/// Entries may refer to entries, but never as deep as this.
const MAX_DEPTH: usize = 8;

/// What is wrong with a move: a sentence of the section `refusals` with its values, or a text of its own.
///
/// ```
/// use oxideal_engine::Sentence;
///
/// let sentence = Sentence::new("common.duplicate_card").with("card", "7S");
/// assert_eq!(sentence.to_string(), "duplicate card 7S");
/// assert_eq!(sentence.say("zh")?, "7S 重复了");
/// let own = Sentence::new("only {left} left").with("left", 2);
/// assert_eq!((own.say("zh")?.as_str(), own.key()), ("only 2 left", None));
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    key: Cow<'static, str>,
    /// A line for each value, `name=value`: many refusals are only counted, so none should take more
    /// than one allocation.
    values: String,
}

impl Sentence {
    /// Creates a sentence from the name of its file and its own, `rummy.not_in_hand`. Any other text is
    /// the sentence itself, in every language.
    #[must_use]
    pub fn new(key: impl Into<Cow<'static, str>>) -> Self {
        Self { key: key.into(), values: String::new() }
    }

    /// Adds a value, which must be one line.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Display) -> Self {
        self.values.reserve(32);
        let _ = writeln!(self.values, "{name}={value}"); // a String takes anything
        self
    }

    /// Returns the name of the file and of the sentence; `None` for a text of its own.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.entry("en").ok()?.1.map(|_| self.key.as_ref())
    }

    /// Returns the values by name, in order.
    pub fn values(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.lines().filter_map(|line| line.split_once('='))
    }

    /// Returns the sentence in a language; after the number of a batch's game, if it has that value.
    ///
    /// # Errors
    /// Returns [`Error::InvalidArgument`] for an unknown language.
    pub fn say(&self, language: &str) -> Result<String, Error> {
        let (words, entry) = self.entry(language)?;
        let value = |name: &str| self.values().find(|(known, _)| *known == name).unwrap_or_default().1;
        let said = Said { words, value: &value };
        let mut out = String::new();
        if let Some(before) = words.entry("errors.game").filter(|_| !value("game").is_empty()) {
            said.write(before, None, MAX_DEPTH, &mut out);
        }
        match entry {
            Some(entry) => said.write(entry, None, MAX_DEPTH, &mut out),
            None => said.fill(&self.key, MAX_DEPTH, &mut out),
        }
        Ok(out)
    }

    /// The words of a language, and the entry of this sentence unless it is a text of its own.
    fn entry(&self, language: &str) -> Result<(Words, Option<&'static JsonValue<'static>>), Error> {
        let (game, name) = self.key.split_once('.').unwrap_or_default();
        let words = Words::of(game, language)?;
        Ok((words, words.game.and_then(|_| words.entry(&format!("refusals.{name}")))))
    }
}

/// In English.
impl Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say("en").unwrap_or_default())
    }
}

impl From<Sentence> for String {
    fn from(sentence: Sentence) -> Self {
        sentence.to_string()
    }
}

type File = (&'static str, JsonValue<'static>);

/// The files of each language, the one that all games share first.
fn tables() -> &'static [(&'static str, Vec<File>)] {
    static TABLES: OnceLock<Vec<(&str, Vec<File>)>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let read = |&(name, text): &(&'static str, &'static str)| {
            (name, JsonValue::parse(text.as_bytes()).unwrap_or(JsonValue::Null))
        };
        oxideal_words::LANGUAGES
            .iter()
            .map(|(name, files)| (*name, files.iter().map(read).collect()))
            .collect()
    })
}

/// Values for the placeholders of a sentence, by name. Of several with one name, the last counts.
///
/// See the [example](Words).
#[derive(Clone, Debug, Default)]
pub struct Values(Vec<(&'static str, String)>);

impl Values {
    /// Adds a value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Display) -> Self {
        self.0.push((name, value.to_string()));
        self
    }

    /// Adds a value, `none` if there is none.
    #[must_use]
    pub fn maybe(self, name: &'static str, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self.none(name),
        }
    }

    /// Adds a value that is not known.
    #[must_use]
    pub fn none(self, name: &'static str) -> Self {
        self.with(name, "none")
    }

    /// Adds other values.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    fn value(&self, name: &str) -> &str {
        self.0.iter().rev().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
    }
}

/// The sentences of one game in one language, with those that all games share.
///
/// ```
/// use oxideal_engine::{Values, Words};
///
/// let words = Words::of("rummy", "zh")?;
/// assert_eq!(words.say("moves.discard", &Values::default().with("cards", "7♠")), "弃 7♠");
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Words {
    language: &'static str,
    /// The file of the game; `None` if there is no such game.
    game: Option<&'static JsonValue<'static>>,
    common: Option<&'static JsonValue<'static>>,
}

impl Words {
    /// Returns the sentences of a game, or only those that all games share if it has none.
    ///
    /// # Errors
    /// Returns [`Error::InvalidArgument`] for an unknown language.
    pub fn of(game: &str, language: &str) -> Result<Self, Error> {
        let Some((language, files)) = tables().iter().find(|(name, _)| *name == language) else {
            let known: Vec<&str> = Self::languages().collect();
            let text = format!("unknown language {}; expected one of {}", quoted(language), known.join(", "));
            return Err(Error::InvalidArgument(text));
        };
        let file = |name: &str| files.iter().find(|(known, _)| *known == name).map(|(_, file)| file);
        Ok(Self { language, game: file(game), common: file("common") })
    }

    /// Returns the languages that there are.
    pub fn languages() -> impl Iterator<Item = &'static str> {
        tables().iter().map(|&(name, _)| name)
    }

    /// Returns the name of the language.
    #[must_use]
    pub const fn language(&self) -> &'static str {
        self.language
    }

    /// Returns the sentence with this key, e.g. `moves.pass`; an empty text if there is none.
    #[must_use]
    pub fn say(&self, key: &str, values: &Values) -> String {
        let mut out = String::new();
        if let Some(entry) = self.entry(key) {
            Said { words: *self, value: &|name| values.value(name) }.write(entry, None, MAX_DEPTH, &mut out);
        }
        out
    }

    /// Returns the sentences of a list, without those that are empty for these values.
    #[must_use]
    pub fn all(&self, key: &str, values: &Values) -> Vec<String> {
        let Some(JsonValue::List(entries)) = self.entry(key) else { return Vec::new() };
        let said = Said { words: *self, value: &|name| values.value(name) };
        let sentences = entries.iter().map(|entry| {
            let mut out = String::new();
            said.write(entry, None, MAX_DEPTH, &mut out);
            out.split_whitespace().collect::<Vec<_>>().join(" ")
        });
        sentences.filter(|sentence| !sentence.is_empty()).collect()
    }

    fn entry(&self, path: &str) -> Option<&'static JsonValue<'static>> {
        let found =
            |file| path.split('.').try_fold(file, |entry: &'static JsonValue<'_>, name| entry.get(name));
        self.game.and_then(found).or_else(|| self.common.and_then(found))
    }
}

/// A sentence in one language, with its values.
struct Said<'a> {
    words: Words,
    value: &'a dyn Fn(&str) -> &'a str,
}

impl Said<'_> {
    /// Writes an entry, in the form for the value `by` if it has several.
    fn write(&self, entry: &JsonValue<'_>, by: Option<&str>, depth: usize, out: &mut String) {
        match entry {
            JsonValue::Text(text) => self.fill(text, depth, out),
            JsonValue::Object(_) if depth > 0 => {
                let own = if let Some(JsonValue::Text(own)) = entry.get("by") { own } else { "n" };
                if let Some(form) = self.form(entry, (self.value)(by.unwrap_or(own))) {
                    self.write(form, None, depth - 1, out);
                }
            }
            _ => {}
        }
    }

    /// The form for a value: its own, that of a number, or `other`.
    fn form<'a>(&self, forms: &'a JsonValue<'_>, value: &str) -> Option<&'a JsonValue<'a>> {
        let plural = || {
            let number = value.parse().ok()?;
            let Some(JsonValue::Object(plurals)) = self.words.entry("plurals") else { return None };
            plurals.iter().find_map(|(name, numbers)| match numbers {
                JsonValue::List(numbers) if numbers.contains(&JsonValue::Integer(number)) => forms.get(name),
                _ => None,
            })
        };
        forms.get(value).or_else(plural).or_else(|| forms.get("other"))
    }

    /// Writes a text with its placeholders filled in.
    fn fill(&self, text: &str, depth: usize, out: &mut String) {
        let mut rest = text;
        while let Some((before, (place, after))) =
            rest.split_once('{').and_then(|(before, tail)| Some((before, tail.split_once('}')?)))
        {
            out.push_str(before);
            rest = after;
            match place.split_once('=') {
                None => out.push_str((self.value)(place)),
                Some((by, path)) => {
                    if let (Some(entry), 1..) = (self.words.entry(path), depth) {
                        self.write(entry, Some(by), depth - 1, out);
                    }
                }
            }
        }
        out.push_str(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::{JsonValue, tables};

    /// A file that cannot be read would be empty, and its sentences only their names.
    #[test]
    fn every_file_is_read() {
        for (language, files) in tables() {
            for (name, words) in files {
                assert!(matches!(words, JsonValue::Object(_)), "{language}/{name}.json");
            }
        }
    }
}
