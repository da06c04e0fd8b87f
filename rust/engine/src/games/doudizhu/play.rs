//! Combinations, and when one beats another.

use std::fmt;

use super::cards::{Cards, ONES, RED, Rank};
use super::kind::Kind;
use crate::ids::{RuleId, rule};

/// A combination: some cards in one reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Play {
    /// All cards, kickers included.
    pub(super) cards: Cards,
    pub(super) kind: Kind,
    /// The number of consecutive ranks in the main part; for a bomb, its number of cards.
    pub(super) size: u8,
    /// The lowest rank of the main part; for a rocket, the red joker.
    pub(super) start: Rank,
}

impl Play {
    /// Creates a combination from a main part and the attached cards. For rockets, use
    /// [`rocket`](Self::rocket).
    #[inline]
    #[must_use]
    pub fn new(kind: Kind, size: u8, start: Rank, attached: Cards) -> Self {
        Self { cards: main_part(kind, size, start) + attached, kind, size, start }
    }

    /// Returns the rocket: all jokers (DD-29).
    #[must_use]
    pub const fn rocket(jokers: Cards) -> Self {
        Self { cards: jokers, kind: Kind::Rocket, size: 1, start: RED }
    }

    /// Returns the kind.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns all cards, attached ones included.
    #[must_use]
    pub const fn cards(&self) -> Cards {
        self.cards
    }

    /// Returns the main part: the cards that are compared.
    #[must_use]
    pub fn main(&self) -> Cards {
        if self.kind == Kind::Rocket { self.cards } else { main_part(self.kind, self.size, self.start) }
    }

    /// Returns the cards attached to the main part.
    #[must_use]
    pub fn attached(&self) -> Cards {
        self.cards - self.main()
    }

    /// Returns the number of consecutive ranks in the main part.
    #[must_use]
    pub const fn length(&self) -> u8 {
        match self.kind {
            Kind::Bomb => 1,
            _ => self.size,
        }
    }

    /// Returns the highest rank of the main part.
    #[must_use]
    pub const fn rank(&self) -> Rank {
        self.start + self.length() - 1
    }

    /// Returns whether this combination may be played on `other` (DD-11, DD-28, DD-29).
    #[inline]
    #[must_use]
    pub fn beats(&self, other: &Self) -> bool {
        match (self.kind, other.kind) {
            (_, Kind::Rocket) => false,
            (Kind::Bomb, Kind::Bomb) => (self.size, self.start) > (other.size, other.start),
            (Kind::Bomb | Kind::Rocket, _) => true,
            (kind, others) => kind == others && self.size == other.size && self.start > other.start,
        }
    }

    /// Returns the rule and the reason why this does not beat `other`, or `None` if it does.
    #[must_use]
    pub fn why_not(&self, other: &Self) -> Option<(RuleId, String)> {
        if self.beats(other) {
            return None;
        }
        Some(match (self.kind, other.kind) {
            (_, Kind::Rocket) => (rule!("DD-29"), "nothing beats a rocket".into()),
            (Kind::Bomb, Kind::Bomb) if self.size < other.size => (
                rule!("DD-28"),
                format!("a bomb of {} cards does not beat a bomb of {}", self.size, other.size),
            ),
            (Kind::Bomb, Kind::Bomb) => (rule!("DD-28"), format!("{self} does not beat {other}")),
            (_, Kind::Bomb) => (rule!("DD-28"), "only a higher bomb or a rocket beats a bomb".into()),
            (kind, others) if kind != others => {
                (rule!("DD-11"), format!("{} does not beat {}", kind.with_article(), others.with_article()))
            }
            _ if self.size != other.size => {
                (rule!("DD-11"), format!("{self} does not beat {other}: the lengths differ"))
            }
            _ => (rule!("DD-11"), format!("{self} does not beat {other}")),
        })
    }
}

/// The cards of a main part; not for rockets.
#[inline]
pub(super) const fn main_part(kind: Kind, size: u8, start: Rank) -> Cards {
    if matches!(kind, Kind::Bomb) {
        return Cards::of(start, size);
    }
    let each = kind.each() as u64;
    Cards(((ONES & ((1 << (4 * size)) - 1)) * each) << (4 * start))
}

/// The main part, then a space and the attached cards, if any.
impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.main())?;
        let attached = self.attached();
        if attached.is_empty() { Ok(()) } else { write!(f, " {attached}") }
    }
}
