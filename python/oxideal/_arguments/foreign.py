"""Describe foreign objects in messages: a bot, its answer or its error may run any code when printed."""

from __future__ import annotations

from pathlib import Path
from traceback import TracebackException
from types import TracebackType

from .checks import printable, quoted

MAX_DETAIL_LENGTH = 200

MAX_FRAMES = 20
MAX_LINES = 200
MAX_LINE_LENGTH = 500
"""A traceback keeps this many inner frames, lines, and characters of each line."""

PACKAGE = str(Path(__file__).parents[1])


def message_of(error: BaseException) -> str:
    """Return the error's text, quoted, or an empty text."""
    text = text_of(error)
    return quoted(text) if text else ""


def detail_of(error: BaseException, longest: int = MAX_DETAIL_LENGTH) -> str:
    """Return the error's text in one printable line of at most this number of characters."""
    return printable(text_of(error)[:longest].replace("\n", " "))


def traceback_of(error: BaseException) -> str:
    """Return the traceback of an error without the frames of this package, or an empty text if it cannot be printed."""
    try:
        found = TracebackException(type(error), error, own_traceback(error), limit=-MAX_FRAMES)
        _cut_frames(found)
        lines = "".join(found.format()).splitlines()
    except BaseException:  # a foreign error can raise anything
        return ""
    if len(lines) > MAX_LINES:
        lines[MAX_LINES // 2 : -MAX_LINES // 2] = ["..."]
    return "\n".join(printable(line.expandtabs()[:MAX_LINE_LENGTH]) for line in lines)


def own_traceback(error: BaseException) -> TracebackType | None:
    """Return the error's traceback; a class cannot fake it."""
    found: TracebackType | None = BaseException.__dict__["__traceback__"].__get__(error)
    return found


def _cut_frames(found: TracebackException) -> None:
    """Remove the frames of this package from a traceback and from those of its causes."""
    left = [found]
    while left:
        each = left.pop()
        each.stack[:] = [frame for frame in each.stack if not frame.filename.startswith(PACKAGE)]
        left += [other for other in (each.__cause__, each.__context__) if other is not None]


def text_of(error: BaseException) -> str:
    """Return the error's text, or an empty text if it cannot be printed."""
    try:
        return str.__str__(str(error))
    except BaseException:  # a foreign `__str__` can raise anything
        return ""


def class_name(thing: object) -> str:
    """Return the name of the object's class, quoted if it is not an ordinary name; a metaclass cannot fake it."""
    return class_name_of(type(thing))


def class_name_of(kind: type) -> str:
    """Return the name of this class."""
    name = str.__str__(type.__dict__["__name__"].__get__(kind))
    return name if name.isidentifier() and name.isprintable() and len(name) <= 60 else quoted(name)
