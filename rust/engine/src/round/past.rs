//! The actions that led to a view.

use super::View;
use super::history::History;
use crate::error::Error;
use crate::game::{Game, Knowledge, PublicHistory};
use crate::recent::Recent;

/// The actions that led to a view. Those of a state are shared with it, and cost nothing until they are
/// [asked for](Self::of).
///
/// ```
/// use oxideal_engine::rummy::{Rules, Rummy};
/// use oxideal_engine::{Seed, State};
///
/// let mut state = State::<Rummy>::deal(Rules::default(), Seed::from(7), 0);
/// state.push(state.legal()[0])?;
/// let history = state.past().of(&state.view(0)?)?;
/// assert_eq!(history.actions.len(), 1);
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Past<G: Game> {
    recent: Recent,
    source: Source<G>,
}

#[derive(Clone, Debug)]
enum Source<G: Game> {
    State(History<G>),
    Events(Box<PublicHistory<G::Position>>),
    LastActions,
}

impl<G: Game> Past<G> {
    pub(super) fn of_state(history: &History<G>, recent: Recent) -> Self {
        Self { recent, source: Source::State(history.clone()) }
    }

    /// Returns the last actions.
    #[must_use]
    pub const fn recent(&self) -> Recent {
        self.recent
    }

    /// Returns the actions and where they began, as the seat of the view to which they led has seen them.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if there is too little memory.
    pub fn of(&self, view: &View<G>) -> Result<PublicHistory<G::Position>, Error> {
        let history = match &self.source {
            Source::State(history) => history,
            Source::Events(history) => return Ok((**history).clone()),
            Source::LastActions => return Ok(self.recent.into()),
        };
        let (start, before) = match history.first() {
            Some((first, _)) => {
                let mut start = first.position.clone();
                super::view::KnowledgeOf::<G>::hide(&view.rules, &mut start, view.seat);
                (start, first.recent)
            }
            None => (view.position.clone(), self.recent),
        };
        Ok(PublicHistory { recent: self.recent, start: Some(start), before, actions: history.actions()? })
    }
}

impl<G: Game> From<Recent> for Past<G> {
    /// A round of which only the last actions are known.
    fn from(recent: Recent) -> Self {
        Self { recent, source: Source::LastActions }
    }
}

impl<G: Game> From<PublicHistory<G::Position>> for Past<G> {
    fn from(history: PublicHistory<G::Position>) -> Self {
        Self { recent: history.recent, source: Source::Events(Box::new(history)) }
    }
}
