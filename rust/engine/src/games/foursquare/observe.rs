//! What the player knows, as an array of numbers. Suits do not affect play, so they are left out.

use super::cell::CELLS;
use super::position::{LIMIT, Position};
use super::{Card, Cell, Knowledge, Rules};
use crate::game::Observe;
use crate::game::Position as _;
use crate::ids::Seat;
use crate::observation::{Field, RowWriter};

const RANKS: usize = 10;

/// The index of a card's rank.
#[inline]
const fn place(card: Card) -> usize {
    card.rank() as usize - 1
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
        let mut writer = RowWriter::new(row);
        writer.current_player(self.current_player(), seat, 1);
        let (mut up, mut down, mut heights) = ([0; CELLS], [0; CELLS], [0; CELLS]);
        let mut unseen = [LIMIT as u8; RANKS];
        for (cell, card) in self.laid_cards() {
            let cell = usize::from(cell.id());
            up[cell] = card.rank();
            heights[cell] += 1;
            unseen[place(card)] -= 1;
        }
        for cell in Cell::of_board(self.tops.down) {
            let cell = usize::from(cell.id());
            down[cell] = std::mem::take(&mut up[cell]);
        }
        let card = self.card().map(place);
        if let Some(rank) = card {
            unseen[rank] -= 1;
        }
        writer.first(&up, CELLS);
        writer.first(&down, CELLS);
        writer.first(&heights, CELLS);
        writer.one_hot(card, RANKS);
        writer.first(&unseen, RANKS);
        writer.finish();
    }
}
