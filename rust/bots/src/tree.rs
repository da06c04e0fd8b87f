//! What has been found out about how a round may go on.

use oxideal_engine::Action;

use crate::playable::Candidate;

/// Who played what, and how that went, over all deals in which it happened.
#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    most: usize,
    /// How far results lie apart.
    spread: Spread,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    action: Action,
    /// What the searcher sees after it that the action does not tell.
    seen: u32,
    first_child: Number,
    next: Number,
    visits: u64,
    /// The sum of what the seat got that played the action.
    total: f64,
}

/// The number of a node; 0 is none, since the root is nobody's child.
pub(crate) type Number = u32;

/// How much an unlikely action is tried beside a good one.
const CURIOSITY: f64 = 1.2;

/// So often a node is visited before the tree grows beyond it: with fewer visits quick play knows better, and is quicker.
const ENOUGH: u64 = 32;

/// The root of a tree.
pub(crate) const ROOT: Number = 0;

impl Tree {
    /// With so many nodes at most.
    pub(crate) fn new(most: usize) -> Self {
        let root = Node { action: 0, seen: 0, first_child: 0, next: 0, visits: 0, total: 0.0 };
        Self { nodes: vec![root], most, spread: Spread::default() }
    }

    /// The child that stands for an action and what is seen after it; a new one where there is none and still room.
    pub(crate) fn child(&mut self, parent: Number, action: Action, seen: u32) -> Option<Number> {
        if let Some(number) = self.children(parent).find(|&number| {
            let node = &self.nodes[number as usize];
            node.action == action && node.seen == seen
        }) {
            return Some(number);
        }
        if self.nodes.len() >= self.most {
            return None;
        }
        let number = self.nodes.len() as Number;
        let next = self.nodes[parent as usize].first_child;
        self.nodes.push(Node { action, seen, first_child: 0, next, visits: 0, total: 0.0 });
        self.nodes[parent as usize].first_child = number;
        Some(number)
    }

    /// Whether a node has been visited often enough to go on from it.
    pub(crate) fn may_grow(&self, number: Number) -> bool {
        self.nodes[number as usize].visits >= ENOUGH
    }

    /// Takes in what the seat got that played the action of a node.
    pub(crate) fn visit(&mut self, number: Number, result: f64) {
        let node = &mut self.nodes[number as usize];
        node.visits += 1;
        node.total += result;
        self.spread.take(result);
    }

    /// Which of the candidates to try next: what has gone well, and what looks good and has been tried little.
    pub(crate) fn choose(&self, parent: Number, candidates: &[Candidate]) -> Option<Action> {
        let tried = |action: Action| {
            let of_action = |number: &Number| self.nodes[*number as usize].action == action;
            self.children(parent).filter(of_action).fold((0, 0.0), |(visits, total), number| {
                let node = &self.nodes[number as usize];
                (visits + node.visits, total + node.total)
            })
        };
        let weights: f64 = candidates.iter().map(|candidate| f64::from(candidate.weight)).sum();
        let tallies = candidates.iter().map(|candidate| tried(candidate.action));
        let (visits, total) = tallies
            .clone()
            .fold((0, 0.0), |(visits, total), (more, further)| (visits + more, total + further));
        let mean = if visits == 0 { 0.0 } else { total / visits as f64 };
        let room = CURIOSITY * self.spread.width() * (visits as f64 + 1.0).sqrt() / weights;
        let values = candidates.iter().zip(tallies).map(|(candidate, (visits, total))| {
            let value = if visits == 0 { mean } else { total / visits as f64 };
            (candidate.action, value + room * f64::from(candidate.weight) / (1.0 + visits as f64))
        });
        values.reduce(|best, other| if other.1 > best.1 { other } else { best }).map(|(action, _)| action)
    }

    /// An action, and what is most often played after it, as long as it has been played often enough to say so.
    pub(crate) fn line(&self, first: Action, enough: u64) -> Vec<Action> {
        let mut line = vec![first];
        let often = |&number: &Number| self.nodes[number as usize].visits;
        let mut here = self.children(ROOT).find(|&number| self.nodes[number as usize].action == first);
        while let Some(next) = here.and_then(|here| self.children(here).max_by_key(often)) {
            let node = &self.nodes[next as usize];
            if node.visits < enough {
                break;
            }
            line.push(node.action);
            here = Some(next);
        }
        line
    }

    fn children(&self, parent: Number) -> impl Iterator<Item = Number> {
        let some = |number: Number| (number != 0).then_some(number);
        let next = move |&number: &Number| some(self.nodes[number as usize].next);
        std::iter::successors(some(self.nodes[parent as usize].first_child), next)
    }
}

/// The standard deviation of results.
#[derive(Clone, Copy, Debug, Default)]
struct Spread {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Spread {
    fn take(&mut self, result: f64) {
        self.count += 1.0;
        self.sum += result;
        self.squares += result * result;
    }

    fn width(&self) -> f64 {
        if self.count < 2.0 {
            return 1.0;
        }
        let mean = self.sum / self.count;
        (self.squares / self.count - mean * mean).max(1e-6).sqrt()
    }
}
