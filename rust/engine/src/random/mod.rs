//! Random generators: one exact and one fast, behind one trait.

mod seed;
mod split_mix;
mod stream;

pub use seed::Seed;
pub use split_mix::SplitMix64;
pub use stream::Stream;

/// A source of random numbers: [`Stream`] for deals, [`SplitMix64`] for playouts.
///
/// ```
/// use oxideal_engine::{Chance as _, SplitMix64};
///
/// let mut cards = [1, 2, 3, 4, 5];
/// SplitMix64::new(7).shuffle(&mut cards);
/// cards.sort_unstable();
/// assert_eq!(cards, [1, 2, 3, 4, 5]);
/// ```
pub trait Chance {
    /// Returns a uniform integer below `n`, which must be at least 1.
    fn below(&mut self, n: u32) -> u32;

    /// Shuffles with Fisher-Yates from the end: the last element is drawn first.
    #[inline]
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let chosen = self.below(last as u32 + 1) as usize;
            items.swap(last, chosen);
        }
    }
}
