//! What Dou Dizhu adds to the classes.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use oxideal_engine::doudizhu::{
    Beat, Cards, DouDizhu, InPlay, Move as EngineMove, Play, Position, RANKS, Rules as EngineRules, letter,
};
use oxideal_engine::{Error, Rules as _, State as EngineState, Stream};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::CardText;
use super::arguments::{cards_of, hands_of, other_move, play_move, play_of, seat_of};
use crate::arguments::{self, Defaulted};
use crate::classes::move_::no_constructor;
use crate::classes::{RoundClass as _, RulesArgument, game_classes};
use crate::errors::Result;
use crate::package::CardSource;

game_classes! {
    DouDizhu,
    "oxideal.doudizhu",
    /// The rules of a round of Dou Dizhu.
    ///
    /// Rules(*, players: int = 3, auction: bool = True, all_pass: str = 'redeal',
    ///     max_redeals: int | None = 100, sequence_max: int = 12, spring: bool = False,
    ///     kicker_repeat: int = 1, kicker_both_jokers: bool = False,
    ///     kicker_extends_chain: bool = False, quadplex: bool = True)
    ///
    /// - `players`: 3 with one deck, 4 with two (DD-01).
    /// - `auction`: whether the players bid for landlord (DD-07).
    /// - `all_pass`: what happens if nobody bids: "redeal" or "void" (DD-09).
    /// - `max_redeals`: the most redeals, 1 to 255; None for no limit (DD-09).
    /// - `sequence_max`: the longest sequence of single cards, 5 to 12 (DD-19).
    /// - `spring`: whether a one-sided round doubles the payment (DD-33).
    /// - `kicker_repeat`: how many attached single cards may share a rank, 1 to 4 (DD-34).
    /// - `kicker_both_jokers`: whether both jokers may be attached as single cards (DD-34).
    /// - `kicker_extends_chain`: whether a rank attached three or more times may be next to the chain
    ///   (DD-34).
    /// - `quadplex`: whether four of a rank may have attached cards (DD-24, DD-25).
    ///
    /// Rules are immutable and hashable, and define the action ids. Raises `InvalidRulesError` for a
    /// wrong value.
    ///
    /// >>> rules = Rules(players=4, spring=True)
    /// >>> rules.players, rules.num_actions
    /// (4, 9083)
    Rules,
    /// A pass, a bid or a combination: a small immutable value.
    ///
    /// `str(move)` is its text and `int(move)` its action id. Moves come from `Rules`, states,
    /// views, and functions such as `classify`; there is no constructor.
    ///
    /// >>> move = Rules().parse("333444 5T")
    /// >>> move.kind, move.main, move.attached, int(move)
    /// ('sequence_of_triplets_with_cards', '333444', '5T', 526)
    Move,
    /// A round of Dou Dizhu with all cards and its history.
    ///
    /// State(rules: Rules | None = None, *, seed: Seed = None, stream: int = 0,
    ///     dealer: int | None = None)
    ///
    /// A new state is a fresh deal. Without `rules` it has the default rules. `seed` is an integer
    /// from 0 to 2**256 - 1 or 32 bytes; without it the system chooses one. Without `dealer` chance
    /// draws the dealer. Two states are equal if their rules and positions are, including hidden
    /// cards and the chance of a redeal, whatever their histories. Threads may share a state.
    ///
    /// Raises `InvalidArgumentError` for a seed, stream or dealer out of range.
    ///
    /// >>> state = State(seed=7)
    /// >>> state.push("bid 3")
    /// >>> state.landlord, state.hand_sizes
    /// (2, (17, 17, 20))
    /// >>> state.pop() == int(state.parse("bid 3"))
    /// True
    State,
    /// What one seat knows of a round, and nothing else. Immutable.
    ///
    /// A view has no constructor: get one from `State.view`, or with `View.from_events`,
    /// `View.from_text` or `View.from_bytes`. It holds nothing that the seat may not know.
    ///
    /// >>> view = State(seed=7).view(0)
    /// >>> view.hand
    /// '335567788TQAA222B'
    /// >>> view.sample(seed=1).view(0) == view
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
    /// (100, 3)
    Batch,
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(
        signature = (*values, **options),
        text_signature = "(*, players=3, auction=True, all_pass='redeal', max_redeals=100, sequence_max=12, spring=False, \
            kicker_repeat=1, kicker_both_jokers=False, kicker_extends_chain=False, quadplex=True)"
    )]
    fn new(values: &Bound<'_, PyTuple>, options: Option<&Bound<'_, PyDict>>) -> Result<Self> {
        arguments::rules_of(values, options).map(Self)
    }

    /// Return the rules of card play that another program uses.
    ///
    /// preset(name: str, /) -> Self
    ///
    /// `name` is "douzero", "openspiel" or "rlcard". Raises `InvalidRulesError` for any other
    /// name.
    #[classmethod]
    #[pyo3(signature = (name, /))]
    fn preset(_cls: &Bound<'_, PyType>, name: &Bound<'_, PyAny>) -> Result<Self> {
        Ok(Self(EngineRules::preset(&arguments::text("name", name)?)?))
    }

    /// Whether the players bid.
    ///
    /// auction: bool
    ///
    /// Without an auction, the player who would open it is the landlord at a bid of 1.
    #[getter]
    fn auction(&self) -> bool {
        self.0.options().auction
    }

    /// What happens when nobody bids: "redeal", or "void" for a round without payment (DD-09).
    ///
    /// all_pass: str
    #[getter]
    fn all_pass(&self) -> &'static str {
        self.0.options().all_pass.name()
    }

    /// The most redeals, 1 to 255, or None for no limit (DD-09).
    ///
    /// max_redeals: int | None
    ///
    /// After that many, a round in which everybody passes again ends without payment.
    #[getter]
    fn max_redeals(&self) -> Option<u8> {
        self.0.options().max_redeals
    }

    /// The longest sequence of single cards, 5 to 12 (DD-19).
    ///
    /// sequence_max: int
    #[getter]
    fn sequence_max(&self) -> u8 {
        self.0.options().sequence_max
    }

    /// Whether a one-sided round doubles the payment once more (DD-33).
    ///
    /// spring: bool
    #[getter]
    fn spring(&self) -> bool {
        self.0.options().spring
    }

    /// How many attached single cards may share a rank, 1 to 4 (DD-34).
    ///
    /// kicker_repeat: int
    #[getter]
    fn kicker_repeat(&self) -> u8 {
        self.0.options().kicker_repeat
    }

    /// Whether both jokers may be attached as single cards (DD-34).
    ///
    /// kicker_both_jokers: bool
    #[getter]
    fn kicker_both_jokers(&self) -> bool {
        self.0.options().kicker_both_jokers
    }

    /// Whether a rank attached three or more times may be next to the chain (DD-34).
    ///
    /// kicker_extends_chain: bool
    #[getter]
    fn kicker_extends_chain(&self) -> bool {
        self.0.options().kicker_extends_chain
    }

    /// Whether quadplexes may be played (DD-24, DD-25).
    ///
    /// quadplex: bool
    #[getter]
    fn quadplex(&self) -> bool {
        self.0.options().quadplex
    }

    /// Return the cards of each action as a new array of shape (num_actions, 15).
    ///
    /// action_features() -> NDArray[uint8]
    ///
    /// A row counts the cards of each rank, from 3 to the red joker. The pass and the bids are
    /// rows of zeros.
    fn action_features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let actions = self.0.num_actions();
        let features: Vec<u8> = (0..actions).flat_map(|action| self.0.features(action)).collect();
        PyArray1::from_vec(py, features).reshape([actions as usize, RANKS])
    }
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (), text_signature = "()")]
    fn new() -> PyResult<Self> {
        Err(no_constructor("Rules.move(), Rules.parse(), classify() or legal_moves()"))
    }

    /// The kind of move: "pass", "bid", or a kind of combination such as "pair".
    ///
    /// kind: str
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.inner() {
            EngineMove::Pass => "pass",
            EngineMove::Bid(_) => "bid",
            EngineMove::Play { play, .. } => play.kind().name(),
        }
    }

    /// The bid, 1 to 3; None for other moves.
    ///
    /// bid: int | None
    #[getter]
    fn bid(&self) -> Option<u8> {
        if let EngineMove::Bid(bid) = self.0.inner() { Some(*bid) } else { None }
    }

    /// The highest rank of the main part, one character; None for a pass or a bid.
    ///
    /// rank: str | None
    ///
    /// To compare ranks, use `"3456789TJQKA2BR".index(rank)`.
    #[getter]
    fn rank(&self) -> Option<char> {
        self.0.inner().play().map(|play| letter(play.rank()))
    }

    /// The number of consecutive ranks in the main part; 0 for a pass or a bid.
    ///
    /// length: int
    #[getter]
    fn length(&self) -> u8 {
        self.0.inner().play().map_or(0, Play::length)
    }

    /// All cards, ascending; "-" for a pass or a bid.
    ///
    /// cards: str
    #[getter]
    fn cards(&self) -> String {
        self.0.inner().play().map_or(Cards::NONE, Play::cards).to_string()
    }

    /// The cards that decide what the combination beats, ascending; "-" for a pass or a bid.
    ///
    /// main: str
    #[getter]
    fn main(&self) -> String {
        self.0.inner().play().map_or(Cards::NONE, Play::main).to_string()
    }

    /// The attached cards, ascending; "-" if there are none.
    ///
    /// attached: str
    #[getter]
    fn attached(&self) -> String {
        self.0.inner().play().map_or(Cards::NONE, Play::attached).to_string()
    }

    /// Return whether this combination beats another one.
    ///
    /// beats(other: Move | str, /) -> bool
    ///
    /// Raises `InvalidMoveError` if `other` is a text that names no move.
    #[pyo3(signature = (other, /))]
    fn beats(&self, other: &Bound<'_, PyAny>) -> Result<bool> {
        Ok(self.why_not(other)?.is_none())
    }

    /// Return why this combination does not beat another one; None if it does.
    ///
    /// why_not(other: Move | str, /) -> str | None
    ///
    /// Raises `InvalidMoveError` if `other` is a text that names no move.
    #[pyo3(signature = (other, /))]
    fn why_not(&self, other: &Bound<'_, PyAny>) -> Result<Option<String>> {
        Ok(self.0.inner().why_not(&other_move(other, self.0.rules())?))
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
            /// The phase of the round: "auction", "play" or "over".
            ///
            /// phase: str
            #[getter]
            fn phase(&self) -> &'static str {
                self.0.with_position(|_, position| position.phase().name())
            }

            /// The seat that dealt and drew the first card (DD-05).
            ///
            /// dealer: int
            #[getter]
            fn dealer(&self) -> u8 {
                self.0.with_position(|_, position| position.dealer())
            }

            /// The number of redeals so far; 0 where the rules do not limit it (DD-09).
            ///
            /// redeals: int
            #[getter]
            fn redeals(&self) -> u8 {
                self.0.with_position(|_, position| position.redeals())
            }

            /// The seat that opened the auction (DD-06).
            ///
            /// first_bidder: int
            #[getter]
            fn first_bidder(&self) -> u8 {
                self.0.with_position(|_, position| position.first_bidder())
            }

            /// The rank of the card shown before the deal (DD-05); None if it is not known.
            ///
            /// face_up: str | None
            #[getter]
            fn face_up(&self) -> Option<char> {
                self.0.with_position(|_, position| position.face_up().map(|face_up| letter(face_up.rank)))
            }

            /// The seat that drew the face-up card; None if the card is in the kitty or is not known.
            ///
            /// face_up_seat: int | None
            #[getter]
            fn face_up_seat(&self) -> Option<u8> {
                self.0.with_position(|_, position| position.face_up().and_then(|face_up| face_up.seat))
            }

            /// The auction so far, from the first bidder on: 0 for a pass, else 1 to 3.
            ///
            /// bids: tuple[int, ...]
            #[getter]
            fn bids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.with_position(|_, position| position.bids()).iter())
            }

            /// The landlord's seat; None during the auction.
            ///
            /// landlord: int | None
            #[getter]
            fn landlord(&self) -> Option<u8> {
                self.0.with_position(|_, position| position.landlord())
            }

            /// The highest bid so far; None if there is none.
            ///
            /// bid: int | None
            #[getter]
            fn bid(&self) -> Option<u8> {
                self.0.with_position(|rules, position| position.bid(rules))
            }

            /// The number of cards in each seat's hand.
            ///
            /// hand_sizes: tuple[int, ...]
            #[getter]
            fn hand_sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let sizes: Vec<u32> = self.0.with_position(|rules, position| {
                    (0..rules.options().players).map(|seat| position.left(rules, seat)).collect()
                });
                PyTuple::new(py, sizes)
            }

            /// All cards that each seat has played.
            ///
            /// played: tuple[Cards, ...]
            #[getter]
            fn played<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let played = self.0.with_position(|rules, position| position.played(rules).to_vec());
                PyTuple::new(py, played.iter().map(|cards| CardText(cards.to_string())))
            }

            /// The number of combinations that each seat has played.
            ///
            /// plays: tuple[int, ...]
            #[getter]
            fn plays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let plays = self.0.with_position(|rules, position| position.plays(rules).to_vec());
                PyTuple::new(py, plays)
            }

            /// How often the payment has been doubled so far (DD-31), not counting `spring`.
            ///
            /// doublings: int
            #[getter]
            fn doublings(&self) -> u8 {
                self.0.with_position(|_, position| position.doublings())
            }

            /// The combination to beat; None for the leader and during the auction.
            ///
            /// to_beat: Move | None
            ///
            /// When the round is over, this is the last combination played.
            #[getter]
            fn to_beat(&self) -> Result<Option<Move>> {
                let found = self
                    .0
                    .with_position(|rules, position| position.to_beat().map(|(play, _)| (*rules, play)));
                found.map(|(rules, play)| play_move(&rules, play).map(Move)).transpose()
            }

            /// The seat that played the combination to beat; None if there is none.
            ///
            /// to_beat_seat: int | None
            #[getter]
            fn to_beat_seat(&self) -> Option<u8> {
                self.0.with_position(|_, position| position.to_beat().map(|(_, seat)| seat))
            }

            /// The number of passes since the last combination; 0 during the auction.
            ///
            /// passes: int
            #[getter]
            fn passes(&self) -> u8 {
                self.0.with_position(|_, position| position.passes())
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
        let hands = self.0.with_position(|rules, position| position.hands(rules).to_vec());
        PyTuple::new(py, hands.iter().map(|hand| CardText(hand.to_string())))
    }

    /// The kitty: the cards that were left over from the deal, whoever holds them now.
    ///
    /// kitty: Cards
    #[getter]
    fn kitty(&self) -> CardText {
        CardText(self.0.with_position(|_, position| position.kitty()).to_string())
    }

    /// Return a new round with these cards dealt.
    ///
    /// from_deal(rules: Rules, *, hands: Iterable[CardsLike], kitty: CardsLike, first_bidder: int,
    ///     dealer: int | None = None, seed: Seed = None, stream: int = 0) -> Self
    ///
    /// `hands` has one item per seat: a text such as "334455TJ", a list of ranks, or 15 counts.
    /// `seed` and `stream` decide a possible redeal; without a seed the system chooses one. Raises
    /// `InvalidStateError` if the cards do not make up the deck.
    #[classmethod]
    #[pyo3(
        signature = (
            rules, *, hands, kitty, first_bidder, dealer=None, seed=None,
            stream=Defaulted::Missing
        ),
        text_signature = "(rules, *, hands, kitty, first_bidder, dealer=None, seed=None, stream=0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keyword arguments")]
    fn from_deal(
        _cls: &Bound<'_, PyType>,
        rules: RulesArgument<DouDizhu>,
        hands: &Bound<'_, PyAny>,
        kitty: &Bound<'_, PyAny>,
        first_bidder: &Bound<'_, PyAny>,
        dealer: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        stream: Defaulted<'_>,
    ) -> Result<Self> {
        let rules = rules.0;
        let hands = hands_of("hands", hands, &rules)?;
        let kitty = cards_of(kitty, &rules, CardSource::SetUpState)?;
        let first = arguments::seat("first_bidder", first_bidder, &rules)? as u8;
        let dealer = seat_of("dealer", dealer, &rules)?;
        let chance = arguments::future_chance(seed, &stream)?;
        let position = Position::from_deal(rules, &hands, kitty, first, dealer)?;
        Ok(Self(EngineState::from_position(rules, position, chance).into()))
    }

    /// Return a position in the middle of play.
    ///
    /// from_position(rules: Rules, *, hands: Iterable[CardsLike], landlord: int, bid: int = 1,
    ///     lead: int | None = None, to_beat: Move | str | None = None, by: int | None = None,
    ///     passes: int = 0, played: Iterable[CardsLike] | None = None,
    ///     plays: Iterable[int] | None = None, kitty: CardsLike | None = None,
    ///     doublings: int = 0) -> Self
    ///
    /// `hands` has one item per seat, as in `from_deal`. `lead` is the seat to lead, by default
    /// the landlord. To set up a trick in progress instead, give `to_beat`, the seat that
    /// played it as `by`, and how many have passed since as `passes`. Details that are not
    /// given are filled in so that they fit. Raises `InvalidStateError` if no round can lead to
    /// the position, and `InvalidArgumentError` if the arguments contradict each other.
    #[classmethod]
    #[pyo3(
        signature = (
            rules, *, hands, landlord, bid=Defaulted::Missing, lead=None, to_beat=None, by=None,
            passes=Defaulted::Missing, played=None, plays=None, kitty=None, doublings=Defaulted::Missing
        ),
        text_signature = "(rules, *, hands, landlord, bid=1, lead=None, to_beat=None, by=None, passes=0, \
            played=None, plays=None, kitty=None, doublings=0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keyword arguments")]
    fn from_position(
        _cls: &Bound<'_, PyType>,
        rules: RulesArgument<DouDizhu>,
        hands: &Bound<'_, PyAny>,
        landlord: &Bound<'_, PyAny>,
        bid: Defaulted<'_>,
        lead: Option<&Bound<'_, PyAny>>,
        to_beat: Option<&Bound<'_, PyAny>>,
        by: Option<&Bound<'_, PyAny>>,
        passes: Defaulted<'_>,
        played: Option<&Bound<'_, PyAny>>,
        plays: Option<&Bound<'_, PyAny>>,
        kitty: Option<&Bound<'_, PyAny>>,
        doublings: Defaulted<'_>,
    ) -> Result<Self> {
        let rules = rules.0;
        let number = |name, value: &Defaulted<'_>, low, high, default| {
            value.map_or(default, |value| Ok(arguments::integer(name, value, low, high)? as u8))
        };
        let hands = hands_of("hands", hands, &rules)?;
        let landlord = arguments::seat("landlord", landlord, &rules)? as u8;
        let bid = number("bid", &bid, 1, 3, 1)?;
        let lead = seat_of("lead", lead, &rules)?;
        let play = to_beat.map(|to_beat| play_of(to_beat, &rules)).transpose()?;
        let by = seat_of("by", by, &rules)?;
        let passes = number("passes", &passes, 0, 3, 0)?;
        let played = played.map(|played| hands_of("played", played, &rules)).transpose()?;
        let count = |item: &Bound<'_, PyAny>| Ok(arguments::integer("plays", item, 0, 99)? as u8);
        let plays = plays.map(|plays| arguments::per_seat("plays", plays, &rules, rules.players(), count));
        let plays = plays.transpose()?;
        let kitty = kitty.map(|kitty| cards_of(kitty, &rules, CardSource::SetUpState)).transpose()?;
        let doublings = number("doublings", &doublings, 0, 99, 0)?;
        let wrong = |text: &str| Err(Error::InvalidArgument(text.into()).into());
        if lead.is_some() && play.is_some() {
            return wrong("\"lead\" and \"to_beat\" are mutually exclusive");
        }
        let beat = match (play, by) {
            (None, None) => None,
            (Some(play), Some(seat)) => Some(Beat { play, seat, passes }),
            (Some(_), None) => return wrong("\"to_beat\" requires \"by\""),
            (None, Some(_)) => return wrong("\"by\" requires \"to_beat\""),
        };
        let in_play = InPlay { rules, hands, landlord, bid, lead, beat, played, plays, kitty, doublings };
        let position = in_play.check()?;
        Ok(Self(EngineState::from_position(rules, position, Stream::without_seed()).into()))
    }
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

    /// The cards that are neither in the seat's own hand nor played, as text, ascending; "-" if empty.
    ///
    /// unseen: Cards
    #[getter]
    fn unseen(&self) -> CardText {
        CardText(self.0.view().unseen().to_string())
    }

    /// The cards that each other seat is known to hold; "-" for the seat itself.
    ///
    /// known: tuple[Cards, ...]
    ///
    /// These are unplayed cards of the kitty and the face-up card.
    #[getter]
    fn known<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let seats = 0..self.0.with_position(|rules, _| rules.options().players);
        PyTuple::new(
            py,
            seats.map(|seat| CardText(self.0.view().known(seat).to_string())).collect::<Vec<_>>(),
        )
    }

    /// The kitty; None until it is shown, when the auction ends.
    ///
    /// kitty: Cards | None
    #[getter]
    fn kitty(&self) -> Option<CardText> {
        self.0
            .with_position(|_, position| position.landlord().map(|_| CardText(position.kitty().to_string())))
    }
}
