"""Let players verify that a deal was not rigged.

A server publishes a hash before the deal, and what it hashed after the round. `docs/fairness.md` explains what that
proves and what it does not.

>>> from oxideal import doudizhu as dd
>>> secret = Commitment.new("doudizhu", {"players": 3}, dealer=0)     # on the server
>>> published = secret.digest                                         # publish it before the deal
>>> contributions = ["Ada: 8213", "Ben: ducks", "Cleo: 77"]           # then the players send these
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

from ._arguments.checks import boolean, text_of
from ._internal.json import object_of
from ._registry import module_of, unknown
from .errors import InvalidArgumentError, InvalidRecordError, OxidealError
from .match import MAX_ROUNDS
from .record import Record, fields, replay

if TYPE_CHECKING:
    from .interface import Game, Rules, State

__all__ = ["Commitment", "verify"]
__dir__ = __all__.copy  # `dir` shows these names alone

FORMAT = 1
"""Version of the hashed text, bumped when its meaning changes."""

SECRET_BYTES = 32
"""Too many to guess, so the hash reveals nothing about the deal."""

FIELDS = ("commitment", "game", "rules", "dealer", "match", "secret")

MAX_CONTRIBUTIONS = 100
MAX_CONTRIBUTION_LENGTH = 200

MAX_CHARACTERS = 100_000
"""The longest rules of a game have a few hundred."""

HEX = frozenset("0123456789abcdef")


class Commitment:
    """A server's commitment to a deal: game, rules, dealer, round or match, and 32 secret bytes from system entropy.

    The secret and the contributions of the players make the seed. Keep the commitment on the server until the end, and
    use it for one round or one match only. It cannot be pickled or copied, and its `repr` does not show the secret.

    >>> secret = Commitment.new("doudizhu", {"players": 3}, dealer=0)
    >>> len(secret.digest), len(secret.seed(["Ada: 8213"]))
    (64, 32)
    """

    __slots__ = ("_dealer", "_game", "_match", "_rules", "_secret")

    _game: str
    _rules: dict[str, Any]
    _dealer: int | None
    _match: bool
    _secret: bytes

    def __init__(self) -> None:
        raise TypeError("Commitment has no constructor; use Commitment.new() or Commitment.from_text()")

    @classmethod
    def new(
        cls,
        game: Game | str,
        rules: Rules[Any] | Mapping[str, Any] | None = None,
        *,
        dealer: SupportsIndex | None = None,
        match: bool = False,
    ) -> Self:
        """Return a commitment with a new secret.

        `rules` is a `Rules` object or a dict of its options; for a match, rules and dealer of the first round.

        >>> Commitment.new("rummy", {"players": 4}, match=True)
        <Commitment to a match of rummy, the secret is not shown>
        """
        boolean("match", match)
        module = module_of(game)
        kind = module.Rules
        if rules is None or isinstance(rules, Mapping):
            rules = kind.from_dict({} if rules is None else rules)
        # Deal a round that nobody plays, to check the arguments.
        trial = Record.of(module.State(rules, seed=0, dealer=dealer))
        if match:
            _match_of(module, rules, 0, trial.dealer)
        return cls._of(trial.game, trial.rules, trial.dealer, match, secrets.token_bytes(SECRET_BYTES))

    @classmethod
    def from_text(cls, text: str, /) -> Self:
        """Read a text of `reveal`, e.g. after a restart of the server. White space around it is ignored.

        >>> secret = Commitment.new("foursquare")
        >>> Commitment.from_text(secret.reveal()).digest == secret.digest
        True
        """
        text = _stripped("text", text)
        found = _json_object(text)
        if found.get("commitment", FORMAT) != FORMAT:
            raise InvalidRecordError(f"unsupported format of a commitment; this version reads format {FORMAT}")
        for name in FIELDS:
            if name not in found:
                raise InvalidRecordError(f'missing field "{name}"')
        for name in found:
            if name not in FIELDS:
                raise InvalidRecordError(unknown("field", name, FIELDS))
        try:
            made = cls._of(
                fields.game(found["game"]),
                fields.json_object("rules", found["rules"]),
                None if found["dealer"] is None else fields.count("dealer", found["dealer"]),
                boolean("match", found["match"]),
                bytes.fromhex(_digits("secret", found["secret"])),
            )
        except TypeError as error:
            raise InvalidRecordError(str(error)) from None
        if made.reveal() != text:
            raise InvalidRecordError("the text differs from what reveal() returns for its fields")
        return made

    @classmethod
    def _of(cls, game: str, rules: dict[str, Any], dealer: int | None, match: bool, secret: bytes) -> Self:
        made = cls.__new__(cls)
        made._game, made._rules, made._dealer, made._match, made._secret = game, rules, dealer, match, secret
        return made

    @property
    def digest(self) -> str:
        """The SHA-256 of `reveal()` in 64 hexadecimal digits, to publish before the deal."""
        return sha256(self.reveal().encode("ascii")).hexdigest()

    def seed(self, contributions: Sequence[str] = ()) -> bytes:
        """Return the seed of the round, or of all rounds of the match: 32 bytes.

        `contributions` are at most 100 texts of 1 to 200 characters. Fix their order before the first one is known.

        >>> secret = Commitment.new("foursquare")
        >>> secret.seed(["a", "b"]) == secret.seed(["a", "b"]), secret.seed(["a", "b"]) == secret.seed(["b", "a"])
        (True, False)
        """
        message = json.dumps(["oxideal seed", FORMAT, self.digest, _contributed(contributions)], separators=(",", ":"))
        return hmac.digest(self._secret, message.encode("ascii"), "sha256")

    def reveal(self) -> str:
        """Return the line of JSON that was hashed, including the secret.

        Show it to nobody before the end of the round or match: with it and the contributions, every card is known.
        """
        values = (FORMAT, self._game, self._rules, self._dealer, self._match, self._secret.hex())
        return json.dumps(dict(zip(FIELDS, values, strict=True)), sort_keys=True, separators=(",", ":"))

    def __repr__(self) -> str:
        return f"<Commitment to {'a match' if self._match else 'a round'} of {self._game}, the secret is not shown>"

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a Commitment cannot be copied or pickled: store the text of reveal() where you store passwords"
        )

    def _check(self, record: Record, contributions: Sequence[str], module: Any) -> None:
        """Raise an error unless the round of this record was dealt as committed."""
        if record.start is not None or record.seed is None or record.stream is None:
            raise InvalidRecordError("this round was set up by hand, not dealt from a seed")
        if record.game != self._game:
            raise InvalidRecordError(f"the game is {record.game}, but the commitment has {self._game}")
        if not hmac.compare_digest(record.seed.to_bytes(32, "little"), self.seed(contributions)):
            raise InvalidRecordError("the seed of this round does not follow from the secret and these contributions")
        try:
            rules, dealer = module.Rules.from_dict(self._rules), self._dealer
            if self._match:
                rules, dealer = _round_of(_match_of(module, rules, record.seed, dealer), record.stream)
        except OxidealError as error:
            raise InvalidRecordError(f"the commitment: {error}") from None
        if record.stream and not self._match:
            raise InvalidRecordError(f"the stream is {record.stream}, but the commitment has 0")
        if module.Rules.from_dict(record.rules) != rules:
            raise InvalidRecordError("the rules of this round differ from those of the commitment")
        if record.dealer != dealer:
            raise InvalidRecordError(f"the dealer is {_who(record.dealer)}, but the commitment has {_who(dealer)}")


def verify(
    published: str,
    revealed: str,
    record: Record | State[Any, Any, Any],
    contributions: Sequence[str] = (),
    backend: str = "rust",
    *,
    game: Game | None = None,
) -> bool:
    """Verify that a round was dealt as committed and that its moves are possible; return True.

    - `published`, `revealed`: the digest from before the deal, and the text of `reveal()`.
    - `record`: the round as a `Record` or a state; for a match, `record.stream` is the number of the round.
    - `contributions`: those of all players, in their order.
    - `game`: the module of a game of another package.

    Raises `InvalidRecordError` that says what does not fit.

    >>> from oxideal import foursquare
    >>> secret = Commitment.new("foursquare")
    >>> state = foursquare.State(seed=secret.seed(["mine"]))
    >>> verify(secret.digest, secret.reveal(), state, ["another"])
    Traceback (most recent call last):
    oxideal.errors.InvalidRecordError: the seed of this round does not follow from the secret and these contributions
    """
    commitment = opened(published, revealed)
    played = record if isinstance(record, Record) else Record.of(record)
    replay(played, backend, game=game)
    commitment._check(played, contributions, module_of(played.game if game is None else game, backend))
    return True


def published_digest(published: str) -> str:
    """Return a digest as `Commitment.digest` writes it, checked."""
    return _digits("a digest", _stripped("published", published).lower())


def opened(published: str, revealed: str) -> Commitment:
    """Return the revealed commitment, checked against the published digest."""
    digest = published_digest(published)
    text = _stripped("revealed", revealed)
    found = sha256(text.encode("utf-8", "replace")).hexdigest()
    if not hmac.compare_digest(found, digest):
        raise InvalidRecordError(
            f"the revealed text does not match the published digest: its SHA-256 is {found}, not {digest}"
        )
    return Commitment.from_text(text)


def _match_of(module: Any, rules: Any, seed: int, dealer: int | None) -> Any:
    if not hasattr(module, "Match"):
        raise InvalidArgumentError("this game has no matches")
    return module.Match(rules, seed=seed, dealer=dealer)


def _round_of(match: Any, number: int) -> tuple[Any, int]:
    """Return the rules and the dealer of the round with this number, which starts at 1 and is its stream."""
    if not 1 <= number <= MAX_ROUNDS:
        raise InvalidRecordError(f"stream must be 1 to {MAX_ROUNDS} for a round of a match, got {number}")
    rules = match.state.rules
    for before in range(1, number):
        following = rules.next_round()
        if following is None:
            raise InvalidRecordError(f"round {number} out of range: this match has rounds 1 to {before}")
        if following == rules:
            break  # they do not change any more
        rules = following
    return rules, match._dealer_after(match.dealer, number - 1, rules.players)


def _json_object(text: str) -> dict[str, Any]:
    # The caller checks that the text is written as `reveal` writes it.
    if len(text) > MAX_CHARACTERS:
        raise InvalidRecordError(f"a commitment must have at most {MAX_CHARACTERS} characters")
    return object_of(text, "a commitment", InvalidRecordError)


def _stripped(name: str, value: object) -> str:
    return str.__str__(text_of(name, value)).strip()


def _digits(name: str, value: object) -> str:
    """Return the hexadecimal digits of 32 bytes, checked."""
    text = text_of(name, value)
    if len(text) != 2 * SECRET_BYTES or not HEX.issuperset(text):
        raise InvalidRecordError(f"{name} must be {2 * SECRET_BYTES} hexadecimal digits (0 to 9 and a to f)")
    return text


def _contributed(contributions: object) -> list[str]:
    given = fields.json_list("contributions", contributions)
    if len(given) > MAX_CONTRIBUTIONS:
        raise InvalidArgumentError(f"contributions must have at most {MAX_CONTRIBUTIONS} items, got {len(given)}")
    return [fields.line("a contribution", each, MAX_CONTRIBUTION_LENGTH) for each in given]


def _who(dealer: int | None) -> str:
    return "drawn at random" if dealer is None else f"seat {dealer}"
