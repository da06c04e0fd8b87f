//! The tree of moves that a search has tried, with their results.

use oxideal_engine::{Action, memory};

use super::statistics::Statistics;
use crate::policies::Candidate;

/// What was played and with which results, over all deals in which it was possible.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    max_nodes: usize,
    /// The results of all playouts, for their spread.
    results: Statistics,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    action: Action,
    /// What the searching seat sees after the action and the action does not tell.
    information: u32,
    first_child: NodeId,
    next_sibling: NodeId,
    visits: u64,
    /// The sum of the utilities to the seat that played the action.
    total: f64,
}

/// The index of a node. As a child or sibling, 0 means "none", since the root is neither.
pub(super) type NodeId = u32;

/// The root of a tree.
pub(super) const ROOT: NodeId = 0;

/// How much actions with few visits are preferred, in standard deviations of the results.
const EXPLORATION: f64 = 1.2;

/// A node is expanded after this many visits. With fewer, the playout policy chooses better and
/// faster.
const EXPANSION_VISITS: u64 = 32;

impl Tree {
    /// An empty tree that grows up to this many nodes.
    pub(super) fn new(max_nodes: usize) -> Self {
        let root = Node { action: 0, information: 0, first_child: 0, next_sibling: 0, visits: 0, total: 0.0 };
        Self { nodes: vec![root], max_nodes, results: Statistics::default() }
    }

    /// The child for an action and what is seen after it, created if necessary; `None` if the tree
    /// is full or there is too little memory.
    pub(super) fn child(&mut self, parent: NodeId, action: Action, information: u32) -> Option<NodeId> {
        if let Some(id) = self.children(parent).find(|&id| {
            let node = &self.nodes[id as usize];
            node.action == action && node.information == information
        }) {
            return Some(id);
        }
        if self.nodes.len() >= self.max_nodes {
            return None;
        }
        let id = self.nodes.len() as NodeId;
        let next_sibling = self.nodes[parent as usize].first_child;
        let node = Node { action, information, first_child: 0, next_sibling, visits: 0, total: 0.0 };
        memory::push(&mut self.nodes, node).ok()?;
        self.nodes[parent as usize].first_child = id;
        Some(id)
    }

    /// Whether a node has enough visits for the tree to choose the next action.
    pub(super) fn is_expanded(&self, id: NodeId) -> bool {
        self.nodes[id as usize].visits >= EXPANSION_VISITS
    }

    /// Records the utility of a playout to the seat that played the node's action.
    pub(super) fn record(&mut self, id: NodeId, utility: f64) {
        let node = &mut self.nodes[id as usize];
        node.visits += 1;
        node.total += utility;
        self.results.push(utility, 1.0);
    }

    /// The candidate to try next: one that has done well, or looks promising and has been tried
    /// little.
    pub(super) fn choose(&self, parent: NodeId, candidates: &[Candidate]) -> Option<Action> {
        let statistics = |action: Action| {
            let of_action = |id: &NodeId| self.nodes[*id as usize].action == action;
            self.children(parent).filter(of_action).fold((0, 0.0), |(visits, total), id| {
                let node = &self.nodes[id as usize];
                (visits + node.visits, total + node.total)
            })
        };
        let weights: f64 = candidates.iter().map(|candidate| f64::from(candidate.weight)).sum();
        let tried = candidates.iter().map(|candidate| statistics(candidate.action));
        let (visits, total) =
            tried.clone().fold((0, 0.0), |(visits, total), (more, further)| (visits + more, total + further));
        let mean = if visits == 0 { 0.0 } else { total / visits as f64 };
        let bonus = EXPLORATION * self.results.deviation() * (visits as f64 + 1.0).sqrt() / weights;
        let values = candidates.iter().zip(tried).map(|(candidate, (visits, total))| {
            let value = if visits == 0 { mean } else { total / visits as f64 };
            (candidate.action, value + bonus * f64::from(candidate.weight) / (1.0 + visits as f64))
        });
        values.reduce(|best, other| if other.1 > best.1 { other } else { best }).map(|(action, _)| action)
    }

    /// An action and the most frequent actions after it, each with at least this many visits.
    pub(super) fn line(&self, first: Action, min_visits: u64) -> Vec<Action> {
        let mut line = vec![first];
        let visits = |&id: &NodeId| self.nodes[id as usize].visits;
        let mut here = self.children(ROOT).find(|&id| self.nodes[id as usize].action == first);
        while let Some(next) = here.and_then(|here| self.children(here).max_by_key(visits)) {
            let node = &self.nodes[next as usize];
            if node.visits < min_visits {
                break;
            }
            line.push(node.action);
            here = Some(next);
        }
        line
    }

    fn children(&self, parent: NodeId) -> impl Iterator<Item = NodeId> {
        let some = |id: NodeId| (id != 0).then_some(id);
        let next = move |&id: &NodeId| some(self.nodes[id as usize].next_sibling);
        std::iter::successors(some(self.nodes[parent as usize].first_child), next)
    }
}

#[cfg(test)]
mod tests {
    use super::{ROOT, Tree};
    use crate::policies::Candidate;

    /// Builds a tree in which actions were tried this often, each time with this utility, and
    /// returns what it tries next.
    fn next(tried: [(u64, f64); 3]) -> Option<u32> {
        let mut tree = Tree::new(100);
        let mut candidates = Vec::new();
        for (action, (visits, utility)) in (0..).zip(tried) {
            let child = tree.child(ROOT, action, 0).expect("there is room");
            (0..visits).for_each(|_| tree.record(child, utility));
            candidates.push(Candidate { action, weight: 1.0 });
        }
        tree.choose(ROOT, &candidates)
    }

    #[test]
    fn best_of_equally_tried_actions_is_next() {
        assert_eq!(next([(10, -1.0), (10, 1.0), (10, 0.0)]), Some(1));
    }

    #[test]
    fn least_tried_of_equally_good_actions_is_next() {
        assert_eq!(next([(10, 1.0), (10, 1.0), (2, 1.0)]), Some(2));
    }
}
