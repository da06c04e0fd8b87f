"""The files of the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from .._registry import NAMES
from ..words import LANGUAGES, words

_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}

_SHARED = ("name", "tag", "plurals", "people", "cards", "table_in_browser", "page_in_browser")
_OF_GAMES = ("names", "parts", "page")
"""The sections of `oxideal.words` that the page needs."""


def static() -> dict[str, tuple[bytes, str]]:
    """Return the files of the page by their paths, each with its bytes and its content type.

    >>> static()["/games/rummy.js"][1]
    'text/javascript; charset=utf-8'
    """
    sentences = json.dumps({language: _sentences(language) for language in LANGUAGES}, ensure_ascii=False)
    made = {"/sentences.js": (f"export default {sentences};\n".encode(), f"{_TYPES['.js']}; charset=utf-8")}
    return made | dict(_walk(files(__package__).joinpath("static"), ""))


def _sentences(language: str) -> dict[str, Any]:
    games = {name: words(name, language) for name in NAMES}
    shared = {name: words("", language).section(name) for name in _SHARED}
    return {**shared, "games": {name: {each: game.section(each) for each in _OF_GAMES} for name, game in games.items()}}


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, tuple[bytes, str]]]:
    for each in folder.iterdir():
        kind = _TYPES.get(each.name[each.name.rfind(".") :])
        if each.is_dir():
            yield from _walk(each, f"{path}/{each.name}")
        elif kind is not None:
            yield f"{path}/{each.name}", (each.read_bytes(), f"{kind}; charset=utf-8")
