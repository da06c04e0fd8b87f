//! Learning from samples: gradients in batches, and Adam.

use super::network::{Estimate, Layers, Network, OUTPUTS, Parts, Sizes, add_times, chance_of, dot};

/// How much of Adam's first and second averages stays at each step.
const KEEP: [f32; 2] = [0.9, 0.999];

const EPSILON: f32 = 1e-8;

/// How much the payment counts beside winning.
const PAYMENT_WEIGHT: f32 = 0.5;

/// Decisions and their results, for one network. Of a span's inputs only the last has to be here.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples {
    pub(super) on: Vec<u16>,
    pub(super) ends: Vec<usize>,
    pub(super) targets: Vec<Estimate>,
}

impl Samples {
    pub(super) fn push(&mut self, on: &[u16], target: Estimate) {
        self.on.extend_from_slice(on);
        self.ends.push(self.on.len());
        self.targets.push(target);
    }

    pub(super) fn len(&self) -> usize {
        self.targets.len()
    }

    pub(super) fn append(&mut self, other: &Self) {
        let start = self.on.len();
        self.on.extend_from_slice(&other.on);
        self.ends.extend(other.ends.iter().map(|end| start + end));
        self.targets.extend_from_slice(&other.targets);
    }

    fn get(&self, index: usize) -> (&[u16], Estimate) {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        (&self.on[start..self.ends[index]], self.targets[index])
    }
}

/// A network that learns.
#[derive(Clone, Debug)]
pub(super) struct Learner {
    pub(super) network: Network,
    gradient: Vec<f32>,
    /// Adam's averages of the gradient and of its square.
    pub(super) averages: [Vec<f32>; 2],
    pub(super) steps: i32,
    /// The rows that have a gradient.
    touched: Vec<bool>,
    /// The sums of the network's rows.
    rows: Vec<f32>,
    layers: Layers,
    first_gradient: Vec<f32>,
    second_gradient: Vec<f32>,
}

impl Learner {
    /// A network with small random weights, and with these spans.
    pub(super) fn new(sizes: Sizes, spans: Vec<u16>, mut random: impl FnMut() -> f32) -> Self {
        let mut weights = vec![0.0; sizes.total()];
        let parts = sizes.split_mut(&mut weights);
        // About a hundred inputs are on at a time.
        for (part, inputs) in
            [(parts.rows, 100.0), (parts.second, sizes.first as f32), (parts.last, sizes.second as f32)]
        {
            let scale = (6.0 / inputs).sqrt();
            for weight in part {
                *weight = (2.0 * random() - 1.0) * scale;
            }
        }
        let total = weights.len();
        Self {
            network: Network { sizes, spans, weights },
            gradient: vec![0.0; total],
            averages: [vec![0.0; total], vec![0.0; total]],
            steps: 0,
            touched: vec![false; sizes.inputs],
            rows: Vec::new(),
            layers: Layers::default(),
            first_gradient: vec![0.0; sizes.first],
            second_gradient: vec![0.0; sizes.second],
        }
    }

    /// Takes over a network that will not learn.
    pub(super) fn keep(&mut self, network: &Network) -> Result<(), String> {
        let spans = std::mem::take(&mut self.network.spans);
        if !spans.is_empty() && spans.len() != network.sizes.inputs {
            return Err("for other rules".into());
        }
        self.network = Network { spans, ..network.clone() };
        self.averages = [Vec::new(), Vec::new()];
        Ok(())
    }

    /// Learns from samples in this order, a batch at a time. Returns the sum of the losses.
    pub(super) fn learn(&mut self, samples: &Samples, order: &[u32], batch: usize, rate: f32) -> f64 {
        let mut loss = 0.0;
        for indices in order.chunks(batch) {
            self.network.sum_rows(&mut self.rows);
            for &index in indices {
                let (on, target) = samples.get(index as usize);
                loss += f64::from(self.add_gradient(on, target));
            }
            self.step(rate, 1.0 / indices.len() as f32);
        }
        loss
    }

    /// Adds the gradient of one sample; returns its loss.
    fn add_gradient(&mut self, on: &[u16], target: Estimate) -> f32 {
        let sizes = self.network.sizes;
        let [odds, payment] = self.network.value(&self.rows, on, &mut self.layers);
        let chance = chance_of(odds);
        let errors = [chance - target[0], PAYMENT_WEIGHT * (payment - target[1])];
        let parts = sizes.split(&self.network.weights);
        let Parts { rows, first_bias, second, second_bias, last, last_bias } =
            sizes.split_mut(&mut self.gradient);
        let [firsts, seconds] = [&mut self.first_gradient, &mut self.second_gradient];
        seconds.fill(0.0);
        for output in 0..OUTPUTS {
            let range = output * sizes.second..(output + 1) * sizes.second;
            last_bias[output] += errors[output];
            add_times(seconds, &parts.last[range.clone()], errors[output]);
            for (gradient, sum) in last[range].iter_mut().zip(&self.layers.second) {
                *gradient += errors[output] * sum.max(0.0);
            }
        }
        for (gradient, sum) in seconds.iter_mut().zip(&self.layers.second) {
            *gradient = if *sum > 0.0 { *gradient } else { 0.0 };
        }
        add_times(second_bias, seconds, 1.0);
        let width = sizes.second;
        for (index, (&sum, gradient)) in self.layers.first.iter().zip(firsts.iter_mut()).enumerate() {
            *gradient = 0.0;
            if sum > 0.0 {
                let range = index * width..(index + 1) * width;
                *gradient = dot(&parts.second[range.clone()], seconds);
                add_times(&mut second[range], seconds, sum);
            }
        }
        add_times(first_bias, firsts, 1.0);
        for &input in on {
            let input = usize::from(input);
            self.touched[input] = true;
            add_times(&mut rows[input * sizes.first..][..sizes.first], firsts, 1.0);
        }
        let entropy = -(target[0] * libm::logf(chance.max(1e-7))
            + (1.0 - target[0]) * libm::logf((1.0 - chance).max(1e-7)));
        entropy + 0.5 * PAYMENT_WEIGHT * (payment - target[1]).powi(2)
    }

    /// Moves the weights against the gradient, and clears it.
    fn step(&mut self, rate: f32, scale: f32) {
        self.steps += 1;
        let [one, two] = KEEP.map(|keep| 1.0 - keep.powi(self.steps));
        let rate = rate * two.sqrt() / one;
        let width = self.network.sizes.first;
        let rows = self.network.sizes.inputs * width;
        for (input, &first) in self.network.spans.iter().enumerate().rev() {
            // What an input changes, all before it in its span change.
            if self.touched[input] && usize::from(first) < input {
                self.touched[input - 1] = true;
                let (before, row) = self.gradient.split_at_mut(input * width);
                add_times(&mut before[(input - 1) * width..], &row[..width], 1.0);
            }
        }
        for input in 0..self.touched.len() {
            if std::mem::take(&mut self.touched[input]) {
                self.update(input * width, (input + 1) * width, rate, scale);
            }
        }
        self.update(rows, self.gradient.len(), rate, scale);
    }

    fn update(&mut self, start: usize, end: usize, rate: f32, scale: f32) {
        let [one, two] = &mut self.averages;
        let weights = self.network.weights[start..end].iter_mut();
        let averages = one[start..end].iter_mut().zip(&mut two[start..end]);
        for ((weight, gradient), (one, two)) in weights.zip(&mut self.gradient[start..end]).zip(averages) {
            let slope = *gradient * scale;
            *gradient = 0.0;
            *one = KEEP[0] * *one + (1.0 - KEEP[0]) * slope;
            *two = KEEP[1] * *two + (1.0 - KEEP[1]) * slope * slope;
            *weight -= rate * *one / (two.sqrt() + EPSILON);
        }
    }
}
