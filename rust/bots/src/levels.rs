//! Graded players, from somebody who has just learned the rules to the strongest bot.

use std::sync::Arc;

use oxideal_engine::{Action, Chance as _, Error, Game, MoveOf, Past, Rules as _, Seed, Stream, View};

use crate::limit::Limit;
use crate::net::{Decision, Networks, Scratch};
use crate::search::{Search, SearchModel, search};

/// The graded players of a game, weakest first; none unless the game has them.
///
/// ```
/// use oxideal_bots::Ladder;
/// use oxideal_engine::rummy::{Rules, Rummy};
/// use oxideal_engine::{Seed, State, Stream};
///
/// let state = State::<Rummy>::deal(Rules::default(), Seed::from(7), 0);
/// let seat = state.current_player().unwrap_or_default();
/// let mut chance = Stream::new(Seed::from(1), 0);
/// let beginner = &Rummy::LEVELS[0];
/// let action = beginner.choose(&state.view(seat)?, &state.past(), &mut chance, None, || true)?;
/// assert!(state.is_legal(action));
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
pub trait Ladder: SearchModel {
    /// The levels; how one plays changes only together with its rating.
    const LEVELS: &'static [Level<Self>] = &[];
}

/// How a level chooses in a view whose seat is to move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Chooser<G: Game> {
    Beginner(fn(&View<G>, &mut Stream) -> Action),
    /// The rule policy.
    Rule,
    /// The action that networks value most.
    Networks,
    /// A search with a number of playouts, as a limit of time would make the level depend on the machine; and whether
    /// networks help.
    Search(u64, bool),
}

/// One of the graded players. See the example of [`Ladder`].
#[derive(Debug)]
pub struct Level<G: Game> {
    /// The published rating, with level 1 at 0: 400 points more are ten times the wins.
    pub rating: u32,
    /// How it plays.
    pub text: &'static str,
    /// The percentage of decisions that are mistakes, and how it chooses then.
    mistakes: Option<(u32, Chooser<G>)>,
    usual: Chooser<G>,
}

impl<G: Ladder> Level<G> {
    pub(crate) const fn new(rating: u32, usual: Chooser<G>, text: &'static str) -> Self {
        Self { rating, text, mistakes: None, usual }
    }

    /// The same with mistakes in this percentage of the decisions.
    pub(crate) const fn mistaken(self, percent: u32, mistaken: Chooser<G>) -> Self {
        Self { mistakes: Some((percent, mistaken)), ..self }
    }

    /// Returns a level of the game, from 1 on.
    ///
    /// # Errors
    /// Returns [`Error::InvalidArgument`] if the game does not have it.
    pub fn numbered(number: usize) -> Result<&'static Self, Error> {
        let wrong =
            || Error::InvalidArgument(format!("level must be 1 to {}, got {number}", G::LEVELS.len()));
        G::LEVELS.get(number.wrapping_sub(1)).ok_or_else(wrong)
    }

    /// Returns whether it plays by networks.
    #[must_use]
    pub const fn has_networks(&self) -> bool {
        matches!(self.usual, Chooser::Networks | Chooser::Search(_, true))
    }

    /// Chooses an action. The choice depends only on the view, the known actions, `chance` and the networks, unless
    /// `keep_going` returns `false`, which ends a search early.
    ///
    /// # Errors
    /// Returns [`Error::InvalidArgument`] if it is not the turn of the view's seat or if
    /// [networks](Self::has_networks) are missing, and [`Error::InvalidState`] if the view allows no deal.
    pub fn choose(
        &self,
        view: &View<G>,
        past: &Past<G>,
        chance: &mut Stream,
        networks: Option<&Arc<Networks>>,
        keep_going: impl FnMut() -> bool,
    ) -> Result<Action, Error> {
        view.check_turn()?;
        let needed = || networks.ok_or_else(|| Error::InvalidArgument("this level needs networks".into()));
        let chooser = match self.mistakes {
            Some((percent, mistaken)) if chance.below(100) < percent => mistaken,
            _ => self.usual,
        };
        Ok(match chooser {
            Chooser::Beginner(choose) => choose(view, chance),
            Chooser::Rule => G::rule_policy(view),
            Chooser::Networks => {
                needed()?.choose(&Decision::of(view, &past.recent())?, &mut Scratch::default())
            }
            Chooser::Search(iterations, guided) => {
                let networks = guided.then(needed).transpose()?.cloned();
                let limit = Limit { iterations: Some(iterations), ..Limit::default() };
                let seed = Seed::from(u64::from(chance.word()));
                let settings = Search { limit, seed, threads: 1, networks };
                search::<G>(view, &past.of(view)?, &settings, keep_going)?.choices[0].action
            }
        })
    }
}

/// The moves that a view's seat may play, in the order of their ids.
pub(crate) fn legal_moves<G: Game>(view: &View<G>) -> Vec<(Action, MoveOf<G::Position>)> {
    let with_id = |action| Some((action, view.rules().to_move(action)?));
    view.legal().into_iter().filter_map(with_id).collect()
}
