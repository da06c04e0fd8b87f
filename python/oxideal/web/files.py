"""The files of the page."""

from __future__ import annotations

from importlib.resources import files

_TYPES = {
    "index.html": "text/html; charset=utf-8",
    "table.css": "text/css; charset=utf-8",
    "table.js": "text/javascript; charset=utf-8",
    "fair.js": "text/javascript; charset=utf-8",
}


def static(name: str) -> tuple[bytes, str] | None:
    """Return the bytes of a file of the page and its content type; None if there is no such file.

    >>> static("index.html")[1]
    'text/html; charset=utf-8'
    >>> static("../seat.py") is None
    True
    """
    if name not in _TYPES:
        return None
    return files(__package__).joinpath("static", name).read_bytes(), _TYPES[name]
