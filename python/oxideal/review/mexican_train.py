"""Reasons in Mexican Train."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import mexican_train as mt
from .reasons import reason

if TYPE_CHECKING:
    from ..words import Sentence


def open_double(view: Any, played: Any, better: Any) -> Sentence | None:
    """A double that the rest of the hand cannot close."""
    if not _is_open(view, played) or _is_open(view, better):
        return None
    return reason("open_double", move=played)


def longer_train(view: Any, played: Any, better: Any) -> Sentence | None:
    if not (_is_play(played) and _is_play(better)):
        return None
    after, instead = _longest(view, better), _longest(view, played)
    if after <= instead:
        return None
    return reason("longer_train", move=better, n=after, other=instead)


def fewer_points(view: Any, played: Any, better: Any) -> Sentence | None:
    if not (_is_play(played) and _is_play(better)):
        return None
    after, instead = mt.pips(_rest(view, better)), mt.pips(_rest(view, played))
    if after >= instead:
        return None
    return reason("fewer_points", move=better, n=after, other=instead)


def takes_marker(view: Any, played: Any, better: Any) -> Sentence | None:
    if view.marked[view.seat] and better.train == "me" and played.train != "me":
        return reason("takes_marker")
    return None


def next_seat_lacks(view: Any, played: Any, better: Any) -> Sentence | None:
    """The new end of a train that the next seat may use, and has shown that it cannot."""
    seat = (view.seat + 1) % view.rules.players
    end, instead = _public_end(view, better), _public_end(view, played)
    if end is None or end == instead or end not in view.lacks[seat]:
        return None
    return reason("next_seat_lacks", who=seat, end=end)


def more_playable(view: Any, played: Any, better: Any) -> Sentence | None:
    """How many tiles of the rest fit a train that is open to the seat."""
    if not (_is_play(played) and _is_play(better)):
        return None
    after, instead = _playable(view, better), _playable(view, played)
    if after <= instead:
        return None
    return reason("more_playable", move=better, n=after, other=instead)


REASONS = (open_double, next_seat_lacks, longer_train, fewer_points, takes_marker, more_playable)


def _is_play(move: Any) -> bool:
    return bool(move.kind == "play")


def _rest(view: Any, move: Any) -> Any:
    return view.hand - move.tile


def _halves(tile: Any) -> tuple[int, int]:
    low, high = str(tile).split("-")
    return int(low), int(high)


def _end(view: Any, move: Any) -> int:
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


def _playable(view: Any, move: Any) -> int:
    """Return how many tiles of the rest fit the own train, the Mexican train or a train with a marker."""
    ends = {seat: int(end) for seat, end in enumerate(view.ends) if seat == view.seat or view.marked[seat]}
    ends[-1] = int(view.mexican_end)
    train = {"me": view.seat, "mexican": -1}
    played_on = train[move.train] if move.train in train else int(move.train)
    if played_on in ends:  # a double on any other train can be closed, which does not open the train
        ends[played_on] = _new_end(view, move)
    rest = _rest(view, move)
    fitting = mt.matches(rest, sorted({*ends.values()})) if len(rest) else []
    return len({tile for tiles in fitting for tile in tiles})


def _public_end(view: Any, move: Any) -> int | None:
    """Return the new end of the Mexican train or of a train with a marker; None for other plays."""
    if not _is_play(move):
        return None
    is_public = move.train == "mexican" or (move.train != "me" and view.marked[int(move.train)])
    return _new_end(view, move) if is_public else None


def kind_of(view: Any, move: Any) -> str:  # noqa: ARG001 (all games have the same arguments)
    if not _is_play(move):
        return str(move.kind)
    return {"me": "play on its own train", "mexican": "play on the Mexican train"}.get(
        move.train, "play on another train"
    )


def phase_of(view: Any) -> str:
    """Return how far the round is, by the tiles in the seat's hand."""
    return "start" if len(view.hand) > 9 else "middle" if len(view.hand) > 4 else "end"
