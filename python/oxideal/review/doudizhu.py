"""Reasons in Dou Dizhu."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import doudizhu as dd
from .reasons import reason

if TYPE_CHECKING:
    from ..words import Sentence

_BOMBS = ("bomb", "rocket")


def goes_out(view: Any, played: Any, better: Any) -> Sentence | None:
    if _cards(better) == len(view.hand) and _cards(played) < len(view.hand):
        return reason("goes_out", move=better)
    return None


def partner_wins(view: Any, played: Any, better: Any) -> Sentence | None:
    """For a peasant who beat the other peasant."""
    holder = view.to_beat_seat
    if better.kind != "pass" or played.kind == "pass" or holder is None:
        return None
    if view.landlord in (holder, view.seat) or holder == view.seat:
        return None
    return reason("partner_wins", who=holder, move=view.to_beat)


def cannot_be_beaten(view: Any, played: Any, better: Any) -> Sentence | None:
    """Whatever the others hold: all their cards together cannot beat it."""
    if _cards(better) == 0 or _can_be_beaten(view, better):
        return None
    if _cards(played) and not _can_be_beaten(view, played):
        return None
    return reason("cannot_be_beaten", move=better)


def fewer_plays(view: Any, played: Any, better: Any) -> Sentence | None:
    if view.phase != "play":
        return None
    after, instead = _plays(view, better), _plays(view, played)
    if not 0 < after < instead:
        return None
    return reason("fewer_plays", move=better, n=after, other=instead)


def keeps_bomb(view: Any, played: Any, better: Any) -> Sentence | None:
    """A bomb or rocket of which the move uses cards for something else."""
    if played.kind in _BOMBS:
        return None
    hand, used, kept = str(view.hand), str(played.cards), str(better.cards)
    bombs = [rank for rank in dict.fromkeys(hand) if hand.count(rank) == 4]
    if "BR" in hand:
        bombs.append("BR")
    broken = [bomb for bomb in bombs if {*bomb} & {*used} and not {*bomb} & {*kept}]
    return reason("keeps_bomb", move=played, rank=broken[0].replace("T", "10")) if broken else None


def leaves_trick(view: Any, played: Any, better: Any) -> Sentence | None:
    """A pass against an opponent."""
    holder = view.to_beat_seat
    if played.kind != "pass" or view.landlord is None or holder is None or _cards(better) == 0:
        return None
    if view.landlord not in (holder, view.seat):
        return None
    return reason("leaves_trick", who=holder, n=view.hand_sizes[holder])


def harder_to_beat(view: Any, played: Any, better: Any) -> Sentence | None:
    if not _cards(played) or _cards(better) in (0, len(view.hand)):
        return None
    after, instead = (len(dd.legal_plays(view.unseen, move, view.rules)) for move in (better, played))
    if not 0 < after < instead:
        return None
    return reason("harder_to_beat", move=better, n=after, played=played, other=instead)


def more_cards(view: Any, played: Any, better: Any) -> Sentence | None:
    if view.to_beat is not None or not _cards(played) or not _cards(played) < _cards(better) < len(view.hand):
        return None
    return reason("more_cards", move=better, n=_cards(better), other=_cards(played))


def keeps_high(view: Any, played: Any, better: Any) -> Sentence | None:  # noqa: ARG001 (all have the same arguments)
    """A single, pair or joker above the aces that is not spent."""
    spent = [card for card in str(played.cards) if card in "2BR" and card not in str(better.cards)]
    if not spent or played.kind in _BOMBS:
        return None
    return reason("keeps_high", move=better, cards=tuple(spent))


def stake(view: Any, played: Any, better: Any) -> Sentence | None:  # noqa: ARG001 (all have the same arguments)
    if played.kind in _BOMBS and better.kind not in _BOMBS:
        return reason("stake", move=played)
    return None


def last_card(view: Any, played: Any, better: Any) -> Sentence | None:
    """A single led to an opponent with one card, which may be higher."""
    if view.landlord is None or view.to_beat is not None or played.kind != "single" or better.kind == "single":
        return None
    opponents = [seat for seat in range(view.rules.players) if (seat == view.landlord) != (view.seat == view.landlord)]
    for seat in opponents:
        known = str(view.known[seat])
        if view.hand_sizes[seat] == 1 and dd.legal_plays(known if known != "-" else view.unseen, played, view.rules):
            return reason("last_card", who=seat, move=played)
    return None


def strength(view: Any, played: Any, better: Any) -> Sentence | None:
    """Before the lead: the number of plays that the hand takes, and its high cards."""
    if view.phase == "play" or played == better:
        return None
    high = sum(card in "2BR" for card in str(view.hand))
    return reason("strength", n=len(dd.min_plays(view.hand, view.rules)), high=high)


REASONS = (
    *(goes_out, partner_wins, cannot_be_beaten, last_card, fewer_plays, keeps_bomb, stake, leaves_trick),
    *(keeps_high, more_cards, harder_to_beat, strength),
)


def _cards(move: Any) -> int:
    return 0 if move.cards == "-" else len(move.cards)


def _can_be_beaten(view: Any, move: Any) -> bool:
    return bool(dd.legal_plays(view.unseen, move, view.rules))


def _plays(view: Any, move: Any) -> int:
    """Return the fewest plays that the rest of the hand takes."""
    rest = view.hand - move if _cards(move) else view.hand
    return len(dd.min_plays(rest, view.rules)) if len(rest) else 0


def kind_of(view: Any, move: Any) -> str:
    before = {"auction": "bid", "doubling": "double", "showing": "show"}.get(view.phase)
    if before is not None:
        return before
    return "lead" if view.to_beat is None else "pass" if move.kind == "pass" else "answer"


def phase_of(view: Any) -> str:
    """Return how far the round is, by the cards in the seat's hand."""
    if view.phase != "play":
        return "auction"
    return "start" if len(view.hand) > 12 else "middle" if len(view.hand) > 5 else "end"


def role_of(view: Any, place: str) -> str:
    """Return what the seat is in the round; in the auction its place."""
    if view.landlord is None:
        return place
    after = (view.seat - view.landlord) % view.rules.players
    return f"peasant {after}" if after else "landlord"
