//! The class `ViewBuilder`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use oxideal_engine::{Game, Seat, ViewBuilder};
use pyo3::exceptions::PyTypeError;
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

    pub(crate) fn view(&self) -> Result<GameView<G>> {
        let builder = self.lock().clone();
        let history = builder.public_history();
        Ok(GameView::new(builder.finish()?.0, history))
    }
}

/// The error of `copy` and `pickle`.
pub(crate) fn no_copies() -> PyErr {
    PyTypeError::new_err("a ViewBuilder cannot be copied or pickled: keep its events instead")
}

macro_rules! view_builder_class {
    ($Game:ty, $module:literal, $(#[$doc:meta])*) => {
        $(#[$doc])*
        #[pyclass(frozen, module = $module)]
        pub(crate) struct ViewBuilder(crate::classes::GameViewBuilder<$Game>);

        crate::classes::wrap!(ViewBuilder, crate::classes::GameViewBuilder<$Game>);

        #[pymethods]
        impl ViewBuilder {
            #[new]
            fn new(
                rules: crate::classes::RulesArgument<$Game>,
                seat: &Bound<'_, PyAny>,
            ) -> crate::errors::Result<Self> {
                crate::classes::GameViewBuilder::new(&rules, seat).map(Self)
            }

            fn __reduce__(&self) -> PyResult<()> {
                Err(crate::classes::view_builder::no_copies())
            }

            /// The rules of the round.
            ///
            /// rules: Rules
            #[getter]
            fn rules(&self) -> Rules {
                self.0.rules()
            }

            /// The seat whose view is built.
            ///
            /// seat: int
            #[getter]
            fn seat(&self) -> oxideal_engine::Seat {
                self.0.seat()
            }

            /// Add the next event that the seat is told (see `State.events`).
            ///
            /// push(event: str, /) -> None
            ///
            /// Raises `InvalidRecordError` if the event cannot happen next. After an error the builder is
            /// unchanged.
            #[pyo3(signature = (event, /))]
            fn push(&self, event: &Bound<'_, PyAny>) -> crate::errors::Result<()> {
                self.0.push(event)
            }

            /// Return the view after the events so far.
            ///
            /// view() -> View
            ///
            /// Raises `InvalidRecordError` if the events stop in the middle of a deal or an action.
            fn view(&self) -> crate::errors::Result<View> {
                self.0.view().map(View)
            }
        }
    };
}

pub(crate) use view_builder_class;
