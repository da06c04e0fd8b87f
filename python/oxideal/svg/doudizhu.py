"""Draw the table of Dou Dizhu: hands, auction, kitty and trick."""

from __future__ import annotations

from typing import Any

from .._arguments.checks import counted
from .cards import CARD_HEIGHT, CARD_WIDTH, back, fan, hand
from .paper import MARGIN, WIDTH, Paper, rect, tenths
from .scene import Scene, heading
from .text import tens

_LEFT = MARGIN + 6
_RIGHT = WIDTH - _LEFT
_PLAYED = _LEFT + 74
_ROW = CARD_HEIGHT + 8


def strips(scene: Scene) -> list[Paper]:
    *others, own = scene.seats()
    return [*heading(scene), *(_seat(scene, seat) for seat in others), _middle(scene), _seat(scene, own)]


def _seat(scene: Scene, seat: int) -> Paper:
    shown, paper = scene.shown, Paper(scene.theme)
    count = shown.hand_sizes[seat]
    badges = ["landlord"] if shown.landlord == seat else []
    badges += ["doubled"] if shown.doubled[seat] else []
    badges += ["shown"] if shown.shown and shown.landlord == seat else []
    scene.label(paper, seat, counted(count, "card"), *badges)
    cards = _ranks(_seen(scene, seat))
    paper.height = hand(paper, cards, count - len(cards)) + 6
    scene.panel(paper, seat)
    return paper


def _seen(scene: Scene, seat: int) -> str:
    """Return the visible cards of a seat: all, or those it is known to hold."""
    if scene.own is None:
        return str(scene.shown.hands[seat])
    return str(scene.shown.hand if seat == scene.own else scene.shown.known[seat])


def _ranks(text: str | None) -> str:
    return "" if text is None or text == "-" else text


def _middle(scene: Scene) -> Paper:
    """Draw the kitty and the stake, then a row for each seat."""
    shown, paper = scene.shown, Paper(scene.theme)
    paper.text(_LEFT, 28, "kitty", fill="muted")
    if shown.kitty is None:
        for place in range(8 if scene.players == 4 else 3):
            paper.put(_PLAYED + place * 17, 6, back(paper.theme))
    else:
        fan(paper, _PLAYED, 6, 170, _ranks(shown.kitty), step=17)
    if (stake := _stake(scene)) is not None:
        paper.text(_RIGHT, 20, stake[0], size=13, bold=True, anchor="end")
        paper.text(_RIGHT, 35, stake[1], fill="muted", anchor="end", room=130)
    trick = trick_of(shown)
    y = 6.0 + _ROW
    for seat in scene.seats():
        y += _row(scene, seat, trick, paper, y)
    paper.height = y
    paper.panel("felt")
    return paper


def _stake(scene: Scene) -> tuple[str, str] | None:
    shown = scene.shown
    if shown.bid is not None:
        doubled = f", doubled {counted(shown.doublings, 'time')}" if shown.doublings else ""
        said = "called" if shown.rules.auction == "call" else f"bid {shown.bid}"
        return f"stake {_amounts(shown)}", f"{said}{doubled}"
    if shown.face_up is not None:
        where = "in the kitty" if shown.face_up_seat is None else f"drawn by {scene.name(shown.face_up_seat)}"
        return f"face up: {tens(shown.face_up)}", where
    return None


def _amounts(shown: Any) -> str:
    """Return what each peasant would pay or get: one number, or all that differ."""
    if shown.stakes is None:
        return str(shown.bid << (shown.bids.count(2) if shown.rules.auction == "call" else 0))
    amounts = [amount for seat, amount in enumerate(shown.stakes) if seat != shown.landlord]
    return " / ".join(map(str, dict.fromkeys(amounts)))


def _row(scene: Scene, seat: int, trick: dict[int, Any], paper: Paper, y: float) -> float:
    """Draw what a seat has bid, or its last play in this trick, and return the height."""
    shown, last = scene.shown, scene.mover == seat
    paper.put(_LEFT, y - 4, rect(_RIGHT - _LEFT, 1, paper.theme["line"]))
    paper.text(_LEFT, y + 16, scene.name(seat), room=68, fill="last" if last else "muted", bold=last)
    said = ""
    if shown.landlord is None:
        x = float(_PLAYED)
        for bidder, action in said_by(shown):
            bid = str(shown.rules.move(action))  # a bid is the id of its move
            if bidder == seat:
                x = x + paper.text(x, y + 16, bid) + 8 if bid == "pass" else paper.badge(x, y + 16, bid) + 4
    elif seat in trick and (trick[seat] is None or trick[seat].kind == "pass"):
        said = "" if seat == shown.current_player else "pass"
    elif seat in trick:
        move = trick[seat]
        if move.kind in ("bomb", "rocket"):
            paper.badge(_LEFT, y + 33, move.kind, fill="last")
        elif seat == shown.to_beat_seat and shown.phase == "play":
            paper.text(_LEFT, y + 31, "to beat", size=10, fill="muted")
        return _combination(paper, y, _ranks(move.main), _ranks(move.attached))
    elif shown.to_beat is None and seat == shown.current_player:
        said = _ASKED.get(shown.phase, "leads")
    if said:
        paper.text(_PLAYED, y + 16, said, fill="muted")
    return _ROW


_ASKED = {"doubling": "may double", "showing": "may show"}


def said_by(shown: Any) -> list[tuple[int, int]]:
    """Return the seats of the auction so far, each with its bid."""
    players = shown.rules.players
    seats = [(shown.first_bidder + place) % players for place in range(players)]
    if shown.rules.auction == "call" and len(shown.bids) > players:
        seats.append(seats[shown.bids.index(1)])  # DD-36: the caller is asked once more
    return [(seats[place % len(seats)], bid) for place, bid in enumerate(shown.bids)]


def _combination(paper: Paper, y: float, main: str, attached: str) -> float:
    """Draw the main part of a combination, then the attached cards, and return the height."""
    width = _RIGHT - _PLAYED
    if not attached:
        return fan(paper, _PLAYED, y, width, main, step=17, min_step=12) + 8
    gap = 5
    step = (width - 2 * CARD_WIDTH - gap) / max(1, len(main) + len(attached) - 2)
    if step < 12:
        height = fan(paper, _PLAYED, y, width, main, step=17, min_step=12) + 4
        return height + fan(paper, _PLAYED, y + height, width, attached, step=17, min_step=12) + 8
    step = tenths(min(step, 17))
    fan(paper, _PLAYED, y, width, main, step=step, min_step=1)
    fan(paper, _PLAYED + (len(main) - 1) * step + CARD_WIDTH + gap, y, width, attached, step=step, min_step=1)
    return _ROW


def trick_of(shown: Any) -> dict[int, Any]:
    """Return the last action of each seat in this trick, or None for a pass older than `recent`."""
    if shown.to_beat is None:
        return {}
    _, done = tricks_of(shown)
    if not done:  # a position set up by hand
        after = range(1, shown.passes + 1)
        done = {shown.to_beat_seat: shown.to_beat}
        done |= {(shown.to_beat_seat + step) % shown.rules.players: None for step in after}
    return done


def tricks_of(shown: Any) -> tuple[dict[int, Any], dict[int, Any]]:
    """Return the last action of each seat in the trick before this one and in this one, as far as `recent` tells."""
    before: dict[int, Any] = {}
    done: dict[int, Any] = {}
    passes = 0
    for seat, action in shown.recent:
        move = shown.rules.move(action)
        if move.cards == "-" and (move.kind != "pass" or not done):
            done, passes = {}, 0
            continue
        passes = passes + 1 if move.kind == "pass" else 0
        done[seat] = move
        if passes == shown.rules.players - 1:
            before, done, passes = done, {}, 0
    return before, done
