//! Bytes as a sequence of choices.

use oxideal_engine::{Chance, Seed};

/// Takes choices off the front of some bytes. When the bytes run out, every choice is the first
/// option.
#[derive(Debug)]
pub(crate) struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    /// Starts at the first byte.
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Returns whether no byte is left.
    pub(crate) const fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the remaining bytes.
    pub(crate) const fn rest(&self) -> &'a [u8] {
        self.0
    }

    /// Returns the remaining bytes as text.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(self.0).into_owned()
    }

    /// Takes one byte.
    pub(crate) fn byte(&mut self) -> u8 {
        let (&first, rest) = self.0.split_first().unwrap_or((&0, self.0));
        self.0 = rest;
        first
    }

    /// Takes two bytes.
    pub(crate) fn word(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// Takes a yes or no.
    pub(crate) fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// Takes one of these items.
    pub(crate) fn any<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u32) as usize]
    }

    /// Takes a seed. There are few of them, so that inputs stay small.
    pub(crate) fn seed(&mut self) -> Seed {
        Seed::from(u64::from(self.word()))
    }
}

/// Takes at most two bytes.
impl Chance for Choices<'_> {
    fn below(&mut self, n: u32) -> u32 {
        match n {
            1 => 0,
            2..=256 => u32::from(self.byte()) % n,
            _ => u32::from(self.word()) % n,
        }
    }
}
