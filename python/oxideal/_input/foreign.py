"""Describe foreign objects in messages: a bot, its answer or its error may run any code when printed."""

from __future__ import annotations

import re

from .checks import quoted

MAX_DETAIL_LENGTH = 200


def message_of(error: BaseException) -> str:
    """Return the error's text, quoted, or an empty text."""
    text = text_of(error)
    return quoted(text) if text else ""


def detail_of(error: BaseException) -> str:
    """Return the error's text for a record: one line of printable ASCII, cut to 200 characters."""
    return re.sub("[^ -~]", "?", text_of(error)[:MAX_DETAIL_LENGTH])


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
