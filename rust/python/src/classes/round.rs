//! What the classes `State` and `View` share.

use oxideal_engine::{Action, Game, Position, Recent, RoundApi, Rules};
use pyo3::prelude::*;

use super::{ActionArgument, GameClasses, GameMove, Moves, Tuple, Wraps};
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
    fn per_seat<R>(&self, read: impl Fn(&G::Rules, &G::Position, u8) -> R) -> Tuple<R> {
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
}

macro_rules! round_methods {
    ($Class:ident) => {
        properties! { RoundApi of $Class {
            rules: Rules = |round| round.rules();
            current_player: Option<Seat> = |round| round.with_round(RoundApi::current_player);
            is_over: bool = |round| round.with_round(RoundApi::is_over);
            is_void: bool = |round| round.with_round(RoundApi::is_void);
            payoffs: Option<Tuple<i32>> = |round| round.with_round(RoundApi::payoffs).map(Tuple);
            winners: Option<Tuple<Seat>> = |round| round.with_round(RoundApi::winners).map(Tuple);
            scores: Option<Tuple<i32>> = |round| round.with_round(RoundApi::scores).map(Tuple);
            recent: Tuple<(Seat, Action)> = |round| round.recent().iter().collect();
        } }

        #[pymethods]
        impl $Class {
            #[doc = docstring!(RoundApi.forfeited)]
            #[getter]
            fn forfeited<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
                self.0.forfeited(py)
            }

            #[doc = docstring!(RoundApi.legal_actions)]
            fn legal_actions(&self) -> Vec<Action> {
                self.0.legal_actions()
            }

            #[doc = docstring!(RoundApi.legal_moves)]
            fn legal_moves(&self) -> Moves {
                self.0.legal_moves()
            }

            #[doc = docstring!(RoundApi.is_legal)]
            #[pyo3(signature = (r#move, /))]
            fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> Result<bool> {
                self.0.is_legal(r#move)
            }

            #[doc = docstring!(RoundApi.parse)]
            #[pyo3(signature = (text, /))]
            fn parse(&self, text: &Bound<'_, PyAny>) -> Result<Move> {
                self.0.parse(text)
            }

            #[doc = docstring!(RoundApi.to_text)]
            fn to_text(&self) -> String {
                self.0.to_text()
            }

            #[doc = docstring!(RoundApi.to_bytes)]
            fn to_bytes<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
                package::bytes(py, &self.0.to_bytes()?)
            }

            #[doc = docstring!(RoundApi.to_json)]
            fn to_json<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
                package::bytes(py, &self.0.to_json()?)
            }

            fn __str__(&self) -> String {
                self.0.render()
            }

            fn __repr__(&self) -> String {
                format!("{}.from_text({})", stringify!($Class), self.0.text_arguments())
            }

            fn __reduce__<'py>(
                slf: &Bound<'py, Self>,
            ) -> Result<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
                Ok((slf.get_type().getattr("from_bytes")?, (slf.get().to_bytes(slf.py())?,)))
            }
        }
    };
}

pub(crate) use round_methods;
