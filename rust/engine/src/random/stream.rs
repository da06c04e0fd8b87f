//! The exact generator: `ChaCha20` as in RFC 8439.

use std::fmt;

use chacha20::cipher::{Block, KeyIvInit, StreamCipherCore};
use chacha20::variants::Ietf;
use chacha20::{ChaChaCore, R20};

use super::{Chance, Seed};
use crate::ids::Seat;

type Cipher = ChaChaCore<R20, Ietf>;

const BLOCK_WORDS: u64 = 16;
/// Vector units compute this many blocks at once.
const BLOCKS: usize = 4;
const BUFFER_WORDS: u64 = BLOCK_WORDS * BLOCKS as u64;

/// A stream of random words, identified by a seed and a stream number below 2^96.
///
/// ```
/// use oxideal_engine::{Seed, Stream};
///
/// let mut stream = Stream::new(Seed::from(7), 0);
/// let words = [stream.word(), stream.word()];
/// stream.set_position(1);
/// assert_eq!(stream.word(), words[1]);
/// ```
#[derive(Clone)]
pub struct Stream {
    seed: Seed,
    number: u128,
    /// The number of words drawn. After 2^36 words the 32-bit block counter, and so the stream,
    /// starts again.
    drawn: u64,
    /// The blocks around word `drawn`; stale if that is the first word of a buffer.
    buffer: [Block<Cipher>; BLOCKS],
}

impl Stream {
    /// The largest stream number: 96 bits.
    pub const LAST: u128 = (1 << 96) - 1;

    /// Creates a stream at its start. Only the lowest 96 bits of the stream number are used.
    #[inline]
    #[must_use]
    pub fn new(seed: Seed, stream: u128) -> Self {
        Self { seed, number: stream & Self::LAST, drawn: 0, buffer: [Block::<Cipher>::default(); BLOCKS] }
    }

    /// Returns the stream for sampling a seat's view. Neither deals with a stream number below 2^91
    /// nor samples of other seats use it: otherwise a sample made with the seed of the deal could
    /// reproduce the real cards.
    #[must_use]
    pub fn for_samples(seed: Seed, stream: u128, seat: Seat) -> Self {
        Self::new(seed, stream ^ (16 + seat as u128) << 91)
    }

    /// Returns the stream of a round in which chance plays no further part. It is not random: its
    /// seed is 0.
    #[must_use]
    pub fn without_seed() -> Self {
        Self::new(Seed::from(0), 0)
    }

    /// Returns the seed.
    #[must_use]
    pub const fn seed(&self) -> &Seed {
        &self.seed
    }

    /// Returns the stream number.
    #[must_use]
    pub const fn stream(&self) -> u128 {
        self.number
    }

    /// Returns the number of words drawn so far.
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.drawn
    }

    /// Moves to the position after this many words.
    pub fn set_position(&mut self, words: u64) {
        self.drawn = words;
        if !self.drawn.is_multiple_of(BUFFER_WORDS) {
            self.refill();
        }
    }

    /// Skips this many words.
    pub fn skip(&mut self, words: u64) {
        self.set_position(self.drawn.wrapping_add(words));
    }

    /// Draws 32 bits.
    #[inline]
    pub fn word(&mut self) -> u32 {
        let at = (self.drawn % BUFFER_WORDS) as usize;
        if at == 0 {
            self.refill();
        }
        self.drawn = self.drawn.wrapping_add(1);
        let block = &self.buffer[at / BLOCK_WORDS as usize];
        let byte = at % BLOCK_WORDS as usize * 4;
        u32::from_le_bytes([block[byte], block[byte + 1], block[byte + 2], block[byte + 3]])
    }

    /// Computes the blocks around the next word.
    fn refill(&mut self) {
        let mut nonce = [0; 12];
        nonce.copy_from_slice(&self.number.to_le_bytes()[..12]);
        let mut cipher = Cipher::new(self.seed.bytes().into(), &nonce.into());
        cipher.set_block_pos((self.drawn / BLOCK_WORDS) as u32 / BLOCKS as u32 * BLOCKS as u32);
        cipher.write_keystream_blocks(&mut self.buffer);
    }
}

impl Chance for Stream {
    /// Exactly uniform: words beyond the last multiple of n are rejected.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        loop {
            let product = u64::from(self.word()) * u64::from(n);
            let low = product as u32;
            // 2^32 mod n is below n, so the division is needed only once in 2^32 / n words.
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 32) as u32;
            }
        }
    }
}

/// Streams are equal if they continue with the same words.
impl PartialEq for Stream {
    fn eq(&self, other: &Self) -> bool {
        (self.seed, self.number, self.drawn) == (other.seed, other.number, other.drawn)
    }
}

impl Eq for Stream {}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream")
            .field("number", &self.number)
            .field("drawn", &self.drawn)
            .finish_non_exhaustive()
    }
}
