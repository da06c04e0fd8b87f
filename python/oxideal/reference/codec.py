"""The binary form of states and views. `docs/contract.md` describes the format."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from .._arguments.checks import MAX_RECENT, no_such_seat, plain_bytes, quoted, type_name
from ..errors import InvalidMoveError, InvalidRulesError, InvalidStateError
from .rules import Rules

if TYPE_CHECKING:
    from .position import BasePosition
    from .recent import Recent
    from .round import RoundApi

RulesT = TypeVar("RulesT", bound=Rules[Any])
RoundT = TypeVar("RoundT", bound="BasePosition | RoundApi[Any, Any, Any]")

_MAGIC = b"OXID"
_FORMAT = 1
_MAX_BYTES = 2**20
_KINDS = {b"S": "a state", b"V": "a view", b"B": "a view builder"}


def header(kind: bytes, rules: Rules[Any]) -> bytes:
    """Return the first bytes of a state (kind S), a view (V) or a view builder (B)."""
    return _MAGIC + bytes([_FORMAT]) + kind + sized(rules._game.encode("ascii")) + sized(rules._to_bytes())


def number(value: int) -> bytes:
    """Return a number in unsigned LEB128: seven bits per byte, lowest first, the high bit set in all but the last."""
    encoded = b""
    while value >= 0x80:
        encoded += bytes([0x80 | value & 0x7F])
        value >>= 7
    return encoded + bytes([value])


def sized(content: bytes) -> bytes:
    """Return bytes after their length."""
    return number(len(content)) + content


def last_actions(recent: Recent) -> bytes:
    """Return the last actions: their number, then the seat and id of each."""
    return number(len(recent)) + b"".join([number(seat) + number(action) for seat, action in recent])


class Reader:
    """Reads such bytes from left to right and checks each part."""

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes) -> None:
        plain = plain_bytes(data)
        if plain is None:
            raise TypeError(f"data must be bytes, not {type_name(data)}")
        self._data = plain
        self._at = 0

    def header(self, kind: bytes, rules_type: type[RulesT]) -> RulesT:
        """Read the first bytes and return the rules."""
        if len(self._data) > _MAX_BYTES:
            raise InvalidStateError(f"saved bytes must be at most {_MAX_BYTES}, got {len(self._data)}")
        if not self._data.startswith(_MAGIC):
            raise InvalidStateError("not a saved state or view")
        self._at = len(_MAGIC)
        written_format = self.take(1)[0]
        if written_format != _FORMAT:
            raise InvalidStateError(f"unsupported format {written_format}; this version reads format {_FORMAT}")
        written_kind = self.take(1)
        if written_kind not in _KINDS:
            raise InvalidStateError("the bytes hold no state, view or view builder")
        if written_kind != kind:
            raise InvalidStateError(f"the bytes hold {_KINDS[written_kind]}, not {_KINDS[kind]}")
        game = self.text()
        if game != rules_type._game:
            raise InvalidStateError(f"the bytes hold game {quoted(game)}, not {rules_type._game}")
        try:
            rules = rules_type._from_bytes(self.sized())
        except InvalidRulesError:
            rules = None
        if rules is None:
            raise InvalidStateError("invalid rules in the bytes")
        return rules

    def take(self, length: int) -> bytes:
        taken = self._data[self._at : self._at + length]
        if len(taken) < length:
            raise InvalidStateError("truncated bytes")
        self._at += length
        return taken

    def number(self) -> int:
        """Read a number in LEB128."""
        value = 0
        for place in range(5):
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << 7 * place
            if byte < 0x80 and value < 2**32:
                return value
        raise InvalidStateError("a number in the bytes does not fit into 32 bits")

    def sized(self) -> bytes:
        """Read bytes after their length."""
        return self.take(self.number())

    def text(self) -> str:
        """Read an ASCII text.

        Other bytes become a character that no valid text contains, and that messages show as "?".
        """
        return "".join(chr(byte) if byte < 0x80 else "\N{REPLACEMENT CHARACTER}" for byte in self.sized())

    def round(self, called: str, from_text: Callable[[str], RoundT], rules: Rules[Any]) -> RoundT:
        """Read the text of a position or a view. `called` names it in messages."""
        text = self.text()
        try:
            read = from_text(text)
        except InvalidStateError as error:
            raise InvalidStateError(f"{called}: {error}") from None
        if read.rules != rules:
            raise InvalidStateError("the rules of the position differ from those of the bytes")
        return read

    def seat(self, rules: Rules[Any]) -> int:
        seat = self.number()
        if seat >= rules.players:
            raise InvalidStateError(no_such_seat(seat, rules.players))
        return seat

    def last_actions(self, rules: Rules[Any]) -> Recent:
        count = self.number()
        if count > MAX_RECENT:
            raise InvalidStateError(f"at most {MAX_RECENT} last actions are kept, got {count}")
        found = []
        for _ in range(count):
            seat = self.seat(rules)
            try:
                found.append((seat, rules._check_id(self.number())))
            except InvalidMoveError as error:
                raise InvalidStateError(str(error)) from None
        return tuple(found)

    def end(self) -> None:
        """Check that no bytes are left."""
        more = len(self._data) - self._at
        if more:
            raise InvalidStateError("1 trailing byte" if more == 1 else f"{more} trailing bytes")
