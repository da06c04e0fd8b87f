# The types of the Rust module, checked by `python -m mypy.stubtest oxideal._native`. The docstrings are copies of those
# in the module, for editors, which do not load it: `tests/helpers/stub.py` writes them. One section per game.

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, NoReturn, Self, SupportsIndex, TypeVar, final, type_check_only

import numpy as np
import numpy.typing as npt

from .cards.doudizhu import Cards as DouDizhuCards
from .cards.foursquare import Cards as FourSquareCards
from .cards.mexican_train import Tiles
from .cards.rummy import Cards as RummyCards
from .interface import CardsLike, Move, Moves, Origin, RummyCardsLike, RummyTable, Seed, TilesLike
from .observation import ObservationSpec

__all__ = [
    "Networks",
    "Outcomes",
    "Stop",
    "Stream",
    "Training",
    "__version__",
    "build_profile",
    "build_sources",
    "compiled_features",
    "processor_features",
    "rule",
    "search",
    "solve",
    "weights_name",
]

__version__: str

def build_profile() -> str: ...
def build_sources() -> str: ...
def compiled_features() -> list[str]: ...
def processor_features() -> list[str]: ...
def rule(view: _View[Any, Any, Any], /) -> int: ...
def weights_name(rules: Any, /) -> str: ...
def search(
    view: _View[Any, Any, Any],
    /,
    seed: Seed,
    time: float | None,
    iterations: SupportsIndex | None,
    nodes: SupportsIndex | None,
    threads: SupportsIndex,
    stop: Stop,
    networks: Networks | None = None,
) -> tuple[list[tuple[int, int, float, float]], list[int], int, int, int, float]: ...
def solve(
    state: _State[Any, Any, Any], /, time: float | None, nodes: SupportsIndex | None, stop: Stop
) -> tuple[list[int], list[int], bool, int, float] | None: ...

_MoveT = TypeVar("_MoveT", bound=Move)
_RulesT = TypeVar("_RulesT")
_StateT = TypeVar("_StateT")
_ViewT = TypeVar("_ViewT")

# What the classes of all games share. These bases do not exist at run time.

@type_check_only
class _Value:
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@type_check_only
class _Rules(_Value, Generic[_MoveT]):
    @property
    def players(self) -> int:
        """The number of seats. Seats are numbered 0 to `players - 1`."""
    @property
    def num_actions(self) -> int:
        """The number of action ids. Ids are 0 to `num_actions - 1`."""
    @property
    def action_table_version(self) -> int:
        """The version of the action table, bumped when an id changes meaning."""
    def replace(self, **options: Any) -> Self:
        """Return the same rules with some options replaced.

        The others keep their values, including those that the default rules derive, e.g. the hand
        size. Raises `TypeError` for an unknown option and `InvalidRulesError` for a wrong value.
        """
    def __replace__(self, **options: Any) -> Self: ...
    def observation_spec(self) -> ObservationSpec:
        """Return the layout of observations: the name, shape and highest value of each field."""
    def next_round(self) -> Self | None:
        """Return the rules of the next round of a match, or None after the last round.

        In most games the rules stay the same. In Mexican Train the engine changes.
        """
    def move(self, action: SupportsIndex, /) -> _MoveT:
        """Return the move with this action id.

        Raises `InvalidMoveError` if the id is outside the table.
        """
    def action(self, move: _MoveT | SupportsIndex | str, /) -> int:
        """Return the action id of a move or its text. An id is checked and returned unchanged.

        Raises `InvalidMoveError` if these rules do not have the move or id, or if the text names no move.
        """
    def parse(self, text: str, /) -> _MoveT:
        """Return the move that a text names, such as `str(move)`.

        Raises `InvalidMoveError` if the text names no move of these rules.
        """
    def move_from_dict(self, fields: dict[str, Any], /) -> _MoveT:
        """Return the move that a dict describes: the inverse of `Move.to_dict`.

        Raises `InvalidMoveError` if no move of these rules has this dict.
        """
    def event_to_dict(self, event: str, /) -> dict[str, Any]:
        """Return an event as plain JSON values: its text, its kind and its parts.

        `event` is a text as `State.events` returns it. Only its form is checked: a `ViewBuilder`
        finds out whether it can happen. Raises `InvalidRecordError` for any other text.
        """
    def event_from_dict(self, fields: dict[str, Any], /) -> str:
        """Return the text of an event that a dict describes: the inverse of `event_to_dict`.

        Raises `InvalidRecordError` if no event has this dict.
        """
    def to_dict(self) -> dict[str, Any]:
        """Return all options by name, as values that JSON can hold."""
    @classmethod
    def from_dict(cls, fields: Mapping[str, Any], /) -> Self:
        """Return the rules with these options: the inverse of `to_dict`.

        Missing options take their defaults. Raises `InvalidRulesError` for an unknown option or
        a wrong value.
        """

@type_check_only
class _Move(_Value):
    def __int__(self) -> int: ...
    def to_dict(self) -> dict[str, Any]:
        """Return the move as plain JSON values: its id, its text, its kind and its parts.

        `Rules.move_from_dict` of either engine reads it.
        """

@type_check_only
class _Round(_Value, Generic[_RulesT, _MoveT]):
    @property
    def rules(self) -> _RulesT:
        """The rules of the round."""
    @property
    def recent(self) -> tuple[tuple[int, int], ...]:
        """The last actions, at most 16, as pairs of a seat and an action id, oldest first."""
    @property
    def current_player(self) -> int | None:
        """The seat to move; None when the round is over."""
    @property
    def is_over(self) -> bool:
        """Whether the round is over."""
    @property
    def is_void(self) -> bool:
        """Whether the round is over without a result: all payoffs are 0, and nobody wins.

        Rounds can be void in Dou Dizhu (DD-09) and Rummy (RM-17).
        """
    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """What each seat won or lost, higher is better; None until the round is over."""
    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats with the highest payoff, ascending; None until the round is over.

        Ties share. Nobody wins if all payoffs are 0, as in a void round: the tuple is empty.
        """
    @property
    def scores(self) -> tuple[int, ...] | None:
        """Each seat's score as the game counts it; None until the round is over.

        In some games the lowest score is the best. In `payoffs` higher is always better.
        """
    def legal_actions(self) -> list[int]:
        """Return the ids of all legal actions, in ascending order.

        The list is empty when the round is over and, in a view, while another seat is to move.
        """
    def legal_moves(self) -> Moves[_MoveT]:
        """Return all legal moves, in the order of `legal_actions`.

        They stay the same when the state changes. Each `Move` is made when it is asked for.
        """
    def is_legal(self, move: _MoveT | SupportsIndex | str, /) -> bool:
        """Return whether a move, given as a `Move`, its text or its action id, is legal now.

        Return False for an id outside the table and a text that names no move. Raises
        `TypeError` for anything else.
        """
    def parse(self, text: str, /) -> _MoveT:
        """Return the move that a text names in this position, legal or not.

        Raises `InvalidMoveError` if the text names no move.
        """
    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values, which `from_dict` of either engine reads.

        `oxideal.schemas.schema` has the JSON Schema.
        """
    def _repr_svg_(self) -> str | None:
        """Return the picture that notebooks show."""
    def to_text(self) -> str:
        """Return the position as one line of text, which `from_text` reads.

        The text does not hold the history.
        """
    def to_bytes(self) -> bytes:
        """Return a compact binary form, which `from_bytes` of either engine reads.

        The bytes of a state hold its history, those of a view the last 16 actions (`recent`). The text
        has neither. Pickling uses this form.
        """

@type_check_only
class _State(_Round[_RulesT, _MoveT], Generic[_RulesT, _MoveT, _ViewT]):
    def __new__(
        cls,
        rules: _RulesT | None = None,
        *,
        seed: Seed = None,
        stream: SupportsIndex = 0,
        dealer: SupportsIndex | None = None,
    ) -> Self: ...
    @classmethod
    def from_text(cls, text: str, /, *, seed: Seed = None, stream: SupportsIndex = 0) -> Self:
        """Return the position that a text describes, as written by `to_text`.

        The text holds neither the history nor future chance (a redeal, a reshuffle), which `seed`
        and `stream` decide; without a seed the system chooses one. So the result equals the original
        only if no chance is ahead. `to_bytes` keeps both. Raises `InvalidStateError` if the text is
        not a valid position.
        """
    @classmethod
    def from_dict(cls, fields: dict[str, Any], /) -> Self:
        """Return the state that a dict describes, with its history: the inverse of `to_dict`.

        Raises `InvalidStateError` if `to_dict` cannot have returned the dict.
        """
    @classmethod
    def from_bytes(cls, data: bytes, /) -> Self:
        """Return a saved state with its history: the inverse of `to_bytes`.

        At most 100,000 actions are read, which only redeals of Dou Dizhu can exceed. Ctrl-C stops
        the replay. Raises `InvalidStateError` if the bytes are damaged or hold something else.
        """
    @property
    def seed(self) -> int | None:
        """The seed of the deal, even if the system chose it; None for a position set up by hand."""
    @property
    def stream(self) -> int | None:
        """The stream number of the deal; None for a position set up by hand."""
    @classmethod
    def from_origin(cls, rules: _RulesT, origin: Origin, /) -> Self:
        """Return the state in which a round with this origin begins.

        Raises `InvalidStateError` if the parts of the origin contradict each other or these
        rules.
        """
    @property
    def origin(self) -> Origin:
        """Where the round began: its deal or its starting position.

        It does not depend on what has been played since.
        """
    @property
    def history(self) -> tuple[int, ...]:
        """The ids of the actions played since the start, oldest first."""
    def push(self, move: _MoveT | SupportsIndex | str, /) -> None:
        """Play a move, given as a `Move`, its text or its action id.

        Raises `IllegalMoveError` if the move is not legal now (`error.rule` names the rule),
        `InvalidMoveError` if the id is outside the table or the text names no move, and
        `TypeError` for anything else. After an error the state is unchanged.
        """
    def pop(self) -> int:
        """Take back the last action and return its id.

        Raises `InvalidStateError` if nothing has been played since the start.
        """
    def copy(self) -> Self:
        """Return an independent copy with the same history, seed and stream."""
    def view(self, seat: SupportsIndex, /) -> _ViewT:
        """Return what a seat knows of the round.

        Raises `InvalidArgumentError` if the game has no such seat.
        """
    def events(self, seat: SupportsIndex, /) -> list[str]:
        """Return everything that a seat has been told, in order, as short texts.

        `View.from_events` builds the seat's view from them. Raises `InvalidArgumentError` if
        the game has no such seat.
        """
    def perft(self, depth: SupportsIndex, /) -> int:
        """Count the action sequences of exactly `depth` actions. `depth` is 0 to 255.

        The count, and the time it takes, grows exponentially. Ctrl-C stops it. Raises
        `InvalidArgumentError` if `depth` is out of range.
        """
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: dict[int, Any]) -> Self: ...

@type_check_only
class _View(_Round[_RulesT, _MoveT], Generic[_RulesT, _MoveT, _StateT]):
    def __new__(cls) -> Self: ...
    @classmethod
    def from_events(cls, rules: _RulesT, seat: SupportsIndex, events: Iterable[str]) -> Self:
        """Return the view of a seat that has been told these events (see `State.events`).

        Raises `InvalidRecordError` if an event is wrong or missing.
        """
    @classmethod
    def from_text(cls, text: str, /) -> Self:
        """Return the view that a text describes: the inverse of `to_text`.

        Raises `InvalidStateError` if the text is not a valid view.
        """
    @classmethod
    def from_dict(cls, fields: dict[str, Any], /) -> Self:
        """Return the view that a dict describes: the inverse of `to_dict`.

        Raises `InvalidStateError` if `to_dict` cannot have returned the dict.
        """
    @classmethod
    def from_bytes(cls, data: bytes, /) -> Self:
        """Return a saved view: the inverse of `to_bytes`.

        Raises `InvalidStateError` if the bytes are damaged or hold something else.
        """
    def observation(self) -> npt.NDArray[np.uint8]:
        """Return what the seat knows as a new vector, laid out by `rules.observation_spec()`."""
    @property
    def seat(self) -> int:
        """The seat whose view this is."""
    def sample(self, seed: Seed = None, stream: SupportsIndex = 0) -> _StateT:
        """Draw one complete state at random from all states that fit this view.

        Every fitting state is equally likely: the draw does not ask how plausible the play so
        far would be. The same seed and stream give the same state; without a seed the system
        chooses one. A sample counts as set up by hand, so it has no seed and no history.
        """

@type_check_only
class _ViewBuilder(Generic[_RulesT, _ViewT]):
    def __new__(cls, rules: _RulesT, seat: SupportsIndex) -> Self: ...
    def __reduce__(self) -> NoReturn: ...
    @property
    def rules(self) -> _RulesT:
        """The rules of the round."""
    @property
    def seat(self) -> int:
        """The seat whose view is built."""
    def push(self, event: str, /) -> None:
        """Add the next event that the seat is told (see `State.events`).

        Raises `InvalidRecordError` if the event cannot happen next. After an error the builder is
        unchanged.
        """
    def view(self) -> _ViewT:
        """Return the view after the events so far.

        Raises `InvalidRecordError` if the events stop in the middle of a deal or an action.
        """

@type_check_only
class _Batch(Generic[_RulesT, _StateT, _ViewT]):
    def __new__(
        cls,
        rules: _RulesT,
        n: SupportsIndex,
        seed: Seed = None,
        *,
        threads: SupportsIndex = 1,
        out: dict[str, npt.NDArray[Any]] | None = None,
    ) -> Self: ...
    @property
    def rules(self) -> _RulesT:
        """The rules of all rounds."""
    @property
    def n(self) -> int:
        """The number of games."""
    @property
    def seed(self) -> int:
        """The seed of all deals, even if the system chose it."""
    @property
    def threads(self) -> int:
        """The number of threads that step the games. It does not change any result."""
    @property
    def observations(self) -> npt.NDArray[np.uint8]:
        """The observation of the seat to move, one row per game."""
    @property
    def current_player(self) -> npt.NDArray[np.int8]:
        """The seat to move in each game."""
    @property
    def rewards(self) -> npt.NDArray[np.int32]:
        """The payoffs of the rounds that ended in this step, 0 for all others; one row per game."""
    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """Whether the round of each game ended in this step."""
    @property
    def episode(self) -> npt.NDArray[np.int64]:
        """The number of rounds of each game that have ended since `reset`."""
    @property
    def legal_offsets(self) -> npt.NDArray[np.int64]:
        """Where the legal ids of each game start in `legal_ids`.

        The legal ids of game `k` are `legal_ids[legal_offsets[k]:legal_offsets[k + 1]]`.
        """
    @property
    def legal_ids(self) -> npt.NDArray[np.int32]:
        """The legal ids of all games one after another, ascending within each game.

        This is a new array view after each step. The other arrays stay the same objects.
        """
    def __len__(self) -> int: ...
    def __reduce__(self) -> NoReturn: ...
    def reset(self) -> None:
        """Start again with the first round of each game."""
    def step(self, actions: npt.ArrayLike, /) -> None:
        """Play one action id per game. Where a round ends, deal the next one in the same step.

        Raises `IllegalMoveError` or `InvalidMoveError`, naming the first wrong game, and
        `InvalidArgumentError` unless there is one id per game. After these errors no game has
        moved.
        """
    def sample_actions(self, seed: Seed = None) -> npt.NDArray[np.int32]:
        """Return one random legal action id per game; all legal ids of a game are equally likely."""
    def legal_mask(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """Return which ids are legal, one row per game, in a new array or in `out`.

        Raises `InvalidArgumentError` if `out` does not have the right type and shape.
        """
    def view(self, k: SupportsIndex, /) -> _ViewT:
        """Return the view of the seat to move in game `k`.

        Raises `InvalidArgumentError` if there is no such game.
        """
    def state(self, k: SupportsIndex, /) -> _StateT:
        """Return game `k` as an independent state.

        It counts as set up by hand: it has the last actions but no seed and no history. Raises
        `InvalidArgumentError` if there is no such game.
        """

@final
class Stop:
    """A handle that ends the searches and solvers running with it."""

    def __new__(cls) -> Self: ...
    def stop(self) -> None:
        """End all searches and solvers that are running with this object."""

@final
class Networks:
    """The networks for some rules."""

    def __new__(cls, rules: Any, data: bytes, /) -> Self: ...
    def choose(self, view: Any, /) -> int:
        """Return the action that they value most."""
    def values(self, view: Any, /) -> list[tuple[int, float, float]]:
        """Return each action with the estimated chance to win and the payment, best first."""
    def to_bytes(self, *, compact: bool = False) -> bytes:
        """Return the weights as a safetensors file."""

@final
class Outcomes:
    """Plays actions of a view in the same deals.

    With networks, deals are weighted by how well they explain what the other seats did.
    """

    def __new__(cls, view: Any, seed: Seed, networks: Networks | None) -> Self: ...
    @property
    def block_size(self) -> int:
        """The number of deals that are sampled together."""
    def sample(self, deals: SupportsIndex, /) -> list[tuple[bytes, float]]:
        """Return the first deals as saved states, with their weights."""
    def play(
        self,
        actions: Sequence[int],
        first: SupportsIndex,
        deals: SupportsIndex,
        threads: SupportsIndex,
        quick: bool,
        deal: Any,
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64], int]:
        """Play each action in the same deals to the end.

        Returns the payoffs by deal, action and seat, the weights of the deals, and the number of actions
        played. The deals are samples of the view, or always that of a state.
        """

@final
class Training:
    """A training under way."""

    def __new__(cls, rules: list[Any], /, seed: Seed, width: int | None, weights: bytes | None = None) -> Self: ...
    @property
    def decisions(self) -> int:
        """The number of decisions played."""
    @property
    def losses(self) -> list[float]:
        """The mean loss of each network in the last turn."""
    @classmethod
    def from_bytes(cls, rules: list[Any], data: bytes, /) -> Self:
        """Continue a training."""
    def turn(self, threads: SupportsIndex, rate: float) -> None:
        """Play rounds, and learn from those of the turn before.

        `rate` is the share of the usual learning rate.
        """
    def against_rule(self, deals: SupportsIndex, threads: SupportsIndex) -> tuple[float, float, float]:
        """Play deals against the rule policy: share of wins, gain, its standard error."""
    def to_bytes(self) -> bytes:
        """Return everything needed to continue."""
    def weights(self, *, compact: bool = False) -> bytes:
        """Return the weights as a safetensors file."""

@final
class Stream:
    """A random stream: the 32-bit words of ChaCha20 (RFC 8439), and numbers drawn from them.

    The deals of `State` come from such a stream, so it can verify them. `seed` is an integer from
    0 to 2**256 - 1 or 32 bytes; without it the system chooses one. `stream` is 0 to 2**96 - 1.
    Raises `InvalidArgumentError` if they are out of range.

    >>> from oxideal.random import Stream
    >>> Stream(seed=7).shuffled(5)
    [4, 2, 0, 1, 3]
    """

    def __new__(cls, seed: Seed = None, stream: SupportsIndex = 0) -> Self: ...
    @property
    def position(self) -> int:
        """The number of words drawn so far."""
    def word(self) -> int:
        """Return the next word, an integer from 0 to 2**32 - 1."""
    def skip(self, words: SupportsIndex) -> None:
        """Skip `words` words, 0 to 2**36, in constant time."""
    def below(self, n: SupportsIndex) -> int:
        """Draw a uniform integer from 0 to `n - 1`, for `n` from 1 to 2**32."""
    def shuffled(self, n: SupportsIndex) -> list[int]:
        """Return the numbers 0 to `n - 1` in uniformly random order, for `n` from 0 to 1,000,000."""
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: dict[int, Any]) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __setstate__(self, position: int) -> None: ...

# Dou Dizhu

__all__ += [
    "DouDizhuBatch",
    "DouDizhuMove",
    "DouDizhuRules",
    "DouDizhuState",
    "DouDizhuView",
    "DouDizhuViewBuilder",
    "doudizhu_beats_many",
    "doudizhu_classify",
    "doudizhu_classify_many",
    "doudizhu_counts",
    "doudizhu_legal_plays",
    "doudizhu_legal_plays_many",
    "doudizhu_min_plays",
    "doudizhu_playouts",
    "doudizhu_readings",
    "doudizhu_rules",
]

@final
class DouDizhuRules(_Rules[DouDizhuMove]):
    """The rules of a round of Dou Dizhu.

    - `players`: 3 with one deck, 4 with two (DD-01).
    - `auction`: whether the players bid for landlord (DD-07).
    - `all_pass`: what happens if nobody bids: "redeal" or "void" (DD-09).
    - `max_redeals`: the most redeals, 1 to 255; None for no limit (DD-09).
    - `sequence_max`: the longest sequence of single cards, 5 to 12 (DD-19).
    - `spring`: whether a one-sided round doubles the payment (DD-33).
    - `kicker_repeat`: how many attached single cards may share a rank, 1 to 4 (DD-34).
    - `kicker_both_jokers`: whether both jokers may be attached as single cards (DD-34).
    - `kicker_extends_chain`: whether a rank attached three or more times may be next to the chain
      (DD-34).
    - `quadplex`: whether four of a rank may have attached cards (DD-24, DD-25).

    Rules are immutable and hashable, and define the action ids. Raises `InvalidRulesError` for a
    wrong value.

    >>> rules = Rules(players=4, spring=True)
    >>> rules.players, rules.num_actions
    (4, 9083)
    """

    def __new__(
        cls,
        *,
        players: SupportsIndex = 3,
        auction: bool = True,
        all_pass: str = "redeal",
        max_redeals: SupportsIndex | None = 100,
        sequence_max: SupportsIndex = 12,
        spring: bool = False,
        kicker_repeat: SupportsIndex = 1,
        kicker_both_jokers: bool = False,
        kicker_extends_chain: bool = False,
        quadplex: bool = True,
    ) -> Self: ...
    @classmethod
    def preset(cls, name: str, /) -> Self:
        """Return the rules of card play that another program uses.

        `name` is "douzero", "openspiel" or "rlcard". Raises `InvalidRulesError` for any other
        name.
        """
    @property
    def auction(self) -> bool:
        """Whether the players bid.

        Without an auction, the player who would open it is the landlord at a bid of 1.
        """
    @property
    def all_pass(self) -> str:
        """What happens when nobody bids: "redeal", or "void" for a round without payment (DD-09)."""
    @property
    def max_redeals(self) -> int | None:
        """The most redeals, 1 to 255, or None for no limit (DD-09).

        After that many, a round in which everybody passes again ends without payment.
        """
    @property
    def sequence_max(self) -> int:
        """The longest sequence of single cards, 5 to 12 (DD-19)."""
    @property
    def spring(self) -> bool:
        """Whether a one-sided round doubles the payment once more (DD-33)."""
    @property
    def kicker_repeat(self) -> int:
        """How many attached single cards may share a rank, 1 to 4 (DD-34)."""
    @property
    def kicker_both_jokers(self) -> bool:
        """Whether both jokers may be attached as single cards (DD-34)."""
    @property
    def kicker_extends_chain(self) -> bool:
        """Whether a rank attached three or more times may be next to the chain (DD-34)."""
    @property
    def quadplex(self) -> bool:
        """Whether quadplexes may be played (DD-24, DD-25)."""
    def action_features(self) -> npt.NDArray[np.uint8]:
        """Return the cards of each action as a new array of shape (num_actions, 15).

        A row counts the cards of each rank, from 3 to the red joker. The pass and the bids are
        rows of zeros.
        """

@final
class DouDizhuMove(_Move):
    """A pass, a bid or a combination: a small immutable value.

    `str(move)` is its text and `int(move)` its action id. Moves come from `Rules`, states,
    views, and functions such as `classify`; there is no constructor.

    >>> move = Rules().parse("333444 5T")
    >>> move.kind, move.main, move.attached, int(move)
    ('sequence_of_triplets_with_cards', '333444', '5T', 526)
    """

    def __new__(cls) -> Self: ...
    @property
    def kind(self) -> str:
        """The kind of move: "pass", "bid", or a kind of combination such as "pair"."""
    @property
    def bid(self) -> int | None:
        """The bid, 1 to 3; None for other moves."""
    @property
    def rank(self) -> str | None:
        """The highest rank of the main part, one character; None for a pass or a bid.

        To compare ranks, use `"3456789TJQKA2BR".index(rank)`.
        """
    @property
    def length(self) -> int:
        """The number of consecutive ranks in the main part; 0 for a pass or a bid."""
    @property
    def cards(self) -> str:
        """All cards, ascending; "-" for a pass or a bid."""
    @property
    def main(self) -> str:
        """The cards that decide what the combination beats, ascending; "-" for a pass or a bid."""
    @property
    def attached(self) -> str:
        """The attached cards, ascending; "-" if there are none."""
    def beats(self, other: DouDizhuMove | str, /) -> bool:
        """Return whether this combination beats another one.

        Raises `InvalidMoveError` if `other` is a text that names no move.
        """
    def why_not(self, other: DouDizhuMove | str, /) -> str | None:
        """Return why this combination does not beat another one; None if it does.

        Raises `InvalidMoveError` if `other` is a text that names no move.
        """

@type_check_only
class _DouDizhuRound:
    @property
    def phase(self) -> str:
        """The phase of the round: "auction", "play" or "over"."""
    @property
    def dealer(self) -> int:
        """The seat that dealt and drew the first card (DD-05)."""
    @property
    def redeals(self) -> int:
        """The number of redeals so far; 0 where the rules do not limit it (DD-09)."""
    @property
    def first_bidder(self) -> int:
        """The seat that opened the auction (DD-06)."""
    @property
    def face_up(self) -> str | None:
        """The rank of the card shown before the deal (DD-05); None if it is not known."""
    @property
    def face_up_seat(self) -> int | None:
        """The seat that drew the face-up card; None if the card is in the kitty or is not known."""
    @property
    def bids(self) -> tuple[int, ...]:
        """The auction so far, from the first bidder on: 0 for a pass, else 1 to 3."""
    @property
    def landlord(self) -> int | None:
        """The landlord's seat; None during the auction."""
    @property
    def bid(self) -> int | None:
        """The highest bid so far; None if there is none."""
    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of cards in each seat's hand."""
    @property
    def played(self) -> tuple[DouDizhuCards, ...]:
        """All cards that each seat has played."""
    @property
    def plays(self) -> tuple[int, ...]:
        """The number of combinations that each seat has played."""
    @property
    def doublings(self) -> int:
        """How often the payment has been doubled so far (DD-31), not counting `spring`."""
    @property
    def to_beat(self) -> DouDizhuMove | None:
        """The combination to beat; None for the leader and during the auction.

        When the round is over, this is the last combination played.
        """
    @property
    def to_beat_seat(self) -> int | None:
        """The seat that played the combination to beat; None if there is none."""
    @property
    def passes(self) -> int:
        """The number of passes since the last combination; 0 during the auction."""

@final
class DouDizhuState(_State[DouDizhuRules, DouDizhuMove, DouDizhuView], _DouDizhuRound):
    """A round of Dou Dizhu with all cards and its history.

    A new state is a fresh deal. Without `rules` it has the default rules. `seed` is an integer
    from 0 to 2**256 - 1 or 32 bytes; without it the system chooses one. Without `dealer` chance
    draws the dealer. Two states are equal if their rules and positions are, including hidden
    cards and the chance of a redeal, whatever their histories. Threads may share a state.

    Raises `InvalidArgumentError` for a seed, stream or dealer out of range.

    >>> state = State(seed=7)
    >>> state.push("bid 3")
    >>> state.landlord, state.hand_sizes
    (2, (17, 17, 20))
    >>> state.pop() == int(state.parse("bid 3"))
    True
    """

    @classmethod
    def from_deal(
        cls,
        rules: DouDizhuRules,
        *,
        hands: Iterable[CardsLike],
        kitty: CardsLike,
        first_bidder: SupportsIndex,
        dealer: SupportsIndex | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        """Return a new round with these cards dealt.

        `hands` has one item per seat: a text such as "334455TJ", a list of ranks, or 15 counts.
        `seed` and `stream` decide a possible redeal; without a seed the system chooses one. Raises
        `InvalidStateError` if the cards do not make up the deck.
        """
    @classmethod
    def from_position(
        cls,
        rules: DouDizhuRules,
        *,
        hands: Iterable[CardsLike],
        landlord: SupportsIndex,
        bid: SupportsIndex = 1,
        lead: SupportsIndex | None = None,
        to_beat: DouDizhuMove | str | None = None,
        by: SupportsIndex | None = None,
        passes: SupportsIndex = 0,
        played: Iterable[CardsLike] | None = None,
        plays: Iterable[SupportsIndex] | None = None,
        kitty: CardsLike | None = None,
        doublings: SupportsIndex = 0,
    ) -> Self:
        """Return a position in the middle of play.

        `hands` has one item per seat, as in `from_deal`. `lead` is the seat to lead, by default
        the landlord. To set up a trick in progress instead, give `to_beat`, the seat that
        played it as `by`, and how many have passed since as `passes`. Details that are not
        given are filled in so that they fit. Raises `InvalidStateError` if no round can lead to
        the position, and `InvalidArgumentError` if the arguments contradict each other.
        """
    @property
    def hands(self) -> tuple[DouDizhuCards, ...]:
        """The cards in each seat's hand as text, ascending; "-" if empty."""
    @property
    def kitty(self) -> DouDizhuCards:
        """The kitty: the cards that were left over from the deal, whoever holds them now."""

@final
class DouDizhuView(_View[DouDizhuRules, DouDizhuMove, DouDizhuState], _DouDizhuRound):
    """What one seat knows of a round, and nothing else. Immutable.

    A view has no constructor: get one from `State.view`, or with `View.from_events`,
    `View.from_text` or `View.from_bytes`. It holds nothing that the seat may not know.

    >>> view = State(seed=7).view(0)
    >>> view.hand
    '335567788TQAA222B'
    >>> view.sample(seed=1).view(0) == view
    True
    """

    @property
    def hand(self) -> DouDizhuCards:
        """The cards in the seat's own hand as text, ascending; "-" if empty."""
    @property
    def unseen(self) -> DouDizhuCards:
        """The cards that are neither in the seat's own hand nor played, as text, ascending; "-" if empty."""
    @property
    def known(self) -> tuple[DouDizhuCards, ...]:
        """The cards that each other seat is known to hold; "-" for the seat itself.

        These are unplayed cards of the kitty and the face-up card.
        """
    @property
    def kitty(self) -> DouDizhuCards | None:
        """The kitty; None until it is shown, when the auction ends."""

@final
class DouDizhuViewBuilder(_ViewBuilder[DouDizhuRules, DouDizhuView]):
    """Builds the view of a seat event by event.

    Each event takes the same time, however many came before. `View.from_events` builds a view
    from all events at once. Threads may share a builder; it cannot be copied or pickled.

    Raises `InvalidArgumentError` if the game has no such seat.

    >>> state = State(seed=7)
    >>> builder = ViewBuilder(state.rules, 1)
    >>> for event in state.events(1):
    ...     builder.push(event)
    >>> builder.view() == state.view(1)
    True
    """

@final
class DouDizhuBatch(_Batch[DouDizhuRules, DouDizhuState, DouDizhuView]):
    """Many rounds, stepped together, whose data is in numpy arrays.

    `n` is the number of games, up to 10,000,000. `out` gives arrays to write to, by name. Game
    `k` deals its round number `e` as `State(rules, seed=seed, stream=k + e * n)`. A batch cannot
    be copied or pickled.

    Raises `InvalidArgumentError` if `n` or `threads` is out of range, or if an array does not
    have the type and shape that it needs.

    >>> batch = Batch(Rules(), 100, seed=7)
    >>> batch.step(batch.sample_actions(seed=1))
    >>> batch.rewards.shape
    (100, 3)
    """

def doudizhu_playouts(
    start: DouDizhuRules | DouDizhuState | DouDizhuView,
    n: SupportsIndex,
    seed: Seed,
    threads: SupportsIndex,
    first: SupportsIndex,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]: ...
def doudizhu_rules(rules: DouDizhuRules | None) -> DouDizhuRules: ...
def doudizhu_classify(cards: CardsLike, rules: DouDizhuRules | None) -> DouDizhuMove: ...
def doudizhu_readings(cards: CardsLike, rules: DouDizhuRules | None) -> list[DouDizhuMove]: ...
def doudizhu_legal_plays(
    hand: CardsLike, to_beat: DouDizhuMove | str | None, rules: DouDizhuRules | None
) -> list[DouDizhuMove]: ...
def doudizhu_counts(cards: CardsLike, rules: DouDizhuRules | None) -> npt.NDArray[np.uint8]: ...
def doudizhu_min_plays(hand: CardsLike, rules: DouDizhuRules | None) -> list[DouDizhuMove]: ...
def doudizhu_classify_many(
    counts: npt.NDArray[np.uint8], rules: DouDizhuRules | None
) -> tuple[
    npt.NDArray[np.uint8],
    npt.NDArray[np.int32],
    npt.NDArray[np.uint8],
    npt.NDArray[np.uint8],
    npt.NDArray[np.uint8],
]: ...
def doudizhu_beats_many(
    a: npt.NDArray[np.int64], b: npt.NDArray[np.int64], rules: DouDizhuRules | None
) -> npt.NDArray[np.bool_]: ...
def doudizhu_legal_plays_many(
    hands: npt.NDArray[np.uint8], to_beat: npt.NDArray[np.int64], rules: DouDizhuRules | None
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]: ...

# FourSquare

__all__ += [
    "FourSquareBatch",
    "FourSquareMove",
    "FourSquareRules",
    "FourSquareState",
    "FourSquareView",
    "FourSquareViewBuilder",
    "foursquare_flips",
    "foursquare_flips_many",
    "foursquare_playouts",
]

@final
class FourSquareRules(_Rules[FourSquareMove]):
    """The rules of a game of FourSquare.

    - `diagonal`: whether cells that share only a corner are neighbours too (FS-03).

    Rules are immutable and hashable, and define the action ids. Raises `InvalidRulesError` for a
    wrong value.

    >>> rules = Rules(diagonal=True)
    >>> rules.players, rules.num_actions
    (1, 49)
    """

    def __new__(cls, *, diagonal: bool = False) -> Self: ...
    @property
    def diagonal(self) -> bool:
        """Whether cells that share only a corner are adjacent (FS-03)."""

@final
class FourSquareMove(_Move):
    """A placement: the cell that the next card goes to, relative to the first card.

    `str(move)` is its text and `int(move)` its action id. Raises `InvalidMoveError` if `row` or
    `column` is not -3 to 3.

    >>> move = Move(0, 1)
    >>> str(move), int(move), move == Rules().parse("0,1")
    ('0,1', 25, True)
    """

    def __new__(cls, row: SupportsIndex, column: SupportsIndex) -> Self: ...
    @property
    def kind(self) -> str:
        """The kind of move: always "place"."""
    @property
    def row(self) -> int:
        """The row, -3 to 3 from top to bottom. The first card is in row 0."""
    @property
    def column(self) -> int:
        """The column, -3 to 3 from left to right. The first card is in column 0."""

@type_check_only
class _FourSquareRound:
    @property
    def card(self) -> str | None:
        """The card to be placed now; None when the game is over."""
    @property
    def piles(self) -> dict[tuple[int, int], tuple[str, ...]]:
        """The cards of each pile from bottom to top, by (row, column), in the order of the ids."""
    @property
    def grid(self) -> npt.NDArray[np.int8]:
        """The top cards as a new array of 7 rows and 7 columns, the first card in the middle.

        0 is an empty cell. Any other number is the rank of the top card, negative if it is face
        down.
        """
    @property
    def stock_size(self) -> int:
        """The number of cards in the stock, not counting the card to be placed."""
    @property
    def is_won(self) -> bool:
        """Whether the game is won."""

@final
class FourSquareState(_State[FourSquareRules, FourSquareMove, FourSquareView], _FourSquareRound):
    """A game of FourSquare with the order of its stock and its history.

    A new state is a fresh deal. Without `rules` it has the default rules. `seed` is an integer
    from 0 to 2**256 - 1 or 32 bytes; without it the system chooses one. Two states are equal if
    their rules and positions are, including the order of the stock, whatever their histories.
    Threads may share a state.

    Raises `InvalidArgumentError` for a seed, stream or dealer out of range.

    >>> state = State(seed=7)
    >>> state.push(Move(0, 0))
    >>> state.card, state.stock_size
    ('7S', 38)
    """

    @classmethod
    def from_deal(cls, rules: FourSquareRules, stock: str | Sequence[str]) -> Self:
        """Return a new game with this deck.

        `stock` is all 40 cards, the top one first: a list, or one text with spaces. Raises
        `InvalidStateError` for anything but the complete deck.
        """
    @property
    def stock(self) -> FourSquareCards:
        """The stock, its top card first, without the card to be placed; "-" if empty."""

@final
class FourSquareView(_View[FourSquareRules, FourSquareMove, FourSquareState], _FourSquareRound):
    """What one seat knows of a round, and nothing else. Immutable.

    A view has no constructor: get one from `State.view`, or with `View.from_events`,
    `View.from_text` or `View.from_bytes`. It holds nothing that the seat may not know.

    >>> view = State(seed=7).view(0)
    >>> view.unseen[:3]
    'AC AD AH'
    >>> view.sample(seed=1).view(0) == view
    True
    """

    @property
    def unseen(self) -> FourSquareCards:
        """The cards in the stock in ascending order; "-" if it is empty. The seat does not know their real order."""

@final
class FourSquareViewBuilder(_ViewBuilder[FourSquareRules, FourSquareView]):
    """Builds the view of a seat event by event.

    Each event takes the same time, however many came before. `View.from_events` builds a view
    from all events at once. Threads may share a builder; it cannot be copied or pickled.

    Raises `InvalidArgumentError` if the game has no such seat.

    >>> state = State(seed=7)
    >>> builder = ViewBuilder(state.rules, 0)
    >>> for event in state.events(0):
    ...     builder.push(event)
    >>> builder.view() == state.view(0)
    True
    """

@final
class FourSquareBatch(_Batch[FourSquareRules, FourSquareState, FourSquareView]):
    """Many rounds, stepped together, whose data is in numpy arrays.

    `n` is the number of games, up to 10,000,000. `out` gives arrays to write to, by name. Game
    `k` deals its round number `e` as `State(rules, seed=seed, stream=k + e * n)`. A batch cannot
    be copied or pickled.

    Raises `InvalidArgumentError` if `n` or `threads` is out of range, or if an array does not
    have the type and shape that it needs.

    >>> batch = Batch(Rules(), 100, seed=7)
    >>> batch.step(batch.sample_actions(seed=1))
    >>> batch.rewards.shape
    (100, 1)
    """

def foursquare_playouts(
    start: FourSquareRules | FourSquareState | FourSquareView,
    n: SupportsIndex,
    seed: Seed,
    threads: SupportsIndex,
    first: SupportsIndex,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]: ...
def foursquare_flips(
    grid: npt.NDArray[np.int8], cell: FourSquareMove | SupportsIndex, card: SupportsIndex | str
) -> list[int]: ...
def foursquare_flips_many(
    grids: npt.NDArray[np.int8], cells: npt.NDArray[np.uint8], ranks: npt.NDArray[np.uint8]
) -> npt.NDArray[np.bool_]: ...

# Mexican Train

__all__ += [
    "MexicanTrainBatch",
    "MexicanTrainMove",
    "MexicanTrainRules",
    "MexicanTrainState",
    "MexicanTrainView",
    "MexicanTrainViewBuilder",
    "mexican_train_longest_train",
    "mexican_train_matches",
    "mexican_train_matches_many",
    "mexican_train_pips",
    "mexican_train_playouts",
    "mexican_train_rules",
    "mexican_train_tiles_array",
]

@final
class MexicanTrainRules(_Rules[MexicanTrainMove]):
    """The rules of a round of Mexican Train.

    - `players`: the number of seats, 2 to 12 (MT-01).
    - `set`: the highest number of pips on half a tile, 1 to 18 (MT-01).
    - `engine`: the double that starts the round; None for the highest (MT-05).
    - `hand_size`: tiles dealt to each seat; None for the usual number (MT-04).
    - `follow_up`: where to play after a double: "available" or "double" (MT-18).
    - `close_order`: order of closing doubles: "laid" or "reverse" (MT-23).

    Rules are immutable and hashable, and define the action ids. Raises `InvalidRulesError` for a
    wrong value.

    >>> rules = Rules(players=2, set=9)
    >>> rules.hand_size, rules.engine, rules.next_round().engine
    (15, 9, 8)
    """

    def __new__(
        cls,
        *,
        players: SupportsIndex = 4,
        set: SupportsIndex = 12,  # noqa: A002
        engine: SupportsIndex | None = None,
        hand_size: SupportsIndex | None = None,
        follow_up: str = "available",
        close_order: str = "laid",
    ) -> Self: ...
    @property
    def set(self) -> int:
        """The highest number on a tile, 1 to 18 (MT-01)."""
    @property
    def engine(self) -> int:
        """The number of the engine, the double in the hub (MT-05)."""
    @property
    def hand_size(self) -> int:
        """The number of tiles that each player draws at the start (MT-04)."""
    @property
    def follow_up(self) -> str:
        """Where a non-double may go after a double: "available" trains or only the "double"
        (MT-18).
        """
    @property
    def close_order(self) -> str:
        """The order in which open doubles are closed: "laid" or "reverse" (MT-23)."""
    @property
    def tiles(self) -> tuple[str, ...]:
        """The texts of all tiles, by tile number."""

@final
class MexicanTrainMove(_Move):
    """A tile played on a train, a draw or a pass: a small immutable value.

    `str(move)` is its text and `int(move)` its action id. Moves come from `Rules`, states and
    views; there is no constructor.

    >>> move = Rules(players=2, set=9).parse("9-2@me")
    >>> move.kind, move.tile, move.train, int(move)
    ('play', '2-9', 'me', 49)
    """

    def __new__(cls) -> Self: ...
    @property
    def kind(self) -> str:
        """The kind of move: "play", "draw" or "pass"."""
    @property
    def tile(self) -> str | None:
        """The tile, its lower number first, such as "9-12"; None for a draw or a pass."""
    @property
    def train(self) -> str | None:
        """The train: "me", "mexican" or a seat such as "3"; None for a draw or a pass."""

@type_check_only
class _MexicanTrainRound:
    @property
    def turn(self) -> int:
        """The seat whose turn it is; when the round is over, the seat that played last."""
    @property
    def trains(self) -> tuple[Tiles, ...]:
        """The train of each seat, from the hub outwards; "-" if it is empty."""
    @property
    def mexican(self) -> Tiles:
        """The Mexican train; "-" if it is empty."""
    @property
    def ends(self) -> tuple[int, ...]:
        """The number at the open end of each seat's train.

        An empty train has the number of the engine.
        """
    @property
    def mexican_end(self) -> int:
        """The number at the open end of the Mexican train."""
    @property
    def marked(self) -> tuple[bool, ...]:
        """Whether each seat's train has a marker, so that others may play on it (MT-13)."""
    @property
    def open_doubles(self) -> tuple[int, ...]:
        """The numbers of the open doubles that can still be closed, in the order of play."""
    @property
    def dead_doubles(self) -> tuple[int, ...]:
        """The numbers of the open doubles that can never be closed, ascending (MT-24)."""
    @property
    def doubled(self) -> bool:
        """Whether the player has played a double in this turn; False when the round is over."""
    @property
    def drew(self) -> bool:
        """Whether the player has drawn in this turn, or since its last double.

        False when the round is over.
        """
    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of tiles in each seat's hand."""
    @property
    def boneyard_size(self) -> int:
        """The number of tiles in the boneyard."""
    @property
    def idle_passes(self) -> int:
        """The number of passes in a row that count towards the end of the round (MT-26)."""
    @property
    def went_out(self) -> int | None:
        """The seat that has played all its tiles; None if there is none."""
    @property
    def lacks(self) -> tuple[tuple[int, ...], ...]:
        """The numbers that each seat is known not to hold, doubles aside."""

@final
class MexicanTrainState(_State[MexicanTrainRules, MexicanTrainMove, MexicanTrainView], _MexicanTrainRound):
    """A round of Mexican Train with all tiles and its history.

    A new state is a fresh deal. Without `rules` it has the default rules. `seed` is an integer
    from 0 to 2**256 - 1 or 32 bytes; without it the system chooses one. Without `dealer` chance
    draws the seat that starts. Two states are equal if their rules and positions are, including
    hidden tiles and what the play has shown of the hands. Threads may share a state.

    Raises `InvalidArgumentError` for a seed, stream or dealer out of range.

    >>> state = State(Rules(players=2, set=9), seed=7, dealer=0)
    >>> state.push("9-2@me")
    >>> state.ends, state.current_player
    ((2, 9), 1)
    """

    @classmethod
    def from_deal(
        cls,
        rules: MexicanTrainRules,
        *,
        hands: Iterable[TilesLike],
        dealer: SupportsIndex,
        boneyard: TilesLike | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        """Return a new round with these hands.

        `hands` has one item per seat: a text such as "9-12 3-4", or a list of tiles or of pairs
        of numbers. `dealer` is the first seat to play. `boneyard` starts with the next tile;
        if it is not given, the remaining tiles are shuffled by `seed` and `stream`. Without a seed
        the system chooses one. Raises `InvalidStateError` if the tiles do not make up the set.
        """
    @classmethod
    def from_position(
        cls,
        rules: MexicanTrainRules,
        *,
        hands: Iterable[TilesLike],
        turn: SupportsIndex,
        trains: Iterable[TilesLike] | None = None,
        mexican: TilesLike = "-",
        marked: Iterable[SupportsIndex] = (),
        open_doubles: Iterable[SupportsIndex] = (),
        doubled: bool = False,
        drew: bool = False,
        boneyard: TilesLike | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        """Return a position in the middle of a round.

        `hands` and `trains` have one item per seat, as in `from_deal`. `marked` lists seats,
        `open_doubles` numbers of doubles. `boneyard` starts with the next tile; if it is not
        given, the remaining tiles are shuffled by `seed` and `stream`. Without a seed the system
        chooses one. Raises `InvalidStateError` if the position breaks the rules.
        """
    @property
    def hands(self) -> tuple[Tiles, ...]:
        """The tiles in each seat's hand as text, ascending; "-" if empty."""
    @property
    def boneyard(self) -> Tiles:
        """The tiles in the boneyard, the next one to be drawn first."""

@final
class MexicanTrainView(_View[MexicanTrainRules, MexicanTrainMove, MexicanTrainState], _MexicanTrainRound):
    """What one seat knows of a round, and nothing else. Immutable.

    A view has no constructor: get one from `State.view`, or with `View.from_events`,
    `View.from_text` or `View.from_bytes`. It holds nothing that the seat may not know.

    >>> view = State(seed=7).view(0)
    >>> view.hands[1:]
    (None, None, None)
    >>> view.sample(seed=1).view(0) == view
    True
    """

    @property
    def hand(self) -> Tiles:
        """The tiles in the seat's own hand as text, ascending; "-" if empty."""
    @property
    def unseen(self) -> Tiles:
        """The tiles that are neither on the table nor in a hand that is shown."""
    @property
    def hands(self) -> tuple[Tiles | None, ...]:
        """The tiles in each seat's hand; None for a hidden hand.

        When the round is over, all hands are shown.
        """

@final
class MexicanTrainViewBuilder(_ViewBuilder[MexicanTrainRules, MexicanTrainView]):
    """Builds the view of a seat event by event.

    Each event takes the same time, however many came before. `View.from_events` builds a view
    from all events at once. Threads may share a builder; it cannot be copied or pickled.

    Raises `InvalidArgumentError` if the game has no such seat.

    >>> state = State(seed=7)
    >>> builder = ViewBuilder(state.rules, 1)
    >>> for event in state.events(1):
    ...     builder.push(event)
    >>> builder.view() == state.view(1)
    True
    """

@final
class MexicanTrainBatch(_Batch[MexicanTrainRules, MexicanTrainState, MexicanTrainView]):
    """Many rounds, stepped together, whose data is in numpy arrays.

    `n` is the number of games, up to 10,000,000. `out` gives arrays to write to, by name. Game
    `k` deals its round number `e` as `State(rules, seed=seed, stream=k + e * n)`. A batch cannot
    be copied or pickled.

    Raises `InvalidArgumentError` if `n` or `threads` is out of range, or if an array does not
    have the type and shape that it needs.

    >>> batch = Batch(Rules(), 100, seed=7)
    >>> batch.step(batch.sample_actions(seed=1))
    >>> batch.rewards.shape
    (100, 4)
    """

def mexican_train_playouts(
    start: MexicanTrainRules | MexicanTrainState | MexicanTrainView,
    n: SupportsIndex,
    seed: Seed,
    threads: SupportsIndex,
    first: SupportsIndex,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]: ...
def mexican_train_rules(rules: MexicanTrainRules | None) -> MexicanTrainRules: ...
def mexican_train_matches(hand: TilesLike, ends: Iterable[SupportsIndex]) -> list[list[str]]: ...
def mexican_train_longest_train(hand: TilesLike, end: SupportsIndex, doubles: str) -> tuple[Tiles, Tiles]: ...
def mexican_train_pips(tiles: TilesLike) -> int: ...
def mexican_train_tiles_array(hand: TilesLike, rules: MexicanTrainRules | None) -> npt.NDArray[np.uint8]: ...
def mexican_train_matches_many(
    hands: npt.NDArray[np.uint8], ends: npt.NDArray[np.int8], rules: MexicanTrainRules | None
) -> npt.NDArray[np.bool_]: ...

# Rummy

__all__ += [
    "RummyBatch",
    "RummyMove",
    "RummyRules",
    "RummyState",
    "RummyView",
    "RummyViewBuilder",
    "rummy_best_partition",
    "rummy_best_partition_many",
    "rummy_card_set",
    "rummy_card_text",
    "rummy_lay_offs",
    "rummy_lay_offs_many",
    "rummy_melds",
    "rummy_melds_many",
    "rummy_playouts",
    "rummy_points",
]

@final
class RummyRules(_Rules[RummyMove]):
    """The rules of a round of Rummy.

    - `players`: the number of seats, 2 to 6 (RM-01).
    - `hand_size`: cards dealt to each seat; None for the usual number (RM-02).
    - `ace`: how aces rank: "low", or "both" for low and high (RM-15).
    - `must_discard_out`: whether the last card must be a discard (RM-12).
    - `turn_limit`: turns after which the round is void, 1 to 10,000 (RM-17).

    Rules are immutable and hashable, and define the action ids. Raises `InvalidRulesError` for a
    wrong value.

    >>> rules = Rules(players=3, ace="both")
    >>> rules.hand_size, rules.num_actions
    (7, 567)
    """

    def __new__(
        cls,
        *,
        players: SupportsIndex = 2,
        hand_size: SupportsIndex | None = None,
        ace: str = "low",
        must_discard_out: bool = False,
        turn_limit: SupportsIndex = 1000,
    ) -> Self: ...
    @property
    def hand_size(self) -> int:
        """The number of cards that each player is dealt (RM-02)."""
    @property
    def ace(self) -> str:
        """How aces rank: "low", or "both" for low and high (RM-15)."""
    @property
    def must_discard_out(self) -> bool:
        """Whether the last card must be a discard (RM-12)."""
    @property
    def turn_limit(self) -> int:
        """The number of turns after which the round is void (RM-17)."""

@final
class RummyMove(_Move):
    """A draw, a meld, a lay-off or a discard: a small immutable value.

    `str(move)` is its text and `int(move)` its action id. Moves come from `Rules`, states and
    views; there is no constructor.

    >>> move = Rules().parse("meld 7C 7D 7S")
    >>> move.kind, move.cards, int(move)
    ('meld', '7C 7D 7S', 33)
    """

    def __new__(cls) -> Self: ...
    @property
    def kind(self) -> str:
        """The kind of move: "draw", "take", "meld", "lay_off" or "discard"."""
    @property
    def cards(self) -> str | None:
        """The cards that are melded, laid off or discarded; None for other moves."""
    @property
    def place(self) -> str | None:
        """Where a card is laid off: "group", "low" or "high"; None for other moves."""

@type_check_only
class _RummyRound:
    @property
    def dealer(self) -> int:
        """The seat that dealt: the one before the seat that had the first turn (RM-02)."""
    @property
    def turn(self) -> int:
        """The seat whose turn it is; when the round is over, the seat that played last."""
    @property
    def drew(self) -> bool:
        """Whether the player has drawn in this turn; False when the round is over."""
    @property
    def took(self) -> str | None:
        """The card taken from the discard pile in this turn, while it is in the hand; else None."""
    @property
    def laid(self) -> bool:
        """Whether the player has melded or laid off in this turn; False when the round is over."""
    @property
    def turns(self) -> int:
        """The number of turns that have ended."""
    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of cards in each seat's hand."""
    @property
    def table(self) -> tuple[RummyCards, ...]:
        """The melds on the table: groups in ascending order, then runs by their first card."""
    @property
    def discards(self) -> RummyCards:
        """The discard pile, its top card last."""
    @property
    def stock_size(self) -> int:
        """The number of cards in the stock."""
    @property
    def opened(self) -> tuple[bool, ...]:
        """Whether each seat has melded or laid off in an earlier turn.

        When somebody has gone out, the last turn counts as the current one.
        """
    @property
    def went_out(self) -> int | None:
        """The seat that has no cards left; None if there is none."""
    @property
    def went_rummy(self) -> bool:
        """Whether a seat has gone out in one turn, without melding or laying off before (RM-14)."""
    @property
    def taken(self) -> tuple[RummyCards, ...]:
        """The cards in each seat's hand that it took from the discard pile."""
    @property
    def earlier(self) -> tuple[tuple[RummyCards, tuple[int, ...]], ...]:
        """For each earlier stock, its cards still hidden in hands, and how many each seat holds."""

@final
class RummyState(_State[RummyRules, RummyMove, RummyView], _RummyRound):
    """A round of Rummy with all cards and its history.

    A new state is a fresh deal. Without `rules` it has the default rules. `seed` is an integer
    from 0 to 2**256 - 1 or 32 bytes; without it the system chooses one. Without `dealer` chance
    draws the dealer. Two states are equal if their rules and positions are, including hidden
    cards, future reshuffles and what the play has shown of the hands. Threads may share a
    state.

    Raises `InvalidArgumentError` for a seed, stream or dealer out of range.

    >>> state = State(seed=7, dealer=0)
    >>> state.push("take")
    >>> state.took, state.legal_moves()[0]
    ('7C', Move('meld 6D 6H 6S'))
    """

    @classmethod
    def from_deal(
        cls,
        rules: RummyRules,
        *,
        hands: Iterable[RummyCardsLike],
        dealer: SupportsIndex,
        upcard: str,
        stock: RummyCardsLike | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        """Return a new round with these hands.

        `hands` has one item per seat: a text such as "7S TH" or a list of cards. `upcard`
        starts the discard pile. `stock` starts with the next card; if it is not given, the
        remaining cards are shuffled by `seed` and `stream`, which also decide reshuffles.
        Without a seed the system chooses one. Raises `InvalidStateError` if the cards do not make
        up the deck.
        """
    @classmethod
    def from_position(
        cls,
        rules: RummyRules,
        *,
        hands: Iterable[RummyCardsLike],
        turn: SupportsIndex,
        discards: RummyCardsLike,
        table: RummyTable = (),
        stock: RummyCardsLike | None = None,
        drew: bool = False,
        took: str | None = None,
        laid: bool = False,
        rummy: bool = False,
        turns: SupportsIndex = 0,
        taken: Iterable[RummyCardsLike] | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        """Return a position in the middle of a round.

        `hands` and `taken` have one item per seat, as in `from_deal`. `discards` ends with the
        top card, `stock` starts with the next one; if `stock` is not given, the remaining cards
        are shuffled by `seed` and `stream`, which also decide reshuffles. Without a seed the
        system chooses one. Raises `InvalidStateError` if the position breaks the rules.
        """
    @property
    def hands(self) -> tuple[RummyCards, ...]:
        """The cards in each seat's hand as text, ascending; "-" if empty."""
    @property
    def stock(self) -> RummyCards:
        """The stock, the next card to be drawn first."""

@final
class RummyView(_View[RummyRules, RummyMove, RummyState], _RummyRound):
    """What one seat knows of a round, and nothing else. Immutable.

    A view has no constructor: get one from `State.view`, or with `View.from_events`,
    `View.from_text` or `View.from_bytes`. It holds nothing that the seat may not know.

    >>> view = State(seed=7, dealer=0).view(1)
    >>> view.hands
    (None, '5S 6D 6H 6S 7D 7H 9D TS JH QS')
    >>> view.sample(seed=1).view(1) == view
    True
    """

    @property
    def hand(self) -> RummyCards:
        """The cards in the seat's own hand as text, ascending; "-" if empty."""
    @property
    def unseen(self) -> RummyCards:
        """The cards that are not on the table, the discard pile or in a hand that is shown."""
    @property
    def drawable(self) -> RummyCards:
        """The unseen cards that may be in the stock."""
    @property
    def known(self) -> tuple[RummyCards, ...]:
        """The cards that this seat knows to be in each hand."""
    @property
    def hands(self) -> tuple[RummyCards | None, ...]:
        """The cards in each seat's hand; None for a hidden hand.

        When somebody goes out, all hands are shown.
        """

@final
class RummyViewBuilder(_ViewBuilder[RummyRules, RummyView]):
    """Builds the view of a seat event by event.

    Each event takes the same time, however many came before. `View.from_events` builds a view
    from all events at once. Threads may share a builder; it cannot be copied or pickled.

    Raises `InvalidArgumentError` if the game has no such seat.

    >>> state = State(seed=7)
    >>> builder = ViewBuilder(state.rules, 1)
    >>> for event in state.events(1):
    ...     builder.push(event)
    >>> builder.view() == state.view(1)
    True
    """

@final
class RummyBatch(_Batch[RummyRules, RummyState, RummyView]):
    """Many rounds, stepped together, whose data is in numpy arrays.

    `n` is the number of games, up to 10,000,000. `out` gives arrays to write to, by name. Game
    `k` deals its round number `e` as `State(rules, seed=seed, stream=k + e * n)`. A batch cannot
    be copied or pickled.

    Raises `InvalidArgumentError` if `n` or `threads` is out of range, or if an array does not
    have the type and shape that it needs.

    >>> batch = Batch(Rules(), 100, seed=7)
    >>> batch.step(batch.sample_actions(seed=1))
    >>> batch.rewards.shape
    (100, 2)
    """

def rummy_playouts(
    start: RummyRules | RummyState | RummyView,
    n: SupportsIndex,
    seed: Seed,
    threads: SupportsIndex,
    first: SupportsIndex,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]: ...
def rummy_melds(hand: RummyCardsLike, ace: str) -> list[RummyCards]: ...
def rummy_lay_offs(hand: RummyCardsLike, table: RummyTable, ace: str) -> list[str]: ...
def rummy_best_partition(
    hand: RummyCardsLike, table: RummyTable | None, ace: str
) -> tuple[int, tuple[RummyCards, ...], tuple[str, ...], RummyCards]: ...
def rummy_points(cards: RummyCardsLike, ace: str) -> int: ...
def rummy_card_set(cards: RummyCardsLike) -> int: ...
def rummy_card_text(number: SupportsIndex) -> RummyCards: ...
def rummy_melds_many(
    hands: npt.NDArray[np.uint64], ace: str
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint64]]: ...
def rummy_lay_offs_many(
    hands: npt.NDArray[np.uint64], tables: npt.NDArray[np.uint64], ace: str
) -> npt.NDArray[np.uint64]: ...
def rummy_best_partition_many(
    hands: npt.NDArray[np.uint64], tables: npt.NDArray[np.uint64] | None, ace: str
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64]]: ...
