//! Deals that fit a view, weighted by how likely the other seats' actions are in them.
//!
//! Many deals are sampled, followed back to the start of the round, and played again all together, one
//! action at a time. A deal whose weight falls far below the average is dropped by chance, and counts
//! more if it stays: so most of the time goes to deals that explain what happened, and sums of weights
//! stay right on average.

use oxideal_engine::{Action, Chance, Knowledge as _, Position as _, Recent, Seat, SplitMix64};

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

/// Chances are multiplied by this, the same in all deals, so that products of many do not become 0.
const LIFT: f64 = 2.0;

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
    /// The chance of an action that is chosen by its value with this one.
    fn chance(self, by_value: f32, actions: usize) -> f64 {
        f64::from((1.0 - self.errors) * by_value + self.errors / (actions + 1) as f32)
    }
}

/// Networks that judge actions, and the memory that they need.
struct Judge<'a> {
    networks: &'a Networks,
    decision: Decision,
    scratch: Scratch,
}

impl<'a> Judge<'a> {
    fn new(networks: &'a Networks) -> Self {
        Self { networks, decision: Decision::default(), scratch: Scratch::default() }
    }

    /// The chances of an action of the decision for seats that play by networks.
    fn chances(&mut self, action: Action, players: [NetPlayer; 2]) -> [f64; 2] {
        let Self { networks, decision, scratch } = self;
        let count = decision.actions().len();
        let Some(chosen) = decision.actions().iter().position(|&other| other == action) else {
            return players.map(|player| player.chance(0.0, count));
        };
        if count == 1 {
            return players.map(|player| player.chance(1.0, count));
        }
        let mut scores = networks.scores(decision, scratch);
        let of_chosen = scores(chosen);
        let (mut sums, mut valued) = ([1.0; 2], 1);
        for other in (0..count).filter(|&other| other != chosen) {
            let lead = scores(other) - of_chosen;
            for (sum, player) in sums.iter_mut().zip(players) {
                *sum += libm::expf(lead / player.temperature);
            }
            valued += 1;
            // The first player hardly chooses the action, and for the second one the rest makes little difference.
            if sums[0] * players[0].errors > 1.0 {
                sums[1] *= count as f32 / valued as f32;
                break;
            }
        }
        let [one, other] = sums.map(f32::recip);
        [players[0].chance(one, count), players[1].chance(other, count)]
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
        self.fits[seat].iter_mut().zip(chances).for_each(|(fit, chance)| *fit *= LIFT * chance);
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
        let rules = self.view.rules();
        let number = block * PARTS as u64 + part as u64;
        let mut chance = SplitMix64::new(SplitMix64::new(self.key.wrapping_add(number)).output());
        let (mut deals, mut from) = (Vec::<Followed<G>>::new(), 0);
        for each in 0..self.samples {
            if !keep_going() {
                return Ok(Vec::new());
            }
            // If nothing is to be explained, all deals are equally good.
            if from == self.history.len() && deals.len() >= self.deals.div_ceil(PARTS) {
                break;
            }
            let deal = self.sample_deal(number * self.samples + each)?;
            let rewound = self.view.knowledge().rewind(rules, &deal, &self.history, &mut chance);
            let (at, count) = rewound.unwrap_or_else(|| (deal.clone(), self.history.len()));
            from = count;
            deals.push(Followed::new(deal, at));
        }
        let mut judge = Judge::new(networks);
        let mut recent = self.recent_before(from);
        for action in self.history.iter().skip(from) {
            if !keep_going() {
                return Ok(Vec::new());
            }
            // A view made by hand may claim actions that cannot have happened.
            if !deals.iter().any(|deal| deal.at.is_legal(rules, action)) {
                break;
            }
            deals.retain(|deal| deal.at.is_legal(rules, action));
            let Some(by) = deals.first().and_then(|deal| deal.at.current_player()) else { break };
            for deal in &mut deals {
                self.follow(deal, by, action, &recent, &mut judge, &mut chance);
            }
            recent.push(by, action);
            if by != self.view.seat() {
                self.drop_unlikely(&mut deals, &mut chance);
            }
        }
        Ok(deals)
    }

    /// The last actions before the known action with this index, as far as their seats are known.
    fn recent_before(&self, index: usize) -> Recent {
        let mut recent = Recent::default();
        let before = &self.history.before;
        recent.extend(before.iter().take(index).filter(|_| index <= before.len()));
        recent
    }

    /// Plays the next action in a deal, and takes account of it.
    fn follow(
        &self,
        deal: &mut Followed<G>,
        by: Seat,
        action: Action,
        recent: &Recent,
        judge: &mut Judge<'_>,
        chance: &mut SplitMix64,
    ) {
        let rules = self.view.rules();
        if by != self.view.seat() {
            G::describe(rules, &deal.at, recent, &mut judge.decision);
            let [one, other] = judge.chances(action, G::PLAYERS);
            let same = G::simple_policy(rules, &deal.at, chance) == action;
            deal.explain(by, [one, other, if same { SIMPLE_CHANCE } else { OTHER_CHANCE }]);
        }
        deal.at.play(rules, action, chance);
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
        let mut weights: Vec<f64> = weighed.iter().map(|deal| deal.weight).collect();
        if weights.iter().sum::<f64>() < f64::MIN_POSITIVE {
            weights.fill(1.0); // nothing explains what happened
        }
        let least = threshold(&weights, self.deals);
        let mut next = unit(&mut chance) * least;
        let mut picked = Vec::new();
        for (deal, weight) in weighed.into_iter().zip(weights) {
            let weight = if weight >= least {
                weight
            } else {
                next -= weight;
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use oxideal_engine::doudizhu::{DouDizhu, Position, Rules};
    use oxideal_engine::{Chance as _, PublicHistory, Recent, Seed, SplitMix64, State};

    use super::{Followed, threshold};
    use crate::limit::Limit;
    use crate::net::{Decision, NetModel as _, Networks, Scratch, Training};
    use crate::search::Search;
    use crate::search::SearchModel as _;
    use crate::search::task::{Deal, Task};

    fn networks() -> Arc<Networks> {
        let training = Training::<DouDizhu>::new(vec![rules()], DouDizhu::SETTINGS, Seed::from(1));
        Arc::new(training.expect("there is memory").networks().clone())
    }

    fn rules() -> Rules {
        Rules::preset("douzero").expect("a preset")
    }

    fn task(state: &State<DouDizhu>, seat: usize, networks: &Arc<Networks>) -> Task<DouDizhu> {
        let search = Search {
            limit: Limit::default(),
            seed: Seed::from(1),
            threads: 1,
            networks: Some(Arc::clone(networks)),
        };
        let view = state.view(seat).expect("the seat is there");
        Task::new(&view, &state.public_history(seat).expect("the seat is there"), &search, (256, 32))
    }

    /// A round that networks play, and simple rules in one seat, after this many actions.
    fn played(stream: u128, actions: usize, networks: &Networks, simple: Option<usize>) -> State<DouDizhu> {
        let mut state = State::<DouDizhu>::deal(rules(), Seed::from(1), stream);
        let (mut decision, mut scratch) = (Decision::default(), Scratch::default());
        let mut chance = SplitMix64::new(1);
        while let Some(seat) = state.current_player().filter(|_| state.history().len() < actions) {
            let action = if Some(seat) == simple {
                DouDizhu::simple_policy(state.rules(), state.position(), &mut chance)
            } else {
                DouDizhu::describe(state.rules(), state.position(), &state.recent(), &mut decision);
                networks.choose(&decision, &mut scratch)
            };
            state.push(action).expect("it is legal");
        }
        state
    }

    /// The logarithm of the weight that the deals give to the true number of cards of each rank.
    fn score(
        deals: &[Deal<DouDizhu>],
        truth: &Position,
        seat: usize,
        weight: fn(&Deal<DouDizhu>) -> f64,
    ) -> f64 {
        let count = |position: &Position, rank| position.hands(&rules())[seat].count(rank);
        let total: f64 = deals.iter().map(weight).sum();
        let share = |rank| {
            let alike = deals.iter().filter(|deal| count(&deal.position, rank) == count(truth, rank));
            alike.map(weight).sum::<f64>() / total
        };
        (0..15).map(|rank| libm::log(share(rank) + 0.01)).sum()
    }

    #[test]
    fn weights_favour_the_true_hands() {
        let networks = networks();
        let (mut weighted, mut uniform, mut rounds) = (0.0, 0.0, 0);
        for stream in 0..40 {
            let state = played(stream, 12, &networks, None);
            let Some(seat) = state.current_player() else { continue };
            let task = task(&state, seat, &networks);
            let uniform_deals: Vec<_> =
                (0..32).map(|number| task.quick_deal(number).expect("a deal")).collect();
            let deals = task.block(0, || true).expect("a deal");
            let other = (seat + 1) % 3;
            weighted += score(&deals, state.position(), other, |deal| deal.weight);
            uniform += score(&uniform_deals, state.position(), other, |_| 1.0);
            rounds += 1;
        }
        assert!(rounds > 20 && weighted > uniform + 10.0, "{weighted} {uniform} in {rounds} rounds");
    }

    #[test]
    fn seats_that_play_by_simple_rules_are_found() {
        let networks = networks();
        let (mut of_simple, mut of_networks) = (0, 0);
        for stream in 0..20 {
            let state = played(stream, 18, &networks, Some(1));
            let Some(seat) = state.current_player().filter(|&seat| seat != 1) else { continue };
            let deals = task(&state, seat, &networks).block(0, || true).expect("a deal");
            for deal in &deals {
                of_simple += deal.simple >> 1 & 1;
                of_networks += deal.simple >> (3 - 1 - seat) & 1;
                assert_eq!(deal.simple >> seat & 1, 0, "the seat itself is not asked");
            }
        }
        assert!(of_simple > 2 * of_networks, "{of_simple} {of_networks}");
    }

    /// A sum over all deals is right on average, whichever are dropped.
    #[test]
    fn dropping_and_picking_keep_sums_on_average() {
        let networks = networks();
        let state = played(0, 3, &networks, None);
        let task = task(&state, 0, &networks);
        let weights: Vec<f64> = (0..100).map(|number| libm::pow(0.8, f64::from(number))).collect();
        let followed = |weight: f64| Followed::<DouDizhu> {
            scale: weight,
            weight,
            ..Followed::new(*state.position(), *state.position())
        };
        let mut sums = [0.0; 2];
        for block in 0..400 {
            let mut deals: Vec<_> = weights.iter().map(|&weight| followed(weight)).collect();
            task.drop_unlikely(&mut deals, &mut SplitMix64::new(block));
            assert!(deals.len() < 40);
            sums[0] += deals.iter().map(|deal| deal.weight).sum::<f64>();
            let picked = task.pick(block, deals);
            assert!(picked.len() <= 33);
            sums[1] += picked.iter().map(|deal| deal.weight).sum::<f64>();
        }
        let all: f64 = weights.iter().sum();
        assert!(sums.iter().all(|sum| (sum / 400.0 - all).abs() < 0.02 * all), "{sums:?} {all}");
    }

    #[test]
    fn few_deals_are_sampled_if_nothing_is_to_be_explained() {
        let networks = networks();
        let state = played(0, 0, &networks, None);
        let seat = state.current_player().expect("the round is not over");
        let deals = task(&state, seat, &networks).block(0, || true).expect("a deal");
        assert_eq!(deals.len(), 32);
        assert!(deals.iter().all(|deal| (deal.weight - deals[0].weight).abs() < 1e-9));
    }

    #[test]
    fn actions_that_cannot_have_happened_explain_nothing() {
        let networks = networks();
        let state = played(0, 9, &networks, None);
        let Some(seat) = state.current_player() else { return };
        let search = Search {
            limit: Limit::default(),
            seed: Seed::from(1),
            threads: 1,
            networks: Some(Arc::clone(&networks)),
        };
        let mut chance = SplitMix64::new(1);
        for _ in 0..50 {
            let mut claimed = Recent::default();
            claimed.extend((0..16).map(|_| (chance.below(3) as usize, chance.below(300))));
            let history: PublicHistory<Position> = claimed.into();
            let view = state.view(seat).expect("the seat is there");
            let task = Task::<DouDizhu>::new(&view, &history, &search, (256, 32));
            assert!(!task.block(0, || true).expect("a deal").is_empty());
        }
    }

    #[test]
    fn thresholds_leave_as_many_as_are_wanted() {
        let weights = [5.0, 1.0, 1.0, 1.0, 0.5, 0.5];
        let least = threshold(&weights, 3);
        let expected: f64 = weights.iter().map(|weight| (weight / least).min(1.0)).sum();
        assert!((expected - 3.0).abs() < 1e-9, "{least}");
        assert!(threshold(&weights, 6) < 1e-9, "all stay");
    }
}
