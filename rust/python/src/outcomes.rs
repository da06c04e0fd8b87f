//! What actions lead to in the same deals, on several threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use numpy::{PyArray3, PyArrayMethods};
use oxideal_bots::net;
use oxideal_bots::{Outcomes, SearchModel};
use oxideal_engine::{Action, Error, Rules as _, Seed, memory};
use pyo3::prelude::*;

use crate::arguments::{self, SeedArgument};
use crate::bots::check_turn;
use crate::classes::{GameClasses, GameState, GameView, RoundClass};
use crate::errors::Result;
use crate::nets::Networks;
use crate::package;
use crate::runtime::{Interrupts, MAX_THREADS};

/// The highest number of deals in a call.
const MAX_DEALS: u64 = 1_000_000;

/// The highest number of payoffs in a call: 1 GiB.
const MAX_PAYOFFS: u64 = 1 << 28;

/// The payoffs by deal, action and seat, and the number of actions played.
type Played<'py> = (Bound<'py, PyArray3<i32>>, u64);

/// A view of any game.
trait AnyView {
    fn players(&self) -> usize;
    fn check(&self, actions: &[Action]) -> Result<()>;
    fn outcomes(
        &self,
        actions: Vec<Action>,
        seed: Seed,
        networks: Option<Arc<net::Networks>>,
        deal: Option<&Bound<'_, PyAny>>,
    ) -> Result<Box<dyn Deals>>;
}

/// The deals in which they are played.
trait Deals: Sync {
    fn play(&self, number: u64, payoffs: &mut [i32]) -> Result<u64, Error>;
}

impl<G: SearchModel> Deals for Outcomes<G> {
    fn play(&self, number: u64, payoffs: &mut [i32]) -> Result<u64, Error> {
        Self::play(self, number, payoffs)
    }
}

impl<G: GameClasses + SearchModel> AnyView for GameView<G> {
    fn players(&self) -> usize {
        self.view().rules().players()
    }

    fn check(&self, actions: &[Action]) -> Result<()> {
        check_turn(self)?;
        let legal = self.view().legal();
        match actions.iter().find(|action| !legal.contains(action)) {
            Some(action) => Err(Error::InvalidArgument(format!("action {action} is not legal here")).into()),
            None => Ok(()),
        }
    }

    fn outcomes(
        &self,
        actions: Vec<Action>,
        seed: Seed,
        networks: Option<Arc<net::Networks>>,
        deal: Option<&Bound<'_, PyAny>>,
    ) -> Result<Box<dyn Deals>> {
        let outcomes = Outcomes::<G>::of_view(self.view(), &self.recent(), actions, seed, networks);
        let Some(deal) = deal else { return Ok(Box::new(outcomes)) };
        let wrong_type = || arguments::wrong_type("deal", "a State of the same game", deal);
        let state = GameState::<G>::from_argument(deal).ok_or_else(wrong_type)?;
        if state.with_round(|state| state.view(self.view().seat()))? != *self.view() {
            return Err(Error::InvalidArgument("the deal does not fit the view".into()).into());
        }
        Ok(Box::new(state.with_position(|_, position| outcomes.in_deal(position))))
    }
}

/// Plays this many deals from number `first` on. Returns the number of actions played.
fn fill(deals: &dyn Deals, first: u64, size: usize, threads: usize, payoffs: &mut [i32]) -> Result<u64> {
    let count = payoffs.len() / size;
    let rows = Mutex::new(payoffs.chunks_mut(size).zip(first..));
    let (stop, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
    let failed: Mutex<Option<(u64, Error)>> = Mutex::new(None);
    // Plays one deal. Returns false if none is left or the run was stopped.
    let play_deal = || {
        if stop.load(Ordering::Relaxed) {
            return false;
        }
        let row = rows.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some((payoffs, number)) = row else { return false };
        match deals.play(number, payoffs) {
            Ok(played) => {
                nodes.fetch_add(played, Ordering::Relaxed);
            }
            Err(error) => {
                stop.store(true, Ordering::Relaxed);
                failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert((number, error));
            }
        }
        true
    };
    let mut interrupts = Interrupts::new();
    std::thread::scope(|scope| {
        for _ in 1..count.min(threads) {
            let work = || while play_deal() {};
            // If the system has no threads or memory left, those that run play all the deals.
            if !memory::allows_threads(1) || std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        while play_deal() {
            if !interrupts.poll() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    interrupts.into_result()?;
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.map_or_else(|| Ok(nodes.into_inner()), |(_, error)| Err(error.into()))
}

/// Play each action in the same deals to the end, and return the payoffs by deal, action and seat.
///
/// outcomes(view: AnyView, /, actions: Sequence[int], first: SupportsIndex, deals: SupportsIndex,
///     seed: Seed, threads: SupportsIndex, networks: Networks | None,
///     deal: AnyState | None) -> tuple[npt.NDArray[np.int32], int]
///
/// The deals are samples of the view, or always that of a state. Also returns the number of actions played.
#[pyfunction]
#[pyo3(signature = (view, /, actions, first, deals, seed, threads, networks, deal))]
#[expect(clippy::too_many_arguments, reason = "the Python wrappers pass them by name")]
pub(crate) fn outcomes<'py>(
    py: Python<'py>,
    view: &Bound<'py, PyAny>,
    actions: Vec<Action>,
    first: &Bound<'py, PyAny>,
    deals: &Bound<'py, PyAny>,
    seed: SeedArgument,
    threads: &Bound<'py, PyAny>,
    networks: Option<&Bound<'py, Networks>>,
    deal: Option<&Bound<'py, PyAny>>,
) -> Result<Played<'py>> {
    let mut found: Option<&dyn AnyView> = None;
    macro_rules! find {
        ($(($module:ident, $Game:ident))*) => {
            $(if let Some(view) = GameView::<oxideal_engine::$module::$Game>::from_argument(view) {
                found = Some(view);
            })*
        };
    }
    oxideal_engine::for_each_game!(find);
    let here = found.ok_or_else(|| arguments::wrong_type("view", "a View of the Rust engine", view))?;
    let first = arguments::integer("first", first, 0, 1 << 48)?;
    let count = arguments::integer("deals", deals, 0, MAX_DEALS)?;
    let threads = arguments::integer("threads", threads, 1, MAX_THREADS)? as usize;
    let seed = SeedArgument::or_from_system(Some(seed))?;
    here.check(&actions)?;
    let networks = networks.map(|networks| networks.get().shared(view)).transpose()?;
    let size = actions.len() * here.players();
    if size as u64 * count > MAX_PAYOFFS {
        let text = format!("deals x actions x seats must be at most {MAX_PAYOFFS}");
        return Err(Error::InvalidArgument(text).into());
    }
    let shape = (count as usize, actions.len(), here.players());
    let payoffs: Bound<'_, PyArray3<i32>> = package::zeros(py, shape, "int32")?;
    let mut nodes = 0;
    if size > 0 {
        let here = here.outcomes(actions, seed, networks, deal)?;
        let mut payoffs = payoffs.readwrite();
        let payoffs = payoffs.as_slice_mut()?;
        nodes = py.detach(|| fill(&*here, first, size, threads, payoffs))?;
    }
    Ok((payoffs, nodes))
}
