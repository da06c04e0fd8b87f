"""The parts of a Markdown page."""

from __future__ import annotations

import re
from pathlib import Path

BLOCK = re.compile(r"^```.*?^```$|^ {4}[^\n]*$", re.MULTILINE | re.DOTALL)


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return BLOCK.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """What a link may name after a #: the headings, as GitHub and the site write them, and places with an id."""
    headings, ids = (re.findall(pattern, prose(page), re.MULTILINE) for pattern in (r"^#+ +(.*)$", r'<a id="([^"]*)">'))
    return {*ids} | {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
