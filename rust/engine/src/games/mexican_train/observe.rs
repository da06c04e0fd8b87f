//! What a seat knows, as an array of numbers.

use super::knowledge::{Clue, Knowledge, PADDED_NUMBERS};
use super::moves::{Column, Move};
use super::position::{Position, TrainId};
use super::rules::Rules;
use crate::game::Observe;
use crate::game::{Position as _, Rules as _};
use crate::ids::{Action, Seat};
use crate::observation::{Field, RowWriter};
use crate::observation::{RecentNumbers, RecentSeats, Seats, from_seat, seats_from};
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
    /// The seat that owns the train.
    train: RecentNumbers,
    /// All ones for the Mexican train.
    mexican: RecentNumbers,
    /// All ones if the action was not a play.
    no_train: RecentNumbers,
}

impl crate::game::Trail<Rules> for Trail {
    #[inline]
    fn add(&mut self, rules: &Rules, seat: Seat, action: Action) {
        self.whose.push(seat);
        let (what, (low, high), train, mexican) = match rules.to_move(action) {
            Some(Move::Play { tile, column }) => match column {
                Column::Me => (PLAY, tile.ends(), seat as u8, false),
                Column::Mexican => (PLAY, tile.ends(), 0, true),
                Column::Seat(other) => (PLAY, tile.ends(), other, false),
            },
            Some(Move::Draw) => (DRAW, (0, 0), 0, false),
            Some(Move::Pass) | None => (PASS, (0, 0), 0, false),
        };
        self.what.push(what);
        self.low.push(low);
        self.high.push(high);
        self.train.push(train);
        self.mexican.push(u8::from(mexican).wrapping_neg());
        self.no_train.push(u8::from(what != PLAY).wrapping_neg());
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
        let (players, numbers) = (rules.players(), usize::from(rules.set()) + 1);
        let tiles = usize::from(rules.tile_count());
        let others = || seats_from(seat, players).skip(1).map(|seat| seat as u8);
        let mut writer = RowWriter::new(row);
        writer.current_player(self.current_player(), seat, players);
        let (mut laid, hub) = (self.laid_bits(), rules.hub().number());
        laid[usize::from(hub / 64)] |= 1 << (hub % 64);
        // Tiles with the same higher number are consecutive.
        let hand = self.hand(seat as u8);
        for high in 0..8.min(rules.set() + 1) {
            writer.set::<8>(hand.fitting(high).bits().into(), usize::from(high) + 1);
        }
        for high in 8..=rules.set() {
            writer.set::<24>(hand.fitting(high).bits().into(), usize::from(high) + 1);
        }
        for (word, first) in laid.into_iter().zip((0..tiles).step_by(64)) {
            writer.set::<64>(word, (tiles - first).min(64));
        }
        writer.seats(Seats::new(self.all_sizes()), seat, players);
        writer.number(self.boneyard_size());
        writer.seats(Seats::new(&self.ends_of_seats()), seat, players);
        writer.number(self.end(TrainId::MEXICAN));
        writer.seats(Seats::of_set(self.marked()), seat, players);
        let mut open = [0; 16];
        for (order, &id) in (1..).zip(self.open()) {
            let column = id.seat().map_or(players, |owner| from_seat(seat, owner.into(), players));
            open[column] = order;
        }
        writer.first(&open, players + 1);
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
        writer.first(&trail.what.numbers(), MAX_RECENT);
        writer.first(&trail.low.numbers(), MAX_RECENT);
        writer.first(&trail.high.numbers(), MAX_RECENT);
        let trains = trail.train.counted_from(seat, players, trail.whose.count());
        let trains = trains.replaced(trail.mexican, players as u8).replaced(trail.no_train, 0);
        writer.first(&trains.numbers(), MAX_RECENT);
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
