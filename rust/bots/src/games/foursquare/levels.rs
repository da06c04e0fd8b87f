//! The levels: beginners count the cards that turn over now, and do not plan for cards to come.

use oxideal_engine::foursquare::{Cell, FourSquare, View, flips};
use oxideal_engine::{Action, Chance as _, Stream};

use super::placements::card_rank;
use crate::levels::Chooser::{self, Beginner, Networks, Rule, Search};
use crate::levels::{Ladder, Level};

const CARELESS: Chooser<FourSquare> = Beginner(choose);

impl Ladder for FourSquare {
    #[rustfmt::skip] // a table
    const LEVELS: &'static [Level<Self>] = &[
        Level::new(0, CARELESS, "turns few cards face down, and does not think of the next card"),
        Level::new(81, Rule, "thinks of the cards to come for one card in six").mistaken(85, CARELESS),
        Level::new(178, Rule, "thinks of the cards to come for one card in four").mistaken(72, CARELESS),
        Level::new(272, Rule, "forgets the cards to come for three cards in five").mistaken(60, CARELESS),
        Level::new(353, Rule, "forgets the cards to come for every other card").mistaken(48, CARELESS),
        Level::new(454, Rule, "forgets the cards to come for one card in three").mistaken(34, CARELESS),
        Level::new(529, Rule, "forgets the cards to come for one card in five").mistaken(21, CARELESS),
        Level::new(641, Rule, "forgets the cards to come for one card in twenty").mistaken(5, CARELESS),
        Level::new(780, Networks, "plays by `net`"),
        Level::new(914, Search(100, true), "searches with 100 playouts by `net`"),
    ];
}

/// Leaves as few cards face down as possible, preferably with a new pile, and does not think of the next card.
fn choose(view: &View, chance: &mut Stream) -> Action {
    let position = view.position();
    let (grid, rank) = (position.grid(), card_rank(position));
    let cost = |cell: Cell| {
        let bit = 1 << cell.id();
        let down = (position.down_board() ^ flips(&grid, cell, rank)) & !bit;
        (down.count_ones(), position.pile_board() & bit != 0)
    };
    let cells = || Cell::of_board(position.legal_board());
    let least = cells().map(cost).min();
    let best: Vec<Cell> = cells().filter(|&cell| Some(cost(cell)) == least).collect();
    best[chance.below(best.len() as u32) as usize].id().into()
}
