"""Draw the table of Dou Dizhu: hands, auction, kitty and trick."""

from __future__ import annotations

from typing import Any

from .._input.checks import counted
from .cards import CARD_HEIGHT, CARD_WIDTH, back, fan, hand
from .paper import MARGIN, WIDTH, Paper, rect
from .scene import Scene, heading, label, panel

_LEFT = MARGIN + 6
_RIGHT = WIDTH - _LEFT
_PLAYED = _LEFT + 74
_ROW = CARD_HEIGHT + 8


def strips(scene: Scene) -> list[Paper]:
    *others, own = scene.seats()
    return [heading(scene), *(_seat(scene, seat) for seat in others), _middle(scene), _seat(scene, own)]


def _seat(scene: Scene, seat: int) -> Paper:
    shown = scene.shown
    paper = scene.paper()
    count = shown.hand_sizes[seat]
    label(scene, paper, seat, counted(count, "card"), ["landlord"] if shown.landlord == seat else [])
    seen = _ranks(_seen(scene, seat))
    paper.height = 22 + hand(paper, 22, seen, count - len(seen)) + 6
    panel(scene, paper, seat)
    return paper


def _seen(scene: Scene, seat: int) -> str:
    """Return the visible cards of a seat: all, or those it is known to hold."""
    if scene.own is None:
        return str(scene.shown.hands[seat])
    return str(scene.shown.hand if seat == scene.own else scene.shown.known[seat])


def _ranks(text: str | None) -> list[str]:
    return [] if text is None or text == "-" else list(text)


def _middle(scene: Scene) -> Paper:
    """Draw the kitty and the stake, then what each seat has bid or played."""
    shown = scene.shown
    paper = scene.paper()
    paper.text(_LEFT, 28, "kitty", fill="muted")
    if shown.kitty is None:
        for place in range(8 if scene.players == 4 else 3):
            paper.put(_PLAYED + place * 17, 6, back(scene.theme))
    else:
        fan(paper, _PLAYED, 6, 170, _ranks(shown.kitty), step=17)
    _stake(scene, paper)
    y = 6.0 + _ROW
    trick = _trick(scene)
    for seat in scene.seats():
        paper.put(_LEFT, y - 4, rect(_RIGHT - _LEFT, 1, scene.theme["line"]))
        y += _row(scene, paper, y, seat, trick)
    paper.height = y
    paper.panel("felt")
    return paper


def _stake(scene: Scene, paper: Paper) -> None:
    shown = scene.shown
    if shown.bid is not None:
        paper.text(_RIGHT, 20, f"stake {shown.bid * 2**shown.doublings}", size=13, bold=True, anchor="end")
        doubled = f", doubled {counted(shown.doublings, 'time')}" if shown.doublings else ""
        paper.text(_RIGHT, 35, f"bid {shown.bid}{doubled}", fill="muted", anchor="end")
    elif shown.face_up is not None:
        rank = "10" if shown.face_up == "T" else shown.face_up
        paper.text(_RIGHT, 20, f"face up: {rank}", size=12, anchor="end")
        where = "in the kitty" if shown.face_up_seat is None else f"drawn by {scene.name(shown.face_up_seat)}"
        paper.text(_RIGHT, 35, where, fill="muted", anchor="end", room=130)


def _row(scene: Scene, paper: Paper, y: float, seat: int, trick: dict[int, Any]) -> float:
    """Draw the bids of a seat or its last play in this trick, and return the height."""
    shown = scene.shown
    last = scene.last is not None and scene.last[0] == seat
    paper.text(_LEFT, y + 16, scene.name(seat), room=68, fill="last" if last else "muted", bold=last)
    if shown.landlord is None:
        _bids(scene, paper, y, seat)
    elif seat in trick and (trick[seat] is None or trick[seat].kind == "pass"):
        if seat != shown.current_player:
            paper.text(_PLAYED, y + 16, "pass", fill="muted")
    elif seat in trick:
        kind = trick[seat].kind
        if kind in ("bomb", "rocket"):
            paper.badge(_LEFT, y + 33, kind, fill="last")
        elif seat == shown.to_beat_seat and shown.phase == "play":
            paper.text(_LEFT, y + 31, "to beat", size=10, fill="muted")
        return _combination(paper, y, trick[seat])
    elif shown.to_beat is None and seat == shown.current_player:
        paper.text(_PLAYED, y + 16, "leads", fill="muted")
    return _ROW


def _bids(scene: Scene, paper: Paper, y: float, seat: int) -> None:
    shown = scene.shown
    x = float(_PLAYED)
    for place, bid in enumerate(shown.bids):
        if (shown.first_bidder + place) % scene.players != seat:
            continue
        if bid:
            x = paper.badge(x, y + 16, f"bid {bid}") + 4
        else:
            x += paper.text(x, y + 16, "pass") + 8


def _combination(paper: Paper, y: float, move: Any) -> float:
    """Draw the main part of a combination, then the attached cards, and return the height."""
    main, attached = _ranks(move.main), _ranks(move.attached)
    width = _RIGHT - _PLAYED
    if not attached:
        return fan(paper, _PLAYED, y, width, main, step=17, min_step=12) + 8
    gap = 5
    step = (width - 2 * CARD_WIDTH - gap) / max(1, len(main) + len(attached) - 2)
    if step < 12:
        height = fan(paper, _PLAYED, y, width, main, step=17, min_step=12) + 4
        return height + fan(paper, _PLAYED, y + height, width, attached, step=17, min_step=12) + 8
    step = min(step, 17)
    fan(paper, _PLAYED, y, width, main, step=step, min_step=1)
    fan(paper, _PLAYED + (len(main) - 1) * step + CARD_WIDTH + gap, y, width, attached, step=step, min_step=1)
    return _ROW


def _trick(scene: Scene) -> dict[int, Any]:
    """Return the last action of each seat in this trick, or None for a pass older than `recent`."""
    shown = scene.shown
    if shown.to_beat is None:
        return {}
    done: dict[int, Any] = {}
    passes = 0
    for seat, action in shown.recent:
        move = shown.rules.move(action)
        if move.kind == "bid" or (move.kind == "pass" and not done):
            done, passes = {}, 0
            continue
        passes = passes + 1 if move.kind == "pass" else 0
        done[seat] = move
        if passes == scene.players - 1:
            done, passes = {}, 0
    if not done:  # a position set up by hand
        after = range(1, shown.passes + 1)
        done = {shown.to_beat_seat: shown.to_beat}
        done |= {(shown.to_beat_seat + step) % scene.players: None for step in after}
    return done
