//! The options of Rummy and the rules made from them.

use super::actions;
use super::moves::{self, Move};
use crate::error::Error;
use crate::game::{self, FieldSource, FieldValue, FieldValues};
use crate::ids::Action;

/// The maximum number of players.
pub const SEATS: usize = 6;

/// The place of the ace in a run (RM-01, RM-15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ace {
    /// Only before the two.
    #[default]
    Low,
    /// Before the two or after the king.
    Both,
}

impl Ace {
    /// Returns the name used in rules and texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Both => "both",
        }
    }

    /// Returns the value with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Low, Self::Both].into_iter().find(|known| known.name() == name)
    }

    /// Returns the points of an ace (RM-13, RM-15).
    #[must_use]
    pub const fn points(self) -> u32 {
        match self {
            Self::Low => 1,
            Self::Both => 15,
        }
    }

    /// The number of places in the runs of all suits: one per card and per high ace.
    #[inline]
    pub(super) const fn places(self) -> u8 {
        match self {
            Self::Low => 52,
            Self::Both => 56,
        }
    }
}

/// The options of the rules. The default is the plain game.
///
/// ```
/// use oxideal_engine::rummy::{Options, Rules};
///
/// let rules = Rules::new(Options { players: 4, ..Options::default() })?;
/// assert_eq!(rules.hand_size(), 7);
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of players, 2 to 6 (RM-01).
    pub players: u32,
    /// The number of cards each player is dealt (RM-02); `None` for the usual number.
    pub hand_size: Option<u32>,
    /// The place of the ace in a run, and its points (RM-15).
    pub ace: Ace,
    /// Whether the last card must be a discard (RM-12).
    pub must_discard_out: bool,
    /// The number of turns after which the round is void (RM-17).
    pub turn_limit: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { players: 2, hand_size: None, ace: Ace::Low, must_discard_out: false, turn_limit: 1000 }
    }
}

/// The rules of a game.
///
/// ```
/// use oxideal_engine::rummy::{Ace, Rules};
///
/// assert_eq!(Rules::default().ace(), Ace::Low);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    players: u8,
    hand_size: u8,
    ace: Ace,
    must_discard_out: bool,
    turn_limit: u16,
}

impl Rules {
    /// Creates rules from checked options.
    ///
    /// # Errors
    /// Returns [`Error::InvalidRules`] if an option is out of range, or the options do not fit
    /// together.
    pub fn new(options: Options) -> Result<Self, Error> {
        let Options { players, hand_size, ace, must_discard_out, turn_limit } = options;
        let mut values = vec![
            ("players", FieldValue::Integer(players.into())),
            ("ace", FieldValue::Text(ace.name().into())),
            ("must_discard_out", FieldValue::Boolean(must_discard_out)),
            ("turn_limit", FieldValue::Integer(turn_limit.into())),
        ];
        values.extend(hand_size.map(|size| ("hand_size", FieldValue::Integer(size.into()))));
        game::Rules::from_fields(&mut FieldValues(values))
    }

    /// Returns the number of players.
    #[inline]
    #[must_use]
    pub const fn seats(self) -> u8 {
        self.players
    }

    /// Returns the number of cards each player is dealt.
    #[must_use]
    pub const fn hand_size(self) -> u8 {
        self.hand_size
    }

    /// Returns the place of the ace in a run.
    #[inline]
    #[must_use]
    pub const fn ace(self) -> Ace {
        self.ace
    }

    /// Returns whether the last card must be a discard.
    #[inline]
    #[must_use]
    pub const fn must_discard_out(self) -> bool {
        self.must_discard_out
    }

    /// Returns the number of turns after which the round is void.
    #[inline]
    #[must_use]
    pub const fn turn_limit(self) -> u16 {
        self.turn_limit
    }

    /// The seat after `seat` (RM-02).
    #[inline]
    pub(super) const fn next(self, seat: u8) -> u8 {
        if seat + 1 == self.players { 0 } else { seat + 1 }
    }

    /// The seat before `seat`.
    pub(super) const fn before(self, seat: u8) -> u8 {
        if seat == 0 { self.players - 1 } else { seat - 1 }
    }
}

/// The highest turn limit.
const MAX_TURN_LIMIT: u16 = 10_000;

/// The usual number of cards to deal (RM-02).
const fn usual_hand_size(players: u8) -> u8 {
    match players {
        2 => 10,
        3 | 4 => 7,
        _ => 6,
    }
}

/// The most cards that every player can be dealt, with one left to turn up.
const fn max_hand_size(players: u8) -> u8 {
    51 / players
}

impl Default for Rules {
    fn default() -> Self {
        Self { players: 2, hand_size: 10, ace: Ace::Low, must_discard_out: false, turn_limit: 1000 }
    }
}

impl game::Rules for Rules {
    type Move = Move;

    const ACTION_TABLE_VERSION: u32 = 1;

    const FIELDS: &'static [&'static str] =
        &["players", "hand_size", "ace", "must_discard_out", "turn_limit"];

    fn from_fields<S: FieldSource>(source: &mut S) -> Result<Self, S::Error> {
        let plain = Self::default();
        let wanted = "players must be 2 to 6";
        let players = source.integer("players")?.within(wanted, 2, SEATS as u8)?.unwrap_or(plain.players);
        let most = max_hand_size(players);
        let wanted = format!("hand_size must be 1 to {most}");
        let hand_size = source.optional_integer("hand_size")?.within(&wanted, 1, most)?;
        let ace = source.text("ace")?.one_of("ace must be \"low\" or \"both\"", Ace::named, plain.ace)?;
        let must_discard_out = source.boolean("must_discard_out")?;
        let must_discard_out = must_discard_out.boolean("must_discard_out", plain.must_discard_out)?;
        let wanted = "turn_limit must be 1 to 10000";
        let turn_limit = source.integer("turn_limit")?.within(wanted, 1, MAX_TURN_LIMIT)?;
        Ok(Self {
            players,
            hand_size: hand_size.unwrap_or(usual_hand_size(players)),
            ace,
            must_discard_out,
            turn_limit: turn_limit.unwrap_or(plain.turn_limit),
        })
    }

    fn fields(&self) -> Vec<FieldValue> {
        vec![
            FieldValue::Integer(self.players.into()),
            FieldValue::Integer(self.hand_size.into()),
            FieldValue::Text(self.ace.name().into()),
            FieldValue::Boolean(self.must_discard_out),
            FieldValue::Integer(self.turn_limit.into()),
        ]
    }

    fn defaults(&self) -> Vec<Option<FieldValue>> {
        let mut defaults: Vec<_> = Self::default().fields().into_iter().map(Some).collect();
        defaults[1] = Some(FieldValue::Integer(usual_hand_size(self.players).into()));
        defaults
    }

    fn players(&self) -> usize {
        self.players.into()
    }

    fn num_actions(&self) -> Action {
        actions::Ids::of(self.ace).count
    }

    #[inline]
    fn to_move(&self, action: Action) -> Option<Move> {
        actions::to_move(self.ace, action)
    }

    fn action(&self, chosen: Move) -> Option<Action> {
        actions::action(self.ace, chosen)
    }

    fn parse(&self, text: &str) -> Result<Move, Error> {
        moves::parse(self.ace, text)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let flags = u8::from(self.ace == Ace::Both) | u8::from(self.must_discard_out) << 1;
        let [low, high] = self.turn_limit.to_le_bytes();
        vec![self.players, self.hand_size, flags, low, high]
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let &[players, hand_size, flags @ 0..4, low, high] = bytes else { return None };
        let ace = if flags & 1 == 1 { Ace::Both } else { Ace::Low };
        let options = Options {
            players: players.into(),
            hand_size: Some(hand_size.into()),
            ace,
            must_discard_out: flags & 2 != 0,
            turn_limit: u16::from_le_bytes([low, high]).into(),
        };
        Self::new(options).ok()
    }
}
