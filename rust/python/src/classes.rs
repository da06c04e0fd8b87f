//! The classes of a game. PyO3 has no generic classes, so a macro writes them down for each game; what they do stands
//! in `table`, once. A game adds what is its own: how its rules and moves are built, and what can be seen of its table.

/// Writes the classes `Rules`, `Move`, `State`, `View` and `Batch` and the function `playouts` of a game.
///
/// The methods under `rules`, `move`, `state` and `view` are added to these classes, those under `table` to both `State`
/// and `View`.
macro_rules! game_classes {
    (
        $game:ty, $module:literal, $playouts:ident;
        rules { $($rules_methods:tt)* }
        move { $($move_methods:tt)* }
        table { $($table_methods:tt)* }
        state { $($state_methods:tt)* }
        view { $($view_methods:tt)* }
    ) => {
        type EngineRules = <$game as oxideal_engine::Game>::Rules;
        type EngineMove = <EngineRules as oxideal_engine::Rules>::Move;
        type EngineState = oxideal_engine::State<$game>;
        type EngineView = oxideal_engine::View<$game>;

        /// How a game is played: frozen, checked, hashable. It owns the table of actions.
        #[pyclass(frozen, eq, hash, module = $module)]
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub(crate) struct Rules(EngineRules);

        #[pymethods]
        impl Rules {
            $($rules_methods)*

            /// The number of seats; they are 0 to players - 1.
            #[getter]
            fn players(&self) -> usize {
                oxideal_engine::Rules::players(&self.0)
            }

            /// Ids are 0 to num_actions - 1.
            #[getter]
            fn num_actions(&self) -> Action {
                oxideal_engine::Rules::num_actions(&self.0)
            }

            /// Raised whenever an id changes its meaning.
            #[getter]
            fn action_table_version(&self) -> u32 {
                <EngineRules as oxideal_engine::Rules>::ACTION_TABLE_VERSION
            }

            /// The rules of the next round of a match; None where that was the last.
            fn next_round(&self) -> Option<Self> {
                oxideal_engine::Rules::next_round(&self.0).map(Self)
            }

            /// The layout of observations.
            fn observation_spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                table::observation_spec::<$game>(py, &self.0)
            }

            /// The move with this id, or InvalidMoveError.
            #[pyo3(name = "move", signature = (action, /))]
            fn to_move(&self, action: &Bound<'_, PyAny>) -> PyResult<Move> {
                let action = arguments::action(action, &self.0)?
                    .ok_or_else(|| arguments::wrong_type("action", "an integer", action))?;
                table::move_of::<$game, Move>(&self.0, action)
            }

            /// The id of this move; the inverse of `move`.
            #[pyo3(name = "action", signature = (r#move, /))]
            fn to_action(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Action> {
                table::action_of::<$game, Move>(&self.0, r#move)
            }

            /// The move that this text names, or InvalidMoveError.
            #[pyo3(signature = (text, /))]
            fn parse(&self, text: &Bound<'_, PyAny>) -> PyResult<Move> {
                table::parse::<$game, Move>(&self.0, text)
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
                Ok((slf.get_type().getattr("from_dict")?, (slf.call_method0("to_dict")?,)))
            }
        }

        /// The rules that a caller passes in.
        pub(crate) struct GivenRules(EngineRules);

        impl<'py> FromPyObject<'_, 'py> for GivenRules {
            type Error = PyErr;

            fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                let rules = value.cast::<Rules>();
                let rules = rules.map_err(|_| arguments::wrong_type("rules", "a Rules object of this game", &value))?;
                Ok(Self(rules.get().0.clone()))
            }
        }

        /// Where playouts begin.
        pub(crate) struct GivenStart(Start<$game>);

        impl<'py> FromPyObject<'_, 'py> for GivenStart {
            type Error = PyErr;

            fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                let start = if let Ok(rules) = value.cast::<Rules>() {
                    Start::Deal(rules.get().0.clone())
                } else if let Ok(state) = value.cast::<State>() {
                    Start::State(Box::new(state.get().lock().without_history()))
                } else if let Ok(view) = value.cast::<View>() {
                    Start::View(Box::new(view.get().0.clone()))
                } else {
                    return Err(arguments::wrong_type("start", "Rules, a State or a View of this game", &value));
                };
                Ok(Self(start))
            }
        }

        /// One action: a small frozen value. `str(move)` parses back, `int(move)` is its id.
        #[pyclass(frozen, eq, hash, module = $module)]
        #[derive(Clone)]
        pub(crate) struct Move {
            /// Whose id it is.
            rules: EngineRules,
            action: Action,
            chosen: EngineMove,
        }

        impl PartialEq for Move {
            fn eq(&self, other: &Self) -> bool {
                (self.action, self.chosen) == (other.action, other.chosen)
            }
        }

        impl Eq for Move {}

        impl Hash for Move {
            fn hash<H: Hasher>(&self, hasher: &mut H) {
                (self.action, self.chosen).hash(hasher);
            }
        }

        impl table::MoveClass<$game> for Move {
            fn of(rules: &EngineRules, action: Action, chosen: EngineMove) -> Self {
                Self { rules: rules.clone(), action, chosen }
            }

            fn chosen(&self) -> EngineMove {
                self.chosen
            }
        }

        #[pymethods]
        impl Move {
            $($move_methods)*

            fn __int__(&self) -> Action {
                self.action
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Action,))> {
                let rules = Bound::new(slf.py(), Rules(slf.get().rules.clone()))?;
                Ok((rules.getattr("move")?, (slf.get().action,)))
            }

            fn __str__(&self) -> String {
                self.chosen.to_string()
            }
        }

        /// One round, with all that is hidden and its history.
        #[pyclass(frozen, eq, module = $module)]
        pub(crate) struct State(Mutex<EngineState>);

        impl PartialEq for State {
            fn eq(&self, other: &Self) -> bool {
                // Another thread may move it between the two looks below.
                if std::ptr::eq(self, other) {
                    return true;
                }
                // One lock at a time: two threads may compare two states both ways round.
                let mine = self.lock().without_history();
                mine == *other.lock()
            }
        }

        impl State {
            /// Nothing may call Python while the state is locked.
            fn lock(&self) -> MutexGuard<'_, EngineState> {
                self.0.lock().unwrap_or_else(PoisonError::into_inner)
            }

            fn wrap(state: EngineState) -> Self {
                Self(Mutex::new(state))
            }

        }

        impl Table<$game> for State {
            type Round = EngineState;

            fn look<R>(&self, look: impl FnOnce(&EngineRules, &EngineState) -> R) -> R {
                let state = self.lock();
                look(state.rules(), &state)
            }
        }

        type EnginePosition = <$game as oxideal_engine::Game>::Position;

        game_classes!(@table $game, State;
            { $($table_methods)* $($state_methods)* }

            #[new]
            #[pyo3(
                signature = (rules=None, *, seed=None, stream=StreamNumber(0), dealer=None),
                text_signature = "(rules=None, *, seed=None, stream=0, dealer=None)"
            )]
            fn new(
                rules: Option<GivenRules>,
                seed: Option<GivenSeed>,
                stream: StreamNumber,
                dealer: Option<&Bound<'_, PyAny>>,
            ) -> PyResult<Self> {
                let rules = rules.map(|given| given.0).unwrap_or_default();
                let dealer = dealer.map(|seat| arguments::seat("dealer", seat, &rules)).transpose()?;
                let seed = GivenSeed::or_from_system(seed)?;
                let state = match dealer {
                    Some(dealer) => EngineState::deal_by(rules, dealer, seed, stream.0).map_err(raise)?,
                    None => EngineState::deal(rules, seed, stream.0),
                };
                Ok(Self::wrap(state))
            }

            /// The seed of the deal; None for a position set up by hand.
            #[getter]
            fn seed<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
                let (dealt, seed) = { let state = self.lock(); (state.is_dealt(), *state.chance().seed()) };
                dealt.then(|| arguments::seed_as_int(py, &seed)).transpose()
            }

            /// The stream number of the deal; None for a position set up by hand.
            #[getter]
            fn stream(&self) -> Option<u128> {
                let state = self.lock();
                state.is_dealt().then(|| state.chance().stream())
            }

            /// The ids played since the start, oldest first.
            #[getter]
            fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let history: Vec<Action> = self.lock().history().collect();
                PyTuple::new(py, history)
            }

            /// Plays a move or an id. IllegalMoveError or InvalidMoveError leave the state as it was.
            #[pyo3(signature = (r#move, /))]
            fn push(&self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
                let rules = self.look(|rules, _| rules.clone());
                let action = table::action_of::<$game, Move>(&rules, r#move)?;
                let pushed = self.lock().push(action);
                pushed.map_err(raise)
            }

            /// Takes the last action back and returns its id.
            fn pop(&self) -> PyResult<Action> {
                let popped = self.lock().pop();
                popped.map_err(raise)
            }

            /// An independent state with the same history.
            fn copy(&self) -> Self {
                Self::wrap(self.lock().clone())
            }

            fn __copy__(&self) -> Self {
                self.copy()
            }

            fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
                self.copy()
            }

            /// What this seat knows.
            #[pyo3(signature = (seat, /))]
            fn view(&self, seat: &Bound<'_, PyAny>) -> PyResult<View> {
                let rules = self.look(|rules, _| rules.clone());
                let seat = arguments::seat("seat", seat, &rules)?;
                let (view, recent) = { let state = self.lock(); (state.view(seat), state.recent()) };
                Ok(View(view.map_err(raise)?, recent))
            }

            /// The last actions, at most 16, as pairs of a seat and an id, the oldest first.
            #[getter]
            fn recent<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let recent = self.lock().recent();
                table::recent(py, &recent)
            }

            /// All that this seat has witnessed, in order: `View.from_events` makes its view from them.
            #[pyo3(signature = (seat, /))]
            fn events(&self, seat: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
                let rules = self.look(|rules, _| rules.clone());
                let seat = arguments::seat("seat", seat, &rules)?;
                let events = self.lock().events(seat);
                events.map_err(raise)
            }

            /// The number of action sequences of exactly this length, for depths from 0 to 255.
            #[pyo3(signature = (depth, /))]
            fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
                let depth = arguments::depth(depth)?;
                let state = self.lock().without_history();
                table::perft(py, &state, depth)
            }

            /// One line that `from_text` reads, fit for a bug report.
            fn to_text(&self) -> String {
                self.lock().to_text()
            }

            /// The inverse of `to_text`, checked. The way that led there is not part of the text, nor is what chance
            /// has still to add: that comes from this seed and stream.
            #[classmethod]
            #[pyo3(
                signature = (text, /, *, seed=Optional::Missing, stream=Optional::Missing),
                text_signature = "(text, /, *, seed=0, stream=0)"
            )]
            fn from_text(
                _cls: &Bound<'_, PyType>,
                text: &Bound<'_, PyAny>,
                seed: Optional<'_>,
                stream: Optional<'_>,
            ) -> PyResult<Self> {
                let text = arguments::text("text", text)?;
                let chance = arguments::chance_ahead(&seed, &stream)?;
                let state = EngineState::from_text(&text).map_err(raise)?;
                Ok(Self::wrap(state.with_chance(chance)))
            }

            /// A compact form that `from_bytes` of either backend reads; pickling uses it.
            fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                let bytes = self.lock().to_bytes();
                PyBytes::new(py, &bytes)
            }

            /// The inverse of `to_bytes`, checked.
            #[classmethod]
            #[pyo3(signature = (data, /))]
            fn from_bytes(_cls: &Bound<'_, PyType>, data: &Bound<'_, PyAny>) -> PyResult<Self> {
                EngineState::from_bytes(arguments::bytes("data", data)?).map(Self::wrap).map_err(raise)
            }

            fn __hash__(&self) -> u64 {
                table::hash(&*self.lock())
            }
        );

        /// What one seat knows of a round, and nothing else.
        #[pyclass(frozen, eq, hash, module = $module)]
        pub(crate) struct View(EngineView, Recent);

        /// The last actions are history, and count as little as that of a state.
        impl PartialEq for View {
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }

        impl Hash for View {
            fn hash<H: Hasher>(&self, hasher: &mut H) {
                self.0.hash(hasher);
            }
        }

        impl View {
            /// What it knows, and the last actions.
            pub(crate) const fn knowledge(&self) -> (&EngineView, &Recent) {
                (&self.0, &self.1)
            }
        }

        impl Table<$game> for View {
            type Round = EngineView;

            fn look<R>(&self, look: impl FnOnce(&EngineRules, &EngineView) -> R) -> R {
                look(self.0.rules(), &self.0)
            }
        }

        game_classes!(@table $game, View;
            { $($table_methods)* $($view_methods)* }

            #[new]
            #[pyo3(signature = (), text_signature = "()")]
            fn new() -> PyResult<Self> {
                Err(arguments::no_constructor())
            }

            /// Whose view it is.
            #[getter]
            fn seat(&self) -> Seat {
                self.0.seat()
            }

            /// The view of a seat that has witnessed these events (see `State.events`), checked.
            #[classmethod]
            fn from_events(
                _cls: &Bound<'_, PyType>,
                rules: GivenRules,
                seat: &Bound<'_, PyAny>,
                events: &Bound<'_, PyAny>,
            ) -> PyResult<Self> {
                let GivenRules(rules) = rules;
                let seat = arguments::seat("seat", seat, &rules)?;
                let mut told = ViewBuilder::<$game>::new(&rules, seat).map_err(raise)?;
                for event in arguments::items("events", "a list of texts", events)? {
                    told.apply(&arguments::text("an event", &event?)?).map_err(raise)?;
                }
                told.finish().map(|(view, recent)| Self(view, recent)).map_err(raise)
            }

            /// The last actions, at most 16, as pairs of a seat and an id, the oldest first.
            #[getter]
            fn recent<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                table::recent(py, &self.1)
            }

            /// All that the seat knows as a vector of numbers, laid out as `rules.observation_spec()` says.
            fn observation<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
                PyArray1::from_vec(py, self.0.observation(&self.1))
            }

            /// A state drawn uniformly from all that this view allows.
            #[pyo3(
                signature = (seed=None, stream=StreamNumber(0)),
                text_signature = "($self, seed=None, stream=0)"
            )]
            fn sample(&self, seed: Option<GivenSeed>, stream: StreamNumber) -> PyResult<State> {
                let chance = Stream::for_samples(GivenSeed::or_from_system(seed)?, stream.0, self.seat());
                let state = self.0.sample(chance).map_err(raise)?;
                Ok(State::wrap(state.with_recent(self.1)))
            }

            /// One line that `from_text` reads, fit for a bug report.
            fn to_text(&self) -> String {
                self.0.to_text()
            }

            /// The inverse of `to_text`, checked.
            #[classmethod]
            #[pyo3(signature = (text, /))]
            fn from_text(_cls: &Bound<'_, PyType>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
                let text = arguments::text("text", text)?;
                let view = EngineView::from_text(&text).map_err(raise)?;
                Ok(Self(view, Recent::default()))
            }

            /// A compact form that `from_bytes` of either backend reads; pickling uses it.
            fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                PyBytes::new(py, &self.0.to_bytes(&self.1))
            }

            /// The inverse of `to_bytes`, checked.
            #[classmethod]
            #[pyo3(signature = (data, /))]
            fn from_bytes(_cls: &Bound<'_, PyType>, data: &Bound<'_, PyAny>) -> PyResult<Self> {
                let data = arguments::bytes("data", data)?;
                let read = EngineView::from_bytes(data);
                read.map(|(view, recent)| Self(view, recent)).map_err(raise)
            }
        );

        /// Plays whole games and returns payoffs and lengths as arrays.
        #[pyfunction]
        pub(crate) fn $playouts<'py>(
            py: Python<'py>,
            start: GivenStart,
            n: &Bound<'py, PyAny>,
            seed: Option<&Bound<'py, PyAny>>,
            policy: &Bound<'py, PyAny>,
            threads: &Bound<'py, PyAny>,
            first: &Bound<'py, PyAny>,
        ) -> PyResult<Arrays<'py>> {
            Run::new(start.0, n, seed, policy, threads, first)?.play(py)
        }

        /// Many rounds that are stepped together; what they tell lies in arrays that stay where they are.
        #[pyclass(frozen, module = $module)]
        pub(crate) struct Batch(crate::batch::Batch<$game>);

        #[pymethods]
        impl Batch {
            #[new]
            #[pyo3(signature = (rules, n, seed=None, *, threads=Optional::Missing, out=None), text_signature = "(rules, n, seed=None, *, threads=1, out=None)")]
            fn new(
                py: Python<'_>,
                rules: GivenRules,
                n: &Bound<'_, PyAny>,
                seed: Option<GivenSeed>,
                threads: Optional<'_>,
                out: Option<&Bound<'_, PyAny>>,
            ) -> PyResult<Self> {
                crate::batch::Batch::new(py, rules.0, n, seed, threads.given(), out).map(Self)
            }

            /// How the rounds are played.
            #[getter]
            fn rules(&self) -> Rules {
                Rules(self.0.rules().clone())
            }

            /// How many games there are.
            #[getter]
            fn n(&self) -> usize {
                self.0.n()
            }

            fn __len__(&self) -> usize {
                self.0.n()
            }

            /// Its arrays may know it.
            fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
                self.0.traverse(&visit)
            }

            fn __reduce__(&self) -> PyResult<()> {
                Err(crate::batch::no_copy())
            }

            /// The seed of all deals.
            #[getter]
            fn seed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                arguments::seed_as_int(py, self.0.seed())
            }

            /// How many threads step it.
            #[getter]
            fn threads(&self) -> usize {
                self.0.threads()
            }

            /// What the seat to move observes in each game.
            #[getter]
            fn observations(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().observations.clone_ref(py)
            }

            /// The seat to move in each game.
            #[getter]
            fn current_player(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().current_player.clone_ref(py)
            }

            /// The payoffs of the rounds that have ended with this step, else 0.
            #[getter]
            fn rewards(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().rewards.clone_ref(py)
            }

            /// Whether a round has ended with this step.
            #[getter]
            fn terminated(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().terminated.clone_ref(py)
            }

            /// How many rounds of each game have ended.
            #[getter]
            fn episode(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().episode.clone_ref(py)
            }

            /// Where the legal ids of each game begin in `legal_ids`, and at last where they all end.
            #[getter]
            fn legal_offsets(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.arrays().legal_offsets.clone_ref(py)
            }

            /// The legal ids of all games, one after the other.
            #[getter]
            fn legal_ids(&self, py: Python<'_>) -> Py<PyAny> {
                self.0.legal_ids(py)
            }

            /// Begins again with the first round of each game.
            fn reset(&self, py: Python<'_>) -> PyResult<()> {
                self.0.reset(py)
            }

            /// Plays one id a game. Where one of them is wrong no game moves; where a round ends, the next one is dealt.
            #[pyo3(signature = (actions, /))]
            fn step(&self, actions: &Bound<'_, PyAny>) -> PyResult<()> {
                self.0.step(actions)
            }

            /// One legal id a game, each as likely as the others.
            #[pyo3(signature = (seed=None))]
            fn sample_actions<'py>(
                &self,
                py: Python<'py>,
                seed: Option<GivenSeed>,
            ) -> PyResult<Bound<'py, PyArray1<i32>>> {
                self.0.sample(py, seed)
            }

            /// Which ids are legal, a row a game.
            #[pyo3(signature = (out=None))]
            fn legal_mask<'py>(
                &self,
                py: Python<'py>,
                out: Option<&Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                self.0.mask(py, out)
            }

            /// The view of game k's seat to move.
            #[pyo3(signature = (k, /))]
            fn view(&self, k: &Bound<'_, PyAny>) -> PyResult<View> {
                self.0.view(k).map(|(view, recent)| View(view, recent))
            }

            /// Game k as a state of its own, set up by hand.
            #[pyo3(signature = (k, /))]
            fn state(&self, k: &Bound<'_, PyAny>) -> PyResult<State> {
                self.0.state(k).map(State::wrap)
            }
        }
    };

    // What `State` and `View` share, with what is theirs alone.
    (@table $game:ty, $class:ident; { $($game_methods:tt)* } $($own_methods:tt)*) => {
        #[pymethods]
        impl $class {
            $($own_methods)*
            $($game_methods)*

            /// How the round is played.
            #[getter]
            fn rules(&self) -> Rules {
                Rules(self.look(|rules, _| rules.clone()))
            }

            /// The seat that is to choose, or None when the round is over.
            #[getter]
            fn current_player(&self) -> Option<Seat> {
                self.look(|_, round| round.current_player())
            }

            /// Whether the round is over.
            #[getter]
            fn is_over(&self) -> bool {
                Table::is_over(self)
            }

            /// One integer a seat, higher is better; None before the end.
            #[getter]
            fn payoffs<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
                self.look(|_, round| round.payoffs()).map(|payoffs| PyTuple::new(py, payoffs)).transpose()
            }

            /// What the game itself calls the score, one a seat; None before the end.
            #[getter]
            fn scores<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
                self.look(|_, round| round.scores()).map(|scores| PyTuple::new(py, scores)).transpose()
            }

            /// The ids that may be played now, ascending.
            fn legal_actions(&self) -> Vec<Action> {
                self.legal()
            }

            /// The same as moves.
            fn legal_moves(&self) -> PyResult<Vec<Move>> {
                let rules = self.look(|rules, _| rules.clone());
                self.legal().into_iter().map(|action| table::move_of::<$game, Move>(&rules, action)).collect()
            }

            /// Whether `push` would take this move or id. False for an id that is not in the table.
            #[pyo3(signature = (r#move, /))]
            fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
                table::is_legal::<$game, Move>(self, r#move)
            }

            /// The move that this text names here, legal or not; InvalidMoveError when it names none.
            #[pyo3(signature = (text, /))]
            fn parse(&self, text: &Bound<'_, PyAny>) -> PyResult<Move> {
                let rules = self.look(|rules, _| rules.clone());
                table::parse::<$game, Move>(&rules, text)
            }

            fn __str__(&self) -> String {
                self.look(|_, round| round.render())
            }

            /// The picture that notebooks show.
            fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                slf.py().import("oxideal.svg")?.call_method1("draw", (slf,))
            }

            fn __repr__(&self) -> String {
                format!("{}.from_text('{}')", stringify!($class), self.to_text())
            }

            fn __reduce__<'py>(
                slf: &Bound<'py, Self>,
            ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
                let bytes = slf.get().to_bytes(slf.py());
                Ok((slf.get_type().getattr("from_bytes")?, (bytes,)))
            }
        }
    };
}

/// How State and View of a game with a memory are looked at: by the rules, the position and, where it is asked for, what all
/// remember of the way there, of a view by the method that tells it.
macro_rules! with_memory {
    (of $Memory:ty) => {
        impl State {
            fn open<R>(
                &self,
                look: impl FnOnce(EngineRules, &EnginePosition, &dyn Fn() -> $Memory) -> R,
            ) -> R {
                let state = self.lock();
                look(*state.rules(), state.position(), &|| state.knowledge())
            }
        }

        impl View {
            fn open<R>(
                &self,
                look: impl FnOnce(EngineRules, &EnginePosition, &dyn Fn() -> $Memory) -> R,
            ) -> R {
                let rules = *self.0.rules();
                look(rules, self.0.position(), &|| self.0.knowledge().clone())
            }
        }

        with_memory!(State);
        with_memory!(View);
    };
    ($Class:ident) => {
        impl $Class {
            fn per_seat<R>(&self, look: impl Fn(EngineRules, &EnginePosition, u8) -> R) -> Vec<R> {
                self.open(|rules, position, _| {
                    (0..rules.seats()).map(|seat| look(rules, position, seat)).collect()
                })
            }
        }
    };
}

pub(crate) use {game_classes, with_memory};
