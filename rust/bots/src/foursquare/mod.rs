//! How bots play FourSquare.

mod board;
mod candidates;
mod choose;
mod solver;
mod value;
mod weights;

use oxideal_engine::foursquare::{FourSquare, Outcome, Position, Rules, View};
use oxideal_engine::{Action, Chance};

use crate::playable::{Candidate, Playable};
use board::SQUARE;

impl Playable for FourSquare {
    fn rule(view: &View) -> Action {
        choose::best(*view.rules(), view.position())
    }

    fn quick(rules: &Rules, position: &Position, _: &mut impl Chance) -> Action {
        choose::quickly(*rules, position)
    }

    fn candidates(rules: &Rules, position: &Position, candidates: &mut Vec<Candidate>) {
        candidates::list(*rules, position, candidates);
    }

    /// The rank of the card in hand: suits do not matter.
    fn seen(_: &Rules, position: &Position) -> u32 {
        position.card().map_or(0, |card| card.rank().into())
    }

    /// Where there are too few cards for a full square the game is lost (FS-09, FS-10).
    fn settle(_: &Rules, position: &Position, payoffs: &mut [i32]) -> bool {
        let piles = position.pile_board().count_ones();
        let lost =
            position.outcome() == Outcome::Playing && piles + 1 + (position.stock().len() as u32) < SQUARE;
        if lost {
            payoffs.fill(0);
        }
        lost
    }
}
