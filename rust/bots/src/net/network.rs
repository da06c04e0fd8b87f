//! Networks of three layers: their weights, and what they say of decisions.

use oxideal_engine::Action;

use super::decision::Decision;
use super::quantized::{Quantized, Scratch};

/// The number of outputs: the log-odds of winning, and the payment.
pub(super) const OUTPUTS: usize = 2;

/// Sums are made this many at a time, which fit into a processor's registers. Layers are multiples
/// of it.
pub(super) const LANES: usize = 32;

/// The sizes of a network's layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sizes {
    pub(super) inputs: usize,
    pub(super) first: usize,
    pub(super) second: usize,
}

/// A network: what each input adds to the first layer, and two small layers behind it.
///
/// See the example of [`Training`](super::Training).
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    pub(super) sizes: Sizes,
    /// For each input, the first of those that are on whenever it is.
    pub(super) spans: Vec<u16>,
    /// All numbers, in the order of [`Parts`].
    pub(super) weights: Vec<f32>,
}

/// The parts of a network's numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts<T> {
    /// A row for each input.
    pub(super) rows: T,
    pub(super) first_bias: T,
    /// A row for each number of the first layer.
    pub(super) second: T,
    pub(super) second_bias: T,
    /// A row for each output.
    pub(super) last: T,
    pub(super) last_bias: T,
}

impl Sizes {
    /// The lengths of the parts.
    const fn lengths(self) -> [usize; 6] {
        let Self { inputs, first, second } = self;
        [inputs * first, first, first * second, second, OUTPUTS * second, OUTPUTS]
    }

    pub(super) fn total(self) -> usize {
        self.lengths().iter().sum()
    }

    pub(super) fn split(self, weights: &[f32]) -> Parts<&[f32]> {
        let [rows, first_bias, second, second_bias, last, _] = self.lengths();
        let (rows, rest) = weights.split_at(rows);
        let (first_bias, rest) = rest.split_at(first_bias);
        let (second, rest) = rest.split_at(second);
        let (second_bias, rest) = rest.split_at(second_bias);
        let (last, last_bias) = rest.split_at(last);
        Parts { rows, first_bias, second, second_bias, last, last_bias }
    }

    pub(super) fn split_mut(self, weights: &mut [f32]) -> Parts<&mut [f32]> {
        let [rows, first_bias, second, second_bias, last, _] = self.lengths();
        let (rows, rest) = weights.split_at_mut(rows);
        let (first_bias, rest) = rest.split_at_mut(first_bias);
        let (second, rest) = rest.split_at_mut(second);
        let (second_bias, rest) = rest.split_at_mut(second_bias);
        let (last, last_bias) = rest.split_at_mut(last);
        Parts { rows, first_bias, second, second_bias, last, last_bias }
    }
}

/// What a network expects: the log-odds of winning, and the payment.
pub type Estimate = [f32; OUTPUTS];

/// Both layers of a network, before cutting off what is negative.
#[derive(Clone, Debug, Default)]
pub(super) struct Layers {
    pub(super) first: Vec<f32>,
    /// The positive sums of the first layer, with their indices.
    positive: Vec<(usize, f32)>,
    pub(super) second: Vec<f32>,
}

impl Network {
    /// Takes over another network's numbers. Its first layer may be narrower: what this one has
    /// beyond that keeps its inputs, but has no effect at first.
    pub(super) fn take_over(&mut self, other: &Self) -> Result<(), String> {
        let (sizes, taken) = (self.sizes, other.sizes);
        if taken.inputs != sizes.inputs {
            return Err("for other rules".into());
        }
        if taken.first > sizes.first || taken.second != sizes.second {
            let Sizes { first, second, .. } = sizes;
            return Err(format!(
                "{} and {} wide; accepted are at most {first} and exactly {second}",
                taken.first, taken.second
            ));
        }
        let from = taken.split(&other.weights);
        let to = sizes.split_mut(&mut self.weights);
        let rows = from.rows.chunks_exact(taken.first);
        for (row, taken) in to.rows.chunks_exact_mut(sizes.first).zip(rows) {
            row[..taken.len()].copy_from_slice(taken);
        }
        to.first_bias[..taken.first].copy_from_slice(from.first_bias);
        let (second, beyond) = to.second.split_at_mut(from.second.len());
        second.copy_from_slice(from.second);
        beyond.fill(0.0);
        to.second_bias.copy_from_slice(from.second_bias);
        to.last.copy_from_slice(from.last);
        to.last_bias.copy_from_slice(from.last_bias);
        Ok(())
    }

    /// Sums for each input the rows that are on with it.
    pub(super) fn sum_rows(&self, sums: &mut Vec<f32>) {
        let width = self.sizes.first;
        sums.clear();
        sums.extend_from_slice(self.sizes.split(&self.weights).rows);
        for (input, &first) in self.spans.iter().enumerate() {
            if usize::from(first) < input {
                let (before, row) = sums.split_at_mut(input * width);
                add_times(&mut row[..width], &before[(input - 1) * width..], 1.0);
            }
        }
    }

    /// Adds the rows of some inputs.
    #[inline]
    fn add(&self, rows: &[f32], sums: &mut [f32], on: &[u16]) {
        let width = self.sizes.first / LANES;
        let (rows, _) = rows.as_chunks::<LANES>();
        let (sums, _) = sums.as_chunks_mut::<LANES>();
        for (block, place) in sums.iter_mut().enumerate() {
            let mut sums = *place;
            for &input in on {
                let row = &rows[usize::from(input) * width + block];
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
            *place = sums;
        }
    }

    /// Values an action with these inputs as a training needs it: in floats, whose sums are always in the
    /// same order. `rows` are those of [`sum_rows`](Self::sum_rows).
    #[inline]
    pub(super) fn value(&self, rows: &[f32], on: &[u16], layers: &mut Layers) -> Estimate {
        let parts = self.sizes.split(&self.weights);
        let Layers { first, positive, second } = layers;
        first.clear();
        first.extend_from_slice(parts.first_bias);
        self.add(rows, first, on);
        second.clear();
        second.extend_from_slice(parts.second_bias);
        // Many sums are negative: they count as 0.
        positive.clear();
        positive.resize(first.len(), (0, 0.0));
        let mut count = 0;
        for (index, &sum) in first.iter().enumerate() {
            positive[count] = (index, sum);
            count += usize::from(sum > 0.0);
        }
        let width = self.sizes.second / LANES;
        let (rows, _) = parts.second.as_chunks::<LANES>();
        let (places, _) = second.as_chunks_mut::<LANES>();
        for (block, place) in places.iter_mut().enumerate() {
            let mut sums = *place;
            for &(index, factor) in &positive[..count] {
                for (sum, weight) in sums.iter_mut().zip(&rows[index * width + block]) {
                    *sum += weight * factor;
                }
            }
            *place = sums;
        }
        let mut outputs: Estimate = [parts.last_bias[0], parts.last_bias[1]];
        for (output, row) in outputs.iter_mut().zip(parts.last.chunks_exact(self.sizes.second)) {
            *output += positive_dot(second, row);
        }
        outputs
    }
}

/// The chance to win with these log-odds.
#[must_use]
pub fn chance_of(log_odds: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-log_odds))
}

#[inline]
pub(super) fn add_times(sums: &mut [f32], row: &[f32], factor: f32) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += weight * factor;
    }
}

/// The sum of products, in eight lanes.
#[inline]
pub(super) fn dot(one: &[f32], two: &[f32]) -> f32 {
    let mut lanes = [0.0; 8];
    for (one, two) in one.chunks_exact(8).zip(two.chunks_exact(8)) {
        for ((lane, one), two) in lanes.iter_mut().zip(one).zip(two) {
            *lane += one * two;
        }
    }
    lanes.iter().sum()
}

/// The sum of products of the positive numbers.
#[inline]
fn positive_dot(one: &[f32], two: &[f32]) -> f32 {
    let mut lanes = [0.0; 8];
    for (one, two) in one.chunks_exact(8).zip(two.chunks_exact(8)) {
        for ((lane, one), two) in lanes.iter_mut().zip(one).zip(two) {
            *lane += one.max(0.0) * two;
        }
    }
    lanes.iter().sum()
}

/// The networks of a game, one per role.
///
/// See the example of [`Training`](super::Training).
#[derive(Clone, Debug, PartialEq)]
pub struct Networks {
    /// With their weights in floats.
    pub(super) all: Vec<Network>,
    quantized: Vec<Quantized>,
}

impl Networks {
    pub(super) fn new(all: Vec<Network>) -> Self {
        let quantized = all.iter().map(Quantized::new).collect();
        Self { all, quantized }
    }

    /// Returns the width of the first layer, of the widest network.
    #[must_use]
    pub fn width(&self) -> usize {
        self.all.iter().map(|network| network.sizes.first).max().unwrap_or(0)
    }

    /// Returns the index of the action of the highest value, and that value.
    pub fn best(&self, decision: &Decision, scratch: &mut Scratch) -> (usize, Estimate) {
        let network = &self.quantized[decision.role];
        network.begin(decision.shared(), scratch);
        let (mut best, mut most) = ((0, [0.0; OUTPUTS]), f32::NEG_INFINITY);
        for index in 0..decision.actions().len() {
            let estimate = network.value(decision.own(index), scratch);
            let score = decision.score(estimate);
            if score > most {
                (best, most) = ((index, estimate), score);
            }
        }
        best
    }

    /// Returns the action of the highest value.
    pub fn choose(&self, decision: &Decision, scratch: &mut Scratch) -> Action {
        let index = if decision.actions().len() > 1 { self.best(decision, scratch).0 } else { 0 };
        decision.actions()[index]
    }

    /// Values all actions, best first. A single one is not valued.
    pub fn ranking(&self, decision: &Decision, scratch: &mut Scratch) -> Vec<(Action, Estimate)> {
        let actions = decision.actions();
        if let [only] = actions {
            return vec![(*only, [0.0; OUTPUTS])];
        }
        let network = &self.quantized[decision.role];
        network.begin(decision.shared(), scratch);
        let value = |(index, &action)| (action, network.value(decision.own(index), scratch));
        let mut ranking: Vec<_> = actions.iter().enumerate().map(value).collect();
        ranking.sort_by(|&(_, one), &(_, other)| decision.score(other).total_cmp(&decision.score(one)));
        ranking
    }

    /// Returns a function that tells how good the action with an index is.
    pub(crate) fn scores<'a>(
        &'a self,
        decision: &'a Decision,
        scratch: &'a mut Scratch,
    ) -> impl FnMut(usize) -> f32 + 'a {
        let network = &self.quantized[decision.role];
        network.begin(decision.shared(), scratch);
        |index| decision.score(network.value(decision.own(index), scratch))
    }

    /// Values one action.
    pub fn value(&self, decision: &Decision, index: usize, scratch: &mut Scratch) -> Estimate {
        let network = &self.quantized[decision.role];
        network.begin(decision.shared(), scratch);
        network.value(decision.own(index), scratch)
    }
}
