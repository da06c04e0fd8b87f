"""Print JSON for programs and tables for people."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

FORMAT = 1
"""Version of the JSON output, bumped when a key changes meaning or is removed."""


def print_json(fields: dict[str, Any]) -> None:
    print(json.dumps({"format": FORMAT, **fields}, indent=2, allow_nan=False))


def format_table(rows: Sequence[Sequence[str]]) -> str:
    """Align the first column to the left and all others, which have numbers, to the right."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = []
    for first, *others in rows:
        cells = [first.ljust(widths[0]), *(text.rjust(width) for text, width in zip(others, widths[1:], strict=True))]
        lines.append("   ".join(cells).rstrip())
    return "\n".join(lines)


def counted(count: int, noun: str) -> str:
    """Return a number with a noun, e.g. "1 game" or "1,000 games"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def printable(text: str) -> str:
    """Replace control characters: names of files can have any."""
    return "".join(character if character.isprintable() else "?" for character in text)
