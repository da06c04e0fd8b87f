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

from typing import TYPE_CHECKING

from . import _registry
from ._lazy import import_on_first_use

if TYPE_CHECKING:
    from . import arena, bots, cli, commitment, differential, interface, match, random, record, reference, review, svg
    from . import dataset as dataset
    from . import doudizhu as doudizhu
    from . import envs as envs
    from . import foursquare as foursquare
    from . import mexican_train as mexican_train
    from . import openspiel as openspiel
    from . import rummy as rummy
    from ._internal.builds import BuildInfo, build_info
    from ._native import __version__
    from .errors import (
        IllegalMoveError,
        InvalidArgumentError,
        InvalidMoveError,
        InvalidRecordError,
        InvalidRulesError,
        InvalidStateError,
        OxidealError,
    )
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

_EXTRAS = {"dataset", "envs", "openspiel"}
"""Submodules that need other packages: `from oxideal import *` leaves them out."""

import_on_first_use(  # so the reference works without the Rust engine
    __name__,
    {
        "_internal.builds": "BuildInfo build_info",
        "_native": "__version__",
        "errors": "IllegalMoveError InvalidArgumentError InvalidMoveError InvalidRecordError InvalidRulesError "
        "InvalidStateError OxidealError",
        "match": "Match",
    },
    modules={name for name in __all__ if name.islower()} - {"__version__", "build_info"} | _EXTRAS,
)
