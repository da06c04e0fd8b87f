//! Batches of games, in arrays that Python sees.

use std::sync::{Mutex, PoisonError};

use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods as _};
use oxideal_engine::{
    Error, Game, Recent, Round, Rows, Rules, Seed, SplitMix64, State, View, observation_size,
};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PySlice;

use crate::arguments::{self, GivenSeed};
use crate::errors::raise;
use crate::pieces::Pieces;

const MOST_GAMES: u64 = 10_000_000;
const MOST_THREADS: u64 = 256;

/// Many games, and the arrays that tell of them.
pub(crate) struct Batch<G: Game> {
    rules: G::Rules,
    n: usize,
    seed: Seed,
    threads: usize,
    arrays: Arrays,
    playing: Mutex<Playing<G>>,
}

/// What changes with each step.
struct Playing<G: Game> {
    games: Pieces<G>,
    legal_ids: Py<PyAny>,
    /// What they are a part of.
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

    /// One of so many elements. What Python has done to it since it was checked is anybody's guess.
    fn of_size(py: Python<'py>, name: &str, array: &Py<PyAny>, size: usize) -> PyResult<Self> {
        Self::new(array.bind(py)).filter(|open| open.0.len() == size).ok_or_else(|| {
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
        let arrays = Arrays::new(py, n, rules.players(), observation_size::<G>(&rules), out)?;
        let games = Pieces::new(&rules, seed, n, threads).map_err(raise)?;
        let room = room_for(py, 0)?.unbind();
        let playing = Mutex::new(Playing { games, legal_ids: room.clone_ref(py), room });
        let batch = Self { rules, n, seed, threads, arrays, playing };
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
        self.with(py, |playing| playing.legal_ids.clone_ref(py))
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
        let size = observation_size::<G>(&self.rules);
        self.with(py, |playing| {
            let mut observations = Open::of_size(py, "observations", &arrays.observations, n * size)?;
            let mut current_player = Open::of_size(py, "current_player", &arrays.current_player, n)?;
            let mut rewards = Open::of_size(py, "rewards", &arrays.rewards, n * players)?;
            let mut terminated = Open::of_size(py, "terminated", &arrays.terminated, n)?;
            let mut episode = Open::of_size(py, "episode", &arrays.episode, n)?;
            let mut offsets = Open::of_size(py, "legal_offsets", &arrays.legal_offsets, n + 1)?;
            let rows = Rows {
                observations: observations.all(),
                current_player: current_player.all(),
                rewards: rewards.all(),
                terminated: terminated.all(),
                episode: episode.all(),
            };
            let games = &mut playing.games;
            py.detach(|| act(games, rows)).map_err(|(game, error)| raise(in_game(game, error)))?;
            playing.write_legal(py, offsets.all())
        })
    }

    pub(crate) fn sample<'py>(
        &self,
        py: Python<'py>,
        seed: Option<GivenSeed>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let generator = SplitMix64::for_games(&GivenSeed::or_from_system(seed)?);
        let sampled = PyArray1::zeros(py, self.n, false);
        let mut open = sampled.readwrite();
        let actions = open.as_slice_mut()?;
        self.with(py, |playing| py.detach(|| playing.games.sample(&generator, actions)));
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
        let mut open = Open::of_size(py, "out", mask.as_unbound(), self.n * actions as usize)?;
        let marks = open.all();
        self.with(py, |playing| py.detach(|| playing.games.mark_legal(marks, actions)));
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
        Ok(self.with(number.py(), |playing| playing.games.state(game)))
    }

    /// The view of the seat to move, and the last actions.
    pub(crate) fn view(&self, game: &Bound<'_, PyAny>) -> PyResult<(G::View, Recent)> {
        let state = self.state(game)?;
        let seat = state.position().current_player().unwrap_or(0);
        Ok((G::View::of(&state, seat), state.recent()))
    }

    fn with<R>(&self, py: Python<'_>, look: impl FnOnce(&mut Playing<G>) -> R) -> R {
        look(&mut self.playing.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner))
    }
}

impl<G: Game> Playing<G> {
    /// Writes the legal ids to their room, or to a larger one where they have grown.
    fn write_legal(&mut self, py: Python<'_>, offsets: &mut [i64]) -> PyResult<()> {
        let legal = self.games.count_legal();
        let open = Open::<i32>::new(self.room.bind(py)).filter(|open| open.0.len() >= legal);
        let mut open = if let Some(open) = open {
            open
        } else {
            let room = room_for(py, legal + legal / 2)?;
            self.room = room.clone().unbind();
            Open::new(&room)
                .ok_or_else(|| raise(Error::InvalidArgument("no room for the legal ids".into())))?
        };
        let (games, ids) = (&mut self.games, &mut open.all()[..legal]);
        py.detach(|| games.write_legal(ids, offsets));
        let part = PySlice::new(py, 0, isize::try_from(legal).unwrap_or(isize::MAX), 1);
        self.legal_ids = self.room.bind(py).get_item(part)?.unbind();
        Ok(())
    }
}

/// By numpy itself, which raises `MemoryError` where there is none.
fn room_for(py: Python<'_>, ids: usize) -> PyResult<Bound<'_, PyAny>> {
    py.import("numpy")?.getattr("zeros")?.call1((ids, "int32"))
}

/// The same error, and in which game.
fn in_game(game: u64, error: Error) -> Error {
    match error {
        Error::IllegalMove(mut refusal) => {
            refusal.reason = format!("game {game}: {}", refusal.reason);
            Error::IllegalMove(refusal)
        }
        Error::InvalidMove(text) => Error::InvalidMove(format!("game {game}: {text}")),
        other => other,
    }
}
