//! The class `Batch`.

macro_rules! batch_class {
    ($Game:ty, $module:literal) => {
        /// Many rounds that are stepped together; what they tell lies in arrays that stay where they are.
        #[pyclass(frozen, module = $module)]
        pub(crate) struct Batch(crate::runtime::batch::Batch<$Game>);

        crate::classes::wrap!(Batch, crate::runtime::batch::Batch<$Game>);

        #[pymethods]
        impl Batch {
            #[new]
            #[pyo3(
                signature = (rules, n, seed=None, *, threads=crate::arguments::Optional::Missing, out=None),
                text_signature = "(rules, n, seed=None, *, threads=1, out=None)"
            )]
            fn new(
                py: Python<'_>,
                rules: crate::classes::RulesArgument<$Game>,
                n: &Bound<'_, PyAny>,
                seed: Option<crate::arguments::SeedArgument>,
                threads: crate::arguments::Optional<'_>,
                out: Option<&Bound<'_, PyAny>>,
            ) -> crate::errors::Result<Self> {
                crate::runtime::batch::Batch::new(py, rules.0, n, seed, threads.given(), out).map(Self)
            }

            /// How the rounds are played.
            #[getter]
            fn rules(&self) -> Rules {
                Rules(self.0.rules().clone())
            }

            /// How many games there are.
            #[getter]
            fn n(&self) -> usize {
                self.0.n()
            }

            fn __len__(&self) -> usize {
                self.0.n()
            }

            /// An array of the caller's may refer back to the batch.
            fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
                self.0.traverse(&visit)
            }

            fn __reduce__(&self) -> PyResult<()> {
                Err(crate::runtime::batch::no_copy())
            }

            /// The seed of all deals.
            #[getter]
            fn seed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                crate::arguments::seed_as_int(py, self.0.seed())
            }

            /// How many threads step it.
            #[getter]
            fn threads(&self) -> usize {
                self.0.threads()
            }

            /// What the seat to move observes in each game.
            #[getter]
            fn observations(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().observations.clone_ref(py)
            }

            /// The seat to move in each game.
            #[getter]
            fn current_player(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().current_player.clone_ref(py)
            }

            /// The payoffs of the rounds that have ended with this step, else 0.
            #[getter]
            fn rewards(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().rewards.clone_ref(py)
            }

            /// Whether a round has ended with this step.
            #[getter]
            fn terminated(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().terminated.clone_ref(py)
            }

            /// How many rounds of each game have ended.
            #[getter]
            fn episode(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().episode.clone_ref(py)
            }

            /// Where the legal ids of each game begin in `legal_ids`, and at last where they all end.
            #[getter]
            fn legal_offsets(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().legal_offsets.clone_ref(py)
            }

            /// The legal ids of all games, one after the other.
            #[getter]
            fn legal_ids(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.legal_ids(py)
            }

            /// Begins again with the first round of each game.
            fn reset(&self, py: Python<'_>) -> crate::errors::Result<()> {
                self.0.reset(py)
            }

            /// Plays one id a game. Where one of them is wrong no game moves; where a round ends, the next one is
            /// dealt.
            #[pyo3(signature = (actions, /))]
            fn step(&self, actions: &Bound<'_, PyAny>) -> crate::errors::Result<()> {
                self.0.step(actions)
            }

            /// One legal id a game, each as likely as the others.
            #[pyo3(signature = (seed=None))]
            fn sample_actions<'py>(
                &self,
                py: Python<'py>,
                seed: Option<crate::arguments::SeedArgument>,
            ) -> crate::errors::Result<Bound<'py, numpy::PyArray1<i32>>> {
                self.0.sample_actions(py, seed)
            }

            /// Which ids are legal, a row a game.
            #[pyo3(signature = (out=None))]
            fn legal_mask<'py>(
                &self,
                py: Python<'py>,
                out: Option<&Bound<'py, PyAny>>,
            ) -> crate::errors::Result<Bound<'py, PyAny>> {
                self.0.legal_mask(py, out)
            }

            /// The view of game k's seat to move.
            #[pyo3(signature = (k, /))]
            fn view(&self, k: &Bound<'_, PyAny>) -> crate::errors::Result<View> {
                let (view, recent) = self.0.view(k)?;
                Ok(View(crate::classes::GameView::new(view, recent)))
            }

            /// Game k as a state of its own, set up by hand.
            #[pyo3(signature = (k, /))]
            fn state(&self, k: &Bound<'_, PyAny>) -> crate::errors::Result<State> {
                Ok(State(self.0.state(k)?.into()))
            }
        }
    };
}

pub(crate) use batch_class;
