//! What a seat knows, as an array of numbers.

use std::hint::select_unpredictable;

use super::hand::Hand;
use super::knowledge::{Clue, Knowledge, PADDED_NUMBERS};
use super::moves::{Column, Move};
use super::position::{Position, TrainId};
use super::rules::Rules;
use crate::game::Observe;
use crate::game::{Position as _, Rules as _};
use crate::ids::Seat;
use crate::observation::{Field, RowWriter};
use crate::observation::{RecentNumbers, RecentOwners, RecentSeats, Seats, from_seat, seat_at};
use crate::recent::MAX_RECENT;

const PASS: u8 = 1;
const DRAW: u8 = 2;
const PLAY: u8 = 3;

/// The last actions, for the observation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trail {
    whose: RecentSeats,
    what: RecentNumbers,
    low: RecentNumbers,
    high: RecentNumbers,
    /// The seat that owns the train; fixed for the Mexican train, and 0 if the action was not a play.
    train: RecentOwners,
}

impl crate::game::Trail<Rules> for Trail {
    #[inline]
    fn add(&mut self, rules: &Rules, seat: Seat, chosen: Move) {
        self.whose.push(seat);
        let (what, (low, high), train) = match chosen {
            Move::Play { tile, column } => {
                let column = column.number();
                // Which train it is cannot be predicted.
                let other = select_unpredictable(
                    column == 1,
                    RecentOwners::fixed(rules.seats()),
                    column.wrapping_sub(2),
                );
                (PLAY, tile.ends(), select_unpredictable(column == 0, seat as u8, other))
            }
            Move::Draw => (DRAW, (0, 0), RecentOwners::fixed(0)),
            Move::Pass => (PASS, (0, 0), RecentOwners::fixed(0)),
        };
        self.what.push(what);
        self.low.push(low);
        self.high.push(high);
        self.train.push(train);
    }
}

impl Observe for Position {
    const OBSERVATION_VERSION: u32 = 1;
    type Trail = Trail;

    fn fields(rules: &Rules) -> Vec<Field> {
        let (players, numbers) = (rules.players(), usize::from(rules.set()) + 1);
        let (tiles, most) = (usize::from(rules.tile_count()), rules.tile_count());
        let mut fields = vec![
            Field::new("to_move", [players], 1),
            Field::new("hand", [tiles], 1),
            Field::new("laid", [tiles], 1),
            Field::new("sizes", [players], most),
            Field::new("boneyard", [1], most),
            Field::new("ends", [players + 1], rules.set()),
            Field::new("marked", [players], 1),
            Field::new("open_doubles", [players + 1], players + 1),
            Field::new("doubled", [1], 1),
            Field::new("drew", [1], 1),
            Field::new("idle", [1], players),
            Field::new("most", [players - 1, numbers], most),
            Field::new("can_have_double", [players - 1, numbers], 1),
        ];
        fields.extend(RecentSeats::fields(players));
        fields.extend([
            Field::new("recent_what", [MAX_RECENT], PLAY),
            Field::new("recent_low", [MAX_RECENT], rules.set()),
            Field::new("recent_high", [MAX_RECENT], rules.set()),
            Field::new("recent_train", [MAX_RECENT], players),
        ]);
        fields
    }

    #[inline]
    fn observe(&self, rules: &Rules, knowledge: &Knowledge, trail: &Trail, seat: Seat, row: &mut [u8]) {
        match (rules.players(), rules.set()) {
            (4, 12) => self.write_row::<4, 13>(*rules, knowledge, trail, seat, row),
            _ => self.write_row::<0, 0>(*rules, knowledge, trail, seat, row),
        }
    }

    fn action_fields(rules: &Rules) -> Vec<Field> {
        let (players, numbers) = (rules.players(), usize::from(rules.set()) + 1);
        let (tiles, most) = (usize::from(rules.tile_count()), rules.tile_count());
        vec![
            Field::new("what", [usize::from(PLAY)], 1),
            Field::new("tile", [tiles], 1),
            Field::new("train", [players + 1], 1),
            Field::new("end", [numbers], 1),
            Field::new("rest", [tiles], 1),
            Field::new("rest_size", [1], most),
            Field::new("rest_pips", [1], u8::MAX),
            Field::new("fits_own", [1], numbers),
            Field::new("fits_mexican", [1], numbers),
        ]
    }

    fn describe_move(&self, rules: &Rules, chosen: Move, row: &mut [u8]) {
        let (seat, players) = (self.turn(), rules.players());
        let numbers = usize::from(rules.set()) + 1;
        let tiles = usize::from(rules.tile_count());
        let own = TrainId::of(seat);
        let (mut played, mut rest) = (Hand::default(), *self.hand(seat));
        let (mut own_end, mut mexican_end) = (self.end(own), self.end(TrainId::MEXICAN));
        let (what, train, end) = match chosen {
            Move::Pass => (PASS, None, None),
            Move::Draw => (DRAW, None, None),
            Move::Play { tile, column } => {
                let (low, high) = tile.ends();
                played.add(tile);
                rest.remove(low, high);
                let (train, place) = match column {
                    Column::Me => (own, 0),
                    Column::Mexican => (TrainId::MEXICAN, players),
                    Column::Seat(other) => {
                        (TrainId::of(other), from_seat(seat.into(), other.into(), players))
                    }
                };
                let end = tile.beyond(self.end(train));
                if let (Some(end), true) = (end, train == own) {
                    own_end = end;
                }
                if let (Some(end), Column::Mexican) = (end, column) {
                    mexican_end = end;
                }
                (PLAY, Some(place), end)
            }
        };
        let mut writer = RowWriter::new(row);
        writer.one_hot(Some(usize::from(what) - 1), PLAY.into());
        write_tiles(&played, numbers, tiles, &mut writer);
        writer.one_hot(train, players + 1);
        writer.set::<24>(end.map_or(0, |end| 1 << end), numbers);
        write_tiles(&rest, numbers, tiles, &mut writer);
        writer.number(self.size(seat) - u8::from(what == PLAY));
        writer.number(rest.pips().min(u8::MAX.into()) as u8);
        writer.number(rest.fitting(own_end).count() as u8);
        writer.number(rest.fitting(mexican_end).count() as u8);
        writer.finish();
    }
}

/// Writes a 1 for each of these tiles.
fn write_tiles(hand: &Hand, numbers: usize, tiles: usize, writer: &mut RowWriter<'_>) {
    for (word, first) in hand.tile_bits(numbers).into_iter().zip((0..tiles).step_by(64)) {
        writer.set::<64>(word, (tiles - first).min(64));
    }
}

impl Position {
    /// Writes an observation of a game with this many players and numbers; 0 if that is not known
    /// when this is compiled. If it is, nothing checks the row's size at each write.
    #[inline]
    fn write_row<const PLAYERS: usize, const NUMBERS: usize>(
        &self,
        rules: Rules,
        knowledge: &Knowledge,
        trail: &Trail,
        seat: Seat,
        row: &mut [u8],
    ) {
        let players = if PLAYERS > 0 { PLAYERS } else { rules.players() };
        let numbers = if NUMBERS > 0 { NUMBERS } else { usize::from(rules.set()) + 1 };
        let tiles = numbers * (numbers + 1) / 2;
        let size = 87 + 2 * tiles + 5 * players + 2 * (players - 1) * numbers;
        debug_assert_eq!(row.len(), size, "the size of all fields");
        let others = || (1..players).map(|n| seat_at(seat, n, players) as u8);
        let mut writer = RowWriter::new(&mut row[..size]);
        writer.current_player(self.current_player(), seat, players);
        let (mut laid, hub) = (self.laid_bits(), rules.hub().number());
        laid[usize::from(hub / 64)] |= 1 << (hub % 64);
        for set in [self.hand(seat as u8).tile_bits(numbers), laid] {
            for (word, first) in set.into_iter().zip((0..tiles).step_by(64)) {
                writer.set::<64>(word, (tiles - first).min(64));
            }
        }
        writer.seats(Seats::new(self.all_sizes()), seat, players);
        writer.number(self.boneyard_size());
        writer.seats(Seats::new(&self.ends_of_seats()), seat, players);
        writer.number(self.end(TrainId::MEXICAN));
        writer.seats(Seats::of_set(self.marked()), seat, players);
        writer.write::<16>(players + 1, move |places| {
            *places = [0; 16];
            for (order, &id) in (1..).zip(self.open()) {
                let column = id.seat().map_or(players, |owner| from_seat(seat, owner.into(), players));
                places[column] = order;
            }
        });
        writer.number(self.doubled());
        writer.number(self.drew());
        writer.number(self.idle());
        for other in others() {
            writer.first(&most_of(knowledge.of(other), self.size(other)), numbers);
        }
        for other in others() {
            writer.first(&can_have_doubles(knowledge.of(other)), numbers);
        }
        trail.whose.write(seat, players, &mut writer);
        trail.what.write(&mut writer);
        trail.low.write(&mut writer);
        trail.high.write(&mut writer);
        trail.train.write(seat, players, &mut writer);
        writer.finish();
    }
}

/// For each number, the most tiles with it that a seat can have, doubles aside, given its passes
/// and draws.
#[inline]
fn most_of(clue: &Clue, size: u8) -> [u8; PADDED_NUMBERS] {
    let since = clue.kept + 1;
    clue.lacks.map(|level| if level == 0 { size } else { since.saturating_sub(level).min(size) })
}

/// For each double, whether a seat can have it, given its passes and draws.
#[inline]
fn can_have_doubles(clue: &Clue) -> [u8; PADDED_NUMBERS] {
    clue.doubles.map(|level| u8::from(level <= clue.kept))
}
