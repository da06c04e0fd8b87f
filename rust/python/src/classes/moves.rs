//! The class `Moves`: the legal moves at one moment.

use oxideal_engine::{Action, Error, Game};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyList, PySlice};

use super::{GameClasses, GameMove, Wraps};
use crate::arguments;
use crate::errors::Result;
use crate::package;

/// What `Moves` needs of a game's rules. A trait object, as one class serves all games.
trait Table: Send + Sync {
    fn to_rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>>;

    fn to_move<'py>(&self, py: Python<'py>, action: Action) -> Result<Bound<'py, PyAny>>;

    fn to_json(&self, actions: &[Action]) -> Result<Vec<u8>>;

    /// Returns the id of a move; `None` if it is not a `Move` of these rules.
    fn action(&self, value: &Bound<'_, PyAny>) -> Option<Action>;
}

struct RulesOf<G: Game>(G::Rules);

impl<G: GameClasses> Table for RulesOf<G> {
    fn to_rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(Bound::new(py, G::RulesClass::wrap(self.0.clone()))?.into_any())
    }

    fn to_move<'py>(&self, py: Python<'py>, action: Action) -> Result<Bound<'py, PyAny>> {
        Ok(Bound::new(py, G::MoveClass::wrap(GameMove::of_action(&self.0, action)?))?.into_any())
    }

    fn to_json(&self, actions: &[Action]) -> Result<Vec<u8>> {
        Ok(oxideal_engine::moves_to_json::<G>(&self.0, actions)?)
    }

    fn action(&self, value: &Bound<'_, PyAny>) -> Option<Action> {
        let known = GameMove::<G>::from_argument(value)?;
        (GameMove::of_action(&self.0, known.action()).ok()? == *known).then(|| known.action())
    }
}

/// The legal moves at one moment: ids, each of which becomes a `Move` when it is asked for. `oxideal.interface.Moves`
/// documents it, and does the same for the reference.
#[pyclass(frozen, generic, sequence, module = "oxideal._native")]
pub(crate) struct Moves {
    rules: Box<dyn Table>,
    /// Ascending.
    actions: Vec<Action>,
}

impl Moves {
    pub(crate) fn new<G: GameClasses>(rules: G::Rules, actions: Vec<Action>) -> Self {
        Self { rules: Box::new(RulesOf::<G>(rules)), actions }
    }

    fn list<'py>(
        &self,
        py: Python<'py>,
        actions: impl IntoIterator<Item = Action>,
    ) -> Result<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for action in actions {
            list.append(self.rules.to_move(py, action)?)?;
        }
        Ok(list)
    }

    fn all<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyList>> {
        self.list(py, self.actions.iter().copied())
    }

    /// Returns the index of a move.
    fn place(&self, value: &Bound<'_, PyAny>) -> Option<usize> {
        self.actions.binary_search(&self.rules.action(value)?).ok()
    }
}

#[pymethods]
impl Moves {
    fn __len__(&self) -> usize {
        self.actions.len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
        let (py, len) = (index.py(), self.actions.len() as isize);
        if let Ok(slice) = index.cast::<PySlice>() {
            let slice = slice.indices(len)?;
            let places = (0..slice.slicelength as isize).map(|nth| slice.start + nth * slice.step);
            return Ok(self.list(py, places.map(|place| self.actions[place as usize]))?.into_any());
        }
        let place = arguments::any_int("an index", index)?.extract::<isize>().ok();
        let place = place.map(|place| if place < 0 { place + len } else { place } as usize);
        let action = place.and_then(|place| self.actions.get(place));
        self.rules.to_move(py, *action.ok_or_else(|| PyIndexError::new_err("move index out of range"))?)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyIterator>> {
        Ok(self.all(py)?.try_iter()?)
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyIterator>> {
        Ok(self.list(py, self.actions.iter().rev().copied())?.try_iter()?)
    }

    fn __contains__(&self, r#move: &Bound<'_, PyAny>) -> bool {
        self.place(r#move).is_some()
    }

    #[pyo3(signature = (r#move, start=None, stop=None, /))]
    fn index(
        &self,
        r#move: &Bound<'_, PyAny>,
        start: Option<&Bound<'_, PyAny>>,
        stop: Option<&Bound<'_, PyAny>>,
    ) -> Result<usize> {
        let start = start.map(|start| arguments::any_int("start", start)).transpose()?;
        let stop = stop.map(|stop| arguments::any_int("stop", stop)).transpose()?;
        let slice = r#move.py().get_type::<PySlice>().call1((start, stop))?;
        let slice = slice.cast::<PySlice>()?.indices(self.actions.len() as isize)?;
        self.place(r#move)
            .filter(|&place| (slice.start..slice.stop).contains(&(place as isize)))
            .ok_or_else(|| Error::InvalidArgument("not one of these moves".into()).into())
    }

    #[pyo3(signature = (r#move, /))]
    fn count(&self, r#move: &Bound<'_, PyAny>) -> usize {
        self.place(r#move).is_some().into()
    }

    fn __eq__<'py>(&self, other: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
        let py = other.py();
        if let Ok(other) = other.cast::<Self>() {
            return Ok(self.all(py)?.rich_compare(other.get().all(py)?, CompareOp::Eq)?);
        }
        if other.is_instance_of::<PyList>() {
            return Ok(self.all(py)?.rich_compare(other, CompareOp::Eq)?);
        }
        Ok(py.NotImplemented().into_bound(py))
    }

    fn __repr__(&self, py: Python<'_>) -> Result<String> {
        Ok(self.all(py)?.repr()?.to_string())
    }

    fn to_json<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
        package::bytes(py, &self.rules.to_json(&self.actions)?)
    }

    /// The interface makes the table, for both engines.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("oxideal.interface")?.getattr("Moves")?.call_method1("_repr_html_", (slf,))
    }

    /// The rules make the moves again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Vec<Action>,))> {
        Ok((self.rules.to_rules(py)?.getattr("_moves")?, (self.actions.clone(),)))
    }
}
