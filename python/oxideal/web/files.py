"""The files of the page."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}


def static() -> dict[str, tuple[bytes, str]]:
    """Return the files of the page by their paths, each with its bytes and its content type.

    >>> static()["/games/rummy.js"][1]
    'text/javascript; charset=utf-8'
    """
    return dict(_walk(files(__package__).joinpath("static"), ""))


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, tuple[bytes, str]]]:
    for each in folder.iterdir():
        kind = _TYPES.get(each.name[each.name.rfind(".") :])
        if each.is_dir():
            yield from _walk(each, f"{path}/{each.name}")
        elif kind is not None:
            yield f"{path}/{each.name}", (each.read_bytes(), f"{kind}; charset=utf-8")
