//! Dou Dizhu, the climbing game of one landlord against the others. `docs/rules/doudizhu.md` explains the rules.

mod cards;
mod choices;
mod classify;
mod draw;
mod kickers;
mod kind;
mod min_plays;
mod moves;
mod observe;
mod play;
mod position;
pub mod ranks;
mod rules;
mod setup;
mod table;
mod view;

pub use cards::{BLACK, Cards, LETTERS, LONGEST_LIST, RANKS, RED, Rank, letter};
pub use kind::Kind;
pub use min_plays::min_plays;
pub use moves::Move;
pub use observe::Trail;
pub use play::Play;
pub use position::{Bids, FaceUp, Phase, Position};
pub use rules::{AllPass, Options, PRESETS, Rules};
pub use setup::{Beat, InPlay, Setup};
pub use view::{View, Witness};

/// The game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DouDizhu;

impl crate::Game for DouDizhu {
    const NAME: &'static str = "doudizhu";
    type Rules = Rules;
    type Position = Position;
    type View = View;
}
