//! The stock and the discard pile.

use std::hash::{Hash, Hasher};

use super::cards::{Card, Cards, DECK};
use crate::random::Chance;

/// Both piles in one array: the discards at the start, top card last; the stock at the end, next
/// card first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piles {
    order: [u8; PLACES],
    discards: u8,
    /// The index of the next card of the stock.
    next: u8,
}

/// A power of two, so that a masked index is always in range.
const PLACES: usize = 64;

impl Piles {
    /// The top discard comes last, the next card of the stock first. All cards must differ.
    pub(super) fn new(discards: &[Card], stock: &[Card]) -> Self {
        let mut order = [0; PLACES];
        let write = |places: &mut [u8], cards: &[Card]| {
            places.iter_mut().zip(cards).for_each(|(place, card)| *place = card.number());
        };
        write(&mut order, discards);
        write(&mut order[DECK - stock.len()..], stock);
        Self { order, discards: discards.len() as u8, next: (DECK - stock.len()) as u8 }
    }

    /// The piles in a view, where only the size of the stock is known.
    pub(super) fn seen(discards: &[Card], stock: u8) -> Self {
        Self { next: DECK as u8 - stock, ..Self::new(discards, &[]) }
    }

    /// A whole deck as the stock, ascending.
    pub(super) fn pack() -> Self {
        let mut order = [0; PLACES];
        (0..DECK).for_each(|card| order[card] = card as u8);
        Self { order, discards: 0, next: 0 }
    }

    /// The number of cards in the stock.
    #[inline]
    pub(super) const fn stock_size(&self) -> u8 {
        DECK as u8 - self.next
    }

    /// The number of discards.
    #[inline]
    pub(super) const fn discard_count(&self) -> u8 {
        self.discards
    }

    fn stock_places(&self) -> std::ops::Range<usize> {
        usize::from(self.next)..DECK
    }

    /// The stock, next card first.
    pub(super) fn stock(&self) -> impl ExactSizeIterator<Item = Card> {
        self.order[self.stock_places()].iter().map(|&card| Card::numbered(card))
    }

    /// The discards, top card last.
    pub(super) fn discards(&self) -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        self.order[..self.discards.into()].iter().map(|&card| Card::numbered(card))
    }

    /// The discards, as a set.
    pub(super) fn discarded(&self) -> Cards {
        self.discards().collect()
    }

    /// Shuffles the stock.
    pub(super) fn shuffle(&mut self, chance: &mut impl Chance) {
        let places = self.stock_places();
        chance.shuffle(&mut self.order[places]);
    }

    /// Draws from the stock, or takes the top discard; that pile must not be empty.
    #[inline]
    pub(super) const fn draw(&mut self, take: bool) -> u8 {
        // Branch-free, because random play makes the branch unpredictable.
        let taken = take as u8;
        self.discards -= taken;
        let place = self.next.wrapping_add(self.discards.wrapping_sub(self.next).wrapping_mul(taken));
        self.next += 1 - taken;
        self.order[place as usize & (PLACES - 1)]
    }

    /// Puts a card on top of the discard pile.
    #[inline]
    pub(super) const fn discard(&mut self, card: u8) {
        self.order[self.discards as usize & (PLACES - 1)] = card;
        self.discards += 1;
    }

    /// RM-07: all discards except the top one become the stock.
    #[inline(never)]
    pub(super) fn reshuffle(&mut self, chance: &mut impl Chance) {
        let rest = usize::from(self.discards) - 1;
        let top = self.order[rest];
        chance.shuffle(&mut self.order[..rest]);
        self.order.copy_within(..rest, DECK - rest);
        self.order[0] = top;
        (self.discards, self.next) = (1, (DECK - rest) as u8);
    }

    /// The same with a stock of unknown cards.
    pub(super) fn hide_stock(&mut self) {
        let discards: Vec<Card> = self.discards().collect();
        *self = Self::seen(&discards, self.stock_size());
    }

    /// Fills a stock of unknown cards; the size must match.
    pub(super) fn fill_stock(&mut self, stock: &[Card]) {
        let discards: Vec<Card> = self.discards().collect();
        *self = Self::new(&discards, stock);
    }

    fn parts(&self) -> (&[u8], &[u8]) {
        (&self.order[..self.discards.into()], &self.order[self.stock_places()])
    }
}

/// Stale entries between the two piles are not compared.
impl PartialEq for Piles {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl Eq for Piles {}

impl Hash for Piles {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.parts().hash(hasher);
    }
}
