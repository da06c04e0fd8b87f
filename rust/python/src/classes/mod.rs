//! The classes `Rules`, `Move`, `State`, `View`, `ViewBuilder` and `Batch` of all games.
//!
//! PyO3 has no generic classes. Each class is implemented once, as methods of a generic type (`GameMove<G>`,
//! `GameState<G>` ...). A macro per class wraps that type for a game, one call per method. Methods that only one
//! game has are in further `#[pymethods]` blocks in that game's folder. `Moves` is one class for all games.

mod batch;
pub(crate) mod move_;
pub(crate) mod moves;
mod origin;
pub(crate) mod round;
pub(crate) mod rules;
pub(crate) mod state;
pub(crate) mod view;
pub(crate) mod view_builder;

use oxideal_engine::Narrated;
use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
use pyo3::types::PyTuple;

pub(crate) use self::batch::batch_class;
pub(crate) use self::move_::{ActionArgument, GameMove, move_class};
pub(crate) use self::moves::Moves;
pub(crate) use self::round::{RoundClass, round_methods};
pub(crate) use self::rules::{RulesArgument, rules_class};
pub(crate) use self::state::{GameState, state_class};
pub(crate) use self::view::{GameView, view_class};
pub(crate) use self::view_builder::{GameViewBuilder, view_builder_class};
use crate::runtime::batch::Batch;

/// The names that the macros of the classes use. A game's module of classes imports all of them.
pub(crate) mod prelude {
    pub(crate) use numpy::{PyArray1, PyArray2};
    pub(crate) use oxideal_engine::{Action, RoundApi, Seat};
    pub(crate) use pyo3::prelude::*;
    pub(crate) use pyo3::types::{PyBytes, PyDict, PyList, PyTuple, PyType};

    pub(crate) use super::{
        GameMove, GameState, GameView, GameViewBuilder, Moves, RoundClass, RulesArgument, Tuple,
        game_classes, position_properties, properties,
    };
    pub(crate) use crate::arguments::{self, Defaulted, SeedArgument, StreamArgument};
    pub(crate) use crate::errors::Result;
    pub(crate) use crate::package;
}

/// A game and its Python classes.
pub(crate) trait GameClasses: Narrated {
    type RulesClass: Wraps<Self::Rules>;
    type MoveClass: Wraps<GameMove<Self>>;
    type StateClass: Wraps<GameState<Self>>;
    type ViewClass: Wraps<GameView<Self>>;
    type ViewBuilderClass: Wraps<GameViewBuilder<Self>>;
    type BatchClass: Wraps<Batch<Self>>;
}

/// A Python class that wraps a value.
pub(crate) trait Wraps<T>: PyClass<Frozen = True> + Into<PyClassInitializer<Self>> + Sync {
    fn wrap(value: T) -> Self;
    fn value(&self) -> &T;
}

/// Returns the value of an argument of this class, or `None` for any other class.
pub(crate) fn cast_argument<'a, C: Wraps<T>, T: 'a>(argument: &'a Bound<'_, PyAny>) -> Option<&'a T> {
    argument.cast::<C>().ok().map(|class| class.get().value())
}

/// Values that Python sees as a tuple.
pub(crate) struct Tuple<T>(pub(crate) Vec<T>);

impl<T> FromIterator<T> for Tuple<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

impl<'py, T: IntoPyObject<'py>> IntoPyObject<'py> for Tuple<T> {
    type Target = PyTuple;
    type Output = Bound<'py, PyTuple>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0)
    }
}

/// Calls `read`, whose argument has a known type even if `read` does not name it.
pub(crate) fn read<T, R>(value: &T, read: impl FnOnce(&T) -> R) -> R {
    read(value)
}

/// Adds the classes of a game to the module, prefixed with the game's name.
pub(crate) fn register<G: GameClasses>(module: &Bound<'_, PyModule>, name: &str) -> PyResult<()> {
    let py = module.py();
    module.add(format!("{name}Rules"), py.get_type::<G::RulesClass>())?;
    module.add(format!("{name}Move"), py.get_type::<G::MoveClass>())?;
    module.add(format!("{name}State"), py.get_type::<G::StateClass>())?;
    module.add(format!("{name}View"), py.get_type::<G::ViewClass>())?;
    module.add(format!("{name}ViewBuilder"), py.get_type::<G::ViewBuilderClass>())?;
    module.add(format!("{name}Batch"), py.get_type::<G::BatchClass>())
}

/// Defines the classes of a game, with the docstrings of these protocols.
macro_rules! game_classes {
    ($Game:ty, $module:literal, $Rules:ident, $Move:ident, $State:ident, $View:ident) => {
        crate::classes::rules_class!($Game, $module, $Rules);
        crate::classes::move_class!($Game, $module, $Move);
        crate::classes::state_class!($Game, $module, $State);
        crate::classes::view_class!($Game, $module, $View);
        crate::classes::view_builder_class!($Game, $module);
        crate::classes::batch_class!($Game, $module);

        impl crate::classes::GameClasses for $Game {
            type RulesClass = Rules;
            type MoveClass = Move;
            type StateClass = State;
            type ViewClass = View;
            type ViewBuilderClass = ViewBuilder;
            type BatchClass = Batch;
        }
    };
}

/// Defines properties of classes, with the docstrings of a protocol: the type of each, and how it is read from what the
/// class wraps.
macro_rules! properties {
    ($Protocol:ident of State, View $properties:tt) => {
        properties! { $Protocol of State $properties }
        properties! { $Protocol of View $properties }
    };
    ($Protocol:ident of $Class:ident { $($name:ident: $Type:ty = $read:expr;)+ }) => {
        #[pymethods]
        impl $Class {
            $(
                #[doc = docstring!($Protocol.$name)]
                #[getter]
                fn $name(&self) -> $Type {
                    crate::classes::read(&self.0, $read)
                }
            )+
        }
    };
}

/// Defines properties of `State` and `View`, which are read from the rules and the position.
macro_rules! position_properties {
    ($Protocol:ident { $($name:ident: $Type:ty = $read:expr;)+ }) => {
        properties! { $Protocol of State, View {
            $($name: $Type = |round| round.with_position($read);)+
        } }
    };
}

/// Implements `Wraps` for a class with one field.
macro_rules! wrap {
    ($Class:ident, $Value:ty) => {
        impl crate::classes::Wraps<$Value> for $Class {
            fn wrap(value: $Value) -> Self {
                Self(value)
            }

            fn value(&self) -> &$Value {
                &self.0
            }
        }
    };
}

pub(crate) use {game_classes, position_properties, properties, wrap};
