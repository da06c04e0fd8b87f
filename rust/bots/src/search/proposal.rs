//! Proposals: which hidden cards a seat may hold.
//!
//! Few uniform splits of the hidden cards explain a long round. A proposal learns from some deals which
//! numbers of each kind of card explain it, and draws those more often. Each deal it draws counts less by as
//! much, so that weighted sums stay right on average.

use oxideal_engine::SplitMix64;

use super::belief::unit;

/// One draw in this many is uniform, so that no deal counts more than this many uniform ones, whatever was
/// learned.
const UNIFORM_EVERY: u64 = 4;

/// Uniform deals that are added to those learned from, whose effective number is small.
const PRIOR_DEALS: f64 = 2.0;

/// Splits of hidden cards between two hands, with independent weights for each kind of card.
#[derive(Clone, Debug)]
struct Splits {
    /// For each kind and each number of it in the first hand, the weight.
    weights: Vec<Vec<f64>>,
    /// For each kind and each number of cards still to be put into the first hand, the sum of the weights of all
    /// ways to take them from this kind and those after it. One more kind has none.
    sums: Vec<Vec<f64>>,
}

impl Splits {
    fn new(weights: Vec<Vec<f64>>, size: usize) -> Self {
        let mut sums = vec![vec![0.0; size + 1]; weights.len() + 1];
        sums[weights.len()][0] = 1.0;
        for (kind, weights) in weights.iter().enumerate().rev() {
            for left in 0..=size {
                let ways = weights.iter().zip((0..=left).rev());
                sums[kind][left] = ways.map(|(weight, left)| weight * sums[kind + 1][left]).sum();
            }
        }
        Self { weights, sums }
    }

    /// The number of cards in the first hand.
    fn size(&self) -> usize {
        self.sums[0].len() - 1
    }

    /// The sum of the weights of all splits.
    fn total(&self) -> f64 {
        self.sums[0][self.size()]
    }

    fn weight(&self, counts: &[u8]) -> f64 {
        self.weights.iter().zip(counts).map(|(weights, &count)| weights[usize::from(count)]).product()
    }

    /// Draws a split: how many of each kind the first hand has.
    fn draw(&self, chance: &mut SplitMix64) -> Vec<u8> {
        let mut left = self.size();
        let number = |(kind, weights): (usize, &Vec<f64>)| {
            let mut point = unit(chance) * self.sums[kind][left];
            let mut drawn = 0;
            for (count, weight) in weights.iter().enumerate().take(left + 1) {
                let ways = weight * self.sums[kind + 1][left - count];
                if ways > 0.0 {
                    drawn = count; // also if rounding leaves something of `point`
                    point -= ways;
                    if point < 0.0 {
                        break;
                    }
                }
            }
            left -= drawn;
            drawn as u8
        };
        self.weights.iter().enumerate().map(number).collect()
    }
}

/// Draws splits of hidden cards between two hands.
#[derive(Clone, Debug)]
pub(super) struct Proposal {
    uniform: Splits,
    learned: Splits,
}

impl Proposal {
    /// Draws uniformly, if there are this many cards of each kind, and this many in the first hand.
    pub(super) fn uniform(copies: &[u8], size: usize) -> Self {
        let ways = |&all: &u8| (0..=all).map(|count| ways(all.into(), count.into())).collect();
        let uniform = Splits::new(copies.iter().map(ways).collect(), size);
        Self { learned: uniform.clone(), uniform }
    }

    /// Learns from splits and their weights.
    pub(super) fn learn(&mut self, found: &[(Vec<u8>, f64)]) {
        let sum: f64 = found.iter().map(|(_, weight)| weight).sum();
        let squares: f64 = found.iter().map(|(_, weight)| weight * weight).sum();
        if squares < f64::MIN_POSITIVE {
            return;
        }
        let effective = sum * sum / squares;
        let size = self.uniform.size();
        let all = self.uniform.weights.iter().map(|weights| weights.len() - 1).sum::<usize>();
        let learn = |(kind, weights): (usize, &Vec<f64>)| {
            let copies = weights.len() - 1;
            let mut shares = vec![0.0; copies + 1];
            for (counts, weight) in found {
                shares[usize::from(counts[kind])] += weight / sum;
            }
            let learned = |(count, share): (usize, f64)| {
                let rest = size.checked_sub(count).map_or(0.0, |rest| ways(all - copies, rest));
                let uniform = weights[count] * rest / ways(all, size);
                if uniform == 0.0 {
                    return 0.0;
                }
                weights[count] * (effective * share / uniform + PRIOR_DEALS) / (effective + PRIOR_DEALS)
            };
            shares.into_iter().enumerate().map(learned).collect()
        };
        let learned = self.uniform.weights.iter().enumerate().map(learn).collect();
        self.learned = Splits::new(learned, size);
    }

    /// Draws the split with this number: how many of each kind the first hand has, and how much the deal counts.
    pub(super) fn draw(&self, number: u64, chance: &mut SplitMix64) -> (Vec<u8>, f64) {
        let is_uniform = number.is_multiple_of(UNIFORM_EVERY);
        let counts = if is_uniform { &self.uniform } else { &self.learned }.draw(chance);
        let ratio = self.learned.weight(&counts) / self.uniform.weight(&counts) * self.uniform.total()
            / self.learned.total();
        let uniform_share = 1.0 / UNIFORM_EVERY as f64;
        (counts, 1.0 / (uniform_share + (1.0 - uniform_share) * ratio))
    }
}

/// The number of ways to take some of all.
fn ways(all: usize, taken: usize) -> f64 {
    (0..taken).map(|number| all.saturating_sub(number) as f64 / (number + 1) as f64).product()
}

#[cfg(test)]
mod tests {
    use oxideal_engine::SplitMix64;

    use super::{Proposal, ways};

    const COPIES: [u8; 4] = [4, 0, 2, 3];
    const SIZE: usize = 5;

    /// The mean number of the first kind, and of the weights, in weighted draws.
    fn means(proposal: &Proposal) -> [f64; 3] {
        let mut chance = SplitMix64::new(1);
        let mut sums = [0.0; 3];
        for number in 0..40_000 {
            let (counts, weight) = proposal.draw(number, &mut chance);
            assert_eq!(usize::from(counts.iter().sum::<u8>()), SIZE);
            assert!(counts.iter().zip(COPIES).all(|(&count, copies)| count <= copies));
            let numbers = [weight * f64::from(counts[0]), weight, f64::from(counts[0])];
            sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number / 40_000.0);
        }
        sums
    }

    #[test]
    fn uniform_draws_are_those_of_shuffled_cards() {
        let proposal = Proposal::uniform(&COPIES, SIZE);
        assert!((proposal.uniform.total() - ways(9, SIZE)).abs() < 1e-9);
        let [weighted, weight, drawn] = means(&proposal);
        assert!((drawn - 20.0 / 9.0).abs() < 0.03, "{drawn}");
        assert!((weight - 1.0).abs() < 1e-9 && (weighted - drawn).abs() < 1e-9);
    }

    #[test]
    fn weights_undo_what_was_learned() {
        let mut proposal = Proposal::uniform(&COPIES, SIZE);
        // All that is known speaks for four of the first kind.
        let found = [vec![4, 0, 1, 0], vec![4, 0, 0, 1], vec![0, 0, 2, 3]];
        proposal.learn(&found.map(|counts| (counts.clone(), if counts[0] == 4 { 8.0 } else { 1.0 })));
        let [weighted, weight, drawn] = means(&proposal);
        assert!(drawn > 2.6, "{drawn}");
        assert!((weight - 1.0).abs() < 0.02 && (weighted - 20.0 / 9.0).abs() < 0.04, "{weight} {weighted}");
    }
}
