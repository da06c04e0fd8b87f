//! Basic Rummy. `docs/rules/rummy.md` has the rules.

mod actions;
mod best_partition;
mod cards;
mod in_play;
mod json;
mod knowledge;
mod meld;
mod melds;
mod moves;
mod notation;
mod observe;
mod partition;
mod piles;
mod position;
mod refusals;
mod render;
mod rules;
mod setup;
mod table;
mod words;

pub use cards::{Card, Cards, DECK, listed};
pub use in_play::InPlay;
pub use knowledge::Knowledge;
pub use meld::Meld;
pub use melds::{count_melds, lay_offs, melds};
pub use moves::{Move, Place};
pub use notation::{Event, read_card, read_cards, read_each, read_sets, read_table};
pub use observe::Trail;
pub use partition::{Partition, best_partition, least_left};
pub use position::Position;
pub use rules::{Ace, Options, Rules, SEATS};
pub use table::Table;

/// What one seat knows of a round.
pub type View = crate::round::View<Rummy>;

/// Rummy as a [`Game`](crate::Game).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rummy;

impl crate::game::Game for Rummy {
    const NAME: &'static str = "rummy";
    type Rules = Rules;
    type Position = Position;
}
