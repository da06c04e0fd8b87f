//! What the classes of Rummy have of their own.

use oxideal_engine::rummy::{InPlay, Meld, Move as EngineMove, Rummy, listed};
use oxideal_engine::{State as EngineState, Stream};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::arguments::{card_of, cards_of, melds_of, per_seat};
use crate::arguments::{self, Optional};
use crate::classes::move_::no_constructor;
use crate::classes::{GameState, RoundClass as _, RulesArgument, game_classes};
use crate::errors::Result;
use crate::package::Blame;

game_classes!(Rummy, "oxideal.rummy");

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(
        signature = (
            *, players=Optional::Missing, hand_size=Optional::Missing, ace=Optional::Missing,
            must_discard_out=Optional::Missing, turn_limit=Optional::Missing
        ),
        text_signature = "(*, players=2, hand_size=None, ace='low', must_discard_out=False, turn_limit=1000)"
    )]
    fn new(
        players: Optional<'_>,
        hand_size: Optional<'_>,
        ace: Optional<'_>,
        must_discard_out: Optional<'_>,
        turn_limit: Optional<'_>,
    ) -> Result<Self> {
        arguments::rules_of([players, hand_size, ace, must_discard_out, turn_limit]).map(Self)
    }

    /// How many cards each player is dealt (RM-02).
    #[getter]
    fn hand_size(&self) -> u8 {
        self.0.hand_size()
    }

    /// Where the ace may stand in a run: "low" or "both" (RM-15).
    #[getter]
    fn ace(&self) -> &'static str {
        self.0.ace().name()
    }

    /// Whether the last card must be a discard (RM-12).
    #[getter]
    fn must_discard_out(&self) -> bool {
        self.0.must_discard_out()
    }

    /// After so many turns the hand is void (RM-17).
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

    /// "draw", "take", "meld", "lay_off" or "discard".
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.chosen() {
            EngineMove::Draw => "draw",
            EngineMove::Take => "take",
            EngineMove::Meld(_) => "meld",
            EngineMove::LayOff { .. } => "lay_off",
            EngineMove::Discard(_) => "discard",
        }
    }

    /// The cards that are played, such as "7C 7D 7S"; None of a draw.
    #[getter]
    fn cards(&self) -> Option<String> {
        match self.0.chosen() {
            EngineMove::Draw | EngineMove::Take => None,
            EngineMove::Meld(meld) => Some(meld.to_string()),
            EngineMove::LayOff { card, .. } | EngineMove::Discard(card) => Some(card.to_string()),
        }
    }

    /// Where a card is laid off: "group", "low" or "high"; None of other moves.
    #[getter]
    fn place(&self) -> Option<&'static str> {
        if let EngineMove::LayOff { place, .. } = self.0.chosen() { Some(place.name()) } else { None }
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0.chosen())
    }
}

/// What `State` and `View` show of the round.
macro_rules! position_getters {
    ($Class:ident) => {
        #[pymethods]
        impl $Class {
            /// The seat whose turn it is, at the end whose it was last.
            #[getter]
            fn turn(&self) -> u8 {
                self.0.with_position(|_, position| position.turn())
            }

            /// Whether the player has drawn a card.
            #[getter]
            fn drew(&self) -> bool {
                self.0.with_position(|_, position| position.drew())
            }

            /// The card that the player has taken from the discard pile in this turn, as long as it is in the hand.
            #[getter]
            fn took(&self) -> Option<String> {
                self.0.with_position(|_, position| position.took().map(|card| card.to_string()))
            }

            /// Whether the player has played cards, by melds or lay-offs, in this turn.
            #[getter]
            fn laid(&self) -> bool {
                self.0.with_position(|_, position| position.laid())
            }

            /// How many turns have ended.
            #[getter]
            fn turns(&self) -> u16 {
                self.0.with_position(|_, position| position.turns())
            }

            /// How many cards each seat holds.
            #[getter]
            fn hand_sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.per_seat(|_, position, seat| position.size(seat)))
            }

            /// The melds: groups ascending, then runs by their first card.
            #[getter]
            fn table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let melds: Vec<Meld> = self.0.with_position(|_, position| position.table().melds().collect());
                PyTuple::new(py, melds.iter().map(Meld::to_string))
            }

            /// The discard pile, its top card last.
            #[getter]
            fn discards(&self) -> String {
                self.0.with_position(|_, position| listed(position.discards()))
            }

            /// How many cards are in the stock.
            #[getter]
            fn stock_size(&self) -> u8 {
                self.0.with_position(|_, position| position.stock_size())
            }

            /// Whether each seat has played cards before this turn, or before the one in which somebody has gone out.
            #[getter]
            fn opened<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.per_seat(|_, position, seat| position.has_opened(seat)))
            }

            /// The seat that has no cards left.
            #[getter]
            fn went_out(&self) -> Option<u8> {
                self.0.with_position(|_, position| position.went_out())
            }

            /// Whether it did so in one turn, with no card played before (RM-14).
            #[getter]
            fn went_rummy(&self) -> bool {
                self.0.with_position(|_, position| position.went_rummy())
            }

            /// The cards of each seat's hand that it has taken from the discard pile.
            #[getter]
            fn taken<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let (rules, knowledge) = (self.0.rules(), self.0.knowledge());
                let taken = (0..rules.0.seats()).map(|seat| knowledge.taken(seat).to_string());
                PyTuple::new(py, taken.collect::<Vec<_>>())
            }

            /// For each earlier stock the cards that are still hidden, and how many of them each seat holds.
            #[getter]
            fn earlier<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let (rules, knowledge) = (self.0.rules(), self.0.knowledge());
                let earlier = knowledge
                    .earlier()
                    .iter()
                    .map(|stock| Ok((stock.cards().to_string(), PyTuple::new(py, stock.held(rules.0))?)));
                PyTuple::new(py, earlier.collect::<PyResult<Vec<_>>>()?)
            }
        }
    };
}

position_getters!(State);
position_getters!(View);

#[pymethods]
impl State {
    /// What each seat holds.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.per_seat(|_, position, seat| position.hand(seat).to_string()))
    }

    /// The stock, the next card first.
    #[getter]
    fn stock(&self) -> String {
        self.0.with_position(|_, position| listed(position.stock()))
    }

    /// A new round with these hands.
    #[classmethod]
    #[pyo3(
        signature = (
            rules, *, hands, dealer, upcard, stock=None, seed=Optional::Missing, stream=Optional::Missing
        ),
        text_signature = "(rules, *, hands, dealer, upcard, stock=None, seed=0, stream=0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn from_deal(
        _cls: &Bound<'_, PyType>,
        rules: RulesArgument<Rummy>,
        hands: &Bound<'_, PyAny>,
        dealer: &Bound<'_, PyAny>,
        upcard: &Bound<'_, PyAny>,
        stock: Option<&Bound<'_, PyAny>>,
        seed: Optional<'_>,
        stream: Optional<'_>,
    ) -> Result<Self> {
        let rules = rules.0;
        let hands = per_seat("hands", hands, rules)?;
        let dealer = arguments::seat("dealer", dealer, &rules)? as u8;
        let upcard = card_of("upcard", upcard)?;
        let stock = stock.map(|stock| cards_of(stock, Blame::State)).transpose()?;
        let chance = arguments::chance_ahead(&seed, &stream)?;
        set_up(InPlay::deal(rules, hands, dealer, upcard, stock)?, chance).map(Self)
    }

    /// A position in the middle of play; what is not given is filled in.
    #[classmethod]
    #[pyo3(
        signature = (
            rules, *, hands, turn, discards, table=Optional::Missing, stock=None, drew=Optional::Missing, took=None,
            laid=Optional::Missing, rummy=Optional::Missing, turns=Optional::Missing, taken=None,
            seed=Optional::Missing, stream=Optional::Missing
        ),
        text_signature = "(rules, *, hands, turn, discards, table=(), stock=None, drew=False, took=None, laid=False, \
            rummy=False, turns=0, taken=None, seed=0, stream=0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn from_position(
        _cls: &Bound<'_, PyType>,
        rules: RulesArgument<Rummy>,
        hands: &Bound<'_, PyAny>,
        turn: &Bound<'_, PyAny>,
        discards: &Bound<'_, PyAny>,
        table: Optional<'_>,
        stock: Option<&Bound<'_, PyAny>>,
        drew: Optional<'_>,
        took: Option<&Bound<'_, PyAny>>,
        laid: Optional<'_>,
        rummy: Optional<'_>,
        turns: Optional<'_>,
        taken: Option<&Bound<'_, PyAny>>,
        seed: Optional<'_>,
        stream: Optional<'_>,
    ) -> Result<Self> {
        let rules = rules.0;
        let hands = per_seat("hands", hands, rules)?;
        let turn = arguments::seat("turn", turn, &rules)? as u8;
        let discards = cards_of(discards, Blame::State)?;
        let table = table.map_or(Vec::new(), |table| melds_of(table, rules.ace(), Blame::State))?;
        let stock = stock.map(|stock| cards_of(stock, Blame::State)).transpose()?;
        let boolean =
            |name, value: &Optional<'_>| value.map_or(false, |value| arguments::boolean(name, value));
        let drew = boolean("drew", &drew)?;
        let took = took.map(|card| card_of("took", card)).transpose()?;
        let laid = boolean("laid", &laid)?;
        let goes_rummy = boolean("rummy", &rummy)?;
        let limit = rules.turn_limit().into();
        let turns = turns.map_or(0, |turns| Ok(arguments::integer("turns", turns, 0, limit)? as u32))?;
        let taken = taken.map(|taken| per_seat("taken", taken, rules)).transpose()?;
        let chance = arguments::chance_ahead(&seed, &stream)?;
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
    /// The own hand.
    #[getter]
    fn hand(&self) -> String {
        self.0.view().hand().to_string()
    }

    /// The cards that are in no hand that is seen, nor on the table or the discard pile.
    #[getter]
    fn unseen(&self) -> String {
        self.0.view().unseen().to_string()
    }

    /// The unseen cards that the stock may hold.
    #[getter]
    fn drawable(&self) -> String {
        self.0.view().drawable().to_string()
    }

    /// The cards that this seat knows to be in each hand.
    #[getter]
    fn known<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.per_seat(|_, _, seat| self.0.view().known(seat).to_string()))
    }

    /// What each seat holds; None for a hand that is not seen. When somebody has gone out all are.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let hand = |seat| self.0.view().sees(seat).then(|| self.0.view().position().hand(seat).to_string());
        PyTuple::new(py, self.0.per_seat(|_, _, seat| hand(seat)))
    }
}
