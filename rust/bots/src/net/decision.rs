//! One decision as a network sees it.

use oxideal_engine::{Action, Error, Recent, View};

use super::model::NetModel;
use super::network::{Estimate, OUTPUTS, chance_of};

/// One decision as a network sees it: the inputs shared by all actions, then those of each action.
/// Reused from one decision to the next.
///
/// Each method that writes inputs takes the next numbers, so the calls must be the same for every
/// position.
///
/// See the example of [`Training`](super::Training).
#[derive(Clone, Debug, Default)]
pub struct Decision {
    /// The network that values it.
    pub(super) role: usize,
    /// How much the chance to win counts, and the payment.
    weights: [f32; OUTPUTS],
    /// What payments are divided by in targets, and where the quotient is cut off.
    pub(super) pay: Option<(f32, f32)>,
    actions: Vec<Action>,
    /// The inputs that are on: the shared ones, then those of each action.
    on: Vec<u16>,
    /// Where the inputs of each action begin in `on`.
    starts: Vec<usize>,
    /// The number of the next input.
    next: u16,
    /// The number of shared inputs.
    shared: u16,
    /// For each input so far, the first of those that are on whenever it is; only if that is asked for.
    spans: Option<Vec<u16>>,
}

impl Decision {
    /// Describes the decision of a view's seat.
    ///
    /// # Errors
    /// Returns [`Error::InvalidArgument`] if it is not its turn.
    pub fn of<G: NetModel>(view: &View<G>, recent: &Recent) -> Result<Self, Error> {
        view.check_turn()?;
        let mut decision = Self::default();
        G::describe(view.rules(), view.position(), recent, &mut decision);
        Ok(decision)
    }

    /// A decision that also records spans.
    pub(super) fn with_spans() -> Self {
        Self { spans: Some(Vec::new()), ..Self::default() }
    }

    /// For each input, the first of those that are on whenever it is.
    pub(super) fn spans(&self) -> Vec<u16> {
        let mut spans = self.spans.clone().unwrap_or_default();
        spans.extend(spans.len() as u16..self.next);
        spans
    }

    /// Forgets everything, and begins a decision for this network. `weights` tell how much the chance
    /// to win counts, and the payment.
    pub fn begin(&mut self, role: usize, weights: [f32; OUTPUTS]) {
        self.actions.clear();
        self.starts.clear();
        self.on.clear();
        self.spans.iter_mut().for_each(Vec::clear);
        (self.role, self.weights, self.pay, self.next) = (role, weights, None, 0);
    }

    /// Makes the network learn payments as multiples of `unit`, up to `most`.
    pub fn pay_in(&mut self, unit: f32, most: f32) {
        self.pay = Some((unit, most));
    }

    /// Begins the inputs of an action.
    pub fn action(&mut self, action: Action) {
        if self.actions.is_empty() {
            self.shared = self.next;
        }
        self.actions.push(action);
        self.starts.push(self.on.len());
        self.next = self.shared;
    }

    /// Makes this the only action: there is nothing to decide.
    pub fn settle(&mut self, action: Action) {
        self.begin(0, [0.0; OUTPUTS]);
        self.action(action);
    }

    /// One input, on or off.
    #[inline]
    pub fn flag(&mut self, on: bool) {
        self.one_hot(on.then_some(0), 1);
    }

    /// `size` inputs, of which this one is on, if any.
    #[inline]
    pub fn one_hot(&mut self, on: Option<usize>, size: usize) {
        if let Some(on) = on {
            self.on.push(self.next + on.min(size - 1) as u16);
        }
        self.next += size as u16;
    }

    /// `size` inputs, of which the first `count` are on. The last of them stands for all.
    #[inline]
    pub fn at_least(&mut self, count: usize, size: usize) {
        self.span(size);
        self.one_hot(count.checked_sub(1), size);
    }

    /// `groups` groups of `size` inputs. In each group the first ones are on, up to one of these.
    #[inline]
    pub fn at_least_each(&mut self, last: impl Iterator<Item = u16>, size: usize, groups: usize) {
        if self.spans.is_some() {
            let next = self.next;
            for _ in 0..groups {
                self.span(size);
                self.next += size as u16;
            }
            self.next = next;
        }
        self.each(last, groups * size);
    }

    /// `size` inputs, of which these are on.
    #[inline]
    pub fn each(&mut self, on: impl Iterator<Item = u16>, size: usize) {
        on.for_each(|input| self.on.push(self.next + input));
        self.next += size as u16;
    }

    /// Records that whenever one of the next `size` inputs is on, those before it are, too.
    #[inline]
    fn span(&mut self, size: usize) {
        if let Some(spans) = &mut self.spans {
            record_span(spans, self.next, size);
        }
    }

    /// Returns the actions.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// How good an action with this estimate is.
    #[inline]
    pub(super) fn score(&self, [odds, payment]: Estimate) -> f32 {
        let [winning, paid] = self.weights;
        // Exponentials take time.
        let chance = if winning == 0.0 { 0.0 } else { winning * chance_of(odds) };
        chance + paid * payment
    }

    /// The inputs shared by all actions.
    pub(super) fn shared(&self) -> &[u16] {
        &self.on[..self.starts.first().copied().unwrap_or(0)]
    }

    /// The inputs of the action with this index.
    pub(super) fn own(&self, index: usize) -> &[u16] {
        let end = self.starts.get(index + 1).copied().unwrap_or(self.on.len());
        &self.on[self.starts[index]..end]
    }
}

#[cold]
fn record_span(spans: &mut Vec<u16>, first: u16, size: usize) {
    // Each action repeats the inputs of the first one.
    if spans.len() <= first.into() {
        spans.extend(spans.len() as u16..first);
        spans.extend(std::iter::repeat_n(first, size));
    }
}

#[cfg(test)]
mod tests {
    use super::Decision;

    #[test]
    fn the_last_input_that_is_on_stands_for_those_before_it() {
        let mut decision = Decision::with_spans();
        decision.begin(0, [1.0, 0.0]);
        decision.flag(true);
        decision.at_least(2, 3);
        for action in 0..2 {
            decision.action(action);
            decision.at_least_each([1, 2].into_iter(), 2, 2);
            decision.at_least(0, 2);
            decision.each([0, 1].into_iter(), 2);
        }
        assert_eq!(decision.shared(), [0, 2]);
        assert_eq!(decision.own(1), [5, 6, 10, 11]);
        assert_eq!(decision.spans(), [0, 1, 1, 1, 4, 4, 6, 6, 8, 8, 10, 11]);
    }

    #[test]
    fn payments_decide_where_chances_are_equal() {
        let mut decision = Decision::default();
        decision.begin(0, [1.0, 0.2]);
        assert!(decision.score([2.0, 0.5]) > decision.score([2.0, 0.4]));
        assert!(decision.score([2.0, 0.0]) > decision.score([1.0, 0.3]));
        // Both win almost certainly.
        assert!(decision.score([8.0, 0.5]) > decision.score([9.0, 0.4]));
        decision.begin(0, [0.0, 1.0]);
        assert!(decision.score([-9.0, 0.5]) > decision.score([9.0, 0.4]));
    }
}
