"""The docstrings of the public classes and functions. The interface has them; those of members are inherited."""

from __future__ import annotations

import sys
from typing import Any

from .. import interface


class Documented:
    """A class that takes its docstring from the protocols that it implements: `help` does not inherit those."""

    __slots__ = ()

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        protocols = [base for base in cls.__mro__ if base.__module__.startswith(interface.__name__)]
        general = next((each for each in protocols if each.__name__ == cls.__name__), None)
        if general is not None:
            cls.__doc__ = class_docstring(protocols[0], general)


def document_functions(module: str, game: type) -> None:
    """Give the functions of a game's module the docstrings of the methods of this protocol."""
    for name, thing in vars(sys.modules[module]).items():
        if name in vars(game) and thing.__doc__ is None:
            thing.__doc__ = vars(game)[name].__doc__


def class_docstring(own: type, general: type) -> str:
    """Return the docstring of a game's class.

    After the summary it says what the class of the same name does in all games.
    """
    summary, *rest = _paragraphs(own)
    shared = [] if own is general else [each for each in _paragraphs(general)[1:] if not each.startswith(">>>")]
    return "\n\n".join([summary, *shared, *rest])


def _paragraphs(protocol: type) -> list[str]:
    from inspect import cleandoc

    return cleandoc(protocol.__doc__ or "").split("\n\n")
