//! What the player knows, as an array of numbers. Suits do not affect play, so they are left out.

use super::cell::CELLS;
use super::position::{LIMIT, Position};
use super::{Card, Cell, Knowledge, Rules};
use crate::game::Observe;
use crate::game::Position as _;
use crate::ids::Seat;
use crate::observation::{Field, RowWriter};

const RANKS: usize = 10;

/// The size of the three fields with an entry for each cell.
const BOARDS: usize = 3 * CELLS;

/// The size of all fields.
const SIZE: usize = 1 + BOARDS + 2 * RANKS;

/// The number of cards of each rank in the deck, in four bits.
const ALL_UNSEEN: u64 = 0x44_4444_4444;

/// The index of a card's rank.
#[inline]
const fn place(card: Card) -> usize {
    card.rank() as usize - 1
}

/// One card of a rank, in four bits for each.
#[inline]
const fn one(card: Card) -> u64 {
    1 << (4 * place(card))
}

impl Observe for Position {
    const OBSERVATION_VERSION: u32 = 1;

    /// The trail is empty: everything that has happened is on the table.
    type Trail = ();

    fn fields(_: &Rules) -> Vec<Field> {
        vec![
            Field::new("to_move", [1], 1),
            Field::new("up", [7, 7], RANKS),
            Field::new("down", [7, 7], RANKS),
            Field::new("height", [7, 7], LIMIT),
            Field::new("card", [RANKS], 1),
            Field::new("unseen", [RANKS], 4),
        ]
    }

    #[inline]
    fn observe(&self, _: &Rules, _: &Knowledge, (): &(), seat: Seat, row: &mut [u8]) {
        // Its size is known when this is compiled, so nothing checks it at each write.
        let mut writer = RowWriter::new(&mut row[..SIZE]);
        writer.current_player(self.current_player(), seat, 1);
        let card = self.card();
        let mut unseen = card.into_iter().fold(ALL_UNSEEN, |unseen, card| unseen - one(card));
        writer.write::<BOARDS>(BOARDS, |places| {
            *places = [0; BOARDS];
            let [up, down, heights] = places.as_chunks_mut::<CELLS>().0 else { return };
            for (cell, card) in self.laid_cards() {
                let cell = usize::from(cell.id());
                up[cell] = card.rank();
                heights[cell] += 1;
                unseen -= one(card);
            }
            for cell in Cell::of_board(self.tops.down) {
                let cell = usize::from(cell.id());
                down[cell] = std::mem::take(&mut up[cell]);
            }
        });
        writer.one_hot(card.map(place), RANKS);
        writer.nibbles::<RANKS>(unseen);
        writer.finish();
    }

    fn action_fields(_: &Rules) -> Vec<Field> {
        vec![
            Field::new("cell", [CELLS], 1),
            Field::new("up", [7, 7], RANKS),
            Field::new("down", [7, 7], RANKS),
            Field::new("new_pile", [1], 1),
            Field::new("turned_down", [1], CELLS),
            Field::new("turned_up", [1], CELLS),
            Field::new("piles", [1], CELLS),
            Field::new("face_down", [1], CELLS),
        ]
    }

    fn describe_move(&self, _: &Rules, cell: Cell, row: &mut [u8]) {
        let Some(card) = self.card() else { return };
        let turned = self.tops.flipped(cell, card.rank());
        let mut after = self.tops;
        after.down ^= turned;
        after.lay(cell, card.rank());
        let count = |board: u64| board.count_ones() as u8;
        let mut writer = RowWriter::new(row);
        writer.set::<56>(cell.bit(), CELLS);
        writer.write::<{ 2 * CELLS }>(2 * CELLS, |places| {
            *places = [0; 2 * CELLS];
            let [up, down] = places.as_chunks_mut::<CELLS>().0 else { return };
            for pile in Cell::of_board(after.piles()) {
                let side = if after.down & pile.bit() == 0 { &mut *up } else { &mut *down };
                side[usize::from(pile.id())] = after.rank(pile);
            }
        });
        writer.number(self.tops.piles() & cell.bit() == 0);
        writer.number(count(turned & !self.tops.down));
        writer.number(count(turned & self.tops.down));
        writer.number(count(after.piles()));
        writer.number(count(after.down));
        writer.finish();
    }
}
