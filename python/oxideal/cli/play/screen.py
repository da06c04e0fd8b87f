"""Print to the terminal: lines of text that fit its width, with colours and boxes where it can show them.

The text is the same with and without `rich`, which only adds colours. The output is made of lines and never of a full
screen, so it also suits pipes, screen readers and tests.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from ..._internal.text import width, words_of, wrapped
from ...words import SUITS

MIN_WIDTH = 24
"""Lines are at least as long as this, however narrow the terminal."""

RED = r"(?:10|[2-9AJQK])(?:♥|♦|[HD]\b)"
"""A red card, as `Screen.card` writes it."""


class Screen:
    """Standard output, plain or with colours and boxes.

    It is plain if asked for, if it is not a terminal or only a dumb one, or without `rich`.
    """

    def __init__(self, *, plain: bool = False) -> None:
        terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        self._console = None if plain or not terminal else _console()
        unicode = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "").startswith("utf")
        self.boxes = self._console is not None and unicode  # and suit symbols
        self._column = 0
        self.start()
        self.blank = True  # whether the last line is blank

    # Words

    def card(self, text: str) -> str:
        """Return a card like TH for people: 10♥, or 10H on a plain screen."""
        rank, suit = text[:-1].replace("T", "10"), text[-1]
        return rank + (SUITS[suit] if self.boxes else suit)

    def cards(self, text: str) -> str:
        """Return cards like "7C TH" for people; "-" for none."""
        return " ".join(self.card(card) for card in text.split() if card != "-") or "-"

    # Output

    def start(self) -> None:
        """Begin to count lines, on a terminal that may have another size now."""
        size = shutil.get_terminal_size()
        self.width = max(size.columns, MIN_WIDTH)
        self.height = size.lines
        self.used = 0  # lines printed since then
        self.told = 0  # those of them that are sentences

    def line(self, text: str = "", style: str = "", *, wrap: bool = True) -> None:
        """Print lines as they are, but break those that are too long."""
        self.end_sentences()
        for one in text.split("\n"):
            for part in (self.wrapped(one) or [""]) if wrap else [one]:
                self._print(part, style)
                print()
                self.used += 1
                self.blank = not part

    def gap(self) -> None:
        """Print a blank line, unless the last line is one."""
        self.end_sentences()
        if not self.blank:
            self.line()

    def sentence(self, text: str, space: str) -> None:
        """Print a sentence after the ones before it, as in a paragraph, with `space` between them."""
        for word in words_of(space + text):
            if self._column and self._column + width(word) > self.width:
                self.end_sentences()
            printed = word if self._column else word.lstrip()
            self._print(printed, "")
            self._column += width(printed)
        sys.stdout.flush()

    def end_sentences(self) -> None:
        if self._column:
            print()
            self._column = 0
            self.used += 1
            self.told += 1
            self.blank = False

    def _print(self, text: str, style: str) -> None:
        if self._console is None:
            print(text, end="")
        else:
            self._console.print(text, style=style or None, end="", soft_wrap=True)

    # Layout

    def wrapped(self, text: str, indent: int | None = None) -> list[str]:
        """Break a text into lines that fit; by default further lines are indented as the first."""
        return wrapped(text, self.width, len(text) - len(text.lstrip(" ")) if indent is None else indent)

    def items(self, heading: str, items: Iterable[str], indent: int = 4) -> list[str]:
        """Return lines with these items, broken only between them."""
        lines: list[str] = []
        for text in [heading, *items] if heading else items:
            if lines and width(lines[-1]) + 3 + width(text) <= self.width:
                lines[-1] += "   " + text
            else:
                lines.append(" " * (indent if lines else 0) + text)
        return lines

    def boxed(self, cells: Sequence[Sequence[str]]) -> list[str]:
        """Return cards side by side in boxes, each a column of texts, or in plain lines if boxes do not suit."""
        if not cells:
            return []
        if not self.boxes:
            return self.items("", ["-".join(cell) for cell in cells], 0)
        wide = max(width(text) for cell in cells for text in cell)
        each = max((self.width - 1) // (wide + 1), 1)
        lines = []
        for start in range(0, len(cells), each):
            row = cells[start : start + each]
            edge = "─" * wide
            lines.append("┌" + "┬".join([edge] * len(row)) + "┐")
            rows = zip(*row, strict=True)
            lines.extend("│" + "│".join(text.rjust(wide) for text in texts) + "│" for texts in rows)
            lines.append("└" + "┴".join([edge] * len(row)) + "┘")
        return lines


def _console() -> Any:
    """Return a console of `rich` on standard output, or None without `rich`."""
    try:
        from rich.console import Console
        from rich.highlighter import RegexHighlighter
        from rich.theme import Theme
    except ImportError:
        return None

    class Highlighter(RegexHighlighter):
        base_style = "play."
        highlights = [rf"(?P<red>{RED})", r"(?P<number>(?<![\w#])#?\d+:)", r"(?P<you>\b[Yy]ou(?:r|rs)?\b)"]  # noqa: RUF012

    theme = Theme({"play.red": "red", "play.number": "cyan", "play.you": "bold"})
    return Console(highlighter=Highlighter(), theme=theme, markup=False, emoji=False)
