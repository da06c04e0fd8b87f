"""A fast, exact rules engine for Dou Dizhu, Mexican Train, Rummy and FourSquare.

Each game is a module. `oxideal.foursquare` runs on the Rust engine, `oxideal.reference.foursquare` is the same game in
plain Python, and both have the interface in `oxideal.interface`.

>>> from oxideal import foursquare
>>> state = foursquare.State(seed=7)
>>> state.push("0,0")
>>> [str(move) for move in state.legal_moves()]
['-1,0', '0,-1', '0,0', '0,1', '1,0']
"""

from __future__ import annotations

from . import _startup  # noqa: F401 isort: skip (first, as it makes Ctrl-C end the program while it imports the rest)
import importlib
from typing import TYPE_CHECKING, Any

from . import _registry
from .errors import (
    IllegalMoveError,
    InvalidArgumentError,
    InvalidMoveError,
    InvalidRecordError,
    InvalidRulesError,
    InvalidStateError,
    OxidealError,
)

if TYPE_CHECKING:
    from . import (
        arena,
        bots,
        cli,
        commitment,
        differential,
        interface,
        match,
        random,
        record,
        reference,
        review,
        svg,
    )
    from . import dataset as dataset
    from . import doudizhu as doudizhu
    from . import envs as envs
    from . import foursquare as foursquare
    from . import mexican_train as mexican_train
    from . import openspiel as openspiel
    from . import rummy as rummy
    from ._build_info import BuildInfo, build_info
    from ._native import __version__
    from .match import Match

__all__ = [
    "BuildInfo",
    "IllegalMoveError",
    "InvalidArgumentError",
    "InvalidMoveError",
    "InvalidRecordError",
    "InvalidRulesError",
    "InvalidStateError",
    "Match",
    "OxidealError",
    "__version__",
    "arena",
    "bots",
    "build_info",
    "cli",
    "commitment",
    "differential",
    "interface",
    "match",
    "random",
    "record",
    "reference",
    "review",
    "svg",
]
__all__.extend(_registry.NAMES)

_ATTRIBUTES = {"BuildInfo": "_build_info", "Match": "match", "__version__": "_native", "build_info": "_build_info"}
"""Names that are not submodules, with the module that defines each."""

_EXTRAS = {"dataset", "envs", "openspiel"}
"""Submodules that need other packages: `from oxideal import *` leaves them out."""


def __getattr__(name: str) -> Any:
    """Import submodules on first use, so that the reference works without the Rust engine."""
    if name in _ATTRIBUTES:
        return getattr(importlib.import_module(f"{__name__}.{_ATTRIBUTES[name]}"), name)
    if name in _registry.GAMES or name in __all__ or name in _EXTRAS:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *_EXTRAS})
