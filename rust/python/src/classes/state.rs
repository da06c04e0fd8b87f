//! The class `State`.

use std::hash::{Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use oxideal_engine::{Action, Error, Game, Position, Reason, Recent, Seat, Start, State, Stream};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

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
        let (action, chosen) = given.resolve(state.rules())?;
        Ok(state.push_move(action, chosen)?)
    }

    pub(crate) fn forfeit(&self, seat: &Bound<'_, PyAny>, why: &Bound<'_, PyAny>) -> Result<()> {
        let seat = self.seat(seat)?;
        let why = Reason::named(&arguments::text("why", why)?).map_err(Error::InvalidArgument)?;
        Ok(self.lock().forfeit(seat, why)?)
    }

    pub(crate) fn pop(&self) -> Result<Option<Action>> {
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
        Ok(GameView::new(state.view(seat)?, state.past()))
    }

    pub(crate) fn events<'py>(
        &self,
        seat: &Bound<'py, PyAny>,
        first: &Defaulted<'py>,
    ) -> Result<Bound<'py, PyList>> {
        let (py, first) = (seat.py(), first_event(first)?);
        let seat = self.seat(seat)?;
        let events = self.lock().events_from(seat, first)?;
        Ok(package::texts(py, &events)?)
    }

    pub(crate) fn events_json<'py>(
        &self,
        seat: &Bound<'py, PyAny>,
        first: &Defaulted<'py>,
    ) -> Result<Bound<'py, PyBytes>> {
        let (py, first) = (seat.py(), first_event(first)?);
        let seat = self.seat(seat)?;
        let json = self.lock().events_to_json(seat, first)?;
        package::bytes(py, &json)
    }

    pub(crate) fn to_json(&self) -> Result<Vec<u8>> {
        Ok(self.lock().to_json()?)
    }

    pub(crate) fn from_json(data: &Bound<'_, PyAny>) -> Result<Self> {
        Ok(State::from_json(arguments::bytes("data", data)?)?.into())
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

/// The number of events that the caller has already.
fn first_event(first: &Defaulted<'_>) -> Result<usize> {
    first.map_or(0, |first| Ok(arguments::integer("first", first, 0, 1 << 53)? as usize))
}

macro_rules! state_class {
    ($Game:ty, $module:literal, $protocol:ident) => {
        #[doc = docstring!($protocol)]
        #[pyclass(frozen, eq, hash, module = $module)]
        #[derive(PartialEq, Hash)]
        pub(crate) struct State(pub(super) GameState<$Game>);

        crate::classes::wrap!(State, GameState<$Game>);
        crate::classes::round_methods!(State);

        #[pymethods]
        impl State {
            #[new]
            #[pyo3(
                                        signature = (
                                            rules=None, *, seed=None, stream=StreamArgument(0), dealer=None
                                        ),
                                        text_signature = "(rules=None, *, seed=None, stream=0, dealer=None)"
                                    )]
            fn new(
                rules: Option<RulesArgument<$Game>>,
                seed: Option<SeedArgument>,
                stream: StreamArgument,
                dealer: Option<&Bound<'_, PyAny>>,
            ) -> Result<Self> {
                GameState::deal(rules, seed, stream, dealer).map(Self)
            }

            #[doc = docstring!(State.seed)]
            #[getter]
            fn seed<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
                self.0.seed(py)
            }

            #[doc = docstring!(State.stream)]
            #[getter]
            fn stream(&self) -> Option<u128> {
                self.0.stream()
            }

            #[doc = docstring!(State.origin)]
            #[getter]
            fn origin<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                self.0.origin(py)
            }

            #[doc = docstring!(State.from_origin)]
            #[classmethod]
            #[pyo3(signature = (rules, origin, /))]
            fn from_origin(
                _cls: &Bound<'_, PyType>,
                rules: RulesArgument<$Game>,
                origin: &Bound<'_, PyAny>,
            ) -> Result<Self> {
                GameState::from_origin(rules, origin).map(Self)
            }

            #[doc = docstring!(State.history)]
            #[getter]
            fn history<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
                self.0.history(py)
            }

            #[doc = docstring!(State.push)]
            #[pyo3(signature = (r#move, /))]
            fn push(&self, r#move: &Bound<'_, PyAny>) -> Result<()> {
                self.0.push(r#move)
            }

            #[doc = docstring!(State.forfeit)]
            #[pyo3(signature = (seat, why, /))]
            fn forfeit(&self, seat: &Bound<'_, PyAny>, why: &Bound<'_, PyAny>) -> Result<()> {
                self.0.forfeit(seat, why)
            }

            #[doc = docstring!(State.pop)]
            fn pop(&self) -> Result<Option<Action>> {
                self.0.pop()
            }

            #[doc = docstring!(State.copy)]
            fn copy(&self) -> Self {
                Self(self.0.copy())
            }

            fn __copy__(&self) -> Self {
                self.copy()
            }

            fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
                self.copy()
            }

            #[doc = docstring!(State.view)]
            #[pyo3(signature = (seat, /))]
            fn view(&self, seat: &Bound<'_, PyAny>) -> Result<View> {
                self.0.view(seat).map(View)
            }

            #[doc = docstring!(State.events)]
            #[pyo3(
                                signature = (seat, /, first=Defaulted::Missing),
                                text_signature = "($self, seat, /, first=0)"
                            )]
            fn events<'py>(
                &self,
                seat: &Bound<'py, PyAny>,
                first: Defaulted<'py>,
            ) -> Result<Bound<'py, PyList>> {
                self.0.events(seat, &first)
            }

            #[doc = docstring!(State.events_json)]
            #[pyo3(
                                signature = (seat, /, first=Defaulted::Missing),
                                text_signature = "($self, seat, /, first=0)"
                            )]
            fn events_json<'py>(
                &self,
                seat: &Bound<'py, PyAny>,
                first: Defaulted<'py>,
            ) -> Result<Bound<'py, PyBytes>> {
                self.0.events_json(seat, &first)
            }

            #[doc = docstring!(State.perft)]
            #[pyo3(signature = (depth, /))]
            fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> Result<u64> {
                self.0.perft(py, depth)
            }

            #[doc = docstring!(State.from_text)]
            #[classmethod]
            #[pyo3(
                                        signature = (
                                            text, /, *, seed=None,
                                            stream=Defaulted::Missing
                                        ),
                                        text_signature = "(text, /, *, seed=None, stream=0)"
                                    )]
            fn from_text(
                _cls: &Bound<'_, PyType>,
                text: &Bound<'_, PyAny>,
                seed: Option<&Bound<'_, PyAny>>,
                stream: Defaulted<'_>,
            ) -> Result<Self> {
                GameState::from_text(text, seed, &stream).map(Self)
            }

            #[doc = docstring!(State.from_json)]
            #[classmethod]
            #[pyo3(signature = (data, /))]
            fn from_json(_cls: &Bound<'_, PyType>, data: &Bound<'_, PyAny>) -> Result<Self> {
                GameState::from_json(data).map(Self)
            }

            #[doc = docstring!(State.from_bytes)]
            #[classmethod]
            #[pyo3(signature = (data, /))]
            fn from_bytes(_cls: &Bound<'_, PyType>, data: &Bound<'_, PyAny>) -> Result<Self> {
                GameState::from_bytes(data).map(Self)
            }
        }
    };
}

pub(crate) use state_class;
