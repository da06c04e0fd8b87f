//! Networks as they play: in integers. Their sums are the same in any order, so compilers may make any
//! vectors of them, and every machine and build gets the same result.

use super::network::{Estimate, Network, OUTPUTS, Parts, Sizes, add_times};

/// Sums of the first layer are made this many at a time.
const LANES: usize = 64;

/// Processors multiply this many pairs of 16 bits at once, and add the products of each.
const PAIRS: usize = 8;

/// Sums of the second layer are made this many times `PAIRS` at a time.
const BLOCK: usize = super::network::LANES / PAIRS;

/// This many rows are added in 16 bits.
const CHUNK: usize = 16;

/// The largest weight of the first layer: sums of `CHUNK` such rows fit in 16 bits.
const MAX_WEIGHT: f32 = (i16::MAX as usize / CHUNK) as f32;

/// The largest number that the first layer passes on. Sums above it are cut off.
const MAX_FIRST: i32 = i16::MAX as i32;

/// The largest sum of the second layer before weights are rounded. Rounding adds at most half of
/// `MAX_FIRST` for each of 4,096 weights, and 32 bits have room for both.
const MAX_SECOND: f32 = 2e9;

/// Instead of 0, which nothing can be divided by.
const LEAST: f32 = 1e-30;

/// A network in integers. Each number of a layer has a scale of its own, which the next layer's
/// weights undo: what is negative is cut off at any scale.
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
        let Parts { rows, first_bias, second: weights, second_bias, last, last_bias } =
            network.sizes.split(&network.weights);
        let mut rows = rows.to_vec();
        for (input, &from) in network.spans.iter().enumerate() {
            if usize::from(from) < input {
                let (before, row) = rows.split_at_mut(input * first);
                add_times(&mut row[..first], &before[(input - 1) * first..], 1.0);
            }
        }
        let mut scales: Vec<f32> = first_bias.iter().map(|bias| LEAST.max(bias.abs() / 8.0)).collect();
        for row in rows.chunks_exact(first) {
            scales.iter_mut().zip(row).for_each(|(most, weight)| *most = most.max(weight.abs()));
        }
        scales.iter_mut().for_each(|scale| *scale = MAX_WEIGHT / *scale);
        let (width, blocks) = (first.div_ceil(LANES), second / super::network::LANES);
        let mut quantized = Self {
            rows: vec![vec![[0; LANES]; inputs]; width],
            first_bias: vec![[0; LANES]; width],
            second: vec![vec![[[0; 2 * PAIRS]; BLOCK]; width * LANES / 2]; blocks],
            second_bias: vec![[[0; PAIRS]; BLOCK]; blocks],
            last: [const { Vec::new() }; OUTPUTS],
            last_bias: [last_bias[0], last_bias[1]],
        };
        for (input, row) in rows.chunks_exact(first).enumerate() {
            for (index, (weight, scale)) in row.iter().zip(&scales).enumerate() {
                quantized.rows[index / LANES][input][index % LANES] = (weight * scale).round() as i16;
            }
        }
        for ((place, bias), scale) in
            quantized.first_bias.as_flattened_mut().iter_mut().zip(first_bias).zip(&scales)
        {
            *place = (bias * scale).round() as i32;
        }
        let mut sums = vec![LEAST; second];
        let mut most = vec![LEAST; second];
        for (row, scale) in weights.chunks_exact(second).zip(&scales) {
            for ((sum, most), weight) in sums.iter_mut().zip(&mut most).zip(row) {
                *sum += (weight / scale).abs();
                *most = most.max((weight / scale).abs());
            }
        }
        let second_scales: Vec<f32> = sums
            .iter()
            .zip(&most)
            .zip(second_bias)
            .map(|((sum, most), bias)| {
                (MAX_SECOND / (sum * MAX_FIRST as f32 + bias.abs())).min(f32::from(i16::MAX) / most)
            })
            .collect();
        for (index, (row, scale)) in weights.chunks_exact(second).zip(&scales).enumerate() {
            for (to, (weight, second_scale)) in row.iter().zip(&second_scales).enumerate() {
                let (block, to) = (to / super::network::LANES, to % super::network::LANES);
                quantized.second[block][index / 2][to / PAIRS][2 * (to % PAIRS) + index % 2] =
                    (weight / scale * second_scale).round() as i16;
            }
        }
        for ((place, bias), scale) in
            quantized.second_bias.as_flattened_mut().as_flattened_mut().iter_mut().zip(second_bias).zip(&second_scales)
        {
            *place = (bias * scale).round() as i32;
        }
        for (place, row) in quantized.last.iter_mut().zip(last.chunks_exact(second)) {
            let row: Vec<f32> = row.iter().zip(&second_scales).map(|(weight, scale)| weight / scale).collect();
            place.extend(row.as_chunks().0);
        }
        quantized
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
        for (pair, sums) in pairs.iter_mut().zip(sums) {
            *pair = sums.map(|sum| sum.clamp(0, MAX_FIRST) as i16);
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
                spread.push(std::array::from_fn(|lane| pairs[bit][lane % 2]));
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
        std::array::from_fn(|output| self.last_bias[output] + lanes[output].iter().sum::<f32>())
    }
}

/// Adds the products of pairs, which compilers make one instruction of.
#[inline]
fn add_products(sums: &mut [i32; PAIRS], pairs: &[i16; 2 * PAIRS], weights: &[i16; 2 * PAIRS]) {
    let products: [i32; 2 * PAIRS] =
        std::array::from_fn(|lane| i32::from(pairs[lane]) * i32::from(weights[lane]));
    for (lane, sum) in sums.iter_mut().enumerate() {
        *sum += products[2 * lane] + products[2 * lane + 1];
    }
}
