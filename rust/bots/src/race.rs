//! Which of some candidates is best, by results in the same deals.

/// All candidates play the same deals, so that what one deal is worth cancels out when two of them are compared. The first one
/// is what good rules would play: another one must prove that it is better. The worse ones fall out.
#[derive(Clone, Debug)]
pub(crate) struct Race {
    /// The numbers of those that are left.
    left: Vec<usize>,
    /// By candidate: its results.
    results: Vec<Tally>,
    /// By candidate: how much better than those of the first one they are, in the same deals.
    leads: Vec<Tally>,
}

/// So many standard errors apart, a candidate is clearly worse than another one.
const CLEARLY: f64 = 3.0;

/// With fewer deals than these nothing is clear, nor proved.
const ENOUGH: u64 = 16;

/// By so many standard errors a candidate must lead to be preferred to good rules.
const PROOF: f64 = 1.0;

impl Race {
    /// Among so many.
    pub(crate) fn new(candidates: usize) -> Self {
        let none = vec![Tally::default(); candidates];
        Self { left: (0..candidates).collect(), results: none.clone(), leads: none }
    }

    /// The numbers of those that are left.
    pub(crate) fn left(&self) -> &[usize] {
        &self.left
    }

    /// Takes in what those that are left got in one deal, or the first of them, where the others had no time.
    pub(crate) fn take(&mut self, results: &[f64]) {
        let Some(&first) = results.first() else { return };
        for (&number, &result) in self.left.iter().zip(results) {
            self.results[number].take(result);
            self.leads[number].take(result - first);
        }
    }

    /// Lets the last ones fall out until no more than so many are left, but two.
    pub(crate) fn drop_last(&mut self, most: usize) {
        self.left.truncate(most.max(2));
    }

    /// Lets fall out whoever is clearly worse than another one, and the worst ones until no more than so many are left. The
    /// first one stays.
    pub(crate) fn drop_worst(&mut self, most: usize) {
        let lead =
            |number: usize, errors: f64| self.leads[number].mean() + errors * self.leads[number].error();
        if self.leads[0].deals >= ENOUGH {
            let best =
                self.left.iter().map(|&number| lead(number, -CLEARLY)).fold(f64::NEG_INFINITY, f64::max);
            self.left.retain(|&number| number == 0 || lead(number, CLEARLY) >= best);
        }
        while self.left.len() > most.max(2) {
            let lower = |a: usize, b: usize| if lead(b, 0.0) < lead(a, 0.0) { b } else { a };
            let worst = self.left[1..].iter().copied().reduce(lower);
            self.left.retain(|&number| Some(number) != worst);
        }
    }

    /// With what another race of the same candidates has found.
    pub(crate) fn and(mut self, other: &Self) -> Self {
        let sum = |mine: &mut [Tally], more: &[Tally]| {
            mine.iter_mut().zip(more).for_each(|(mine, more)| *mine = mine.and(*more));
        };
        sum(&mut self.results, &other.results);
        sum(&mut self.leads, &other.leads);
        self
    }

    /// All candidates, the one to play first, then those that lasted longest and did best.
    pub(crate) fn order(&self) -> Vec<usize> {
        let most = self.results[0].deals;
        // Who has fallen out early may look good by luck.
        let lasted = |number: usize| self.results[number].deals * 2 >= most;
        let lead = |number: usize| self.leads[number].mean();
        let proved = |number: usize| lead(number) - PROOF * self.leads[number].error();
        let mut order: Vec<usize> = (0..self.results.len()).collect();
        order.sort_by(|&a, &b| lasted(b).cmp(&lasted(a)).then(lead(b).total_cmp(&lead(a))));
        let best =
            order.iter().copied().filter(|&number| number > 0 && lasted(number) && proved(number) > 0.0);
        let best = best.max_by(|&a, &b| proved(a).total_cmp(&proved(b))).unwrap_or(0);
        let place = order.iter().position(|&number| number == best).unwrap_or(0);
        order[..=place].rotate_right(1);
        order
    }

    /// What a candidate got.
    pub(crate) fn tally(&self, candidate: usize) -> Tally {
        self.results[candidate]
    }
}

/// What a candidate got.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    /// In so many deals.
    pub(crate) deals: u64,
    /// All together.
    sum: f64,
    squares: f64,
}

impl Tally {
    fn take(&mut self, result: f64) {
        self.deals += 1;
        self.sum += result;
        self.squares += result * result;
    }

    /// With what another one got.
    pub(crate) fn and(self, more: Self) -> Self {
        Self {
            deals: self.deals + more.deals,
            sum: self.sum + more.sum,
            squares: self.squares + more.squares,
        }
    }

    /// On average; 0 in no deals.
    pub(crate) fn mean(self) -> f64 {
        if self.deals == 0 { 0.0 } else { self.sum / self.deals as f64 }
    }

    /// The standard error of the mean.
    pub(crate) fn error(self) -> f64 {
        let (deals, mean) = (self.deals as f64, self.mean());
        if self.deals < 2 {
            return f64::INFINITY;
        }
        ((self.squares / deals - mean * mean).max(0.0) / (deals - 1.0)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::Race;

    /// Deals differ by far more than candidates do; but in each deal the second one is better by 1.
    #[test]
    fn what_a_deal_is_worth_cancels_out() {
        let mut race = Race::new(3);
        for deal in 0..64 {
            let luck = f64::from(deal * 37 % 64) * 10.0;
            let noise = f64::from(deal % 2) * 0.5;
            race.take(&[luck, luck + 1.0 + noise, luck - 3.0]);
        }
        assert!(race.tally(1).error() > 10.0, "by itself, nothing would be clear");
        race.drop_worst(3);
        assert_eq!(race.left(), [0, 1], "the first one stays");
        assert_eq!(race.order(), [1, 0, 2]);
    }

    #[test]
    fn who_is_to_be_preferred_to_good_rules_must_prove_it() {
        let mut race = Race::new(3);
        for deal in 0..64 {
            let luck = f64::from(deal % 4);
            race.take(&[luck, f64::from((deal + 1) % 4) + 0.01, luck - 0.01 * f64::from(deal % 3)]);
        }
        race.drop_worst(3);
        assert!(race.left().contains(&1), "its results are all over the place, so nothing is clear");
        assert_eq!(race.order()[0], 0, "it leads, but by luck");
        race.drop_worst(1);
        assert_eq!(race.left(), [0, 1], "two always stay");
    }

    #[test]
    fn who_has_fallen_out_comes_last() {
        let mut race = Race::new(3);
        race.take(&[0.0, 5.0, 9.0]);
        race.left = vec![0, 1];
        (0..3).for_each(|_| race.take(&[0.0, 5.0]));
        assert_eq!(race.order(), [1, 0, 2]);
    }

    #[test]
    fn races_of_the_same_candidates_are_one_race() {
        let (mut whole, mut parts) = (Race::new(2), [Race::new(2), Race::new(2)]);
        for (deal, result) in [1.0, 5.0, 2.0, 7.0, 4.0].into_iter().enumerate() {
            whole.take(&[result, 3.0]);
            parts[deal % 2].take(&[result, 3.0]);
        }
        let [first, second] = parts;
        let together = first.and(&second);
        assert_eq!(together.order(), whole.order());
        let apart = |value: fn(super::Tally) -> f64| (value(together.tally(0)) - value(whole.tally(0))).abs();
        assert!(apart(super::Tally::mean) < 1e-12 && apart(super::Tally::error) < 1e-12);
    }

    #[test]
    fn means_and_errors_are_those_of_the_results() {
        let mut race = Race::new(1);
        assert!(race.tally(0).error().is_infinite());
        for result in [2.0, 4.0, 9.0] {
            race.take(&[result]);
        }
        let tally = race.tally(0);
        assert_eq!((tally.deals, tally.mean()), (3, 5.0));
        // The variance is 26/3 (by n), and its root is divided by that of n - 1.
        assert!((tally.error() - (26.0_f64 / 3.0 / 2.0).sqrt()).abs() < 1e-12);
    }
}
