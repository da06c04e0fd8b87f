"""The files of the page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from .._registry import NAMES
from ..words import LANGUAGES, words

_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}

_SHARED = ("name", "tag", "plurals", "people", "cards", "table_in_browser", "record_in_browser", "page_in_browser")
_OF_GAMES = ("names", "parts", "page")
"""The sections of `oxideal.words` that the page needs."""

_OF_RECORDS = ("record_host", "record")
_MODULES = ("table", "dom", "words", "cards", "seats", "review", *_OF_RECORDS)
"""The modules of a page of records, beside that of its game."""

_COMMENTS = re.compile(r"^\s*(//.*|/\*\*(?:(?!\*/)(?s:.))*\*/)\n|^\s+", re.MULTILINE)


def static() -> dict[str, tuple[bytes, str]]:
    """Return the files of the page by their paths, each with its bytes and its content type.

    >>> static()["/games/rummy.js"][1]
    'text/javascript; charset=utf-8'
    """
    made = {"/sentences.js": (_sentences_file(_SHARED, NAMES).encode(), f"{_TYPES['.js']}; charset=utf-8")}
    return made | dict(_walk(files(__package__).joinpath("static"), ""))


def program(game: str) -> dict[str, Any]:
    """Return the style and modules of a self-contained page; its modules import each other by name, not by URL."""
    shared = _SHARED[:-1]
    modules = {f"{name}.js": text_of_file(f"{name}.js") for name in [*_MODULES, *([f"games/{game}"] if game else [])]}
    modules["sentences.js"] = _sentences_file(shared, [game] if game else [])
    return {
        "style": "".join(text_of_file(f"{name}.css") for name in ("table", "frame", "review", "record")),
        "modules": {
            f"oxideal/{name}": re.sub(r"(from |import\()([\"`])\.{1,2}/", r"\1\2oxideal/", compact(text))
            for name, text in modules.items()
        },
    }


def compact(program: str) -> str:
    """Return a module without comment lines and indentation."""
    return _COMMENTS.sub("", program)


def text_of_file(name: str) -> str:
    """Return a text of the page."""
    return files(__package__).joinpath("static", name).read_text(encoding="utf-8")


def _sentences_file(shared: Iterable[str], games: Iterable[str]) -> str:
    sentences = {language: _sentences(language, shared, games) for language in LANGUAGES}
    return f"export default {json.dumps(sentences, ensure_ascii=False)};\n"


def _sentences(language: str, shared: Iterable[str], names: Iterable[str]) -> dict[str, Any]:
    games = {name: words(name, language) for name in names}
    common = {name: words("", language).section(name) for name in shared}
    return {**common, "games": {name: {each: game.section(each) for each in _OF_GAMES} for name, game in games.items()}}


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, tuple[bytes, str]]]:
    for each in folder.iterdir():
        kind = _TYPES.get(each.name[each.name.rfind(".") :])
        if each.is_dir():
            yield from _walk(each, f"{path}/{each.name}")
        elif kind is not None and each.name.partition(".")[0] not in _OF_RECORDS:
            yield f"{path}/{each.name}", (each.read_bytes(), f"{kind}; charset=utf-8")
