"""Draw the table of Rummy: hands, stock, discard pile and melds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._arguments.checks import counted
from .cards import CARD_HEIGHT, CARD_WIDTH, back, fan, hand, list_of, ring
from .paper import MARGIN, WIDTH, Paper, rect
from .scene import Scene, heading

if TYPE_CHECKING:
    from .theme import Theme

_LEFT = MARGIN + 6
_RIGHT = WIDTH - _LEFT
_STEP = 17


def strips(scene: Scene) -> list[Paper]:
    *others, own = scene.seats()
    return [*heading(scene), *(_seat(scene, seat) for seat in others), _middle(scene), _seat(scene, own)]


def _seat(scene: Scene, seat: int) -> Paper:
    shown, paper = scene.shown, Paper(scene.theme)
    badges = []
    if shown.went_out == seat:
        badges.append("went rummy" if shown.went_rummy else "went out")
    count = shown.hand_sizes[seat]
    scene.label(paper, seat, counted(count, "card"), *badges)
    open_hand = shown.hands[seat]
    cards = list_of(shown.known[seat] if open_hand is None else open_hand)
    # Everybody knows who holds the cards that were taken from the discard pile.
    taken = list_of(shown.taken[seat])
    over = {place: _bar(scene.theme) for place, each in enumerate(cards) if each in taken}
    if shown.took in cards and shown.turn == seat:
        over[cards.index(shown.took)] = _bar(scene.theme) + _last(scene.theme)
    paper.height = hand(paper, cards, count - len(cards), over) + 6
    scene.panel(paper, seat)
    return paper


def _bar(theme: Theme) -> str:
    """Return the mark of a card that was taken from the discard pile."""
    return f'<g transform="translate(2.5 31)">{rect(12, 3, theme["marker"], radius=1.5)}</g>'


def _last(theme: Theme) -> str:
    return ring(CARD_WIDTH, CARD_HEIGHT, theme["last"])


def _middle(scene: Scene) -> Paper:
    """Draw the stock and the discard pile, then the melds."""
    shown, theme, paper = scene.shown, scene.theme, Paper(scene.theme)
    paper.text(_LEFT, 16, "stock", fill="muted")
    paper.put(_LEFT, 22, back(theme, shown.stock_size))
    discards = list_of(shown.discards)
    paper.text(_LEFT + 46, 16, f"discard pile, {counted(len(discards), 'card')}, the top one last", fill="muted")
    move = None if scene.last is None else scene.last[1]
    over = {len(discards) - 1: _last(theme)} if move is not None and move.kind == "discard" else {}
    y = 22 + fan(paper, _LEFT + 46, 22, _RIGHT - _LEFT - 46, discards, step=_STEP, over=over)
    paper.text(_LEFT, y + 19, "melds" if shown.table else "no melds yet", fill="muted")
    played = list_of(move.cards) if move is not None and move.kind in ("meld", "lay_off") else []
    y = _melds(paper, y + 25, [list_of(each) for each in shown.table], played)
    if any(each != "-" for each in shown.taken):
        paper.put(_LEFT, y + 4, rect(12, 3, theme["marker"], radius=1.5))
        paper.text(_LEFT + 17, y + 9, "taken from the discard pile", size=10, fill="muted")
        y += 15
    paper.height = y
    paper.panel("felt")
    return paper


def _melds(paper: Paper, y: float, melds: list[list[str]], played: list[str]) -> float:
    """Draw the melds side by side, in as many rows as needed, and return the y below them."""
    if not melds:
        return y
    x = float(_LEFT)
    for cards in melds:
        width = (len(cards) - 1) * _STEP + CARD_WIDTH
        if x > _LEFT and x + width > _RIGHT:
            x, y = _LEFT, y + CARD_HEIGHT + 8
        over = {place: _last(paper.theme) for place, each in enumerate(cards) if each in played}
        fan(paper, x, y, width, cards, step=_STEP, min_step=1, over=over)
        x += width + 10
    return y + CARD_HEIGHT + 8
