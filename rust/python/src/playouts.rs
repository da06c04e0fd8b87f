//! Playouts on several threads, into arrays.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use oxideal_engine::text::quoted;
use oxideal_engine::{Error, Game, Rules, Start, playouts};
use pyo3::prelude::*;

use crate::arguments::{self, GivenSeed};
use crate::ending::detached;
use crate::errors::{interrupt, raise};

/// How many games a thread takes at a time: few, so that long games spread over the threads and end soon after Ctrl-C.
const BLOCK: usize = 64;

/// How often the calling thread looks for Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

const MOST_GAMES: u64 = 100_000_000;
const MOST_THREADS: u64 = 256;

/// Payoffs, a row a game, and lengths.
pub(crate) type Arrays<'py> = (Bound<'py, PyArray2<i32>>, Bound<'py, PyArray1<i32>>);

/// The arguments of `playouts`, checked, in their order.
pub(crate) struct Run<G: Game> {
    start: Start<G>,
    games: usize,
    seed: oxideal_engine::Seed,
    threads: usize,
    first: u64,
}

impl<G: Game> Run<G> {
    pub(crate) fn new(
        start: Start<G>,
        games: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
        policy: &Bound<'_, PyAny>,
        threads: &Bound<'_, PyAny>,
        first: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let games = arguments::integer("n", games, 0, MOST_GAMES)?;
        let seed = GivenSeed::or_from_system(seed.map(PyAnyMethods::extract).transpose()?)?;
        let policy = arguments::text("policy", policy)?;
        if policy != "random" {
            let name = quoted(&policy);
            let text = format!("there is no policy {name}: the policies are \"random\"");
            return Err(raise(Error::InvalidArgument(text)));
        }
        let threads = arguments::integer("threads", threads, 1, MOST_THREADS)? as usize;
        let first = arguments::integer("first", first, 0, u64::MAX)?;
        if u128::from(first) + u128::from(games) > 1 << 64 {
            let text = "the numbers of these games go beyond 2**64 - 1".into();
            return Err(raise(Error::InvalidArgument(text)));
        }
        Ok(Self { start, games: games as usize, seed, threads, first })
    }

    /// Plays all games, with Python free to do other things.
    pub(crate) fn play<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        // By numpy itself, which raises MemoryError where there is none, and touches none of it now.
        let zeros = py.import("numpy")?.getattr("zeros")?;
        let payoffs = zeros.call1(((self.games, self.players()), "int32"))?.cast_into::<PyArray2<i32>>()?;
        let lengths = zeros.call1(((self.games,), "int32"))?.cast_into::<PyArray1<i32>>()?;
        {
            let (mut payoffs, mut lengths) = (payoffs.readwrite(), lengths.readwrite());
            let (payoffs, lengths) = (payoffs.as_slice_mut()?, lengths.as_slice_mut()?);
            detached(py, || self.fill(payoffs, lengths))?;
        }
        Ok((payoffs, lengths))
    }

    fn players(&self) -> usize {
        self.start.rules().players()
    }

    fn fill(&self, payoffs: &mut [i32], lengths: &mut [i32]) -> PyResult<()> {
        let payoffs = payoffs.chunks_mut(BLOCK * self.players());
        let blocks = Mutex::new(payoffs.zip(lengths.chunks_mut(BLOCK)).enumerate());
        let stop = AtomicBool::new(false);
        let failed: Mutex<Option<(usize, Error)>> = Mutex::new(None);
        // Plays one block; false when there is none left or no more is to be played.
        let play_block = || {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            let block = blocks.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((index, (payoffs, lengths))) = block else { return false };
            let first = self.first.wrapping_add((index * BLOCK) as u64);
            let played = playouts(&self.start, &self.seed, first, payoffs, lengths);
            if let Err(error) = played {
                stop.store(true, Ordering::Relaxed);
                // Of several the one that comes first, whoever has been quicker.
                let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                if failed.as_ref().is_none_or(|&(earlier, _)| index < earlier) {
                    *failed = Some((index, error));
                }
            }
            true
        };
        let interrupted = std::thread::scope(|scope| {
            let threads_needed = self.games.div_ceil(BLOCK).min(self.threads);
            for _ in 1..threads_needed {
                let work = || while play_block() {};
                // Without a thread more, those that are there play all the games.
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            let mut looked = Instant::now();
            while play_block() {
                if looked.elapsed() > PATIENCE {
                    if let Some(interrupt) = interrupt() {
                        stop.store(true, Ordering::Relaxed);
                        return Some(interrupt);
                    }
                    looked = Instant::now();
                }
            }
            None
        });
        let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        interrupted.or(failed.map(|(_, error)| raise(error))).map_or(Ok(()), Err)
    }
}
