//! Rounds that networks play against themselves, as samples to learn from.

use oxideal_engine::{Chance, Position, Recent, Rules, Seat};

use super::decision::Decision;
use super::learner::Samples;
use super::model::NetModel;
use super::network::{Estimate, Networks, OUTPUTS, chance_of};
use super::quantized::Scratch;

/// How self-play explores, and how far targets look ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exploration {
    /// The share of random choices, in thousandths.
    pub(super) thousandths: u32,
    /// How much of a target is what came later, rather than the network's estimate at the seat's
    /// next decision.
    pub(super) lambda: f32,
    /// The share of seats that follow the playout policy, in thousandths.
    pub(super) guided: u32,
    /// The only network that learns, if not all do. The others play their best.
    pub(super) only: Option<usize>,
}

/// A decision of the round being played.
#[derive(Clone, Copy, Debug)]
struct Step {
    seat: Seat,
    role: usize,
    /// The end of its inputs.
    end: usize,
    /// What the network expects of the best action.
    best: Estimate,
    pay: Option<(f32, f32)>,
    explored: bool,
}

/// Rounds against oneself.
#[derive(Debug, Default)]
pub(super) struct SelfPlay {
    decision: Decision,
    scratch: Scratch,
    steps: Vec<Step>,
    on: Vec<u16>,
    targets: Vec<Estimate>,
}

impl SelfPlay {
    /// Plays a round; adds its decisions to the samples of their networks. Returns their number.
    pub(super) fn play<G: NetModel>(
        &mut self,
        rules: &G::Rules,
        networks: &Networks,
        exploration: Exploration,
        chance: &mut impl Chance,
        samples: &mut [Samples],
    ) -> usize {
        let mut position = G::Position::deal(rules, None, chance);
        let mut recent = Recent::default();
        let guided: u32 =
            (0..rules.players()).map(|seat| u32::from(chance.below(1000) < exploration.guided) << seat).sum();
        self.steps.clear();
        self.on.clear();
        while let Some(seat) = position.current_player() {
            G::describe(rules, &position, &recent, &mut self.decision);
            let actions = self.decision.actions();
            let mut action = actions[0];
            let mut chosen = 0;
            let guided = guided >> seat & 1 == 1;
            if exploration.only.is_some_and(|only| only != self.decision.role) {
                action = networks.choose(&self.decision, &mut self.scratch);
                chosen = usize::MAX;
            } else if guided {
                action = G::playout_policy(rules, &position, chance);
                chosen = actions.iter().position(|&other| other == action).unwrap_or(usize::MAX);
            }
            if actions.len() > 1 && chosen != usize::MAX {
                let (index, mut best) = networks.best(&self.decision, &mut self.scratch);
                let mut explored = false;
                if guided {
                    best = networks.value(&self.decision, chosen, &mut self.scratch);
                } else {
                    explored = chance.below(1000) < exploration.thousandths;
                    chosen = if explored { chance.below(actions.len() as u32) as usize } else { index };
                    action = actions[chosen];
                }
                let role = self.decision.role;
                self.on.extend_from_slice(self.decision.shared());
                self.on.extend_from_slice(self.decision.own(chosen));
                let pay = self.decision.pay;
                self.steps.push(Step { seat, role, end: self.on.len(), best, pay, explored });
            }
            recent.push(seat, action);
            position.play(rules, action, chance);
        }
        self.add_samples::<G>(rules, &position, exploration.lambda, samples);
        self.steps.len()
    }

    fn add_samples<G: NetModel>(
        &mut self,
        rules: &G::Rules,
        position: &G::Position,
        lambda: f32,
        samples: &mut [Samples],
    ) {
        let mut payoffs = [0; 16];
        let payoffs = &mut payoffs[..rules.players()];
        position.payoffs(rules, payoffs);
        self.targets.clear();
        self.targets.extend((0..payoffs.len()).map(|seat| G::outcome(rules, payoffs, seat)));
        for index in (0..self.steps.len()).rev() {
            let Step { seat, role, end, best, pay, explored } = self.steps[index];
            let start = if index == 0 { 0 } else { self.steps[index - 1].end };
            let target = self.targets[seat];
            let (unit, most) = pay.unwrap_or((1.0, f32::INFINITY));
            samples[role].push(&self.on[start..end], [target[0], (target[1] / unit).clamp(-most, most)]);
            // What a random choice led to says nothing about the decisions before it.
            let lambda = if explored { 0.0 } else { lambda };
            let expected = [chance_of(best[0]), best[1] * unit];
            for output in 0..OUTPUTS {
                self.targets[seat][output] = lambda * target[output] + (1.0 - lambda) * expected[output];
            }
        }
    }
}
