"""Reasons in Dou Dizhu."""

from __future__ import annotations

from typing import Any

from .. import doudizhu as dd
from .._input.checks import counted

_BOMBS = ("bomb", "rocket")


def goes_out(view: Any, played: Any, better: Any) -> str | None:
    if _cards(better) == len(view.hand) and _cards(played) < len(view.hand):
        return f"{better} plays the whole hand and wins at once"
    return None


def partner_wins(view: Any, played: Any, better: Any) -> str | None:
    """For a peasant who beat the other peasant."""
    holder = view.to_beat_seat
    if better.kind != "pass" or played.kind == "pass" or holder is None:
        return None
    if view.landlord in (holder, view.seat) or holder == view.seat:
        return None
    return f"your partner, seat {holder}, was winning the trick with {view.to_beat}"


def cannot_be_beaten(view: Any, played: Any, better: Any) -> str | None:
    """Whatever the others hold: all their cards together cannot beat it."""
    if _cards(better) == 0 or _can_be_beaten(view, better):
        return None
    if _cards(played) and not _can_be_beaten(view, played):
        return None
    return f"nobody can beat {better} any more"


def fewer_plays(view: Any, played: Any, better: Any) -> str | None:
    if "bid" in (played.kind, better.kind) or view.landlord is None:
        return None
    after, instead = _plays(view, better), _plays(view, played)
    if not 0 < after < instead:
        return None
    return f"{better} leaves a hand of {counted(after, 'play')} instead of {instead}"


def keeps_bomb(view: Any, played: Any, better: Any) -> str | None:
    for rank in dict.fromkeys(str(view.hand)):
        whole = str(view.hand).count(rank)
        if whole == 4 and str(played.cards).count(rank) in (1, 2, 3) and rank not in str(better.cards):
            return f"{played} breaks the bomb {rank * 4}"
    if {"B", "R"} <= set(str(view.hand)) and len({"B", "R"} & set(str(played.cards))) == 1:
        return None if {"B", "R"} & set(str(better.cards)) else f"{played} breaks the rocket BR"
    return None


def stake(view: Any, played: Any, better: Any) -> str | None:  # noqa: ARG001 (all reasons have the same arguments)
    if played.kind in _BOMBS and better.kind not in _BOMBS:
        return f"{played} doubles the stake"
    return None


def last_card(view: Any, played: Any, better: Any) -> str | None:
    """A single led to an opponent with one card, which may be higher."""
    if view.landlord is None or view.to_beat is not None or played.kind != "single" or better.kind == "single":
        return None
    opponents = [seat for seat in range(view.rules.players) if (seat == view.landlord) != (view.seat == view.landlord)]
    low = [seat for seat in opponents if view.hand_sizes[seat] == 1]
    if not low or not _can_be_beaten(view, played):
        return None
    return f"seat {low[0]} has one card left, which may beat a single"


def strength(view: Any, played: Any, better: Any) -> str | None:
    """What a bid is about: how quickly the hand can be played, and its high cards."""
    if view.landlord is not None or played == better:
        return None
    high = [card for card in str(view.hand) if card in "2BR"]
    shown = f"{counted(len(high), 'card')} above the aces"
    return f"the hand takes {counted(len(dd.min_plays(view.hand, view.rules)), 'play')} and has {shown}"


REASONS = (goes_out, partner_wins, cannot_be_beaten, last_card, fewer_plays, keeps_bomb, stake, strength)


def _cards(move: Any) -> int:
    return 0 if move.kind in ("pass", "bid") else len(move.cards)


def _can_be_beaten(view: Any, move: Any) -> bool:
    return bool(dd.legal_plays(view.unseen, move, view.rules))


def _plays(view: Any, move: Any) -> int:
    """Return the fewest plays that the rest of the hand takes."""
    rest = view.hand - move if _cards(move) else view.hand
    return len(dd.min_plays(rest, view.rules)) if len(rest) else 0
