//! Counting action sequences: the fingerprint of a move generator.

use crate::{Action, Position, Stream};

/// How many inner nodes are visited between two questions whether to go on.
const NODES_A_QUESTION: u32 = 1 << 14;

/// One count, with the buffers that it needs.
pub(crate) struct Perft<'a, P: Position, F: FnMut() -> bool> {
    rules: &'a P::Rules,
    go_on: F,
    nodes: u32,
    /// The legal actions of all nodes on the way down, one behind the other.
    actions: Vec<Action>,
}

impl<'a, P: Position, F: FnMut() -> bool> Perft<'a, P, F> {
    pub(crate) fn new(rules: &'a P::Rules, go_on: F) -> Self {
        Self { rules, go_on, nodes: 0, actions: Vec::new() }
    }

    /// The number of sequences of exactly this length; `None` when it was not to go on.
    pub(crate) fn count(&mut self, position: &P, chance: &mut Stream, depth: u8) -> Option<u64> {
        match depth {
            0 => return Some(1),
            1 => return Some(position.count_legal(self.rules) as u64),
            _ => {}
        }
        self.nodes = self.nodes.wrapping_add(1);
        if self.nodes.is_multiple_of(NODES_A_QUESTION) && !(self.go_on)() {
            return None;
        }
        let first = self.actions.len();
        position.legal(self.rules, &mut self.actions);
        let mut sum = 0;
        for index in first..self.actions.len() {
            let mut next = position.clone();
            // Where nothing will be drawn, one stream does for all.
            let mut own = position.chance_ahead(self.rules).then(|| chance.clone());
            let chance = own.as_mut().unwrap_or(chance);
            next.play(self.rules, self.actions[index], chance);
            sum += self.count(&next, chance, depth - 1)?;
        }
        self.actions.truncate(first);
        Some(sum)
    }
}
