//! Search over deals that a view allows.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use oxideal_engine::{
    Action, Chance, Error, Game, Position, Recent, Round, Rules, Seat, Seed, SplitMix64, Stream, View,
};

use crate::limit::{Limit, Watch};
use crate::playable::{Candidate, Playable};
use crate::race::Race;
use crate::thinking::{Choice, Thinking};
use crate::tree::{Number, ROOT, Tree};

/// How a search goes about it.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// When it ends.
    pub limit: Limit,
    /// Where its chance comes from: what it finds depends on this and on the view, and on the clock where that is the limit.
    pub seed: Seed,
    /// How many think.
    pub threads: usize,
}

/// The most nodes of all trees together.
const MOST_NODES: usize = 1 << 22;

/// So many actions deep the tree grows.
const DEPTH: usize = 100;

/// So often must an action have been tried to be part of the line.
const IN_LINE: u32 = 8;

/// What to play: each candidate is followed up in the same deals, drawn from what the view allows, at first by what has been found out about
/// the moves after it, then by quick play to the end. Worse ones fall out as the limit comes nearer. `go_on` is asked now and then,
/// and ends the search with `false`. An error is that of [`View::sample`], or there is nothing to choose.
pub fn search<G: Playable>(
    view: &G::View,
    recent: &Recent,
    search: &Search,
    go_on: impl FnMut() -> bool,
) -> Result<Thinking, Error> {
    let began = Instant::now();
    let seat = view.seat();
    if view.current_player() != Some(seat) {
        return Err(Error::InvalidArgument("there is nothing to choose in this view".into()));
    }
    let task = Task::<G>::new(view, recent, search.seed);
    let found = match task.candidates.len() {
        1 => Vec::new(),
        _ => task.think_together(began, search, go_on)?,
    };
    Ok(task.sum_up(&found, began))
}

/// A hash that is the same in every process.
struct Mix(u64);

impl Hasher for Mix {
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

/// What is to be thought about.
struct Task<'a, G: Game> {
    view: &'a G::View,
    /// Who did what lately, the oldest first.
    last: Vec<(Seat, Action)>,
    /// The likeliest first.
    candidates: Vec<Candidate>,
    seed: Seed,
    /// One number for seed and view: equal views are thought about in the same way.
    number: u64,
}

/// What one thread has found.
struct Found {
    race: Race,
    tree: Tree,
    worlds: u64,
    iterations: u64,
    nodes: u64,
}

impl<'a, G: Playable> Task<'a, G> {
    fn new(view: &'a G::View, recent: &Recent, seed: Seed) -> Self {
        let mut candidates = Vec::new();
        G::candidates(view.rules(), view.position(), &mut candidates);
        let by_rule = G::rule(view);
        if candidates.iter().all(|candidate| candidate.action != by_rule) {
            candidates.push(Candidate { action: by_rule, weight: 1.0 });
        }
        // Where there is no time for anything, good rules decide.
        candidates.sort_by(|a, b| {
            (b.action == by_rule).cmp(&(a.action == by_rule)).then(b.weight.total_cmp(&a.weight))
        });
        let mut mix = Mix(0);
        seed.hash(&mut mix);
        view.hash(&mut mix);
        Self { view, last: recent.iter().collect(), candidates, seed, number: mix.finish() }
    }

    /// All threads, each with its share of the limit and deals of its own.
    fn think_together(
        &self,
        began: Instant,
        search: &Search,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<Vec<Found>, Error> {
        let stopped = AtomicBool::new(false);
        let threads = search.threads.max(1);
        let think = |thread: usize, go_on: &mut dyn FnMut() -> bool| {
            let limit = search.limit.share(thread, threads);
            let found = Thinker::new(self, MOST_NODES / threads).think(
                thread,
                threads,
                Watch::since(began, limit, go_on),
            );
            stopped.fetch_or(found.is_err(), Ordering::Relaxed);
            found
        };
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads)
                .filter_map(|thread| {
                    let (think, stopped) = (&think, &stopped);
                    let help = move || think(thread, &mut || !stopped.load(Ordering::Relaxed));
                    // Without a thread more, those that are there do what they can.
                    std::thread::Builder::new().spawn_scoped(scope, help).ok()
                })
                .collect();
            let mut ask = || {
                let go_on = go_on() && !stopped.load(Ordering::Relaxed);
                stopped.fetch_or(!go_on, Ordering::Relaxed);
                go_on
            };
            let mine = think(0, &mut ask);
            let others = helpers
                .into_iter()
                .map(|helper| helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            std::iter::once(mine).chain(others).collect()
        })
    }

    /// What all of them have found, the best first.
    fn sum_up(&self, found: &[Found], began: Instant) -> Thinking {
        let nothing = Race::new(self.candidates.len());
        let race = found.iter().fold(nothing, |race, found| race.and(&found.race));
        let choice = |number: usize| {
            let tally = race.tally(number);
            let action = self.candidates[number].action;
            Choice { action, visits: tally.deals, mean: tally.mean(), error: tally.error() }
        };
        let choices: Vec<Choice> = race.order().into_iter().map(choice).collect();
        let best = choices[0].action;
        let lines = found.iter().map(|found| found.tree.line(best, IN_LINE));
        let line = lines.max_by_key(Vec::len).unwrap_or_else(|| vec![best]);
        let sum = |part: fn(&Found) -> u64| found.iter().map(part).sum();
        Thinking {
            choices,
            line,
            worlds: sum(|found| found.worlds),
            iterations: sum(|found| found.iterations),
            nodes: sum(|found| found.nodes),
            elapsed: began.elapsed(),
        }
    }

    /// A deal that the view allows, by its number: of a few, one that what the others did lately fits well.
    fn world(&self, number: u64) -> Result<(G::Position, SplitMix64), Error> {
        let mut chance = SplitMix64::new(SplitMix64::new(self.number.wrapping_add(number)).output());
        let draws = if self.last.is_empty() { 1 } else { G::DRAWS };
        let (mut all, mut chosen) = (0.0, None);
        for draw in 0..draws {
            let stream =
                u128::from(self.number) << 27 | u128::from((number * draws + draw) & ((1 << 27) - 1));
            let state = self.view.sample(Stream::for_samples(self.seed, stream, self.view.seat()))?;
            let fit = G::fit(self.view.rules(), state.position(), self.view.seat(), &self.last);
            all += fit;
            // So each of them is chosen with a chance in proportion to how well it fits.
            if chosen.is_none() || f64::from(chance.below(1 << 30)) * all < fit * f64::from(1 << 30) {
                chosen = Some(state.position().clone());
            }
        }
        let chosen = chosen.ok_or_else(|| Error::InvalidArgument("no deal was drawn".into()))?;
        Ok((chosen, chance))
    }
}

/// One thread that thinks.
struct Thinker<'a, G: Game> {
    task: &'a Task<'a, G>,
    rules: &'a G::Rules,
    seat: Seat,
    tree: Tree,
    /// The nodes on the way, and who played there.
    path: Vec<(Number, Seat)>,
    candidates: Vec<Candidate>,
    payoffs: Vec<i32>,
}

impl<'a, G: Playable> Thinker<'a, G> {
    fn new(task: &'a Task<'a, G>, most_nodes: usize) -> Self {
        let rules = task.view.rules();
        let (seat, payoffs) = (task.view.seat(), vec![0; rules.players()]);
        Self {
            task,
            rules,
            seat,
            tree: Tree::new(most_nodes),
            path: Vec::new(),
            candidates: Vec::new(),
            payoffs,
        }
    }

    fn think(
        mut self,
        thread: usize,
        threads: usize,
        mut watch: Watch<impl FnMut() -> bool>,
    ) -> Result<Found, Error> {
        let all = self.task.candidates.len() as f64;
        let mut race = Race::new(self.task.candidates.len());
        let mut results = Vec::new();
        let mut worlds = 0;
        'worlds: while race.left().len() > 1 && watch.look() {
            let (world, chance) = self.task.world(worlds * threads as u64 + thread as u64)?;
            results.clear();
            for &number in race.left() {
                if !results.is_empty() && !watch.look() {
                    break 'worlds;
                }
                let action = self.task.candidates[number].action;
                let nodes = self.follow_up(action, world.clone(), chance.clone());
                results.push(self.worth(self.seat));
                watch.tried(nodes);
                watch.iteration();
            }
            worlds += 1;
            race.take(&results);
            race.drop_worst(all.powf(1.0 - watch.progress()).ceil() as usize);
        }
        Ok(Found { race, tree: self.tree, worlds, iterations: watch.iterations(), nodes: watch.nodes() })
    }

    /// Plays an action and goes on to the end. Returns how many actions were played.
    fn follow_up(&mut self, first: Action, mut position: G::Position, mut chance: SplitMix64) -> u64 {
        let (rules, mut nodes) = (self.rules, 0);
        let (mut here, mut action) = (ROOT, first);
        self.path.clear();
        while let Some(mover) = position.current_player() {
            position.play(rules, action, &mut chance);
            nodes += 1;
            let next_is_mine = position.current_player() == Some(self.seat);
            let seen = if next_is_mine { G::seen(rules, &position) } else { 0 };
            let Some(next) = self.tree.child(here, action, seen) else { break };
            self.path.push((next, mover));
            if self.path.len() > DEPTH || !self.tree.is_known(next) || position.current_player().is_none() {
                break;
            }
            here = next;
            self.candidates.clear();
            G::candidates(rules, &position, &mut self.candidates);
            let Some(chosen) = self.tree.choose(here, &self.candidates) else { break };
            action = chosen;
        }
        nodes += self.play_out(&mut position, &mut chance);
        for &(node, mover) in &self.path {
            self.tree.visit(node, G::worth(rules, self.task.view.position(), &self.payoffs, mover) as f32);
        }
        nodes
    }

    /// What the last result is worth to a seat.
    fn worth(&self, seat: Seat) -> f64 {
        G::worth(self.rules, self.task.view.position(), &self.payoffs, seat)
    }

    /// Plays quickly to the end.
    fn play_out(&mut self, position: &mut G::Position, chance: &mut SplitMix64) -> u64 {
        let (rules, mut nodes) = (self.rules, 0);
        while position.current_player().is_some() {
            if G::settle(rules, position, &mut self.payoffs) {
                return nodes;
            }
            let action = G::quick(rules, position, chance);
            position.play(rules, action, chance);
            nodes += 1;
        }
        position.payoffs(rules, &mut self.payoffs);
        nodes
    }
}
