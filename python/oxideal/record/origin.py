"""Where a round begins. A state does not tell all of that, but its bytes do: `docs/contract.md` lays them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .._input.checks import quoted, seat_within
from ..errors import InvalidRecordError, OxidealError
from ..reference import saved

if TYPE_CHECKING:
    from .record import Record

DEALT, BY_HAND = b"\0", b"\1"
"""How an origin begins."""


class Begun(NamedTuple):
    """The bytes of a state without history, taken apart."""

    head: bytes
    """All that comes before the origin: the format, the game, its rules."""
    game: str
    dealt: bool
    chance: bytes
    """The seed and the stream; of a start set up by hand also how many words were drawn, or nothing at all where chance
    has no more part in what follows.
    """
    dealer: int | None


def origin_of(state: Any) -> dict[str, Any]:
    """The fields of a record that say where this state began, its game and its rules included."""
    start = state.copy()
    for _ in state.history:
        start.pop()
    begun = _begun(start)
    fields: dict[str, Any] = {"game": begun.game, "rules": state.rules.to_dict()}
    if begun.chance:
        fields["seed"] = int.from_bytes(begun.chance[:32], "little")
        fields["stream"] = int.from_bytes(begun.chance[32:44], "little")
    if begun.dealt:
        return {**fields, "dealer": begun.dealer}
    recent = [(seat, str(state.rules.move(action))) for seat, action in start.recent]
    drawn = int.from_bytes(begun.chance[44:], "little")
    return {**fields, "start": start.to_text(), "drawn": drawn, "recent": recent}


def start_of(record: Record, state_type: Any, rules: Any) -> Any:
    """The state in which a record begins."""
    called = "dealer" if record.start is None else "start"
    try:
        if record.start is None:
            state = state_type(rules, seed=record.seed, stream=record.stream, dealer=record.dealer)
        else:
            state = state_type.from_text(record.start)
    except OxidealError as error:
        raise InvalidRecordError(f"{called}: {error}") from None
    begun = _begun(state)
    if begun.game != record.game:
        raise InvalidRecordError(f"this is a record of {record.game}, but the game is {begun.game}")
    if begun.dealt:
        return state
    if state.rules != rules:
        raise InvalidRecordError("start: the rules in its text are not those of the record")
    chance = _chance_of(record)
    if begun.chance and not chance:
        raise InvalidRecordError("start: chance may have a part in what follows, so a seed belongs to it")
    if chance and not begun.chance:
        raise InvalidRecordError("start: chance has no part in what follows, so no seed belongs to it")
    position = saved.sized(state.to_text().encode("ascii"))
    origin = BY_HAND + position + chance + saved.last_actions(_recent(record, rules))
    return state_type.from_bytes(begun.head + origin + saved.number(0))


def _chance_of(record: Record) -> bytes:
    if record.seed is None or record.stream is None:
        return b""
    parts = ((record.seed, 32), (record.stream, 12), (record.drawn, 8))
    return b"".join(number.to_bytes(length, "little") for number, length in parts)


def _recent(record: Record, rules: Any) -> tuple[tuple[int, int], ...]:
    """The last actions before the start, with ids."""
    found = []
    for number, (seat, text) in enumerate(record.recent):
        try:
            found.append((seat_within(seat, rules.players), int(rules.parse(text))))
        except OxidealError as error:
            raise InvalidRecordError(f"recent: item {number}, {quoted(text)}: {error}") from None
    return tuple(found)


def _begun(start: Any) -> Begun:
    data: bytes = start.to_bytes()
    reader = saved.Reader(data)
    head = reader.take(len(b"OXID\1S"))
    game = reader.text()
    head += saved.sized(game.encode("ascii", "replace")) + saved.sized(reader.sized())
    if reader.take(1) == DEALT:
        chance, dealer = reader.take(44), reader.take(1)[0]
        return Begun(head, game, True, chance, dealer - 1 if dealer else None)
    text, end = reader.sized(), saved.last_actions(start.recent) + saved.number(0)
    before = len(head) + 1 + len(saved.sized(text))
    return Begun(head, game, False, data[before : len(data) - len(end)], None)
