"""Where long work runs: in this process, in several, on a Ray cluster, or on an executor of your own.

`arena`, `tournament`, `oxideal dataset`, `oxideal playouts` and `python -m oxideal.differential` cut their work into
parts, each a range of deals with its seed. An executor runs the parts; where, how many at a time and how often does not
change any result.

As `jobs` they accept

- 1: here
- 8: in 8 processes
- `"ray"`, `"ray:ADDRESS"`, `"ray://HOST:PORT"`: on a Ray cluster (needs `oxideal[ray]`)
- any object with the two methods of `Executor`
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import import_on_first_use

if TYPE_CHECKING:
    from .executor import Executor

__all__ = ["Executor"]

import_on_first_use(__name__, {"executor": "Executor"})
