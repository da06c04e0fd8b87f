//! FourSquare, a solitaire with forty cards on a floating grid. `docs/rules/foursquare.md` has the
//! rules.

mod card;
mod cell;
mod flips;
mod json;
mod knowledge;
mod lines;
mod moves;
mod notation;
mod observe;
mod position;
mod render;
mod rules;
mod setup;
mod tops;
mod words;

pub use card::{Card, DECK, Rank};
pub use cell::{CELLS, Cell};
pub use flips::{Grid, flips};
pub use knowledge::Knowledge;
pub use notation::Event;
pub use position::{Outcome, Position};
pub use rules::Rules;

/// What the player knows of a round.
pub type View = crate::round::View<FourSquare>;

/// FourSquare as a [`Game`](crate::Game).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FourSquare;

impl crate::game::Game for FourSquare {
    const NAME: &'static str = "foursquare";
    type Rules = Rules;
    type Position = Position;
}
