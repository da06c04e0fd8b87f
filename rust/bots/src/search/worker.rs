//! One thread of a search.

use oxideal_engine::{Action, Error, Position, Seat};

use super::SearchModel;
use super::playout::Playout;
use super::race::Race;
use super::task::{Deal, Task};
use super::tree::{NodeId, ROOT, Tree};
use crate::budget::Budget;
use crate::policies::Candidate;

/// The minimum number of visits for an action to be part of the expected line.
const MIN_LINE_VISITS: u64 = 8;

/// What one thread has found.
#[derive(Clone, Debug)]
pub(super) struct Findings {
    pub(super) race: Race,
    pub(super) line: Vec<Action>,
    pub(super) deals: u64,
    pub(super) iterations: u64,
    pub(super) nodes: u64,
}

impl Findings {
    pub(super) fn new(race: Race) -> Self {
        Self { race, line: Vec::new(), deals: 0, iterations: 0, nodes: 0 }
    }
}

pub(super) struct Worker<'a, G: SearchModel> {
    task: &'a Task<G>,
    rules: &'a G::Rules,
    seat: Seat,
    tree: Tree,
    /// The tree nodes of the current playout, and the seat that played each.
    path: Vec<(NodeId, Seat)>,
    candidates: Vec<Candidate>,
    playout: Playout<'a, G>,
}

impl<'a, G: SearchModel> Worker<'a, G> {
    pub(super) fn new(task: &'a Task<G>, max_tree_nodes: usize) -> Self {
        let rules = task.view.rules();
        Self {
            task,
            rules,
            seat: task.view.seat(),
            tree: Tree::new(max_tree_nodes),
            path: Vec::new(),
            candidates: Vec::new(),
            playout: Playout::new(rules, task.networks.as_deref(), &task.recent, false),
        }
    }

    /// Plays the candidates in these deals, and publishes the findings after each deal.
    pub(super) fn run(
        mut self,
        blocks: impl Iterator<Item = u64>,
        max_candidates: usize,
        mut budget: Budget<'_>,
        mut publish: impl FnMut(&Findings),
    ) -> Result<(), Error> {
        let all = self.task.candidates.len();
        let mut results = Vec::new();
        let mut found = Findings::new(self.task.race());
        found.race.truncate(max_candidates);
        for number in blocks {
            if found.race.remaining().len() <= 1 || !budget.check() {
                break;
            }
            for deal in self.task.block(number, || budget.check())? {
                if found.race.remaining().len() <= 1 || !budget.check() {
                    break;
                }
                results.clear();
                for &candidate in found.race.remaining() {
                    if !results.is_empty() && !budget.check() {
                        break;
                    }
                    let action = self.task.candidates[candidate].action;
                    let nodes = self.play(action, &deal);
                    results.push(self.utility(self.seat));
                    budget.count_iteration(nodes);
                }
                found.deals += 1;
                found.race.record(&results, deal.weight);
                found.race.drop_worst(libm::pow(all as f64, 1.0 - budget.progress()).ceil() as usize);
                let best = self.task.candidates[found.race.ranking()[0]].action;
                found.line = self.tree.line(best, MIN_LINE_VISITS);
                (found.iterations, found.nodes) = (budget.iterations(), budget.nodes());
                publish(&found);
            }
        }
        Ok(())
    }

    /// Plays an action and then to the end, first along the tree, then by the playout policy.
    /// Returns the number of actions played.
    fn play(&mut self, first: Action, deal: &Deal<G>) -> u64 {
        let (mut position, mut chance) = (deal.position.clone(), deal.chance.clone());
        let (rules, mut nodes) = (self.rules, 0);
        let (mut here, mut action) = (ROOT, first);
        self.path.clear();
        self.playout.begin(deal.simple);
        while let Some(mover) = position.current_player() {
            self.playout.advance(&mut position, action, &mut chance);
            nodes += 1;
            let is_my_turn = position.current_player() == Some(self.seat);
            let information = if is_my_turn { G::private_information(rules, &position) } else { 0 };
            let Some(next) = self.tree.child(here, action, information) else { break };
            self.path.push((next, mover));
            if !self.tree.is_expanded(next) || position.current_player().is_none() {
                break;
            }
            here = next;
            action = if G::GROWS_TREE && !self.playout.has_networks() {
                self.candidates.clear();
                G::candidates(rules, &position, &mut self.candidates);
                let Some(chosen) = self.tree.choose(here, &self.candidates) else { break };
                chosen
            } else {
                self.playout.choose(&position, &mut chance)
            };
        }
        nodes += self.playout.finish(&mut position, &mut chance);
        for &(node, mover) in &self.path {
            self.tree
                .record(node, G::utility(rules, self.task.view.position(), &self.playout.payoffs, mover));
        }
        nodes
    }

    /// The utility of the last playout to a seat.
    fn utility(&self, seat: Seat) -> f64 {
        G::utility(self.rules, self.task.view.position(), &self.playout.payoffs, seat)
    }
}
