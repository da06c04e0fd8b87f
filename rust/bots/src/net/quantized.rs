//! Networks as they play: in integers. Their sums are the same in any order, so compilers may make any
//! vectors of them, and every machine and build gets the same result.

use std::array::from_fn;

use super::network::{Estimate, LANES as SECOND_LANES, Network, OUTPUTS, Parts, Sizes};

/// Sums of the first layer are made this many at a time, which fit into a processor's registers.
const LANES: usize = 64;

/// Processors multiply this many pairs of 16 bits at once, and add the products of each pair.
const PAIRS: usize = 8;

/// Sums of the second layer are made this many times `PAIRS` at a time.
const BLOCK: usize = SECOND_LANES / PAIRS;

/// This many rows are added in 16 bits.
const CHUNK: usize = 16;

/// The largest weight of the first layer: sums of `CHUNK` rows fit in 16 bits.
const MAX_WEIGHT: f32 = (i16::MAX as usize / CHUNK) as f32;

/// The largest bias of the first layer is this many times the largest weight: half of `MAX_FIRST`.
const MAX_BIAS: f32 = 8.0;

/// The largest number that the first layer passes on. Larger sums are cut off, of which the networks
/// in the package have none.
const MAX_FIRST: i32 = i16::MAX as i32;

/// The largest sum of the second layer before weights are rounded. Rounding adds at most half of
/// `MAX_FIRST` for each number of a first layer, of which there are up to 4,096, and 32 bits have room
/// for both.
const MAX_SECOND: f32 = 2e9;

/// Instead of 0, by which nothing can be divided.
const LEAST: f32 = 1e-30;

/// A network in integers. Each number of a layer has a scale of its own, which the next layer's weights
/// undo: what is negative is cut off at any scale.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Quantized {
    /// For each block of the first layer, and for each input, the sum of the rows that are on with it.
    rows: Vec<Vec<[i16; LANES]>>,
    first_bias: Vec<[i32; LANES]>,
    /// For each block of the second layer, and for each pair of numbers of the first one, the weights of
    /// both.
    second: Vec<Vec<[[i16; 2 * PAIRS]; BLOCK]>>,
    second_bias: Vec<[[i32; PAIRS]; BLOCK]>,
    last: [Vec<[f32; PAIRS]>; OUTPUTS],
    last_bias: Estimate,
}

/// Memory that valuing needs, reused.
///
/// See the example of [`Training`](super::Training).
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    shared: Vec<[i32; LANES]>,
    first: Vec<[i32; LANES]>,
    /// The first layer without negative numbers, in pairs.
    pairs: Vec<[i16; 2]>,
    /// The indices of the pairs that are not 0.
    positive: Vec<usize>,
    /// Each of these pairs, again and again.
    spread: Vec<[i16; 2 * PAIRS]>,
}

impl Quantized {
    pub(super) fn new(network: &Network) -> Self {
        let Sizes { inputs, first, second } = network.sizes;
        let Parts { first_bias, second: weights, second_bias, last, last_bias, .. } =
            network.sizes.split(&network.weights);
        let mut rows = Vec::new();
        network.sum_rows(&mut rows);
        let mut most: Vec<f32> = first_bias.iter().map(|bias| LEAST.max(bias.abs() / MAX_BIAS)).collect();
        for row in rows.chunks_exact(first) {
            most.iter_mut().zip(row).for_each(|(most, weight)| *most = most.max(weight.abs()));
        }
        let first_scales: Vec<f32> = most.iter().map(|most| MAX_WEIGHT / most).collect();
        let (mut sums, mut most) = (vec![LEAST; second], vec![LEAST; second]);
        for (row, scale) in weights.chunks_exact(second).zip(&first_scales) {
            for ((sum, most), weight) in sums.iter_mut().zip(&mut most).zip(row) {
                *sum += weight.abs() / scale;
                *most = most.max(weight.abs() / scale);
            }
        }
        let scale = |((sum, most), bias): ((&f32, &f32), &f32)| {
            (MAX_SECOND / (sum * MAX_FIRST as f32 + bias.abs())).min(f32::from(i16::MAX) / most)
        };
        let second_scales: Vec<f32> = sums.iter().zip(&most).zip(second_bias).map(scale).collect();
        let second_weight = |from: usize, to: usize| {
            let weight = weights.get(from * second + to);
            weight.map_or(0.0, |weight| weight / first_scales[from] * second_scales[to]).round() as i16
        };
        let (first_blocks, second_blocks) = (first.div_ceil(LANES), second / SECOND_LANES);
        let of_first = |numbers: &[f32], block| {
            from_fn::<_, LANES, _>(|lane| scaled(numbers, &first_scales, block * LANES + lane))
        };
        let rows_of = |block| {
            let row = |input| of_first(&rows[input * first..][..first], block).map(|weight| weight as i16);
            (0..inputs).map(row).collect()
        };
        let weights_of = |block| {
            let weights = |pair| {
                let to = |group| (block * BLOCK + group) * PAIRS;
                from_fn(|group| from_fn(|lane| second_weight(2 * pair + lane % 2, to(group) + lane / 2)))
            };
            (0..first_blocks * LANES / 2).map(weights).collect()
        };
        let bias_of = |block| {
            let bias = |index| scaled(second_bias, &second_scales, index) as i32;
            from_fn(|group| from_fn(|lane| bias((block * BLOCK + group) * PAIRS + lane)))
        };
        let last_of = |output| {
            let row = last[output * second..][..second].iter();
            let row: Vec<f32> = row.zip(&second_scales).map(|(weight, scale)| weight / scale).collect();
            row.as_chunks().0.to_vec()
        };
        Self {
            rows: (0..first_blocks).map(rows_of).collect(),
            first_bias: (0..first_blocks)
                .map(|block| of_first(first_bias, block).map(|bias| bias as i32))
                .collect(),
            second: (0..second_blocks).map(weights_of).collect(),
            second_bias: (0..second_blocks).map(bias_of).collect(),
            last: from_fn(last_of),
            last_bias: [last_bias[0], last_bias[1]],
        }
    }

    /// Adds the rows of some inputs.
    #[inline]
    fn add(&self, sums: &mut [[i32; LANES]], on: &[u16]) {
        for (sums, rows) in sums.iter_mut().zip(&self.rows) {
            for chunk in on.chunks(CHUNK) {
                let mut part = [0_i16; LANES];
                for &input in chunk {
                    for (sum, weight) in part.iter_mut().zip(&rows[usize::from(input)]) {
                        *sum += weight;
                    }
                }
                for (sum, part) in sums.iter_mut().zip(part) {
                    *sum += i32::from(part);
                }
            }
        }
    }

    /// Prepares `scratch` for the actions of a decision.
    #[inline]
    pub(super) fn begin(&self, shared: &[u16], scratch: &mut Scratch) {
        scratch.shared.clone_from(&self.first_bias);
        self.add(&mut scratch.shared, shared);
    }

    /// Values an action with these inputs.
    #[inline]
    pub(super) fn value(&self, own: &[u16], scratch: &mut Scratch) -> Estimate {
        let Scratch { shared, first, pairs, positive, spread } = scratch;
        first.clone_from(shared);
        self.add(first, own);
        let (sums, _) = first.as_flattened().as_chunks::<2>();
        pairs.resize(sums.len(), [0; 2]);
        for (pair, &[one, other]) in pairs.iter_mut().zip(sums) {
            *pair = [one.clamp(0, MAX_FIRST) as i16, other.clamp(0, MAX_FIRST) as i16];
        }
        positive.clear();
        spread.clear();
        for (start, pairs) in (0..).step_by(64).zip(pairs.chunks(64)) {
            let is_on = pairs.iter().enumerate().map(|(bit, pair)| u64::from(*pair != [0; 2]) << bit);
            let mut on: u64 = is_on.sum();
            while on != 0 {
                let bit = on.trailing_zeros() as usize;
                on &= on - 1;
                positive.push(start + bit);
                let mut again = [0; 2 * PAIRS];
                again.as_chunks_mut().0.fill(pairs[bit]);
                spread.push(again);
            }
        }
        let mut lanes = [[0.0; PAIRS]; OUTPUTS];
        for (block, (bias, rows)) in self.second_bias.iter().zip(&self.second).enumerate() {
            let mut all = *bias;
            for (pairs, &index) in spread.iter().zip(&*positive) {
                for (sums, weights) in all.iter_mut().zip(&rows[index]) {
                    add_products(sums, pairs, weights);
                }
            }
            for (lanes, weights) in lanes.iter_mut().zip(&self.last) {
                for (sums, weights) in all.iter().zip(&weights[block * BLOCK..]) {
                    for ((lane, &sum), weight) in lanes.iter_mut().zip(sums).zip(weights) {
                        *lane += sum.max(0) as f32 * weight;
                    }
                }
            }
        }
        let mut estimate = self.last_bias;
        for (number, lanes) in estimate.iter_mut().zip(lanes) {
            *number += lanes.iter().sum::<f32>();
        }
        estimate
    }
}

/// Adds the products of pairs, which compilers make one instruction of. Loops, since a closure may stay a function.
#[inline]
fn add_products(sums: &mut [i32; PAIRS], pairs: &[i16; 2 * PAIRS], weights: &[i16; 2 * PAIRS]) {
    let mut products = [0; 2 * PAIRS];
    for ((product, &pair), &weight) in products.iter_mut().zip(pairs).zip(weights) {
        *product = i32::from(pair) * i32::from(weight);
    }
    for (sum, [one, other]) in sums.iter_mut().zip(products.as_chunks::<2>().0) {
        *sum += one + other;
    }
}

/// A number times its scale, rounded; 0 beyond the end.
fn scaled(numbers: &[f32], scales: &[f32], index: usize) -> f32 {
    numbers.get(index).map_or(0.0, |number| (number * scales[index]).round())
}

#[cfg(test)]
mod tests {
    use oxideal_engine::mexican_train::{MexicanTrain, Rules};
    use oxideal_engine::{Position as _, Recent, Seed, SplitMix64, State};

    use super::{LANES, Network, Quantized, Scratch};
    use crate::net::network::{Layers, Sizes};
    use crate::net::{Decision, NetModel as _, Training};

    #[test]
    fn integers_value_like_floats() -> Result<(), oxideal_engine::Error> {
        let rules = Rules::default();
        let training = Training::<MexicanTrain>::new(vec![rules], MexicanTrain::SETTINGS, Seed::from(1))?;
        let network = &training.networks().all[0];
        let quantized = Quantized::new(network);
        let (mut decision, mut scratch, mut layers, mut rows) = Default::default();
        network.sum_rows(&mut rows);
        let (mut values, mut most) = (Vec::new(), 0.0_f32);
        for stream in 0..5 {
            let mut position = *State::<MexicanTrain>::deal(rules, Seed::from(1), stream).position();
            let mut chance = SplitMix64::new(1);
            while position.play_random(&rules, &mut chance) && position.current_player().is_some() {
                MexicanTrain::describe(&rules, &position, &Recent::default(), &mut decision);
                let (decision, layers): (&Decision, &mut Layers) = (&decision, &mut layers);
                quantized.begin(decision.shared(), &mut scratch);
                for index in (0..decision.actions().len()).filter(|_| decision.actions().len() > 1) {
                    let on = [decision.shared(), decision.own(index)].concat();
                    let expected = network.value(&rows, &on, layers);
                    let found = quantized.value(decision.own(index), &mut scratch);
                    most = most.max((found[0] - expected[0]).abs()).max((found[1] - expected[1]).abs());
                    values.push(expected[0]);
                }
            }
        }
        let spread = values.iter().fold(f32::MIN, |most, &value| most.max(value))
            - values.iter().fold(f32::MAX, |least, &value| least.min(value));
        assert!(values.len() > 500 && most < 0.01 * spread, "{most} of {spread}, {} actions", values.len());
        Ok(())
    }

    /// A network with one input, all of whose weights are this number.
    fn uniform(weight: f32, first: usize) -> Network {
        let sizes = Sizes { inputs: 1, first, second: 32 };
        Network { sizes, spans: vec![0], weights: vec![weight; sizes.total()] }
    }

    #[test]
    fn no_sum_overflows() {
        let mut scratch = Scratch::default();
        for weight in [1e-38, 1e-3, 1.0, -1.0, 1e3, 1e38, f32::MAX] {
            let quantized = Quantized::new(&uniform(weight, 4096));
            quantized.begin(&[0; 1000], &mut scratch);
            let [odds, payment] = quantized.value(&[0; 1000], &mut scratch);
            assert!(odds.to_bits() == payment.to_bits() || odds.is_nan(), "{weight}: {odds} {payment}");
        }
    }

    #[test]
    fn sums_are_cut_off_at_sixteen_of_the_largest_weight() {
        let (network, mut scratch, mut layers) = (uniform(0.01, 32), Scratch::default(), Layers::default());
        let quantized = Quantized::new(&network);
        for (count, counted) in [(0, 0), (3, 3), (15, 15), (100, 15)] {
            quantized.begin(&[], &mut scratch);
            let [found, _] = quantized.value(&vec![0; count], &mut scratch);
            let [expected, _] = network.value(&network.weights[..32], &vec![0; counted], &mut layers);
            assert!((found - expected).abs() < 1e-3 * expected, "{count}: {found} {expected}");
        }
    }

    #[test]
    fn layers_need_not_fill_blocks() {
        let sizes = Sizes { inputs: 2, first: 32, second: 32 };
        assert!(!sizes.first.is_multiple_of(LANES));
        let weights: Vec<f32> = (0..sizes.total()).map(|index| (index % 7) as f32 - 2.0).collect();
        let network = Network { sizes, spans: vec![0, 0], weights };
        let (mut scratch, mut layers) = (Scratch::default(), Layers::default());
        let quantized = Quantized::new(&network);
        quantized.begin(&[1], &mut scratch);
        let found = quantized.value(&[], &mut scratch);
        let expected = network.value(&network.weights[..64], &[0, 1], &mut layers);
        assert!((found[0] - expected[0]).abs() < 1e-3 * expected[0].abs(), "{found:?} {expected:?}");
        assert!((found[1] - expected[1]).abs() < 1e-3 * expected[1].abs(), "{found:?} {expected:?}");
    }
}
