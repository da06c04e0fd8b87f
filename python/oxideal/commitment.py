"""Deals that players can check afterwards: a server publishes a hash before the deal, and what was hashed at the end.
`docs/fairness.md` says what that proves, and what it does not.

>>> from oxideal import doudizhu as dd
>>> secret = Commitment.new("doudizhu", {"players": 3}, dealer=0)     # on the server
>>> published = secret.digest                                         # now everybody is told this
>>> contributions = ["Ada: 8213", "Ben: ducks", "Cleo: 77"]           # and only now the players send these
>>> state = dd.State(dd.Rules(players=3), seed=secret.seed(contributions), dealer=0)
>>> while not state.is_over:
...     state.push(state.legal_actions()[-1])
>>> revealed = secret.reveal()                                        # when the round is over
>>> verify(published, revealed, state, contributions)                 # every player, with the state or its record
True
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NoReturn, Self, SupportsIndex

from ._input.checks import quoted, text_of, type_name
from ._registry import module_of
from .errors import InvalidArgumentError, InvalidRecordError, OxidealError
from .match import MAX_ROUNDS
from .record import Record, fields, replay

if TYPE_CHECKING:
    from .interface import Game, Rules, State

__all__ = ["Commitment", "verify"]

FORMAT = 1
"""Of what is hashed, which begins with it: raised when it comes to mean something else."""

SECRET_BYTES = 32
"""Nobody finds so many by trying, so the hash tells nothing of the deal."""

FIELDS = ("commitment", "game", "rules", "dealer", "match", "secret")

MAX_CONTRIBUTIONS = 100
MAX_CONTRIBUTION_LENGTH = 200

MAX_CHARACTERS = 100_000
"""The longest rules of a game have a few hundred."""

HEX = frozenset("0123456789abcdef")


class Commitment:
    """What a server binds itself to before it deals: a game, its rules, who deals (None: chance draws it), whether it
    is one round or a match, and 32 secret bytes from the system's entropy, from which, with what the players
    contribute, the seed is made. It is the server's own, and for one round or one match only.

    It cannot be pickled or copied, and its `repr` does not tell the secret.
    """

    __slots__ = ("_dealer", "_game", "_match", "_rules", "_secret")

    _game: str
    _rules: dict[str, Any]
    _dealer: int | None
    _match: bool
    _secret: bytes

    def __init__(self) -> None:
        raise TypeError("a Commitment comes from Commitment.new() or Commitment.from_text()")

    @classmethod
    def new(
        cls,
        game: Game | str,
        rules: Rules[Any] | Mapping[str, Any] | None = None,
        *,
        dealer: SupportsIndex | None = None,
        match: bool = False,
    ) -> Self:
        """A commitment with a new secret. The rules are an object, or its fields; those of a match are the first
        round's, and so is the dealer.

        >>> Commitment.new("rummy", {"players": 4}, match=True)
        <Commitment to a match of rummy, the secret is not shown>
        """
        _flag("match", match)
        module = module_of(game)
        kind = module.Rules
        if rules is None or isinstance(rules, Mapping):
            rules = kind.from_dict({} if rules is None else rules)
        # One that nobody plays, to see that there can be one.
        trial = Record.of(module.State(rules, seed=0, dealer=dealer))
        if match:
            _match_of(module, rules, 0, trial.dealer)
        return cls._of(trial.game, trial.rules, trial.dealer, match, secrets.token_bytes(SECRET_BYTES))

    @classmethod
    def from_text(cls, text: str, /) -> Self:
        """The inverse of `reveal`, for a server that was started again. White space around the text does not count.

        >>> secret = Commitment.new("foursquare")
        >>> Commitment.from_text(secret.reveal()).digest == secret.digest
        True
        """
        text = _stripped("text", text)
        found = _json_object(text)
        if found.get("commitment", FORMAT) != FORMAT:
            raise InvalidRecordError(f"this is a commitment of another format; this version reads format {FORMAT}")
        for name in FIELDS:
            if name not in found:
                raise InvalidRecordError(f"the field {name} is missing")
        for name in found:
            if name not in FIELDS:
                raise InvalidRecordError(f"{quoted(name)} is no field of a commitment")
        try:
            made = cls._of(
                fields.game(found["game"]),
                fields.json_object("rules", found["rules"]),
                None if found["dealer"] is None else fields.count("dealer", found["dealer"]),
                _flag("match", found["match"]),
                bytes.fromhex(_digits("secret", found["secret"])),
            )
        except TypeError as error:
            raise InvalidRecordError(str(error)) from None
        if made.reveal() != text:
            raise InvalidRecordError("the fields of this commitment are not written as reveal() writes them")
        return made

    @classmethod
    def _of(cls, game: str, rules: dict[str, Any], dealer: int | None, match: bool, secret: bytes) -> Self:
        made = cls.__new__(cls)
        made._game, made._rules, made._dealer, made._match, made._secret = game, rules, dealer, match, secret
        return made

    @property
    def digest(self) -> str:
        """What to publish before the deal: the SHA-256 of `reveal()`, 64 hexadecimal digits."""
        return sha256(self.reveal().encode("ascii")).hexdigest()

    def seed(self, contributions: Sequence[str] = ()) -> bytes:
        """The seed of the deal, 32 bytes; of a match, that of all its rounds. The contributions are texts of 1 to 200
        characters, at most 100, in an order that stands before the first of them is known.

        >>> secret = Commitment.new("foursquare")
        >>> secret.seed(["a", "b"]) == secret.seed(["a", "b"]), secret.seed(["a", "b"]) == secret.seed(["b", "a"])
        (True, False)
        """
        message = json.dumps(["oxideal seed", FORMAT, self.digest, _contributed(contributions)], separators=(",", ":"))
        return hmac.digest(self._secret, message.encode("ascii"), "sha256")

    def reveal(self) -> str:
        """The line of JSON that was hashed, the secret in it. Nobody may see it before the round, or the match,
        is over: with it and the contributions every card can be told.
        """
        values = (FORMAT, self._game, self._rules, self._dealer, self._match, self._secret.hex())
        return json.dumps(dict(zip(FIELDS, values, strict=True)), sort_keys=True, separators=(",", ":"))

    def __repr__(self) -> str:
        return f"<Commitment to {'a match' if self._match else 'a round'} of {self._game}, the secret is not shown>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Commitment is neither copied nor pickled: keep what reveal() gives where you keep passwords")

    def _check(self, record: Record, contributions: Sequence[str], module: Any) -> None:
        """That the round of this record begins as it was committed to."""
        if record.start is not None or record.seed is None or record.stream is None:
            raise InvalidRecordError("this round was not dealt from a seed but set up by hand")
        if record.game != self._game:
            raise InvalidRecordError(f"this is a round of {record.game}, but one of {self._game} was committed to")
        if not hmac.compare_digest(record.seed.to_bytes(32, "little"), self.seed(contributions)):
            raise InvalidRecordError("the seed of this round is not what the secret and these contributions make")
        try:
            rules, dealer = module.Rules.from_dict(self._rules), self._dealer
            if self._match:
                rules, dealer = _round_of(_match_of(module, rules, record.seed, dealer), record.stream)
        except OxidealError as error:
            raise InvalidRecordError(f"the commitment: {error}") from None
        if record.stream and not self._match:
            raise InvalidRecordError(f"this round was dealt from stream {record.stream}, but stream 0 was committed to")
        if module.Rules.from_dict(record.rules) != rules:
            raise InvalidRecordError("this round was not played by the rules that were committed to")
        if record.dealer != dealer:
            raise InvalidRecordError(f"the dealer was {_who(record.dealer)}, but {_who(dealer)} was committed to")


def verify(
    published: str,
    revealed: str,
    record: Record | State[Any, Any, Any],
    contributions: Sequence[str] = (),
    backend: str = "rust",
    *,
    game: Game | None = None,
) -> bool:
    """True where a round, given as its record or as a state, was dealt as the digest that was published before it
    promised, and can have been played as far as it goes; else InvalidRecordError says what does not fit. The
    contributions are those of this round, in their order. Of a match, which round it is says `record.stream`. `game` is
    the module where it is none of this package.

    >>> from oxideal import foursquare
    >>> secret = Commitment.new("foursquare")
    >>> state = foursquare.State(seed=secret.seed(["mine"]))
    >>> verify(secret.digest, secret.reveal(), state, ["another"])
    Traceback (most recent call last):
    oxideal.errors.InvalidRecordError: the seed of this round is not what the secret and these contributions make
    """
    commitment = opened(published, revealed)
    played = record if isinstance(record, Record) else Record.of(record)
    replay(played, backend, game=game)
    commitment._check(played, contributions, module_of(played.game if game is None else game, backend))
    return True


def opened(published: str, revealed: str) -> Commitment:
    """What was revealed, where it is what the published digest is of."""
    digest = _digits("a digest", _stripped("published", published).lower())
    text = _stripped("revealed", revealed)
    found = sha256(text.encode("utf-8", "replace")).hexdigest()
    if not hmac.compare_digest(found, digest):
        raise InvalidRecordError(f"this was not committed to: its SHA-256 is {found}, but {digest} was published")
    return Commitment.from_text(text)


def _match_of(module: Any, rules: Any, seed: int, dealer: int | None) -> Any:
    if not hasattr(module, "Match"):
        raise InvalidArgumentError("there are no matches of this game")
    return module.Match(rules, seed=seed, dealer=dealer)


def _round_of(match: Any, number: int) -> tuple[Any, int]:
    """The rules and the dealer of the round with this number, from 1 on: that of its stream."""
    if not 1 <= number <= MAX_ROUNDS:
        raise InvalidRecordError(f"the rounds of a match have the streams 1 to {MAX_ROUNDS}, not {number}")
    rules = match.state.rules
    for before in range(1, number):
        following = rules.next_round()
        if following is None:
            raise InvalidRecordError(f"this match has {before} rounds, so there is no round {number}")
        if following == rules:
            break  # it stays like that
        rules = following
    return rules, (match.dealer + number - 1) % rules.players


def _json_object(text: str) -> dict[str, Any]:
    """What is written in another way than `reveal` does is found out later."""
    if len(text) > MAX_CHARACTERS:
        raise InvalidRecordError(f"this is longer than {MAX_CHARACTERS} characters, which no commitment is")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidRecordError("a commitment is a line of JSON, and this is none") from None
    if not isinstance(found, dict):
        raise InvalidRecordError(f"a commitment is a JSON object, not {quoted(text)}")
    return found


def _stripped(name: str, value: object) -> str:
    return str.__str__(text_of(name, value)).strip()


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, not {type_name(value)}")
    return value


def _digits(name: str, value: object) -> str:
    """32 bytes as hexadecimal digits."""
    text = text_of(name, value)
    if len(text) != 2 * SECRET_BYTES or not HEX.issuperset(text):
        raise InvalidRecordError(f"{name} has {2 * SECRET_BYTES} hexadecimal digits (0 to 9 and a to f), nothing else")
    return text


def _contributed(contributions: object) -> list[str]:
    given = fields.json_list("contributions", contributions)
    if len(given) > MAX_CONTRIBUTIONS:
        raise InvalidArgumentError(f"there are at most {MAX_CONTRIBUTIONS} contributions, not {len(given)}")
    return [fields.line("a contribution", each, MAX_CONTRIBUTION_LENGTH) for each in given]


def _who(dealer: int | None) -> str:
    return "for chance to draw" if dealer is None else f"seat {dealer}"


def __dir__() -> list[str]:
    return sorted(__all__)
