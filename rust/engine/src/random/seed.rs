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

impl Seed {
    /// Returns the seed as a decimal number.
    ///
    /// ```
    /// assert_eq!(oxideal_engine::Seed::from(7).to_decimal(), "7");
    /// ```
    #[must_use]
    pub fn to_decimal(&self) -> String {
        let mut words: [u32; 8] = std::array::from_fn(|word| {
            let bytes: [u8; 4] = std::array::from_fn(|byte| self.0[4 * word + byte]);
            u32::from_le_bytes(bytes)
        });
        let mut parts = Vec::new();
        while words != [0; 8] {
            let mut rest = 0;
            for word in words.iter_mut().rev() {
                rest = rest << 32 | u64::from(*word);
                *word = (rest / PART) as u32;
                rest %= PART;
            }
            parts.push(rest);
        }
        let first = parts.pop().unwrap_or(0).to_string();
        parts.iter().rev().fold(first, |text, part| format!("{text}{part:09}"))
    }

    /// Parses a decimal number below 2^256 without leading zeros.
    ///
    /// ```
    /// use oxideal_engine::Seed;
    ///
    /// let seed = Seed::from([255; 32]);
    /// assert_eq!(Seed::from_decimal(&seed.to_decimal()), Some(seed));
    /// assert_eq!(Seed::from_decimal("07"), None);
    /// ```
    #[must_use]
    pub fn from_decimal(text: &str) -> Option<Self> {
        const MAX_DIGITS: usize = 78;
        let plain = (1..=MAX_DIGITS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        if !plain || text.len() > 1 && text.starts_with('0') {
            return None;
        }
        let mut key = [0; 32];
        for digit in text.bytes() {
            let mut carry = u32::from(digit - b'0');
            for byte in &mut key {
                carry += 10 * u32::from(*byte);
                *byte = carry as u8;
                carry >>= 8;
            }
            if carry > 0 {
                return None;
            }
        }
        Some(Self(key))
    }
}

/// Nine decimal digits at a time.
const PART: u64 = 1_000_000_000;

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
