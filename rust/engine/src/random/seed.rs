//! The 256-bit seed that determines a deal.

use crate::error::Error;

/// The key of a [`Stream`](crate::Stream): 256 bits.
///
/// ```
/// use oxideal_engine::Seed;
///
/// let seed = Seed::from(7);
/// assert_eq!(seed.bytes()[0], 7);
/// assert_eq!(format!("{seed:?}"), "Seed(..)", "a seed stays out of logs");
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

impl Seed {
    /// Draws a seed from the system's entropy.
    ///
    /// # Errors
    /// Returns [`Error::InvalidArgument`] if the system provides no entropy.
    pub fn from_system() -> Result<Self, Error> {
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(|error| {
            Error::InvalidArgument(format!("cannot read entropy from the system: {error}"))
        })?;
        Ok(Self(key))
    }

    /// Returns the seed as bytes. A number is stored in the first eight, little-endian.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl From<[u8; 32]> for Seed {
    fn from(key: [u8; 32]) -> Self {
        Self(key)
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&number.to_le_bytes());
        Self(key)
    }
}

/// A seed reveals every hidden card, so it is not printed.
impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(..)")
    }
}
