//! Deals that fit a view, weighted by how likely the other seats' actions are in them.
//!
//! Many deals are sampled, followed back to the start of the round, and played again all together, one
//! action at a time. A deal whose weight falls far below the average is dropped by chance, and counts
//! more if it stays: so most of the time goes to deals that explain what happened, and sums of weights
//! stay right on average.

use oxideal_engine::{Chance, Knowledge as _, Position as _, Recent, Seat, SplitMix64};

use super::SearchModel;
use super::task::{Deal, Task};
use crate::net::{Decision, Networks, Scratch};

/// A block of deals is sampled in this many parts, so that threads can share the work.
pub(super) const PARTS: usize = 4;

/// A deal with less than this share of the average weight is dropped by chance.
const MIN_SHARE: f64 = 0.1;

/// The chance of the action of simple rules in a seat that plays by them.
const SIMPLE_CHANCE: f64 = 0.8;

/// The chance of each other action there.
const OTHER_CHANCE: f64 = 0.1;

/// More than the seats of any game.
const MAX_SEATS: usize = 16;

/// The ways in which a seat may play: two by networks, one by simple rules.
const WAYS: usize = 3;

/// A way to play by networks.
///
/// ```
/// use oxideal_bots::SearchModel;
/// use oxideal_engine::doudizhu::DouDizhu;
///
/// assert!(DouDizhu::PLAYERS[0].temperature < DouDizhu::PLAYERS[1].temperature);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetPlayer {
    /// An action that is worse by this is chosen *e* times less often.
    pub temperature: f32,
    /// The share of actions that are chosen without networks.
    pub errors: f32,
}

impl NetPlayer {
    /// The chance of an action, given the values of all that networks consider and the index of this
    /// one, if it is among them.
    fn chance(self, values: &[f32], chosen: Option<usize>) -> f64 {
        let by_value = chosen.map_or(0.0, |chosen| {
            let weight = |value: &f32| libm::expf((value - values[chosen]) / self.temperature);
            values.iter().map(weight).sum::<f32>().recip()
        });
        f64::from((1.0 - self.errors) * by_value + self.errors / (values.len() + 1) as f32)
    }
}

/// A deal on its way through the actions of the round.
#[derive(Clone, Debug)]
pub(super) struct Followed<G: SearchModel> {
    /// The deal of the view.
    deal: G::Position,
    at: G::Position,
    /// What the weight was multiplied by, as other deals were dropped.
    scale: f64,
    /// The likelihood of each seat's actions in each way to play.
    fits: [[f64; WAYS]; MAX_SEATS],
    weight: f64,
}

impl<G: SearchModel> Followed<G> {
    fn new(deal: G::Position, at: G::Position) -> Self {
        Self { deal, at, scale: 1.0, fits: [[1.0; WAYS]; MAX_SEATS], weight: 1.0 }
    }

    /// Takes account of an action with these chances.
    fn explain(&mut self, seat: Seat, chances: [f64; WAYS]) {
        self.fits[seat].iter_mut().zip(chances).for_each(|(fit, chance)| *fit *= chance);
        let likelihood = |fits: &[f64; WAYS]| fits.iter().sum::<f64>() / WAYS as f64;
        self.weight = self.scale * self.fits.iter().map(likelihood).product::<f64>();
    }

    /// Picks the seats that play by simple rules: a bit for each.
    fn pick_simple(&self, chance: &mut SplitMix64) -> u32 {
        let mut is_simple = |fits: &[f64; WAYS]| {
            f64::from(chance.below(1 << 30)) * fits.iter().sum::<f64>() < fits[WAYS - 1] * f64::from(1 << 30)
        };
        (0..).zip(&self.fits).map(|(seat, fits)| u32::from(is_simple(fits)) << seat).sum()
    }
}

impl<G: SearchModel> Task<G> {
    /// Samples one part of a block and weighs its deals. Stops early, with nothing, if `keep_going`
    /// returns `false`.
    pub(super) fn weigh(
        &self,
        networks: &Networks,
        block: u64,
        part: usize,
        mut keep_going: impl FnMut() -> bool,
    ) -> Result<Vec<Followed<G>>, oxideal_engine::Error> {
        let (rules, seat) = (self.view.rules(), self.view.seat());
        let number = block * PARTS as u64 + part as u64;
        let mut chance = SplitMix64::new(SplitMix64::new(self.key.wrapping_add(number)).output());
        let (mut deals, mut from) = (Vec::<Followed<G>>::new(), None);
        for each in 0..self.samples {
            if !keep_going() {
                return Ok(Vec::new());
            }
            let deal = self.sample_deal(number * self.samples + each)?;
            let rewound = self.view.knowledge().rewind(rules, &deal, &self.history, &mut chance);
            let (at, count) = rewound.unwrap_or_else(|| (deal.clone(), self.history.len()));
            from = Some(count);
            deals.push(Followed::new(deal, at));
        }
        let (mut decision, mut scratch, mut values) = (Decision::default(), Scratch::default(), Vec::new());
        let from = from.unwrap_or(0);
        let mut recent = Recent::default();
        recent.extend(self.history.before.iter().take(from).filter(|_| from <= self.history.before.len()));
        for action in self.history.iter().skip(from) {
            if !keep_going() {
                return Ok(Vec::new());
            }
            deals.retain(|deal| deal.at.is_legal(rules, action));
            let Some(by) = deals.first().and_then(|deal| deal.at.current_player()) else { break };
            for deal in &mut deals {
                if by != seat {
                    G::describe(rules, &deal.at, &recent, &mut decision);
                    let chosen = decision.actions().iter().position(|&other| other == action);
                    networks.scores(&decision, &mut values, &mut scratch);
                    let same = G::simple_policy(rules, &deal.at, &mut chance) == action;
                    let simple = if same { SIMPLE_CHANCE } else { OTHER_CHANCE };
                    let [one, other] = G::PLAYERS.map(|player| player.chance(&values, chosen));
                    deal.explain(by, [one, other, simple]);
                }
                deal.at.play(rules, action, &mut chance);
            }
            recent.push(by, action);
            if by != seat {
                self.drop_unlikely(&mut deals, &mut chance);
            }
        }
        Ok(deals)
    }

    /// Drops deals of little weight by chance.
    fn drop_unlikely(&self, deals: &mut Vec<Followed<G>>, chance: &mut SplitMix64) {
        let total: f64 = deals.iter().map(|deal| deal.weight).sum();
        let least = MIN_SHARE * total / self.samples as f64;
        deals.retain_mut(|deal| {
            if deal.weight >= least {
                return true;
            }
            let stays = unit(chance) * least < deal.weight;
            deal.scale *= least / deal.weight;
            deal.weight = least;
            stays
        });
    }

    /// Picks some of the weighed deals of a block: those of much weight, and others by chance, which
    /// then count more.
    pub(super) fn pick(&self, block: u64, weighed: Vec<Followed<G>>) -> Vec<Deal<G>> {
        let mut chance = SplitMix64::new(SplitMix64::new(self.key.wrapping_sub(block + 1)).output());
        let weights: Vec<f64> = weighed.iter().map(|deal| deal.weight).collect();
        let least = threshold(&weights, self.deals);
        let mut next = unit(&mut chance) * least;
        let mut picked = Vec::new();
        for deal in weighed {
            let weight = if deal.weight >= least {
                deal.weight
            } else {
                next -= deal.weight;
                if next >= 0.0 {
                    continue;
                }
                next += least;
                least
            };
            let simple = deal.pick_simple(&mut chance) & !(1 << self.view.seat());
            let own = SplitMix64::new(chance.output());
            picked.push(Deal { position: deal.deal, weight, simple, chance: own });
        }
        picked
    }
}

/// A number from 0 to 1.
fn unit(chance: &mut SplitMix64) -> f64 {
    f64::from(chance.below(1 << 30)) / f64::from(1 << 30)
}

/// The weight such that this many deals are left if all above it stay, and each other one with a chance
/// proportional to its weight.
fn threshold(weights: &[f64], count: usize) -> f64 {
    if weights.len() <= count {
        return 0.0;
    }
    let mut sorted = weights.to_vec();
    sorted.sort_by(|one, other| other.total_cmp(one));
    let mut rest: f64 = sorted.iter().sum();
    for (large, weight) in sorted.into_iter().enumerate().take(count) {
        let least = rest / (count - large) as f64;
        if weight <= least {
            return least;
        }
        rest -= weight;
    }
    0.0
}
