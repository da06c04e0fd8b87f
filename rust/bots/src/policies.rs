//! How bots choose single moves.

use oxideal_engine::{Action, Chance, Game, Position, View};

/// An action that a search considers.
///
/// ```
/// use oxideal_bots::{Candidate, Policies};
/// use oxideal_engine::foursquare::{FourSquare, Rules};
/// use oxideal_engine::{Seed, State};
///
/// let state = State::<FourSquare>::deal(Rules::default(), Seed::from(1), 0);
/// let mut candidates: Vec<Candidate> = Vec::new();
/// FourSquare::candidates(state.rules(), state.position(), &mut candidates);
/// assert!(candidates.iter().all(|candidate| candidate.weight > 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The action's id.
    pub action: Action,
    /// How promising it is, relative to the others; must be above 0.
    pub weight: f32,
}

impl Candidate {
    /// Appends all legal actions, with equal weights.
    pub(crate) fn append_legal<P: Position>(rules: &P::Rules, position: &P, candidates: &mut Vec<Self>) {
        let mut actions = Vec::new();
        position.legal(rules, &mut actions);
        candidates.extend(actions.into_iter().map(|action| Self { action, weight: 1.0 }));
    }
}

/// How a game's bots choose actions. Only [`rule_policy`](Self::rule_policy) is required.
///
/// ```
/// use oxideal_bots::Policies;
/// use oxideal_engine::mexican_train::{MexicanTrain, Rules};
/// use oxideal_engine::{Seed, State};
///
/// let mut state = State::<MexicanTrain>::deal(Rules::default(), Seed::from(1), 0);
/// while let Some(seat) = state.current_player() {
///     state.push(MexicanTrain::rule_policy(&state.view(seat)?))?;
/// }
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
pub trait Policies: Game {
    /// Returns the legal action of a bot that follows good rules. It must be the turn of the view's
    /// seat.
    fn rule_policy(view: &View<Self>) -> Action;

    /// Returns the legal action of a fast bot for playouts. It must depend only on what the seat to
    /// move may know. The round must not be over. The default is a random legal action.
    fn playout_policy(rules: &Self::Rules, position: &Self::Position, chance: &mut impl Chance) -> Action {
        position.pick_legal(rules, chance).unwrap_or_default()
    }

    /// Appends the legal actions that a search should consider, at least one. They must depend only
    /// on what the seat to move may know. The round must not be over. The default is all legal
    /// actions with equal weights.
    fn candidates(rules: &Self::Rules, position: &Self::Position, candidates: &mut Vec<Candidate>) {
        Candidate::append_legal(rules, position, candidates);
    }
}
