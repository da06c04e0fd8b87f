"""Reasons in Mexican Train."""

from __future__ import annotations

from typing import Any

from .. import mexican_train as mt
from .._input.checks import counted


def goes_out(view: Any, played: Any, better: Any) -> str | None:
    if _is_play(better) and len(view.hand) == 1 and not _is_play(played):
        return f"{better} plays the last tile and goes out"
    return None


def open_double(view: Any, played: Any, better: Any) -> str | None:
    """A double that the rest of the hand cannot close."""
    if not _is_open(view, played) or _is_open(view, better):
        return None
    return f"{played} leaves a double that no other tile of the hand can close"


def longer_train(view: Any, played: Any, better: Any) -> str | None:
    if not (_is_play(played) and _is_play(better)):
        return None
    after, instead = _longest(view, better), _longest(view, played)
    if after <= instead:
        return None
    return f"{better} keeps a train of {counted(after, 'tile')} for the own train instead of {instead}"


def fewer_points(view: Any, played: Any, better: Any) -> str | None:
    if not (_is_play(played) and _is_play(better)):
        return None
    after, instead = mt.pips(_rest(view, better)), mt.pips(_rest(view, played))
    if after >= instead:
        return None
    return f"{better} leaves {after} points instead of {instead} if somebody goes out"


def takes_marker(view: Any, played: Any, better: Any) -> str | None:
    if view.marked[view.seat] and better.train == "me" and played.train != "me":
        return "a play on the own train takes the marker off"
    return None


def next_seat_lacks(view: Any, played: Any, better: Any) -> str | None:
    """The new end of a train that the next seat may use, and has shown that it cannot."""
    seat = (view.seat + 1) % view.rules.players
    end, instead = _public_end(view, better), _public_end(view, played)
    if end is None or end == instead or end not in view.lacks[seat]:
        return None
    return f"seat {seat} has shown no {end}s"


REASONS = (goes_out, open_double, next_seat_lacks, longer_train, fewer_points, takes_marker)


def _is_play(move: Any) -> bool:
    return bool(move.kind == "play")


def _rest(view: Any, move: Any) -> Any:
    return view.hand - move.tile


def _halves(tile: Any) -> tuple[int, int]:
    low, high = str(tile).split("-")
    return int(low), int(high)


def _end(view: Any, move: Any) -> int:
    """Return the end of a train."""
    if move.train == "mexican":
        return int(view.mexican_end)
    return int(view.ends[view.seat if move.train == "me" else int(move.train)])


def _new_end(view: Any, move: Any) -> int:
    low, high = _halves(move.tile)
    return high if _end(view, move) == low else low


def _is_open(view: Any, move: Any) -> bool:
    """Return whether the move is a double that the rest of the hand cannot close."""
    if not _is_play(move):
        return False
    low, high = _halves(move.tile)
    rest = _rest(view, move)
    return low == high and len(rest) > 0 and not mt.matches(rest, [low])[0]


def _longest(view: Any, move: Any) -> int:
    """Return how many tiles of the rest could follow each other on the own train."""
    end = _new_end(view, move) if move.train == "me" else int(view.ends[view.seat])
    return len(mt.longest_train(_rest(view, move), end).longest)


def _public_end(view: Any, move: Any) -> int | None:
    """Return the new end of the Mexican train or of a train with a marker; None for other plays."""
    if not _is_play(move):
        return None
    is_public = move.train == "mexican" or (move.train != "me" and view.marked[int(move.train)])
    return _new_end(view, move) if is_public else None
