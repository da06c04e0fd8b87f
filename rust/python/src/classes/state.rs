//! The class `State`.

use std::hash::{Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use oxideal_engine::{Action, Error, Game, Position, Recent, Seat, Start, State, Stream};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use super::{ActionArgument, GameClasses, GameView, RoundClass, RulesArgument, cast_argument, origin};
use crate::arguments::{self, Defaulted, SeedArgument, StreamArgument};
use crate::errors::{BindingError, Result};
use crate::package;
use crate::runtime::Interrupts;

/// A state that Python threads may share.
pub(crate) struct GameState<G: Game>(Mutex<State<G>>);

impl<G: GameClasses> PartialEq for GameState<G> {
    fn eq(&self, other: &Self) -> bool {
        // Another thread may change it between the two locks below.
        if std::ptr::eq(self, other) {
            return true;
        }
        // One lock at a time: two threads may compare the same two states in opposite order.
        let mine = self.lock().clone();
        mine == *other.lock()
    }
}

impl<G: GameClasses> Hash for GameState<G> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.lock().hash(hasher);
    }
}

impl<G: GameClasses> RoundClass<G> for GameState<G> {
    type Round = State<G>;

    fn with_round<R>(&self, read: impl FnOnce(&State<G>) -> R) -> R {
        read(&self.lock())
    }

    fn knowledge(&self) -> <G::Position as Position>::Knowledge {
        self.lock().knowledge()
    }

    fn recent(&self) -> Recent {
        self.lock().recent()
    }
}

impl<G: GameClasses> From<State<G>> for GameState<G> {
    #[inline]
    fn from(state: State<G>) -> Self {
        Self(Mutex::new(state))
    }
}

impl<G: GameClasses> GameState<G> {
    /// Returns the state in an argument, if it is a `State` of this game.
    pub(crate) fn from_argument<'a>(argument: &'a Bound<'_, PyAny>) -> Option<&'a Self> {
        cast_argument::<G::StateClass, Self>(argument)
    }

    /// Nothing may call Python while the state is locked.
    fn lock(&self) -> MutexGuard<'_, State<G>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Deals a new round.
    pub(crate) fn deal(
        rules: Option<RulesArgument<G>>,
        seed: Option<SeedArgument>,
        stream: StreamArgument,
        dealer: Option<&Bound<'_, PyAny>>,
    ) -> Result<Self> {
        let rules = RulesArgument::or_default(rules);
        let dealer = dealer.map(|seat| arguments::seat("dealer", seat, &rules)).transpose()?;
        let seed = SeedArgument::or_from_system(seed)?;
        let state = match dealer {
            Some(dealer) => State::deal_by(rules, dealer, seed, stream.0)?,
            None => State::deal(rules, seed, stream.0),
        };
        Ok(state.into())
    }

    /// Returns the stream that the round was dealt from.
    fn dealt_from(&self) -> Option<Stream> {
        let state = self.lock();
        state.is_dealt().then(|| state.chance().clone())
    }

    pub(crate) fn seed<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.dealt_from().map(|stream| arguments::seed_as_int(py, stream.seed())).transpose()
    }

    pub(crate) fn stream(&self) -> Option<u128> {
        self.dealt_from().map(|stream| stream.stream())
    }

    pub(crate) fn origin<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let origin = self.lock().origin();
        origin::to_python(py, origin)
    }

    pub(crate) fn from_origin(rules: RulesArgument<G>, origin: &Bound<'_, PyAny>) -> Result<Self> {
        let origin = origin::from_python(&rules.0, origin)?;
        Ok(State::from_origin(rules.0, origin)?.into())
    }

    pub(crate) fn history<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        let history = self.lock().try_history()?;
        let history = package::integers(py, history.into_iter())?;
        Ok(py.get_type::<PyTuple>().call1((history,))?)
    }

    pub(crate) fn push(&self, value: &Bound<'_, PyAny>) -> Result<()> {
        let given = ActionArgument::<G>::read(value)?;
        let mut state = self.lock();
        let action = given.action(state.rules())?;
        Ok(state.push(action)?)
    }

    pub(crate) fn pop(&self) -> Result<Action> {
        Ok(self.lock().pop()?)
    }

    #[inline]
    pub(crate) fn copy(&self) -> Self {
        self.lock().clone().into()
    }

    fn seat(&self, seat: &Bound<'_, PyAny>) -> Result<Seat> {
        let rules = self.engine_rules();
        arguments::seat("seat", seat, &rules)
    }

    pub(crate) fn view(&self, seat: &Bound<'_, PyAny>) -> Result<GameView<G>> {
        let seat = self.seat(seat)?;
        let state = self.lock();
        Ok(GameView::new(state.view(seat)?, state.public_history(seat)?))
    }

    pub(crate) fn events<'py>(&self, seat: &Bound<'py, PyAny>) -> Result<Bound<'py, PyList>> {
        let py = seat.py();
        let seat = self.seat(seat)?;
        let events = self.lock().events(seat)?;
        Ok(package::texts(py, &events)?)
    }

    pub(crate) fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> Result<u64> {
        let depth = arguments::depth(depth)?;
        let state = self.lock().without_history();
        let mut interrupts = Interrupts::new();
        let count = py.detach(|| state.perft(depth, || interrupts.check()));
        interrupts.into_result()?;
        // Only an interrupt ends a count early.
        count.ok_or_else(|| PyKeyboardInterrupt::new_err(()).into())
    }

    pub(crate) fn to_text(&self) -> String {
        self.lock().to_text()
    }

    /// Returns the arguments of `from_text` for a `repr`. The text lacks the chance ahead, and the
    /// seed may be secret.
    pub(crate) fn text_arguments(&self) -> String {
        let state = self.lock();
        let seed = if state.position().chance_ahead(state.rules()) { ", seed=..." } else { "" };
        format!("'{}'{seed}", state.to_text())
    }

    pub(crate) fn from_text(
        text: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
        stream: &Defaulted<'_>,
    ) -> Result<Self> {
        let text = arguments::text("text", text)?;
        let chance = arguments::future_chance(seed, stream)?;
        Ok(State::from_text(&text, chance)?.into())
    }

    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>> {
        Ok(self.lock().try_to_bytes()?)
    }

    /// Replays the round without the GIL.
    pub(crate) fn from_bytes(data: &Bound<'_, PyAny>) -> Result<Self> {
        let bytes = arguments::bytes("data", data)?;
        let (mut interrupts, mut has_memory) = (Interrupts::new(), false);
        let state = data.py().detach(|| {
            State::from_bytes_checked(bytes, |left| {
                if !has_memory {
                    has_memory = true;
                    return check_memory(State::<G>::history_size(left));
                }
                if interrupts.check() { Ok(()) } else { Err(PyKeyboardInterrupt::new_err(()).into()) }
            })
        });
        interrupts.into_result()?;
        state.map(Self::from).map_err(|error: BindingError| error)
    }

    /// Returns the start of playouts from this state.
    pub(crate) fn start(&self) -> Start<G> {
        Start::State(Box::new(self.lock().without_history()))
    }
}

/// Fails if there is not this much memory, which is then taken in small pieces that cannot fail.
fn check_memory(bytes: usize) -> Result<()> {
    let mut probe: Vec<u8> = Vec::new();
    Ok(probe.try_reserve_exact(bytes).map_err(Error::from)?)
}

macro_rules! state_class {
    ($Game:ty, $module:literal, $(#[$doc:meta])*) => {
        $(#[$doc])*
        #[pyclass(frozen, eq, hash, module = $module)]
        #[derive(PartialEq, Hash)]
        pub(crate) struct State(pub(super) crate::classes::GameState<$Game>);

        crate::classes::wrap!(State, crate::classes::GameState<$Game>);
        crate::classes::round_methods!(State);

        #[pymethods]
        impl State {
            #[new]
            #[pyo3(
                        signature = (
                            rules=None, *, seed=None, stream=crate::arguments::StreamArgument(0), dealer=None
                        ),
                        text_signature = "(rules=None, *, seed=None, stream=0, dealer=None)"
                    )]
            fn new(
                rules: Option<crate::classes::RulesArgument<$Game>>,
                seed: Option<crate::arguments::SeedArgument>,
                stream: crate::arguments::StreamArgument,
                dealer: Option<&Bound<'_, PyAny>>,
            ) -> crate::errors::Result<Self> {
                crate::classes::GameState::deal(rules, seed, stream, dealer).map(Self)
            }

            /// The seed of the deal, even if the system chose it; None for a position set up by hand.
            ///
            /// seed: int | None
            #[getter]
            fn seed<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
                self.0.seed(py)
            }

            /// The stream number of the deal; None for a position set up by hand.
            ///
            /// stream: int | None
            #[getter]
            fn stream(&self) -> Option<u128> {
                self.0.stream()
            }

            /// Where the round began: its deal or its starting position.
            ///
            /// origin: Origin
            ///
            /// It does not depend on what has been played since.
            #[getter]
            fn origin<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                self.0.origin(py)
            }

            /// Return the state in which a round with this origin begins.
            ///
            /// from_origin(rules: Rules, origin: Origin, /) -> Self
            ///
            /// Raises `InvalidStateError` if the parts of the origin contradict each other or these
            /// rules.
            #[classmethod]
            #[pyo3(signature = (rules, origin, /))]
            fn from_origin(
                _cls: &Bound<'_, pyo3::types::PyType>,
                rules: crate::classes::RulesArgument<$Game>,
                origin: &Bound<'_, PyAny>,
            ) -> crate::errors::Result<Self> {
                crate::classes::GameState::from_origin(rules, origin).map(Self)
            }

            /// The ids of the actions played since the start, oldest first.
            ///
            /// history: tuple[int, ...]
            #[getter]
            fn history<'py>(&self, py: Python<'py>) -> crate::errors::Result<Bound<'py, PyAny>> {
                self.0.history(py)
            }

            /// Play a move, given as a `Move`, its text or its action id.
            ///
            /// push(move: Move | int | str, /) -> None
            ///
            /// Raises `IllegalMoveError` if the move is not legal now (`error.rule` names the rule),
            /// `InvalidMoveError` if the id is outside the table or the text names no move, and
            /// `TypeError` for anything else. After an error the state is unchanged.
            #[pyo3(signature = (r#move, /))]
            fn push(&self, r#move: &Bound<'_, PyAny>) -> crate::errors::Result<()> {
                self.0.push(r#move)
            }

            /// Take back the last action and return its id.
            ///
            /// pop() -> int
            ///
            /// Raises `InvalidStateError` if nothing has been played since the start.
            fn pop(&self) -> crate::errors::Result<oxideal_engine::Action> {
                self.0.pop()
            }

            /// Return an independent copy with the same history, seed and stream.
            ///
            /// copy() -> Self
            fn copy(&self) -> Self {
                Self(self.0.copy())
            }

            fn __copy__(&self) -> Self {
                self.copy()
            }

            fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
                self.copy()
            }

            /// Return what a seat knows of the round.
            ///
            /// view(seat: int, /) -> View
            ///
            /// Raises `InvalidArgumentError` if the game has no such seat.
            #[pyo3(signature = (seat, /))]
            fn view(&self, seat: &Bound<'_, PyAny>) -> crate::errors::Result<View> {
                self.0.view(seat).map(View)
            }

            /// Return everything that a seat has been told, in order, as short texts.
            ///
            /// events(seat: int, /) -> list[str]
            ///
            /// `View.from_events` builds the seat's view from them. Raises `InvalidArgumentError` if
            /// the game has no such seat.
            #[pyo3(signature = (seat, /))]
            fn events<'py>(
                &self,
                seat: &Bound<'py, PyAny>,
            ) -> crate::errors::Result<Bound<'py, pyo3::types::PyList>> {
                self.0.events(seat)
            }

            /// Count the action sequences of exactly `depth` actions. `depth` is 0 to 255.
            ///
            /// perft(depth: int, /) -> int
            ///
            /// The count, and the time it takes, grows exponentially. Ctrl-C stops it. Raises
            /// `InvalidArgumentError` if `depth` is out of range.
            #[pyo3(signature = (depth, /))]
            fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> crate::errors::Result<u64> {
                self.0.perft(py, depth)
            }

            /// Return the position that a text describes, as written by `to_text`.
            ///
            /// from_text(text: str, /, *, seed: Seed = None, stream: int = 0) -> Self
            ///
            /// The text holds neither the history nor future chance (a redeal, a reshuffle), which `seed`
            /// and `stream` decide; without a seed the system chooses one. So the result equals the original
            /// only if no chance is ahead. `to_bytes` keeps both. Raises `InvalidStateError` if the text is
            /// not a valid position.
            #[classmethod]
            #[pyo3(
                        signature = (
                            text, /, *, seed=None,
                            stream=crate::arguments::Defaulted::Missing
                        ),
                        text_signature = "(text, /, *, seed=None, stream=0)"
                    )]
            fn from_text(
                _cls: &Bound<'_, pyo3::types::PyType>,
                text: &Bound<'_, PyAny>,
                seed: Option<&Bound<'_, PyAny>>,
                stream: crate::arguments::Defaulted<'_>,
            ) -> crate::errors::Result<Self> {
                crate::classes::GameState::from_text(text, seed, &stream).map(Self)
            }

            /// Return the state that a dict describes, with its history: the inverse of `to_dict`.
            ///
            /// from_dict(fields: dict[str, Any], /) -> Self
            ///
            /// Raises `InvalidStateError` if `to_dict` cannot have returned the dict.
            #[classmethod]
            #[pyo3(signature = (fields, /))]
            fn from_dict<'py>(
                cls: &Bound<'py, pyo3::types::PyType>,
                fields: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                crate::package::dicts(cls.py(), "to_state", (cls, fields))
            }

            /// Return a saved state with its history: the inverse of `to_bytes`.
            ///
            /// from_bytes(data: bytes, /) -> Self
            ///
            /// At most 100,000 actions are read, which only redeals of Dou Dizhu can exceed. Ctrl-C stops
            /// the replay. Raises `InvalidStateError` if the bytes are damaged or hold something else.
            #[classmethod]
            #[pyo3(signature = (data, /))]
            fn from_bytes(
                _cls: &Bound<'_, pyo3::types::PyType>,
                data: &Bound<'_, PyAny>,
            ) -> crate::errors::Result<Self> {
                crate::classes::GameState::from_bytes(data).map(Self)
            }
        }
    };
}

pub(crate) use state_class;
