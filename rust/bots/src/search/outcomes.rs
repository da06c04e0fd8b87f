//! What actions lead to, in the same deals.

use std::sync::Arc;

use oxideal_engine::{Action, Error, Recent, Rules as _, Seed, SplitMix64, View};

use super::playout::Playout;
use super::task::{Deal, Task};
use super::{Search, SearchModel};
use crate::limit::Limit;
use crate::net::Networks;

/// Plays some actions in the same deals, each to the end of the round. Their results can be
/// compared deal by deal, so the luck of the deal cancels out.
///
/// ```
/// use oxideal_bots::Outcomes;
/// use oxideal_engine::rummy::{Rules, Rummy};
/// use oxideal_engine::{Recent, Seed, State};
///
/// let state = State::<Rummy>::deal(Rules::default(), Seed::from(7), 0);
/// let view = state.view(state.current_player().unwrap())?;
/// let outcomes = Outcomes::<Rummy>::of_view(&view, &Recent::default(), state.legal(), Seed::from(1), None);
/// let mut payoffs = vec![0; outcomes.len()];
/// let nodes = outcomes.play(0, &mut payoffs)?;
/// assert!(nodes > 0 && payoffs.iter().any(|&payoff| payoff != 0));
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Debug)]
pub struct Outcomes<G: SearchModel> {
    task: Task<G>,
    actions: Vec<Action>,
    /// The deal, if it is known.
    open: Option<G::Position>,
}

impl<G: SearchModel> Outcomes<G> {
    /// Of actions of the view's seat, whose turn it must be, in deals sampled from the view.
    /// `networks` choose in playouts, which must be for the view's rules; `None` for the playout
    /// policy.
    #[must_use]
    pub fn of_view(
        view: &View<G>,
        recent: &Recent,
        actions: Vec<Action>,
        seed: Seed,
        networks: Option<Arc<Networks>>,
    ) -> Self {
        let search = Search { limit: Limit::default(), seed, threads: 1, networks };
        Self { task: Task::new(view, recent, &search), actions, open: None }
    }

    /// The same in one deal, which must fit the view, instead of samples. So that playouts differ,
    /// the playout policy chooses one action in four.
    #[must_use]
    pub fn in_deal(self, deal: &G::Position) -> Self {
        Self { open: Some(deal.clone()), ..self }
    }

    /// The number of payoffs in a deal: one for each action and seat.
    #[must_use]
    pub fn len(&self) -> usize {
        self.actions.len() * self.task.view.rules().players()
    }

    /// Whether there are no actions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// Plays each action in the deal with this number, writes the payoffs of all seats, action by
    /// action, and returns the number of actions played. All actions must be legal.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if the view allows no deal.
    pub fn play(&self, number: u64, payoffs: &mut [i32]) -> Result<u64, Error> {
        let Task { view, networks, recent, .. } = &self.task;
        let mut playout = Playout::<G>::new(view.rules(), networks.as_deref(), recent, self.open.is_some());
        let deal = match &self.open {
            Some(position) => {
                let chance = SplitMix64::new(SplitMix64::new(number).output());
                Deal { position: position.clone(), simple: 0, chance }
            }
            None => self.task.deal(number)?,
        };
        let mut nodes = 0;
        for (&action, payoffs) in self.actions.iter().zip(payoffs.chunks_mut(view.rules().players())) {
            let (mut position, mut chance) = (deal.position.clone(), deal.chance.clone());
            // All seats play alike, so that results do not depend on how others seem to play.
            playout.begin(0);
            playout.advance(&mut position, action, &mut chance);
            nodes += 1 + playout.finish(&mut position, &mut chance);
            payoffs.copy_from_slice(&playout.payoffs);
        }
        Ok(nodes)
    }
}
