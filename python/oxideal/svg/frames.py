"""The pictures of a page as data: a table of different parts, and for each picture what changes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .._internal.html import json_in_html
from .draw import parts_of, scene_of
from .paper import GAP, WIDTH, Paper, Part, drawn

if TYPE_CHECKING:
    from .theme import Theme

_BETWEEN_TAGS = re.compile("(?<=>)(?=<)")


class Parts:
    """A table of what is drawn. Equal parts are stored once, and others refer to them by number.

    A part is one of

    - SVG text,
    - numbers of parts that are joined,
    - lists that place parts: `[x, y, part]`, or `[x, y, step, part, part, ...]` for a row at equal distances.
    """

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._numbers: dict[str | tuple[Any, ...], int] = {}
        self._known: dict[tuple[type, str | Part], int] = {}  # with the class: tuples of two classes can be equal

    def __iter__(self) -> Iterator[str | tuple[Any, ...]]:
        return iter(self._numbers)

    def add(self, part: str | tuple[Any, ...]) -> int:
        """Return the number of a part, which is new or in the table."""
        return self._numbers.setdefault(part, len(self._numbers))

    def rows(self, paper: Paper) -> tuple[tuple[float, ...], ...]:
        """Add the shapes of a strip or a group, and return how they are placed."""
        return tuple(map(tuple, _rows((x, y, self._piece(each)) for x, y, each in paper.pieces)))

    def _piece(self, piece: str | Paper | Part) -> int:
        if isinstance(piece, Paper):
            return self._group(piece)
        key = (type(piece), piece)
        if key not in self._known:
            new = self._shape(piece) if isinstance(piece, str) else self._group(drawn(piece, self._theme))
            self._known[key] = new
        return self._known[key]

    def _group(self, paper: Paper) -> int:
        number = self.add(self.rows(paper))
        return self.add((self.add(paper.scaling), number, self.add("</g>"))) if paper.scaling else number

    def _shape(self, text: str) -> int:
        """Add a shape, tag by tag: cards of one suit differ only in their rank."""
        tags = _BETWEEN_TAGS.split(text)
        return self.add(text) if len(tags) == 1 else self.add(tuple(map(self.add, tags)))


def _rows(pieces: Iterable[tuple[float, float, int]]) -> list[list[float]]:
    """Join pieces that follow each other at equal distances."""
    rows: list[list[float]] = []
    for x, y, part in pieces:
        row = rows[-1] if rows and rows[-1][1] == y else []
        if len(row) == 3:
            row[2:] = [_short(x - row[0]), row[2], part]
        elif row and _short(x) == _short(row[0] + row[2] * (len(row) - 3)):
            row.append(part)
        else:
            rows.append([_short(x), _short(y), part])
    return rows


class Frames:
    """The pictures of a game, added one by one, so that states and pictures are not all in memory at once."""

    def __init__(self, viewers: Sequence[int | None], names: tuple[str | None, ...], theme: Theme) -> None:
        self.viewers = viewers
        self.names = names
        self.parts = Parts(theme)
        self._theme = theme
        self._strips: dict[tuple[Any, ...], int] = {}
        self._strip_of: dict[tuple[type, Part], int] = {}
        self._shown: list[list[int]] = [[] for _ in viewers]
        self._changes: list[list[list[int]]] = [[] for _ in viewers]

    def add(self, state: Any) -> None:
        """Add the pictures of a state, one for each viewer."""
        for place, seat in enumerate(self.viewers):
            strips = [self._strip(part) for part in parts_of(scene_of(state, seat, self.names, last=True))]
            before = self._shown[place] or [-1] * len(strips)
            changes = [(slot, new) for slot, (old, new) in enumerate(zip(before, strips, strict=True)) if old != new]
            self._changes[place].append([number for change in changes for number in change])
            self._shown[place] = strips

    def _strip(self, part: Part) -> int:
        """Return the number of a strip, drawn if it is a new one."""
        key = (type(part), part)  # tuples of different classes can be equal
        if key not in self._strip_of:
            paper = drawn(part, self._theme)
            strip = (_short(paper.height), *self.parts.rows(paper))
            self._strip_of[key] = self._strips.setdefault(strip, len(self._strips))
        return self._strip_of[key]

    def json(self) -> str:
        """Return the data for the page's script, in a form that HTML can contain.

        - `parts`: the table of `Parts`.
        - `strips`: the height of each, and lists that place parts. A picture is some strips, one below the other with a
          `gap`.
        - `frames`: for each viewer, for each picture, slot and strip of what differs from the picture before.
        """
        return json_in_html(
            {
                "width": WIDTH,
                "gap": GAP,
                "parts": list(self.parts),
                "strips": list(self._strips),
                "frames": self._changes,
            }
        )


def _short(value: float) -> float:
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded
