//! The class `Batch`.

macro_rules! batch_class {
    ($Game:ty, $module:literal, $(#[$doc:meta])*) => {
        $(#[$doc])*
        #[pyclass(frozen, module = $module)]
        pub(crate) struct Batch(crate::runtime::batch::Batch<$Game>);

        crate::classes::wrap!(Batch, crate::runtime::batch::Batch<$Game>);

        #[pymethods]
        impl Batch {
            #[new]
            #[pyo3(
                signature = (rules, n, seed=None, *, threads=crate::arguments::Defaulted::Missing, out=None),
                text_signature = "(rules, n, seed=None, *, threads=1, out=None)"
            )]
            fn new(
                py: Python<'_>,
                rules: crate::classes::RulesArgument<$Game>,
                n: &Bound<'_, PyAny>,
                seed: Option<crate::arguments::SeedArgument>,
                threads: crate::arguments::Defaulted<'_>,
                out: Option<&Bound<'_, PyAny>>,
            ) -> crate::errors::Result<Self> {
                crate::runtime::batch::Batch::new(py, rules.0, n, seed, threads.given(), out).map(Self)
            }

            /// The rules of all rounds.
            ///
            /// rules: Rules
            #[getter]
            fn rules(&self) -> Rules {
                Rules(self.0.rules().clone())
            }

            /// The number of games.
            ///
            /// n: int
            #[getter]
            fn n(&self) -> usize {
                self.0.n()
            }

            fn __len__(&self) -> usize {
                self.0.n()
            }

            /// The caller's arrays may refer back to the batch.
            fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
                self.0.traverse(&visit)
            }

            fn __reduce__(&self) -> PyResult<()> {
                Err(crate::runtime::batch::no_copy())
            }

            /// The seed of all deals, even if the system chose it.
            ///
            /// seed: int
            #[getter]
            fn seed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                crate::arguments::seed_as_int(py, self.0.seed())
            }

            /// The number of threads that step the games. It does not change any result.
            ///
            /// threads: int
            #[getter]
            fn threads(&self) -> usize {
                self.0.threads()
            }

            /// The observation of the seat to move, one row per game.
            ///
            /// observations: NDArray[uint8]
            #[getter]
            fn observations(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().observations.clone_ref(py)
            }

            /// The seat to move in each game.
            ///
            /// current_player: NDArray[int8]
            #[getter]
            fn current_player(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().current_player.clone_ref(py)
            }

            /// The payoffs of the rounds that ended in this step, 0 for all others; one row per game.
            ///
            /// rewards: NDArray[int32]
            #[getter]
            fn rewards(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().rewards.clone_ref(py)
            }

            /// Whether the round of each game ended in this step.
            ///
            /// terminated: NDArray[bool_]
            #[getter]
            fn terminated(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().terminated.clone_ref(py)
            }

            /// The number of rounds of each game that have ended since `reset`.
            ///
            /// episode: NDArray[int64]
            #[getter]
            fn episode(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().episode.clone_ref(py)
            }

            /// Where the legal ids of each game start in `legal_ids`.
            ///
            /// legal_offsets: NDArray[int64]
            ///
            /// The legal ids of game `k` are `legal_ids[legal_offsets[k]:legal_offsets[k + 1]]`.
            #[getter]
            fn legal_offsets(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().legal_offsets.clone_ref(py)
            }

            /// The legal ids of all games one after another, ascending within each game.
            ///
            /// legal_ids: NDArray[int32]
            ///
            /// This is a new array view after each step. The other arrays stay the same objects.
            #[getter]
            fn legal_ids(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.legal_ids(py)
            }

            /// Start again with the first round of each game.
            ///
            /// reset() -> None
            fn reset(&self, py: Python<'_>) -> crate::errors::Result<()> {
                self.0.reset(py)
            }

            /// Play one action id per game. Where a round ends, deal the next one in the same step.
            ///
            /// step(actions: ArrayLike, /) -> None
            ///
            /// Raises `IllegalMoveError` or `InvalidMoveError`, naming the first wrong game, and
            /// `InvalidArgumentError` unless there is one id per game. After these errors no game has
            /// moved.
            #[pyo3(signature = (actions, /))]
            fn step(&self, actions: &Bound<'_, PyAny>) -> crate::errors::Result<()> {
                self.0.step(actions)
            }

            /// Return one random legal action id per game; all legal ids of a game are equally likely.
            ///
            /// sample_actions(seed: Seed = None) -> NDArray[int32]
            #[pyo3(signature = (seed=None))]
            fn sample_actions<'py>(
                &self,
                py: Python<'py>,
                seed: Option<crate::arguments::SeedArgument>,
            ) -> crate::errors::Result<Bound<'py, numpy::PyArray1<i32>>> {
                self.0.sample_actions(py, seed)
            }

            /// Return which ids are legal, one row per game, in a new array or in `out`.
            ///
            /// legal_mask(out: NDArray[bool_] | None = None) -> NDArray[bool_]
            ///
            /// Raises `InvalidArgumentError` if `out` does not have the right type and shape.
            #[pyo3(signature = (out=None))]
            fn legal_mask<'py>(
                &self,
                py: Python<'py>,
                out: Option<&Bound<'py, PyAny>>,
            ) -> crate::errors::Result<Bound<'py, PyAny>> {
                self.0.legal_mask(py, out)
            }

            /// Return the view of the seat to move in game `k`.
            ///
            /// view(k: int, /) -> View
            ///
            /// Raises `InvalidArgumentError` if there is no such game.
            #[pyo3(signature = (k, /))]
            fn view(&self, k: &Bound<'_, PyAny>) -> crate::errors::Result<View> {
                let (view, history) = self.0.view(k)?;
                Ok(View(crate::classes::GameView::new(view, history)))
            }

            /// Return game `k` as an independent state.
            ///
            /// state(k: int, /) -> State
            ///
            /// It counts as set up by hand: it has the last actions but no seed and no history. Raises
            /// `InvalidArgumentError` if there is no such game.
            #[pyo3(signature = (k, /))]
            fn state(&self, k: &Bound<'_, PyAny>) -> crate::errors::Result<State> {
                Ok(State(self.0.state(k)?.into()))
            }
        }
    };
}

pub(crate) use batch_class;
