//! Writes JSON without spaces, with only ASCII characters.

use std::collections::TryReserveError;
use std::fmt::{self, Write as _};

/// Writes JSON values into bytes. Too little memory is reported at the end.
///
/// ```
/// use oxideal_engine::json::{JsonWriter, List, Object, Shown};
///
/// let mut json = JsonWriter::default();
/// json.value(Object(|json: &mut JsonWriter| {
///     json.field("seat", 1_u8);
///     json.field("cards", List(["7S", "TH"]));
///     json.field("took", None::<&str>);
///     json.field("sum", Shown(7));
/// }));
/// assert_eq!(json.finish()?, br#"{"seat":1,"cards":["7S","TH"],"took":null,"sum":"7"}"#);
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
#[derive(Debug, Default)]
pub struct JsonWriter {
    bytes: Vec<u8>,
    failed: Option<TryReserveError>,
}

/// A value that can be written as JSON. See the example of [`JsonWriter`].
pub trait ToJson {
    /// Writes the value.
    fn write(self, json: &mut JsonWriter);
}

/// A list of these items. See the example of [`JsonWriter`].
#[derive(Clone, Copy, Debug)]
pub struct List<I>(pub I);

/// An object whose fields the function writes. See the example of [`JsonWriter`].
#[derive(Clone, Copy, Debug)]
pub struct Object<F>(pub F);

/// The text of a value, as [`Display`](fmt::Display) writes it. See the example of [`JsonWriter`].
#[derive(Clone, Copy, Debug)]
pub struct Shown<T>(pub T);

impl JsonWriter {
    /// Creates a writer with room for this many bytes, if there is memory for them.
    #[must_use]
    pub fn with_capacity(bytes: usize) -> Self {
        let mut writer = Self::default();
        writer.failed = writer.bytes.try_reserve(bytes).err();
        writer
    }

    /// Writes a value, or the next item of a list.
    #[inline]
    pub fn value(&mut self, value: impl ToJson) {
        self.separate();
        value.write(self);
    }

    /// Writes a field of an object; the macro `field!` calls this. `key` is a comma, the name in quotation
    /// marks and a colon, so that it takes one copy.
    #[doc(hidden)]
    #[expect(clippy::inline_always, reason = "the length of the key must be known where it is copied")]
    #[inline(always)]
    pub fn keyed(&mut self, key: &'static str, value: impl ToJson) {
        if self.bytes.last() == Some(&b'{') {
            self.raw(&key.as_bytes()[1..]);
        } else {
            self.raw(key.as_bytes());
        }
        value.write(self);
    }

    /// Writes a field of an object.
    #[inline]
    pub fn field(&mut self, name: &str, value: impl ToJson) {
        self.separate();
        self.raw(b"\"");
        self.raw(name.as_bytes());
        self.raw(b"\":");
        value.write(self);
    }

    /// Writes bytes that are JSON already.
    #[expect(clippy::inline_always, reason = "copies of a known length take one instruction")]
    #[inline(always)]
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        if self.bytes.capacity() - self.bytes.len() < bytes.len() {
            self.grow(bytes.len());
        }
        if self.failed.is_none() {
            self.bytes.extend_from_slice(bytes);
        }
    }

    /// The bytes so far.
    pub(crate) fn written(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the bytes written.
    ///
    /// # Errors
    /// Fails if there was too little memory.
    pub fn finish(self) -> Result<Vec<u8>, TryReserveError> {
        match self.failed {
            Some(error) => Err(error),
            None => Ok(self.bytes),
        }
    }

    #[cold]
    fn grow(&mut self, bytes: usize) {
        let error = self.bytes.try_reserve(bytes).err();
        self.failed = self.failed.take().or(error);
    }

    /// Writes a comma unless this is the first value of a list or an object.
    #[inline]
    fn separate(&mut self) {
        if !matches!(self.bytes.last(), None | Some(b'{' | b'[')) {
            self.raw(b",");
        }
    }

    #[inline]
    fn characters(&mut self, text: &str) {
        // All bytes, whatever the first ones are: the compiler then checks many at a time.
        let plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
        if text.bytes().fold(true, |all, byte| all & plain(byte)) {
            self.raw(text.as_bytes());
        } else {
            text.chars().for_each(|character| self.escape(character));
        }
    }

    #[cold]
    fn escape(&mut self, character: char) {
        match character {
            '"' => self.raw(b"\\\""),
            '\\' => self.raw(b"\\\\"),
            '\n' => self.raw(b"\\n"),
            '\r' => self.raw(b"\\r"),
            '\t' => self.raw(b"\\t"),
            '\u{8}' => self.raw(b"\\b"),
            '\u{c}' => self.raw(b"\\f"),
            ' '..='~' => self.raw(&[character as u8]),
            _ => {
                let mut units = [0; 2];
                for unit in character.encode_utf16(&mut units) {
                    self.raw(format!("\\u{unit:04x}").as_bytes());
                }
            }
        }
    }
}

/// Writes a field of an object whose name is a literal.
macro_rules! field {
    ($json:expr, $name:literal, $value:expr) => {
        $json.keyed(concat!(",\"", $name, "\":"), $value)
    };
}
pub(crate) use field;

/// Writes characters of a text.
impl fmt::Write for JsonWriter {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.characters(text);
        Ok(())
    }
}

impl<T: fmt::Display> ToJson for Shown<T> {
    #[inline]
    fn write(self, json: &mut JsonWriter) {
        json.raw(b"\"");
        let _ = write!(json, "{}", self.0); // always succeeds
        json.raw(b"\"");
    }
}

impl ToJson for &str {
    #[inline]
    fn write(self, json: &mut JsonWriter) {
        json.raw(b"\"");
        json.characters(self);
        json.raw(b"\"");
    }
}

impl ToJson for &String {
    fn write(self, json: &mut JsonWriter) {
        self.as_str().write(json);
    }
}

impl ToJson for bool {
    #[inline]
    fn write(self, json: &mut JsonWriter) {
        json.raw(if self { b"true" } else { b"false" });
    }
}

impl ToJson for u64 {
    #[inline]
    fn write(self, json: &mut JsonWriter) {
        if self < 10 {
            return json.raw(&[b'0' + self as u8]);
        }
        let (mut digits, mut first, mut rest) = ([0; 20], 20, self);
        while rest > 0 {
            first -= 1;
            digits[first] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        json.raw(&digits[first..]);
    }
}

impl ToJson for i64 {
    #[inline]
    fn write(self, json: &mut JsonWriter) {
        if self < 0 {
            json.raw(b"-");
        }
        self.unsigned_abs().write(json);
    }
}

macro_rules! small_integers {
    ($wide:ty: $($integer:ty)*) => {
        $(impl ToJson for $integer {
            #[inline]
            fn write(self, json: &mut JsonWriter) {
                (self as $wide).write(json);
            }
        })*
    };
}

small_integers!(u64: u8 u16 u32 usize);
small_integers!(i64: i8 i32);

impl<T: ToJson> ToJson for Option<T> {
    #[inline]
    fn write(self, json: &mut JsonWriter) {
        match self {
            Some(value) => value.write(json),
            None => json.raw(b"null"),
        }
    }
}

impl<I: IntoIterator<Item: ToJson>> ToJson for List<I> {
    #[inline]
    fn write(self, json: &mut JsonWriter) {
        json.raw(b"[");
        self.0.into_iter().for_each(|item| json.value(item));
        json.raw(b"]");
    }
}

impl<F: FnOnce(&mut JsonWriter)> ToJson for Object<F> {
    #[inline]
    fn write(self, json: &mut JsonWriter) {
        json.raw(b"{");
        self.0(json);
        json.raw(b"}");
    }
}

#[cfg(test)]
mod tests {
    use super::{JsonWriter, List, ToJson};

    fn written(value: impl ToJson) -> String {
        let mut json = JsonWriter::default();
        json.value(value);
        String::from_utf8(json.finish().expect("memory")).expect("ASCII")
    }

    #[test]
    fn numbers_and_texts() {
        assert_eq!(written(List([0_u64, 9, 10, u64::MAX])), format!("[0,9,10,{}]", u64::MAX));
        assert_eq!(written(List([i64::MIN, -1])), format!("[{},-1]", i64::MIN));
        assert_eq!(written("a\"\\\n\u{7f}\u{e9}\u{1f0a1}"), r#""a\"\\\n\u007f\u00e9\ud83c\udca1""#);
        assert_eq!(written(List([List([true]), List([false])])), "[[true],[false]]");
    }
}
