//! The layout of an observation. `docs/observations.md` lists all layouts.

/// One part of an observation: its name, shape and largest value.
///
/// ```
/// use oxideal_engine::Field;
///
/// assert_eq!(Field::new("board", [7, 7], 40).size(), 49);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The key of this part in the Python package.
    pub name: &'static str,
    /// One length per dimension.
    pub shape: Vec<usize>,
    /// The largest possible value.
    pub high: u8,
}

impl Field {
    /// Creates a field. A largest value above 255 is reduced to 255.
    #[must_use]
    pub fn new(name: &'static str, shape: impl Into<Vec<usize>>, high: impl TryInto<u8>) -> Self {
        Self { name, shape: shape.into(), high: high.try_into().unwrap_or(u8::MAX) }
    }

    /// Returns the number of entries: the product of the shape.
    #[must_use]
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}
