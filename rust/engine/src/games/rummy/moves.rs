//! One action: a draw, a meld, a lay-off, a discard. And the table of all of them.

use std::fmt;

use super::cards::{Card, Cards, DECK};
use super::meld::{HIGH_ACES, Meld, Run};
use super::notation;
use super::rules::Ace;
use crate::error::Error;
use crate::ids::Action;
use crate::text::{quoted, tokens, too_long, trimmed};

/// Where a card is laid off (RM-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// With the group of its rank.
    Group,
    /// At the low end of a run.
    Low,
    /// At the high end of a run.
    High,
}

impl Place {
    const ALL: [Self; 3] = [Self::Group, Self::Low, Self::High];

    /// As programs write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Group => "group",
            Self::Low => "low",
            Self::High => "high",
        }
    }
}

/// One action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The top card of the stock is drawn (RM-03).
    Draw,
    /// The top card of the discard pile is drawn (RM-03).
    Take,
    /// A group or a run is laid down (RM-08, RM-09).
    Meld(Meld),
    /// A card is laid off (RM-10).
    LayOff {
        /// The card.
        card: Card,
        /// Where it goes.
        place: Place,
    },
    /// A card is discarded (RM-05).
    Discard(Card),
}

impl Move {
    /// The cards that it plays from the hand.
    pub(super) fn cards(self) -> Cards {
        match self {
            Self::Draw | Self::Take => Cards::NONE,
            Self::Meld(meld) => meld.cards(),
            Self::LayOff { card, .. } | Self::Discard(card) => card.alone(),
        }
    }

    /// The same in the order in which they are written.
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

/// The id of a draw from the stock.
pub(super) const DRAW: Action = 0;
/// The id of a draw from the discard pile.
pub(super) const TAKE: Action = 1;
/// The id of the first group.
const GROUPS: Action = 2;
/// The cards of a rank that make a group, in the order of their ids.
pub(super) const GROUPINGS: [u64; 5] = [0b0111, 0b1011, 0b1101, 0b1110, 0b1111];
/// The id of the first run.
const RUNS: Action = GROUPS + 13 * GROUPINGS.len() as Action;
/// The lengths that a run can have.
pub(super) const LENGTHS: std::ops::RangeInclusive<u8> = 3..=13;
/// The lowest card that goes to the high end of a run is a four.
const FIRST_HIGH: u8 = 12;

/// Where each part of the table begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ids {
    /// The runs of three, of four, and so on.
    runs: [Action; 11],
    group: Action,
    low: Action,
    high: Action,
    discard: Action,
    /// How many ids there are.
    pub(super) count: Action,
}

impl Ids {
    /// The table where the ace stands there.
    #[inline]
    pub(super) const fn of(ace: Ace) -> &'static Self {
        const LOW: Ids = Ids::new(Ace::Low);
        const BOTH: Ids = Ids::new(Ace::Both);
        match ace {
            Ace::Low => &LOW,
            Ace::Both => &BOTH,
        }
    }

    const fn new(ace: Ace) -> Self {
        let mut runs = [0; 11];
        let mut next = RUNS;
        let mut index = 0;
        while index < runs.len() {
            runs[index] = next;
            next += firsts(ace, index as u8 + 3) as Action;
            index += 1;
        }
        let group = next;
        let low = group + DECK as Action;
        let high = low + lowest(ace) as Action;
        let discard = high + (ace.places() - FIRST_HIGH) as Action;
        Self { runs, group, low, high, discard, count: discard + DECK as Action }
    }

    /// The id of a group, by its rank and the place of its cards among the [`GROUPINGS`].
    #[inline]
    pub(super) const fn group(rank: u32, grouping: usize) -> Action {
        GROUPS + 5 * rank + grouping as Action
    }

    /// The id of a run.
    #[inline]
    pub(super) const fn run(&self, first: u8, length: u8) -> Action {
        self.runs[length as usize - 3] + first as Action
    }

    /// The id of a lay-off; of one at a high end by the place there.
    #[inline]
    pub(super) const fn lay_off(&self, at: u8, place: Place) -> Action {
        at as Action
            + match place {
                Place::Group => self.group,
                Place::Low => self.low,
                Place::High => self.high - FIRST_HIGH as Action,
            }
    }

    /// The id of a discard.
    #[inline]
    pub(super) const fn discard(&self, card: u8) -> Action {
        self.discard + card as Action
    }
}

/// With how many cards a run of this length can begin.
const fn firsts(ace: Ace, length: u8) -> u8 {
    ace.places() - 4 * (length - 1)
}

/// How many cards can go to the low end of a run: three others come after them.
const fn lowest(ace: Ace) -> u8 {
    firsts(ace, 4)
}

/// The place at which a card goes to a high end.
pub(super) const fn high_place(card: Card, ace: Ace) -> u8 {
    match ace {
        Ace::Both if card.rank() == 0 => HIGH_ACES + card.number(),
        _ => card.number(),
    }
}

/// The move with this id.
pub(super) fn to_move(ace: Ace, action: Action) -> Option<Move> {
    let ids = Ids::of(ace);
    // Each part ends where the next one begins.
    let within = |start: Action, end: Action| (start..end).contains(&action).then(|| action - start);
    if let Some(at) = within(GROUPS, RUNS) {
        let cards = GROUPINGS[at as usize % 5] << (4 * (at / 5));
        return Some(Move::Meld(Meld::Group(Cards::from_bits(cards))));
    }
    if action >= RUNS && action < ids.group {
        let index = ids.runs.partition_point(|&start| start <= action) - 1;
        let run = Run::new((action - ids.runs[index]) as u8, index as u8 + 3);
        return Some(Move::Meld(Meld::Run(run)));
    }
    let lay_off = |card: u32, place| Move::LayOff { card: super::meld::card_at(card as u8), place };
    match action {
        DRAW => Some(Move::Draw),
        TAKE => Some(Move::Take),
        _ if action < ids.low => Some(lay_off(action - ids.group, Place::Group)),
        _ if action < ids.high => Some(lay_off(action - ids.low, Place::Low)),
        _ if action < ids.discard => Some(lay_off(action - ids.high + Action::from(FIRST_HIGH), Place::High)),
        _ if action < ids.count => Some(Move::Discard(Card::numbered((action - ids.discard) as u8))),
        _ => None,
    }
}

/// The id of a move; `None` for one that is not in the table.
pub(super) fn action(ace: Ace, chosen: Move) -> Option<Action> {
    let ids = Ids::of(ace);
    let known = match chosen {
        Move::Draw => DRAW,
        Move::Take => TAKE,
        Move::Meld(Meld::Group(cards)) => {
            let rank = u32::from(cards.first()?.rank());
            let grouping = GROUPINGS.iter().position(|&grouping| grouping == cards.bits() >> (4 * rank))?;
            Ids::group(rank, grouping)
        }
        Move::Meld(Meld::Run(run)) => {
            (run.last() < ace.places()).then(|| ids.run(run.first(), run.length()))?
        }
        Move::LayOff { card, place } => {
            let at = match place {
                Place::Group => card.number(),
                Place::Low => Some(card.number()).filter(|&card| card < lowest(ace))?,
                Place::High => Some(high_place(card, ace)).filter(|&place| place >= FIRST_HIGH)?,
            };
            ids.lay_off(at, place)
        }
        Move::Discard(card) => ids.discard(card.number()),
    };
    Some(known)
}

/// The move that a text names.
pub(super) fn parse(ace: Ace, text: &str) -> Result<Move, Error> {
    if let Some(length) = too_long(text, 1000) {
        let wrong = format!("a move's text has at most 1000 characters, this one has {length}");
        return Err(Error::InvalidMove(wrong));
    }
    let chosen = read_move(ace, text).ok_or_else(|| {
        format!(
            "{} names no move: write \"draw\", \"take\", \"meld 7C 7D 7S\", \"7S@group\", \"7S@low\", \"7S@high\" or \
             \"discard 7S\"",
            quoted(text)
        )
    });
    chosen.and_then(|read| read).map_err(Error::InvalidMove)
}

/// The move, or what is wrong with its cards; `None` for a text that is no move's.
fn read_move(ace: Ace, text: &str) -> Option<Result<Move, String>> {
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

fn read_lay_off(ace: Ace, text: &str) -> Option<Result<Move, String>> {
    let (card, place) = text.split_once('@')?;
    let (card, place) = (trimmed(card), trimmed(place).to_ascii_lowercase());
    let place = Place::ALL.into_iter().find(|known| known.name() == place)?;
    let one = tokens(card).count() == 1;
    one.then(|| notation::read_card(card).and_then(|card| lay_off(ace, card, place)))
}

fn read_meld(ace: Ace, words: &[&str]) -> Result<Move, String> {
    words.iter().try_for_each(|word| notation::read_card(word).map(drop))?;
    notation::read_meld(&words.join(" "), ace).map(|(_, meld)| Move::Meld(meld))
}

fn lay_off(ace: Ace, card: Card, place: Place) -> Result<Move, String> {
    let chosen = Move::LayOff { card, place };
    match action(ace, chosen) {
        Some(_) => Ok(chosen),
        None => Err(format!("{card} never goes to the {} end of a run", place.name())),
    }
}
