//! Batches of games, in arrays that Python sees.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods as _};
use oxideal_engine::{
    Error, ErrorKind, Game, Recent, Rows, Rules, Seed, SplitMix64, State, View, observation_size,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PySlice;
use pyo3::{PyTraverseError, PyVisit};

use crate::arguments::{self, GivenSeed};
use crate::ending::detached;
use crate::errors::raise;
use crate::pieces::Pieces;
use crate::turns::Turns;

const MOST_GAMES: u64 = 10_000_000;
const MOST_THREADS: u64 = 256;

/// Many games, and the arrays that tell of them.
pub(crate) struct Batch<G: Game> {
    rules: G::Rules,
    n: usize,
    seed: Seed,
    threads: usize,
    /// How many entries an observation has: to ask the rules takes a list of all its parts.
    observation_size: usize,
    arrays: Arrays,
    games: Turns<Pieces<G>>,
    legal: Mutex<Legal>,
}

/// The legal ids of all games, and the array that they are a part of.
struct Legal {
    ids: Py<PyAny>,
    room: Py<PyAny>,
}

/// The arrays, as they were given or made.
pub(crate) struct Arrays {
    pub(crate) observations: Py<PyAny>,
    pub(crate) current_player: Py<PyAny>,
    pub(crate) rewards: Py<PyAny>,
    pub(crate) terminated: Py<PyAny>,
    pub(crate) episode: Py<PyAny>,
    pub(crate) legal_offsets: Py<PyAny>,
}

impl Arrays {
    /// The caller's own, checked, and new ones for the rest.
    fn new(
        py: Python<'_>,
        n: usize,
        players: usize,
        size: usize,
        out: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let made = helper(py, "buffers")?.call1((n, players, size, out))?;
        let array = |name| made.getattr(name).map(Bound::unbind);
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

/// What both engines do with arrays stands in one module.
fn helper<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("oxideal._buffers")?.getattr(name)
}

/// An array that is written to.
struct Open<'py, T: Element>(PyReadwriteArrayDyn<'py, T>);

impl<'py, T: Element> Open<'py, T> {
    /// `None` for one that is of another type, cannot be written to, or is being written to.
    fn new(array: &Bound<'py, PyAny>) -> Option<Self> {
        let mut open = array.cast::<PyArrayDyn<T>>().ok()?.try_readwrite().ok()?;
        open.as_slice_mut().ok()?;
        Some(Self(open))
    }

    /// One of this shape. What Python has done to it since it was checked is anybody's guess.
    fn of_shape(py: Python<'py>, name: &str, array: &Py<PyAny>, shape: &[usize]) -> PyResult<Self> {
        Self::new(array.bind(py)).filter(|open| open.0.shape() == shape).ok_or_else(|| {
            raise(Error::InvalidArgument(format!(
                "the array {name} is not what it was: it must keep its type and shape, stay writable, and be written \
                 to by one step at a time"
            )))
        })
    }

    fn all(&mut self) -> &mut [T] {
        self.0.as_slice_mut().unwrap_or_default()
    }
}

impl<G: Game> Batch<G> {
    pub(crate) fn new(
        py: Python<'_>,
        rules: G::Rules,
        n: &Bound<'_, PyAny>,
        seed: Option<GivenSeed>,
        threads: Option<&Bound<'_, PyAny>>,
        out: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let n = arguments::integer("n", n, 1, MOST_GAMES)? as usize;
        let threads = threads
            .map_or(Ok(1), |threads| arguments::integer("threads", threads, 1, MOST_THREADS))?
            as usize;
        let seed = GivenSeed::or_from_system(seed)?;
        let observation_size = observation_size::<G>(&rules);
        let arrays = Arrays::new(py, n, rules.players(), observation_size, out)?;
        let games = Pieces::new(&rules, seed, n, threads).map_err(raise)?;
        let room = zeros(py, 0)?.unbind();
        let legal = Mutex::new(Legal { ids: room.clone_ref(py), room });
        let batch =
            Self { rules, n, seed, threads, observation_size, arrays, games: Turns::new(games), legal };
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

    pub(crate) fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.move_on(py, |games, rows| {
            games.reset(rows);
            Ok(())
        })
    }

    pub(crate) fn step(&self, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = actions.py();
        let actions = self.actions(actions)?;
        self.move_on(py, |games, rows| {
            games.check(&actions)?;
            games.step(&actions, rows);
            Ok(())
        })
    }

    /// One id a game. Which they are is looked at later.
    fn actions(&self, given: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
        // What `sample_actions` gives needs no looking at.
        if let Ok(array) = given.cast::<PyArray1<i32>>()
            && let Ok(array) = array.try_readonly()
            && let Ok(actions) = array.as_slice()
            && actions.len() == self.n
        {
            return Ok(actions.iter().map(|&action| action.into()).collect());
        }
        let checked = helper(given.py(), "actions")?.call1((given, self.n))?;
        Ok(checked.cast::<PyArray1<i64>>()?.readonly().as_slice()?.to_vec())
    }

    /// Moves all games, unless something speaks against it, and shows what has come of it.
    fn move_on(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&mut Pieces<G>, Rows<'_>) -> Result<(), (u64, Error)> + Send,
    ) -> PyResult<()> {
        let (n, players, arrays) = (self.n, self.rules.players(), &self.arrays);
        self.games.take(py, |games| {
            let mut observations =
                Open::of_shape(py, "observations", &arrays.observations, &[n, self.observation_size])?;
            let mut current_player = Open::of_shape(py, "current_player", &arrays.current_player, &[n])?;
            let mut rewards = Open::of_shape(py, "rewards", &arrays.rewards, &[n, players])?;
            let mut terminated = Open::of_shape(py, "terminated", &arrays.terminated, &[n])?;
            let mut episode = Open::of_shape(py, "episode", &arrays.episode, &[n])?;
            let mut offsets = Open::of_shape(py, "legal_offsets", &arrays.legal_offsets, &[n + 1])?;
            let rows = Rows {
                observations: observations.all(),
                current_player: current_player.all(),
                rewards: rewards.all(),
                terminated: terminated.all(),
                episode: episode.all(),
            };
            detached(py, || act(games, rows)).map_err(|(game, error)| raise(in_game(game, error)))?;
            self.write_legal(py, games, offsets.all())
        })
    }

    pub(crate) fn sample<'py>(
        &self,
        py: Python<'py>,
        seed: Option<GivenSeed>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let generator = SplitMix64::for_games(&GivenSeed::or_from_system(seed)?);
        let sampled = zeros(py, self.n)?.cast_into::<PyArray1<i32>>()?;
        let mut open = sampled.readwrite();
        let actions = open.as_slice_mut()?;
        self.games.take(py, |games| {
            detached(py, || games.sample(&generator, actions));
            Ok(())
        })?;
        drop(open);
        Ok(sampled)
    }

    pub(crate) fn mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let actions = self.rules.num_actions();
        let mask = helper(py, "mask")?.call1((self.n, actions, out))?;
        let mut open = Open::of_shape(py, "out", mask.as_unbound(), &[self.n, actions as usize])?;
        let marks = open.all();
        self.games.take(py, |games| {
            detached(py, || games.mark_legal(marks, actions));
            Ok(())
        })?;
        drop(open);
        Ok(mask)
    }

    pub(crate) fn state(&self, game: &Bound<'_, PyAny>) -> PyResult<State<G>> {
        let number = arguments::whole("k", game)?;
        let Some(game) = number.extract::<usize>().ok().filter(|&game| game < self.n) else {
            let (number, last) = (arguments::printed(&number)?, self.n - 1);
            let wrong = format!("there is no game {number}: the games of this batch are 0 to {last}");
            return Err(raise(Error::InvalidArgument(wrong)));
        };
        self.games.take(number.py(), |games| Ok(games.state(game)))
    }

    /// The view of the seat to move, and the last actions.
    pub(crate) fn view(&self, game: &Bound<'_, PyAny>) -> PyResult<(View<G>, Recent)> {
        let state = self.state(game)?;
        let view = state.view(state.current_player().unwrap_or(0)).map_err(raise)?;
        Ok((view, state.recent()))
    }

    /// Shows the garbage collector what it holds.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        let Arrays { observations, current_player, rewards, terminated, episode, legal_offsets } =
            &self.arrays;
        for array in [observations, current_player, rewards, terminated, episode, legal_offsets] {
            visit.call(array)?;
        }
        // Whoever has locked them is at work, so the batch is not garbage.
        let Ok(legal) = self.legal.try_lock() else { return Ok(()) };
        visit.call(&legal.ids)?;
        visit.call(&legal.room)
    }

    /// Nothing may call Python while these are locked.
    fn legal(&self) -> MutexGuard<'_, Legal> {
        self.legal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the legal ids to their room, or to a larger one where they have grown.
    fn write_legal(&self, py: Python<'_>, games: &mut Pieces<G>, offsets: &mut [i64]) -> PyResult<()> {
        let legal = games.count_legal();
        let mut room = self.legal().room.clone_ref(py).into_bound(py);
        let mut open = Open::<i32>::new(&room).filter(|open| open.0.ndim() == 1 && open.0.len() >= legal);
        if open.is_none() {
            room = zeros(py, legal + legal / 2)?;
            open = Open::new(&room);
        }
        let Some(mut open) = open else {
            return Err(raise(Error::InvalidArgument("somebody holds the room of the legal ids".into())));
        };
        let ids = &mut open.all()[..legal];
        detached(py, || games.write_legal(ids, offsets));
        drop(open);
        let part = PySlice::new(py, 0, isize::try_from(legal).unwrap_or(isize::MAX), 1);
        let ids = room.get_item(part)?.unbind();
        // What was there before may be the last of its kind, and tell others that it goes.
        let before = std::mem::replace(&mut *self.legal(), Legal { ids, room: room.unbind() });
        drop(before);
        Ok(())
    }
}

/// What `copy` and `pickle` are told.
pub(crate) fn no_copy() -> PyErr {
    PyTypeError::new_err("a Batch can be neither copied nor pickled: its seed and the actions are its record")
}

/// By numpy itself, which raises `MemoryError` where there is none.
fn zeros(py: Python<'_>, size: usize) -> PyResult<Bound<'_, PyAny>> {
    py.import("numpy")?.getattr("zeros")?.call1((size, "int32"))
}

/// The same error, and in which game.
fn in_game(game: u64, error: Error) -> Error {
    match error {
        Error::IllegalMove(mut refusal) => {
            refusal.reason = format!("game {game}: {}", refusal.reason);
            Error::IllegalMove(refusal)
        }
        other if other.kind() == ErrorKind::InvalidMove => {
            Error::InvalidMove(format!("game {game}: {other}"))
        }
        other => other,
    }
}
