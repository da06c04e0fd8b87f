//! What a game tells a network.

use oxideal_engine::{Position as _, Recent, Rules as _, Seat};

use super::decision::Decision;
use super::training::Settings;
use crate::policies::Policies;

/// A game that networks can learn. A network values an action by the inputs that are on after it.
///
/// See the example of [`Training`](super::Training).
pub trait NetModel: Policies {
    /// How its networks are trained.
    const SETTINGS: Settings = Settings::USUAL;

    /// Returns how many networks the rules need, one per role.
    #[must_use]
    fn roles(_: &Self::Rules) -> usize {
        1
    }

    /// Returns the name of the weights for these rules. The inputs of rules with the same name must
    /// be the same.
    #[must_use]
    fn weights_name(_: &Self::Rules) -> &'static str {
        Self::NAME
    }

    /// Describes the decision of the seat to move: what it knows, also from the last actions, the
    /// actions it considers, and what each of them leads to. It must depend only on what the seat may
    /// know. The round must not be over. The default tells only which actions are legal.
    fn describe(rules: &Self::Rules, position: &Self::Position, _recent: &Recent, decision: &mut Decision) {
        let mut legal = Vec::new();
        position.legal(rules, &mut legal);
        decision.begin(0, [1.0, 0.0]);
        for action in legal {
            decision.action(action);
            decision.one_hot(Some(action as usize), rules.num_actions() as usize);
        }
    }

    /// Returns whether the seat won (1), lost (0) or something between, and what it was paid, scaled
    /// to about 1.
    fn outcome(rules: &Self::Rules, payoffs: &[i32], seat: Seat) -> [f32; 2] {
        let most = payoffs.iter().copied().max().unwrap_or(0);
        let won = f32::from(u8::from(payoffs[seat] == most && most > 0));
        [won, payoffs[seat] as f32 / rules.players() as f32]
    }
}
