//! What the classes `State` and `View` share.

use oxideal_engine::{Action, Game, Position, Recent, RoundApi, Rules, Seat};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::{ActionArgument, GameClasses, GameMove, Moves, Wraps};
use crate::errors::Result;

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
            /// The rules of the round.
            ///
            /// rules: Rules
            #[getter]
            fn rules(&self) -> Rules {
                self.0.rules()
            }

            /// The seat to move; None when the round is over.
            ///
            /// current_player: int | None
            #[getter]
            fn current_player(&self) -> Option<oxideal_engine::Seat> {
                self.0.current_player()
            }

            /// Whether the round is over.
            ///
            /// is_over: bool
            #[getter]
            fn is_over(&self) -> bool {
                self.0.is_over()
            }

            /// Whether the round is over without a result: all payoffs are 0, and nobody wins.
            ///
            /// is_void: bool
            ///
            /// Rounds can be void in Dou Dizhu (DD-09) and Rummy (RM-17).
            #[getter]
            fn is_void(&self) -> bool {
                self.0.is_void()
            }

            /// What each seat won or lost, higher is better; None until the round is over.
            ///
            /// payoffs: tuple[int, ...] | None
            #[getter]
            fn payoffs<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, pyo3::types::PyTuple>>> {
                self.0.payoffs(py)
            }

            /// The seats with the highest payoff, ascending; None until the round is over.
            ///
            /// winners: tuple[int, ...] | None
            ///
            /// Ties share. Nobody wins if all payoffs are 0, as in a void round: the tuple is empty.
            #[getter]
            fn winners<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, pyo3::types::PyTuple>>> {
                self.0.winners(py)
            }

            /// Each seat's score as the game counts it; None until the round is over.
            ///
            /// scores: tuple[int, ...] | None
            ///
            /// In some games the lowest score is the best. In `payoffs` higher is always better.
            #[getter]
            fn scores<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, pyo3::types::PyTuple>>> {
                self.0.scores(py)
            }

            /// The last actions, at most 16, as pairs of a seat and an action id, oldest first.
            ///
            /// recent: tuple[tuple[int, int], ...]
            #[getter]
            fn recent<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
                self.0.recent_pairs(py)
            }

            /// Return the ids of all legal actions, in ascending order.
            ///
            /// legal_actions() -> list[int]
            ///
            /// The list is empty when the round is over and, in a view, while another seat is to move.
            fn legal_actions(&self) -> Vec<oxideal_engine::Action> {
                self.0.legal_actions()
            }

            /// Return all legal moves, in the order of `legal_actions`.
            ///
            /// legal_moves() -> Moves[Move]
            ///
            /// They stay the same when the state changes. Each `Move` is made when it is asked for.
            fn legal_moves(&self) -> crate::classes::Moves {
                self.0.legal_moves()
            }

            /// Return whether a move, given as a `Move`, its text or its action id, is legal now.
            ///
            /// is_legal(move: Move | int | str, /) -> bool
            ///
            /// Return False for an id outside the table and a text that names no move. Raises
            /// `TypeError` for anything else.
            #[pyo3(signature = (r#move, /))]
            fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> crate::errors::Result<bool> {
                self.0.is_legal(r#move)
            }

            /// Return the move that a text names in this position, legal or not.
            ///
            /// parse(text: str, /) -> Move
            ///
            /// Raises `InvalidMoveError` if the text names no move.
            #[pyo3(signature = (text, /))]
            fn parse(&self, text: &Bound<'_, PyAny>) -> crate::errors::Result<Move> {
                self.0.parse(text)
            }

            /// Return the position as one line of text, which `from_text` reads.
            ///
            /// to_text() -> str
            ///
            /// The text does not hold the history.
            fn to_text(&self) -> String {
                self.0.to_text()
            }

            /// Return a compact binary form, which `from_bytes` of either engine reads.
            ///
            /// to_bytes() -> bytes
            ///
            /// The bytes of a state hold its history, those of a view the last 16 actions (`recent`). The text
            /// has neither. Pickling uses this form.
            fn to_bytes<'py>(
                &self,
                py: Python<'py>,
            ) -> crate::errors::Result<Bound<'py, pyo3::types::PyBytes>> {
                crate::package::bytes(py, &self.0.to_bytes()?)
            }

            /// Return everything as plain JSON values, which `from_dict` of either engine reads.
            ///
            /// to_dict() -> dict[str, Any]
            ///
            /// `oxideal.schemas.schema` has the JSON Schema.
            fn to_dict<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                crate::package::dicts(slf.py(), "of_round", (slf,))
            }

            /// Return the same as JSON without spaces, which `from_json` of either engine reads.
            ///
            /// to_json() -> bytes
            fn to_json<'py>(
                &self,
                py: Python<'py>,
            ) -> crate::errors::Result<Bound<'py, pyo3::types::PyBytes>> {
                crate::package::bytes(py, &self.0.to_json()?)
            }

            fn __str__(&self) -> String {
                self.0.render()
            }

            /// Return the picture that notebooks show.
            ///
            /// _repr_svg_() -> str | None
            fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                crate::package::svg(slf)
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
