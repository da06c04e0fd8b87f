//! What passes and draws have proved (MT-30): kept beside a position, for all at the table.

use super::moves::Move;
use super::numbers::{NUMBERS, Number, Numbers};
use super::position::Position;
use super::rules::{Rules, SEATS};
use super::tile::Tile;
use crate::Action;
use crate::game::{Memory, Rules as _};

/// What is known of the hands of all seats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clues([Clue; SEATS]);

/// Where a tile of a seat may have come from: 0 is its first hand, each further level one kept draw.
pub(super) type Level = u8;

/// Room for all numbers, as wide as processors' registers, which then do all of them at once.
pub(super) const ROOM: usize = NUMBERS.next_power_of_two();

/// What is known of one seat's tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Clue {
    /// How many tiles it has drawn and not played at once.
    pub(super) kept: u8,
    /// The lowest level that a tile with a number can have come from, doubles aside.
    pub(super) lacks: [Level; ROOM],
    /// The same of a number's double.
    pub(super) doubles: [Level; ROOM],
    /// What it has played since its first kept draw, ascending.
    pub(super) played: Vec<Played>,
}

/// A tile that has been played, and the levels that it can have come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Played {
    pub(super) tile: Tile,
    pub(super) lowest: Level,
    pub(super) highest: Level,
}

impl Clues {
    pub(super) const fn of(&self, seat: u8) -> &Clue {
        &self.0[seat as usize]
    }

    pub(super) const fn of_mut(&mut self, seat: u8) -> &mut Clue {
        &mut self.0[seat as usize]
    }

    /// The numbers of which a seat is known to hold no tile, doubles aside.
    pub fn lacks(&self, seat: u8) -> impl Iterator<Item = Number> {
        let Clue { kept, lacks, .. } = self.of(seat);
        (0..).zip(lacks).filter(move |&(_, level)| level > kept).map(|(number, _)| number)
    }
}

impl Clue {
    /// The lowest level that a tile can have come from.
    pub(super) fn lowest(&self, tile: Tile) -> Level {
        let (low, high) = tile.ends();
        let level = |number: Number| self.lacks[usize::from(number)];
        if low == high { self.doubles[usize::from(low)] } else { level(low).max(level(high)) }
    }

    /// It could not play a tile with one of these numbers, nor the double of one of those: whatever has such a number must
    /// come from a later draw.
    fn cannot_play(&mut self, (tiles, doubles): (Numbers, Numbers)) {
        for number in tiles {
            self.lacks[usize::from(number)] = self.kept + 1;
        }
        for number in doubles {
            self.doubles[usize::from(number)] = self.kept + 1;
        }
    }

    /// Whether it is known that no tile of a lower level can be played there.
    pub(super) fn cannot_before(&self, (tiles, doubles): (Numbers, Numbers), level: Level) -> bool {
        tiles.into_iter().all(|number| self.lacks[usize::from(number)] >= level)
            && doubles.into_iter().all(|number| self.doubles[usize::from(number)] >= level)
    }

    /// It has drawn a tile, because it could not play.
    pub(super) fn draw(&mut self, open: (Numbers, Numbers)) {
        self.cannot_play(open);
        self.kept += 1;
    }

    /// It has played a tile.
    fn play(&mut self, tile: Tile, drew: bool) {
        if drew {
            self.kept -= 1; // MT-12: it is the drawn one
        } else if self.kept > 0 {
            let played = Played { tile, lowest: self.lowest(tile), highest: self.kept };
            let place = self.played.partition_point(|other| other.tile < tile);
            self.played.insert(place, played);
        }
    }

    /// Whether there is nothing to say.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Memory<Position> for Clues {
    fn see(&mut self, rules: &Rules, before: &Position, action: Action) {
        let clue = self.of_mut(before.turn());
        match rules.to_move(action) {
            Some(Move::Play { tile, .. }) => clue.play(tile, before.drew()),
            Some(Move::Draw) => clue.draw(before.open_to_player(*rules)),
            Some(Move::Pass) => clue.cannot_play(before.open_to_player(*rules)),
            None => {}
        }
    }
}
