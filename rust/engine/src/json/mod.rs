//! JSON: written straight into bytes, and read from untrusted bytes with bounds.

mod difference;
mod fields;
mod reader;
mod writer;

pub(crate) use difference::{difference, given};
pub(crate) use fields::{Fields, NATURAL, Wrong, natural, type_name};
pub use reader::JsonValue;
pub(crate) use reader::MALFORMED;
pub(crate) use writer::field;
pub use writer::{JsonWriter, List, Object, Shown, ToJson};
