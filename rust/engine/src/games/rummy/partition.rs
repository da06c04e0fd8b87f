//! The best partition of a hand in the game's own terms.

use super::best_partition as search;
use super::cards::{Card, Cards};
use super::meld::{Meld, card_at};
use super::moves::Place;
use super::rules::Ace;
use super::table::Table;

/// A hand parted into melds, lay-offs and a rest (RM-18).
#[derive(Clone, Debug)]
pub struct Partition(search::Partition);

impl Partition {
    /// The points that are left.
    #[must_use]
    pub const fn points(&self) -> u32 {
        self.0.points
    }

    /// The cards that are left.
    #[must_use]
    pub const fn rest(&self) -> Cards {
        Cards::from_bits(self.0.rest)
    }

    /// The melds.
    pub fn melds(&self) -> impl Iterator<Item = Meld> {
        self.0.melds().iter().map(|&places| Meld::at_places(places))
    }

    /// The lay-offs, in an order in which they can be played.
    pub fn lay_offs(&self) -> impl Iterator<Item = (Card, Place)> {
        self.0.lay_offs().iter().map(|&(at, place)| (card_at(at), place))
    }
}

/// The partition that leaves the fewest points and, among those, the fewest cards.
#[must_use]
pub fn best_partition(hand: Cards, table: &Table, ace: Ace) -> Partition {
    Partition(search::best_partition(hand.bits(), &table.places(), ace == Ace::Both))
}

/// What it leaves: the points, and the cards.
#[must_use]
pub fn least_left(hand: Cards, table: &Table, ace: Ace) -> (u32, Cards) {
    let (points, rest) = search::least_left(hand.bits(), &table.places(), ace == Ace::Both);
    (points, Cards::from_bits(rest))
}
