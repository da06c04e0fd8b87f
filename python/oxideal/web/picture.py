"""What the pictures of all games share: who sits where, and the own hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from .._internal.html import signed
from .shapes import CARD, back, box, bubble, card, crown, group, path, spread, text

LANGUAGES = ("en", "zh")

SIZES = (300, 220), (3000, 2000)
"""The smallest and the largest width and height of a picture."""

ROW_GAP = 44.0
"""Between two rows of players, for what lies in front of them."""

_CLOCK = "M0 0 7 5 0 10Z"


class Place(NamedTuple):
    """Where a player sits: the corner of the plate, and the side of the table."""

    seat: int
    x: float
    y: float
    side: str
    """"left", "top" or "right"."""


@dataclass(frozen=True)
class Picture:
    """A view, the size of its picture, and the words for it."""

    part: Any
    """The game's module in this package."""
    view: Any
    rules: Any
    seat: int
    """The seat at the bottom."""
    own: int | None
    """The seat of the reader; None for a spectator."""
    names: Sequence[str]
    language: str
    size: tuple[int, int]
    last: tuple[Any, Any, Any, int] | None
    """The last move: the view before it, the move, the view after it, and its seat."""

    @property
    def players(self) -> int:
        return int(self.rules.players)

    @cached_property
    def words(self) -> Any:
        kind = self.part.English if self.language == "en" else self.part.Chinese
        return kind(self.own, self.names)

    def tr(self, english: str, chinese: str) -> str:
        return english if self.language == "en" else chinese

    # Sizes

    @property
    def width(self) -> float:
        return float(self.size[0])

    @property
    def height(self) -> float:
        return float(self.size[1])

    @property
    def tall(self) -> bool:
        """Whether the picture is upright, as on a phone."""
        return self.height > self.width * 0.95

    @property
    def low(self) -> bool:
        """Whether the picture has little height, as on a phone held across."""
        return self.height < 420

    @property
    def card(self) -> float:
        """Width of a card in the own hand."""
        if self.tall:
            return min(max(self.width * 0.155, 54), 84)
        return min(max(self.width * 0.075, 46), 116, self.height * 0.15 if not self.low else 54)

    @property
    def plate(self) -> tuple[float, float]:
        """Width and height of a player's plate."""
        others = max(self.players - 1, 1)
        if self.tall:
            return min((self.width - 8) / min(others, 4) - 8, 170), 46
        return (150, 42) if self.low else (190, 58)

    # Players

    @property
    def others(self) -> list[int]:
        """The other seats in turn order."""
        return [(self.seat + step) % self.players for step in range(1, self.players)]

    def around(self, *, first_right: bool = False) -> list[Place]:
        """Return where the others sit: at the top of a tall picture, otherwise around the table."""
        others = self.others[::-1] if first_right else self.others
        wide, high = self.plate
        margin = 10.0
        if self.tall:
            per_row = min(len(others), 4)
            room = self.width / max(per_row, 1)
            return [
                Place(seat, room * (k % per_row) + (room - wide) / 2, 8 + (k // per_row) * (high + ROW_GAP), "top")
                for k, seat in enumerate(others)
            ]
        if len(others) == 1:
            return [Place(others[0], (self.width - wide) / 2, margin, "top")]
        top = len(others) - 2
        down = self.height * (0.16 if self.low else 0.2) if top else margin + (0 if self.low else 14)
        found = [Place(others[0], margin, down, "left")]
        for k, seat in enumerate(others[1:-1]):
            room = self.width / top if top > 2 else self.width / (top + 1)
            x = room * (k + 0.5) - wide / 2 if top > 2 else room * (k + 1) - wide / 2
            found.append(Place(seat, x, margin, "top"))
        return [*found, Place(others[-1], self.width - wide - margin, down, "right")]

    def player(
        self, place: Place, held: int, *, badge: str = "", note: str = "", extra: str = "", tiles: bool = False
    ) -> str:
        """Return a player's plate: the initial, the name, how many cards or tiles are left, and the payoff."""
        wide, high = self.plate
        name = self.names[place.seat]
        turn = self.view.current_player == place.seat
        radius = high * 0.34
        compact = wide < 120
        left = 6 + (0 if compact else radius * 2 + 6)
        size = 12.5 if high < 50 else 15
        shapes = [box(wide, high, "plate turn" if turn else "plate", radius=high / 2.6)]
        if not compact:
            shapes.append(
                f'<circle class="face f{place.seat % 6}" cx="{6 + radius:.1f}" cy="{high / 2:.1f}" r="{radius:.1f}"/>'
            )
            shapes.append(
                text(6 + radius, high / 2 + radius * 0.42, name[:1].upper(), radius * 1.2, "initial", anchor="middle")
            )
            if badge == "landlord":
                shapes.append(crown(6 + radius - 9, high / 2 - radius - 7, 1.5))
        elif badge == "landlord":
            shapes.append(crown(wide - 24, 5, 1.3))
        payoffs = self.view.payoffs
        right = wide - 10
        if payoffs is not None:
            shown = signed(payoffs[place.seat])
            kind = "payoff up" if payoffs[place.seat] > 0 else "payoff down" if payoffs[place.seat] < 0 else "payoff"
            shapes.append(text(right, high / 2 + size * 0.45, shown, size * 1.25, kind, anchor="end"))
            right -= size * 0.75 * len(shown) + 4
        shapes.append(
            text(left, high / 2 - 3, name, size, "name", room=right - left - (22 if compact and badge else 0))
        )
        below = high / 2 + size * 0.95
        if tiles:
            icon = box(size * 0.55, size * 0.95, "back", x=left, y=below - size * 0.82, radius=2)
        else:
            icon = box(size * 0.66, size * 0.92, "back", x=left, y=below - size * 0.8, radius=2)
        shapes.append(
            icon
            + text(
                left + size, below, str(held), size, "count warn" if held <= 2 and not self.view.is_over else "count"
            )
        )
        if note:
            shapes.append(
                text(
                    left + size * 1.35 + size * 0.62 * len(str(held)),
                    below,
                    note,
                    size * 0.85,
                    "muted",
                    room=right - left - size * 2.2,
                )
            )
        return group(place.x, place.y, *shapes, extra, key=f"seat{place.seat}", kind="player")

    def own_line(self, y: float, held: str, *, badge: str = "") -> str:
        """Return the line above the own hand."""
        turn = self.view.current_player == self.seat
        name = self.names[self.seat] if self.own is None else self.tr("You", "你")
        parts = [name, *filter(None, (badge, held))]
        payoffs = self.view.payoffs
        if payoffs is not None:
            parts.append(signed(payoffs[self.seat]))
        size = 13.0 if self.tall or self.low else 15.0
        mark = path(_CLOCK, "arrow", 12, y - 10) if turn else ""
        return group(0, 0, mark + text(24 if turn else 12, y, " · ".join(parts), size, "name"), key=f"seat{self.seat}")

    def hand_rows(self, count: int, width: float | None = None) -> int:
        """Return in how many rows the own hand is drawn."""
        step, _ = spread(count, (width or self.width) - 24, self.card, self.card * 1.06)
        return 1 if count < 2 or step >= self.card * (0.37 if not self.tall else 0.42) else 2

    def hand_height(self, count: int) -> float:
        """Return the height of the own hand, with the room for selected cards."""
        high = self.card * CARD[1] / CARD[0]
        return high * (1 + 0.62 * (self.hand_rows(count) - 1)) + 12 + 18 * self.card / CARD[0]

    def hand(self, faces: Sequence[str], keys: Sequence[str], names: Sequence[str], hidden: int = 0) -> str:
        """Return the own hand at the bottom of the picture."""
        count = len(faces) or hidden
        rows = self.hand_rows(count)
        per_row = -(-count // rows) if count else 1
        scale = self.card / CARD[0]
        high = CARD[1] * scale
        found = []
        for row in range(rows):
            here = range(row * per_row, min((row + 1) * per_row, count))
            step, wide = spread(len(here), self.width - 24, self.card, self.card * 1.06)
            left = (self.width - wide) / 2
            y = self.height - 8 - high - (rows - 1 - row) * high * 0.62
            for k, place in enumerate(here):
                if not faces:
                    found.append(group(left + k * step, y, back(), scale=scale))
                    continue
                shape = card(faces[place], self.tr("JOKER", "大王" if faces[place] == "R" else "小王"))
                found.append(
                    group(
                        left + k * step,
                        y,
                        shape,
                        scale=scale,
                        key=keys[place],
                        origin="stock",
                        pick=faces[place],
                        name=names[place],
                        kind="card mine",
                    )
                )
        return "".join(found)

    def said(self, place: Place, words: str, kind: str = "") -> str:
        """Return what a player has just said, beside the plate."""
        wide, high = self.plate
        size = 13.0 if high < 50 else 16.0
        if place.side == "right":
            return bubble(place.x + wide - 8, place.y + high + 6, words, size, anchor="end", kind=kind)
        if place.side == "left":
            return bubble(place.x + 8, place.y + high + 6, words, size, kind=kind)
        return bubble(place.x + wide / 2, place.y + high + 6, words, size, anchor="middle", kind=kind)


_SUITS = {
    "C": ("clubs", "梅花"),
    "D": ("diamonds", "方块"),
    "H": ("hearts", "红桃"),
    "S": ("spades", "黑桃"),
}


def card_name(table: Picture, face: str) -> str:
    """Return the name of a card with a suit, for screen readers."""
    rank = face[0].replace("T", "10")
    english, chinese = _SUITS[face[1]]
    return table.tr(f"{rank} of {english}", f"{chinese}{rank}")
