//! How well a deal fits what the other seats have done, and how they seem to play.

use oxideal_engine::{Action, Chance, Position as _, Recent, Seat, SplitMix64};

use super::SearchModel;
use crate::net::{Decision, Networks, Scratch};

/// An action that is worse by this is chosen *e* times less often.
const TEMPERATURE: f32 = 0.06;

/// The chance of an action that networks do not consider, and the least of any other.
const MIN_CHANCE: f32 = 0.02;

/// The chance of the action of simple rules in a seat that plays by them.
const SIMPLE_CHANCE: f64 = 0.8;

/// The chance of each other action there.
const OTHER_CHANCE: f64 = 0.1;

/// More than the seats of any game.
const MAX_SEATS: usize = 16;

/// The likelihood of each other seat's recent actions in a deal, if it plays by networks and if it
/// plays by simple rules. Both are equally likely beforehand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    by_networks: [f64; MAX_SEATS],
    by_rules: [f64; MAX_SEATS],
}

impl Fit {
    /// Of a deal without actions.
    pub(super) const NEUTRAL: Self = Self { by_networks: [1.0; MAX_SEATS], by_rules: [1.0; MAX_SEATS] };

    /// The likelihood of all actions.
    pub(super) fn likelihood(&self) -> f64 {
        self.by_networks.iter().zip(&self.by_rules).map(|(one, other)| (one + other) / 2.0).product()
    }

    /// Picks the seats that play by simple rules: a bit for each.
    pub(super) fn pick_simple(&self, chance: &mut SplitMix64) -> u32 {
        let mut is_simple = |seat: usize| {
            let [networks, rules] = [self.by_networks[seat], self.by_rules[seat]];
            f64::from(chance.below(1 << 30)) * (networks + rules) < rules * f64::from(1 << 30)
        };
        (0..MAX_SEATS).map(|seat| u32::from(is_simple(seat)) << seat).sum()
    }
}

/// How the other seats' recent actions fit this deal.
pub(super) fn fit<G: SearchModel>(
    rules: &G::Rules,
    deal: &G::Position,
    seat: Seat,
    recent: &[(Seat, Action)],
    networks: &Networks,
    memory: &mut (Decision, Scratch),
) -> Fit {
    let (decision, scratch) = memory;
    let mut fit = Fit::NEUTRAL;
    let Some((mut position, count)) = G::earlier(rules, deal, recent) else { return fit };
    let (earlier, since) = recent.split_at(count);
    let mut before = Recent::default();
    before.extend(earlier.iter().copied());
    // Nothing is drawn, so any generator will do.
    let mut chance = SplitMix64::new(0);
    for &(by, action) in since {
        if position.current_player() != Some(by) || !position.is_legal(rules, action) {
            break;
        }
        if by != seat {
            G::describe(rules, &position, &before, decision);
            if decision.actions().len() > 1 {
                let by_networks = networks.chance(decision, action, TEMPERATURE, scratch);
                fit.by_networks[by] *= f64::from(by_networks.max(MIN_CHANCE));
                let same = G::simple_policy(rules, &position, &mut chance) == action;
                fit.by_rules[by] *= if same { SIMPLE_CHANCE } else { OTHER_CHANCE };
            }
        }
        before.push(by, action);
        position.play(rules, action, &mut chance);
    }
    fit
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

    use super::{Fit, Pick, fit};
    use crate::net::{Decision, NetModel as _, Scratch, Training};
    use crate::search::SearchModel as _;

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

    /// What others do tells which hands they have, and whether they play by networks or by simple
    /// rules.
    #[test]
    fn actions_fit_the_true_deal_and_the_way_a_seat_plays() -> Result<(), oxideal_engine::Error> {
        let rules = Rules::preset("douzero").expect("a preset");
        let training = Training::<DouDizhu>::new(vec![rules], DouDizhu::SETTINGS, Seed::from(1))?;
        let networks = training.networks();
        let (mut decision, mut scratch) = (Decision::default(), Scratch::default());
        let mut memory = Default::default();
        let mut chance = SplitMix64::new(1);
        let (mut of_truth, mut of_samples) = (0.0, 0.0);
        let (mut of_simple, mut of_networks) = (0.0, 0.0);
        for round in 0..100 {
            let mut state = State::<DouDizhu>::deal(rules, Seed::from(1), round);
            let mut recent = Recent::default();
            let odd_one = round as usize % 3;
            while let Some(seat) = state.current_player() {
                if chance.below(10) == 0 {
                    let before: Vec<_> = recent.iter().collect();
                    let mut fit_of =
                        |deal: &_| fit::<DouDizhu>(&rules, deal, seat, &before, networks, &mut memory);
                    let stream = Stream::for_samples(Seed::from(1), round, seat);
                    let sample = state.view(seat)?.sample(stream)?;
                    of_samples += libm::log(fit_of(sample.position()).likelihood());
                    let fit = fit_of(state.position());
                    of_truth += libm::log(fit.likelihood());
                    for other in (0..3).filter(|&other| other != seat) {
                        let sum = if other == odd_one { &mut of_simple } else { &mut of_networks };
                        *sum += libm::log(fit.by_rules[other] / fit.by_networks[other]);
                    }
                }
                let action = if seat == odd_one {
                    DouDizhu::simple_policy(&rules, state.position(), &mut chance)
                } else {
                    DouDizhu::describe(&rules, state.position(), &recent, &mut decision);
                    networks.choose(&decision, &mut scratch)
                };
                recent.push(seat, action);
                state.push(action)?;
            }
        }
        assert!(of_truth > of_samples + 20.0, "{of_truth} {of_samples}");
        assert!(of_simple > 20.0 && of_networks < -20.0, "{of_simple} {of_networks}");
        Ok(())
    }

    #[test]
    fn seats_play_by_simple_rules_as_often_as_that_fits() {
        let mut fit = Fit::NEUTRAL;
        (fit.by_rules[1], fit.by_networks[1]) = (0.9, 0.3);
        (fit.by_rules[2], fit.by_networks[2]) = (0.0, 0.5);
        assert!((fit.likelihood() - 0.6 * 0.25).abs() < 1e-12);
        let mut chance = SplitMix64::new(1);
        let mut counts = [0_i32; 3];
        for _ in 0..1000 {
            let simple = fit.pick_simple(&mut chance);
            (0..3).for_each(|seat| counts[seat] += (simple >> seat & 1) as i32);
        }
        for (count, expected) in counts.into_iter().zip([500, 750, 0]) {
            assert!((count - expected).abs() < 60, "{counts:?}");
        }
    }
}
