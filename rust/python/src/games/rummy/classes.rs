//! What Rummy adds to the classes.

use oxideal_engine::rummy::{InPlay, Meld, Move as EngineMove, Rummy, listed};
use oxideal_engine::{State as EngineState, Stream};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::CardText;
use super::arguments::{card_of, cards_of, melds_of, per_seat};
use crate::arguments::{self, Defaulted};
use crate::classes::move_::no_constructor;
use crate::classes::{GameState, RoundClass as _, RulesArgument, game_classes};
use crate::errors::Result;
use crate::package::CardSource;

game_classes! {
    Rummy,
    "oxideal.rummy",
    /// The rules of a round of Rummy.
    ///
    /// Rules(*, players: int = 2, hand_size: int | None = None, ace: str = 'low',
    ///     must_discard_out: bool = False, turn_limit: int = 1000)
    ///
    /// - `players`: the number of seats, 2 to 6 (RM-01).
    /// - `hand_size`: cards dealt to each seat; None for the usual number (RM-02).
    /// - `ace`: how aces rank: "low", or "both" for low and high (RM-15).
    /// - `must_discard_out`: whether the last card must be a discard (RM-12).
    /// - `turn_limit`: turns after which the round is void, 1 to 10,000 (RM-17).
    ///
    /// Rules are immutable and hashable, and define the action ids. Raises `InvalidRulesError` for a
    /// wrong value.
    ///
    /// >>> rules = Rules(players=3, ace="both")
    /// >>> rules.hand_size, rules.num_actions
    /// (7, 567)
    Rules,
    /// A draw, a meld, a lay-off or a discard: a small immutable value.
    ///
    /// `str(move)` is its text and `int(move)` its action id. Moves come from `Rules`, states and
    /// views; there is no constructor.
    ///
    /// >>> move = Rules().parse("meld 7C 7D 7S")
    /// >>> move.kind, move.cards, int(move)
    /// ('meld', '7C 7D 7S', 33)
    Move,
    /// A round of Rummy with all cards and its history.
    ///
    /// State(rules: Rules | None = None, *, seed: Seed = None, stream: int = 0,
    ///     dealer: int | None = None)
    ///
    /// A new state is a fresh deal. Without `rules` it has the default rules. `seed` is an integer
    /// from 0 to 2**256 - 1 or 32 bytes; without it the system chooses one. Without `dealer` chance
    /// draws the dealer. Two states are equal if their rules and positions are, including hidden
    /// cards, future reshuffles and what the play has shown of the hands. Threads may share a
    /// state.
    ///
    /// Raises `InvalidArgumentError` for a seed, stream or dealer out of range.
    ///
    /// >>> state = State(seed=7, dealer=0)
    /// >>> state.push("take")
    /// >>> state.took, state.legal_moves()[0]
    /// ('7C', Move('meld 6D 6H 6S'))
    State,
    /// What one seat knows of a round, and nothing else. Immutable.
    ///
    /// A view has no constructor: get one from `State.view`, or with `View.from_events`,
    /// `View.from_text` or `View.from_bytes`. It holds nothing that the seat may not know.
    ///
    /// >>> view = State(seed=7, dealer=0).view(1)
    /// >>> view.hands
    /// (None, '5S 6D 6H 6S 7D 7H 9D TS JH QS')
    /// >>> view.sample(seed=1).view(1) == view
    /// True
    View,
    /// Builds the view of a seat event by event.
    ///
    /// ViewBuilder(rules: Rules, seat: int)
    ///
    /// Each event takes the same time, however many came before. `View.from_events` builds a view
    /// from all events at once. Threads may share a builder.
    ///
    /// Raises `InvalidArgumentError` if the game has no such seat.
    ///
    /// >>> state = State(seed=7)
    /// >>> builder = ViewBuilder(state.rules, 1)
    /// >>> for event in state.events(1):
    /// ...     builder.push(event)
    /// >>> builder.view() == state.view(1)
    /// True
    ViewBuilder,
    /// Many rounds, stepped together, whose data is in numpy arrays.
    ///
    /// Batch(rules: Rules, n: int, seed: Seed = None, *, threads: int = 1,
    ///     out: dict[str, NDArray[Any]] | None = None)
    ///
    /// `n` is the number of games, up to 10,000,000. `out` gives arrays to write to, by name. Game
    /// `k` deals its round number `e` as `State(rules, seed=seed, stream=k + e * n)`. A batch cannot
    /// be copied or pickled.
    ///
    /// Raises `InvalidArgumentError` if `n` or `threads` is out of range, or if an array does not
    /// have the type and shape that it needs.
    ///
    /// >>> batch = Batch(Rules(), 100, seed=7)
    /// >>> batch.step(batch.sample_actions(seed=1))
    /// >>> batch.rewards.shape
    /// (100, 2)
    Batch,
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(
        signature = (*values, **options),
        text_signature = "(*, players=2, hand_size=None, ace='low', must_discard_out=False, turn_limit=1000)"
    )]
    fn new(values: &Bound<'_, PyTuple>, options: Option<&Bound<'_, PyDict>>) -> Result<Self> {
        arguments::rules_of(values, options).map(Self)
    }

    /// The number of cards that each player is dealt (RM-02).
    ///
    /// hand_size: int
    #[getter]
    fn hand_size(&self) -> u8 {
        self.0.hand_size()
    }

    /// How aces rank: "low", or "both" for low and high (RM-15).
    ///
    /// ace: str
    #[getter]
    fn ace(&self) -> &'static str {
        self.0.ace().name()
    }

    /// Whether the last card must be a discard (RM-12).
    ///
    /// must_discard_out: bool
    #[getter]
    fn must_discard_out(&self) -> bool {
        self.0.must_discard_out()
    }

    /// The number of turns after which the round is void (RM-17).
    ///
    /// turn_limit: int
    #[getter]
    fn turn_limit(&self) -> u16 {
        self.0.turn_limit()
    }
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (), text_signature = "()")]
    fn new() -> PyResult<Self> {
        Err(no_constructor("Rules.move(), Rules.parse() or legal_moves()"))
    }

    /// The kind of move: "draw", "take", "meld", "lay_off" or "discard".
    ///
    /// kind: str
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.inner() {
            EngineMove::Draw => "draw",
            EngineMove::Take => "take",
            EngineMove::Meld(_) => "meld",
            EngineMove::LayOff { .. } => "lay_off",
            EngineMove::Discard(_) => "discard",
        }
    }

    /// The cards that are melded, laid off or discarded; None for other moves.
    ///
    /// cards: str | None
    #[getter]
    fn cards(&self) -> Option<String> {
        match self.0.inner() {
            EngineMove::Draw | EngineMove::Take => None,
            EngineMove::Meld(meld) => Some(meld.to_string()),
            EngineMove::LayOff { card, .. } | EngineMove::Discard(card) => Some(card.to_string()),
        }
    }

    /// Where a card is laid off: "group", "low" or "high"; None for other moves.
    ///
    /// place: str | None
    #[getter]
    fn place(&self) -> Option<&'static str> {
        if let EngineMove::LayOff { place, .. } = self.0.inner() { Some(place.name()) } else { None }
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0.inner())
    }
}

/// The properties of `State` and `View`.
macro_rules! position_getters {
    ($Class:ident) => {
        #[pymethods]
        impl $Class {
            /// The seat that dealt: the one before the seat that had the first turn (RM-02).
            ///
            /// dealer: int
            #[getter]
            fn dealer(&self) -> u8 {
                self.0.with_position(|rules, position| position.dealer(*rules))
            }

            /// The seat whose turn it is; when the round is over, the seat that played last.
            ///
            /// turn: int
            #[getter]
            fn turn(&self) -> u8 {
                self.0.with_position(|_, position| position.turn())
            }

            /// Whether the player has drawn in this turn; False when the round is over.
            ///
            /// drew: bool
            #[getter]
            fn drew(&self) -> bool {
                self.0.with_position(|_, position| position.drew())
            }

            /// The card taken from the discard pile in this turn, while it is in the hand; else None.
            ///
            /// took: str | None
            #[getter]
            fn took(&self) -> Option<String> {
                self.0.with_position(|_, position| position.took().map(|card| card.to_string()))
            }

            /// Whether the player has melded or laid off in this turn; False when the round is over.
            ///
            /// laid: bool
            #[getter]
            fn laid(&self) -> bool {
                self.0.with_position(|_, position| position.laid())
            }

            /// The number of turns that have ended.
            ///
            /// turns: int
            #[getter]
            fn turns(&self) -> u16 {
                self.0.with_position(|_, position| position.turns())
            }

            /// The number of cards in each seat's hand.
            ///
            /// hand_sizes: tuple[int, ...]
            #[getter]
            fn hand_sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.per_seat(|_, position, seat| position.size(seat)))
            }

            /// The melds on the table: groups in ascending order, then runs by their first card.
            ///
            /// table: tuple[Cards, ...]
            #[getter]
            fn table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let melds: Vec<Meld> = self.0.with_position(|_, position| position.table().melds().collect());
                PyTuple::new(py, melds.iter().map(|meld| CardText(meld.to_string())))
            }

            /// The discard pile, its top card last.
            ///
            /// discards: Cards
            #[getter]
            fn discards(&self) -> CardText {
                CardText(self.0.with_position(|_, position| listed(position.discards())))
            }

            /// The number of cards in the stock.
            ///
            /// stock_size: int
            #[getter]
            fn stock_size(&self) -> u8 {
                self.0.with_position(|_, position| position.stock_size())
            }

            /// Whether each seat has melded or laid off in an earlier turn.
            ///
            /// opened: tuple[bool, ...]
            ///
            /// When somebody has gone out, the last turn counts as the current one.
            #[getter]
            fn opened<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.per_seat(|_, position, seat| position.has_opened(seat)))
            }

            /// The seat that has no cards left; None if there is none.
            ///
            /// went_out: int | None
            #[getter]
            fn went_out(&self) -> Option<u8> {
                self.0.with_position(|_, position| position.went_out())
            }

            /// Whether a seat has gone out in one turn, without melding or laying off before (RM-14).
            ///
            /// went_rummy: bool
            #[getter]
            fn went_rummy(&self) -> bool {
                self.0.with_position(|_, position| position.went_rummy())
            }

            /// The cards in each seat's hand that it took from the discard pile.
            ///
            /// taken: tuple[Cards, ...]
            #[getter]
            fn taken<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let (rules, knowledge) = (self.0.rules(), self.0.knowledge());
                let taken = (0..rules.0.seats()).map(|seat| CardText(knowledge.taken(seat).to_string()));
                PyTuple::new(py, taken.collect::<Vec<_>>())
            }

            /// For each earlier stock, its cards still hidden in hands, and how many each seat holds.
            ///
            /// earlier: tuple[tuple[Cards, tuple[int, ...]], ...]
            #[getter]
            fn earlier<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let (rules, knowledge) = (self.0.rules(), self.0.knowledge());
                let earlier = knowledge.earlier().iter().map(|stock| {
                    Ok((CardText(stock.cards().to_string()), PyTuple::new(py, stock.held(rules.0))?))
                });
                PyTuple::new(py, earlier.collect::<PyResult<Vec<_>>>()?)
            }
        }
    };
}

position_getters!(State);
position_getters!(View);

#[pymethods]
impl State {
    /// The cards in each seat's hand as text, ascending; "-" if empty.
    ///
    /// hands: tuple[Cards, ...]
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.per_seat(|_, position, seat| CardText(position.hand(seat).to_string())))
    }

    /// The stock, the next card to be drawn first.
    ///
    /// stock: Cards
    #[getter]
    fn stock(&self) -> CardText {
        CardText(self.0.with_position(|_, position| listed(position.stock())))
    }

    /// Return a new round with these hands.
    ///
    /// from_deal(rules: Rules, *, hands: Iterable[RummyCardsLike], dealer: int, upcard: str,
    ///     stock: RummyCardsLike | None = None, seed: Seed = None, stream: int = 0) -> Self
    ///
    /// `hands` has one item per seat: a text such as "7S TH" or a list of cards. `upcard`
    /// starts the discard pile. `stock` starts with the next card; if it is not given, the
    /// remaining cards are shuffled by `seed` and `stream`, which also decide reshuffles.
    /// Without a seed the system chooses one. Raises `InvalidStateError` if the cards do not make
    /// up the deck.
    #[classmethod]
    #[pyo3(
        signature = (
            rules, *, hands, dealer, upcard, stock=None, seed=None, stream=Defaulted::Missing
        ),
        text_signature = "(rules, *, hands, dealer, upcard, stock=None, seed=None, stream=0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keyword arguments")]
    fn from_deal(
        _cls: &Bound<'_, PyType>,
        rules: RulesArgument<Rummy>,
        hands: &Bound<'_, PyAny>,
        dealer: &Bound<'_, PyAny>,
        upcard: &Bound<'_, PyAny>,
        stock: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        stream: Defaulted<'_>,
    ) -> Result<Self> {
        let rules = rules.0;
        let hands = per_seat("hands", hands, rules)?;
        let dealer = arguments::seat("dealer", dealer, &rules)? as u8;
        let upcard = card_of("upcard", upcard)?;
        let stock = stock.map(|stock| cards_of(stock, CardSource::SetUpState)).transpose()?;
        let chance = arguments::future_chance(seed, &stream)?;
        set_up(InPlay::deal(rules, hands, dealer, upcard, stock)?, chance).map(Self)
    }

    /// Return a position in the middle of a round.
    ///
    /// from_position(rules: Rules, *, hands: Iterable[RummyCardsLike], turn: int,
    ///     discards: RummyCardsLike, table: RummyTable = (), stock: RummyCardsLike | None = None,
    ///     drew: bool = False, took: str | None = None, laid: bool = False,
    ///     rummy: bool = False, turns: int = 0, taken: Iterable[RummyCardsLike] | None = None,
    ///     seed: Seed = None, stream: int = 0) -> Self
    ///
    /// `hands` and `taken` have one item per seat, as in `from_deal`. `discards` ends with the
    /// top card, `stock` starts with the next one; if `stock` is not given, the remaining cards
    /// are shuffled by `seed` and `stream`, which also decide reshuffles. Without a seed the
    /// system chooses one. Raises `InvalidStateError` if the position breaks the rules.
    #[classmethod]
    #[pyo3(
        signature = (
            rules, *, hands, turn, discards, table=Defaulted::Missing, stock=None, drew=Defaulted::Missing, took=None,
            laid=Defaulted::Missing, rummy=Defaulted::Missing, turns=Defaulted::Missing, taken=None,
            seed=None, stream=Defaulted::Missing
        ),
        text_signature = "(rules, *, hands, turn, discards, table=(), stock=None, drew=False, took=None, laid=False, \
            rummy=False, turns=0, taken=None, seed=None, stream=0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keyword arguments")]
    fn from_position(
        _cls: &Bound<'_, PyType>,
        rules: RulesArgument<Rummy>,
        hands: &Bound<'_, PyAny>,
        turn: &Bound<'_, PyAny>,
        discards: &Bound<'_, PyAny>,
        table: Defaulted<'_>,
        stock: Option<&Bound<'_, PyAny>>,
        drew: Defaulted<'_>,
        took: Option<&Bound<'_, PyAny>>,
        laid: Defaulted<'_>,
        rummy: Defaulted<'_>,
        turns: Defaulted<'_>,
        taken: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        stream: Defaulted<'_>,
    ) -> Result<Self> {
        let rules = rules.0;
        let hands = per_seat("hands", hands, rules)?;
        let turn = arguments::seat("turn", turn, &rules)? as u8;
        let discards = cards_of(discards, CardSource::SetUpState)?;
        let table = table.map_or(Vec::new(), |table| melds_of(table, rules.ace(), CardSource::SetUpState))?;
        let stock = stock.map(|stock| cards_of(stock, CardSource::SetUpState)).transpose()?;
        let boolean =
            |name, value: &Defaulted<'_>| value.map_or(false, |value| arguments::boolean(name, value));
        let drew = boolean("drew", &drew)?;
        let took = took.map(|card| card_of("took", card)).transpose()?;
        let laid = boolean("laid", &laid)?;
        let goes_rummy = boolean("rummy", &rummy)?;
        let limit = rules.turn_limit().into();
        let turns = turns.map_or(0, |turns| Ok(arguments::integer("turns", turns, 0, limit)? as u32))?;
        let taken = taken.map(|taken| per_seat("taken", taken, rules)).transpose()?;
        let chance = arguments::future_chance(seed, &stream)?;
        let in_play =
            InPlay { rules, hands, turn, discards, table, stock, drew, took, laid, goes_rummy, turns, taken };
        set_up(in_play, chance).map(Self)
    }
}

fn set_up(in_play: InPlay, mut chance: Stream) -> Result<GameState<Rummy>> {
    let rules = in_play.rules;
    let (position, knowledge) = in_play.check(&mut chance)?;
    Ok(EngineState::with_knowledge(rules, position, knowledge, chance).into())
}

#[pymethods]
impl View {
    /// The cards in the seat's own hand as text, ascending; "-" if empty.
    ///
    /// hand: Cards
    #[getter]
    fn hand(&self) -> CardText {
        CardText(self.0.view().hand().to_string())
    }

    /// The cards that are not on the table, the discard pile or in a hand that is shown.
    ///
    /// unseen: Cards
    #[getter]
    fn unseen(&self) -> CardText {
        CardText(self.0.view().unseen().to_string())
    }

    /// The unseen cards that may be in the stock.
    ///
    /// drawable: Cards
    #[getter]
    fn drawable(&self) -> CardText {
        CardText(self.0.view().drawable().to_string())
    }

    /// The cards that this seat knows to be in each hand.
    ///
    /// known: tuple[Cards, ...]
    #[getter]
    fn known<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.per_seat(|_, _, seat| CardText(self.0.view().known(seat).to_string())))
    }

    /// The cards in each seat's hand; None for a hidden hand.
    ///
    /// hands: tuple[Cards | None, ...]
    ///
    /// When somebody goes out, all hands are shown.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let hand = |seat| {
            self.0.view().sees(seat).then(|| CardText(self.0.view().position().hand(seat).to_string()))
        };
        PyTuple::new(py, self.0.per_seat(|_, _, seat| hand(seat)))
    }
}
