//! The fast generator for playouts.

use super::{Chance, Seed, Stream};

/// `SplitMix64`: small and fast, but predictable. Never use it for a deal that people bet on.
///
/// ```
/// use oxideal_engine::SplitMix64;
///
/// let mut generator = SplitMix64::new(1_234_567);
/// assert_eq!(generator.output(), 6_457_827_717_110_365_317);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
    /// The next output. It is computed one draw ahead: after a branch that was predicted wrong,
    /// which random play has many of, it is there already.
    next: u64,
}

impl SplitMix64 {
    /// Creates a generator with this state.
    #[must_use]
    pub const fn new(state: u64) -> Self {
        let state = state.wrapping_add(STEP);
        Self { state, next: mix(state) }
    }

    /// Returns the generators for a seed's playouts, by game number. They do not depend on how a
    /// run is split.
    pub fn for_games(seed: &Seed) -> impl Fn(u64) -> Self + use<> {
        // The key comes from the last block of stream 0, which no deal reaches.
        let mut stream = Stream::new(*seed, 0);
        stream.skip(u64::from(u32::MAX) * 16);
        let low = u64::from(stream.word());
        let base = low | (u64::from(stream.word()) << 32);
        move |number| Self::new(Self::new(base.wrapping_add(number)).output())
    }

    /// Returns the next 64 bits.
    #[inline]
    pub fn output(&mut self) -> u64 {
        let Self { state, next } = *self;
        *self = Self::new(state);
        next
    }
}

/// What the state grows by with each output.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

const fn mix(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Chance for SplitMix64 {
    /// The bias is below n / 2^32, which playouts cannot notice.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        (((self.output() >> 32) * u64::from(n)) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::SplitMix64;

    /// Outputs published by other implementations for state 1234567.
    #[test]
    fn known_outputs() {
        let mut generator = SplitMix64::new(1_234_567);
        let outputs: Vec<u64> = (0..5).map(|_| generator.output()).collect();
        let known = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(outputs, known);
    }
}
