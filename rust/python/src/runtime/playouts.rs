//! Playouts on several threads, into arrays.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use oxideal_engine::{Error, Game, Recent, Rules, Seed, Start, memory};
use pyo3::prelude::*;
use pyo3::types::PyType;

use super::{Interrupts, MAX_THREADS};
use crate::arguments::{self, SeedArgument};
use crate::classes::{GameClasses, GameState, GameView, RoundClass as _, cast_argument};
use crate::errors::{BindingError, Result};
use crate::package;

/// The number of games that a thread takes at a time: few, so that long games are spread over the threads and
/// Ctrl-C takes effect soon.
const CHUNK_LEN: usize = 64;

const MAX_GAMES: u64 = 100_000_000;

/// Payoffs, one row per game, and lengths.
pub(crate) type Arrays<'py> = (Bound<'py, PyArray2<i32>>, Bound<'py, PyArray1<i32>>);

/// Where playouts start: rules, a state or a view.
pub(crate) struct StartArgument<G: Game> {
    pub(crate) start: Start<G>,
    /// The last actions before them.
    pub(crate) recent: Recent,
}

impl<G: GameClasses> FromPyObject<'_, '_> for StartArgument<G> {
    type Error = BindingError;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> Result<Self> {
        if let Some(rules) = cast_argument::<G::RulesClass, G::Rules>(&value) {
            Ok(Self { start: Start::Deal(rules.clone()), recent: Recent::default() })
        } else if let Some(state) = GameState::<G>::from_argument(&value) {
            Ok(Self { start: state.start(), recent: state.recent() })
        } else if let Some(view) = GameView::<G>::from_argument(&value) {
            Ok(Self { start: view.start(), recent: view.recent() })
        } else {
            Err(arguments::wrong_type("start", "Rules, a State or a View of this game", &value))
        }
    }
}

/// Play whole games at random and return payoffs and lengths as arrays. The game is that of the class `Rules`.
///
/// playouts(game: type[Any], start: Any, n: SupportsIndex, seed: Seed, threads: SupportsIndex,
///     first: SupportsIndex, /) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]
#[pyfunction(name = "playouts")]
#[pyo3(signature = (game, start, n, seed, threads, first, /))]
pub(crate) fn native_playouts<'py>(
    game: &Bound<'py, PyType>,
    start: &Bound<'py, PyAny>,
    n: &Bound<'py, PyAny>,
    seed: Option<&Bound<'py, PyAny>>,
    threads: &Bound<'py, PyAny>,
    first: &Bound<'py, PyAny>,
) -> Result<Arrays<'py>> {
    macro_rules! find {
        ($(($module:ident, $Game:ident))*) => {
            $(if game.is(game.py().get_type::<RulesOf<oxideal_engine::$module::$Game>>()) {
                return playouts::<oxideal_engine::$module::$Game>(start, n, seed, threads, first);
            })*
        };
    }
    oxideal_engine::for_each_game!(find);
    Err(arguments::wrong_type("game", "a class Rules of the Rust engine", game))
}

type RulesOf<G> = <G as GameClasses>::RulesClass;

fn playouts<'py, G: GameClasses>(
    start: &Bound<'py, PyAny>,
    n: &Bound<'py, PyAny>,
    seed: Option<&Bound<'py, PyAny>>,
    threads: &Bound<'py, PyAny>,
    first: &Bound<'py, PyAny>,
) -> Result<Arrays<'py>> {
    let (py, start) = (start.py(), start.extract::<StartArgument<G>>()?.start);
    playouts_by(py, start.rules().players(), n, seed, threads, first, |seed, first, payoffs, lengths| {
        oxideal_engine::playouts(&start, seed, first, payoffs, lengths)
    })
}

/// Plays games without the GIL, by `play`: those of a seed from a number on.
pub(crate) fn playouts_by<'py>(
    py: Python<'py>,
    players: usize,
    games: &Bound<'_, PyAny>,
    seed: Option<&Bound<'_, PyAny>>,
    threads: &Bound<'_, PyAny>,
    first: &Bound<'_, PyAny>,
    play: impl Fn(&Seed, u64, &mut [i32], &mut [i32]) -> Result<(), Error> + Sync,
) -> Result<Arrays<'py>> {
    let games = arguments::integer("n", games, 0, MAX_GAMES)?;
    let seed = SeedArgument::or_from_system(seed.map(PyAnyMethods::extract).transpose()?)?;
    let threads = arguments::integer("threads", threads, 1, MAX_THREADS)? as usize;
    let first = arguments::integer("first", first, 0, u64::MAX)?;
    if u128::from(first) + u128::from(games) > 1 << 64 {
        let text = "the last game number exceeds 2**64 - 1".into();
        return Err(Error::InvalidArgument(text).into());
    }
    let games = games as usize;
    let run = Run { players, threads, first };
    let payoffs: Bound<'_, PyArray2<i32>> = package::zeros(py, (games, players), "int32")?;
    let lengths: Bound<'_, PyArray1<i32>> = package::zeros(py, (games,), "int32")?;
    {
        let (mut payoffs, mut lengths) = (payoffs.readwrite(), lengths.readwrite());
        let (payoffs, lengths) = (payoffs.as_slice_mut()?, lengths.as_slice_mut()?);
        let play = |first, payoffs: &mut [i32], lengths: &mut [i32]| play(&seed, first, payoffs, lengths);
        py.detach(|| run.fill(payoffs, lengths, play))?;
    }
    Ok((payoffs, lengths))
}

/// Games of one seed, starting with number `first`.
struct Run {
    players: usize,
    threads: usize,
    first: u64,
}

impl Run {
    fn fill(
        &self,
        payoffs: &mut [i32],
        lengths: &mut [i32],
        play: impl Fn(u64, &mut [i32], &mut [i32]) -> Result<(), Error> + Sync,
    ) -> Result<()> {
        let chunk_count = lengths.len().div_ceil(CHUNK_LEN);
        let payoffs = payoffs.chunks_mut(CHUNK_LEN * self.players);
        let chunks = Mutex::new(payoffs.zip(lengths.chunks_mut(CHUNK_LEN)).enumerate());
        let stop = AtomicBool::new(false);
        let failed: Mutex<Option<(usize, Error)>> = Mutex::new(None);
        // Plays one chunk. Returns false if none is left or the run was stopped.
        let play_chunk = || {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            let chunk = chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((index, (payoffs, lengths))) = chunk else { return false };
            let first = self.first.wrapping_add((index * CHUNK_LEN) as u64);
            if let Err(error) = play(first, payoffs, lengths) {
                stop.store(true, Ordering::Relaxed);
                // The lowest number wins, whichever thread was quicker.
                let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                if failed.as_ref().is_none_or(|&(earlier, _)| index < earlier) {
                    *failed = Some((index, error));
                }
            }
            true
        };
        let mut interrupts = Interrupts::new();
        std::thread::scope(|scope| {
            let threads_needed = chunk_count.min(self.threads);
            for _ in 1..threads_needed {
                let work = || while play_chunk() {};
                // If the system has no threads or memory left, those that run play all the games.
                if !memory::allows_threads(1)
                    || std::thread::Builder::new().spawn_scoped(scope, work).is_err()
                {
                    break;
                }
            }
            while play_chunk() {
                if !interrupts.poll() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        interrupts.into_result()?;
        let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.map_or(Ok(()), |(_, error)| Err(error.into()))
    }
}
