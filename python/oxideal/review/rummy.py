"""Reasons in Rummy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import rummy as rm
from .reasons import reason

if TYPE_CHECKING:
    from ..words import Sentence


def goes_out(view: Any, played: Any, better: Any) -> Sentence | None:
    if _cards(better) == len(view.hand) and _cards(played) < len(view.hand):
        return reason("goes_out", move=better)
    return None


def makes_meld(view: Any, played: Any, better: Any) -> Sentence | None:
    """A draw of the discard that melds at once."""
    if better.kind != "take" or played.kind == "take" or not len(view.discards):
        return None
    top = str(view.discards).split()[-1]
    if any(top in str(meld).split() for meld in rm.melds(view.hand + top, view.rules.ace)):
        return reason("makes_meld", card=(top,))
    return None


def fewer_points(view: Any, played: Any, better: Any) -> Sentence | None:
    if not (_cards(played) or _cards(better)):
        return None
    after, instead = _points(view, better), _points(view, played)
    if after >= instead:
        return None
    return reason("fewer_points", move=better, n=after, other=instead)


def feeds_table(view: Any, played: Any, better: Any) -> Sentence | None:
    """A discard that anybody can lay off."""
    if played.kind != "discard" or better.kind != "discard":
        return None
    lies_on = [bool(rm.lay_offs(move.cards, view.table, view.rules.ace)) for move in (played, better)]
    return reason("feeds_table", card=(str(played.cards),)) if lies_on == [True, False] else None


def feeds_next(view: Any, played: Any, better: Any) -> Sentence | None:
    """A discard that goes with a card that the next seat is known to hold."""
    if played.kind != "discard" or better.kind != "discard":
        return None
    seat = (view.seat + 1) % view.rules.players
    known = [card for card in str(view.known[seat]).split() if card != "-"]
    fits = next((card for card in known if _go_together(card, str(played.cards))), None)
    if fits is None or any(_go_together(card, str(better.cards)) for card in known):
        return None
    return reason("feeds_next", card=(str(played.cards),), fit=(fits,), who=seat)


def more_chances(view: Any, played: Any, better: Any) -> Sentence | None:
    """How many unseen cards would make a meld with the rest."""
    if played.kind != "discard" or better.kind != "discard":
        return None
    after, instead = _chances(view, better), _chances(view, played)
    if after <= instead:
        return None
    return reason("more_chances", move=better, n=after, other=instead)


def fits_hand(view: Any, played: Any, better: Any) -> Sentence | None:
    """A discard to take that goes with a card of the hand."""
    if better.kind != "take" or played.kind == "take" or not len(view.discards):
        return None
    top = str(view.discards).split()[-1]
    fits = [card for card in str(view.hand).split() if _go_together(card, top)]
    return reason("fits_hand", card=(top,), fit=tuple(fits[:2])) if fits else None


def taken_is_known(view: Any, played: Any, better: Any) -> Sentence | None:
    if played.kind != "take" or better.kind != "draw":
        return None
    return reason("taken_is_known", card=(str(view.discards).split()[-1],))


def may_go_rummy(view: Any, played: Any, better: Any) -> Sentence | None:
    """A meld by a player who has played no card before."""
    if played.kind not in ("meld", "lay_off") or better.kind in ("meld", "lay_off") or view.opened[view.seat]:
        return None
    return None if view.laid else reason("may_go_rummy")


REASONS = (
    *(goes_out, makes_meld, feeds_next, feeds_table, may_go_rummy, fits_hand, taken_is_known),
    *(more_chances, fewer_points),
)


def _cards(move: Any) -> int:
    return len(str(move.cards).split()) if move.kind in ("meld", "lay_off", "discard") else 0


def _rest(view: Any, move: Any) -> Any:
    return view.hand - move if _cards(move) else view.hand


def _points(view: Any, move: Any) -> int:
    return rm.points(_rest(view, move), view.rules.ace)


def _go_together(one: str, other: str) -> bool:
    """Return whether two cards have the same rank, or neighbouring ranks of one suit."""
    if one[0] == other[0]:
        return one != other
    return one[1] == other[1] and abs(rm.RANKS.index(one[0]) - rm.RANKS.index(other[0])) == 1


def _chances(view: Any, move: Any) -> int:
    rest = _rest(view, move)
    return sum(
        any(card in str(meld).split() for meld in rm.melds(rest + card, view.rules.ace))
        for card in str(view.unseen).split()
        if card != "-"
    )


def kind_of(view: Any, move: Any) -> str:  # noqa: ARG001 (all games have the same arguments)
    return str(move.kind)


def phase_of(view: Any) -> str:
    """Return how far the round is, by the turns that each seat has had."""
    turns = view.turns // view.rules.players
    return "start" if turns < 4 else "middle" if turns < 10 else "end"
