"""The bytes of a saved state or view, as `docs/contract.md` lays them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from .._input.checks import MAX_RECENT, no_such_seat, plain_bytes, quoted, type_name
from ..errors import InvalidMoveError, InvalidStateError
from .position import BasePosition
from .rules import Rules

if TYPE_CHECKING:
    from .recent import Recent

RulesT = TypeVar("RulesT", bound=Rules[Any])
RoundT = TypeVar("RoundT", bound=BasePosition)

_MAGIC = b"OXID"
_FORMAT = 1
_KINDS = {b"S": "a state", b"V": "a view"}


def header(kind: bytes, rules: Rules[Any]) -> bytes:
    """What states (S) and views (V) begin with."""
    return _MAGIC + bytes([_FORMAT]) + kind + sized(rules._game.encode("ascii")) + sized(rules._to_bytes())


def number(value: int) -> bytes:
    """Unsigned LEB128: seven bits a byte, the lowest first; the high bit says that more follow."""
    encoded = b""
    while value >= 0x80:
        encoded += bytes([0x80 | value & 0x7F])
        value >>= 7
    return encoded + bytes([value])


def sized(content: bytes) -> bytes:
    return number(len(content)) + content


def last_actions(recent: Recent) -> bytes:
    return number(len(recent)) + b"".join([number(seat) + number(action) for seat, action in recent])


class Reader:
    """Reads such bytes from left to right, checking each part as it comes."""

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes) -> None:
        plain = plain_bytes(data)
        if plain is None:
            raise TypeError(f"data must be bytes, not {type_name(data)}")
        self._data = plain
        self._at = 0

    def header(self, kind: bytes, rules_type: type[RulesT]) -> RulesT:
        if not self._data.startswith(_MAGIC):
            raise InvalidStateError("not a saved state or view")
        self._at = len(_MAGIC)
        written_format = self.take(1)[0]
        if written_format != _FORMAT:
            raise InvalidStateError(f"unsupported format {written_format}; this version reads format {_FORMAT}")
        written_kind = self.take(1)
        if written_kind not in _KINDS:
            raise InvalidStateError("the bytes hold neither a state nor a view")
        if written_kind != kind:
            raise InvalidStateError(f"the bytes hold {_KINDS[written_kind]}, not {_KINDS[kind]}")
        game = self.text()
        if game != rules_type._game:
            raise InvalidStateError(f"the bytes hold game {quoted(game)}, not {rules_type._game}")
        rules = rules_type._from_bytes(self.sized())
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
        value = 0
        for place in range(5):
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << 7 * place
            if byte < 0x80 and value < 2**32:
                return value
        raise InvalidStateError("a number in the bytes does not fit into 32 bits")

    def sized(self) -> bytes:
        return self.take(self.number())

    def text(self) -> str:
        """ASCII. Other bytes become a character that none of our texts has, and that messages quote as `?`."""
        return "".join(chr(byte) if byte < 0x80 else "\N{REPLACEMENT CHARACTER}" for byte in self.sized())

    def round(self, called: str, round_type: type[RoundT], rules: Rules[Any]) -> RoundT:
        """A position, or what is known of one, as a text."""
        text = self.text()
        try:
            read = round_type.from_text(text)
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
                found.append((seat, rules._checked(self.number())))
            except InvalidMoveError as error:
                raise InvalidStateError(str(error)) from None
        return tuple(found)

    def end(self) -> None:
        more = len(self._data) - self._at
        if more:
            raise InvalidStateError("1 trailing byte" if more == 1 else f"{more} trailing bytes")
