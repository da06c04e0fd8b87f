//! One search: its candidates, its deals, and the combined findings of its threads.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use oxideal_engine::{
    Action, Chance as _, Error, Knowledge as _, PublicHistory, Recent, Rules, Seat, Seed, SplitMix64, Stream,
    View,
};

use super::belief::PARTS;
use super::race::Race;
use super::worker::{Findings, Worker};
use super::{Choice, Search, SearchModel, Thinking, team};
use crate::budget::Budget;
use crate::clock::Instant;
use crate::net::{Decision, Estimate, Networks, Scratch};
use crate::policies::Candidate;

/// The limit on the tree nodes of all threads together: some 80 MiB.
const MAX_TREE_NODES: usize = 1 << 21;

/// The minimum number of playouts per thread and per candidate; otherwise fewer of them are used.
const MIN_PLAYOUTS: u64 = 32;

/// The most candidates that are compared if networks play: playouts are few then, and better moves are
/// rarely further down their ranking.
const MAX_CANDIDATES: usize = 5;

/// A deal to play.
#[derive(Clone, Debug)]
pub(super) struct Deal<G: SearchModel> {
    pub(super) position: G::Position,
    /// How much it counts.
    pub(super) weight: f64,
    /// The seats that play by simple rules although there are networks, a bit for each.
    pub(super) simple: u32,
    /// The generator to play it with.
    pub(super) chance: SplitMix64,
}

/// What the threads of a search share.
#[derive(Debug)]
pub(super) struct Task<G: SearchModel> {
    pub(super) view: View<G>,
    /// The last actions and their seats, oldest first.
    pub(super) recent: Vec<(Seat, Action)>,
    pub(super) history: PublicHistory<G::Position>,
    /// They order the candidates, and in some games they choose in playouts.
    pub(super) networks: Option<Arc<Networks>>,
    /// The rule policy's or the networks' action, then the others, the most promising first.
    pub(super) candidates: Vec<Candidate>,
    /// What the networks expect of each candidate, minus what they expect of the first one.
    expected: Option<Vec<f64>>,
    seed: Seed,
    /// A hash of the seed and the view, so that equal views are searched alike.
    pub(super) key: u64,
    /// The samples of each part of a block.
    pub(super) samples: u64,
    /// The deals of a block.
    pub(super) deals: usize,
}

impl<G: SearchModel> Task<G> {
    /// `block` is how many samples a block has, and how many deals are picked from them.
    pub(super) fn new(
        view: &View<G>,
        history: &PublicHistory<G::Position>,
        search: &Search,
        block: (u64, u64),
    ) -> Self {
        let recent = &history.recent;
        let seed = search.seed;
        let (candidates, expected) = search
            .networks
            .as_deref()
            .map_or_else(|| (candidates(view), None), |networks| ranked(view, recent, networks));
        let mut hasher = StableHasher(0);
        seed.hash(&mut hasher);
        view.rules().hash(&mut hasher);
        // The key decides what a search finds, so what goes into it must not change.
        if view.rules().players() > 1 {
            view.seat().hash(&mut hasher);
        }
        view.position().hash(&mut hasher);
        view.knowledge().hash(&mut hasher);
        let recent = recent.iter().collect();
        let networks = search.networks.clone();
        // With few playouts, few deals are needed.
        let most = search.limit.iterations.map_or(u64::MAX, |playouts| playouts.div_ceil(2));
        let deals = most.clamp(1, block.1);
        let samples = (deals * block.0).div_ceil(block.1 * PARTS as u64);
        let (view, history, key) = (view.clone(), history.clone(), hasher.finish());
        let deals = deals as usize;
        Self { view, recent, history, networks, candidates, expected, seed, key, samples, deals }
    }

    /// A race between the candidates.
    pub(super) fn race(&self) -> Race {
        Race::new(self.candidates.len(), self.expected.clone(), G::UTILITY_SPREAD)
    }

    /// Runs all threads, each with its own deals and share of the limit.
    pub(super) fn run(
        self: &Arc<Self>,
        started: Instant,
        search: &Search,
        keep_going: impl FnMut() -> bool,
    ) -> Result<Vec<Findings>, Error> {
        let limit = search.limit;
        let threads = limit.useful_threads(search.threads, MIN_PLAYOUTS);
        let deadline = limit.time.and_then(|time| started.checked_add(time));
        let task = Arc::clone(self);
        team::run(threads, &Findings::new(self.race()), deadline, keep_going, move |thread, slot| {
            let limit = limit.share(thread, threads);
            let max_candidates =
                limit.iterations.map_or(usize::MAX, |playouts| (playouts / MIN_PLAYOUTS) as usize);
            let mut keep_going = || slot.is_wanted();
            let budget = Budget::since(started, limit, &mut keep_going);
            let blocks = (thread as u64..).step_by(threads);
            Worker::new(&task, MAX_TREE_NODES / threads).run(blocks, max_candidates, budget, |findings| {
                slot.publish(findings);
            })
        })
    }

    /// Combines what all threads have found.
    pub(super) fn summarize(&self, found: &[Findings], started: Instant) -> Thinking {
        let race = found.iter().fold(self.race(), |race, findings| race.merge(&findings.race));
        let choice = |number: usize| {
            let results = race.results(number);
            let action = self.candidates[number].action;
            Choice { action, visits: results.count, mean: results.mean(), error: results.error() }
        };
        let choices: Vec<Choice> = race.ranking().into_iter().map(choice).collect();
        let best = choices[0].action;
        let lines = found.iter().map(|findings| &findings.line).filter(|line| line.first() == Some(&best));
        let line = lines.max_by_key(|line| line.len()).cloned().unwrap_or_else(|| vec![best]);
        let sum = |part: fn(&Findings) -> u64| found.iter().map(part).sum();
        Thinking {
            choices,
            line,
            deals: sum(|findings| findings.deals),
            iterations: sum(|findings| findings.iterations),
            nodes: sum(|findings| findings.nodes),
            elapsed: started.elapsed(),
        }
    }

    /// The deals of a block, or fewer if `keep_going` returns `false`. With networks, they are weighted
    /// by how well they explain what the other seats did.
    pub(super) fn block(
        &self,
        number: u64,
        mut keep_going: impl FnMut() -> bool,
    ) -> Result<Vec<Deal<G>>, Error> {
        let Some(networks) = self.networks.as_deref() else { return Ok(vec![self.quick_deal(number)?]) };
        let mut weighed = Vec::new();
        for part in 0..PARTS {
            weighed.append(&mut self.weigh(networks, number, part, &mut keep_going)?);
        }
        Ok(self.pick(number, weighed))
    }

    /// One of several samples of the view, picked by the quick likelihood of the last actions.
    pub(super) fn quick_deal(&self, number: u64) -> Result<Deal<G>, Error> {
        let mut chance = SplitMix64::new(SplitMix64::new(self.key.wrapping_add(number)).output());
        let samples = if self.recent.is_empty() { 1 } else { G::SAMPLES_PER_DEAL };
        let likelihood = |deal: &_| G::likelihood(self.view.rules(), deal, self.view.seat(), &self.recent);
        let mut position = self.sample_deal(number * samples)?;
        let mut total = likelihood(&position);
        for each in 1..samples {
            let other = self.sample_deal(number * samples + each)?;
            let weight = likelihood(&other);
            total += weight;
            if f64::from(chance.below(1 << 30)) * total < weight * f64::from(1 << 30) {
                position = other;
            }
        }
        Ok(Deal { position, weight: 1.0, simple: 0, chance })
    }

    /// The sample of the view with this number.
    pub(super) fn sample_deal(&self, number: u64) -> Result<G::Position, Error> {
        let view = &self.view;
        view.knowledge().sample(view.rules(), view.position(), view.seat(), &mut self.stream(number))
    }

    /// The stream with this number.
    pub(super) fn stream(&self, number: u64) -> Stream {
        let stream = u128::from(self.key >> 13) << 40 | u128::from(number & ((1 << 40) - 1));
        Stream::for_samples(self.seed, stream, self.view.seat())
    }
}

/// The candidates, the rule policy's first: it is played if there is no time to search.
fn candidates<G: SearchModel>(view: &View<G>) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    G::candidates(view.rules(), view.position(), &mut candidates);
    let by_rule = G::rule_policy(view);
    if candidates.iter().all(|candidate| candidate.action != by_rule) {
        candidates.push(Candidate { action: by_rule, weight: 1.0 });
    }
    candidates.sort_by(|a, b| {
        (b.action == by_rule).cmp(&(a.action == by_rule)).then(b.weight.total_cmp(&a.weight))
    });
    candidates
}

/// The candidates in the networks' order, and what the networks expect of them, less what they
/// expect of the first one.
fn ranked<G: SearchModel>(
    view: &View<G>,
    recent: &Recent,
    networks: &Networks,
) -> (Vec<Candidate>, Option<Vec<f64>>) {
    let mut decision = Decision::default();
    G::describe(view.rules(), view.position(), recent, &mut decision);
    let mut ranking = networks.ranking(&decision, &mut Scratch::default());
    if G::NETWORKS_PLAY {
        ranking.truncate(MAX_CANDIDATES);
    }
    let utility = |estimate| G::expected_utility(view.rules(), view.position(), estimate);
    let first = utility(ranking[0].1);
    let lead = |&(_, estimate): &(Action, Estimate)| Some(utility(estimate)? - first?);
    let leads = ranking.iter().map(lead).collect();
    (ranking.into_iter().map(|(action, _)| Candidate { action, weight: 1.0 }).collect(), leads)
}

/// A hasher with the same result in every process.
struct StableHasher(u64);

impl Hasher for StableHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.0 = SplitMix64::new(self.0 ^ u64::from_le_bytes(word)).output();
        }
    }
}
