//! Batches of games, whose data is in numpy arrays.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::ndarray::Ix1;
use numpy::{
    Element, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods as _,
};
use oxideal_engine::{
    Error, Game, Past, Rows, Rules, Seed, SplitMix64, State, View, action_features_size, memory,
    observation_size,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PySlice;
use pyo3::{PyTraverseError, PyVisit};

use super::MAX_THREADS;
use super::chunks::Chunks;
use super::step_lock::StepLock;
use crate::arguments::{self, SeedArgument};
use crate::errors::{BindingError, Result};
use crate::package;

const MAX_GAMES: u64 = 10_000_000;

/// A buffer for fewer legal ids is kept, because a new one would take longer than the step.
const MIN_IDS_TO_SHRINK: usize = 1 << 14;

/// A buffer that is this many times too long is replaced. Not less: in games that take turns between a few choices and
/// many, that would be each other step.
const MAX_SPARE: usize = 12;

/// Many games and their arrays.
pub(crate) struct Batch<G: Game> {
    rules: G::Rules,
    n: usize,
    seed: Seed,
    threads: usize,
    /// The length of an observation. It is stored because computing it builds a list of all fields.
    observation_size: usize,
    arrays: Arrays,
    games: StepLock<Chunks<G>>,
    legal: Mutex<Legal>,
}

/// The legal ids of all games, and the array that they are a slice of.
struct Legal {
    ids: Py<PyAny>,
    buffer: Py<PyAny>,
}

/// The caller's arrays, and new ones for the rest.
pub(crate) struct Arrays {
    pub(crate) observations: Py<PyAny>,
    pub(crate) current_player: Py<PyAny>,
    pub(crate) rewards: Py<PyAny>,
    pub(crate) terminated: Py<PyAny>,
    pub(crate) episode: Py<PyAny>,
    pub(crate) legal_offsets: Py<PyAny>,
}

impl Arrays {
    fn new(
        py: Python<'_>,
        n: usize,
        players: usize,
        size: usize,
        out: Option<&Bound<'_, PyAny>>,
    ) -> Result<Self> {
        let buffers = package::batch_buffers(py, n, players, size, out)?;
        let array = |name| buffers.getattr(name).map(Bound::unbind);
        Ok(Self {
            observations: array("observations")?,
            current_player: array("current_player")?,
            rewards: array("rewards")?,
            terminated: array("terminated")?,
            episode: array("episode")?,
            legal_offsets: array("legal_offsets")?,
        })
    }
}

/// An array that is open for writing.
struct WritableArray<'py, T: Element>(PyReadwriteArrayDyn<'py, T>);

impl<'py, T: Element> WritableArray<'py, T> {
    /// Returns `None` if the array has another type, is read-only, or is already open for writing.
    fn new(array: &Bound<'py, PyAny>) -> Option<Self> {
        let mut open = array.cast::<PyArrayDyn<T>>().ok()?.try_readwrite().ok()?;
        open.as_slice_mut().ok()?;
        Some(Self(open))
    }

    /// Opens an array of this shape. It was checked when the batch was created, but Python code may have changed it
    /// since.
    fn of_shape(py: Python<'py>, name: &str, array: &Py<PyAny>, shape: &[usize]) -> Result<Self> {
        Self::new(array.bind(py)).filter(|open| open.0.shape() == shape).ok_or_else(|| {
            let text = format!(
                "the array {name} has changed: it must keep its type and shape, stay writable, and be written \
                 to by one step at a time"
            );
            Error::InvalidArgument(text).into()
        })
    }

    fn entries(&mut self) -> &mut [T] {
        self.0.as_slice_mut().unwrap_or_default()
    }
}

impl<G: Game> Batch<G> {
    pub(crate) fn new(
        py: Python<'_>,
        rules: G::Rules,
        n: &Bound<'_, PyAny>,
        seed: Option<SeedArgument>,
        threads: Option<&Bound<'_, PyAny>>,
        out: Option<&Bound<'_, PyAny>>,
    ) -> Result<Self> {
        let n = arguments::integer("n", n, 1, MAX_GAMES)? as usize;
        let threads =
            threads.map_or(Ok(1), |threads| arguments::integer("threads", threads, 1, MAX_THREADS))? as usize;
        let seed = SeedArgument::or_from_system(seed)?;
        let observation_size = observation_size::<G>(&rules);
        let arrays = Arrays::new(py, n, rules.players(), observation_size, out)?;
        let games = Chunks::new(&rules, seed, n, threads)?;
        let buffer: Py<PyAny> = package::zeros::<i32, Ix1>(py, 0, "int32")?.into_any().unbind();
        let legal = Mutex::new(Legal { ids: buffer.clone_ref(py), buffer });
        let batch =
            Self { rules, n, seed, threads, observation_size, arrays, games: StepLock::new(games), legal };
        batch.reset(py)?;
        Ok(batch)
    }

    pub(crate) const fn rules(&self) -> &G::Rules {
        &self.rules
    }

    pub(crate) const fn n(&self) -> usize {
        self.n
    }

    pub(crate) const fn seed(&self) -> &Seed {
        &self.seed
    }

    pub(crate) const fn threads(&self) -> usize {
        self.threads
    }

    pub(crate) const fn arrays(&self) -> &Arrays {
        &self.arrays
    }

    pub(crate) fn legal_ids(&self, py: Python<'_>) -> Py<PyAny> {
        self.legal().ids.clone_ref(py)
    }

    pub(crate) fn reset(&self, py: Python<'_>) -> Result<()> {
        self.advance(py, |games, rows| games.reset(rows).map_err(BindingError::from))
    }

    pub(crate) fn step(&self, actions: &Bound<'_, PyAny>) -> Result<()> {
        let py = actions.py();
        let actions = self.actions(actions)?;
        self.advance(py, |games, rows| {
            games.check_written()?;
            games.check(&actions).map_err(|(game, error)| in_game(game, error))?;
            Ok(games.step(&actions, rows)?)
        })
    }

    /// Reads one id per game, without checking that it is legal.
    fn actions(&self, given: &Bound<'_, PyAny>) -> Result<Vec<i64>> {
        // Fast path for the arrays of `sample_actions`.
        if let Ok(array) = given.cast::<PyArray1<i32>>()
            && let Ok(array) = array.try_readonly()
            && let Ok(actions) = array.as_slice()
            && actions.len() == self.n
        {
            return Ok(memory::collect(actions.iter().map(|&action| action.into()))?);
        }
        let checked = package::batch_actions(given, self.n)?;
        Ok(memory::collect(checked.cast::<PyArray1<i64>>()?.readonly().as_slice()?.iter().copied())?)
    }

    /// Runs `act` on all games and writes the arrays, unless `act` fails.
    fn advance(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&mut Chunks<G>, Rows<'_>) -> Result<()> + Send,
    ) -> Result<()> {
        let (n, players, arrays) = (self.n, self.rules.players(), &self.arrays);
        let before = self.games.with(py, |games| {
            let mut observations = WritableArray::of_shape(
                py,
                "observations",
                &arrays.observations,
                &[n, self.observation_size],
            )?;
            let mut current_player =
                WritableArray::of_shape(py, "current_player", &arrays.current_player, &[n])?;
            let mut rewards = WritableArray::of_shape(py, "rewards", &arrays.rewards, &[n, players])?;
            let mut terminated = WritableArray::of_shape(py, "terminated", &arrays.terminated, &[n])?;
            let mut episode = WritableArray::of_shape(py, "episode", &arrays.episode, &[n])?;
            let mut offsets = WritableArray::of_shape(py, "legal_offsets", &arrays.legal_offsets, &[n + 1])?;
            let rows = Rows {
                observations: observations.entries(),
                current_player: current_player.entries(),
                rewards: rewards.entries(),
                terminated: terminated.entries(),
                episode: episode.entries(),
            };
            py.detach(|| act(games, rows))?;
            self.write_legal(py, games, offsets.entries())
        })?;
        // To drop the last reference to an array may call Python, which should find the batch free.
        drop(before);
        Ok(())
    }

    pub(crate) fn sample_actions<'py>(
        &self,
        py: Python<'py>,
        seed: Option<SeedArgument>,
    ) -> Result<Bound<'py, PyArray1<i32>>> {
        let generator = SplitMix64::for_games(&SeedArgument::or_from_system(seed)?);
        let sampled: Bound<'_, PyArray1<i32>> = package::zeros(py, self.n, "int32")?;
        let mut open = sampled.readwrite();
        let actions = open.as_slice_mut()?;
        self.games.with(py, |games| {
            games.check_written()?;
            py.detach(|| games.sample(&generator, actions));
            Ok(())
        })?;
        drop(open);
        Ok(sampled)
    }

    pub(crate) fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyAny>> {
        let actions = self.rules.num_actions();
        let mask = package::batch_mask(py, self.n, actions, out)?;
        let mut open = WritableArray::of_shape(py, "out", mask.as_unbound(), &[self.n, actions as usize])?;
        let marks = open.entries();
        self.games.with(py, |games| {
            games.check_written()?;
            py.detach(|| games.mark_legal(marks, actions));
            Ok(())
        })?;
        drop(open);
        Ok(mask)
    }

    pub(crate) fn action_features<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyArray2<u8>>> {
        let size = action_features_size::<G>(&self.rules);
        self.games.with(py, |games| {
            games.check_written()?;
            package::filled(py, (games.count_legal(), size), "uint8", |rows| games.describe_legal(rows, size))
        })
    }

    pub(crate) fn state(&self, game: &Bound<'_, PyAny>) -> Result<State<G>> {
        let number = arguments::any_int("k", game)?;
        let Some(game) = number.extract::<usize>().ok().filter(|&game| game < self.n) else {
            let (number, last) = (arguments::decimal(&number)?, self.n - 1);
            let wrong = format!("game {number} out of range: this batch has games 0 to {last}");
            return Err(Error::InvalidArgument(wrong).into());
        };
        self.games.with(number.py(), |games| Ok(games.state(game)))
    }

    /// Returns the view of the seat to move, and the actions that led to it.
    pub(crate) fn view(&self, game: &Bound<'_, PyAny>) -> Result<(View<G>, Past<G>)> {
        let state = self.state(game)?;
        let seat = state.current_player().unwrap_or(0);
        Ok((state.view(seat)?, state.past()))
    }

    /// Shows the garbage collector the arrays that the batch holds.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        let Arrays { observations, current_player, rewards, terminated, episode, legal_offsets } =
            &self.arrays;
        for array in [observations, current_player, rewards, terminated, episode, legal_offsets] {
            visit.call(array)?;
        }
        // If another thread holds the lock, the batch is in use and so not garbage.
        let Ok(legal) = self.legal.try_lock() else { return Ok(()) };
        visit.call(&legal.ids)?;
        visit.call(&legal.buffer)
    }

    /// Nothing may call Python while these are locked.
    fn legal(&self) -> MutexGuard<'_, Legal> {
        self.legal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the legal ids to their buffer, or to a new one where its size does not fit, and returns what was there before.
    fn write_legal(&self, py: Python<'_>, games: &mut Chunks<G>, offsets: &mut [i64]) -> Result<Legal> {
        let legal = games.count_legal();
        let mut buffer = self.legal().buffer.clone_ref(py).into_bound(py);
        // Not much too large either: after all deals, the lists can be many times as long as usual.
        let sizes = legal..=MAX_SPARE * legal.max(MIN_IDS_TO_SHRINK);
        let mut open =
            WritableArray::new(&buffer).filter(|open| open.0.ndim() == 1 && sizes.contains(&open.0.len()));
        if open.is_none() {
            buffer = package::zeros::<i32, Ix1>(py, legal + legal / 2, "int32")?.into_any();
            open = WritableArray::new(&buffer);
        }
        let Some(mut open) = open else {
            return Err(Error::InvalidArgument("the buffer of the legal ids is in use".into()).into());
        };
        let ids = &mut open.entries()[..legal];
        py.detach(|| games.write_legal(ids, offsets));
        drop(open);
        let part = PySlice::new(py, 0, isize::try_from(legal).unwrap_or(isize::MAX), 1);
        let ids = buffer.get_item(part)?.unbind();
        Ok(std::mem::replace(&mut *self.legal(), Legal { ids, buffer: buffer.unbind() }))
    }
}

/// The error of `copy` and `pickle`.
pub(crate) fn no_copy() -> PyErr {
    PyTypeError::new_err("a Batch cannot be copied or pickled: record its seed and actions instead")
}

/// Adds the number of the game to an error.
fn in_game(game: u64, error: Error) -> Error {
    match error {
        Error::IllegalMove(refusal) => Error::IllegalMove(refusal.with("game", game)),
        Error::InvalidMove(sentence) => Error::InvalidMove(sentence.with("game", game)),
        other => other,
    }
}
