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

/// A sentence with its values; [`say`](Self::say) writes it.
///
/// ```
/// use oxideal_engine::Sentence;
///
/// let sentence = Sentence::new("rummy.discard").with("cards", "7♠");
/// assert_eq!(sentence.say("moves", "zh")?, "弃 7♠");
/// let own = Sentence::new("only {left} left").with("left", 2);
/// assert_eq!(own.say("refusals", "zh")?, "only 2 left");
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
    /// Creates a sentence from the name of its game and its own, `rummy.discard`. Any other text is
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

    /// Returns the name of the game and of the sentence.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Returns the values by name, in order.
    pub fn values(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.lines().filter_map(|line| line.split_once('='))
    }

    /// Returns the sentence of this section in a language.
    ///
    /// # Errors
    /// Returns [`Error::InvalidArgument`] for an unknown language.
    pub fn say(&self, section: &str, language: &str) -> Result<String, Error> {
        let tables = tables();
        let Some((_, files)) = tables.iter().find(|(name, _)| *name == language) else {
            let known: Vec<&str> = tables.iter().map(|&(name, _)| name).collect();
            let text = format!("unknown language {}; expected one of {}", quoted(language), known.join(", "));
            return Err(Error::InvalidArgument(text));
        };
        let (game, name) = self.key.split_once('.').unwrap_or_default();
        let file = files.iter().find(|&&(known, _)| known == game).map(|(_, file)| file);
        let said = Said {
            sentence: self,
            file,
            plurals: files.first().and_then(|(_, common)| common.get("plurals")),
        };
        let mut out = String::new();
        match file.and_then(|file| file.get(section)?.get(name)) {
            Some(entry) => said.write(entry, None, MAX_DEPTH, &mut out),
            None => said.fill(&self.key, MAX_DEPTH, &mut out),
        }
        Ok(out)
    }
}

/// In English, as a refusal.
impl Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say("refusals", "en").unwrap_or_default())
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

/// A sentence in one language: the file of its game, and which form a number takes.
struct Said<'a> {
    sentence: &'a Sentence,
    file: Option<&'a JsonValue<'a>>,
    plurals: Option<&'a JsonValue<'a>>,
}

impl Said<'_> {
    fn value(&self, name: &str) -> &str {
        self.sentence.values().find(|(known, _)| *known == name).unwrap_or_default().1
    }

    /// Writes an entry, in the form for the value `by` if it has several.
    fn write(&self, entry: &JsonValue<'_>, by: Option<&str>, depth: usize, out: &mut String) {
        match entry {
            JsonValue::Text(text) => self.fill(text, depth, out),
            JsonValue::Object(_) if depth > 0 => {
                let own = if let Some(JsonValue::Text(own)) = entry.get("by") { own } else { "n" };
                if let Some(form) = self.form(entry, self.value(by.unwrap_or(own))) {
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
            let Some(JsonValue::Object(plurals)) = self.plurals else { return None };
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
                None => out.push_str(self.value(place)),
                Some((by, path)) => {
                    let found = path.split('.').try_fold(self.file, |entry, name| Some(entry?.get(name)));
                    if let (Some(entry), 1..) = (found.flatten(), depth) {
                        self.write(entry, Some(by), depth - 1, out);
                    }
                }
            }
        }
        out.push_str(rest);
    }
}
