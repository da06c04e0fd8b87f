//! The options of Mexican Train and the rules made from them.

use super::actions;
use super::moves::{self, Move};
use super::numbers::{HIGHEST, Number};
use super::tile::{Tile, tiles};
use crate::error::Error;
use crate::game::{self, FieldSource, FieldValue, FieldValues};
use crate::ids::Action;

/// The maximum number of players.
pub const SEATS: usize = 12;

/// Where a tile may be played after a double (MT-18).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FollowUp {
    /// On the double, or on any train available to the player.
    #[default]
    Available,
    /// Only on the double, unless the tile is a double too.
    Double,
}

/// Which of several open doubles must be closed first (MT-23).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CloseOrder {
    /// The one played first.
    #[default]
    Laid,
    /// The one played last.
    Reverse,
}

impl FollowUp {
    /// Returns the name used in rules and texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Available => "available",
            Self::Double => "double",
        }
    }

    /// Returns the value with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Available, Self::Double].into_iter().find(|known| known.name() == name)
    }
}

impl CloseOrder {
    /// Returns the name used in rules and texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Laid => "laid",
            Self::Reverse => "reverse",
        }
    }

    /// Returns the value with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Laid, Self::Reverse].into_iter().find(|known| known.name() == name)
    }
}

/// The options of the rules. The default is the plain game.
///
/// ```
/// use oxideal_engine::mexican_train::{Options, Rules};
///
/// let rules = Rules::new(Options { set: 9, ..Options::default() })?;
/// assert_eq!(rules.tile_count(), 55);
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of players, 2 to 12 (MT-02).
    pub players: u32,
    /// The highest number on a tile (MT-01).
    pub set: u32,
    /// The number of the double in the hub (MT-05); `None` for the highest.
    pub engine: Option<u32>,
    /// The number of tiles each player draws (MT-04); `None` for the usual number.
    pub hand_size: Option<u32>,
    /// Where a tile may be played after a double (MT-18).
    pub follow_up: FollowUp,
    /// Which of several open doubles must be closed first (MT-23).
    pub close_order: CloseOrder,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            players: 4,
            set: 12,
            engine: None,
            hand_size: None,
            follow_up: FollowUp::Available,
            close_order: CloseOrder::Laid,
        }
    }
}

/// The rules of a game.
///
/// ```
/// use oxideal_engine::mexican_train::Rules;
///
/// let rules = Rules::default();
/// assert_eq!(rules.hub().to_string(), "12-12");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    players: u8,
    set: Number,
    engine: Number,
    hand_size: u8,
    follow_up: FollowUp,
    close_order: CloseOrder,
}

impl Rules {
    /// Creates rules from checked options.
    ///
    /// # Errors
    /// Returns [`Error::InvalidRules`] if an option is out of range, or the options do not fit together.
    pub fn new(options: Options) -> Result<Self, Error> {
        let Options { players, set, engine, hand_size, follow_up, close_order } = options;
        let mut values = vec![
            ("players", FieldValue::Integer(players.into())),
            ("set", FieldValue::Integer(set.into())),
            ("follow_up", FieldValue::Text(follow_up.name().into())),
            ("close_order", FieldValue::Text(close_order.name().into())),
        ];
        values.extend(engine.map(|engine| ("engine", FieldValue::Integer(engine.into()))));
        values.extend(hand_size.map(|size| ("hand_size", FieldValue::Integer(size.into()))));
        game::Rules::from_fields(&mut FieldValues(values))
    }

    /// Returns the number of players.
    #[must_use]
    pub const fn seats(self) -> u8 {
        self.players
    }

    /// Returns the highest number on a tile.
    #[must_use]
    pub const fn set(self) -> Number {
        self.set
    }

    /// Returns the number of the double in the hub.
    #[must_use]
    pub const fn engine(self) -> Number {
        self.engine
    }

    /// Returns the number of tiles each player draws.
    #[must_use]
    pub const fn hand_size(self) -> u8 {
        self.hand_size
    }

    /// Returns where a tile may be played after a double.
    #[must_use]
    pub const fn follow_up(self) -> FollowUp {
        self.follow_up
    }

    /// Returns which of several open doubles must be closed first.
    #[must_use]
    pub const fn close_order(self) -> CloseOrder {
        self.close_order
    }

    /// Returns the double in the hub.
    #[must_use]
    pub const fn hub(self) -> Tile {
        Tile::new(self.engine, self.engine)
    }

    /// Returns the number of tiles in the set.
    #[must_use]
    pub const fn tile_count(self) -> u8 {
        tiles(self.set) as u8
    }

    /// Returns all tiles, ascending.
    pub fn tiles(self) -> impl ExactSizeIterator<Item = Tile> + use<> {
        (0..self.tile_count()).map(Tile::numbered)
    }

    /// The size of the boneyard after the deal.
    pub(super) const fn first_boneyard(self) -> u8 {
        self.tile_count() - 1 - self.players * self.hand_size
    }

    /// The seat after `seat` (MT-06).
    #[inline]
    pub(super) const fn next(self, seat: u8) -> u8 {
        if seat + 1 == self.players { 0 } else { seat + 1 }
    }

    /// The seat before `seat`.
    pub(super) const fn before(self, seat: u8) -> u8 {
        if seat == 0 { self.players - 1 } else { seat - 1 }
    }

    /// Whether a tile is in the set.
    pub(super) fn has(self, tile: Tile) -> bool {
        tile.number() < self.tile_count()
    }
}

/// The most tiles that every player can draw, or `None` if there is not one for each.
fn max_hand_size(set: Number, players: u8) -> Option<u8> {
    let most = (tiles(set) as u8 - 1) / players;
    (most > 0).then_some(most)
}

/// The usual number of tiles to draw (MT-02, MT-04).
fn usual_hand_size(set: Number, players: u8) -> Option<u8> {
    let (first, sizes): (u8, &[u8]) = match set {
        9 => (2, &[15, 13, 10]),
        12 => (2, &[16, 16, 15, 14, 12, 10, 9]),
        15 => (9, &[11, 10, 9, 9]),
        18 => (9, &[15, 14, 13, 12]),
        _ => return None,
    };
    sizes.get(usize::from(players.checked_sub(first)?)).copied()
}

impl Default for Rules {
    fn default() -> Self {
        let Options { follow_up, close_order, .. } = Options::default();
        Self { players: 4, set: 12, engine: 12, hand_size: 15, follow_up, close_order }
    }
}

impl game::Rules for Rules {
    type Move = Move;

    const ACTION_TABLE_VERSION: u32 = 1;

    const FIELDS: &'static [&'static str] =
        &["players", "set", "engine", "hand_size", "follow_up", "close_order"];

    fn from_fields<S: FieldSource>(source: &mut S) -> Result<Self, S::Error> {
        let plain = Self::default();
        let wanted = "players must be 2 to 12";
        let players = source.integer("players")?.within(wanted, 2, SEATS as u8)?.unwrap_or(plain.players);
        let wanted = "set must be 1 to 18";
        let set = source.integer("set")?.within(wanted, 1, HIGHEST)?.unwrap_or(plain.set);
        let wanted = format!("engine must be 0 to {set}");
        let engine = source.optional_integer("engine")?.within(&wanted, 0, set)?.unwrap_or(set);
        let most = max_hand_size(set, players).ok_or_else(|| {
            Error::InvalidRules(format!("the double-{set} set has too few tiles for {players} players"))
        })?;
        let wanted = format!("hand_size must be 1 to {most}");
        let hand_size = source.optional_integer("hand_size")?.within(&wanted, 1, most)?;
        let hand_size = hand_size.or_else(|| usual_hand_size(set, players)).ok_or_else(|| {
            let set = format!("the double-{set} set");
            Error::InvalidRules(format!(
                "no default hand size for {players} players in {set}: give hand_size [MT-04]"
            ))
        })?;
        let wanted = "follow_up must be \"available\" or \"double\"";
        let follow_up = source.text("follow_up")?.one_of(wanted, FollowUp::named, plain.follow_up)?;
        let wanted = "close_order must be \"laid\" or \"reverse\"";
        let close_order = source.text("close_order")?.one_of(wanted, CloseOrder::named, plain.close_order)?;
        Ok(Self { players, set, engine, hand_size, follow_up, close_order })
    }

    fn fields(&self) -> Vec<FieldValue> {
        vec![
            FieldValue::Integer(self.players.into()),
            FieldValue::Integer(self.set.into()),
            FieldValue::Integer(self.engine.into()),
            FieldValue::Integer(self.hand_size.into()),
            FieldValue::Text(self.follow_up.name().into()),
            FieldValue::Text(self.close_order.name().into()),
        ]
    }

    fn defaults(&self) -> Vec<Option<FieldValue>> {
        let mut defaults: Vec<_> = Self::default().fields().into_iter().map(Some).collect();
        defaults[2] = Some(FieldValue::Integer(self.set.into()));
        defaults[3] = usual_hand_size(self.set, self.players).map(|size| FieldValue::Integer(size.into()));
        defaults
    }

    fn players(&self) -> usize {
        self.players.into()
    }

    fn num_actions(&self) -> Action {
        actions::count(*self)
    }

    #[inline]
    fn to_move(&self, action: Action) -> Option<Move> {
        actions::to_move(*self, action)
    }

    fn action(&self, chosen: Move) -> Option<Action> {
        actions::action(*self, chosen)
    }

    fn parse(&self, text: &str) -> Result<Move, Error> {
        moves::parse(*self, text)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let flags = u8::from(self.follow_up == FollowUp::Double)
            | u8::from(self.close_order == CloseOrder::Reverse) << 1;
        vec![self.players, self.set, self.engine, self.hand_size, flags]
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let &[players, set, engine, hand_size, flags @ 0..=3] = bytes else { return None };
        let follow_up = if flags & 1 == 0 { FollowUp::Available } else { FollowUp::Double };
        let close_order = if flags & 2 == 0 { CloseOrder::Laid } else { CloseOrder::Reverse };
        let (engine, hand_size) = (Some(engine.into()), Some(hand_size.into()));
        let (players, set) = (players.into(), set.into());
        Self::new(Options { players, set, engine, hand_size, follow_up, close_order }).ok()
    }

    /// The next round has the next lower double as its engine (MT-05).
    fn next_round(&self) -> Option<Self> {
        let engine = self.engine.checked_sub(1)?;
        Some(Self { engine, ..*self })
    }
}
