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

/// What happens when everybody passes without a bid (DD-09).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AllPass {
    /// The cards are dealt again.
    #[default]
    Redeal,
    /// The round ends without payment.
    Void,
}

impl AllPass {
    /// Returns the name used in rules and texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Redeal => "redeal",
            Self::Void => "void",
        }
    }

    /// Returns the value with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Redeal, Self::Void].into_iter().find(|known| known.name() == name)
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate rule")]
pub struct Options {
    /// 3 with one deck, 4 with two (DD-01).
    pub players: u8,
    /// Whether the landlord is found by bidding; if not, the seat that would have bid first is the
    /// landlord.
    pub auction: bool,
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
}

impl Default for Options {
    fn default() -> Self {
        Self {
            players: 3,
            auction: true,
            all_pass: AllPass::Redeal,
            max_redeals: Some(100),
            sequence_max: 12,
            spring: false,
            kicker_repeat: 1,
            kicker_both_jokers: false,
            kicker_extends_chain: false,
            quadplex: true,
        }
    }
}

impl Options {
    /// The values of the fields, in order.
    fn values(&self) -> [FieldValue; 10] {
        [
            FieldValue::Integer(self.players.into()),
            FieldValue::Boolean(self.auction),
            FieldValue::Text(self.all_pass.name().into()),
            self.max_redeals.map_or(FieldValue::None, |most| FieldValue::Integer(most.into())),
            FieldValue::Integer(self.sequence_max.into()),
            FieldValue::Boolean(self.spring),
            FieldValue::Integer(self.kicker_repeat.into()),
            FieldValue::Boolean(self.kicker_both_jokers),
            FieldValue::Boolean(self.kicker_extends_chain),
            FieldValue::Boolean(self.quadplex),
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

/// The programs whose rules are available as presets.
pub const PRESETS: [&str; 3] = ["douzero", "openspiel", "rlcard"];

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
        Self { options, actions: actions(&options), deck, jokers }
    }

    /// Returns the rules used by another program.
    ///
    /// # Errors
    /// Returns [`Error::InvalidRules`] if the preset is unknown.
    pub fn preset(name: &str) -> Result<Self, Error> {
        let plain = Options::default();
        let options = match name {
            "douzero" => Options {
                auction: false,
                kicker_repeat: 4,
                kicker_both_jokers: true,
                kicker_extends_chain: true,
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
            "rlcard" => Options { auction: false, kicker_repeat: 3, ..plain },
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
    pub(super) const fn with_auction(mut self) -> Self {
        self.options.auction = true;
        self
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
    pub(super) const fn first_play(&self) -> Action {
        if self.options.auction { 1 + moves::BIDS } else { 1 }
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
    ];

    const NULLABLE: &'static [&'static str] = &["max_redeals"];

    fn from_fields<S: FieldSource>(source: &mut S) -> Result<Self, S::Error> {
        let plain = Options::default();
        let players = source.integer("players")?.within("players must be 3 or 4", 3, 4)?;
        let auction = source.boolean("auction")?.boolean("auction", plain.auction)?;
        let wanted = "all_pass must be \"redeal\" or \"void\"";
        let all_pass = source.text("all_pass")?.one_of(wanted, AllPass::named, plain.all_pass)?;
        let wanted = "max_redeals must be None or 1 to 255 (for no redeals: all_pass=\"void\")";
        let max_redeals = source.nullable_integer("max_redeals")?;
        let max_redeals = max_redeals.none_or_within(wanted, 1, u8::MAX, plain.max_redeals)?;
        let wanted = "sequence_max must be 5 to 12";
        let sequence_max = source.integer("sequence_max")?.within(wanted, 5, 12)?;
        let spring = source.boolean("spring")?.boolean("spring", plain.spring)?;
        let wanted = "kicker_repeat must be 1 to 4";
        let kicker_repeat = source.integer("kicker_repeat")?.within(wanted, 1, 4)?;
        let mut kicker = |name, default| source.boolean(name)?.boolean(name, default).map_err(S::Error::from);
        Ok(Self::checked(Options {
            players: players.unwrap_or(plain.players),
            auction,
            all_pass,
            max_redeals,
            sequence_max: sequence_max.unwrap_or(plain.sequence_max),
            spring,
            kicker_repeat: kicker_repeat.unwrap_or(plain.kicker_repeat),
            kicker_both_jokers: kicker("kicker_both_jokers", plain.kicker_both_jokers)?,
            kicker_extends_chain: kicker("kicker_extends_chain", plain.kicker_extends_chain)?,
            quadplex: kicker("quadplex", plain.quadplex)?,
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
            bid if bid < self.first_play() => Some(Move::Bid(bid as u8)),
            _ => self.numbered(action).map(|play| self.to_play_move(play)),
        }
    }

    fn action(&self, chosen: Move) -> Option<Action> {
        match chosen {
            Move::Pass => Some(0),
            Move::Bid(bid) => self.options.auction.then_some(bid.into()),
            Move::Play { play, .. } => self.play_action(&play),
        }
    }

    fn parse(&self, text: &str) -> Result<Move, Error> {
        moves::parse(self, text)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let Options { players, auction, all_pass, sequence_max, spring, kicker_repeat, .. } = self.options;
        let Options { kicker_both_jokers, kicker_extends_chain, quadplex, max_redeals, .. } = self.options;
        let flags =
            [auction, all_pass == AllPass::Void, spring, kicker_both_jokers, kicker_extends_chain, quadplex];
        let flags = (0..).zip(flags).map(|(place, flag)| u8::from(flag) << place).sum();
        vec![players, flags, sequence_max, kicker_repeat, max_redeals.unwrap_or(0)]
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let &[players, flags @ 0..=63, sequence_max, kicker_repeat, max_redeals] = bytes else { return None };
        let flag = |place: u8| flags >> place & 1 == 1;
        let options = Options {
            players,
            auction: flag(0),
            all_pass: if flag(1) { AllPass::Void } else { AllPass::Redeal },
            max_redeals: Some(max_redeals).filter(|&most| most > 0),
            sequence_max,
            spring: flag(2),
            kicker_repeat,
            kicker_both_jokers: flag(3),
            kicker_extends_chain: flag(4),
            quadplex: flag(5),
        };
        Self::new(options).ok()
    }
}
