//! The history of a state. The position is saved once in [`SEGMENT_LEN`] actions, and undo replays the actions since
//! then. So an action costs little time and memory, and copies share what they have in common. The first undo keeps
//! the moments that it passes, so that the next ones need no replay.

use std::collections::TryReserveError;

use super::list::List;
use super::view::KnowledgeOf;
use crate::game::{Game, Knowledge, MoveOf, Position, Rules};
use crate::ids::Action;
use crate::random::Stream;
use crate::recent::Recent;

/// The number of actions from one saved position to the next.
const SEGMENT_LEN: usize = 12;

/// The actions since the start.
#[derive(Clone, Debug)]
pub(super) struct History<G: Game> {
    /// Empty until the first action; then the start is the first.
    saved: List<Saved<G>>,
    /// The actions since the last saved position. A full segment ends only at the next action, so undoing and
    /// repeating an action never saves positions again and again.
    actions: [Action; SEGMENT_LEN],
    count: usize,
    near: Near<G>,
}

/// The moments before the last actions, at most [`SEGMENT_LEN`]. Empty while nobody undoes actions: until the first undo,
/// and after as many actions since the last.
#[derive(Debug)]
struct Near<G: Game> {
    /// Oldest first, with the number of words drawn before each. Those after the first `len` are written over: a moment
    /// is large, and a new one would be copied several times on its way here.
    slots: Vec<(Moment<G>, u64)>,
    len: usize,
}

impl<G: Game> Near<G> {
    const NONE: Self = Self { slots: Vec::new(), len: 0 };

    fn push(&mut self, now: &Moment<G>, words: u64) {
        match self.slots.get_mut(self.len) {
            Some((moment, before)) => {
                moment.clone_from(now);
                *before = words;
            }
            None => self.slots.push((now.clone(), words)),
        }
        self.len += 1;
    }

    fn pop(&mut self) -> Option<&(Moment<G>, u64)> {
        self.len = self.len.checked_sub(1)?;
        self.slots.get(self.len)
    }
}

/// A copy starts without them: they cost more to copy than to find again.
impl<G: Game> Clone for Near<G> {
    fn clone(&self) -> Self {
        Self::NONE
    }
}

/// A position and what everybody knows in it.
#[derive(Debug)]
pub(super) struct Moment<G: Game> {
    pub(super) position: G::Position,
    pub(super) knowledge: KnowledgeOf<G>,
    pub(super) recent: Recent,
}

/// A saved position.
#[derive(Clone, Debug)]
struct Saved<G: Game> {
    moment: Moment<G>,
    /// The number of words drawn from the stream before.
    words: u64,
    /// The actions from the previous saved position to this one.
    earlier: [Action; SEGMENT_LEN],
}

impl<G: Game> Clone for Moment<G> {
    fn clone(&self) -> Self {
        let Self { position, knowledge, recent } = self;
        Self { position: position.clone(), knowledge: knowledge.clone(), recent: *recent }
    }

    /// Copies each part once; the default would make a whole moment and then move it.
    fn clone_from(&mut self, other: &Self) {
        self.position.clone_from(&other.position);
        self.knowledge.clone_from(&other.knowledge);
        self.recent = other.recent;
    }
}

impl<G: Game> Moment<G> {
    /// A round with this knowledge, without earlier actions.
    pub(super) fn new(position: G::Position, knowledge: KnowledgeOf<G>) -> Self {
        Self { position, knowledge, recent: Recent::default() }
    }

    /// Plays a legal action: its id, and the move with that id.
    pub(super) fn play(
        &mut self,
        rules: &G::Rules,
        action: Action,
        chosen: MoveOf<G::Position>,
        chance: &mut Stream,
    ) {
        let Some(seat) = self.position.current_player() else { return };
        self.knowledge.record(rules, &self.position, chosen);
        self.recent.push(seat, action);
        self.position.play_move(rules, chosen, chance);
    }
}

impl<G: Game> History<G> {
    pub(super) const fn new() -> Self {
        Self { saved: List::EMPTY, actions: [0; SEGMENT_LEN], count: 0, near: Near::NONE }
    }

    /// About how much memory a long history takes.
    pub(super) const fn size(actions: usize) -> usize {
        actions.div_ceil(SEGMENT_LEN) * List::<Saved<G>>::NODE_SIZE
    }

    pub(super) fn len(&self) -> usize {
        self.saved.len().saturating_sub(1) * SEGMENT_LEN + self.count
    }

    /// Adds an action that will be played in `now`, after this many words of the stream.
    pub(super) fn push(&mut self, now: &Moment<G>, words: u64, action: Action) {
        if self.count == SEGMENT_LEN || self.saved.is_empty() {
            self.saved.push(Saved { moment: now.clone(), words, earlier: self.actions });
            self.count = 0;
        }
        self.actions[self.count] = action;
        self.count += 1;
        if self.near.len == SEGMENT_LEN {
            self.near = Near::NONE;
        } else if !self.near.slots.is_empty() {
            self.near.push(now, words);
        }
    }

    /// Removes the last action and returns it; `now` and `chance`, those of the round, become what they were before.
    pub(super) fn pop(
        &mut self,
        rules: &G::Rules,
        now: &mut Moment<G>,
        chance: &mut Stream,
    ) -> Option<Action> {
        if self.count == 0 && self.saved.len() > 1 {
            self.actions = self.saved.pop()?.earlier;
            self.count = SEGMENT_LEN;
        }
        let (&action, before) = self.actions[..self.count].split_last()?;
        if let Some((moment, words)) = self.near.pop() {
            now.clone_from(moment);
            rewind(chance, *words);
        } else {
            let Saved { moment, words, .. } = self.saved.last()?;
            now.clone_from(moment);
            rewind(chance, *words);
            self.near.slots.reserve_exact(SEGMENT_LEN);
            for &action in before {
                self.near.push(now, chance.position());
                now.play(rules, action, rules.to_move(action)?, chance);
            }
        }
        self.count -= 1;
        Some(action)
    }

    /// All actions, oldest first.
    pub(super) fn actions(&self) -> Result<Vec<Action>, TryReserveError> {
        let mut actions = Vec::new();
        actions.try_reserve_exact(self.len())?;
        actions.extend(self.actions[..self.count].iter().rev());
        let complete = self.saved.iter().take(self.saved.len().saturating_sub(1));
        actions.extend(complete.flat_map(|saved| saved.earlier.iter().rev()));
        actions.reverse();
        Ok(actions)
    }

    /// How the round was before the first action, and the number of words drawn; `None` without actions.
    pub(super) fn first(&self) -> Option<(&Moment<G>, u64)> {
        self.saved.iter().last().map(|saved| (&saved.moment, saved.words))
    }
}

/// Most actions draw nothing, and a stream that stays where it is computes nothing.
fn rewind(chance: &mut Stream, words: u64) {
    if chance.position() != words {
        chance.set_position(words);
    }
}
