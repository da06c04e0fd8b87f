//! A fast split of a hand into combinations. It is good, but not always the best.

use oxideal_engine::doudizhu::{Cards, Kind, Play, Rank, Rules, ranks};

/// The ranks that chains can use: 3 to ace.
pub(super) const CHAIN_RANKS: u64 = (1 << 48) - 1;

/// A 1 in every rank's nibble.
const ALL_RANKS: u64 = 0x0111_1111_1111_1111;

/// The maximum number of chains stored.
const MAX_CHAINS: usize = 8;

/// Consecutive ranks with the same number of cards each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chain {
    /// The number of cards per rank: 1, 2 or 3.
    pub(super) each: u8,
    /// The number of ranks.
    pub(super) size: u8,
    /// The lowest rank.
    pub(super) start: Rank,
}

impl Chain {
    /// Its cards, without kickers.
    pub(super) const fn cards(self) -> Cards {
        Cards::of_each(window(self.start, self.size), self.each)
    }

    /// The number of cards or pairs that it can take as kickers.
    pub(super) fn kicker_slots(self) -> u32 {
        if self.each == 3 { self.size.into() } else { 0 }
    }

    /// The kind, without kickers.
    pub(super) const fn kind(self) -> Kind {
        match self.each {
            1 => Kind::Sequence,
            2 => Kind::SequenceOfPairs,
            _ => Kind::SequenceOfTriplets,
        }
    }
}

/// What a play takes from a split hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    /// The index of the chain that is played.
    pub(super) chain: Option<usize>,
    /// The ranks of the single cards, pairs and triplets that are left.
    pub(super) left: [u64; 3],
}

/// A hand, split into combinations.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Split {
    /// The ranks of single cards outside chains.
    pub(super) singles: u64,
    pub(super) pairs: u64,
    pub(super) triplets: u64,
    pub(super) bombs: u64,
    pub(super) rocket: bool,
    chains: [Chain; MAX_CHAINS],
    count: u8,
}

impl Split {
    /// Splits a hand.
    #[inline]
    pub(super) fn new(rules: &Rules, hand: Cards) -> Self {
        let mut split = Self::default();
        let mut rest = hand;
        if rest.contains(rules.jokers()) {
            split.rocket = true;
            rest = rest - rules.jokers();
        }
        split.bombs = rest.at_least(4);
        if split.bombs != 0 {
            rest = rest.without(Cards::of_each(split.bombs, 8));
        }
        let three = rest.at_least(3) & CHAIN_RANKS;
        if three & three >> 4 != 0 {
            split.take_triplets(&mut rest);
        }
        let one = rest.at_least(1);
        let two = rest.at_least(2);
        if ranks::chains_of_5(one) == 0 {
            if ranks::chains_of_3(two) != 0 {
                split.take_pairs(&mut rest);
            }
            split.take_rest(rest);
            return split;
        }
        let most = rules.options().sequence_max;
        let pairs_too = ranks::chains_of_3(two) != 0;
        let mut best = split;
        let mut left = rest;
        best.take_singles(&mut left, most);
        if pairs_too {
            best.take_pairs(&mut left);
        }
        best.take_rest(left);
        // Whichever kind is taken first limits the other, and long sequences leave less for another
        // one.
        if pairs_too {
            let (mut other, mut left) = (split, rest);
            other.take_pairs(&mut left);
            other.take_singles(&mut left, most);
            other.take_rest(left);
            best.keep_better(other);
        }
        if ranks::count(one & CHAIN_RANKS) + ranks::count(two & CHAIN_RANKS) >= 10 {
            let (mut other, mut left) = (split, rest);
            other.take_short(&mut left, most);
            other.take_pairs(&mut left);
            other.take_rest(left);
            best.keep_better(other);
        }
        best
    }

    fn keep_better(&mut self, other: Self) {
        if other.plays() < self.plays() {
            *self = other;
        }
    }

    /// The number of combinations if triplets take as many kickers as possible.
    fn plays(&self) -> u32 {
        self.parts() - self.kicker_slots().min(ranks::count(self.singles | self.pairs))
    }

    /// The chains found.
    pub(super) fn chains(&self) -> &[Chain] {
        &self.chains[..usize::from(self.count)]
    }

    /// The ranks with at least this many cards outside chains and bombs.
    #[inline]
    pub(super) const fn loose(&self, each: u8) -> u64 {
        match each {
            1 => self.singles | self.pairs | self.triplets,
            2 => self.pairs | self.triplets,
            _ => self.triplets,
        }
    }

    /// The number of combinations if there are no kickers.
    pub(super) fn parts(&self) -> u32 {
        // No rank is in two of these sets.
        let ranks = self.singles | self.pairs | self.triplets | self.bombs;
        ranks::count(ranks) + u32::from(self.count) + u32::from(self.rocket)
    }

    /// The number of cards or pairs that the triplets can take as kickers.
    pub(super) fn kicker_slots(&self) -> u32 {
        let chains = self.chains().iter().map(|chain| chain.kicker_slots());
        ranks::count(self.triplets) + chains.sum::<u32>()
    }

    /// What a play of whole parts, or of cards outside chains, takes; not for bombs and rockets.
    /// `None` if the rest must be split again.
    #[inline]
    pub(super) fn taken(&self, play: &Play) -> Option<Taken> {
        let mut loose = play.cards();
        let mut chain = None;
        if play.length() > 1 {
            let start = play.rank() + 1 - play.length();
            let each = cards_per_rank(play.kind());
            let is_played =
                |chain: &Chain| chain.start == start && chain.size == play.length() && chain.each == each;
            let index = self.chains().iter().position(is_played)?;
            loose = loose - self.chains()[index].cards();
            chain = Some(index);
        }
        let rest = Cards::of_each(self.singles, 1)
            + Cards::of_each(self.pairs, 2)
            + Cards::of_each(self.triplets, 3);
        rest.contains(loose).then(|| Taken { chain, left: alike(rest - loose) })
    }

    /// The split after such a play, a bomb or a rocket.
    #[inline]
    pub(super) fn without(&self, play: &Play) -> Option<Self> {
        let mut left = *self;
        match play.kind() {
            Kind::Rocket => left.rocket = false,
            Kind::Bomb => left.bombs &= !ranks::only(play.rank()),
            _ => {
                let taken = self.taken(play)?;
                [left.singles, left.pairs, left.triplets] = taken.left;
                if let Some(index) = taken.chain {
                    left.count -= 1;
                    left.chains[index] = left.chains[usize::from(left.count)];
                }
            }
        }
        Some(left)
    }

    fn push(&mut self, each: u8, size: u8, start: Rank, rest: &mut Cards) {
        let chain = Chain { each, size, start };
        if let Some(slot) = self.chains.get_mut(usize::from(self.count)) {
            *slot = chain;
            self.count += 1;
            *rest = *rest - chain.cards();
        }
    }

    fn take_triplets(&mut self, rest: &mut Cards) {
        let three = rest.at_least(3) & CHAIN_RANKS;
        let mut starts = ranks::chains(three, 2);
        while starts != 0 {
            let start = lowest(starts);
            let size = run(three, start);
            self.push(3, size, start, rest);
            starts &= !window(start, size);
        }
    }

    fn take_pairs(&mut self, rest: &mut Cards) {
        let two = rest.at_least(2) & CHAIN_RANKS;
        let mut starts = ranks::chains_of_3(two);
        while starts != 0 {
            let start = lowest(starts);
            let size = run(two, start);
            self.push(2, size, start, rest);
            starts &= !window(start, size);
        }
    }

    fn take_singles(&mut self, rest: &mut Cards, most: u8) {
        let mut present = rest.at_least(1) & CHAIN_RANKS;
        let mut starts = ranks::chains_of_5(present);
        while starts != 0 {
            let two = rest.at_least(2);
            let first = lowest(starts);
            let whole = run(present, first);
            let alone = present & !two;
            let (mut start, mut size) = (first, whole);
            // A pair at either end is kept as a pair.
            while size > 5 && alone & ranks::only(start) == 0 {
                start += 1;
                size -= 1;
            }
            while size > 5 && (size > most || alone & ranks::only(start + size - 1) == 0) {
                size -= 1;
            }
            let inside = window(start, size);
            let gain = ranks::count(alone & inside) as i32 - ranks::count(rest.at_least(3) & inside) as i32;
            if gain > 1 {
                self.push(1, size, start, rest);
                if usize::from(self.count) == MAX_CHAINS {
                    return;
                }
                present &= rest.at_least(1);
            } else {
                present &= !window(first, whole);
            }
            starts = ranks::chains_of_5(present);
        }
    }

    /// Takes sequences of five while there are any, then extends them.
    fn take_short(&mut self, rest: &mut Cards, most: u8) {
        let first = usize::from(self.count);
        loop {
            let starts = ranks::chains_of_5(rest.at_least(1));
            if starts == 0 || usize::from(self.count) == MAX_CHAINS {
                break;
            }
            self.push(1, 5, lowest(starts), rest);
        }
        for index in first..usize::from(self.count) {
            let chain = &mut self.chains[index];
            let alone = rest.at_least(1) & !rest.at_least(2) & CHAIN_RANKS;
            while chain.size < most && alone & ranks::only(chain.start + chain.size) != 0 {
                *rest = *rest - Cards::of(chain.start + chain.size, 1);
                chain.size += 1;
            }
        }
        // Join sequences that continue others.
        let mut index = first;
        while index < usize::from(self.count) {
            let Chain { size, start, .. } = self.chains[index];
            let next = (index + 1..usize::from(self.count)).find(|&next| {
                let other = self.chains[next];
                other.start == start + size && size + other.size <= most
            });
            if let Some(next) = next {
                self.chains[index].size += self.chains[next].size;
                self.count -= 1;
                self.chains[next] = self.chains[usize::from(self.count)];
            } else {
                index += 1;
            }
        }
    }

    fn take_rest(&mut self, rest: Cards) {
        [self.singles, self.pairs, self.triplets] = alike(rest);
    }
}

/// The ranks with one card, with two and with three.
#[inline]
fn alike(cards: Cards) -> [u64; 3] {
    let [one, two, three] = [1, 2, 3].map(|count| cards.at_least(count));
    [one & !two, two & !three, three]
}

/// The number of cards per rank in the main part.
pub(super) const fn cards_per_rank(kind: Kind) -> u8 {
    match kind {
        Kind::Single | Kind::Sequence | Kind::Rocket => 1,
        Kind::Pair | Kind::SequenceOfPairs => 2,
        Kind::QuadplexWithCards | Kind::QuadplexWithPairs | Kind::Bomb => 4,
        _ => 3,
    }
}

/// This many consecutive ranks, starting at `start`.
#[inline]
pub(super) const fn window(start: Rank, size: u8) -> u64 {
    (ALL_RANKS & ((1 << (4 * size)) - 1)) << (4 * start)
}

/// The lowest rank of a set.
#[inline]
pub(super) const fn lowest(ranks: u64) -> Rank {
    (ranks.trailing_zeros() / 4) as Rank
}

/// The highest rank of a set.
#[inline]
pub(super) const fn highest(ranks: u64) -> Rank {
    (15 - ranks.leading_zeros() / 4) as Rank
}

/// The number of consecutive ranks from `start` on.
#[inline]
const fn run(ranks: u64, start: Rank) -> u8 {
    ((!(ranks >> (4 * start)) & ALL_RANKS).trailing_zeros() / 4) as u8
}
