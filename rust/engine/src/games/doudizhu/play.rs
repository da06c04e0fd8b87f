//! Combinations, and when one beats another.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;

use super::cards::{Cards, ONES, RED, Rank, letter};
use super::kind::Kind;
use crate::error::Refusal;
use crate::ids::{RuleId, rule};

/// A combination: some cards in one reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// All cards, kickers included.
    pub(super) cards: Cards,
    form: Form,
}

/// The kind of a combination, its size (the number of consecutive ranks in the main part; for a
/// bomb, its number of cards) and the lowest rank of the main part (for a rocket, the red joker).
///
/// One number, from the most significant byte to the least. So a combination fits two registers,
/// and a higher number is what beats a lower one.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Form(NonZeroU32);

impl Form {
    #[inline]
    const fn new(kind: Kind, size: u8, start: Rank) -> Self {
        let number = (kind as u32) << 16 | (size as u32) << 8 | start as u32;
        // No kind is 0.
        Self(NonZeroU32::MIN.saturating_add(number - 1))
    }

    #[inline]
    const fn kind(self) -> Kind {
        Kind::numbered((self.0.get() >> 16) as u8)
    }

    #[inline]
    const fn size(self) -> u8 {
        (self.0.get() >> 8) as u8
    }

    #[inline]
    const fn start(self) -> Rank {
        self.0.get() as Rank
    }
}

impl Play {
    /// Creates a combination from a main part and the attached cards. For rockets, use
    /// [`rocket`](Self::rocket).
    #[inline]
    #[must_use]
    pub fn new(kind: Kind, size: u8, start: Rank, attached: Cards) -> Self {
        Self::of_cards(main_part(kind, size, start) + attached, kind, size, start)
    }

    /// Creates a combination from all its cards.
    #[inline]
    pub(super) const fn of_cards(cards: Cards, kind: Kind, size: u8, start: Rank) -> Self {
        Self { cards, form: Form::new(kind, size, start) }
    }

    /// A single card, a pair or a triplet: `each` cards of a rank. Their kinds have these numbers.
    #[inline]
    pub(super) const fn alike(each: u8, rank: Rank) -> Self {
        let form = (each as u32) << 16 | 1 << 8 | rank as u32;
        Self { cards: Cards::of(rank, each), form: Form(NonZeroU32::MIN.saturating_add(form - 1)) }
    }

    /// A triplet with `each` cards of another rank, 1 or 2. Their kinds have the numbers 4 and 5.
    #[inline]
    pub(super) const fn triplet_with(each: u8, start: Rank, kicker: Rank) -> Self {
        let form = (Kind::Triplet as u32 + each as u32) << 16 | 1 << 8 | start as u32;
        let cards = Cards(Cards::of(start, 3).0 | Cards::of(kicker, each).0);
        Self { cards, form: Form(NonZeroU32::MIN.saturating_add(form - 1)) }
    }

    /// The number of cards, if this is a single card, a pair or a triplet.
    #[inline]
    pub(super) const fn count_alike(&self) -> Option<u8> {
        let number = self.form.0.get() >> 16;
        if number <= Kind::Triplet as u32 { Some(number as u8) } else { None }
    }

    /// Returns the rocket: all jokers (DD-29).
    #[must_use]
    pub const fn rocket(jokers: Cards) -> Self {
        Self::of_cards(jokers, Kind::Rocket, 1, RED)
    }

    /// Returns the kind.
    #[inline]
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.form.kind()
    }

    /// The number of consecutive ranks in the main part; for a bomb, its number of cards.
    #[inline]
    pub(super) const fn size(&self) -> u8 {
        self.form.size()
    }

    /// The lowest rank of the main part; for a rocket, the red joker.
    #[inline]
    pub(super) const fn start(&self) -> Rank {
        self.form.start()
    }

    /// Returns all cards, attached ones included.
    #[inline]
    #[must_use]
    pub const fn cards(&self) -> Cards {
        self.cards
    }

    /// Returns the main part: the cards that are compared.
    #[inline]
    #[must_use]
    pub fn main(&self) -> Cards {
        match self.kind() {
            Kind::Rocket => self.cards,
            kind => main_part(kind, self.size(), self.start()),
        }
    }

    /// Returns the cards attached to the main part.
    #[inline]
    #[must_use]
    pub fn attached(&self) -> Cards {
        self.cards - self.main()
    }

    /// Returns the number of consecutive ranks in the main part.
    #[inline]
    #[must_use]
    pub const fn length(&self) -> u8 {
        match self.kind() {
            Kind::Bomb => 1,
            _ => self.size(),
        }
    }

    /// Returns the highest rank of the main part.
    #[inline]
    #[must_use]
    pub const fn rank(&self) -> Rank {
        self.start() + self.length() - 1
    }

    /// Returns whether this combination may be played on `other` (DD-11, DD-28, DD-29).
    #[inline]
    #[must_use]
    pub fn beats(&self, other: &Self) -> bool {
        // Bombs and rockets beat whatever is lower: more cards come before the rank. Others must
        // have the same kind and size.
        let (mine, others) = (self.form.0.get(), other.form.0.get());
        mine > others && (self.kind() >= Kind::Bomb || mine >> 8 == others >> 8)
    }

    /// Returns the rule and the reason why this does not beat `other`, or `None` if it does.
    #[must_use]
    pub fn why_not(&self, other: &Self) -> Option<Refusal> {
        if self.beats(other) {
            return None;
        }
        let (size, others) = (self.size(), other.size());
        Some(match (self.kind(), other.kind()) {
            (_, Kind::Rocket) => Refusal::new(rule!("DD-29"), "doudizhu.nothing_beats_rocket"),
            (Kind::Bomb, Kind::Bomb) if size < others => {
                Refusal::new(rule!("DD-28"), "doudizhu.bomb_too_small")
                    .with("cards", size)
                    .with("others", others)
            }
            (Kind::Bomb, Kind::Bomb) => self.rank_too_low(rule!("DD-28"), other),
            (_, Kind::Bomb) => Refusal::new(rule!("DD-28"), "doudizhu.only_bomb_beats_bomb"),
            (kind, others) if kind != others => Refusal::new(rule!("DD-11"), "doudizhu.kind_does_not_beat")
                .with("kind", kind.name())
                .with("other", others.name()),
            _ if size != others => Refusal::new(rule!("DD-11"), "doudizhu.lengths_differ")
                .with("play", self)
                .with("other", other),
            _ => self.rank_too_low(rule!("DD-11"), other),
        })
    }

    fn rank_too_low(&self, rule: RuleId, other: &Self) -> Refusal {
        Refusal::new(rule, "doudizhu.does_not_beat")
            .with("play", self)
            .with("other", other)
            .with("needed", letter(other.rank()))
            .with("rank", letter(self.rank()))
    }
}

/// A search's deals depend on this hash, so it must not change.
impl Hash for Play {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.cards, self.kind(), self.size(), self.start()).hash(hasher);
    }
}

impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.kind(), self.size(), self.start()).fmt(f)
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
