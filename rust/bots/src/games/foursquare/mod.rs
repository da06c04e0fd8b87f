//! Bots of FourSquare.

mod board;
mod candidates;
mod evaluation;
mod inputs;
mod levels;
mod placements;
mod playout_policy;
mod rule_policy;
mod solver;
mod weights;

use oxideal_engine::foursquare::{FourSquare, Outcome, Position, Rules, View};
use oxideal_engine::{Action, Chance, Recent, Seat};

use crate::net::{Decision, NetModel};
use crate::policies::{Candidate, Policies};
use crate::search::SearchModel;
use crate::solution::Solver;
use board::SQUARE_PILES;

impl Policies for FourSquare {
    fn rule_policy(view: &View) -> Action {
        rule_policy::choose(*view.rules(), view.position())
    }

    fn playout_policy(rules: &Rules, position: &Position, _: &mut impl Chance) -> Action {
        playout_policy::choose(*rules, position)
    }

    fn candidates(rules: &Rules, position: &Position, candidates: &mut Vec<Candidate>) {
        candidates::append(*rules, position, candidates);
    }
}

impl SearchModel for FourSquare {
    const SOLVER: Option<Solver<Self>> =
        Some(|rules, position, budget| solver::solve(*rules, position, budget));

    /// The rank of the card in hand. Suits do not matter.
    fn private_information(_: &Rules, position: &Position) -> u32 {
        position.card().map_or(0, |card| card.rank().into())
    }

    /// With too few cards for a full square, the game is lost (FS-09, FS-10).
    fn exact_payoffs(_: &Rules, position: &Position, payoffs: &mut [i32]) -> bool {
        let piles = position.pile_board().count_ones();
        let lost = position.outcome() == Outcome::Playing
            && piles + 1 + (position.stock().len() as u32) < SQUARE_PILES;
        if lost {
            payoffs.fill(0);
        }
        lost
    }
}

impl NetModel for FourSquare {
    fn describe(rules: &Rules, position: &Position, _: &Recent, decision: &mut Decision) {
        inputs::describe(*rules, position, decision);
    }

    fn outcome(_: &Rules, payoffs: &[i32], _: Seat) -> [f32; 2] {
        inputs::outcome(payoffs)
    }
}
