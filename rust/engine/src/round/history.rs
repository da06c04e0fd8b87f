//! The history of a state. The last actions are kept with the positions before them, older ones in
//! segments of one position each, which undo replays. So a long round takes little memory, and what
//! is known at its end takes bounded work to find.

use std::collections::TryReserveError;
use std::mem;

use super::list::List;
use super::view::KnowledgeOf;
use crate::game::{Game, Knowledge, Position};
use crate::ids::Action;
use crate::random::Stream;
use crate::recent::Recent;

/// The number of actions in a segment.
const SEGMENT_LEN: usize = 32;

/// The actions since the start. Copies share what they have in common.
#[derive(Clone, Debug)]
pub(super) struct History<G: Game> {
    segments: List<Segment<G>>,
    /// What everybody knew after the segments.
    known: Known<G>,
    /// After the segments: empty, or as long as a segment.
    block: List<Ply<G>>,
    /// After the block, at most as long as a segment. A full one becomes the block only at the next
    /// action, so undoing and repeating an action never moves segments again and again.
    last: List<Ply<G>>,
}

/// Public knowledge at one moment.
#[derive(Clone, Debug)]
struct Known<G: Game> {
    knowledge: KnowledgeOf<G>,
    recent: Recent,
}

/// An action, with what is needed to undo it.
#[derive(Clone, Debug)]
pub(super) struct Ply<G: Game> {
    pub(super) action: Action,
    pub(super) before: G::Position,
    /// The number of words drawn from the stream before it.
    pub(super) words_before: u64,
}

/// Actions that are replayed when they are undone.
#[derive(Clone, Debug)]
struct Segment<G: Game> {
    /// What everybody knew before the first action.
    known: Known<G>,
    before: G::Position,
    words_before: u64,
    actions: [Action; SEGMENT_LEN],
}

/// How the round was before the first action.
pub(super) struct First<'a, G: Game> {
    pub(super) knowledge: &'a KnowledgeOf<G>,
    pub(super) recent: &'a Recent,
    /// The position and the number of words drawn, unless no action was played.
    pub(super) before: Option<(&'a G::Position, u64)>,
}

impl<G: Game> History<G> {
    /// A history without actions, of a round with this knowledge and these last actions.
    pub(super) const fn new(knowledge: KnowledgeOf<G>, recent: Recent) -> Self {
        let known = Known { knowledge, recent };
        Self { segments: List::EMPTY, known, block: List::EMPTY, last: List::EMPTY }
    }

    /// About how much memory a long history takes.
    pub(super) const fn size(actions: usize) -> usize {
        actions.div_ceil(SEGMENT_LEN) * List::<Segment<G>>::NODE_SIZE
            + 2 * SEGMENT_LEN * List::<Ply<G>>::NODE_SIZE
    }

    pub(super) fn len(&self) -> usize {
        self.segments.len() * SEGMENT_LEN + self.block.len() + self.last.len()
    }

    /// Adds an action.
    pub(super) fn push(&mut self, rules: &G::Rules, ply: Ply<G>) {
        if self.last.len() == SEGMENT_LEN {
            let last = mem::replace(&mut self.last, List::EMPTY);
            let block = mem::replace(&mut self.block, last);
            self.close(rules, &block);
        }
        self.last.push(ply);
    }

    /// Makes a block a segment.
    fn close(&mut self, rules: &G::Rules, block: &List<Ply<G>>) {
        let known = self.known.clone();
        let mut actions = [0; SEGMENT_LEN];
        let plies = oldest_first(block);
        let Some(first) = plies.first() else { return };
        for (action, ply) in actions.iter_mut().zip(&plies) {
            *action = ply.action;
            self.known.knowledge.record(rules, &ply.before, ply.action);
            self.known.recent.extend(ply.seat_and_action());
        }
        let (before, words_before) = (first.before.clone(), first.words_before);
        self.segments.push(Segment { known, before, words_before, actions });
    }

    /// Removes the last action. `chance` is the stream of the round.
    pub(super) fn pop(&mut self, rules: &G::Rules, chance: &Stream) -> Option<Ply<G>> {
        if self.last.len() == 0 {
            self.last = mem::replace(&mut self.block, List::EMPTY);
        }
        if self.last.len() == 0 {
            self.open(rules, chance.clone());
        }
        self.last.pop()
    }

    /// Replays the last segment, if there is one.
    fn open(&mut self, rules: &G::Rules, mut chance: Stream) {
        let Some(Segment { known, before, words_before, actions }) = self.segments.pop() else { return };
        self.known = known;
        let mut position = before;
        chance.set_position(words_before);
        for action in actions {
            let words_before = chance.position();
            self.last.push(Ply { action, before: position.clone(), words_before });
            position.play(rules, action, &mut chance);
        }
    }

    /// What everybody knows from all actions.
    pub(super) fn knowledge(&self, rules: &G::Rules) -> KnowledgeOf<G> {
        let mut knowledge = self.known.knowledge.clone();
        for ply in self.plies() {
            knowledge.record(rules, &ply.before, ply.action);
        }
        knowledge
    }

    /// The last actions, including those before the start.
    pub(super) fn recent(&self) -> Recent {
        let mut recent = self.known.recent;
        recent.extend(self.plies().filter_map(Ply::seat_and_action));
        recent
    }

    /// All actions, oldest first.
    pub(super) fn actions(&self) -> Result<Vec<Action>, TryReserveError> {
        let mut actions = Vec::new();
        actions.try_reserve_exact(self.len())?;
        actions.extend(self.last.iter().chain(self.block.iter()).map(|ply| ply.action));
        actions.extend(self.segments.iter().flat_map(|segment| segment.actions.iter().rev()));
        actions.reverse();
        Ok(actions)
    }

    /// The plies after the segments, oldest first.
    fn plies(&self) -> impl Iterator<Item = &Ply<G>> {
        oldest_first(&self.block).into_iter().chain(oldest_first(&self.last))
    }

    /// How the round was before the first action.
    pub(super) fn first(&self) -> First<'_, G> {
        if let Some(Segment { known, before, words_before, .. }) = self.segments.iter().last() {
            let Known { knowledge, recent } = known;
            return First { knowledge, recent, before: Some((before, *words_before)) };
        }
        let Known { knowledge, recent } = &self.known;
        let ply = self.block.iter().last().or_else(|| self.last.iter().last());
        First { knowledge, recent, before: ply.map(|ply| (&ply.before, ply.words_before)) }
    }
}

impl<G: Game> Ply<G> {
    fn seat_and_action(&self) -> Option<(usize, Action)> {
        Some((self.before.current_player()?, self.action))
    }
}

fn oldest_first<T>(list: &List<T>) -> Vec<&T> {
    let mut items: Vec<&T> = list.iter().collect();
    items.reverse();
    items
}
