//! What the classes `State` and `View` share.

use oxideal_engine::{Action, Error, Game, Position, Recent, Round, Rules, Seat};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::{GameClasses, GameMove, Wraps};
use crate::errors::{BindingError, Result};

type MemoryOf<G> = <<G as Game>::Position as Position>::Memory;

/// A round that Python sees: all of it, or what a seat knows.
pub(crate) trait RoundClass<G: GameClasses> {
    type Round: Round<Rules = G::Rules>;

    /// Reads the rules and the round. `read` must not call Python: a state is locked meanwhile.
    fn with_round<R>(&self, read: impl FnOnce(&G::Rules, &Self::Round) -> R) -> R;

    /// The same with the position, in which a view's hidden cards are missing.
    fn with_position<R>(&self, read: impl FnOnce(&G::Rules, &G::Position) -> R) -> R;

    /// What all at the table have seen on the way to the position.
    fn knowledge(&self) -> MemoryOf<G>;

    /// The last actions.
    fn recent(&self) -> Recent;

    /// What `read` gives for each seat.
    fn per_seat<R>(&self, read: impl Fn(&G::Rules, &G::Position, u8) -> R) -> Vec<R> {
        self.with_position(|rules, position| {
            (0..rules.players() as u8).map(|seat| read(rules, position, seat)).collect()
        })
    }

    fn rules(&self) -> G::RulesClass {
        G::RulesClass::wrap(self.with_round(|rules, _| rules.clone()))
    }

    fn current_player(&self) -> Option<Seat> {
        self.with_round(|_, round| round.current_player())
    }

    fn is_over(&self) -> bool {
        self.current_player().is_none()
    }

    /// One number a seat once the round is over.
    fn result(&self, write: impl FnOnce(&Self::Round, &G::Rules, &mut [i32])) -> Option<Vec<i32>> {
        self.with_round(|rules, round| {
            round.current_player().is_none().then(|| {
                let mut result = vec![0; rules.players()];
                write(round, rules, &mut result);
                result
            })
        })
    }

    fn legal_actions(&self) -> Vec<Action> {
        self.with_round(|rules, round| {
            let mut actions = Vec::new();
            round.legal(rules, &mut actions);
            actions
        })
    }

    fn legal_moves(&self) -> Result<Vec<G::MoveClass>> {
        let rules = self.with_round(|rules, _| rules.clone());
        let to_move = |action| GameMove::of_action(&rules, action).map(G::MoveClass::wrap);
        self.legal_actions().into_iter().map(to_move).collect()
    }

    /// `false` for an id outside the table.
    fn is_legal(&self, value: &Bound<'_, PyAny>) -> Result<bool> {
        let rules = self.with_round(|rules, _| rules.clone());
        match GameMove::<G>::action_of(&rules, value) {
            Ok(action) => Ok(self.with_round(|rules, round| round.is_legal(rules, action))),
            Err(BindingError::Engine(Error::InvalidMove(_))) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn parse(&self, text: &Bound<'_, PyAny>) -> Result<G::MoveClass> {
        let rules = self.with_round(|rules, _| rules.clone());
        GameMove::parse(&rules, text).map(G::MoveClass::wrap)
    }

    fn render(&self) -> String {
        self.with_round(|rules, round| round.draw(rules))
    }

    /// The last actions as pairs of a seat and an id.
    fn recent_pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.recent().iter().collect::<Vec<_>>())
    }
}

/// One number a seat, as Python has it.
pub(crate) fn result_tuple(py: Python<'_>, result: Option<Vec<i32>>) -> PyResult<Option<Bound<'_, PyTuple>>> {
    result.map(|result| PyTuple::new(py, result)).transpose()
}

macro_rules! round_methods {
    ($Class:ident) => {
        #[pymethods]
        impl $Class {
            /// How the round is played.
            #[getter]
            fn rules(&self) -> Rules {
                self.0.rules()
            }

            /// The seat that is to choose, or None when the round is over.
            #[getter]
            fn current_player(&self) -> Option<oxideal_engine::Seat> {
                self.0.current_player()
            }

            /// Whether the round is over.
            #[getter]
            fn is_over(&self) -> bool {
                self.0.is_over()
            }

            /// One integer a seat, higher is better; None before the end.
            #[getter]
            fn payoffs<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, pyo3::types::PyTuple>>> {
                crate::classes::round::result_tuple(py, self.0.result(oxideal_engine::Round::payoffs))
            }

            /// What the game itself calls the score, one a seat; None before the end.
            #[getter]
            fn scores<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, pyo3::types::PyTuple>>> {
                crate::classes::round::result_tuple(py, self.0.result(oxideal_engine::Round::scores))
            }

            /// The last actions, at most 16, as pairs of a seat and an id, the oldest first.
            #[getter]
            fn recent<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
                self.0.recent_pairs(py)
            }

            /// The ids that may be played now, ascending.
            fn legal_actions(&self) -> Vec<oxideal_engine::Action> {
                self.0.legal_actions()
            }

            /// The same as moves.
            fn legal_moves(&self) -> crate::errors::Result<Vec<Move>> {
                self.0.legal_moves()
            }

            /// Whether this move or id may be played now. False for an id that is not in the table.
            #[pyo3(signature = (r#move, /))]
            fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> crate::errors::Result<bool> {
                self.0.is_legal(r#move)
            }

            /// The move that this text names here, legal or not; InvalidMoveError when it names none.
            #[pyo3(signature = (text, /))]
            fn parse(&self, text: &Bound<'_, PyAny>) -> crate::errors::Result<Move> {
                self.0.parse(text)
            }

            /// One line that `from_text` reads, fit for a bug report.
            fn to_text(&self) -> String {
                self.0.to_text()
            }

            /// A compact form that `from_bytes` of either backend reads; pickling uses it.
            fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, pyo3::types::PyBytes> {
                pyo3::types::PyBytes::new(py, &self.0.to_bytes())
            }

            fn __str__(&self) -> String {
                self.0.render()
            }

            /// The picture that notebooks show.
            fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                crate::package::svg(slf)
            }

            fn __repr__(&self) -> String {
                format!("{}.from_text('{}')", stringify!($Class), self.0.to_text())
            }

            fn __reduce__<'py>(
                slf: &Bound<'py, Self>,
            ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, pyo3::types::PyBytes>,))> {
                Ok((slf.get_type().getattr("from_bytes")?, (slf.get().to_bytes(slf.py()),)))
            }
        }
    };
}

pub(crate) use round_methods;
