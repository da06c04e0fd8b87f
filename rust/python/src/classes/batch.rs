//! The class `Batch`.

macro_rules! batch_class {
    ($Game:ty, $module:literal) => {
        #[doc = docstring!(Batch)]
        #[pyclass(frozen, module = $module)]
        pub(crate) struct Batch(crate::runtime::batch::Batch<$Game>);

        crate::classes::wrap!(Batch, crate::runtime::batch::Batch<$Game>);

        properties! { Batch of Batch {
            rules: Rules = |batch| Rules(batch.rules().clone());
            n: usize = |batch| batch.n();
            threads: usize = |batch| batch.threads();
        } }

        #[pymethods]
        impl Batch {
            #[new]
            #[pyo3(
                                signature = (rules, n, seed=None, *, threads=Defaulted::Missing, out=None),
                                text_signature = "(rules, n, seed=None, *, threads=1, out=None)"
                            )]
            fn new(
                py: Python<'_>,
                rules: RulesArgument<$Game>,
                n: &Bound<'_, PyAny>,
                seed: Option<SeedArgument>,
                threads: Defaulted<'_>,
                out: Option<&Bound<'_, PyAny>>,
            ) -> Result<Self> {
                crate::runtime::batch::Batch::new(py, rules.0, n, seed, threads.given(), out).map(Self)
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

            #[doc = docstring!(Batch.seed)]
            #[getter]
            fn seed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                arguments::seed_as_int(py, self.0.seed())
            }

            #[doc = docstring!(Batch.observations)]
            #[getter]
            fn observations(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().observations.clone_ref(py)
            }

            #[doc = docstring!(Batch.current_player)]
            #[getter]
            fn current_player(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().current_player.clone_ref(py)
            }

            #[doc = docstring!(Batch.rewards)]
            #[getter]
            fn rewards(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().rewards.clone_ref(py)
            }

            #[doc = docstring!(Batch.terminated)]
            #[getter]
            fn terminated(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().terminated.clone_ref(py)
            }

            #[doc = docstring!(Batch.episode)]
            #[getter]
            fn episode(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().episode.clone_ref(py)
            }

            #[doc = docstring!(Batch.legal_offsets)]
            #[getter]
            fn legal_offsets(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().legal_offsets.clone_ref(py)
            }

            #[doc = docstring!(Batch.legal_ids)]
            #[getter]
            fn legal_ids(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.legal_ids(py)
            }

            #[doc = docstring!(Batch.reset)]
            fn reset(&self, py: Python<'_>) -> Result<()> {
                self.0.reset(py)
            }

            #[doc = docstring!(Batch.step)]
            #[pyo3(signature = (actions, /))]
            fn step(&self, actions: &Bound<'_, PyAny>) -> Result<()> {
                self.0.step(actions)
            }

            #[doc = docstring!(Batch.sample_actions)]
            #[pyo3(signature = (seed=None))]
            fn sample_actions<'py>(
                &self,
                py: Python<'py>,
                seed: Option<SeedArgument>,
            ) -> Result<Bound<'py, PyArray1<i32>>> {
                self.0.sample_actions(py, seed)
            }

            #[doc = docstring!(Batch.legal_mask)]
            #[pyo3(signature = (out=None))]
            fn legal_mask<'py>(
                &self,
                py: Python<'py>,
                out: Option<&Bound<'py, PyAny>>,
            ) -> Result<Bound<'py, PyAny>> {
                self.0.legal_mask(py, out)
            }

            #[doc = docstring!(Batch.action_features)]
            fn action_features<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyArray2<u8>>> {
                self.0.action_features(py)
            }

            #[doc = docstring!(Batch.view)]
            #[pyo3(signature = (k, /))]
            fn view(&self, k: &Bound<'_, PyAny>) -> Result<View> {
                let (view, past) = self.0.view(k)?;
                Ok(View(GameView::new(view, past)))
            }

            #[doc = docstring!(Batch.state)]
            #[pyo3(signature = (k, /))]
            fn state(&self, k: &Bound<'_, PyAny>) -> Result<State> {
                Ok(State(self.0.state(k)?.into()))
            }
        }
    };
}

pub(crate) use batch_class;
