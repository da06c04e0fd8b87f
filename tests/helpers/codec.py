"""An independent writer of the bytes specified in `docs/contract.md`."""

from __future__ import annotations

from collections.abc import Sequence


def number(value: int) -> bytes:
    """Unsigned LEB128."""
    last = bytes([value & 0x7F])
    return last if value < 0x80 else bytes([value & 0x7F | 0x80]) + number(value >> 7)


def sized(content: bytes | str) -> bytes:
    data = content.encode("ascii") if isinstance(content, str) else content
    return number(len(data)) + data


def header(kind: str, game: str, rules: bytes) -> bytes:
    return b"OXID\x01" + kind.encode() + sized(game) + sized(rules)


def dealt(seed: int, stream: int, dealer: int | None = None) -> bytes:
    drawn = 0 if dealer is None else dealer + 1
    return b"\0" + seed.to_bytes(32, "little") + stream.to_bytes(12, "little") + bytes([drawn])


def by_hand(text: str, ahead: bytes = b"", last: Sequence[tuple[int, int]] | None = ()) -> bytes:
    """Encode a state set up by hand. `ahead` comes from `chance` if chance can still matter; `last`
    are the last actions before that start, or None.
    """
    return b"\1" + sized(text) + ahead + (b"" if last is None else recent(last))


def recent(last: Sequence[tuple[int, int]]) -> bytes:
    """Encode the last actions: their number, then seat and id of each."""
    return number(len(last)) + b"".join(number(seat) + number(action) for seat, action in last)


def chance(seed: int, stream: int, words: int) -> bytes:
    return seed.to_bytes(32, "little") + stream.to_bytes(12, "little") + words.to_bytes(8, "little")


def history(actions: tuple[int, ...]) -> bytes:
    return number(len(actions)) + b"".join(map(number, actions))


def rules_of(data: bytes, game: str) -> bytes:
    """Return the rules' part of a game's bytes, in which all lengths are below 128."""
    at = 6 + 1 + len(game)
    return data[at + 1 : at + 1 + data[at]]
