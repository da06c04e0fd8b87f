"""The forfeit of a round in texts: the last field of a position, and an event."""

from __future__ import annotations

from .._arguments.checks import quoted, tokens
from ..errors import InvalidStateError
from ..interface import Forfeit
from ..interface.round import REASONS
from .notation import read_seat

FIELD = "forfeited"
EVENT = "forfeit "
"""The start of the event that ends a round early."""

ALREADY_OVER = "a round that is over cannot be forfeited"


def text_of(forfeit: Forfeit) -> str:
    return f"{forfeit.seat} {forfeit.why}"


def field_of(forfeit: Forfeit | None) -> str:
    """Return what a forfeit adds to the text of a position."""
    return "" if forfeit is None else f"; {FIELD} {text_of(forfeit)}"


def parse(text: str, players: int) -> Forfeit | None:
    words = tokens(text)
    if len(words) != 2 or words[1] not in REASONS:
        return None
    seat = read_seat(words[0], players)
    return None if seat is None else Forfeit(seat, next(why for why in REASONS if why == words[1]))


def split(text: str) -> tuple[str, str | None]:
    """Return the text of a position without its last field, and that field if it is a forfeit."""
    position, semicolon, field = text.rpartition(";")
    field = field.strip(" ")
    return (position, field) if semicolon and tokens(field)[:1] == [FIELD] else (text, None)


def read(field: str, players: int, *, is_over: bool) -> Forfeit:
    """Return the forfeit in a field that `split` returned. Raises `InvalidStateError`."""
    forfeit = parse(field.removeprefix(FIELD), players)
    if forfeit is None:
        raise InvalidStateError(f'invalid field {quoted(field)}; expected e.g. "{FIELD} 0 resigned"')
    if is_over:
        raise InvalidStateError(ALREADY_OVER)
    return forfeit
