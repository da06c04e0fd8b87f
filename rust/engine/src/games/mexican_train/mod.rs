//! Mexican Train, a domino game with a train for every player. `docs/rules/mexican_train.md` has
//! the rules.

mod actions;
mod deals;
mod hand;
mod in_play;
mod json;
mod knowledge;
mod longest_train;
mod moves;
mod notation;
mod numbers;
mod observe;
mod playable;
mod playout;
mod plays;
mod position;
mod refusals;
mod render;
mod rules;
mod setup;
mod tile;
mod words;

pub use hand::Hand;
pub use in_play::InPlay;
pub use knowledge::Knowledge;
pub use longest_train::{Doubles, LongestTrain, MAX_TILES, longest_train};
pub use moves::{Column, Move};
pub use notation::{Event, read_tile, read_tiles};
pub use numbers::{HIGHEST, NUMBERS, Number, Numbers};
pub use observe::Trail;
pub use position::{Position, TrainId};
pub use rules::{CloseOrder, FollowUp, Options, Rules, SEATS};
pub use tile::{TILES, Tile};

/// What one seat knows of a round.
pub type View = crate::round::View<MexicanTrain>;

/// Mexican Train as a [`Game`](crate::Game).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MexicanTrain;

impl crate::game::Game for MexicanTrain {
    const NAME: &'static str = "mexican_train";
    type Rules = Rules;
    type Position = Position;
}
