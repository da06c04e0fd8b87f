//! The class `Rules`.

use oxideal_engine::{Action, FieldValue, Game, Observe, Rules};
use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::{ActionArgument, GameClasses, GameMove, cast_argument};
use crate::errors::{BindingError, Result};
use crate::{arguments, package};

/// A `Rules` argument.
pub(crate) struct RulesArgument<G: Game>(pub(crate) G::Rules);

impl<G: GameClasses> RulesArgument<G> {
    /// Returns the given rules, or the default ones.
    pub(crate) fn or_default(given: Option<Self>) -> G::Rules {
        given.map(|given| given.0).unwrap_or_default()
    }
}

impl<G: GameClasses> FromPyObject<'_, '_> for RulesArgument<G> {
    type Error = BindingError;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> Result<Self> {
        let rules = cast_argument::<G::RulesClass, G::Rules>(&value)
            .ok_or_else(|| arguments::wrong_type("rules", "a Rules object of this game", &value))?;
        Ok(Self(rules.clone()))
    }
}

/// Returns the move with this id.
pub(crate) fn to_move<G: GameClasses>(rules: &G::Rules, action: &Bound<'_, PyAny>) -> Result<GameMove<G>> {
    let action = arguments::action(action, rules)?
        .ok_or_else(|| arguments::wrong_type("action", "an integer", action))?;
    GameMove::of_action(rules, action)
}

/// Returns the id of a move.
pub(crate) fn to_action<G: GameClasses>(rules: &G::Rules, value: &Bound<'_, PyAny>) -> Result<Action> {
    Ok(ActionArgument::<G>::read(value)?.action(rules)?)
}

/// Returns what people call a move.
pub(crate) fn describe<G: GameClasses>(
    rules: &G::Rules,
    value: &Bound<'_, PyAny>,
    language: &arguments::Defaulted<'_>,
) -> Result<String> {
    let language = arguments::language(language)?;
    let (_, chosen) = ActionArgument::<G>::read(value)?.resolve(rules)?;
    Ok(oxideal_engine::describe_move::<G>(chosen, &language)?)
}

/// Returns the layout of observations.
pub(crate) fn observation_spec<'py, G: Game>(
    py: Python<'py>,
    rules: &G::Rules,
) -> PyResult<Bound<'py, PyAny>> {
    package::observation_spec(py, G::Position::OBSERVATION_VERSION, G::Position::fields(rules))
}

/// Returns the layout of the features of actions.
pub(crate) fn action_features_spec<'py, G: Game>(
    py: Python<'py>,
    rules: &G::Rules,
) -> PyResult<Bound<'py, PyAny>> {
    let fields = G::Position::action_fields(rules);
    package::observation_spec(py, G::Position::ACTION_FEATURES_VERSION, fields)
}

/// Returns the options by name.
pub(crate) fn to_dict<'py>(py: Python<'py>, rules: &impl Rules) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in fields(rules) {
        match value {
            FieldValue::Integer(value) => dict.set_item(name, value)?,
            FieldValue::Boolean(value) => dict.set_item(name, value)?,
            FieldValue::Text(value) => dict.set_item(name, value)?,
            FieldValue::None => dict.set_item(name, py.None())?,
        }
    }
    Ok(dict)
}

/// `Rules(players=3, auction=True, all_pass='redeal')`.
pub(crate) fn repr(rules: &impl Rules) -> String {
    let field = |(name, value)| match value {
        FieldValue::Integer(value) => format!("{name}={value}"),
        FieldValue::Boolean(value) => format!("{name}={}", if value { "True" } else { "False" }),
        FieldValue::Text(value) => format!("{name}='{value}'"),
        FieldValue::None => format!("{name}=None"),
    };
    format!("Rules({})", fields(rules).map(field).collect::<Vec<_>>().join(", "))
}

fn fields<R: Rules>(rules: &R) -> impl Iterator<Item = (&'static str, FieldValue)> {
    R::FIELDS.iter().copied().zip(rules.fields())
}

/// The result of `__reduce__`: `from_dict` and its argument.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyAny>,));

pub(crate) fn reduce<'py, C: PyClass>(rules: &Bound<'py, C>) -> PyResult<Reduced<'py>> {
    let rules = rules.as_any();
    Ok((rules.get_type().getattr("from_dict")?, (rules.call_method0("to_dict")?,)))
}

macro_rules! rules_class {
    ($Game:ty, $module:literal, $protocol:ident) => {
        #[doc = docstring!($protocol)]
        #[pyclass(frozen, eq, hash, module = $module)]
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub(crate) struct Rules(pub(super) <$Game as oxideal_engine::Game>::Rules);

        crate::classes::wrap!(Rules, <$Game as oxideal_engine::Game>::Rules);

        properties! { Rules of Rules {
            players: usize = oxideal_engine::Rules::players;
            num_actions: Action = oxideal_engine::Rules::num_actions;
            action_table_version: u32 =
                |_| <<$Game as oxideal_engine::Game>::Rules as oxideal_engine::Rules>::ACTION_TABLE_VERSION;
        } }

        #[pymethods]
        impl Rules {
            #[doc = docstring!(Rules.next_round)]
            fn next_round(&self) -> Option<Self> {
                oxideal_engine::Rules::next_round(&self.0).map(Self)
            }

            #[doc = docstring!(Rules.observation_spec)]
            fn observation_spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                crate::classes::rules::observation_spec::<$Game>(py, &self.0)
            }

            #[doc = docstring!(Rules.action_features_spec)]
            fn action_features_spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                crate::classes::rules::action_features_spec::<$Game>(py, &self.0)
            }

            #[doc = docstring!(Rules.move)]
            #[pyo3(name = "move", signature = (action, /))]
            fn to_move(&self, action: &Bound<'_, PyAny>) -> Result<Move> {
                crate::classes::rules::to_move(&self.0, action).map(Move)
            }

            /// For pickles of `Moves`.
            fn _moves(&self, actions: Vec<Action>) -> Moves {
                Moves::new::<$Game>(self.0.clone(), actions)
            }

            #[doc = docstring!(Rules.action)]
            #[pyo3(name = "action", signature = (r#move, /))]
            fn to_action(&self, r#move: &Bound<'_, PyAny>) -> Result<Action> {
                crate::classes::rules::to_action::<$Game>(&self.0, r#move)
            }

            #[doc = docstring!(Rules.parse)]
            #[pyo3(signature = (text, /))]
            fn parse(&self, text: &Bound<'_, PyAny>) -> Result<Move> {
                GameMove::parse(&self.0, text).map(Move)
            }

            #[doc = docstring!(Rules.to_dict)]
            fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                crate::classes::rules::to_dict(py, &self.0)
            }

            #[doc = docstring!(Rules.from_dict)]
            #[classmethod]
            #[pyo3(signature = (fields, /))]
            fn from_dict(_cls: &Bound<'_, PyType>, fields: &Bound<'_, PyAny>) -> Result<Self> {
                arguments::rules_of_mapping(fields).map(Self)
            }

            #[doc = docstring!(Rules.to_json)]
            fn to_json<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
                package::bytes(py, &oxideal_engine::rules_to_json(&self.0)?)
            }

            #[doc = docstring!(Rules.from_json)]
            #[classmethod]
            #[pyo3(signature = (data, /))]
            fn from_json(_cls: &Bound<'_, PyType>, data: &Bound<'_, PyAny>) -> Result<Self> {
                Ok(Self(oxideal_engine::rules_from_json(arguments::bytes("data", data)?)?))
            }

            #[doc = docstring!(Rules.move_from_json)]
            #[pyo3(signature = (data, /))]
            fn move_from_json(&self, data: &Bound<'_, PyAny>) -> Result<Move> {
                let data = arguments::bytes("data", data)?;
                let action = oxideal_engine::move_from_json::<$Game>(&self.0, data)?;
                GameMove::of_action(&self.0, action).map(Move)
            }

            #[doc = docstring!(Rules.events_from_json)]
            #[pyo3(signature = (data, /))]
            fn events_from_json<'py>(&self, data: &Bound<'py, PyAny>) -> Result<Bound<'py, PyList>> {
                let events = arguments::bytes("data", data)?;
                let events = oxideal_engine::events_from_json::<$Game>(&self.0, events)?;
                Ok(package::texts(data.py(), &events)?)
            }

            #[doc = docstring!(Rules.describe)]
            #[pyo3(
                                                signature = (r#move, /, *, language=Defaulted::Missing),
                                                text_signature = "($self, move, /, *, language='en')"
                                            )]
            fn describe(&self, r#move: &Bound<'_, PyAny>, language: Defaulted<'_>) -> Result<String> {
                crate::classes::rules::describe::<$Game>(&self.0, r#move, &language)
            }

            #[doc = docstring!(Rules.describe_options)]
            #[pyo3(
                                                signature = (*, language=Defaulted::Missing),
                                                text_signature = "($self, *, language='en')"
                                            )]
            fn describe_options(&self, language: Defaulted<'_>) -> Result<Vec<String>> {
                let language = arguments::language(&language)?;
                Ok(oxideal_engine::describe_options::<$Game>(&self.0, &language)?)
            }

            #[doc = docstring!(Rules.describe_event)]
            #[pyo3(
                                                signature = (event, /, *, language=Defaulted::Missing),
                                                text_signature = "($self, event, /, *, language='en')"
                                            )]
            fn describe_event(&self, event: &Bound<'_, PyAny>, language: Defaulted<'_>) -> Result<String> {
                let language = arguments::language(&language)?;
                let event = arguments::text("event", event)?;
                Ok(oxideal_engine::describe_event::<$Game>(&self.0, &event, &language)?)
            }

            #[doc = docstring!(Rules.replace)]
            #[pyo3(signature = (**options))]
            fn replace(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> Result<Self> {
                arguments::rules_replaced(&self.to_dict(py)?, options).map(Self)
            }

            #[pyo3(signature = (**options))]
            fn __replace__(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> Result<Self> {
                self.replace(py, options)
            }

            fn __repr__(&self) -> String {
                crate::classes::rules::repr(&self.0)
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<crate::classes::rules::Reduced<'py>> {
                crate::classes::rules::reduce(slf)
            }
        }
    };
}

pub(crate) use rules_class;
