//! The kinds of combinations.

/// The kind of a combination, in the order of the action ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// One card (DD-14).
    Single = 1,
    /// Two of a rank (DD-15).
    Pair,
    /// Three of a rank (DD-16).
    Triplet,
    /// A triplet and a card (DD-17).
    TripletWithCard,
    /// A triplet and a pair (DD-18).
    TripletWithPair,
    /// Single cards of consecutive rank (DD-19).
    Sequence,
    /// Pairs of consecutive rank (DD-20).
    SequenceOfPairs,
    /// Triplets of consecutive rank (DD-21).
    SequenceOfTriplets,
    /// Triplets of consecutive rank, each with a card (DD-22).
    SequenceOfTripletsWithCards,
    /// Triplets of consecutive rank, each with a pair (DD-23).
    SequenceOfTripletsWithPairs,
    /// Four of a rank and two cards (DD-24).
    QuadplexWithCards,
    /// Four of a rank and two pairs (DD-25).
    QuadplexWithPairs,
    /// Four or more of a rank and nothing else (DD-28). A quadplex is not a bomb (DD-26).
    Bomb,
    /// All jokers (DD-29).
    Rocket,
}

/// The number of kinds.
pub(super) const KINDS: usize = Kind::ALL.len();

/// The cards per rank in the main part of a kind, and the cards per kicker. A table, because the
/// kind to beat is unpredictable for a branch.
static SHAPES: [(u8, u8); 16] = {
    let mut shapes = [(0, 0); 16];
    let mut place = 0;
    while place < KINDS {
        let kind = Kind::ALL[place];
        shapes[kind as usize] = match kind {
            Kind::Single | Kind::Sequence | Kind::Rocket => (1, 0),
            Kind::Pair | Kind::SequenceOfPairs => (2, 0),
            Kind::Triplet | Kind::SequenceOfTriplets => (3, 0),
            Kind::TripletWithCard | Kind::SequenceOfTripletsWithCards => (3, 1),
            Kind::TripletWithPair | Kind::SequenceOfTripletsWithPairs => (3, 2),
            Kind::QuadplexWithCards => (4, 1),
            Kind::QuadplexWithPairs => (4, 2),
            Kind::Bomb => (4, 0),
        };
        place += 1;
    }
    shapes
};

impl Kind {
    /// All kinds, in order.
    pub const ALL: [Self; 14] = [
        Self::Single,
        Self::Pair,
        Self::Triplet,
        Self::TripletWithCard,
        Self::TripletWithPair,
        Self::Sequence,
        Self::SequenceOfPairs,
        Self::SequenceOfTriplets,
        Self::SequenceOfTripletsWithCards,
        Self::SequenceOfTripletsWithPairs,
        Self::QuadplexWithCards,
        Self::QuadplexWithPairs,
        Self::Bomb,
        Self::Rocket,
    ];

    /// The kind with this number, 1 to 14.
    #[inline]
    pub(super) const fn numbered(number: u8) -> Self {
        match number {
            1 => Self::Single,
            2 => Self::Pair,
            3 => Self::Triplet,
            4 => Self::TripletWithCard,
            5 => Self::TripletWithPair,
            6 => Self::Sequence,
            7 => Self::SequenceOfPairs,
            8 => Self::SequenceOfTriplets,
            9 => Self::SequenceOfTripletsWithCards,
            10 => Self::SequenceOfTripletsWithPairs,
            11 => Self::QuadplexWithCards,
            12 => Self::QuadplexWithPairs,
            13 => Self::Bomb,
            _ => Self::Rocket,
        }
    }

    /// Returns the name used in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Pair => "pair",
            Self::Triplet => "triplet",
            Self::TripletWithCard => "triplet_with_card",
            Self::TripletWithPair => "triplet_with_pair",
            Self::Sequence => "sequence",
            Self::SequenceOfPairs => "sequence_of_pairs",
            Self::SequenceOfTriplets => "sequence_of_triplets",
            Self::SequenceOfTripletsWithCards => "sequence_of_triplets_with_cards",
            Self::SequenceOfTripletsWithPairs => "sequence_of_triplets_with_pairs",
            Self::QuadplexWithCards => "quadplex_with_cards",
            Self::QuadplexWithPairs => "quadplex_with_pairs",
            Self::Bomb => "bomb",
            Self::Rocket => "rocket",
        }
    }

    /// The number of cards per rank in the main part: the minimum for a bomb, 1 for a rocket.
    #[inline]
    pub(super) const fn each(self) -> u8 {
        SHAPES[self as usize & 15].0
    }

    /// The number of cards per kicker: 2 for a pair, 1 for a card, 0 if the kind takes none.
    #[inline]
    pub(super) const fn attached_each(self) -> u8 {
        SHAPES[self as usize & 15].1
    }

    /// The number of kickers attached to a main part of this length.
    pub(super) const fn attached_times(self, length: u8) -> u8 {
        match (self.attached_each(), self.each()) {
            (0, _) => 0,
            (_, 4) => 2,
            _ => length,
        }
    }
}
