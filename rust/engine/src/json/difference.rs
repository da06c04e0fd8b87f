//! The first difference between two values, in words.

use super::JsonValue;
use crate::text::quoted;

/// Returns how a value differs from the wanted one; `None` if it does not. The order of fields does not matter.
pub(crate) fn difference(name: &str, found: &JsonValue<'_>, wanted: &JsonValue<'_>) -> Option<String> {
    match (found, wanted) {
        (JsonValue::Object(found), JsonValue::Object(fields)) => {
            let within = |field: &str| if name.is_empty() { field.into() } else { format!("{name}.{field}") };
            if let Some((field, _)) =
                fields.iter().find(|(field, _)| !found.iter().any(|(other, _)| other == field))
            {
                return Some(format!("missing field {}", quoted(&within(field))));
            }
            found.iter().find_map(|(field, value)| match wanted.get(field) {
                Some(wanted) => difference(&within(field), value, wanted),
                None => Some(format!("unknown field {}", quoted(&within(field)))),
            })
        }
        (JsonValue::List(found), JsonValue::List(items)) if found.len() != items.len() => {
            Some(format!("{name} must have {} items, got {}", items.len(), found.len()))
        }
        (JsonValue::List(found), JsonValue::List(items)) => found
            .iter()
            .zip(items)
            .enumerate()
            .find_map(|(place, (found, item))| difference(&format!("{name}[{place}]"), found, item)),
        _ if found == wanted => None,
        _ if std::mem::discriminant(found) == std::mem::discriminant(wanted) => {
            Some(format!("{name} must be {}, got {}", shown(wanted), shown(found)))
        }
        _ => Some(format!("{name} must be {}, {}", shown(wanted), given(found))),
    }
}

/// The end of a message about a value of a wrong type. The names of types are those of Python.
pub(crate) fn given(value: &JsonValue<'_>) -> String {
    match value {
        JsonValue::List(_) => "not list".into(),
        JsonValue::Object(_) => "not dict".into(),
        _ => format!("got {}", shown(value)),
    }
}

fn shown(value: &JsonValue<'_>) -> String {
    match value {
        JsonValue::Null => "null".into(),
        JsonValue::Boolean(value) => value.to_string(),
        JsonValue::Integer(value) => value.to_string(),
        JsonValue::Text(value) => quoted(value),
        JsonValue::List(_) => "a list".into(),
        JsonValue::Object(_) => "a dict".into(),
    }
}
