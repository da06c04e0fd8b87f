"""What is printed: JSON for programs, tables for people."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

FORMAT = 1
"""Of the JSON: raised when a key changes its meaning or goes."""


def print_json(fields: dict[str, Any]) -> None:
    print(json.dumps({"format": FORMAT, **fields}, indent=2, allow_nan=False))


def format_table(rows: Sequence[Sequence[str]]) -> str:
    """In columns: the first to the left, all others, which are numbers, to the right."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = []
    for first, *others in rows:
        cells = [first.ljust(widths[0]), *(text.rjust(width) for text, width in zip(others, widths[1:], strict=True))]
        lines.append("   ".join(cells).rstrip())
    return "\n".join(lines)


def printable(text: str) -> str:
    """In one line and harmless: a file may have any name."""
    return "".join(character if character.isprintable() else "?" for character in text)
