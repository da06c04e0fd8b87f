"""Draw the table of Rummy: hands, stock, discard pile and melds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .._arguments.checks import counted
from .cards import CARD_HEIGHT, CARD_WIDTH, Hand, back, fan, list_of, ring
from .paper import MARGIN, WIDTH, Paper, Part, rect
from .scene import Label, Scene, heading

if TYPE_CHECKING:
    from .theme import Theme

_LEFT = MARGIN + 6
_RIGHT = WIDTH - _LEFT
_STEP = 17


def strips(scene: Scene) -> list[Part]:
    *others, own = scene.seats()
    taken = scene.shown.taken
    seats = [_seat(scene, seat, list_of(taken[seat])) for seat in (*others, own)]
    return [*heading(scene), *seats[:-1], _middle(scene), seats[-1]]


class _Seat(NamedTuple):
    label: Label
    cards: tuple[str, ...]
    hidden: int
    taken: tuple[int, ...]
    """The places of the cards that were taken from the discard pile: everybody knows who holds them."""
    took: int | None
    """The place of the card that was just taken."""

    def draw(self, paper: Paper) -> None:
        self.label.draw(paper)
        over = dict.fromkeys(self.taken, _bar(paper.theme))
        if self.took is not None:
            over[self.took] = _bar(paper.theme) + _last(paper.theme)
        hand = Hand(self.cards, self.hidden, tuple(over.items()))
        paper.put(0, 22, hand)
        paper.height = 22 + hand.height + 6
        self.label.panel(paper)


def _seat(scene: Scene, seat: int, taken: list[str]) -> _Seat:
    shown = scene.shown
    badges = []
    if shown.went_out == seat:
        badges.append("went rummy" if shown.went_rummy else "went out")
    count = shown.hand_sizes[seat]
    open_hand = shown.hands[seat]
    cards = list_of(shown.known[seat] if open_hand is None else open_hand)
    took = cards.index(shown.took) if shown.took in cards and shown.turn == seat else None
    places = tuple(place for place, each in enumerate(cards) if each in taken)
    return _Seat(scene.label(seat, counted(count, "card"), *badges), tuple(cards), count - len(cards), places, took)


def _bar(theme: Theme) -> str:
    """Return the mark of a card that was taken from the discard pile."""
    return f'<g transform="translate(2.5 31)">{rect(12, 3, theme["marker"], radius=1.5)}</g>'


def _last(theme: Theme) -> str:
    return ring(CARD_WIDTH, CARD_HEIGHT, theme["last"])


class _Middle(NamedTuple):
    """The stock and the discard pile, then the melds."""

    stock: int
    discards: tuple[str, ...]
    discarded: bool
    """Whether the last action was a discard."""
    melds: tuple[str, ...]
    played: tuple[str, ...]
    """The cards that the last action melded or laid off."""
    taken: bool
    """Whether a hand has cards from the discard pile, so that their mark is explained."""

    def draw(self, paper: Paper) -> None:
        paper.text(_LEFT, 16, "stock", fill="muted")
        paper.put(_LEFT, 22, back(paper.theme, self.stock))
        pile = f"discard pile, {counted(len(self.discards), 'card')}, the top one last"
        paper.text(_LEFT + 46, 16, pile, fill="muted")
        over = {len(self.discards) - 1: _last(paper.theme)} if self.discarded else {}
        y = 22 + fan(paper.group(_LEFT + 46, 22), 0, 0, _RIGHT - _LEFT - 46, self.discards, step=_STEP, over=over)
        paper.text(_LEFT, y + 19, "melds" if self.melds else "no melds yet", fill="muted")
        y += 25
        y += self._draw_melds(paper, y)
        if self.taken:
            paper.put(_LEFT, y + 4, rect(12, 3, paper.theme["marker"], radius=1.5))
            paper.text(_LEFT + 17, y + 9, "taken from the discard pile", size=10, fill="muted")
            y += 15
        paper.height = y
        paper.panel("felt")

    def _draw_melds(self, paper: Paper, y: float) -> float:
        """Draw the melds side by side, in as many rows as needed, and return the height."""
        if not self.melds:
            return 0
        x, top = float(_LEFT), y
        for cards in map(list_of, self.melds):
            width = (len(cards) - 1) * _STEP + CARD_WIDTH
            if x > _LEFT and x + width > _RIGHT:
                x, y = _LEFT, y + CARD_HEIGHT + 8
            over = {place: _last(paper.theme) for place, each in enumerate(cards) if each in self.played}
            fan(paper.group(x, y), 0, 0, width, cards, step=_STEP, min_step=1, over=over)
            x += width + 10
        return y + CARD_HEIGHT + 8 - top


def _middle(scene: Scene) -> _Middle:
    shown = scene.shown
    kind = None if scene.last is None else scene.last[1].kind
    played = list_of(scene.last[1].cards) if scene.last is not None and kind in ("meld", "lay_off") else []
    taken = any(each != "-" for each in shown.taken)
    discards = tuple(list_of(shown.discards))
    return _Middle(shown.stock_size, discards, kind == "discard", tuple(shown.table), tuple(played), taken)
