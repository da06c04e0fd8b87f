//! The action table: draws, groups, runs by length, lay-offs and discards.

use super::cards::{Card, Cards, DECK};
use super::meld::{HIGH_ACES, Meld, Run, card_at};
use super::moves::{Move, Place};
use super::rules::Ace;
use crate::ids::Action;

/// The id of a draw from the stock.
pub(super) const DRAW: Action = 0;
/// The id of a draw from the discard pile.
pub(super) const TAKE: Action = 1;
/// The id of the first group.
const GROUPS: Action = 2;
/// The sets of suits that form a group, in the order of their ids.
pub(super) const GROUPINGS: [u64; 5] = [0b0111, 0b1011, 0b1101, 0b1110, 0b1111];
/// The id of the first run.
const RUNS: Action = GROUPS + 13 * GROUPINGS.len() as Action;
/// The possible lengths of a run.
pub(super) const LENGTHS: std::ops::RangeInclusive<u8> = 3..=13;
/// The lowest card that can be laid off at the high end of a run: a four.
const FIRST_HIGH: u8 = 12;

/// The first id of each part of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ids {
    /// The runs of three, of four, and so on.
    runs: [Action; 11],
    group: Action,
    low: Action,
    high: Action,
    discard: Action,
    /// The number of ids.
    pub(super) count: Action,
}

impl Ids {
    /// The table for a given use of the ace.
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

    /// The id of a group, by its rank and the index of its suits in [`GROUPINGS`].
    #[inline]
    pub(super) const fn group(rank: u32, grouping: usize) -> Action {
        GROUPS + 5 * rank + grouping as Action
    }

    /// The id of a run.
    #[inline]
    pub(super) const fn run(&self, first: u8, length: u8) -> Action {
        self.runs[length as usize - 3] + first as Action
    }

    /// The id of a lay-off. For one at a high end, `at` is the card's place there.
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

/// The number of cards that a run of this length can start with.
const fn firsts(ace: Ace, length: u8) -> u8 {
    ace.places() - 4 * (length - 1)
}

/// The number of cards that can be laid off at the low end of a run: three more must follow.
const fn lowest(ace: Ace) -> u8 {
    firsts(ace, 4)
}

/// The place of a card that is laid off at a high end.
pub(super) const fn high_place(card: Card, ace: Ace) -> u8 {
    match ace {
        Ace::Both if card.rank() == 0 => HIGH_ACES + card.number(),
        _ => card.number(),
    }
}

/// The move with this id.
#[inline]
pub(super) fn to_move(ace: Ace, action: Action) -> Option<Move> {
    let ids = Ids::of(ace);
    // Each part ends where the next one starts.
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
    let lay_off = |card: u32, place| Move::LayOff { card: card_at(card as u8), place };
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

/// The id of a move, or `None` if it is not in the table.
pub(super) fn action(ace: Ace, chosen: Move) -> Option<Action> {
    let ids = Ids::of(ace);
    let id = match chosen {
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
    Some(id)
}
