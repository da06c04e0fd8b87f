//! Dou Dizhu: a landlord against two or three peasants. `docs/rules/doudizhu.md` has the rules.

mod actions;
mod cards;
mod choices;
mod classify;
mod in_play;
mod json;
mod kickers;
mod kind;
mod knowledge;
mod min_plays;
mod moves;
mod notation;
mod observe;
mod play;
mod position;
pub mod ranks;
mod refusals;
mod render;
mod rules;
mod setup;
mod tricks;
mod words;

pub use cards::{BLACK, Cards, LETTERS, MAX_LIST_CHARS, RANKS, RED, Rank, letter};
pub use in_play::InPlay;
pub use kind::Kind;
pub use knowledge::Knowledge;
pub use min_plays::min_plays;
pub use moves::Move;
pub use notation::Event;
pub use observe::Trail;
pub use play::Play;
pub use position::{Bids, FaceUp, Phase, Position};
pub use rules::{AllPass, Auction, Options, PRESETS, Rules};
pub use setup::Beat;

/// What one seat knows of a round.
pub type View = crate::round::View<DouDizhu>;

/// Dou Dizhu as a [`Game`](crate::Game).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DouDizhu;

impl crate::game::Game for DouDizhu {
    const NAME: &'static str = "doudizhu";
    type Rules = Rules;
    type Position = Position;
}
