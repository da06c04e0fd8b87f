//! The layout of an observation; `docs/observations.md` lists the layouts.

/// One part of an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// One length for each dimension.
    pub shape: Vec<usize>,
    /// The largest value that it can have.
    pub high: u8,
}

impl Field {
    /// A part of this shape.
    #[must_use]
    pub fn new(name: &'static str, shape: impl Into<Vec<usize>>, high: impl TryInto<u8>) -> Self {
        Self { name, shape: shape.into(), high: high.try_into().unwrap_or(u8::MAX) }
    }

    /// How many entries it has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}
