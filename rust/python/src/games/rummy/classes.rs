//! What Rummy adds to the classes.

use oxideal_engine::rummy::{InPlay, Move as EngineMove, Rummy, listed};
use oxideal_engine::{State as EngineState, Stream};

use super::CardText;
use super::arguments::{card_of, cards_of, melds_of, per_seat};
use crate::classes::move_::no_constructor;
use crate::classes::prelude::*;
use crate::package::CardSource;

game_classes! { Rummy, "oxideal.rummy", RummyRules, RummyMove, RummyState, RummyView }

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
}

properties! { RummyRules of Rules {
    hand_size: u8 = |rules| rules.hand_size();
    ace: &'static str = |rules| rules.ace().name();
    must_discard_out: bool = |rules| rules.must_discard_out();
    turn_limit: u16 = |rules| rules.turn_limit();
} }

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (), text_signature = "()")]
    fn new() -> PyResult<Self> {
        Err(no_constructor("Rules.move(), Rules.parse() or legal_moves()"))
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0.inner())
    }
}

properties! { RummyMove of Move {
    kind: &'static str = |given| match given.inner() {
        EngineMove::Draw => "draw",
        EngineMove::Take => "take",
        EngineMove::Meld(_) => "meld",
        EngineMove::LayOff { .. } => "lay_off",
        EngineMove::Discard(_) => "discard",
    };
    cards: Option<String> = |given| match given.inner() {
        EngineMove::Draw | EngineMove::Take => None,
        EngineMove::Meld(meld) => Some(meld.to_string()),
        EngineMove::LayOff { card, .. } | EngineMove::Discard(card) => Some(card.to_string()),
    };
    place: Option<&'static str> = |given| match given.inner() {
        EngineMove::LayOff { place, .. } => Some(place.name()),
        _ => None,
    };
} }

position_properties! { RummyRoundApi {
    dealer: u8 = |rules, position| position.dealer(*rules);
    turn: u8 = |_, position| position.turn();
    drew: bool = |_, position| position.drew();
    took: Option<String> = |_, position| position.took().map(|card| card.to_string());
    laid: bool = |_, position| position.laid();
    turns: u16 = |_, position| position.turns();
    table: Tuple<CardText> = |_, position| position.table().melds().map(|meld| CardText(meld.to_string())).collect();
    discards: CardText = |_, position| CardText(listed(position.discards()));
    stock_size: u8 = |_, position| position.stock_size();
    went_out: Option<u8> = |_, position| position.went_out();
    went_rummy: bool = |_, position| position.went_rummy();
} }

properties! { RummyRoundApi of State, View {
    hand_sizes: Tuple<u8> = |round| round.per_seat(|_, position, seat| position.size(seat));
    opened: Tuple<bool> = |round| round.per_seat(|_, position, seat| position.has_opened(seat));
    taken: Tuple<CardText> = |round| {
        let knowledge = round.knowledge();
        round.per_seat(|_, _, seat| CardText(knowledge.taken(seat).to_string()))
    };
    earlier: Tuple<(CardText, Tuple<u8>)> = |round| {
        let (rules, knowledge) = (round.rules().0, round.knowledge());
        let stocks = knowledge.earlier().iter();
        stocks.map(|stock| (CardText(stock.cards().to_string()), Tuple(stock.held(rules).to_vec()))).collect()
    };
} }

properties! { RummyState of State {
    hands: Tuple<CardText> = |state| state.per_seat(|_, position, seat| CardText(position.hand(seat).to_string()));
    stock: CardText = |state| state.with_position(|_, position| CardText(listed(position.stock())));
} }

#[pymethods]
impl State {
    #[doc = docstring!(RummyState.from_deal)]
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

    #[doc = docstring!(RummyState.from_position)]
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

properties! { RummyView of View {
    hand: CardText = |view| CardText(view.view().hand().to_string());
    unseen: CardText = |view| CardText(view.view().unseen().to_string());
    drawable: CardText = |view| CardText(view.view().drawable().to_string());
    known: Tuple<CardText> = |view| view.per_seat(|_, _, seat| CardText(view.view().known(seat).to_string()));
    hands: Tuple<Option<CardText>> = |view| {
        view.per_seat(|_, position, seat| view.view().sees(seat).then(|| CardText(position.hand(seat).to_string())))
    };
} }
