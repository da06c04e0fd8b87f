"""How a foreign object is called in messages: a bot, its answer or its error may do anything when it is printed."""

from __future__ import annotations

from .._input.checks import quoted


def message_of(error: BaseException) -> str:
    text = text_of(error)
    return quoted(text) if text else ""


def text_of(error: BaseException) -> str:
    try:
        return str.__str__(str(error))
    except BaseException:  # whatever a foreign class does when it is printed
        return ""


def class_name(thing: object) -> str:
    """The name of its class, as Python keeps it and not as a metaclass tells it; quoted where it is no ordinary one."""
    name = str.__str__(type.__dict__["__name__"].__get__(type(thing)))
    return name if name.isidentifier() and name.isprintable() and len(name) <= 60 else quoted(name)
