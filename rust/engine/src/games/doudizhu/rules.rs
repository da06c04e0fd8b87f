//! The options of Dou Dizhu and the rules made from them.

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use super::actions::Actions;
use super::cards::{Cards, RANKS, Rank};
use super::kind::Kind;
use super::moves::{self, Move};
use super::play::Play;
use crate::error::Error;
use crate::game::{self, FieldSource, FieldValue, FieldValues};
use crate::ids::Action;
use crate::text::quoted;

/// How the landlord is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Auction {
    /// By bids of 1 to 3 (DD-07).
    #[default]
    Bid,
    /// By calling and robbing (DD-36).
    Call,
    /// Not at all: the seat that would have bid first is the landlord.
    None,
}

impl Auction {
    /// Returns the name used in rules and texts, or `None` without an auction.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Bid => Some("bid"),
            Self::Call => Some("call"),
            Self::None => None,
        }
    }

    /// The value of the field.
    fn value(self) -> FieldValue {
        self.name().map_or(FieldValue::Boolean(false), |name| FieldValue::Text(name.into()))
    }

    /// The auction with this value.
    fn of_value(value: &FieldValue) -> Option<Self> {
        if *value == FieldValue::Boolean(true) {
            return Some(Self::Bid);
        }
        [Self::Bid, Self::Call, Self::None].into_iter().find(|known| known.value() == *value)
    }
}

/// What happens when everybody passes without a bid (DD-09).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AllPass {
    /// The cards are dealt again.
    #[default]
    Redeal,
    /// The round ends without payment.
    Void,
    /// The first bidder is the landlord, at a bid of 1.
    First,
}

impl AllPass {
    /// Returns the name used in rules and texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Redeal => "redeal",
            Self::Void => "void",
            Self::First => "first",
        }
    }

    /// Returns the value with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Redeal, Self::Void, Self::First].into_iter().find(|known| known.name() == name)
    }
}

/// The options of the rules. The default is the plain game.
///
/// ```
/// use oxideal_engine::doudizhu::{Options, Rules};
///
/// let options = Options { spring: true, ..Options::default() };
/// assert_eq!(Rules::new(options)?.to_string(), "doudizhu spring=true");
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate rule")]
pub struct Options {
    /// 3 with one deck, 4 with two (DD-01).
    pub players: u8,
    /// How the landlord is found.
    pub auction: Auction,
    /// What happens when everybody passes (DD-09).
    pub all_pass: AllPass,
    /// After this many redeals, a round in which everybody passes again is void; `None` for no
    /// limit (DD-09).
    pub max_redeals: Option<u8>,
    /// The maximum length of a sequence of single cards, 5 to 12 (DD-19).
    pub sequence_max: u8,
    /// Whether spring and anti-spring double the payment (DD-33).
    pub spring: bool,
    /// How many attached single cards may share a rank, 1 to 4 (DD-34).
    pub kicker_repeat: u8,
    /// Whether both jokers may be attached as single cards (DD-34).
    pub kicker_both_jokers: bool,
    /// Whether a rank attached three or more times may be adjacent to the chain (DD-34).
    pub kicker_extends_chain: bool,
    /// Whether there are quadplexes (DD-24, DD-25).
    pub quadplex: bool,
    /// Whether every player may double the payment once there is a landlord (DD-37).
    pub doubling: bool,
    /// Whether the landlord may show the hand (DD-38).
    pub open_hand: bool,
    /// How often a payment is doubled at most; `None` for no limit (DD-39).
    pub max_doublings: Option<u8>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            players: 3,
            auction: Auction::Bid,
            all_pass: AllPass::Redeal,
            max_redeals: Some(100),
            sequence_max: 12,
            spring: false,
            kicker_repeat: 1,
            kicker_both_jokers: false,
            kicker_extends_chain: false,
            quadplex: true,
            doubling: false,
            open_hand: false,
            max_doublings: None,
        }
    }
}

/// A search's deals depend on this hash, so options that are not used must not change it.
impl Hash for Options {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Self { players, auction, all_pass, max_redeals, sequence_max, spring, kicker_repeat, .. } = *self;
        let Self { kicker_both_jokers, kicker_extends_chain, quadplex, .. } = *self;
        let Self { doubling, open_hand, max_doublings, .. } = *self;
        (players, auction != Auction::None, all_pass, max_redeals, sequence_max, spring).hash(hasher);
        (kicker_repeat, kicker_both_jokers, kicker_extends_chain, quadplex).hash(hasher);
        let more = (auction == Auction::Call, doubling, open_hand, max_doublings);
        if more != (false, false, false, None) {
            more.hash(hasher);
        }
    }
}

impl Options {
    /// The values of the fields, in order.
    fn values(&self) -> [FieldValue; 13] {
        let or_none =
            |most: Option<u8>| most.map_or(FieldValue::None, |most| FieldValue::Integer(most.into()));
        [
            FieldValue::Integer(self.players.into()),
            self.auction.value(),
            FieldValue::Text(self.all_pass.name().into()),
            or_none(self.max_redeals),
            FieldValue::Integer(self.sequence_max.into()),
            FieldValue::Boolean(self.spring),
            FieldValue::Integer(self.kicker_repeat.into()),
            FieldValue::Boolean(self.kicker_both_jokers),
            FieldValue::Boolean(self.kicker_extends_chain),
            FieldValue::Boolean(self.quadplex),
            FieldValue::Boolean(self.doubling),
            FieldValue::Boolean(self.open_hand),
            or_none(self.max_doublings),
        ]
    }

    /// Whether cards attached to such a main part may share a rank (DD-34).
    pub(super) const fn may_repeat(&self, kind: Kind, size: u8) -> bool {
        self.kicker_repeat > 1 && kind.attached_each() == 1 && kind.attached_times(size) > 1
    }

    /// How many single cards of a rank outside the main part may be attached to it (DD-34).
    pub(super) fn most_attached(&self, kind: Kind, size: u8, start: Rank, rank: Rank) -> u8 {
        let Self { kicker_repeat, kicker_extends_chain, .. } = *self;
        let is_chain = kind == Kind::SequenceOfTripletsWithCards;
        let next_to = rank < 12 && (rank + 1 == start || rank == start + size);
        if is_chain && next_to && !kicker_extends_chain { kicker_repeat.min(2) } else { kicker_repeat }
    }
}

/// The presets: the rules of other programs.
pub const PRESETS: [&str; 4] = ["douzero", "huanle", "openspiel", "rlcard"];

/// The rules of a game, with their action table.
///
/// ```
/// use oxideal_engine::doudizhu::Rules;
///
/// let rules = Rules::default();
/// assert_eq!(rules.deck().total(), 54);
/// assert_eq!(rules.combination("33344")?.cards().total(), 5);
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    options: Options,
    actions: &'static Actions,
    /// All cards (DD-01).
    deck: Cards,
    /// All jokers: a rocket (DD-29).
    jokers: Cards,
    /// The id of the first combination.
    first_play: Action,
}

impl Rules {
    /// Creates rules from checked options.
    ///
    /// # Errors
    /// Returns [`Error::InvalidRules`] if an option is out of range, or options contradict each
    /// other.
    pub fn new(options: Options) -> Result<Self, Error> {
        let names = <Self as game::Rules>::FIELDS.iter().copied();
        game::Rules::from_fields(&mut FieldValues(names.zip(options.values()).collect()))
    }

    /// Creates rules from options that were checked before.
    fn checked(options: Options) -> Self {
        let decks = options.players - 2;
        let (deck, jokers) = (Cards::decks(decks), Cards::jokers(decks));
        let bids = match options.auction {
            Auction::Bid => moves::BIDS,
            Auction::Call => moves::CALLS,
            Auction::None => 0,
        };
        let first_play = 1 + bids + Action::from(options.doubling) + Action::from(options.open_hand);
        Self { options, actions: actions(&options), deck, jokers, first_play }
    }

    /// Returns the rules used by another program.
    ///
    /// # Errors
    /// Returns [`Error::InvalidRules`] if the preset is unknown.
    pub fn preset(name: &str) -> Result<Self, Error> {
        let plain = Options::default();
        let options = match name {
            "douzero" => Options {
                auction: Auction::None,
                kicker_repeat: 4,
                kicker_both_jokers: true,
                kicker_extends_chain: true,
                ..plain
            },
            "huanle" => Options {
                auction: Auction::Call,
                spring: true,
                kicker_repeat: 2,
                doubling: true,
                open_hand: true,
                ..plain
            },
            "openspiel" => Options {
                all_pass: AllPass::Void,
                spring: true,
                kicker_repeat: 3,
                kicker_extends_chain: true,
                quadplex: false,
                ..plain
            },
            "rlcard" => Options { auction: Auction::None, kicker_repeat: 3, ..plain },
            _ => {
                let known = PRESETS.map(|name| format!("\"{name}\"")).join(", ");
                return Err(Error::InvalidRules(format!(
                    "unknown preset {}; expected one of {known}",
                    quoted(name)
                )));
            }
        };
        Self::new(options)
    }

    /// The same rules with an auction.
    #[must_use]
    pub(super) fn with_auction(self) -> Self {
        match self.options.auction {
            Auction::None => Self::checked(Options { auction: Auction::Bid, ..self.options }),
            Auction::Bid | Auction::Call => self,
        }
    }

    /// Whether there is an auction.
    pub(super) const fn has_auction(&self) -> bool {
        !matches!(self.options.auction, Auction::None)
    }

    /// Returns the options.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    pub(super) const fn actions(&self) -> &'static Actions {
        self.actions
    }

    /// Returns all cards of the deck.
    #[must_use]
    pub const fn deck(&self) -> Cards {
        self.deck
    }

    /// Returns all jokers.
    #[must_use]
    pub const fn jokers(&self) -> Cards {
        self.jokers
    }

    /// The seat after `seat` (DD-04).
    #[inline]
    pub(super) const fn next(&self, seat: u8) -> u8 {
        if seat + 1 == self.options.players { 0 } else { seat + 1 }
    }

    /// Returns the number of cards each seat draws (DD-05).
    #[must_use]
    pub const fn hand_size(&self) -> u32 {
        if self.options.players == 3 { 17 } else { 25 }
    }

    /// Returns the size of the kitty (DD-05).
    #[must_use]
    pub const fn kitty_size(&self) -> u32 {
        if self.options.players == 3 { 3 } else { 8 }
    }

    /// Returns the maximum number of cards in a hand: the landlord's (DD-10).
    #[must_use]
    pub const fn max_hand_size(&self) -> u32 {
        self.hand_size() + self.kitty_size()
    }

    /// The minimum size of a bomb that doubles the payment (DD-31).
    pub(super) const fn doubling_bomb(&self) -> u8 {
        if self.options.players == 3 { 4 } else { 6 }
    }

    /// Returns whether a combination doubles the payment (DD-31).
    #[inline]
    pub(super) fn doubles(&self, play: &Play) -> bool {
        let kind = play.kind();
        kind >= Kind::Bomb && (kind == Kind::Rocket || play.size() >= self.doubling_bomb())
    }

    /// The id of the first combination.
    #[inline]
    pub(super) const fn first_play(&self) -> Action {
        self.first_play
    }

    /// The move with this id, which is below that of the first combination.
    fn early_move(&self, action: Action) -> Move {
        let Options { auction, doubling, .. } = self.options;
        match (auction, action) {
            (_, 0) => Move::Pass,
            (Auction::Bid, 1..=moves::BIDS) => Move::Bid(action as u8),
            (Auction::Call, 1) => Move::Call,
            (Auction::Call, moves::CALLS) => Move::Rob,
            _ if doubling && self.early_action(Move::Double) == Some(action) => Move::Double,
            _ => Move::Show,
        }
    }

    /// The id of a move that is not a combination, if it exists under these rules.
    fn early_action(&self, chosen: Move) -> Option<Action> {
        let Options { auction, doubling, open_hand, .. } = self.options;
        let show = open_hand.then(|| self.first_play - 1);
        match chosen {
            Move::Pass => Some(0),
            Move::Bid(bid) => (auction == Auction::Bid).then_some(bid.into()),
            Move::Call => (auction == Auction::Call).then_some(1),
            Move::Rob => (auction == Auction::Call).then_some(2),
            Move::Double => doubling.then(|| show.unwrap_or(self.first_play) - 1),
            Move::Show => show,
            Move::Play { .. } => None,
        }
    }

    /// The combination with this id.
    #[inline]
    pub(super) fn numbered(&self, action: Action) -> Option<Play> {
        let number = action.checked_sub(self.first_play())?;
        self.actions.play(self, number)
    }

    /// The id of a combination, if it exists under these rules.
    pub(super) fn play_action(&self, play: &Play) -> Option<Action> {
        self.actions.number(self, play).map(|number| self.first_play() + number)
    }

    /// Whether the cards of a combination without kickers have another reading.
    #[inline]
    pub(super) fn is_alone(&self, play: &Play) -> bool {
        play.kind() == Kind::SequenceOfTriplets && self.readings(play.cards).len() > 1
    }

    /// Returns the move that plays a combination.
    #[must_use]
    pub fn to_play_move(&self, play: Play) -> Move {
        Move::Play { play, alone: self.is_alone(&play) }
    }

    /// Returns the cards of an action, as counts by rank.
    #[must_use]
    pub fn features(&self, action: Action) -> [u8; RANKS] {
        self.numbered(action).map_or([0; RANKS], |play| play.cards.counts())
    }
}

/// Returns the action table for some options. Tables are built when first needed and kept; there
/// are few.
fn actions(options: &Options) -> &'static Actions {
    const SEQUENCES: usize = 8;
    const KICKERS: usize = 4 * 2 * 2 * 2;
    static THREE: [OnceLock<Actions>; SEQUENCES * KICKERS] = [const { OnceLock::new() }; SEQUENCES * KICKERS];
    static FOUR: [OnceLock<Actions>; SEQUENCES] = [const { OnceLock::new() }; SEQUENCES];
    let sequence = usize::from(options.sequence_max - 5);
    let flags = [options.kicker_both_jokers, options.kicker_extends_chain, options.quadplex];
    let kickers =
        flags.iter().fold(usize::from(options.kicker_repeat - 1), |sum, &flag| 2 * sum + usize::from(flag));
    let place = match options.players {
        3 => &THREE[sequence * KICKERS + kickers],
        _ => &FOUR[sequence],
    };
    place.get_or_init(|| Actions::new(options))
}

impl Default for Rules {
    fn default() -> Self {
        Self::checked(Options::default())
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        self.options == other.options
    }
}

impl Eq for Rules {}

impl Hash for Rules {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.options.hash(hasher);
    }
}

impl game::Rules for Rules {
    type Move = Move;

    const ACTION_TABLE_VERSION: u32 = 1;

    const FIELDS: &'static [&'static str] = &[
        "players",
        "auction",
        "all_pass",
        "max_redeals",
        "sequence_max",
        "spring",
        "kicker_repeat",
        "kicker_both_jokers",
        "kicker_extends_chain",
        "quadplex",
        "doubling",
        "open_hand",
        "max_doublings",
    ];

    const NULLABLE: &'static [&'static str] = &["max_redeals", "max_doublings"];

    const SWITCHES: &'static [&'static str] = &["auction"];

    fn from_fields<S: FieldSource>(source: &mut S) -> Result<Self, S::Error> {
        let plain = Options::default();
        let players = source.integer("players")?.within("players must be 3 or 4", 3, 4)?;
        let wanted = "auction must be \"bid\", \"call\" or False";
        let auction = source.switch("auction")?.one_of_values(wanted, Auction::of_value, plain.auction)?;
        let wanted = "all_pass must be \"redeal\", \"void\" or \"first\"";
        let all_pass = source.text("all_pass")?.one_of(wanted, AllPass::named, plain.all_pass)?;
        let wanted = "max_redeals must be None or 1 to 255 (for no redeals: all_pass=\"void\")";
        let max_redeals = source.nullable_integer("max_redeals")?;
        let max_redeals = max_redeals.none_or_within(wanted, 1, u8::MAX, plain.max_redeals)?;
        let wanted = "sequence_max must be 5 to 12";
        let sequence_max = source.integer("sequence_max")?.within(wanted, 5, 12)?;
        let spring = source.boolean("spring")?.boolean("spring", plain.spring)?;
        let wanted = "kicker_repeat must be 1 to 4";
        let kicker_repeat = source.integer("kicker_repeat")?.within(wanted, 1, 4)?;
        let mut boolean =
            |name, default| source.boolean(name)?.boolean(name, default).map_err(S::Error::from);
        let kicker_both_jokers = boolean("kicker_both_jokers", plain.kicker_both_jokers)?;
        let kicker_extends_chain = boolean("kicker_extends_chain", plain.kicker_extends_chain)?;
        let quadplex = boolean("quadplex", plain.quadplex)?;
        let doubling = boolean("doubling", plain.doubling)?;
        let open_hand = boolean("open_hand", plain.open_hand)?;
        let max_doublings = source.nullable_integer("max_doublings")?;
        let wanted = "max_doublings must be None or 0 to 255";
        let max_doublings = max_doublings.none_or_within(wanted, 0, u8::MAX, plain.max_doublings)?;
        Ok(Self::checked(Options {
            players: players.unwrap_or(plain.players),
            auction,
            all_pass,
            max_redeals,
            sequence_max: sequence_max.unwrap_or(plain.sequence_max),
            spring,
            kicker_repeat: kicker_repeat.unwrap_or(plain.kicker_repeat),
            kicker_both_jokers,
            kicker_extends_chain,
            quadplex,
            doubling,
            open_hand,
            max_doublings,
        }))
    }

    fn fields(&self) -> Vec<FieldValue> {
        self.options.values().into()
    }

    fn players(&self) -> usize {
        self.options.players.into()
    }

    fn num_actions(&self) -> Action {
        self.first_play() + self.actions.plays()
    }

    #[inline]
    fn to_move(&self, action: Action) -> Option<Move> {
        match action {
            0 => Some(Move::Pass),
            early if early < self.first_play() => Some(self.early_move(early)),
            _ => self.numbered(action).map(|play| self.to_play_move(play)),
        }
    }

    fn action(&self, chosen: Move) -> Option<Action> {
        match chosen {
            Move::Play { play, .. } => self.play_action(&play),
            early => self.early_action(early),
        }
    }

    fn parse(&self, text: &str) -> Result<Move, Error> {
        moves::parse(self, text)
    }

    /// Two more bytes if the auction, the doublings or the open hand are not those of the plain game.
    fn to_bytes(&self) -> Vec<u8> {
        let Options { players, auction, all_pass, sequence_max, spring, kicker_repeat, .. } = self.options;
        let Options { kicker_both_jokers, kicker_extends_chain, quadplex, max_redeals, .. } = self.options;
        let Options { doubling, open_hand, max_doublings, .. } = self.options;
        let void = all_pass == AllPass::Void;
        let has_auction = auction != Auction::None;
        let flags = [has_auction, void, spring, kicker_both_jokers, kicker_extends_chain, quadplex];
        let (call, first) = (auction == Auction::Call, all_pass == AllPass::First);
        let more = packed(&[call, first, doubling, open_hand, max_doublings.is_some()]);
        let mut bytes = vec![players, packed(&flags), sequence_max, kicker_repeat, max_redeals.unwrap_or(0)];
        if more > 0 {
            bytes.extend([more, max_doublings.unwrap_or(0)]);
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (&[players, flags, sequence_max, kicker_repeat, max_redeals], more) =
            bytes.split_first_chunk()?;
        let (more, max_doublings) = match *more {
            [] => (0, 0),
            [more, max_doublings] => (more, max_doublings),
            _ => return None,
        };
        let flag = |place: u8| flags >> place & 1 == 1;
        let other = |place: u8| more >> place & 1 == 1;
        let options = Options {
            players,
            auction: match (flag(0), other(0)) {
                (false, _) => Auction::None,
                (true, false) => Auction::Bid,
                (true, true) => Auction::Call,
            },
            all_pass: match (flag(1), other(1)) {
                (true, _) => AllPass::Void,
                (false, false) => AllPass::Redeal,
                (false, true) => AllPass::First,
            },
            max_redeals: Some(max_redeals).filter(|&most| most > 0),
            sequence_max,
            spring: flag(2),
            kicker_repeat,
            kicker_both_jokers: flag(3),
            kicker_extends_chain: flag(4),
            quadplex: flag(5),
            doubling: other(2),
            open_hand: other(3),
            max_doublings: other(4).then_some(max_doublings),
        };
        Self::new(options).ok().filter(|rules| rules.to_bytes() == bytes)
    }
}

/// Flags as bits, the first one lowest.
fn packed(flags: &[bool]) -> u8 {
    (0..).zip(flags).map(|(place, &flag)| u8::from(flag) << place).sum()
}
