//! The class `ViewBuilder`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use oxideal_engine::{Game, Seat, ViewBuilder};
use pyo3::prelude::*;

use super::{GameClasses, GameView, RulesArgument, Wraps};
use crate::arguments;
use crate::errors::Result;

/// A builder that Python threads may share.
pub(crate) struct GameViewBuilder<G: Game>(Mutex<ViewBuilder<G>>);

impl<G: GameClasses> GameViewBuilder<G> {
    pub(crate) fn new(rules: &RulesArgument<G>, seat: &Bound<'_, PyAny>) -> Result<Self> {
        let seat = arguments::seat("seat", seat, &rules.0)?;
        Ok(Self(Mutex::new(ViewBuilder::new(&rules.0, seat)?)))
    }

    /// Nothing may call Python while the builder is locked.
    fn lock(&self) -> MutexGuard<'_, ViewBuilder<G>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn rules(&self) -> G::RulesClass {
        G::RulesClass::wrap(self.lock().rules().clone())
    }

    pub(crate) fn seat(&self) -> Seat {
        self.lock().seat()
    }

    pub(crate) fn push(&self, event: &Bound<'_, PyAny>) -> Result<()> {
        let event = arguments::text("an event", event)?;
        Ok(self.lock().apply(&event)?)
    }

    pub(crate) fn copy(&self) -> Self {
        Self(Mutex::new(self.lock().clone()))
    }

    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>> {
        Ok(self.lock().try_to_bytes()?)
    }

    pub(crate) fn from_bytes(data: &Bound<'_, PyAny>) -> Result<Self> {
        Ok(Self(Mutex::new(ViewBuilder::from_bytes(arguments::bytes("data", data)?)?)))
    }

    pub(crate) fn view(&self) -> Result<GameView<G>> {
        let builder = self.lock().clone();
        let history = builder.public_history();
        Ok(GameView::new(builder.finish()?.0, history.into()))
    }
}

macro_rules! view_builder_class {
    ($Game:ty, $module:literal) => {
        #[doc = docstring!(ViewBuilder)]
        #[pyclass(frozen, module = $module)]
        pub(crate) struct ViewBuilder(GameViewBuilder<$Game>);

        crate::classes::wrap!(ViewBuilder, GameViewBuilder<$Game>);

        properties! { ViewBuilder of ViewBuilder {
            rules: Rules = |builder| builder.rules();
            seat: Seat = |builder| builder.seat();
        } }

        #[pymethods]
        impl ViewBuilder {
            #[new]
            fn new(rules: RulesArgument<$Game>, seat: &Bound<'_, PyAny>) -> Result<Self> {
                GameViewBuilder::new(&rules, seat).map(Self)
            }

            #[doc = docstring!(ViewBuilder.copy)]
            fn copy(&self) -> Self {
                Self(self.0.copy())
            }

            fn __copy__(&self) -> Self {
                self.copy()
            }

            fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
                self.copy()
            }

            #[doc = docstring!(ViewBuilder.to_bytes)]
            fn to_bytes<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
                package::bytes(py, &self.0.to_bytes()?)
            }

            #[doc = docstring!(ViewBuilder.from_bytes)]
            #[classmethod]
            #[pyo3(signature = (data, /))]
            fn from_bytes(_cls: &Bound<'_, PyType>, data: &Bound<'_, PyAny>) -> Result<Self> {
                GameViewBuilder::from_bytes(data).map(Self)
            }

            fn __reduce__<'py>(
                slf: &Bound<'py, Self>,
            ) -> Result<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
                let saved = slf.get().to_bytes(slf.py())?;
                Ok((slf.get_type().getattr("from_bytes")?, (saved,)))
            }

            #[doc = docstring!(ViewBuilder.push)]
            #[pyo3(signature = (event, /))]
            fn push(&self, event: &Bound<'_, PyAny>) -> Result<()> {
                self.0.push(event)
            }

            #[doc = docstring!(ViewBuilder.view)]
            fn view(&self) -> Result<View> {
                self.0.view().map(View)
            }
        }
    };
}

pub(crate) use view_builder_class;
