//! The mean, error and spread of results.

/// The count, sum and sum of squares of some weighted numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Statistics {
    pub(crate) count: u64,
    /// The sum of the weights, and of their squares.
    weight: f64,
    weight_squares: f64,
    sum: f64,
    squares: f64,
}

impl Statistics {
    pub(crate) fn push(&mut self, number: f64, weight: f64) {
        self.count += 1;
        self.weight += weight;
        self.weight_squares += weight * weight;
        self.sum += weight * number;
        self.squares += weight * (number * number);
    }

    /// How many numbers of equal weight would say as much.
    pub(crate) fn effective_count(self) -> f64 {
        if self.weight > 0.0 { self.weight * self.weight / self.weight_squares } else { 0.0 }
    }

    pub(crate) fn merge(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            weight: self.weight + other.weight,
            weight_squares: self.weight_squares + other.weight_squares,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }

    /// The mean; 0 without numbers.
    pub(crate) fn mean(self) -> f64 {
        if self.weight > 0.0 { self.sum / self.weight } else { 0.0 }
    }

    /// The variance; 0 without numbers.
    pub(crate) fn variance(self) -> f64 {
        let mean = self.mean();
        if self.weight > 0.0 { (self.squares / self.weight - mean * mean).max(0.0) } else { 0.0 }
    }

    /// The standard error of the mean; infinite with fewer than two numbers.
    pub(crate) fn error(self) -> f64 {
        let count = self.effective_count();
        if count < 2.0 { f64::INFINITY } else { (self.variance() / (count - 1.0)).sqrt() }
    }

    /// The standard deviation as a scale of results: always above 0, and 1 with fewer than two
    /// numbers.
    pub(crate) fn deviation(self) -> f64 {
        if self.count < 2 { 1.0 } else { self.variance().max(1e-6).sqrt() }
    }
}
