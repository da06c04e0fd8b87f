"""The contract that every game keeps, on both backends, in typed form.

A game is a module with five classes (`Rules`, `Move`, `State`, `View`, `Batch`), `playouts`, and the game's hot
functions. `oxideal.foursquare` (Rust) and `oxideal.reference.foursquare` (plain Python) both keep it; mypy and the
tests hold them to it. What types cannot say (text forms, bytes, messages, randomness) stands in `docs/contract.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, SupportsIndex, TypeAlias, TypeVar

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .match import Match
    from .observation import ObservationSpec

__all__ = [
    "Batch",
    "Cards",
    "Classified",
    "DouDizhu",
    "DouDizhuMove",
    "DouDizhuRules",
    "DouDizhuState",
    "DouDizhuView",
    "FourSquare",
    "FourSquareMove",
    "FourSquareRules",
    "FourSquareState",
    "FourSquareView",
    "Game",
    "LegalPlays",
    "LongestTrain",
    "Melds",
    "MexicanTrain",
    "MexicanTrainMove",
    "MexicanTrainRules",
    "MexicanTrainState",
    "MexicanTrainView",
    "Move",
    "Partition",
    "Partitions",
    "Playouts",
    "RandomStream",
    "Rules",
    "Rummy",
    "RummyCards",
    "RummyMove",
    "RummyRules",
    "RummyState",
    "RummyTable",
    "RummyView",
    "Seed",
    "State",
    "Tiles",
    "View",
]

Seed: TypeAlias = SupportsIndex | bytes | None
"""0 to 2**256 - 1, or the same as 32 bytes (little-endian), or None: 32 bytes from the system's entropy."""


MoveT = TypeVar("MoveT", bound="Move")
MoveT_co = TypeVar("MoveT_co", bound="Move", covariant=True)
RulesT = TypeVar("RulesT", bound="Rules[Any]")
RulesT_co = TypeVar("RulesT_co", bound="Rules[Any]", covariant=True)
ViewT_co = TypeVar("ViewT_co", bound="View[Any, Any, Any]", covariant=True)
StateT_co = TypeVar("StateT_co", bound="State[Any, Any, Any]", covariant=True)


class Playouts(NamedTuple):
    """What `playouts` returns: one row a game."""

    payoffs: npt.NDArray[np.int32]
    """`payoffs[k, seat]` of game `k`."""
    lengths: npt.NDArray[np.int32]
    """How many actions game `k` lasted."""


class RandomStream(Protocol):
    """ChaCha20 (RFC 8439) as a stream of 32-bit words, and the two things drawn from it."""

    def __init__(self, seed: Seed = None, stream: SupportsIndex = 0) -> None: ...
    @property
    def position(self) -> int:
        """How many words have been drawn."""

    def word(self) -> int:
        """The next word, 0 to 2**32 - 1."""

    def skip(self, words: SupportsIndex) -> None:
        """Passes over that many words, at any distance in no time."""

    def below(self, n: SupportsIndex) -> int:
        """A uniform integer from 0 to n - 1, for n from 1 to 2**32."""

    def shuffled(self, n: SupportsIndex) -> list[int]:
        """The numbers 0 to n - 1 in uniformly random order, for n from 0 to 1,000,000."""


class Move(Protocol):
    """One action of a game: a small frozen value. `str(move)` parses back, `int(move)` is its id."""

    def __int__(self) -> int: ...
    def __str__(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...


class Rules(Protocol[MoveT]):
    """How a game is played: frozen, checked, hashable, picklable. It owns the table of actions."""

    @property
    def players(self) -> int:
        """The number of seats; they are 0 to players - 1."""

    @property
    def num_actions(self) -> int:
        """Ids are 0 to num_actions - 1, each of them a move that some state allows."""

    @property
    def action_table_version(self) -> int:
        """Raised whenever an id changes its meaning."""

    def move(self, action: SupportsIndex, /) -> MoveT:
        """The move with this id, or InvalidMoveError."""

    def action(self, move: MoveT | SupportsIndex, /) -> int:
        """The id of this move (or the id itself, checked); the inverse of `move`."""

    def parse(self, text: str, /) -> MoveT:
        """The move that this text names, or InvalidMoveError."""

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, fit for JSON."""

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any], /) -> Self:
        """The inverse of `to_dict`. Missing fields take their default; others are refused."""

    def observation_spec(self) -> ObservationSpec:
        """How an observation is laid out."""

    def next_round(self) -> Self | None:
        """The rules of the next round of a match, None where that was the last."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...


class Table(Protocol[RulesT_co, MoveT]):
    """What a referee and a player alike can ask of a round: the part that `State` and `View` share."""

    @property
    def rules(self) -> RulesT_co: ...
    @property
    def current_player(self) -> int | None:
        """The seat that is to choose, or None when the round is over."""

    @property
    def is_over(self) -> bool: ...
    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """One integer a seat, higher is better; None before the end."""

    @property
    def scores(self) -> tuple[int, ...] | None:
        """What the game itself calls the score, one a seat; None before the end."""

    @property
    def recent(self) -> tuple[tuple[int, int], ...]:
        """The last actions, at most 16 of them, as pairs of a seat and an id, the oldest first."""

    def legal_actions(self) -> list[int]:
        """The ids that may be played now, ascending; none when the round is over, nor, in a view, while another seat is
        to choose.
        """

    def legal_moves(self) -> list[MoveT]:
        """The same as moves."""

    def is_legal(self, move: MoveT | SupportsIndex, /) -> bool:
        """Whether `push` would take it. False for an id that is not in the table."""

    def parse(self, text: str, /) -> MoveT:
        """The move that this text names here, legal or not; InvalidMoveError when it names none."""

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: `oxideal.svg.draw` of it."""

    def to_text(self) -> str:
        """One line that `from_text` reads, fit for a bug report."""

    @classmethod
    def from_text(cls, text: str, /) -> Self:
        """The inverse of `to_text`, checked. The way that led there is not part of the text."""

    def to_bytes(self) -> bytes:
        """A compact form that `from_bytes` of either backend reads; pickling uses it."""

    @classmethod
    def from_bytes(cls, data: bytes, /) -> Self:
        """The inverse of `to_bytes`, checked."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...


class View(Table[RulesT, MoveT], Protocol[RulesT, MoveT, StateT_co]):
    """What one seat knows of a round, and nothing else. Frozen. This is what a bot is given."""

    @property
    def seat(self) -> int: ...
    def observation(self) -> npt.NDArray[np.uint8]:
        """What the seat knows as a vector, laid out as `rules.observation_spec()` says. It is the caller's own."""

    @classmethod
    def from_events(cls, rules: RulesT, seat: SupportsIndex, events: Iterable[str]) -> Self:
        """The view of a seat that has witnessed these events (see `State.events`), checked."""

    def sample(self, seed: Seed = None, stream: SupportsIndex = 0) -> StateT_co:
        """A state drawn uniformly from all that this view allows: `view.sample(s).view(view.seat) == view`.

        It counts as set up by hand: it has no seed and no history.
        """


class State(Table[RulesT_co, MoveT], Protocol[RulesT_co, MoveT, ViewT_co]):
    """One round, with all that is hidden and its history. Two states are equal when their rules and positions are,
    hidden cards included, whatever way led there.
    """

    def __init__(
        self,
        rules: RulesT_co | None = None,
        *,
        seed: Seed = None,
        stream: SupportsIndex = 0,
        dealer: SupportsIndex | None = None,
    ) -> None:
        """A new round, dealt from the stream; who deals is drawn first, where several could and none is given."""

    @classmethod
    def from_text(cls, text: str, /, *, seed: Seed = 0, stream: SupportsIndex = 0) -> Self:
        """The inverse of `to_text`, checked. The way that led there is not part of the text, nor is what chance has
        still to bring, if anything: that comes from the seed and the stream.
        """

    @property
    def seed(self) -> int | None:
        """The seed of the deal (also where it came from the system's entropy); None for a position set up by hand."""

    @property
    def stream(self) -> int | None:
        """The stream number of the deal; None for a position set up by hand."""

    @property
    def history(self) -> tuple[int, ...]:
        """The ids played since the start, oldest first."""

    def push(self, move: MoveT | SupportsIndex, /) -> None:
        """Plays a move or an id. IllegalMoveError or InvalidMoveError leave the state as it was."""

    def pop(self) -> int:
        """Takes the last action back and returns its id."""

    def copy(self) -> Self:
        """An independent state with the same history."""

    def view(self, seat: SupportsIndex, /) -> ViewT_co:
        """What this seat knows."""

    def events(self, seat: SupportsIndex, /) -> list[str]:
        """All that this seat has witnessed, in order: `View.from_events` makes its view from them."""

    def perft(self, depth: SupportsIndex, /) -> int:
        """The number of action sequences of exactly this length, for depths from 0 to 255."""


class Batch(Protocol[RulesT_co, StateT_co, ViewT_co]):
    """n rounds at once, each of which is dealt anew when it is over; `docs/batches.md` has arrays and errors."""

    def __init__(
        self,
        rules: RulesT_co,
        n: SupportsIndex,
        seed: Seed = None,
        *,
        threads: SupportsIndex = 1,
        out: dict[str, npt.NDArray[Any]] | None = None,
    ) -> None:
        """Episode 0 of all games. `out` gives arrays to write to, by their names."""

    @property
    def rules(self) -> RulesT_co: ...
    @property
    def n(self) -> int:
        """The number of games."""

    @property
    def seed(self) -> int:
        """The seed of all deals (also where it came from the system's entropy)."""

    @property
    def threads(self) -> int:
        """Over how many threads the games are spread."""

    def __len__(self) -> int: ...
    @property
    def observations(self) -> npt.NDArray[np.uint8]:
        """What the seat to move observes, a row for each game."""

    @property
    def current_player(self) -> npt.NDArray[np.int8]:
        """The seat to move."""

    @property
    def rewards(self) -> npt.NDArray[np.int32]:
        """The payoffs of a round that has ended with this step, else 0."""

    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """Whether a round has ended with this step."""

    @property
    def episode(self) -> npt.NDArray[np.int64]:
        """How many rounds have ended since `reset()`."""

    @property
    def legal_offsets(self) -> npt.NDArray[np.int64]:
        """The legal ids of game k are `legal_ids[legal_offsets[k]:legal_offsets[k + 1]]`."""

    @property
    def legal_ids(self) -> npt.NDArray[np.int32]:
        """The ids that may be played, ascending in each game; a new view after each step."""

    def legal_mask(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """True where an action may be played: a row for each game, in a new array or the caller's own."""

    def view(self, k: SupportsIndex, /) -> ViewT_co:
        """What the seat to move knows in game k."""

    def state(self, k: SupportsIndex, /) -> StateT_co:
        """Game k as a state of its own, set up by hand: without the history, but with the last actions."""

    def reset(self) -> None:
        """Begins again with the first round of every game."""

    def step(self, actions: npt.ArrayLike, /) -> None:
        """Plays one id in each game. A round that ends is followed by the next one in the same step. Where an id is
        wrong, nothing is played in any game.
        """

    def sample_actions(self, seed: Seed = None) -> npt.NDArray[np.int32]:
        """One legal id a game, each as likely as the others, in a new array."""


class Game(Protocol):
    """A game's module. (Constructors are checked by the tests: a protocol's are invisible to mypy.)"""

    @property
    def Rules(self) -> type[Rules[Any]]: ...  # noqa: N802 (the names are the modules')
    @property
    def Move(self) -> type[Move]: ...  # noqa: N802
    @property
    def State(self) -> type[State[Any, Any, Any]]: ...  # noqa: N802
    @property
    def View(self) -> type[View[Any, Any, Any]]: ...  # noqa: N802
    @property
    def Match(self) -> type[Match[Any, Any]]: ...  # noqa: N802
    @property
    def Batch(self) -> type[Batch[Any, Any, Any]]: ...  # noqa: N802
    @property
    def playouts(self) -> PlayoutsFunction: ...


class PlayoutsFunction(Protocol):
    """Plays whole games at full speed; `docs/contract.md` has the generator that deals them and chooses the moves."""

    def __call__(
        self,
        start: Any,
        n: SupportsIndex,
        seed: Seed = None,
        policy: str = "random",
        threads: SupportsIndex = 1,
        *,
        first: SupportsIndex = 0,
    ) -> Playouts:
        """Games number first to first + n - 1 of this seed, each played to its end by the policy. `start` are rules,
        or a state or a view to go on from.
        """


# FourSquare


class FourSquareMove(Move, Protocol):
    """A placement: the cell that the card in hand goes to, counted from the first card."""

    def __init__(self, row: SupportsIndex, column: SupportsIndex) -> None: ...
    @property
    def row(self) -> int:
        """-3 to 3, growing downwards."""

    @property
    def column(self) -> int:
        """-3 to 3, growing to the right."""


class FourSquareRules(Rules[MoveT], Protocol[MoveT]):
    def __init__(self, *, diagonal: bool = False) -> None: ...
    @property
    def diagonal(self) -> bool:
        """Whether cells that share only a corner are next to each other (FS-03)."""


class FourSquareTable(Protocol):
    """What State and View of FourSquare add to the contract."""

    @property
    def card(self) -> str | None:
        """The card in hand, to be placed now; None when the game is over."""

    @property
    def piles(self) -> dict[tuple[int, int], tuple[str, ...]]:
        """The cards of each pile from the bottom to the top, by (row, column), in the order of the cells' ids."""

    @property
    def grid(self) -> npt.NDArray[np.int8]:
        """7 rows of 7 cells, the first card in the middle: 0 for an empty cell, else the rank of the top card,
        negative when it lies face down. The array is the caller's own.
        """

    @property
    def stock_left(self) -> int:
        """How many cards lie in the stock, the card in hand not counted."""

    @property
    def is_won(self) -> bool: ...


class FourSquareView(FourSquareTable, View[RulesT, MoveT, StateT_co], Protocol[RulesT, MoveT, StateT_co]):
    @property
    def unseen(self) -> tuple[str, ...]:
        """The cards of the stock in ascending order: which they are is known, their order is not."""


class FourSquareState(FourSquareTable, State[RulesT, MoveT, ViewT_co], Protocol[RulesT, MoveT, ViewT_co]):
    @property
    def stock(self) -> tuple[str, ...]:
        """The face-down stock, its top first, the card in hand not counted."""

    @classmethod
    def from_deal(cls, rules: RulesT, stock: str | Sequence[str]) -> Self:
        """A new game with this deck, its top first: 40 cards as a list or as one text with spaces."""


class FourSquare(Game, Protocol):
    """The module `oxideal.foursquare`, and `oxideal.reference.foursquare`."""

    def flips(self, grid: npt.ArrayLike, cell: Any, card: SupportsIndex | str) -> list[int]:
        """The cells whose top cards turn over when the card is placed on the cell (a Move or its id), ascending."""

    def flips_many(self, grids: npt.ArrayLike, cells: npt.ArrayLike, ranks: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """The same for n grids at once: True where the top card of a cell turns over."""


# Dou Dizhu

Cards: TypeAlias = "str | Sequence[str] | Sequence[SupportsIndex] | npt.NDArray[np.integer[Any]]"
"""Cards of Dou Dizhu: a text such as "334455TJ", a list of rank texts, or how many there are of each rank."""


class Classified(NamedTuple):
    """What `classify_many` of Dou Dizhu returns: what each of n rows of counts is."""

    readings: npt.NDArray[np.uint8]
    """How many combinations the cards make. All else is told where that is 1."""
    actions: npt.NDArray[np.int32]
    """The id of the combination, else -1."""
    kinds: npt.NDArray[np.uint8]
    """The number of its kind, else 0."""
    ranks: npt.NDArray[np.uint8]
    """The highest rank of its main part, 0 to 14, else 0."""
    lengths: npt.NDArray[np.uint8]
    """How many ranks follow one another in its main part, else 0."""


class LegalPlays(NamedTuple):
    """What `legal_plays_many` of Dou Dizhu returns: hand k can play `actions[offsets[k]:offsets[k + 1]]`."""

    offsets: npt.NDArray[np.int64]
    """n + 1 of them for n hands, the first 0."""
    actions: npt.NDArray[np.int32]
    """The ids, ascending for each hand."""


class DouDizhuMove(Move, Protocol):
    """A pass, a bid or a combination. It comes from `Rules`, states and functions."""

    @property
    def kind(self) -> str:
        """What it is: "pass", "bid", or the kind of combination, such as "sequence_of_pairs"."""

    @property
    def bid(self) -> int | None:
        """1 to 3, or None where it is no bid."""

    @property
    def rank(self) -> str | None:
        """The highest of the main part; None of a pass and a bid."""

    @property
    def length(self) -> int:
        """How many ranks follow one another in the main part; 0 of a pass and a bid."""

    @property
    def cards(self) -> str:
        """All its cards, ascending; "-" of a pass and a bid."""

    @property
    def main(self) -> str:
        """The part that decides what it beats; "-" of a pass and a bid."""

    @property
    def attached(self) -> str:
        """What goes along with the main part; "-" where nothing does."""

    def beats(self, other: Self, /) -> bool:
        """Whether it may be played on the other one."""

    def why_not(self, other: Self, /) -> str | None:
        """Why it may not be played on the other one; None where it may."""


class DouDizhuRules(Rules[MoveT], Protocol[MoveT]):
    """How Dou Dizhu is played: for how many, with or without auction, and what may be attached to what."""

    def __init__(
        self,
        *,
        players: SupportsIndex = 3,
        auction: bool = True,
        all_pass: str = "redeal",
        sequence_max: SupportsIndex = 12,
        spring: bool = False,
        kicker_repeat: SupportsIndex = 1,
        kicker_both_jokers: bool = False,
        kicker_extends_chain: bool = False,
        quadplex: bool = True,
    ) -> None: ...
    @classmethod
    def preset(cls, name: str, /) -> Self:
        """The card play of another program: "douzero", "openspiel" or "rlcard"."""

    @property
    def auction(self) -> bool:
        """Whether there is one. Without, who would open it is the landlord at a bid of 1."""

    @property
    def all_pass(self) -> str:
        """What happens when everybody passes: "redeal", or "void" for a round without payment (DD-09)."""

    @property
    def sequence_max(self) -> int:
        """The most cards in a sequence of single cards, 5 to 12 (DD-19)."""

    @property
    def spring(self) -> bool:
        """Whether the payment doubles where one side has not really played (DD-33)."""

    @property
    def kicker_repeat(self) -> int:
        """How many attached single cards may share a rank, 1 to 4 (DD-34)."""

    @property
    def kicker_both_jokers(self) -> bool:
        """Whether both jokers may be attached as single cards (DD-34)."""

    @property
    def kicker_extends_chain(self) -> bool:
        """Whether a rank attached three times may be next to the chain (DD-34)."""

    @property
    def quadplex(self) -> bool:
        """Whether there are quadplexes (DD-24, DD-25)."""

    def action_features(self) -> npt.NDArray[np.uint8]:
        """The cards of each action, 15 counts a row; zeros for the pass and the bids. The array is the caller's own."""


class DouDizhuTable(Protocol[MoveT_co]):
    """What State and View of Dou Dizhu add to the contract. Cards are texts, "-" for none."""

    @property
    def phase(self) -> str:
        """What is going on: "auction", "play" or "over"."""

    @property
    def dealer(self) -> int:
        """Who dealt, and drew the first card (DD-05)."""

    @property
    def first_bidder(self) -> int:
        """Who opened the auction (DD-06)."""

    @property
    def face_up(self) -> str | None:
        """The rank of the card that was shown before the deal; None where it is not known."""

    @property
    def face_up_seat(self) -> int | None:
        """Who drew the face-up card; None where it lies in the kitty, or is not known."""

    @property
    def bids(self) -> tuple[int, ...]:
        """What has been bid, 0 for a pass, from the first bidder on."""

    @property
    def landlord(self) -> int | None:
        """Who plays alone; None as long as the auction lasts."""

    @property
    def bid(self) -> int | None:
        """The highest bid so far; None as long as there is none."""

    @property
    def kitty(self) -> str | None:
        """The cards of the kitty, whoever has them now; in a view None until they are shown."""

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""

    @property
    def played(self) -> tuple[str, ...]:
        """The cards that each seat has played."""

    @property
    def plays(self) -> tuple[int, ...]:
        """How many combinations each seat has played."""

    @property
    def doublings(self) -> int:
        """How often the payment has been doubled so far (DD-31), spring not counted."""

    @property
    def to_beat(self) -> MoveT_co | None:
        """The combination that is to be beaten, at the end the last one; None for who leads and in the auction."""

    @property
    def to_beat_seat(self) -> int | None:
        """Who played what is to be beaten."""

    @property
    def passes(self) -> int:
        """How many have passed since that was played; 0 in the auction."""


class DouDizhuView(DouDizhuTable[MoveT], View[RulesT, MoveT, StateT_co], Protocol[RulesT, MoveT, StateT_co]):
    """What one seat knows: its own hand and what lies open."""

    @property
    def hand(self) -> str:
        """The own cards."""

    @property
    def unseen(self) -> str:
        """All cards but the own hand and what has been played: in the other hands or the kitty, shown or not."""

    @property
    def known(self) -> tuple[str, ...]:
        """The cards that each other seat is known to hold; "-" for the own seat."""


class DouDizhuState(DouDizhuTable[MoveT], State[RulesT, MoveT, ViewT_co], Protocol[RulesT, MoveT, ViewT_co]):
    """One round of Dou Dizhu, with all cards and the history."""

    @property
    def hands(self) -> tuple[str, ...]:
        """The cards that each seat holds."""

    @classmethod
    def from_deal(
        cls,
        rules: RulesT,
        *,
        hands: Sequence[Cards],
        kitty: Cards,
        first_bidder: SupportsIndex,
        dealer: SupportsIndex | None = None,
        seed: Seed = 0,
        stream: SupportsIndex = 0,
    ) -> Self:
        """A round that begins with these cards; the seed and the stream serve a redeal."""

    @classmethod
    def from_position(
        cls,
        rules: RulesT,
        *,
        hands: Sequence[Cards],
        landlord: SupportsIndex,
        bid: SupportsIndex = 1,
        lead: SupportsIndex | None = None,
        to_beat: MoveT | str | None = None,
        by: SupportsIndex | None = None,
        passes: SupportsIndex = 0,
        played: Sequence[Cards] | None = None,
        plays: Sequence[SupportsIndex] | None = None,
        kitty: Cards | None = None,
        doublings: SupportsIndex = 0,
    ) -> Self:
        """A position in the middle of play; what is not given is made up so that it fits."""


class DouDizhu(Game, Protocol):
    """The module `oxideal.doudizhu`, and `oxideal.reference.doudizhu`. Without rules, the functions take `Rules()`."""

    def classify(self, cards: Cards, rules: Any = None) -> Any:
        """The combination that these cards make, as a Move."""

    def readings(self, cards: Cards, rules: Any = None) -> list[Any]:
        """All combinations that these cards make: none or one, with kicker options perhaps more (DD-27)."""

    def classify_many(self, counts: npt.ArrayLike, rules: Any = None) -> Classified:
        """The same for n times 15 counts at once."""

    def beats_many(self, a: npt.ArrayLike, b: npt.ArrayLike, rules: Any = None) -> npt.NDArray[np.bool_]:
        """Whether each action of the one array may be played on that of the other. The pass and the bids neither beat
        nor are beaten.
        """

    def legal_plays(self, hand: Cards, to_beat: Any = None, rules: Any = None) -> list[Any]:
        """What can be played from this hand on a Move or its text (None for one that leads), the pass left out."""

    def legal_plays_many(
        self, hands: npt.ArrayLike, to_beat: npt.ArrayLike | None = None, rules: Any = None
    ) -> LegalPlays:
        """The same for n hands of 15 counts at once, with the ids of what each has to beat, 0 for one that leads."""

    def counts(self, cards: Cards, rules: Any = None) -> npt.NDArray[np.uint8]:
        """How many cards there are of each rank, from 3 to the red joker."""

    def min_plays(self, hand: Cards, rules: Any = None) -> list[Any]:
        """The fewest combinations that empty this hand; which of several such lists is not promised."""

    # These two come last, as their names would otherwise hide the types above.

    @property
    def Classified(self) -> type[Classified]: ...  # noqa: N802
    @property
    def LegalPlays(self) -> type[LegalPlays]: ...  # noqa: N802


# Mexican Train

Tiles: TypeAlias = "str | Iterable[str | tuple[SupportsIndex, SupportsIndex]]"
"""Tiles of Mexican Train: a text such as "9-12 3-4", or a list of such texts and of pairs of numbers."""


class LongestTrain(NamedTuple):
    """What `longest_train` of Mexican Train returns: two trains, each tile in its direction, "-" for no tiles."""

    longest: str
    """A train of the most tiles; among such one of the most pips."""
    heaviest: str
    """A train of the most pips; among such one of the most tiles."""


class MexicanTrainMove(Move, Protocol):
    """A tile on a train, a draw or a pass. It comes from `Rules` and states."""

    @property
    def kind(self) -> str:
        """What it is: "play", "draw" or "pass"."""

    @property
    def tile(self) -> str | None:
        """The tile, its lower number first; None of a draw and a pass."""

    @property
    def train(self) -> str | None:
        """Where it goes: "me", "mexican", or the seat whose train it is; None of a draw and a pass."""


class MexicanTrainRules(Rules[MoveT], Protocol[MoveT]):
    """How a round of Mexican Train is played: for how many, with which tiles, and what follows a double."""

    def __init__(
        self,
        *,
        players: SupportsIndex = 4,
        set: SupportsIndex = 12,  # noqa: A002
        engine: SupportsIndex | None = None,
        hand_size: SupportsIndex | None = None,
        follow_up: str = "available",
        close_order: str = "laid",
    ) -> None: ...
    @property
    def set(self) -> int:
        """The highest number on a tile, 1 to 18 (MT-01)."""

    @property
    def engine(self) -> int:
        """The number of the double in the hub (MT-05)."""

    @property
    def hand_size(self) -> int:
        """How many tiles each player draws at the beginning (MT-04)."""

    @property
    def follow_up(self) -> str:
        """Where another tile may go after a double: to any "available" train, or only to the "double" (MT-18)."""

    @property
    def close_order(self) -> str:
        """In which order several doubles are closed: as "laid", or in the "reverse" order (MT-23)."""

    @property
    def tiles(self) -> tuple[str, ...]:
        """The texts of all tiles, by their numbers."""


class MexicanTrainTable(Protocol):
    """What State and View of Mexican Train add to the contract. Tiles are texts, "-" for none."""

    @property
    def turn(self) -> int:
        """The seat whose turn it is; at the end whose it was last."""

    @property
    def trains(self) -> tuple[str, ...]:
        """The train of each seat, from the hub outwards."""

    @property
    def mexican(self) -> str:
        """The Mexican train."""

    @property
    def ends(self) -> tuple[int, ...]:
        """The number at the open end of each seat's train; the engine's where it has not been started."""

    @property
    def mexican_end(self) -> int:
        """The number at the open end of the Mexican train."""

    @property
    def marked(self) -> tuple[bool, ...]:
        """Whether each seat's train carries its marker (MT-13)."""

    @property
    def open_doubles(self) -> tuple[int, ...]:
        """The numbers of the live open doubles, in the order in which they were laid."""

    @property
    def dead_doubles(self) -> tuple[int, ...]:
        """The numbers of the doubles that can never be closed, ascending (MT-24)."""

    @property
    def doubled(self) -> bool:
        """Whether the player has laid a double in this turn; False at the end."""

    @property
    def drew(self) -> bool:
        """Whether a tile has been drawn since the turn, or the last double of it, began; False at the end."""

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""

    @property
    def boneyard_size(self) -> int:
        """How many tiles can still be drawn."""

    @property
    def idle_passes(self) -> int:
        """How many passes of the row that ends a round have been made (MT-26)."""

    @property
    def went_out(self) -> int | None:
        """The seat that has no tiles left; None where nobody has gone out."""

    @property
    def lacks(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of which each seat is known to hold no tile, doubles aside."""


class MexicanTrainView(MexicanTrainTable, View[RulesT, MoveT, StateT_co], Protocol[RulesT, MoveT, StateT_co]):
    """What one seat knows: its own hand and what lies open, and what the others cannot hold."""

    @property
    def hand(self) -> str:
        """The own tiles."""

    @property
    def hands(self) -> tuple[str | None, ...]:
        """The tiles that each seat holds; None for those that are not seen. At the end all are."""

    @property
    def unseen(self) -> str:
        """All tiles that lie neither in a hand that is seen nor on the table."""


class MexicanTrainState(MexicanTrainTable, State[RulesT, MoveT, ViewT_co], Protocol[RulesT, MoveT, ViewT_co]):
    """One round of Mexican Train, with all tiles and the history."""

    @property
    def hands(self) -> tuple[str, ...]:
        """The tiles that each seat holds."""

    @property
    def boneyard(self) -> str:
        """The tiles that can still be drawn, the next one first."""

    @classmethod
    def from_deal(
        cls,
        rules: RulesT,
        *,
        hands: Sequence[Tiles],
        starter: SupportsIndex,
        boneyard: Tiles | None = None,
        seed: Seed = 0,
        stream: SupportsIndex = 0,
    ) -> Self:
        """A round that begins with these hands; where the boneyard is not given, it is all else, shuffled."""

    @classmethod
    def from_position(
        cls,
        rules: RulesT,
        *,
        hands: Sequence[Tiles],
        turn: SupportsIndex,
        trains: Sequence[Tiles] | None = None,
        mexican: Tiles = "-",
        marked: Iterable[SupportsIndex] = (),
        open_doubles: Iterable[SupportsIndex] = (),
        doubled: bool = False,
        drew: bool = False,
        boneyard: Tiles | None = None,
        seed: Seed = 0,
        stream: SupportsIndex = 0,
    ) -> Self:
        """A position in the middle of play; where the boneyard is not given, it is all else, shuffled."""


class MexicanTrain(Game, Protocol):
    """The module `oxideal.mexican_train`, and `oxideal.reference.mexican_train`. Without rules, the functions take
    `Rules()`.
    """

    def matches(self, hand: Tiles, ends: Iterable[SupportsIndex]) -> list[str]:
        """For each of the ends, the tiles of the hand that fit it."""

    def matches_many(self, hands: npt.ArrayLike, ends: npt.ArrayLike, rules: Any = None) -> npt.NDArray[np.bool_]:
        """The same for n hands, a row of zeros and ones each, and the m ends of each, -1 for none: n times m rows."""

    def longest_train(self, hand: Tiles, end: SupportsIndex, doubles: str = "tile") -> LongestTrain:
        """The longest and the heaviest train that can be laid from an open end of this number (MT-29). With
        `doubles="close"` it does not end with a double, unless it uses up the hand.
        """

    def pips(self, tiles: Tiles) -> int:
        """The sum of the pips, the double blank counting 50 (MT-27)."""

    def tiles_array(self, hand: Tiles, rules: Any = None) -> npt.NDArray[np.uint8]:
        """1 for each tile of the hand and 0 for all others, by the numbers of the tiles."""

    # It comes last, as its name would otherwise hide the type above.

    @property
    def LongestTrain(self) -> type[LongestTrain]: ...  # noqa: N802


# Rummy

RummyCards: TypeAlias = "str | Iterable[str]"
"""Cards of Rummy: a text such as "7S TH", or a list of such texts of one card each."""

RummyTable: TypeAlias = "str | Iterable[str]"
"""Melds: a text with commas between them, such as "7C 7D 7S, 9H TH JH", or a list of texts of one meld each."""


class Partition(NamedTuple):
    """What `best_partition` of Rummy returns: how the fewest points are left."""

    points: int
    """The points that are left."""
    melds: tuple[str, ...]
    """What is laid down."""
    lay_offs: tuple[str, ...]
    """What is laid off on the table, such as "7S@low", in an order in which it can be played."""
    rest: str
    """The cards that are left."""


class Melds(NamedTuple):
    """What `melds_many` of Rummy returns: the melds of hand `k` are `melds[offsets[k]:offsets[k + 1]]`."""

    offsets: npt.NDArray[np.int64]
    """One more than there are hands."""
    melds: npt.NDArray[np.uint64]
    """Sets of 52 cards."""


class Partitions(NamedTuple):
    """What `best_partition_many` of Rummy returns: one item a hand."""

    points: npt.NDArray[np.int32]
    """The points that are left."""
    rests: npt.NDArray[np.uint64]
    """The cards that are left, as sets of 52 cards."""


class RummyMove(Move, Protocol):
    """A draw, a meld, a lay-off or a discard. It comes from `Rules` and states."""

    @property
    def kind(self) -> str:
        """What it is: "draw", "take", "meld", "lay_off" or "discard"."""

    @property
    def cards(self) -> str | None:
        """The cards that are laid down, laid off or discarded; None of a draw."""

    @property
    def place(self) -> str | None:
        """Where a card is laid off: "group", "low" or "high"; None of other moves."""


class RummyRules(Rules[MoveT], Protocol[MoveT]):
    """How a hand of Rummy is played: for how many, with how many cards, and what aces are."""

    def __init__(
        self,
        *,
        players: SupportsIndex = 2,
        hand_size: SupportsIndex | None = None,
        ace: str = "low",
        must_discard_out: bool = False,
        turn_limit: SupportsIndex = 1000,
    ) -> None: ...
    @property
    def hand_size(self) -> int:
        """How many cards each player is dealt (RM-02)."""

    @property
    def ace(self) -> str:
        """What an ace is: "low", or "both" low and high (RM-15)."""

    @property
    def must_discard_out(self) -> bool:
        """Whether the last card must be a discard (RM-12)."""

    @property
    def turn_limit(self) -> int:
        """After so many turns the hand is void (RM-17)."""


class RummyPlay(Protocol):
    """What State and View of Rummy add to the contract. Cards are texts, "-" for none."""

    @property
    def turn(self) -> int:
        """The seat whose turn it is; at the end whose it was last."""

    @property
    def drew(self) -> bool:
        """Whether the player has drawn; False at the end."""

    @property
    def took(self) -> str | None:
        """The card that the player has taken from the discard pile in this turn, as long as it is in the hand."""

    @property
    def laid(self) -> bool:
        """Whether the player has played cards, by melds or lay-offs, in this turn; False at the end."""

    @property
    def turns(self) -> int:
        """How many turns have ended."""

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""

    @property
    def table(self) -> tuple[str, ...]:
        """The melds on the table: groups ascending, then runs by their first card."""

    @property
    def discards(self) -> str:
        """The discard pile, its top card last."""

    @property
    def stock_size(self) -> int:
        """How many cards the stock has."""

    @property
    def opened(self) -> tuple[bool, ...]:
        """Whether each seat has played cards, by melds or lay-offs, before the present turn; where somebody has gone
        out, before the last one.
        """

    @property
    def went_out(self) -> int | None:
        """The seat that has no cards left; None where nobody has gone out."""

    @property
    def went_rummy(self) -> bool:
        """Whether somebody has gone out who had played no card before that turn (RM-14)."""

    @property
    def taken(self) -> tuple[str, ...]:
        """The cards of each seat's hand that it has taken from the discard pile."""

    @property
    def earlier(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """For each earlier stock the cards that are still hidden in hands, and how many of them each seat holds."""


class RummyView(RummyPlay, View[RulesT, MoveT, StateT_co], Protocol[RulesT, MoveT, StateT_co]):
    """What one seat knows: its own hand, what lies open, and what is known of hidden cards."""

    @property
    def hand(self) -> str:
        """The own cards."""

    @property
    def hands(self) -> tuple[str | None, ...]:
        """The cards that each seat holds; None for those that are not seen. All are when somebody has gone out."""

    @property
    def unseen(self) -> str:
        """All cards that are in no hand that is seen, nor on the table or the discard pile."""

    @property
    def drawable(self) -> str:
        """The cards that the stock may hold."""

    @property
    def known(self) -> tuple[str, ...]:
        """The cards that this seat knows to be in each hand."""


class RummyState(RummyPlay, State[RulesT, MoveT, ViewT_co], Protocol[RulesT, MoveT, ViewT_co]):
    """One hand of Rummy, with all cards and the history."""

    @property
    def hands(self) -> tuple[str, ...]:
        """The cards that each seat holds."""

    @property
    def stock(self) -> str:
        """The stock, its next card first."""

    @classmethod
    def from_deal(
        cls,
        rules: RulesT,
        *,
        hands: Sequence[RummyCards],
        dealer: SupportsIndex,
        upcard: str,
        stock: RummyCards | None = None,
        seed: Seed = 0,
        stream: SupportsIndex = 0,
    ) -> Self:
        """A hand that begins with these cards; where the stock is not given, it is all else, shuffled."""

    @classmethod
    def from_position(
        cls,
        rules: RulesT,
        *,
        hands: Sequence[RummyCards],
        turn: SupportsIndex,
        discards: RummyCards,
        table: RummyTable = (),
        stock: RummyCards | None = None,
        drew: bool = False,
        took: str | None = None,
        laid: bool = False,
        rummy: bool = False,
        turns: SupportsIndex = 0,
        taken: Sequence[RummyCards] | None = None,
        seed: Seed = 0,
        stream: SupportsIndex = 0,
    ) -> Self:
        """A position in the middle of play; where the stock is not given, it is all else, shuffled."""


class Rummy(Game, Protocol):
    """The module `oxideal.rummy`, and `oxideal.reference.rummy`. In functions `ace` is "low" or "both", as in rules."""

    def melds(self, hand: RummyCards, ace: str = "low") -> list[str]:
        """Every group and every run in the hand, in the order of the table of actions."""

    def lay_offs(self, hand: RummyCards, table: RummyTable, ace: str = "low") -> list[str]:
        """Every lay-off of a card of the hand on the table (RM-10), in the order of the table of actions."""

    def best_partition(self, hand: RummyCards, table: RummyTable | None = None, ace: str = "low") -> Partition:
        """The fewest points that can be left, and among these the fewest cards, when the hand is parted into melds,
        lay-offs on the table and a rest (RM-18).
        """

    def points(self, cards: RummyCards, ace: str = "low") -> int:
        """The sum of the cards (RM-13, RM-15)."""

    def card_set(self, cards: RummyCards) -> int:
        """The cards as a set of 52 bits: bit 4 * rank + suit, the ace of clubs being bit 0."""

    def card_text(self, number: SupportsIndex) -> str:
        """The cards of such a set."""

    def melds_many(self, hands: npt.ArrayLike, ace: str = "low") -> Melds:
        """The melds of n hands at once, as sets."""

    def lay_offs_many(self, hands: npt.ArrayLike, tables: npt.ArrayLike, ace: str = "low") -> npt.NDArray[np.uint64]:
        """The cards of n hands that can be laid off on their tables, m melds each, 0 for none: for each hand the sets
        of those that go to a group, to the low end and to the high end of a run.
        """

    def best_partition_many(
        self, hands: npt.ArrayLike, tables: npt.ArrayLike | None = None, ace: str = "low"
    ) -> Partitions:
        """The points that are left in n hands at once, and the cards that are, as sets."""

    # These come last, as their names would otherwise hide the types above.

    @property
    def Partition(self) -> type[Partition]: ...  # noqa: N802
    @property
    def Melds(self) -> type[Melds]: ...  # noqa: N802
    @property
    def Partitions(self) -> type[Partitions]: ...  # noqa: N802
