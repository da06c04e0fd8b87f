//! What actions lead to, in the same deals.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use oxideal_engine::{
    Action, Error, Knowledge as _, PublicHistory, Rules as _, Seat, Seed, SplitMix64, Start, State, Stream,
    View, playouts, playouts_by,
};

use super::belief::{Followed, PARTS};
use super::playout::{Playout, Policy};
use super::task::{Deal, Task};
use super::{Search, SearchModel};
use crate::limit::Limit;
use crate::net::Networks;

/// Plays actions in the same deals, each to the end of the round. Their results can be compared deal
/// by deal, so the luck of the deal cancels out.
///
/// ```
/// use oxideal_bots::Outcomes;
/// use oxideal_engine::rummy::{Rules, Rummy};
/// use oxideal_engine::{Seed, State};
///
/// let state = State::<Rummy>::deal(Rules::default(), Seed::from(7), 0);
/// let seat = state.current_player().unwrap();
/// let (view, history) = (state.view(seat)?, state.public_history(seat)?);
/// let outcomes = Outcomes::<Rummy>::of_view(&view, &history, Seed::from(1), None);
/// let actions = state.legal();
/// let mut payoffs = vec![0; outcomes.len(&actions)];
/// let (nodes, weight) = outcomes.play(&actions, 0, false, &mut payoffs)?;
/// assert!(nodes > 0 && payoffs.iter().any(|&payoff| payoff != 0));
/// assert_eq!(weight, 1.0, "without networks, all deals count equally");
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Debug)]
pub struct Outcomes<G: SearchModel> {
    task: Task<G>,
    blocks: Mutex<BTreeMap<u64, Block<G>>>,
    /// The next part of a block to weigh first, so that threads share the work.
    next_part: AtomicUsize,
}

/// The samples of a block, and the deals that are picked from them: more samples than in a search, since
/// figures are shown.
const BLOCK: (u64, u64) = (512, 32);

/// Marks the generators of what is drawn after a deal.
const LATER_CHANCE: u64 = 1 << 39;

/// What threads find together, each part once.
#[derive(Debug)]
struct Sampling<G: SearchModel> {
    parts: [OnceLock<Result<Vec<Followed<G>>, Error>>; PARTS],
    picked: OnceLock<Result<Arc<Vec<Deal<G>>>, Error>>,
}

/// The deals of a block, sampled when they are first needed.
#[derive(Debug)]
enum Block<G: SearchModel> {
    Sampling(Arc<Sampling<G>>),
    Picked(Arc<Vec<Deal<G>>>),
}

impl<G: SearchModel> Outcomes<G> {
    /// Of actions of the view's seat, whose turn it must be. With networks, which must be for the
    /// view's rules, deals are weighted by how well they explain what the other seats did; otherwise
    /// they are samples of the view, picked by a quick likelihood.
    #[must_use]
    pub fn of_view(
        view: &View<G>,
        history: &PublicHistory<G::Position>,
        seed: Seed,
        networks: Option<Arc<Networks>>,
    ) -> Self {
        let search = Search { limit: Limit::default(), seed, threads: 1, networks };
        let task = Task::new(view, history, &search, BLOCK);
        Self { task, blocks: Mutex::default(), next_part: AtomicUsize::new(0) }
    }

    /// The number of deals that are sampled together. Those of different blocks are independent.
    #[must_use]
    pub const fn block_size(&self) -> usize {
        self.task.deals
    }

    /// The number of payoffs in a deal: one for each action and seat.
    #[must_use]
    pub fn len(&self, actions: &[Action]) -> usize {
        actions.len() * self.task.view.rules().players()
    }

    /// Plays each action in the deal with this number, writes the payoffs of all seats, action by
    /// action, and returns the number of actions played and the weight of the deal. With a weight of
    /// 0, nothing is played. All actions must be legal. `quick` playouts are by the playout policy,
    /// others by the networks, if there are any.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if the view allows no deal.
    pub fn play(
        &self,
        actions: &[Action],
        number: u64,
        quick: bool,
        payoffs: &mut [i32],
    ) -> Result<(u64, f64), Error> {
        let Some(deal) = self.deal(number)? else { return Ok((0, 0.0)) };
        Ok((self.play_deal(actions, &deal, quick, false, payoffs), deal.weight))
    }

    /// Plays the same in one deal, which must fit the view. So that playouts differ, simple rules
    /// choose one action in four.
    pub fn play_open(
        &self,
        actions: &[Action],
        deal: &G::Position,
        number: u64,
        quick: bool,
        payoffs: &mut [i32],
    ) -> u64 {
        let chance = SplitMix64::new(SplitMix64::new(number).output());
        let deal = Deal { position: deal.clone(), weight: 1.0, simple: 0, chance };
        self.play_deal(actions, &deal, quick, true, payoffs)
    }

    fn play_deal(
        &self,
        actions: &[Action],
        deal: &Deal<G>,
        quick: bool,
        varied: bool,
        payoffs: &mut [i32],
    ) -> u64 {
        let Task { view, networks, recent, .. } = &self.task;
        let networks = networks.as_deref().filter(|_| !quick);
        let mut playout = Playout::<G>::new(view.rules(), networks, recent, varied);
        play_each(&mut playout, actions, &deal.position, &deal.chance, payoffs)
    }

    /// Returns the deal with this number as a state set up by hand, and its weight; `None` if there is no
    /// deal with this number.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if the view allows no deal.
    pub fn sample(&self, number: u64) -> Result<Option<(State<G>, f64)>, Error> {
        let Some(Deal { position, weight, .. }) = self.deal(number)? else { return Ok(None) };
        let (view, recent) = (&self.task.view, self.task.history.recent);
        let state = State::with_knowledge(
            view.rules().clone(),
            position,
            view.knowledge().clone(),
            self.task.stream(LATER_CHANCE | number),
        );
        Ok(Some((state.with_recent(recent), weight)))
    }

    /// The deal with this number. A block may have fewer deals than numbers.
    fn deal(&self, number: u64) -> Result<Option<Deal<G>>, Error> {
        let Some(networks) = self.task.networks.as_deref() else {
            return self.task.quick_deal(number).map(Some);
        };
        let size = self.task.deals as u64;
        let (place, index) = (number / size, (number % size) as usize);
        let blocks = || self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || {
            let parts = [const { OnceLock::new() }; PARTS];
            Block::Sampling(Arc::new(Sampling { parts, picked: OnceLock::new() }))
        };
        let block = match blocks().entry(place).or_insert_with(new) {
            Block::Picked(deals) => return Ok(deals.get(index).cloned()),
            Block::Sampling(parts) => Arc::clone(parts),
        };
        let first = self.next_part.fetch_add(PARTS / 2, Ordering::Relaxed);
        for part in (first..first + PARTS).map(|part| part % PARTS) {
            block.parts[part].get_or_init(|| self.task.weigh(networks, place, part, || true));
        }
        let pick = || {
            let mut weighed = Vec::new();
            for part in &block.parts {
                weighed.extend(part.get().cloned().transpose()?.unwrap_or_default());
            }
            Ok(Arc::new(self.task.pick(place, weighed)))
        };
        let deals = block.picked.get_or_init(pick).clone()?;
        let found = deals.get(index).cloned();
        blocks().insert(place, Block::Picked(deals));
        Ok(found)
    }
}

/// Plays each action in the same deal to the end, all with the same chance, and writes the payoffs.
/// Returns the number of actions played.
fn play_each<G: SearchModel>(
    playout: &mut Playout<'_, G>,
    actions: &[Action],
    deal: &G::Position,
    chance: &SplitMix64,
    payoffs: &mut [i32],
) -> u64 {
    let mut nodes = 0;
    for (&action, payoffs) in actions.iter().zip(payoffs.chunks_mut(playout.payoffs.len())) {
        let (mut position, mut chance) = (deal.clone(), chance.clone());
        // All seats play alike, so that results do not depend on how others seem to play.
        playout.begin(0);
        playout.advance(&mut position, action, &mut chance);
        nodes += 1 + playout.finish(&mut position, &mut chance);
        payoffs.copy_from_slice(&playout.payoffs);
    }
    nodes
}

/// Plays actions in the same deals, each to the end of the round by one policy. The deals are samples
/// of a view, or given.
///
/// ```
/// use oxideal_bots::{Comparison, Policy};
/// use oxideal_engine::rummy::{Rules, Rummy};
/// use oxideal_engine::{Seed, State};
///
/// let state = State::<Rummy>::deal(Rules::default(), Seed::from(7), 0);
/// let view = state.view(state.current_player().unwrap())?;
/// let comparison = Comparison::new(view, Vec::new(), Seed::from(1), Policy::Playout);
/// let actions = state.legal();
/// let mut payoffs = vec![0; 2 * actions.len()];
/// assert!(comparison.play(&actions, 0, None, &mut payoffs)? > 0);
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Debug)]
pub struct Comparison<G: SearchModel> {
    view: View<G>,
    recent: Vec<(Seat, Action)>,
    seed: Seed,
    policy: Policy,
}

impl<G: SearchModel> Comparison<G> {
    /// Of actions of the view's seat, whose turn it must be. `recent` has the last actions.
    #[must_use]
    pub const fn new(view: View<G>, recent: Vec<(Seat, Action)>, seed: Seed, policy: Policy) -> Self {
        Self { view, recent, seed, policy }
    }

    /// Returns the view.
    #[must_use]
    pub const fn view(&self) -> &View<G> {
        &self.view
    }

    /// Plays each action in a deal, which must fit the view, or in the sample of the view with this
    /// number. Writes the payoffs of all seats, action by action, and returns the number of actions
    /// played. All actions must be legal.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if the view allows no deal.
    pub fn play(
        &self,
        actions: &[Action],
        number: u64,
        deal: Option<&G::Position>,
        payoffs: &mut [i32],
    ) -> Result<u64, Error> {
        let view = &self.view;
        let sampled;
        let deal = if let Some(deal) = deal {
            deal
        } else {
            let mut chance = Stream::for_samples(self.seed, number.into(), view.seat());
            sampled = view.knowledge().sample(view.rules(), view.position(), view.seat(), &mut chance)?;
            &sampled
        };
        let chance = SplitMix64::for_games(&self.seed)(number);
        let known = view.knowledge().clone();
        let mut playout = Playout::<G>::by(view.rules(), &self.policy, &self.recent, known);
        Ok(play_each(&mut playout, actions, deal, &chance, payoffs))
    }
}

/// Plays rounds to the end by one policy, as [`playouts`](oxideal_engine::playouts) does with random
/// moves. `recent` has the last actions before them.
///
/// See the example of [`Policy`].
///
/// # Panics
/// Panics if the length of `payoffs` is not that of `lengths` times the number of seats.
///
/// # Errors
/// Returns [`Error::InvalidState`] if a view allows no deal.
pub fn policy_playouts<G: SearchModel>(
    start: &Start<G>,
    recent: &[(Seat, Action)],
    policy: &Policy,
    seed: &Seed,
    first: u64,
    payoffs: &mut [i32],
    lengths: &mut [i32],
) -> Result<(), Error> {
    if matches!(policy, Policy::Random) {
        return playouts(start, seed, first, payoffs, lengths);
    }
    let mut playout = Playout::<G>::by(start.rules(), policy, recent, start.knowledge());
    playouts_by(start, seed, first, payoffs, lengths, |position, chance| {
        playout.begin(0);
        playout.finish(position, chance) as u32
    })
}
