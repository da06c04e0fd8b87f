//! The class `View`.

use std::hash::{Hash, Hasher};

use numpy::{PyArray1, PyArray2};
use oxideal_engine::{
    Game, Past, Position, Recent, Seat, Start, Stream, View, ViewBuilder, action_features_size,
    describe_actions,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::{GameClasses, GameState, RoundClass, RulesArgument, cast_argument};
use crate::arguments::{self, SeedArgument, StreamArgument};
use crate::errors::Result;
use crate::package;

/// A view, and the actions that led to it.
pub(crate) struct GameView<G: Game> {
    view: View<G>,
    past: Past<G>,
}

/// The actions are history, which does not count, as in a state.
impl<G: Game> PartialEq for GameView<G> {
    fn eq(&self, other: &Self) -> bool {
        self.view == other.view
    }
}

impl<G: Game> Hash for GameView<G> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.view.hash(hasher);
    }
}

impl<G: GameClasses> RoundClass<G> for GameView<G> {
    type Round = View<G>;

    fn with_round<R>(&self, read: impl FnOnce(&View<G>) -> R) -> R {
        read(&self.view)
    }

    fn knowledge(&self) -> <G::Position as Position>::Knowledge {
        self.view.knowledge().clone()
    }

    fn recent(&self) -> Recent {
        self.past.recent()
    }
}

impl<G: GameClasses> GameView<G> {
    pub(crate) const fn new(view: View<G>, past: Past<G>) -> Self {
        Self { view, past }
    }

    pub(crate) const fn past(&self) -> &Past<G> {
        &self.past
    }

    /// Returns the view in an argument, if it is a `View` of this game.
    pub(crate) fn from_argument<'a>(argument: &'a Bound<'_, PyAny>) -> Option<&'a Self> {
        cast_argument::<G::ViewClass, Self>(argument)
    }

    pub(crate) const fn view(&self) -> &View<G> {
        &self.view
    }

    pub(crate) const fn seat(&self) -> Seat {
        self.view.seat()
    }

    pub(crate) fn from_events(
        rules: &RulesArgument<G>,
        seat: &Bound<'_, PyAny>,
        events: &Bound<'_, PyAny>,
    ) -> Result<Self> {
        let seat = arguments::seat("seat", seat, &rules.0)?;
        let mut builder = ViewBuilder::<G>::new(&rules.0, seat)?;
        for event in arguments::items("events", "a list of str", events)? {
            builder.apply(&arguments::text("an event", &event?)?)?;
        }
        let history = builder.public_history();
        Ok(Self { view: builder.finish()?.0, past: history.into() })
    }

    pub(crate) fn observation<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_vec(py, self.view.observation(&self.past.recent()))
    }

    /// Returns the features of each legal action, row by row.
    pub(crate) fn action_features<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyArray2<u8>>> {
        let (rules, legal) = (self.view.rules(), self.view.legal());
        package::filled(py, (legal.len(), action_features_size::<G>(rules)), "uint8", |rows| {
            describe_actions::<G>(rules, self.view.position(), &legal, rows);
        })
    }

    pub(crate) fn sample(&self, seed: Option<SeedArgument>, stream: &StreamArgument) -> Result<GameState<G>> {
        let chance = Stream::for_samples(SeedArgument::or_from_system(seed)?, stream.0, self.seat());
        Ok(self.view.sample(chance)?.with_recent(self.past.recent()).into())
    }

    /// Returns the arguments of `from_text` for a `repr`.
    pub(crate) fn text_arguments(&self) -> String {
        format!("'{}'", self.to_text())
    }

    pub(crate) fn to_text(&self) -> String {
        self.view.to_text()
    }

    pub(crate) fn from_text(text: &Bound<'_, PyAny>) -> Result<Self> {
        let view = View::from_text(&arguments::text("text", text)?)?;
        Ok(Self { view, past: Recent::default().into() })
    }

    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>> {
        Ok(self.view.try_to_bytes(&self.past.recent())?)
    }

    pub(crate) fn from_bytes(data: &Bound<'_, PyAny>) -> Result<Self> {
        let (view, recent) = View::from_bytes(arguments::bytes("data", data)?)?;
        Ok(Self { view, past: recent.into() })
    }

    pub(crate) fn to_json(&self) -> Result<Vec<u8>> {
        Ok(self.view.to_json(&self.past.recent())?)
    }

    pub(crate) fn from_json(data: &Bound<'_, PyAny>) -> Result<Self> {
        let (view, recent) = View::from_json(arguments::bytes("data", data)?)?;
        Ok(Self { view, past: recent.into() })
    }

    /// Returns the start of playouts from this view.
    pub(crate) fn start(&self) -> Start<G> {
        Start::View(Box::new(self.view.clone()))
    }
}

/// The error of `View()`: a view always belongs to a seat of a round.
pub(crate) fn no_constructor() -> PyErr {
    PyTypeError::new_err(
        "a View comes from State.view(), View.from_events(), View.from_text() or View.from_bytes()",
    )
}

macro_rules! view_class {
    ($Game:ty, $module:literal, $protocol:ident) => {
        #[doc = docstring!($protocol)]
        #[pyclass(frozen, eq, hash, module = $module)]
        #[derive(PartialEq, Hash)]
        pub(crate) struct View(pub(super) GameView<$Game>);

        crate::classes::wrap!(View, GameView<$Game>);
        crate::classes::round_methods!(View);

        properties! { View of View {
            seat: Seat = |round| round.seat();
        } }

        #[pymethods]
        impl View {
            #[new]
            #[pyo3(signature = (), text_signature = "()")]
            fn new() -> PyResult<Self> {
                Err(crate::classes::view::no_constructor())
            }

            #[doc = docstring!(View.from_events)]
            #[classmethod]
            fn from_events(
                _cls: &Bound<'_, PyType>,
                rules: RulesArgument<$Game>,
                seat: &Bound<'_, PyAny>,
                events: &Bound<'_, PyAny>,
            ) -> Result<Self> {
                GameView::from_events(&rules, seat, events).map(Self)
            }

            #[doc = docstring!(View.observation)]
            fn observation<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
                self.0.observation(py)
            }

            #[doc = docstring!(View.action_features)]
            fn action_features<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyArray2<u8>>> {
                self.0.action_features(py)
            }

            #[doc = docstring!(View.sample)]
            #[pyo3(
                                                        signature = (seed=None, stream=StreamArgument(0)),
                                                        text_signature = "($self, seed=None, stream=0)"
                                                    )]
            fn sample(&self, seed: Option<SeedArgument>, stream: StreamArgument) -> Result<State> {
                self.0.sample(seed, &stream).map(State)
            }

            #[doc = docstring!(View.from_text)]
            #[classmethod]
            #[pyo3(signature = (text, /))]
            fn from_text(_cls: &Bound<'_, PyType>, text: &Bound<'_, PyAny>) -> Result<Self> {
                GameView::from_text(text).map(Self)
            }

            #[doc = docstring!(View.from_json)]
            #[classmethod]
            #[pyo3(signature = (data, /))]
            fn from_json(_cls: &Bound<'_, PyType>, data: &Bound<'_, PyAny>) -> Result<Self> {
                GameView::from_json(data).map(Self)
            }

            #[doc = docstring!(View.from_bytes)]
            #[classmethod]
            #[pyo3(signature = (data, /))]
            fn from_bytes(_cls: &Bound<'_, PyType>, data: &Bound<'_, PyAny>) -> Result<Self> {
                GameView::from_bytes(data).map(Self)
            }
        }
    };
}

pub(crate) use view_class;
