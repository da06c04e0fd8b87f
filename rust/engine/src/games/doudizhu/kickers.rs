//! Kickers, the cards or pairs attached to a main part: which are allowed, how many ways there are,
//! and the way with a given number.
//!
//! Ways are ordered as numbers whose digits say how often each rank is attached, the red joker's
//! first. Leaving out ranks keeps that order, so the same code numbers the kickers of a hand and of
//! a whole deck.

use super::cards::{BLACK, Cards, RANKS, RED, Rank};
use super::kind::Kind;
use super::play::main_part;
use super::ranks;
use super::rules::Options;

/// The most cards or pairs attached to a main part.
const MAX_KICKERS: usize = 6;

/// `BINOMIALS[n][k]`.
static BINOMIALS: [[u32; MAX_KICKERS + 1]; RANKS + 1] = {
    let mut table = [[0; MAX_KICKERS + 1]; RANKS + 1];
    let mut n = 0;
    while n <= RANKS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MAX_KICKERS && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of subsets of size `k` of a set of `n`.
#[inline]
pub(super) fn binomial(n: u32, k: u32) -> u32 {
    BINOMIALS[n as usize & 15][k as usize]
}

/// The kickers that one main part can take from some cards.
#[derive(Clone, Debug)]
pub(super) struct Kickers {
    /// The number of cards or pairs to attach.
    times: u32,
    /// 1 for cards, 2 for pairs.
    each: u8,
    /// Both jokers are available but must not both be attached. They are the highest ranks, so the
    /// ways with both come last.
    not_both: bool,
    choice: Choice,
}

#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "short-lived, on the stack")]
enum Choice {
    /// Each of these ranks, at most once.
    Distinct(u64),
    /// Each rank, up to its limit.
    Repeating { ways: Ways, most: [u8; RANKS] },
}

/// `ways[rank][n]`: the number of ways to attach `n` cards of the ranks below `rank`.
type Ways = [[u32; MAX_KICKERS + 1]; RANKS + 1];

impl Kickers {
    /// The kickers for this main part from these cards, except cards of the main part's own ranks.
    pub(super) fn among(options: &Options, cards: Cards, kind: Kind, size: u8, start: Rank) -> Self {
        let each = kind.attached_each();
        let main = main_part(kind, size, start).at_least(1);
        let others = cards.at_least(each) & !main;
        let jokers = ranks::only(BLACK) | ranks::only(RED);
        let choice = if options.may_repeat(kind, size) {
            let most = std::array::from_fn(|rank| {
                let rank = rank as Rank;
                let some = others & ranks::only(rank) != 0;
                let most = cards.count(rank).min(options.most_attached(kind, size, start, rank));
                if some { most } else { 0 }
            });
            Choice::Repeating { ways: ways(&most), most }
        } else {
            Choice::Distinct(others)
        };
        Self {
            times: kind.attached_times(size).into(),
            each,
            not_both: each == 1 && !options.kicker_both_jokers && others & jokers == jokers,
            choice,
        }
    }

    /// The kickers from the whole deck. If the kind takes none, there is one way.
    pub(super) fn of_deck(options: &Options, kind: Kind, size: u8, start: Rank) -> Self {
        Self::among(options, Cards::decks(options.players - 2), kind, size, start)
    }

    /// The number of ways.
    pub(super) fn count(&self) -> u32 {
        let times = self.times as usize;
        match &self.choice {
            Choice::Distinct(ranks) => distinct(ranks::count(*ranks), self.times, self.not_both),
            Choice::Repeating { ways, .. } => {
                let both = if self.not_both && times >= 2 { ways[BLACK as usize][times - 2] } else { 0 };
                ways[RANKS][times] - both
            }
        }
    }

    /// Way `n`.
    pub(super) fn nth(&self, mut n: u32) -> Cards {
        let mut chosen = Cards::NONE;
        let mut left = self.times;
        match &self.choice {
            Choice::Distinct(among) => {
                let mut below = ranks::count(*among);
                while left > 0 {
                    // The highest attached rank: with the ranks below it, there are at most `n`
                    // ways.
                    below -= 1;
                    while binomial(below, left) > n {
                        below -= 1;
                    }
                    n -= binomial(below, left);
                    left -= 1;
                    chosen = chosen + Cards::of(ranks::nth(*among, below), self.each);
                }
            }
            Choice::Repeating { ways, most } => {
                for rank in (0..RANKS).rev() {
                    let mut count = 0;
                    while count < most[rank] && n >= ways[rank][left as usize] {
                        n -= ways[rank][left as usize];
                        left -= 1;
                        count += 1;
                    }
                    chosen = chosen + Cards::of(rank as Rank, count);
                }
            }
        }
        chosen
    }

    /// The number of a way.
    pub(super) fn number(&self, attached: Cards) -> u32 {
        match &self.choice {
            Choice::Distinct(among) => {
                let indices = ranks::each(attached.at_least(1)).zip(1..);
                indices.map(|(rank, k)| binomial(ranks::count(among & (ranks::only(rank) - 1)), k)).sum()
            }
            Choice::Repeating { ways, .. } => {
                let (mut number, mut left) = (0, self.times as usize);
                for rank in (0..RANKS).rev() {
                    for _ in 0..attached.count(rank as Rank) {
                        number += ways[rank][left];
                        left -= 1;
                    }
                }
                number
            }
        }
    }

    /// Whether these kickers are allowed; the cards are assumed to contain them.
    pub(super) fn allow(&self, attached: Cards) -> bool {
        let both = attached.count(BLACK) > 0 && attached.count(RED) > 0;
        let counts = attached.counts();
        let fits = |rank: usize, &count: &u8| match &self.choice {
            Choice::Distinct(among) => {
                count == 0 || count == self.each && among & ranks::only(rank as Rank) != 0
            }
            Choice::Repeating { most, .. } => count <= most[rank],
        };
        attached.total() == self.times * u32::from(self.each)
            && !(both && self.not_both)
            && counts.iter().enumerate().all(|(rank, count)| fits(rank, count))
    }
}

/// The number of ways to attach `times` of `among` ranks, each once.
#[inline]
pub(super) fn distinct(among: u32, times: u32, not_both: bool) -> u32 {
    let both = if not_both && times >= 2 { binomial(among - 2, times - 2) } else { 0 };
    binomial(among, times) - both
}

fn ways(most: &[u8; RANKS]) -> Ways {
    let mut ways = [[0; MAX_KICKERS + 1]; RANKS + 1];
    ways[0][0] = 1;
    for (rank, &most) in most.iter().enumerate() {
        for times in 0..=MAX_KICKERS {
            let fewest = times.saturating_sub(most.into());
            ways[rank + 1][times] = ways[rank][fewest..=times].iter().sum();
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Chance, SplitMix64};

    /// Every number gives different cards, in ascending order, and those cards give the number
    /// back.
    #[test]
    fn kickers_are_numbered_in_order() {
        let mut generator = SplitMix64::new(1);
        let options =
            [(1, false, false), (1, true, false), (2, false, false), (3, false, true), (4, true, true)];
        for (kicker_repeat, kicker_both_jokers, kicker_extends_chain) in options {
            let options =
                Options { kicker_repeat, kicker_both_jokers, kicker_extends_chain, ..Options::default() };
            for _ in 0..200 {
                let counts = std::array::from_fn(|rank| generator.below(if rank < 13 { 5 } else { 2 }) as u8);
                let cards = Cards::from_counts(&counts);
                for (kind, size) in [
                    (Kind::TripletWithCard, 1),
                    (Kind::QuadplexWithCards, 1),
                    (Kind::QuadplexWithPairs, 1),
                    (Kind::SequenceOfTripletsWithCards, 3),
                    (Kind::SequenceOfTripletsWithPairs, 2),
                ] {
                    let start = generator.below(9) as Rank;
                    let kickers = Kickers::among(&options, cards, kind, size, start);
                    let all: Vec<Cards> = (0..kickers.count()).map(|n| kickers.nth(n)).collect();
                    assert!(all.is_sorted_by(|one, next| one < next));
                    for (n, &attached) in (0..).zip(&all) {
                        assert_eq!(kickers.number(attached), n);
                        assert!(kickers.allow(attached));
                    }
                }
            }
        }
    }
}
