//! What Mexican Train adds to the classes.

use oxideal_engine::mexican_train::{InPlay, MexicanTrain, Move as EngineMove, SEATS, TrainId};
use oxideal_engine::{Rules as _, State as EngineState, Stream};

use super::CardText;
use super::arguments::{MAX_DOUBLES, number, per_seat, tiles_in};
use crate::classes::move_::no_constructor;
use crate::classes::prelude::*;

game_classes! { MexicanTrain, "oxideal.mexican_train", MexicanTrainRules, MexicanTrainMove, MexicanTrainState, MexicanTrainView }

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(
        signature = (*values, **options),
        text_signature = "(*, players=4, set=12, engine=None, hand_size=None, follow_up='available', \
            close_order='laid')"
    )]
    fn new(values: &Bound<'_, PyTuple>, options: Option<&Bound<'_, PyDict>>) -> Result<Self> {
        arguments::rules_of(values, options).map(Self)
    }
}

properties! { MexicanTrainRules of Rules {
    set: u8 = |rules| rules.set();
    engine: u8 = |rules| rules.engine();
    hand_size: u8 = |rules| rules.hand_size();
    follow_up: &'static str = |rules| rules.follow_up().name();
    close_order: &'static str = |rules| rules.close_order().name();
    tiles: Tuple<String> = |rules| rules.tiles().map(|tile| tile.to_string()).collect();
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

properties! { MexicanTrainMove of Move {
    kind: &'static str = |given| match given.inner() {
        EngineMove::Pass => "pass",
        EngineMove::Draw => "draw",
        EngineMove::Play { .. } => "play",
    };
    tile: Option<String> = |given| match given.inner() {
        EngineMove::Play { tile, .. } => Some(tile.to_string()),
        _ => None,
    };
    train: Option<String> = |given| match given.inner() {
        EngineMove::Play { column, .. } => Some(column.to_string()),
        _ => None,
    };
} }

position_properties! { MexicanTrainRoundApi {
    turn: u8 = |_, position| position.turn();
    mexican: CardText = |rules, position| CardText(position.train_text(*rules, TrainId::MEXICAN));
    mexican_end: u8 = |_, position| position.end(TrainId::MEXICAN);
    open_doubles: Tuple<u8> = |_, position| position.open_doubles().collect();
    dead_doubles: Tuple<u8> = |rules, position| position.dead_doubles(*rules).into_iter().collect();
    doubled: bool = |_, position| position.doubled();
    drew: bool = |_, position| position.drew();
    hand_sizes: Tuple<u8> = |rules, position| Tuple(position.sizes(*rules).to_vec());
    boneyard_size: u8 = |_, position| position.boneyard_size();
    idle_passes: u8 = |_, position| position.idle();
    went_out: Option<u8> = |_, position| position.went_out();
} }

properties! { MexicanTrainRoundApi of State, View {
    trains: Tuple<CardText> = |round| round.per_seat(|rules, position, seat| {
        CardText(position.train_text(*rules, TrainId::of(seat)))
    });
    ends: Tuple<u8> = |round| round.per_seat(|_, position, seat| position.end(TrainId::of(seat)));
    marked: Tuple<bool> = |round| round.per_seat(|_, position, seat| position.is_marked(seat));
    lacks: Tuple<Tuple<u8>> = |round| {
        let knowledge = round.knowledge();
        round.per_seat(|_, _, seat| knowledge.lacks(seat).collect())
    };
} }

properties! { MexicanTrainState of State {
    hands: Tuple<CardText> = |state| state.per_seat(|_, position, seat| CardText(position.hand(seat).to_string()));
    boneyard: CardText = |state| state.with_position(|_, position| CardText(position.boneyard_text()));
} }

#[pymethods]
impl State {
    #[doc = docstring!(MexicanTrainState.from_deal)]
    #[classmethod]
    #[pyo3(
        signature = (rules, *, hands, dealer, boneyard=None, seed=None, stream=Defaulted::Missing),
        text_signature = "(rules, *, hands, dealer, boneyard=None, seed=None, stream=0)"
    )]
    fn from_deal(
        _cls: &Bound<'_, PyType>,
        rules: RulesArgument<MexicanTrain>,
        hands: &Bound<'_, PyAny>,
        dealer: &Bound<'_, PyAny>,
        boneyard: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        stream: Defaulted<'_>,
    ) -> Result<Self> {
        let rules = rules.0;
        let hands = per_seat("hands", hands, rules)?;
        let starter = arguments::seat("dealer", dealer, &rules)? as u8;
        let boneyard = boneyard.map(|boneyard| tiles_in(boneyard, rules)).transpose()?;
        let chance = arguments::future_chance(seed, &stream)?;
        set_up(InPlay::deal(rules, hands, starter, boneyard)?, chance).map(Self)
    }

    #[doc = docstring!(MexicanTrainState.from_position)]
    #[classmethod]
    #[pyo3(
        signature = (
            rules, *, hands, turn, trains=None, mexican=Defaulted::Missing, marked=Defaulted::Missing,
            open_doubles=Defaulted::Missing, doubled=Defaulted::Missing, drew=Defaulted::Missing, boneyard=None,
            seed=None, stream=Defaulted::Missing
        ),
        text_signature = "(rules, *, hands, turn, trains=None, mexican='-', marked=(), open_doubles=(), \
            doubled=False, drew=False, boneyard=None, seed=None, stream=0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keyword arguments")]
    fn from_position(
        _cls: &Bound<'_, PyType>,
        rules: RulesArgument<MexicanTrain>,
        hands: &Bound<'_, PyAny>,
        turn: &Bound<'_, PyAny>,
        trains: Option<&Bound<'_, PyAny>>,
        mexican: Defaulted<'_>,
        marked: Defaulted<'_>,
        open_doubles: Defaulted<'_>,
        doubled: Defaulted<'_>,
        drew: Defaulted<'_>,
        boneyard: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        stream: Defaulted<'_>,
    ) -> Result<Self> {
        let rules = rules.0;
        let hands = per_seat("hands", hands, rules)?;
        let turn = arguments::seat("turn", turn, &rules)? as u8;
        let no_trains = || vec![Vec::new(); rules.players()];
        let trains = trains.map(|trains| per_seat("trains", trains, rules)).transpose()?;
        let trains = trains.unwrap_or_else(no_trains);
        let mexican = mexican.map_or(Vec::new(), |tiles| tiles_in(tiles, rules))?;
        let marked = marked.map_or(Vec::new(), |marked| {
            let seat = |item: &Bound<'_, PyAny>| Ok(arguments::seat("marked", item, &rules)? as u8);
            arguments::items_up_to("marked", "a list of seats", marked, SEATS, seat)
        })?;
        let open = open_doubles.map_or(Vec::new(), |doubles| {
            let number = |item: &Bound<'_, PyAny>| number("open_doubles", item, rules.set());
            arguments::items_up_to("open_doubles", "a list of integers", doubles, MAX_DOUBLES, number)
        })?;
        let doubled = doubled.map_or(false, |doubled| arguments::boolean("doubled", doubled))?;
        let drew = drew.map_or(false, |drew| arguments::boolean("drew", drew))?;
        let boneyard = boneyard.map(|boneyard| tiles_in(boneyard, rules)).transpose()?;
        let chance = arguments::future_chance(seed, &stream)?;
        let in_play = InPlay { rules, hands, turn, trains, mexican, marked, open, doubled, drew, boneyard };
        set_up(in_play, chance).map(Self)
    }
}

fn set_up(in_play: InPlay, chance: Stream) -> Result<GameState<MexicanTrain>> {
    let rules = in_play.rules;
    let (position, knowledge) = in_play.check(chance)?;
    Ok(EngineState::with_knowledge(rules, position, knowledge, Stream::without_seed()).into())
}

properties! { MexicanTrainView of View {
    hand: CardText = |view| CardText(view.view().hand().to_string());
    unseen: CardText = |view| CardText(view.view().unseen().to_string());
    hands: Tuple<Option<CardText>> = |view| {
        view.per_seat(|_, position, seat| view.view().sees(seat).then(|| CardText(position.hand(seat).to_string())))
    };
} }
