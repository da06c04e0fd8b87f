//! The class `Move`.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use oxideal_engine::{Action, Error, Game, Rules};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

use super::{GameClasses, Wraps, cast_argument};
use crate::arguments;
use crate::errors::Result;

type MoveOf<G> = <<G as Game>::Rules as Rules>::Move;

/// A move, its id, and the rules that number it.
pub(crate) struct GameMove<G: Game> {
    rules: G::Rules,
    action: Action,
    inner: MoveOf<G>,
}

impl<G: Game> PartialEq for GameMove<G> {
    fn eq(&self, other: &Self) -> bool {
        (self.action, self.inner) == (other.action, other.inner)
    }
}

impl<G: Game> Hash for GameMove<G> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.action, self.inner).hash(hasher);
    }
}

impl<G: GameClasses> GameMove<G> {
    /// Returns the move with this id.
    pub(crate) fn of_action(rules: &G::Rules, action: Action) -> Result<Self> {
        let inner = rules.to_move(action).ok_or_else(|| Error::no_action(action, rules.num_actions()))?;
        Ok(Self { rules: rules.clone(), action, inner })
    }

    /// Returns a move. Fails if these rules do not have it.
    pub(crate) fn of_move(rules: &G::Rules, inner: MoveOf<G>) -> Result<Self> {
        let action = rules.action(inner).ok_or_else(|| Error::not_in_rules(inner))?;
        Ok(Self { rules: rules.clone(), action, inner })
    }

    /// Returns the move that a text names.
    pub(crate) fn parse(rules: &G::Rules, text: &Bound<'_, PyAny>) -> Result<Self> {
        Self::of_move(rules, rules.parse(&arguments::text("text", text)?)?)
    }

    pub(crate) const fn action(&self) -> Action {
        self.action
    }

    pub(crate) const fn rules(&self) -> &G::Rules {
        &self.rules
    }

    pub(crate) const fn inner(&self) -> &MoveOf<G> {
        &self.inner
    }

    pub(crate) fn to_json(&self) -> Result<Vec<u8>> {
        Ok(oxideal_engine::move_to_json::<G>(&self.rules, self.action)?)
    }

    /// Returns the move in an argument, if it is a `Move` of this game.
    pub(crate) fn from_argument<'a>(argument: &'a Bound<'_, PyAny>) -> Option<&'a Self> {
        cast_argument::<G::MoveClass, Self>(argument)
    }

    /// Returns the id under these rules, which may differ from the move's own.
    pub(crate) fn action_by(&self, rules: &G::Rules) -> Result<Action, Error> {
        if self.rules == *rules {
            return Ok(self.action);
        }
        rules.action(self.inner).ok_or_else(|| Error::not_in_rules(self.inner))
    }

    /// The result of `__reduce__`: `rules.move` and the id.
    pub(crate) fn reduce<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Action,))> {
        let rules = Bound::new(py, G::RulesClass::wrap(self.rules.clone()))?;
        Ok((rules.as_any().getattr("move")?, (self.action,)))
    }
}

/// A move, its text or its id as an argument. Reading it may call Python; looking it up in the table does not.
pub(crate) enum ActionArgument<'a, G: Game> {
    Move(&'a GameMove<G>),
    Text(Cow<'a, str>),
    Id(Action),
    /// An integer too large for an id, in decimal.
    TooLarge(String),
}

impl<'a, G: GameClasses> ActionArgument<'a, G> {
    pub(crate) fn read(value: &'a Bound<'_, PyAny>) -> Result<Self> {
        // Fast path for ids.
        if let Ok(number) = value.cast_exact::<PyInt>()
            && let Ok(action) = number.extract()
        {
            return Ok(Self::Id(action));
        }
        if let Some(known) = GameMove::from_argument(value) {
            return Ok(Self::Move(known));
        }
        if value.is_instance_of::<PyString>() {
            return Ok(Self::Text(arguments::text("move", value)?));
        }
        let number = arguments::index(value)?.ok_or_else(|| {
            arguments::wrong_type("a move", "a Move of this game, its text or its id", value)
        })?;
        Ok(match number.extract() {
            Ok(action) => Self::Id(action),
            Err(_) => Self::TooLarge(arguments::decimal(&number)?),
        })
    }

    /// Returns the id under these rules. The action may be illegal now.
    pub(crate) fn action(&self, rules: &G::Rules) -> Result<Action, Error> {
        match self {
            Self::Id(action) => rules.check_action(*action).map(|()| *action),
            _ => self.resolve(rules).map(|(action, _)| action),
        }
    }

    /// Returns the id under these rules and the move. The action may be illegal now.
    pub(crate) fn resolve(&self, rules: &G::Rules) -> Result<(Action, MoveOf<G>), Error> {
        match self {
            Self::Move(known) => Ok((known.action_by(rules)?, known.inner)),
            Self::Text(text) => {
                let inner = rules.parse(text)?;
                Ok((rules.action(inner).ok_or_else(|| Error::not_in_rules(inner))?, inner))
            }
            Self::Id(action) => {
                let inner = rules.to_move(*action);
                Ok((*action, inner.ok_or_else(|| Error::no_action(action, rules.num_actions()))?))
            }
            Self::TooLarge(number) => Err(Error::no_action(number, rules.num_actions())),
        }
    }
}

/// The error of `Move()` in games where only rules make moves.
pub(crate) fn no_constructor(sources: &str) -> PyErr {
    PyTypeError::new_err(format!("a Move comes from {sources}"))
}

macro_rules! move_class {
    ($Game:ty, $module:literal, $protocol:ident) => {
        #[doc = docstring!($protocol)]
        #[pyclass(frozen, eq, hash, module = $module)]
        #[derive(PartialEq, Hash)]
        pub(crate) struct Move(pub(super) GameMove<$Game>);

        crate::classes::wrap!(Move, GameMove<$Game>);

        #[pymethods]
        impl Move {
            fn __int__(&self) -> Action {
                self.0.action()
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Action,))> {
                self.0.reduce(py)
            }

            fn __str__(&self) -> String {
                self.0.inner().to_string()
            }

            #[doc = docstring!(Move.to_json)]
            fn to_json<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
                package::bytes(py, &self.0.to_json()?)
            }
        }
    };
}

pub(crate) use move_class;
