"""The public modules: those of the reference pages that can be imported here."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

from oxideal.differential import GAMES

ROOT = Path(__file__).parent.parent.parent
PAGES = "".join(page.read_text("utf-8") for page in sorted((ROOT / "docs" / "reference").glob("*.md")))
NAMED = {*re.findall(r"^# `(oxideal[.\w]+)`$", PAGES, re.MULTILINE), "oxideal.cli"}

MODULES = sorted(
    {name for name in NAMED if find_spec(name) is not None} | {f"oxideal.reference.{game}" for game in GAMES}
)
