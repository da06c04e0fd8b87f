"""Draw the table of Rummy: hands, stock, discard pile and melds."""

from __future__ import annotations

from .._input.checks import counted
from .cards import CARD_HEIGHT, CARD_WIDTH, back, fan, hand, list_of, ring
from .paper import MARGIN, WIDTH, Paper, rect
from .scene import Scene, heading, label, panel

_LEFT = MARGIN + 6
_RIGHT = WIDTH - _LEFT
_STEP = 17


def strips(scene: Scene) -> list[Paper]:
    *others, own = scene.seats()
    return [heading(scene), *(_seat(scene, seat) for seat in others), _middle(scene), _seat(scene, own)]


def _seat(scene: Scene, seat: int) -> Paper:
    shown = scene.shown
    paper = scene.paper()
    badges = []
    if shown.went_out == seat:
        badges.append("went rummy" if shown.went_rummy else "went out")
    count = shown.hand_sizes[seat]
    label(scene, paper, seat, counted(count, "card"), badges)
    open_hand = shown.hands[seat]
    seen = list_of(shown.known[seat] if open_hand is None else open_hand)
    taken = list_of(shown.taken[seat])
    over = {place: _taken(scene) for place, each in enumerate(seen) if each in taken}
    if shown.took in seen and shown.turn == seat:
        over[seen.index(shown.took)] = _taken(scene) + _last(scene)
    paper.height = 22 + hand(paper, 22, seen, count - len(seen), over=over) + 6
    panel(scene, paper, seat)
    return paper


def _taken(scene: Scene) -> str:
    """Return the mark of a card that was taken from the discard pile: everybody knows who holds it."""
    return f'<g transform="translate(2.5 31)">{rect(12, 3, scene.theme["marker"], radius=1.5)}</g>'


def _last(scene: Scene) -> str:
    return ring(CARD_WIDTH, CARD_HEIGHT, scene.theme["last"])


def _middle(scene: Scene) -> Paper:
    """Draw the stock and the discard pile, then the melds."""
    shown = scene.shown
    paper = scene.paper()
    paper.text(_LEFT, 16, "stock", fill="muted")
    paper.put(_LEFT, 22, back(scene.theme, shown.stock_size))
    discards = list_of(shown.discards)
    paper.text(_LEFT + 46, 16, f"discard pile, {counted(len(discards), 'card')}, the top one last", fill="muted")
    discarded = scene.last is not None and scene.last[1].kind == "discard"
    over = {len(discards) - 1: _last(scene)} if discarded else {}
    y = 22 + fan(paper, _LEFT + 46, 22, _RIGHT - _LEFT - 46, discards, step=_STEP, over=over)
    paper.text(_LEFT, y + 19, "melds" if shown.table else "no melds yet", fill="muted")
    y += 25
    y += _melds(scene, paper, y)
    if any(each != "-" for each in shown.taken):
        paper.put(_LEFT, y + 4, rect(12, 3, scene.theme["marker"], radius=1.5))
        paper.text(_LEFT + 17, y + 9, "taken from the discard pile", size=10, fill="muted")
        y += 15
    paper.height = y
    paper.panel("felt")
    return paper


def _melds(scene: Scene, paper: Paper, y: float) -> float:
    """Draw the melds side by side, in as many rows as needed, and return the height."""
    melds = [list_of(meld) for meld in scene.shown.table]
    if not melds:
        return 0
    played = []
    if scene.last is not None and scene.last[1].kind in ("meld", "lay_off"):
        played = list_of(scene.last[1].cards)
    x, top = float(_LEFT), y
    for cards in melds:
        width = (len(cards) - 1) * _STEP + CARD_WIDTH
        if x > _LEFT and x + width > _RIGHT:
            x, y = _LEFT, y + CARD_HEIGHT + 8
        over = {place: _last(scene) for place, each in enumerate(cards) if each in played}
        fan(paper, x, y, width, cards, step=_STEP, min_step=1, over=over)
        x += width + 10
    return y + CARD_HEIGHT + 8 - top
