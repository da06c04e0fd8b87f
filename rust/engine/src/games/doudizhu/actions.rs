//! The action table: every combination that some hand can hold, in a fixed order, without listing
//! them.
//!
//! Combinations with the same main part have consecutive ids: a block. So an id is the first id of
//! a block plus the number of what is attached.

use super::cards::{Cards, RANKS, Rank};
use super::kickers::Kickers;
use super::kind::{KINDS, Kind};
use super::play::Play;
use super::ranks;
use super::rules::{Options, Rules};

/// Rows reserved for the sizes of a kind, from 1 on.
const SIZES: usize = 12;

/// The number of sets of the ranks that chains can use.
const CHAIN_SETS: usize = 1 << 12;

/// Combinations with the same main part.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// The number of its first combination.
    first: u32,
    kind: Kind,
    size: u8,
    start: Rank,
}

/// The first number of each block.
#[derive(Debug)]
pub(super) struct Actions {
    blocks: Vec<Block>,
    /// The index of each combination's block.
    block_of: Vec<u16>,
    /// The same numbers by kind, size and start.
    firsts: Vec<[u32; RANKS]>,
    /// The smallest and largest size of each kind.
    sizes: [(u8, u8); KINDS + 1],
    /// The numbers of sequences and of sequences of pairs that each set of ranks has. Playouts need
    /// them at every lead.
    chains: [Box<[u8; CHAIN_SETS]>; 2],
    /// The number of combinations.
    plays: u32,
}

impl Actions {
    pub(super) fn new(options: &Options) -> Self {
        let mut table = Self {
            blocks: Vec::new(),
            block_of: Vec::new(),
            firsts: vec![[0; RANKS]; (KINDS + 1) * SIZES],
            sizes: [(1, 0); KINDS + 1],
            chains: [Kind::Sequence, Kind::SequenceOfPairs].map(|kind| chain_counts(sizes(options, kind))),
            plays: 0,
        };
        for kind in Kind::ALL {
            let (smallest, largest) = sizes(options, kind);
            table.sizes[kind as usize] = (smallest, largest);
            for size in smallest..=largest {
                for start in starts(options, kind, size) {
                    let among = Kickers::of_deck(options, kind, size, start).count();
                    if among > 0 {
                        let index = table.blocks.len() as u16;
                        table.block_of.extend(std::iter::repeat_n(index, among as usize));
                        table.blocks.push(Block { first: table.plays, kind, size, start });
                        table.firsts[row(kind, size)][start as usize] = table.plays;
                        table.plays += among;
                    }
                }
            }
        }
        table
    }

    /// The smallest and largest size of a kind; the range is empty if the rules have no such kind.
    #[inline]
    pub(super) fn sizes(&self, kind: Kind) -> (u8, u8) {
        self.sizes[kind as usize]
    }

    /// The number of sequences (`each` is 1) or sequences of pairs (2) that a set of ranks has. The
    /// 2s and jokers in the set do not matter.
    #[inline]
    pub(super) fn chains(&self, each: u8, ranks: u64) -> u32 {
        self.chains[usize::from(each - 1)][usize::from(ranks::bits(ranks)) % CHAIN_SETS].into()
    }

    /// The number of combinations.
    pub(super) const fn plays(&self) -> u32 {
        self.plays
    }

    /// The number of the first combination with this main part, which must be in the table. Without
    /// kickers, the numbers of all starts are consecutive.
    #[inline]
    pub(super) fn first(&self, kind: Kind, size: u8, start: Rank) -> u32 {
        self.firsts[row(kind, size)][start as usize]
    }

    /// The combination with this number.
    pub(super) fn play(&self, rules: &Rules, number: u32) -> Option<Play> {
        let &block = self.block_of.get(number as usize)?;
        let Block { first, kind, size, start } = self.blocks[usize::from(block)];
        if kind == Kind::Rocket {
            return Some(Play::rocket(rules.jokers()));
        }
        let attached = match kind.attached_each() {
            0 => Cards::NONE,
            _ => Kickers::of_deck(rules.options(), kind, size, start).nth(number - first),
        };
        Some(Play::new(kind, size, start, attached))
    }

    /// The number of a combination, if it is in the table.
    pub(super) fn number(&self, rules: &Rules, play: &Play) -> Option<u32> {
        let (cards, kind, size, start) = (play.cards, play.kind(), play.size(), play.start());
        let options = rules.options();
        if !has_block(options, kind, size, start) || kind == Kind::Rocket && cards != rules.jokers() {
            return None;
        }
        let first = self.first(kind, size, start);
        if kind.attached_each() == 0 {
            return Some(first);
        }
        let kickers = Kickers::of_deck(options, kind, size, start);
        let attached = play.attached();
        kickers.allow(attached).then(|| first + kickers.number(attached))
    }
}

const fn row(kind: Kind, size: u8) -> usize {
    kind as usize * SIZES + (size - 1) as usize
}

/// The number of chains between two lengths, for each set of ranks.
fn chain_counts((shortest, longest): (u8, u8)) -> Box<[u8; CHAIN_SETS]> {
    let mut counts = Box::new([0; CHAIN_SETS]);
    for set in 1..CHAIN_SETS {
        let highest = set.ilog2();
        let run = (!(set << (usize::BITS - 1 - highest))).leading_zeros() as u8;
        // The chains that end at the highest rank, and those without it.
        let ending = (run.min(longest) + 1).saturating_sub(shortest);
        counts[set] = ending + counts[set - (1 << highest)];
    }
    counts
}

/// Whether any combination has this main part.
pub(super) fn has_block(options: &Options, kind: Kind, size: u8, start: Rank) -> bool {
    let (smallest, largest) = sizes(options, kind);
    (smallest..=largest).contains(&size) && starts(options, kind, size).contains(&start)
}

/// The smallest and largest size of a kind that a hand can hold: the number of consecutive ranks,
/// or for bombs the number of cards. The range is empty if there are none.
pub(super) fn sizes(options: &Options, kind: Kind) -> (u8, u8) {
    const NONE: (u8, u8) = (1, 0);
    let three = options.players == 3;
    let most = |cards_each: u8| if three { 20 / cards_each } else { 33 / cards_each }.min(12);
    match kind {
        Kind::TripletWithCard | Kind::SequenceOfTripletsWithCards if !three => NONE,
        Kind::QuadplexWithCards | Kind::QuadplexWithPairs if !(three && options.quadplex) => NONE,
        Kind::Sequence => (5, options.sequence_max),       // DD-19
        Kind::SequenceOfPairs => (3, most(2)),             // DD-20
        Kind::SequenceOfTriplets => (2, most(3)),          // DD-21
        Kind::SequenceOfTripletsWithCards => (2, most(4)), // DD-22
        Kind::SequenceOfTripletsWithPairs => (2, most(5)), // DD-23
        Kind::Bomb => (4, if three { 4 } else { 8 }),      // DD-28
        _ => (1, 1),
    }
}

/// The ranks at which the main parts of a kind and size can start.
pub(super) fn starts(options: &Options, kind: Kind, size: u8) -> std::ops::Range<Rank> {
    match kind {
        Kind::Single => 0..15,
        Kind::Pair => 0..if options.players == 3 { 13 } else { 15 }, // DD-15
        Kind::Sequence
        | Kind::SequenceOfPairs
        | Kind::SequenceOfTriplets
        | Kind::SequenceOfTripletsWithCards
        | Kind::SequenceOfTripletsWithPairs => 0..13 - size, // no 2s, no jokers
        Kind::Rocket => 14..15,
        _ => 0..13,
    }
}
