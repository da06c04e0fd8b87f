//! Plays positions to the end.

use std::sync::Arc;

use oxideal_engine::{Action, Chance, Game, Knowledge, Position, Recent, Rules as _, Seat, SplitMix64, View};

use super::SearchModel;
use crate::net::{Decision, NetModel, Networks, Scratch};

/// In a varied playout, one action in this many is by simple rules.
const VARIED: u32 = 4;

/// How all seats choose in playouts.
///
/// ```
/// use oxideal_bots::{Policy, policy_playouts};
/// use oxideal_engine::rummy::{Rules, Rummy};
/// use oxideal_engine::{Seed, Start};
///
/// let start = Start::<Rummy>::Deal(Rules::default());
/// let (mut payoffs, mut lengths) = ([0; 20], [0; 10]);
/// policy_playouts(&start, &[], &Policy::Rule, &Seed::from(1), 0, &mut payoffs, &mut lengths)?;
/// assert!(lengths.iter().all(|&length| length > 0));
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum Policy {
    /// Any legal action, all equally likely.
    Random,
    /// [`playout_policy`](crate::Policies::playout_policy).
    Playout,
    /// [`rule_policy`](crate::Policies::rule_policy).
    Rule,
    /// The best action in the networks' ranking. They must be for the rules.
    Networks(Arc<Networks>),
}

/// Plays positions to the end.
pub(super) struct Playout<'a, G: SearchModel> {
    rules: &'a G::Rules,
    player: Player<'a, G>,
    /// Whether a playout ends where perfect play is quick to find.
    exact: bool,
    /// Whether seats play by simple rules now and then, so that playouts of one deal differ.
    varied: bool,
    /// The seats that play by simple rules although there are networks, a bit for each.
    simple: u32,
    /// The payoffs of the last playout.
    pub(super) payoffs: Vec<i32>,
}

impl<'a, G: SearchModel> Playout<'a, G> {
    /// A search's playouts: by networks if the game's networks play, or else by the playout policy.
    /// `before` has the last actions before them.
    pub(super) fn new(
        rules: &'a G::Rules,
        networks: Option<&'a Networks>,
        before: &'a [(Seat, Action)],
        varied: bool,
    ) -> Self {
        let networks = networks.filter(|_| G::NETWORKS_PLAY);
        let player = networks.map_or(Player::Quick, |networks| {
            Player::Networks(Box::new(NetworkPlayer::new(networks, before)))
        });
        Self { rules, player, exact: true, varied, simple: 0, payoffs: vec![0; rules.players()] }
    }

    /// Playouts by one policy to the very end, from positions after the actions of `before`, where
    /// everybody knows this much.
    pub(super) fn by(
        rules: &'a G::Rules,
        policy: &'a Policy,
        before: &'a [(Seat, Action)],
        known: KnowledgeOf<G>,
    ) -> Self {
        let player = match policy {
            Policy::Random => Player::Random,
            Policy::Playout => Player::Quick,
            Policy::Rule => Player::Rule { now: known.clone(), known },
            Policy::Networks(networks) => Player::Networks(Box::new(NetworkPlayer::new(networks, before))),
        };
        Self { rules, player, exact: false, varied: false, simple: 0, payoffs: vec![0; rules.players()] }
    }

    /// Whether networks choose.
    pub(super) const fn has_networks(&self) -> bool {
        matches!(self.player, Player::Networks(_))
    }

    /// Begins a playout in which these seats play by simple rules, a bit for each.
    pub(super) fn begin(&mut self, simple: u32) {
        self.simple = simple;
        match &mut self.player {
            Player::Random | Player::Quick => {}
            Player::Rule { known, now } => now.clone_from(known),
            Player::Networks(player) => player.begin(),
        }
    }

    /// The action of the seat to move.
    pub(super) fn choose(&mut self, position: &G::Position, chance: &mut SplitMix64) -> Action {
        let seat = position.current_player();
        match &mut self.player {
            Player::Quick => G::playout_policy(self.rules, position, chance),
            Player::Random => position.pick_legal(self.rules, chance).unwrap_or_default(),
            Player::Rule { now, .. } => {
                let seat = seat.unwrap_or_default();
                let view = View::of(self.rules.clone(), position.clone(), now.clone(), seat);
                G::rule_policy(&view)
            }
            Player::Networks(player) => {
                let simple = seat.is_some_and(|seat| self.simple >> seat & 1 == 1);
                if simple || self.varied && chance.below(VARIED) == 0 {
                    G::simple_policy(self.rules, position, chance)
                } else {
                    player.choose::<G>(self.rules, position)
                }
            }
        }
    }

    pub(super) fn advance(&mut self, position: &mut G::Position, action: Action, chance: &mut SplitMix64) {
        match &mut self.player {
            Player::Random | Player::Quick => {}
            Player::Rule { now, .. } => {
                if let Some(chosen) = self.rules.to_move(action) {
                    now.record(self.rules, position, chosen);
                }
            }
            Player::Networks(player) => player.see(position, action),
        }
        position.play(self.rules, action, chance);
    }

    /// Plays to the end. Returns the number of actions.
    pub(super) fn finish(&mut self, position: &mut G::Position, chance: &mut SplitMix64) -> u64 {
        let mut nodes = 0;
        while position.current_player().is_some() {
            if self.exact && G::exact_payoffs(self.rules, position, &mut self.payoffs) {
                return nodes;
            }
            let action = self.choose(position, chance);
            self.advance(position, action, chance);
            nodes += 1;
        }
        position.payoffs(self.rules, &mut self.payoffs);
        nodes
    }
}

/// What everybody knows of a game.
pub(super) type KnowledgeOf<G> = <<G as Game>::Position as Position>::Knowledge;

/// Who chooses in all seats.
enum Player<'a, G: Game> {
    Random,
    /// The playout policy.
    Quick,
    /// The rule policy. `known` is what everybody knows where the playouts begin, and `now` in the
    /// current position.
    Rule {
        known: KnowledgeOf<G>,
        now: KnowledgeOf<G>,
    },
    Networks(Box<NetworkPlayer<'a>>),
}

/// Plays by networks, which also see the last actions.
struct NetworkPlayer<'a> {
    networks: &'a Networks,
    /// The actions before the search.
    before: &'a [(Seat, Action)],
    recent: Recent,
    decision: Decision,
    scratch: Scratch,
}

impl<'a> NetworkPlayer<'a> {
    fn new(networks: &'a Networks, before: &'a [(Seat, Action)]) -> Self {
        let (recent, decision, scratch) = Default::default();
        Self { networks, before, recent, decision, scratch }
    }

    /// Begins a playout.
    fn begin(&mut self) {
        self.recent = Recent::default();
        self.recent.extend(self.before.iter().copied());
    }

    /// Sees the action of the seat to move.
    fn see(&mut self, position: &impl Position, action: Action) {
        if let Some(seat) = position.current_player() {
            self.recent.push(seat, action);
        }
    }

    fn choose<G: NetModel>(&mut self, rules: &G::Rules, position: &G::Position) -> Action {
        G::describe(rules, position, &self.recent, &mut self.decision);
        self.networks.choose(&self.decision, &mut self.scratch)
    }
}

#[cfg(test)]
mod tests {
    use oxideal_engine::doudizhu::{DouDizhu, Rules};
    use oxideal_engine::{Position as _, Seed, SplitMix64, State};

    use super::Playout;
    use crate::net::{NetModel as _, Training};
    use crate::search::SearchModel as _;

    #[test]
    fn seats_play_by_simple_rules_if_told_so() -> Result<(), oxideal_engine::Error> {
        let rules = Rules::preset("douzero").expect("a preset");
        let training = Training::<DouDizhu>::new(vec![rules], DouDizhu::SETTINGS, Seed::from(1))?;
        let mut playout = Playout::<DouDizhu>::new(&rules, Some(training.networks()), &[], false);
        let (mut alike, mut all) = ([0, 0], 0);
        for round in 0..10 {
            let mut position = *State::<DouDizhu>::deal(rules, Seed::from(1), round).position();
            let mut chance = SplitMix64::new(1);
            playout.begin(0);
            while let Some(seat) = position.current_player() {
                let by_rules = DouDizhu::simple_policy(&rules, &position, &mut chance);
                playout.simple = 1 << seat;
                alike[0] += u32::from(playout.choose(&position, &mut chance) == by_rules);
                playout.simple = !(1 << seat);
                alike[1] += u32::from(playout.choose(&position, &mut chance) == by_rules);
                all += 1;
                playout.advance(&mut position, by_rules, &mut chance);
            }
        }
        assert!(alike[0] == all && alike[1] < all, "{alike:?} of {all}");
        Ok(())
    }
}
