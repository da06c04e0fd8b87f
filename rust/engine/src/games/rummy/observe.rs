//! What a seat knows, as an array of numbers.

use super::cards::{Card, Cards, DECK};
use super::knowledge::Knowledge;
use super::meld::Meld;
use super::moves::Move;
use super::partition::least_left;
use super::position::Position;
use super::rules::{Rules, SEATS};
use crate::game::Observe;
use crate::game::{Position as _, Rules as _};
use crate::ids::Seat;
use crate::observation::{Field, RowWriter};
use crate::observation::{RecentNumbers, RecentSeats, Seats, places, seats_from};
use crate::recent::MAX_RECENT;

/// The number of places in runs: all cards and the high aces.
const PLACES: usize = DECK + 4;

/// The width in which sets are written. With AVX2, the next power of two is faster.
const PADDED: usize = if cfg!(target_feature = "avx2") { PLACES.next_power_of_two() } else { PLACES };

/// The number of stocks for which the observation says how many of their cards each seat holds: the
/// current one and three earlier ones.
const STOCKS: usize = 4;

const DRAW: u8 = 1;
const TAKE: u8 = 2;
const GROUP: u8 = 3;
const RUN: u8 = 4;
const LAY_OFF: u8 = 5;
const DISCARD: u8 = 6;

/// The last actions, for the observation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trail {
    whose: RecentSeats,
    what: RecentNumbers,
    card: RecentNumbers,
    size: RecentNumbers,
}

impl crate::game::Trail<Rules> for Trail {
    #[inline]
    fn add(&mut self, _: &Rules, seat: Seat, chosen: Move) {
        self.whose.push(seat);
        let (what, card, size) = match chosen {
            Move::Take => (TAKE, 0, 0),
            Move::Meld(Meld::Group(cards)) => {
                (GROUP, cards.first().map_or(0, |card| card.number() + 1), cards.len())
            }
            Move::Meld(Meld::Run(run)) => (RUN, run.first() + 1, run.length()),
            Move::LayOff { card, .. } => (LAY_OFF, card.number() + 1, 1),
            Move::Discard(card) => (DISCARD, card.number() + 1, 1),
            Move::Draw => (DRAW, 0, 0),
        };
        self.what.push(what);
        self.card.push(card);
        self.size.push(size);
    }
}

impl Observe for Position {
    const OBSERVATION_VERSION: u32 = 1;
    type Trail = Trail;

    fn fields(rules: &Rules) -> Vec<Field> {
        let players = rules.players();
        let mut fields = vec![
            Field::new("to_move", [players], 1),
            Field::new("hand", [DECK], 1),
            Field::new("taken", [players, DECK], 1),
            Field::new("hidden", [DECK], u8::MAX),
            Field::new("held", [STOCKS, players], DECK),
            Field::new("sizes", [players], DECK),
            Field::new("stock", [1], DECK),
            Field::new("groups", [DECK], 1),
            Field::new("run_starts", [PLACES], 1),
            Field::new("run_ends", [PLACES], 1),
            Field::new("discards", [DECK], DECK),
            Field::new("drew", [1], 1),
            Field::new("laid", [1], 1),
            Field::new("took", [DECK], 1),
            Field::new("opened", [players], 1),
            Field::new("turns_left", [1], u8::MAX),
        ];
        fields.extend(RecentSeats::fields(players));
        fields.extend([
            Field::new("recent_what", [MAX_RECENT], DISCARD),
            Field::new("recent_card", [MAX_RECENT], DECK),
            Field::new("recent_size", [MAX_RECENT], 14),
        ]);
        fields
    }

    #[inline]
    fn observe(&self, rules: &Rules, known: &Knowledge, trail: &Trail, seat: Seat, row: &mut [u8]) {
        match rules.players() {
            2 => self.write_row::<2>(*rules, known, trail, seat, row),
            3 => self.write_row::<3>(*rules, known, trail, seat, row),
            4 => self.write_row::<4>(*rules, known, trail, seat, row),
            5 => self.write_row::<5>(*rules, known, trail, seat, row),
            _ => self.write_row::<SEATS>(*rules, known, trail, seat, row),
        }
    }

    fn action_fields(_: &Rules) -> Vec<Field> {
        vec![
            Field::new("what", [usize::from(DISCARD)], 1),
            Field::new("cards", [DECK], 1),
            Field::new("rest", [DECK], 1),
            Field::new("rest_size", [1], DECK),
            Field::new("points", [1], u8::MAX),
            Field::new("left_over", [1], DECK),
            Field::new("pairs", [1], u8::MAX),
            Field::new("fits_table", [1], 1),
        ]
    }

    fn describe_move(&self, rules: &Rules, chosen: Move, row: &mut [u8]) {
        let hand = self.hand(self.turn());
        let (what, cards, rest) = match chosen {
            Move::Draw => (DRAW, Cards::NONE, hand),
            Move::Take => {
                let top: Cards = self.discards().next_back().into_iter().collect();
                (TAKE, top, hand.union(top))
            }
            Move::Meld(Meld::Group(cards)) => (GROUP, cards, hand.without(cards)),
            Move::Meld(meld) => (RUN, meld.cards(), hand.without(meld.cards())),
            Move::LayOff { card, .. } => (LAY_OFF, card.alone(), hand.without(card.alone())),
            Move::Discard(card) => (DISCARD, card.alone(), hand.without(card.alone())),
        };
        let (points, left_over) = least_left(rest, self.table(), rules.ace());
        let fits = what == DISCARD && self.table().fitting(cards, rules.ace()) != [Cards::NONE; 3];
        let mut writer = RowWriter::new(row);
        writer.one_hot(Some(usize::from(what) - 1), DISCARD.into());
        writer.set::<PADDED>(cards.bits(), DECK);
        writer.set::<PADDED>(rest.bits(), DECK);
        writer.number(rest.len());
        writer.number(points.min(u8::MAX.into()) as u8);
        writer.number(left_over.len());
        writer.number(count_pairs(rest));
        writer.number(fits);
        writer.finish();
    }
}

/// The number of pairs of these cards that may become part of a meld: of one rank, or of one suit and at
/// most two ranks apart, where aces are low.
fn count_pairs(cards: Cards) -> u8 {
    const SUITS: u8 = 4;
    let mut pairs = 0;
    for card in cards {
        let lower = cards.into_iter().take_while(|lower| lower.number() < card.number());
        pairs += lower
            .filter(|lower| {
                let apart = card.rank() - lower.rank();
                apart == 0 || apart <= 2 && card.number() % SUITS == lower.number() % SUITS
            })
            .count();
    }
    pairs.min(u8::MAX.into()) as u8
}

impl Position {
    /// Writes an observation. Its size is known when this is compiled, so nothing checks it at each
    /// write.
    #[inline]
    fn write_row<const PLAYERS: usize>(
        &self,
        rules: Rules,
        known: &Knowledge,
        trail: &Trail,
        seat: Seat,
        row: &mut [u8],
    ) {
        let (players, size) = (PLAYERS, 441 + 59 * PLAYERS);
        debug_assert_eq!(row.len(), size, "the size of all fields");
        let seats = || seats_from(seat, players).map(|seat| seat as u8);
        let mut writer = RowWriter::new(&mut row[..size]);
        writer.current_player(self.current_player(), seat, players);
        writer.set::<PADDED>(self.hand(seat as u8).bits(), DECK);
        for other in seats() {
            writer.set::<PADDED>(known.taken(other).bits(), DECK);
        }
        let (mut depths, mut open) = ([0; DECK], self.table().cards());
        for (depth, card) in (1..).zip(self.discards().rev()) {
            depths[usize::from(card.number())] = depth;
            open = open.union(card.alone());
        }
        let seen = self.seen_by(seat as u8);
        let mut hidden = places::<PADDED>(known.present_beside(open).without(seen).bits());
        for (stock, earlier) in (2..=u8::MAX).zip(known.earlier()) {
            earlier
                .cards
                .without(seen)
                .into_iter()
                .for_each(|card| hidden[usize::from(card.number())] = stock);
        }
        writer.first(&hidden, DECK);
        let mut held = [[0; SEATS]; STOCKS];
        for other in 0..rules.seats() {
            held[0][usize::from(other)] = known.held_of_present(self, other);
        }
        for (held, earlier) in held[1..].iter_mut().zip(known.earlier()) {
            *held = earlier.held;
        }
        for held in held {
            writer.seats(Seats::new(&held), seat, players);
        }
        writer.seats(Seats::new(&self.all_sizes()), seat, players);
        writer.number(self.stock_size());
        let (groups, starts, ends) = self.table().places_in_use();
        writer.set::<PADDED>(groups, DECK);
        writer.set::<PADDED>(starts, PLACES);
        writer.set::<PADDED>(ends, PLACES);
        writer.first(&depths, DECK);
        writer.number(self.drew());
        writer.number(self.laid());
        writer.set::<PADDED>(self.took().map_or(Cards::NONE, Card::alone).bits(), DECK);
        writer.seats(Seats::of_set(self.opened().into()), seat, players);
        writer.number((rules.turn_limit() - self.turns()).min(u8::MAX.into()) as u8);
        trail.whose.write(seat, players, &mut writer);
        trail.what.write(&mut writer);
        trail.card.write(&mut writer);
        trail.size.write(&mut writer);
        writer.finish();
    }

    /// The cards in the hands that a seat sees.
    #[inline]
    fn seen_by(&self, seat: u8) -> Cards {
        if self.went_out().is_none() {
            return self.hand(seat);
        }
        (0..SEATS as u8).fold(Cards::NONE, |seen, seat| seen.union(self.hand(seat)))
    }
}
