//! Networks as a playout policy.

use oxideal_engine::{Action, Position, Recent, Seat};

use crate::net::{Decision, NetModel, Networks, Scratch};

/// Plays by networks, which also see the last actions.
pub(super) struct Player<'a> {
    networks: &'a Networks,
    /// The actions before the search.
    before: &'a [(Seat, Action)],
    recent: Recent,
    decision: Decision,
    scratch: Scratch,
}

impl<'a> Player<'a> {
    pub(super) fn new(networks: &'a Networks, before: &'a [(Seat, Action)]) -> Self {
        let (recent, decision, scratch) = Default::default();
        Self { networks, before, recent, decision, scratch }
    }

    /// Begins a playout.
    pub(super) fn begin(&mut self) {
        self.recent = Recent::default();
        self.recent.extend(self.before.iter().copied());
    }

    /// Sees the action of the seat to move.
    pub(super) fn see(&mut self, position: &impl Position, action: Action) {
        if let Some(seat) = position.current_player() {
            self.recent.push(seat, action);
        }
    }

    pub(super) fn choose<G: NetModel>(&mut self, rules: &G::Rules, position: &G::Position) -> Action {
        G::describe(rules, position, &self.recent, &mut self.decision);
        self.networks.choose(&self.decision, &mut self.scratch)
    }
}
