//! Finds the best of some candidates by comparing results in the same deals.

use super::statistics::Statistics;

/// The results of all candidates so far. Since they play the same deals, the value of a deal
/// cancels out when two are compared. Worse ones are dropped.
///
/// The first candidate is the choice of the rule policy or of networks. Another one must be proved to
/// be better; or, if it is known what networks expect of each, better by that and by the results
/// together.
#[derive(Clone, Debug)]
pub(super) struct Race {
    /// What networks expect of each candidate, minus what they expect of the first one.
    expected: Option<Vec<f64>>,
    /// How far results are apart, roughly.
    spread: f64,
    /// The candidates that have not been dropped.
    remaining: Vec<usize>,
    /// The results of each candidate.
    results: Vec<Statistics>,
    /// The results of each candidate, minus those of the first one in the same deals.
    leads: Vec<Statistics>,
}

/// A candidate that is this many standard errors worse than another one is dropped.
const DROP_ERRORS: f64 = 3.0;

/// With fewer deals, none is dropped for being worse.
const MIN_DEALS: f64 = 16.0;

/// A candidate must lead by this many standard errors to be preferred to the first one, if nothing is
/// known of it but its results.
const PROOF_ERRORS: f64 = 1.0;

/// The standard error of what networks expect, in spreads of results.
const EXPECTED_ERROR: f64 = 0.2;

/// The standard error of endless playouts, in the same unit: others play differently, and hold other
/// cards than the samples suggest.
const PLAYOUT_ERROR: f64 = 0.1;

/// An estimate of a lead, and its standard error.
#[derive(Clone, Copy, Debug)]
struct Lead {
    mean: f64,
    error: f64,
}

impl Lead {
    /// The mean plus this many standard errors.
    fn at(self, errors: f64) -> f64 {
        self.mean + errors * self.error
    }

    /// The mean of two independent estimates, weighted by their precision.
    fn combine(self, other: Self) -> Self {
        let weights = [self.error.powi(-2), other.error.powi(-2)];
        let sum = weights[0] + weights[1];
        Self { mean: (weights[0] * self.mean + weights[1] * other.mean) / sum, error: sum.sqrt().recip() }
    }
}

impl Race {
    /// A race between this many candidates.
    pub(super) fn new(candidates: usize, expected: Option<Vec<f64>>, spread: f64) -> Self {
        let empty = vec![Statistics::default(); candidates];
        Self { expected, spread, remaining: (0..candidates).collect(), results: empty.clone(), leads: empty }
    }

    /// By how much a candidate seems to be better than the first one.
    fn lead(&self, number: usize) -> Lead {
        let played = Lead { mean: self.leads[number].mean(), error: self.leads[number].error() };
        match &self.expected {
            Some(expected) if number > 0 => {
                let expected = Lead { mean: expected[number], error: EXPECTED_ERROR * self.spread };
                Lead { error: libm::hypot(played.error, PLAYOUT_ERROR * self.spread), ..played }
                    .combine(expected)
            }
            _ => played,
        }
    }

    /// The candidates that have not been dropped.
    pub(super) fn remaining(&self) -> &[usize] {
        &self.remaining
    }

    /// Records the results of the remaining candidates in one deal, or of the first few if time ran
    /// out.
    pub(super) fn record(&mut self, results: &[f64], weight: f64) {
        let Some(&first) = results.first() else { return };
        for (&number, &result) in self.remaining.iter().zip(results) {
            self.results[number].push(result, weight);
            self.leads[number].push(result - first, weight);
        }
    }

    /// Drops the last candidates until `most` remain, but at least two.
    pub(super) fn truncate(&mut self, most: usize) {
        self.remaining.truncate(most.max(2));
    }

    /// Drops candidates that are clearly worse than another one, and then the worst until `most`
    /// remain, but at least two. The first one is never dropped.
    pub(super) fn drop_worst(&mut self, most: usize) {
        if self.leads[0].effective_count() >= MIN_DEALS {
            let worst_case = |&number: &usize| self.lead(number).at(-DROP_ERRORS);
            let best = self.remaining.iter().map(worst_case).fold(f64::NEG_INFINITY, f64::max);
            let may_be_best = |number: usize| number == 0 || self.lead(number).at(DROP_ERRORS) >= best;
            self.remaining = self.remaining.iter().copied().filter(|&number| may_be_best(number)).collect();
        }
        while self.remaining.len() > most.max(2) {
            let lower = |a: usize, b: usize| if self.lead(b).mean < self.lead(a).mean { b } else { a };
            let worst = self.remaining[1..].iter().copied().reduce(lower);
            self.remaining.retain(|&number| Some(number) != worst);
        }
    }

    /// Adds the results of another race between the same candidates.
    pub(super) fn merge(mut self, other: &Self) -> Self {
        let merge = |mine: &mut [Statistics], others: &[Statistics]| {
            mine.iter_mut().zip(others).for_each(|(mine, other)| *mine = mine.merge(*other));
        };
        merge(&mut self.results, &other.results);
        merge(&mut self.leads, &other.leads);
        self
    }

    /// All candidates: the one to play first, then those that lasted longest and did best.
    pub(super) fn ranking(&self) -> Vec<usize> {
        let most = self.results[0].count;
        // A candidate that was dropped early may look good by luck.
        let lasted = |number: usize| self.results[number].count * 2 >= most;
        let lead = |number: usize| self.lead(number).mean;
        let proof = if self.expected.is_some() { 0.0 } else { PROOF_ERRORS };
        let proved = |number: usize| self.lead(number).at(-proof);
        let mut ranking: Vec<usize> = (0..self.results.len()).collect();
        ranking.sort_by(|&a, &b| lasted(b).cmp(&lasted(a)).then(lead(b).total_cmp(&lead(a))));
        let better =
            ranking.iter().copied().filter(|&number| number > 0 && lasted(number) && proved(number) > 0.0);
        let best = better.max_by(|&a, &b| proved(a).total_cmp(&proved(b))).unwrap_or(0);
        let rank = ranking.iter().position(|&number| number == best).unwrap_or(0);
        ranking[..=rank].rotate_right(1);
        ranking
    }

    /// The results of a candidate.
    pub(super) fn results(&self, candidate: usize) -> Statistics {
        self.results[candidate]
    }
}

#[cfg(test)]
mod tests {
    use super::{Race, Statistics};

    /// Deals differ far more than candidates, but in every deal the second one is better by 1.
    #[test]
    fn the_value_of_a_deal_cancels_out() {
        let mut race = Race::new(3, None, 1.0);
        for deal in 0..64 {
            let luck = f64::from(deal * 37 % 64) * 10.0;
            let noise = f64::from(deal % 2) * 0.5;
            race.record(&[luck, luck + 1.0 + noise, luck - 3.0], 1.0);
        }
        assert!(race.results(1).error() > 10.0, "by itself, this result proves nothing");
        race.drop_worst(3);
        assert_eq!(race.remaining(), [0, 1], "the first one is never dropped");
        assert_eq!(race.ranking(), [1, 0, 2]);
    }

    #[test]
    fn only_a_proved_lead_beats_the_rule_policy() {
        let mut race = Race::new(3, None, 1.0);
        for deal in 0..64 {
            let luck = f64::from(deal % 4);
            race.record(&[luck, f64::from((deal + 1) % 4) + 0.01, luck - 0.01 * f64::from(deal % 3)], 1.0);
        }
        race.drop_worst(3);
        assert!(race.remaining().contains(&1), "its results vary too much to drop it");
        assert_eq!(race.ranking()[0], 0, "its lead is within the error");
        race.drop_worst(1);
        assert_eq!(race.remaining(), [0, 1], "two always remain");
    }

    #[test]
    fn results_and_what_networks_expect_count_together() {
        let first_after = |expected: f64, lead: f64| {
            let mut race = Race::new(2, Some(vec![0.0, expected]), 1.0);
            for deal in 0..64 {
                let noise = f64::from(deal % 2) * 0.1;
                race.record(&[noise, lead + f64::from(deal % 4) * 0.01], 1.0);
            }
            race.drop_worst(2);
            race.ranking()[0]
        };
        assert_eq!(first_after(-0.4, 0.3), 1, "the results are clear");
        assert_eq!(first_after(-0.4, 0.1), 0, "they are clear enough by themselves, but not against it");
        assert_eq!(first_after(0.0, 0.1), 1);
        assert_eq!(first_after(-0.4, -0.3), 0);
    }

    #[test]
    fn dropped_candidates_come_last() {
        let mut race = Race::new(3, None, 1.0);
        race.record(&[0.0, 5.0, 9.0], 1.0);
        race.remaining = vec![0, 1];
        (0..3).for_each(|_| race.record(&[0.0, 5.0], 1.0));
        assert_eq!(race.ranking(), [1, 0, 2]);
    }

    #[test]
    fn merged_races_equal_one_race() {
        let (mut whole, mut parts) =
            (Race::new(2, None, 1.0), [Race::new(2, None, 1.0), Race::new(2, None, 1.0)]);
        for (deal, result) in [1.0, 5.0, 2.0, 7.0, 4.0].into_iter().enumerate() {
            whole.record(&[result, 3.0], 1.0);
            parts[deal % 2].record(&[result, 3.0], 1.0);
        }
        let [first, second] = parts;
        let together = first.merge(&second);
        assert_eq!(together.ranking(), whole.ranking());
        let apart =
            |value: fn(Statistics) -> f64| (value(together.results(0)) - value(whole.results(0))).abs();
        assert!(apart(Statistics::mean) < 1e-12 && apart(Statistics::error) < 1e-12);
    }

    #[test]
    fn mean_and_error_match_the_results() {
        let mut race = Race::new(1, None, 1.0);
        assert!(race.results(0).error().is_infinite());
        for result in [2.0, 4.0, 9.0] {
            race.record(&[result], 1.0);
        }
        let sample = race.results(0);
        assert_eq!((sample.count, sample.mean()), (3, 5.0));
        // The variance (divided by n) is 26/3; the standard error divides it by n - 1.
        assert!((sample.error() - (26.0_f64 / 3.0 / 2.0).sqrt()).abs() < 1e-12);
    }
}
