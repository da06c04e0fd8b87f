//! Search over deals that a view allows.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Instant;

use oxideal_engine::{
    Action, Chance, Error, Game, Position, Recent, Rules, Seat, Seed, SplitMix64, Stream, View,
};

use crate::limit::{Limit, Watch};
use crate::playable::{Candidate, Playable};
use crate::race::Race;
use crate::team;
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
const MOST_NODES: usize = 1 << 21;

/// So many games after each candidate a thread should be able to play.
const ENOUGH: u64 = 32;

/// So often must an action have been tried to be part of the line.
const IN_LINE: u64 = 8;

/// What to play: each candidate is followed up in the same deals, drawn from what the view allows, at first by what has been found out about
/// the moves after it, then by quick play to the end. Worse ones fall out as the limit comes nearer. `go_on` is asked now and then,
/// and ends the search with `false`. An error is that of [`View::sample`], or there is nothing to choose.
pub fn search<G: Playable>(
    view: &View<G>,
    recent: &Recent,
    search: &Search,
    go_on: impl FnMut() -> bool,
) -> Result<Thinking, Error> {
    let began = Instant::now();
    let seat = view.seat();
    if view.current_player() != Some(seat) {
        return Err(Error::InvalidArgument("there is nothing to choose in this view".into()));
    }
    let task = Arc::new(Task::<G>::new(view, recent, search.seed));
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
struct Task<G: Game> {
    view: View<G>,
    /// Who did what lately, the oldest first.
    last: Vec<(Seat, Action)>,
    /// The likeliest first.
    candidates: Vec<Candidate>,
    seed: Seed,
    /// One number for seed and view: equal views are thought about in the same way.
    number: u64,
}

/// What one thread has found.
#[derive(Clone, Debug)]
struct Found {
    race: Race,
    line: Vec<Action>,
    worlds: u64,
    iterations: u64,
    nodes: u64,
}

impl<G: Playable> Task<G> {
    fn new(view: &View<G>, recent: &Recent, seed: Seed) -> Self {
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
        Self { view: view.clone(), last: recent.iter().collect(), candidates, seed, number: mix.finish() }
    }

    /// All threads, each with its share of the limit and deals of its own.
    fn think_together(
        self: &Arc<Self>,
        began: Instant,
        search: &Search,
        go_on: impl FnMut() -> bool,
    ) -> Result<Vec<Found>, Error> {
        let limit = search.limit;
        let threads = limit.worth_sharing(search.threads, ENOUGH);
        let deadline = limit.time.and_then(|time| began.checked_add(time));
        let nothing = Found {
            race: Race::new(self.candidates.len()),
            line: Vec::new(),
            worlds: 0,
            iterations: 0,
            nodes: 0,
        };
        let task = Arc::clone(self);
        team::work(threads, &nothing, deadline, go_on, move |thread, desk| {
            let limit = limit.share(thread, threads);
            let most = limit.iterations.map_or(usize::MAX, |games| (games / ENOUGH) as usize);
            let watch = Watch::since(began, limit, || desk.is_open());
            Thinker::new(&task, MOST_NODES / threads)
                .think(thread, threads, most, watch, |found| desk.lay(found))
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
        let lines = found.iter().map(|found| &found.line).filter(|line| line.first() == Some(&best));
        let line = lines.max_by_key(|line| line.len()).cloned().unwrap_or_else(|| vec![best]);
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
        let (mut chosen, mut all) = self.draw(number * draws)?;
        for draw in 1..draws {
            let (position, fit) = self.draw(number * draws + draw)?;
            all += fit;
            // So each of them is chosen with a chance in proportion to how well it fits.
            if f64::from(chance.below(1 << 30)) * all < fit * f64::from(1 << 30) {
                chosen = position;
            }
        }
        Ok((chosen, chance))
    }

    /// A deal that the view allows, and how well what the others did lately fits it.
    fn draw(&self, number: u64) -> Result<(G::Position, f64), Error> {
        let stream = u128::from(self.number >> 13) << 40 | u128::from(number & ((1 << 40) - 1));
        let state = self.view.sample(Stream::for_samples(self.seed, stream, self.view.seat()))?;
        let fit = G::fit(self.view.rules(), state.position(), self.view.seat(), &self.last);
        Ok((state.position().clone(), fit))
    }
}

/// One thread that thinks.
struct Thinker<'a, G: Game> {
    task: &'a Task<G>,
    rules: &'a G::Rules,
    seat: Seat,
    tree: Tree,
    /// The nodes on the way, and who played there.
    path: Vec<(Number, Seat)>,
    candidates: Vec<Candidate>,
    payoffs: Vec<i32>,
}

impl<'a, G: Playable> Thinker<'a, G> {
    fn new(task: &'a Task<G>, most_nodes: usize) -> Self {
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

    /// Looks at so many of the candidates at most, and hands over what it has found after each deal.
    fn think(
        mut self,
        thread: usize,
        threads: usize,
        most: usize,
        mut watch: Watch<impl FnMut() -> bool>,
        mut hand_over: impl FnMut(&Found),
    ) -> Result<(), Error> {
        let all = self.task.candidates.len();
        let mut results = Vec::new();
        let mut found = Found { race: Race::new(all), line: Vec::new(), worlds: 0, iterations: 0, nodes: 0 };
        found.race.drop_last(most);
        while found.race.left().len() > 1 && watch.look() {
            let (world, chance) = self.task.world(found.worlds * threads as u64 + thread as u64)?;
            results.clear();
            for &number in found.race.left() {
                if !results.is_empty() && !watch.look() {
                    break;
                }
                let action = self.task.candidates[number].action;
                let nodes = self.follow_up(action, world.clone(), chance.clone());
                results.push(self.worth(self.seat));
                watch.tried(nodes);
                watch.iteration();
            }
            found.worlds += 1;
            found.race.take(&results);
            found.race.drop_worst((all as f64).powf(1.0 - watch.progress()).ceil() as usize);
            let best = self.task.candidates[found.race.order()[0]].action;
            found.line = self.tree.line(best, IN_LINE);
            (found.iterations, found.nodes) = (watch.iterations(), watch.nodes());
            hand_over(&found);
        }
        Ok(())
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
            if !self.tree.may_grow(next) || position.current_player().is_none() {
                break;
            }
            here = next;
            action = if G::TREE {
                self.candidates.clear();
                G::candidates(rules, &position, &mut self.candidates);
                let Some(chosen) = self.tree.choose(here, &self.candidates) else { break };
                chosen
            } else {
                G::quick(rules, &position, &mut chance)
            };
        }
        nodes += self.play_out(&mut position, &mut chance);
        for &(node, mover) in &self.path {
            self.tree.visit(node, G::worth(rules, self.task.view.position(), &self.payoffs, mover));
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
