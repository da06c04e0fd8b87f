//! From cards to the combinations they can form.

use super::actions::{has_block, sizes};
use super::cards::{Cards, ONES};
use super::kickers::Kickers;
use super::kind::Kind;
use super::play::{Play, main_part};
use super::ranks;
use super::rules::Rules;

/// The combinations that some cards can form, by ascending id. Under the plain rules there is at
/// most one (DD-27).
#[derive(Clone, Copy, Debug, Default)]
pub struct Readings {
    plays: [Option<Play>; Self::MAX_READINGS],
}

impl Readings {
    /// Four triplets in a row can be a sequence, or three of them with the lowest or the highest
    /// attached. No other cards have more readings.
    const MAX_READINGS: usize = 3;

    fn add(&mut self, play: Play) {
        let free = self.plays.iter_mut().find(|place| place.is_none());
        debug_assert!(free.is_some(), "{play} would be one reading too many");
        if let Some(free) = free {
            *free = Some(play);
        }
    }

    /// Returns the number of readings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Returns whether the cards are not a combination.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plays[0].is_none()
    }

    /// Returns the readings, by ascending id.
    pub fn iter(&self) -> impl Iterator<Item = Play> + use<> {
        self.plays.into_iter().flatten()
    }

    /// Returns the reading if there is exactly one.
    #[must_use]
    pub fn only(&self) -> Option<Play> {
        if self.plays[1].is_none() { self.plays[0] } else { None }
    }
}

impl Rules {
    /// Returns all combinations that these cards, which must be in the deck, can form.
    #[must_use]
    pub fn readings(&self, cards: Cards) -> Readings {
        let mut readings = Readings::default();
        let total = cards.total();
        if total == 0 || total > self.max_hand_size() {
            return readings;
        }
        let present = cards.at_least(1);
        let lowest = (present.trailing_zeros() / 4) as u8;
        if present.is_power_of_two() {
            let kind = match total {
                1 => Kind::Single,
                2 => Kind::Pair,
                3 => Kind::Triplet,
                _ => Kind::Bomb,
            };
            let size = if kind == Kind::Bomb { total as u8 } else { 1 };
            readings.add(Play::of_cards(cards, kind, size, lowest));
            return readings;
        }
        if cards == self.jokers() {
            readings.add(Play::rocket(cards));
            return readings;
        }
        let length = ranks::count(present) as u8;
        if present >> (4 * lowest) == ONES >> (4 * (15 - length)) {
            let kind = match cards.count(lowest) {
                1 => Kind::Sequence,
                2 => Kind::SequenceOfPairs,
                _ => Kind::SequenceOfTriplets,
            };
            if has_block(self.options(), kind, length, lowest) && main_part(kind, length, lowest) == cards {
                readings.add(Play::of_cards(cards, kind, length, lowest));
            }
        }
        if total.is_multiple_of(4) {
            let triplets = (total / 4) as u8;
            let one = if triplets == 1 { Kind::TripletWithCard } else { Kind::SequenceOfTripletsWithCards };
            self.add_with_attached(&mut readings, cards, one, triplets);
        }
        if total.is_multiple_of(5) {
            let triplets = (total / 5) as u8;
            let one = if triplets == 1 { Kind::TripletWithPair } else { Kind::SequenceOfTripletsWithPairs };
            self.add_with_attached(&mut readings, cards, one, triplets);
        }
        match total {
            6 => self.add_with_attached(&mut readings, cards, Kind::QuadplexWithCards, 1),
            8 => self.add_with_attached(&mut readings, cards, Kind::QuadplexWithPairs, 1),
            _ => {}
        }
        readings
    }

    fn add_with_attached(&self, readings: &mut Readings, cards: Cards, kind: Kind, size: u8) {
        let (smallest, largest) = sizes(self.options(), kind);
        if !(smallest..=largest).contains(&size) {
            return;
        }
        // A rank with more cards cannot be in the main part: the rest would be attached to its own
        // rank.
        let exactly = cards.at_least(kind.each()) & !cards.at_least(kind.each() + 1);
        let mains = if size == 1 { exactly } else { ranks::chains(exactly, size) };
        for start in ranks::each(mains) {
            let play = Play::of_cards(cards, kind, size, start);
            if Kickers::of_deck(self.options(), kind, size, start).allow(play.attached()) {
                readings.add(play);
            }
        }
    }
}
