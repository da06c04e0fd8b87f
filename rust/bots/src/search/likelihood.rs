//! How well a deal fits what the other seats have done.

use oxideal_engine::{Action, Chance, Position as _, Recent, Seat, SplitMix64};

use super::SearchModel;
use crate::net::{Decision, Networks, Scratch};

/// An action that is worse by this, in the networks' output, is chosen *e* times less often.
const TEMPERATURE: f32 = 0.6;

/// The chance of an action that networks do not consider, and the least of any other.
const MIN_CHANCE: f32 = 0.02;

/// The chance that networks would have chosen the other seats' recent actions if this was the deal.
pub(super) fn by_networks<G: SearchModel>(
    rules: &G::Rules,
    deal: &G::Position,
    seat: Seat,
    recent: &[(Seat, Action)],
    networks: &Networks,
    memory: &mut (Decision, Scratch),
) -> f64 {
    let (decision, scratch) = memory;
    let Some((mut position, count)) = G::earlier(rules, deal, recent) else { return 1.0 };
    let (earlier, since) = recent.split_at(count);
    let mut before = Recent::default();
    before.extend(earlier.iter().copied());
    let mut product = 1.0;
    for &(by, action) in since {
        if position.current_player() != Some(by) || !position.is_legal(rules, action) {
            break;
        }
        if by != seat {
            G::describe(rules, &position, &before, decision);
            let chance = networks.chance(decision, action, TEMPERATURE, scratch);
            product *= f64::from(chance.max(MIN_CHANCE));
        }
        before.push(by, action);
        // Nothing is drawn, so any generator will do.
        position.play(rules, action, &mut SplitMix64::new(0));
    }
    product
}

/// One of several, picked by chance.
pub(super) struct Pick<T> {
    picked: T,
    total: f64,
}

impl<T> Pick<T> {
    pub(super) const fn new(first: T, weight: f64) -> Self {
        Self { picked: first, total: weight }
    }

    /// Each is picked with a probability proportional to its weight.
    pub(super) fn offer(&mut self, other: T, weight: f64, chance: &mut SplitMix64) {
        self.total += weight;
        if f64::from(chance.below(1 << 30)) * self.total < weight * f64::from(1 << 30) {
            self.picked = other;
        }
    }

    pub(super) fn picked(self) -> T {
        self.picked
    }
}

#[cfg(test)]
mod tests {
    use oxideal_engine::doudizhu::{DouDizhu, Rules};
    use oxideal_engine::{Chance as _, Recent, Seed, SplitMix64, State, Stream};

    use super::{Pick, by_networks};
    use crate::net::{Decision, NetModel as _, Scratch, Training};

    #[test]
    fn weights_are_chances_to_be_picked() {
        let mut chance = SplitMix64::new(1);
        let mut counts = [0_i32; 3];
        for _ in 0..6000 {
            let mut pick = Pick::new(0, 1.0);
            pick.offer(1, 2.0, &mut chance);
            pick.offer(2, 3.0, &mut chance);
            counts[pick.picked()] += 1;
        }
        for (count, expected) in counts.into_iter().zip([1000, 2000, 3000]) {
            assert!((count - expected).abs() < 150, "{counts:?}");
        }
    }

    /// What others play by the networks tells which hands they have.
    #[test]
    fn the_true_deal_is_likelier_than_others() -> Result<(), oxideal_engine::Error> {
        let rules = Rules::preset("douzero").expect("a preset");
        let training = Training::<DouDizhu>::new(vec![rules], DouDizhu::SETTINGS, Seed::from(1))?;
        let networks = training.networks();
        let (mut decision, mut scratch) = (Decision::default(), Scratch::default());
        let mut memory = Default::default();
        let mut chance = SplitMix64::new(1);
        let (mut of_truth, mut of_samples) = (0.0, 0.0);
        for round in 0..100 {
            let mut state = State::<DouDizhu>::deal(rules, Seed::from(1), round);
            let mut recent = Recent::default();
            while let Some(seat) = state.current_player() {
                DouDizhu::describe(&rules, state.position(), &recent, &mut decision);
                if chance.below(10) == 0 {
                    let before: Vec<_> = recent.iter().collect();
                    let mut likelihood = |deal| {
                        libm::log(by_networks::<DouDizhu>(&rules, deal, seat, &before, networks, &mut memory))
                    };
                    of_truth += likelihood(state.position());
                    let stream = Stream::for_samples(Seed::from(1), round, seat);
                    of_samples += likelihood(state.view(seat)?.sample(stream)?.position());
                }
                let action = networks.choose(&decision, &mut scratch);
                recent.push(seat, action);
                state.push(action)?;
            }
        }
        assert!(of_truth > of_samples + 20.0, "{of_truth} {of_samples}");
        Ok(())
    }
}
