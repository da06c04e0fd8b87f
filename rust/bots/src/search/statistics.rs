//! The mean, error and spread of results.

/// The count, sum and sum of squares of some numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Statistics {
    pub(super) count: u64,
    sum: f64,
    squares: f64,
}

impl Statistics {
    pub(super) fn push(&mut self, number: f64) {
        self.count += 1;
        self.sum += number;
        self.squares += number * number;
    }

    pub(super) fn merge(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }

    /// The mean; 0 without numbers.
    pub(super) fn mean(self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / self.count as f64 }
    }

    /// The standard error of the mean; infinite with fewer than two numbers.
    pub(super) fn error(self) -> f64 {
        let (count, mean) = (self.count as f64, self.mean());
        if self.count < 2 {
            return f64::INFINITY;
        }
        ((self.squares / count - mean * mean).max(0.0) / (count - 1.0)).sqrt()
    }

    /// The standard deviation as a scale of results: always above 0, and 1 with fewer than two
    /// numbers.
    pub(super) fn deviation(self) -> f64 {
        if self.count < 2 {
            return 1.0;
        }
        let (count, mean) = (self.count as f64, self.mean());
        (self.squares / count - mean * mean).max(1e-6).sqrt()
    }
}
