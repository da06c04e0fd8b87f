//! What the classes `State` and `View` share.

use oxideal_engine::{Action, Game, Position, Recent, RoundApi, Rules, Seat};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::{ActionArgument, GameClasses, GameMove, Moves, Wraps};
use crate::errors::Result;
use crate::package;

type KnowledgeOf<G> = <<G as Game>::Position as Position>::Knowledge;

/// A round as a Python class: a state, or what one seat knows.
pub(crate) trait RoundClass<G: GameClasses> {
    type Round: RoundApi<Game = G>;

    /// Reads the round. `read` must not call Python, as a state is locked meanwhile.
    fn with_round<R>(&self, read: impl FnOnce(&Self::Round) -> R) -> R;

    /// Returns what all seats have learned from the play so far.
    fn knowledge(&self) -> KnowledgeOf<G>;

    /// Returns the last actions.
    fn recent(&self) -> Recent;

    /// Reads the position. A view's position lacks the hidden cards.
    fn with_position<R>(&self, read: impl FnOnce(&G::Rules, &G::Position) -> R) -> R {
        self.with_round(|round| read(round.rules(), round.position()))
    }

    /// Calls `read` for each seat.
    fn per_seat<R>(&self, read: impl Fn(&G::Rules, &G::Position, u8) -> R) -> Vec<R> {
        self.with_position(|rules, position| {
            (0..rules.players() as u8).map(|seat| read(rules, position, seat)).collect()
        })
    }

    fn engine_rules(&self) -> G::Rules {
        self.with_round(|round| round.rules().clone())
    }

    fn rules(&self) -> G::RulesClass {
        G::RulesClass::wrap(self.engine_rules())
    }

    fn current_player(&self) -> Option<Seat> {
        self.with_round(Self::Round::current_player)
    }

    fn is_over(&self) -> bool {
        self.with_round(Self::Round::is_over)
    }

    fn is_void(&self) -> bool {
        self.with_round(Self::Round::is_void)
    }

    fn payoffs<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.with_round(Self::Round::payoffs).map(|payoffs| PyTuple::new(py, payoffs)).transpose()
    }

    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.with_round(Self::Round::winners).map(|winners| PyTuple::new(py, winners)).transpose()
    }

    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.with_round(Self::Round::scores).map(|scores| PyTuple::new(py, scores)).transpose()
    }

    fn forfeited<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.with_round(Self::Round::forfeited).map(|forfeit| package::forfeit(py, forfeit)).transpose()
    }

    fn legal_actions(&self) -> Vec<Action> {
        self.with_round(Self::Round::legal)
    }

    fn legal_moves(&self) -> Moves {
        self.with_round(|round| Moves::new::<G>(round.rules().clone(), round.legal()))
    }

    /// Returns whether a move, text or id is legal; `false` if it names no move.
    fn is_legal(&self, value: &Bound<'_, PyAny>) -> Result<bool> {
        let given = ActionArgument::<G>::read(value)?;
        Ok(self
            .with_round(|round| given.resolve(round.rules()).is_ok_and(|(_, chosen)| round.allows(chosen))))
    }

    fn parse(&self, text: &Bound<'_, PyAny>) -> Result<G::MoveClass> {
        let rules = self.engine_rules();
        GameMove::parse(&rules, text).map(G::MoveClass::wrap)
    }

    fn render(&self) -> String {
        self.with_round(Self::Round::render)
    }

    /// Returns the last actions as pairs of a seat and an id.
    fn recent_pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.recent().iter().collect::<Vec<_>>())
    }
}

macro_rules! round_methods {
    ($Class:ident) => {
        #[pymethods]
        impl $Class {
            #[doc = docstring!(RoundApi.rules)]
            #[getter]
            fn rules(&self) -> Rules {
                self.0.rules()
            }

            #[doc = docstring!(RoundApi.current_player)]
            #[getter]
            fn current_player(&self) -> Option<oxideal_engine::Seat> {
                self.0.current_player()
            }

            #[doc = docstring!(RoundApi.is_over)]
            #[getter]
            fn is_over(&self) -> bool {
                self.0.is_over()
            }

            #[doc = docstring!(RoundApi.is_void)]
            #[getter]
            fn is_void(&self) -> bool {
                self.0.is_void()
            }

            #[doc = docstring!(RoundApi.payoffs)]
            #[getter]
            fn payoffs<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, pyo3::types::PyTuple>>> {
                self.0.payoffs(py)
            }

            #[doc = docstring!(RoundApi.winners)]
            #[getter]
            fn winners<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, pyo3::types::PyTuple>>> {
                self.0.winners(py)
            }

            #[doc = docstring!(RoundApi.scores)]
            #[getter]
            fn scores<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, pyo3::types::PyTuple>>> {
                self.0.scores(py)
            }

            #[doc = docstring!(RoundApi.forfeited)]
            #[getter]
            fn forfeited<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
                self.0.forfeited(py)
            }

            #[doc = docstring!(RoundApi.recent)]
            #[getter]
            fn recent<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
                self.0.recent_pairs(py)
            }

            #[doc = docstring!(RoundApi.legal_actions)]
            fn legal_actions(&self) -> Vec<oxideal_engine::Action> {
                self.0.legal_actions()
            }

            #[doc = docstring!(RoundApi.legal_moves)]
            fn legal_moves(&self) -> crate::classes::Moves {
                self.0.legal_moves()
            }

            #[doc = docstring!(RoundApi.is_legal)]
            #[pyo3(signature = (r#move, /))]
            fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> crate::errors::Result<bool> {
                self.0.is_legal(r#move)
            }

            #[doc = docstring!(RoundApi.parse)]
            #[pyo3(signature = (text, /))]
            fn parse(&self, text: &Bound<'_, PyAny>) -> crate::errors::Result<Move> {
                self.0.parse(text)
            }

            #[doc = docstring!(RoundApi.to_text)]
            fn to_text(&self) -> String {
                self.0.to_text()
            }

            #[doc = docstring!(RoundApi.to_bytes)]
            fn to_bytes<'py>(
                &self,
                py: Python<'py>,
            ) -> crate::errors::Result<Bound<'py, pyo3::types::PyBytes>> {
                crate::package::bytes(py, &self.0.to_bytes()?)
            }

            #[doc = docstring!(RoundApi.to_json)]
            fn to_json<'py>(
                &self,
                py: Python<'py>,
            ) -> crate::errors::Result<Bound<'py, pyo3::types::PyBytes>> {
                crate::package::bytes(py, &self.0.to_json()?)
            }

            fn __str__(&self) -> String {
                self.0.render()
            }

            fn __repr__(&self) -> String {
                format!("{}.from_text({})", stringify!($Class), self.0.text_arguments())
            }

            fn __reduce__<'py>(
                slf: &Bound<'py, Self>,
            ) -> crate::errors::Result<(Bound<'py, PyAny>, (Bound<'py, pyo3::types::PyBytes>,))> {
                Ok((slf.get_type().getattr("from_bytes")?, (slf.get().to_bytes(slf.py())?,)))
            }
        }
    };
}

pub(crate) use round_methods;
