//! Reads JSON from untrusted bytes.

use std::borrow::Cow;

use crate::error::Error;
use crate::memory;

/// The longest JSON that is read: enough for a state with as many actions as one may have.
const MAX_BYTES: usize = 1 << 25;

/// The deepest that lists and objects may be nested; those written here are at most eight deep.
const MAX_DEPTH: usize = 16;

/// More fields than any object has that is written here.
const MAX_FIELDS: usize = 128;

/// The longest integer. It fits into 64 bits.
const MAX_DIGITS: usize = 18;

/// A value read from JSON.
///
/// ```
/// use oxideal_engine::json::JsonValue;
///
/// let value = JsonValue::parse(br#"{"seat": 1}"#)?;
/// assert_eq!(value.get("seat"), Some(&JsonValue::Integer(1)));
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsonValue<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A number. None of this crate's have a fraction.
    Integer(i64),
    /// A string.
    Text(Cow<'a, str>),
    /// An array.
    List(Vec<Self>),
    /// An object; each name appears once.
    Object(Vec<(Cow<'a, str>, Self)>),
}

impl<'a> JsonValue<'a> {
    /// Parses JSON that has the bounds of this crate: at most 32 MiB, 16 lists and objects in each
    /// other, 128 fields an object and no name twice, and integers of at most 18 digits as the only
    /// numbers.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] for all else, and [`Error::OutOfMemory`] if there is too
    /// little memory.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        let mut parser = Parser { rest: bytes };
        let parsed = if bytes.len() > MAX_BYTES { Err(Failure::Syntax) } else { parser.document() };
        parsed.map_err(|failure| match failure {
            Failure::Syntax => Error::invalid_state(MALFORMED),
            Failure::Memory => Error::OutOfMemory,
        })
    }

    /// Returns the value of an object's field.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(fields) = self else { return None };
        fields.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

/// The message for bytes that are not JSON with the bounds of this crate.
pub(crate) const MALFORMED: &str = "malformed JSON; expected what to_json writes";

enum Failure {
    Syntax,
    Memory,
}

impl From<std::collections::TryReserveError> for Failure {
    fn from(_: std::collections::TryReserveError) -> Self {
        Self::Memory
    }
}

struct Parser<'a> {
    rest: &'a [u8],
}

impl<'a> Parser<'a> {
    fn document(&mut self) -> Result<JsonValue<'a>, Failure> {
        let value = self.value(0)?;
        self.skip_spaces();
        if self.rest.is_empty() { Ok(value) } else { Err(Failure::Syntax) }
    }

    fn skip_spaces(&mut self) {
        let spaces = self.rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
        self.rest = &self.rest[spaces..];
    }

    /// Skips spaces and a byte, if that is next.
    fn take(&mut self, byte: u8) -> bool {
        self.skip_spaces();
        let found = self.rest.first() == Some(&byte);
        self.rest = &self.rest[usize::from(found)..];
        found
    }

    fn expect(&mut self, byte: u8) -> Result<(), Failure> {
        if self.take(byte) { Ok(()) } else { Err(Failure::Syntax) }
    }

    fn value(&mut self, depth: usize) -> Result<JsonValue<'a>, Failure> {
        self.skip_spaces();
        match self.rest.first() {
            Some(b'"') => self.text().map(JsonValue::Text),
            Some(b'[' | b'{') if depth == MAX_DEPTH => Err(Failure::Syntax),
            Some(b'[') => self.list(depth + 1),
            Some(b'{') => self.object(depth + 1),
            Some(b'-' | b'0'..=b'9') => self.integer(),
            _ => {
                let words = [
                    ("null", JsonValue::Null),
                    ("true", JsonValue::Boolean(true)),
                    ("false", JsonValue::Boolean(false)),
                ];
                let found = words.into_iter().find(|(word, _)| self.rest.starts_with(word.as_bytes()));
                let (word, value) = found.ok_or(Failure::Syntax)?;
                self.rest = &self.rest[word.len()..];
                Ok(value)
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<JsonValue<'a>, Failure> {
        let mut items = Vec::new();
        self.expect(b'[')?;
        if self.take(b']') {
            return Ok(JsonValue::List(items));
        }
        loop {
            memory::push(&mut items, self.value(depth)?)?;
            if self.take(b']') {
                return Ok(JsonValue::List(items));
            }
            self.expect(b',')?;
        }
    }

    fn object(&mut self, depth: usize) -> Result<JsonValue<'a>, Failure> {
        let mut fields: Vec<(Cow<'a, str>, JsonValue<'a>)> = Vec::new();
        self.expect(b'{')?;
        if self.take(b'}') {
            return Ok(JsonValue::Object(fields));
        }
        loop {
            self.skip_spaces();
            let name = self.text()?;
            self.expect(b':')?;
            if fields.len() == MAX_FIELDS || fields.iter().any(|(known, _)| *known == name) {
                return Err(Failure::Syntax);
            }
            let value = self.value(depth)?;
            memory::push(&mut fields, (name, value))?;
            if self.take(b'}') {
                return Ok(JsonValue::Object(fields));
            }
            self.expect(b',')?;
        }
    }

    fn integer(&mut self) -> Result<JsonValue<'a>, Failure> {
        let (negative, digits) = match self.rest.strip_prefix(b"-") {
            Some(digits) => (true, digits),
            None => (false, self.rest),
        };
        let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = digits.split_at(count);
        let leading_zero = count > 1 && digits[0] == b'0';
        if count == 0 || count > MAX_DIGITS || leading_zero || matches!(rest, [b'.' | b'e' | b'E', ..]) {
            return Err(Failure::Syntax);
        }
        self.rest = rest;
        let number = digits.iter().fold(0, |number, digit| 10 * number + i64::from(digit - b'0'));
        Ok(JsonValue::Integer(if negative { -number } else { number }))
    }

    fn text(&mut self) -> Result<Cow<'a, str>, Failure> {
        let rest = self.rest.strip_prefix(b"\"").ok_or(Failure::Syntax)?;
        let end =
            rest.iter().position(|&byte| matches!(byte, b'"' | b'\\' | ..b' ')).ok_or(Failure::Syntax)?;
        let plain = std::str::from_utf8(&rest[..end]).map_err(|_| Failure::Syntax)?;
        self.rest = &rest[end..];
        if self.rest[0] == b'"' {
            self.rest = &self.rest[1..];
            return Ok(plain.into());
        }
        let mut text = memory::text(plain)?;
        loop {
            let end = self.rest.iter().position(|&byte| matches!(byte, b'"' | b'\\' | ..b' '));
            let (plain, rest) = self.rest.split_at(end.ok_or(Failure::Syntax)?);
            let plain = std::str::from_utf8(plain).map_err(|_| Failure::Syntax)?;
            text.try_reserve(plain.len() + 4)?;
            text.push_str(plain);
            self.rest = &rest[1..];
            match rest[0] {
                b'"' => return Ok(text.into()),
                b'\\' => text.push(self.escape()?),
                _ => return Err(Failure::Syntax),
            }
        }
    }

    /// Reads what follows a backslash.
    fn escape(&mut self) -> Result<char, Failure> {
        let (&letter, rest) = self.rest.split_first().ok_or(Failure::Syntax)?;
        self.rest = rest;
        Ok(match letter {
            b'"' | b'\\' | b'/' => letter.into(),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let high = self.unit()?;
                let low = match high {
                    0xD800..0xDC00 if self.rest.starts_with(b"\\u") => {
                        self.rest = &self.rest[2..];
                        Some(self.unit()?)
                    }
                    _ => None,
                };
                let mut decoded = char::decode_utf16([high].into_iter().chain(low));
                decoded.next().and_then(Result::ok).ok_or(Failure::Syntax)?
            }
            _ => return Err(Failure::Syntax),
        })
    }

    /// Reads four hexadecimal digits.
    fn unit(&mut self) -> Result<u16, Failure> {
        let (digits, rest) = self.rest.split_at_checked(4).ok_or(Failure::Syntax)?;
        self.rest = rest;
        digits.iter().try_fold(0, |unit, &digit| {
            let digit = char::from(digit).to_digit(16).ok_or(Failure::Syntax)?;
            Ok(unit << 4 | digit as u16)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{JsonValue, MAX_DEPTH, MAX_FIELDS};

    fn accepts(text: &str) -> bool {
        JsonValue::parse(text.as_bytes()).is_ok()
    }

    #[test]
    fn values_are_read() {
        let text = r#" {"a" : [0, -12, true, false, null], "b": "7\u0053\ud83c\udca1\n\/é"} "#;
        let list = [0, -12].map(JsonValue::Integer);
        let list = list.into_iter().chain([true, false].map(JsonValue::Boolean)).chain([JsonValue::Null]);
        let fields = vec![
            ("a".into(), JsonValue::List(list.collect())),
            ("b".into(), JsonValue::Text("7S\u{1f0a1}\n/é".into())),
        ];
        assert_eq!(JsonValue::parse(text.as_bytes()), Ok(JsonValue::Object(fields)));
    }

    #[test]
    fn malformed_json_is_rejected() {
        let wrong = [
            "",
            " ",
            "{",
            "[1,]",
            "[1 2]",
            "{\"a\":1,}",
            "{\"a\"}",
            "{a:1}",
            "nul",
            "01",
            "-",
            "1.0",
            "1e3",
            "+1",
            "NaN",
            "\"a",
            "\"\n\"",
            "\"\\x\"",
            "\"\\ud800\"",
            "\"\\ud800\\u0041\"",
            "\"\\u00g0\"",
            "1 2",
            "{\"a\":1,\"a\":2}",
            "1234567890123456789",
            "'a'",
            "[]]",
        ];
        for text in wrong {
            assert!(!accepts(text), "{text}");
        }
        assert!(JsonValue::parse(b"\"\xff\"").is_err());
        assert!(accepts("123456789012345678"));
    }

    #[test]
    fn depth_and_fields_are_bounded() {
        let nested = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(accepts(&nested(MAX_DEPTH)) && !accepts(&nested(MAX_DEPTH + 1)));
        assert!(!accepts(&"[".repeat(1 << 20)));
        let fields = |count| {
            let fields: Vec<String> = (0..count).map(|number| format!("\"{number}\":0")).collect();
            format!("{{{}}}", fields.join(","))
        };
        assert!(accepts(&fields(MAX_FIELDS)) && !accepts(&fields(MAX_FIELDS + 1)));
    }
}
