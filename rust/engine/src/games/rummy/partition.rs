//! The best partition of a hand, in the types of the API.

use super::best_partition as search;
use super::cards::{Card, Cards};
use super::meld::{Meld, card_at};
use super::moves::Place;
use super::rules::Ace;
use super::table::Table;

/// A hand partitioned into melds, lay-offs and cards left over (RM-18).
#[derive(Clone, Debug)]
pub struct Partition(search::Partition);

impl Partition {
    /// Returns the points of the cards left over.
    #[must_use]
    pub const fn points(&self) -> u32 {
        self.0.points
    }

    /// Returns the cards left over.
    #[must_use]
    pub const fn rest(&self) -> Cards {
        Cards::from_bits(self.0.rest)
    }

    /// Returns the melds.
    pub fn melds(&self) -> impl Iterator<Item = Meld> {
        self.0.melds().iter().map(|&places| Meld::at_places(places))
    }

    /// Returns the lay-offs in a playable order.
    pub fn lay_offs(&self) -> impl Iterator<Item = (Card, Place)> {
        self.0.lay_offs().iter().map(|&(at, place)| (card_at(at), place))
    }
}

/// Returns the partition that leaves the fewest points and, among those, the fewest cards.
#[must_use]
pub fn best_partition(hand: Cards, table: &Table, ace: Ace) -> Partition {
    Partition(search::best_partition(hand.bits(), &table.places(), ace == Ace::Both))
}

/// Returns the points of the cards that the best partition leaves, and those cards. Faster than
/// [`best_partition`].
#[must_use]
pub fn least_left(hand: Cards, table: &Table, ace: Ace) -> (u32, Cards) {
    let (points, rest) = search::least_left(hand.bits(), &table.places(), ace == Ace::Both);
    (points, Cards::from_bits(rest))
}
