//! Moves: draws, melds, lay-offs and discards.

use std::fmt;

use super::actions;
use super::cards::{Card, Cards};
use super::meld::Meld;
use super::notation;
use super::rules::Ace;
use crate::error::Error;
use crate::game::checked_length;
use crate::text::{excerpt, tokens, trimmed};
use crate::words::Sentence;

/// Where a card is laid off (RM-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// On the group of its rank.
    Group,
    /// At the low end of a run.
    Low,
    /// At the high end of a run.
    High,
}

impl Place {
    const ALL: [Self; 3] = [Self::Group, Self::Low, Self::High];

    /// Returns the name used in the texts of moves.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Group => "group",
            Self::Low => "low",
            Self::High => "high",
        }
    }
}

/// A draw, a meld, a lay-off or a discard.
///
/// ```
/// use oxideal_engine::game::Rules as _;
/// use oxideal_engine::rummy::{Move, Rules};
///
/// let chosen = Rules::default().parse("meld 7C 7D 7S")?;
/// assert!(matches!(chosen, Move::Meld(meld) if meld.cards().len() == 3));
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Draws the top card of the stock (RM-03).
    Draw,
    /// Takes the top card of the discard pile (RM-03).
    Take,
    /// Melds a group or a run (RM-08, RM-09).
    Meld(Meld),
    /// Lays off a card (RM-10).
    LayOff {
        /// The card.
        card: Card,
        /// Where it is laid off.
        place: Place,
    },
    /// Discards a card (RM-05).
    Discard(Card),
}

impl Move {
    /// Returns the name of the kind used in the API.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Take => "take",
            Self::Meld(_) => "meld",
            Self::LayOff { .. } => "lay_off",
            Self::Discard(_) => "discard",
        }
    }

    /// The cards that the move plays from the hand.
    pub(super) fn cards(self) -> Cards {
        match self {
            Self::Draw | Self::Take => Cards::NONE,
            Self::Meld(meld) => meld.cards(),
            Self::LayOff { card, .. } | Self::Discard(card) => card.alone(),
        }
    }

    /// The same cards in the order in which they are written.
    pub(super) fn in_order(self) -> Vec<Card> {
        if let Self::Meld(meld) = self { meld.in_order() } else { self.cards().into_iter().collect() }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("draw"),
            Self::Take => f.write_str("take"),
            Self::Meld(meld) => write!(f, "meld {meld}"),
            Self::LayOff { card, place } => write!(f, "{card}@{}", place.name()),
            Self::Discard(card) => write!(f, "discard {card}"),
        }
    }
}

/// Parses the text of a move.
pub(super) fn parse(ace: Ace, text: &str) -> Result<Move, Error> {
    let chosen = read_move(ace, checked_length(text)?)
        .ok_or_else(|| Sentence::new("rummy.not_a_move").with("text", excerpt(text)));
    chosen.and_then(|read| read).map_err(Error::InvalidMove)
}

/// Reads a move; the inner error is about its cards. `None` if the text is not a move.
fn read_move(ace: Ace, text: &str) -> Option<Result<Move, Sentence>> {
    let words: Vec<&str> = tokens(text).collect();
    let (&name, rest) = words.split_first()?;
    match (name.to_ascii_lowercase().as_str(), rest) {
        ("draw", []) => Some(Ok(Move::Draw)),
        ("take", []) => Some(Ok(Move::Take)),
        ("meld", [_, ..]) => Some(read_meld(ace, rest)),
        ("discard", [card]) => Some(notation::read_card(card).map(Move::Discard)),
        ("draw" | "take" | "meld" | "discard", _) => None,
        _ => read_lay_off(ace, text),
    }
}

fn read_lay_off(ace: Ace, text: &str) -> Option<Result<Move, Sentence>> {
    let (card, place) = text.split_once('@')?;
    let (card, place) = (trimmed(card), trimmed(place).to_ascii_lowercase());
    let place = Place::ALL.into_iter().find(|known| known.name() == place)?;
    let one = tokens(card).count() == 1;
    one.then(|| notation::read_card(card).and_then(|card| lay_off(ace, card, place)))
}

fn read_meld(ace: Ace, words: &[&str]) -> Result<Move, Sentence> {
    words.iter().try_for_each(|word| notation::read_card(word).map(drop))?;
    let cards = notation::read_each(words.iter().copied())?;
    notation::meld_of(cards, ace).map(|(_, meld)| Move::Meld(meld))
}

fn lay_off(ace: Ace, card: Card, place: Place) -> Result<Move, Sentence> {
    let chosen = Move::LayOff { card, place };
    match actions::action(ace, chosen) {
        Some(_) => Ok(chosen),
        None => Err(Sentence::new("rummy.cannot_extend_run").with("card", card).with("place", place.name())),
    }
}
