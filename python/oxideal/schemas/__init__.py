"""The JSON Schemas of dicts: what `to_dict` returns and `from_dict` reads, in every game and on both engines.

Moves, views, states, events and the results of bots and arenas have a form made of plain JSON values.
`docs/contract.md` describes it, and `schema` returns its JSON Schema for checks in other languages.

>>> import json
>>> from oxideal import rummy
>>> view = rummy.State(seed=7).view(0)
>>> rummy.View.from_dict(json.loads(json.dumps(view.to_dict()))) == view
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import import_on_first_use

if TYPE_CHECKING:
    from .playouts import Playouts
    from .schema import FORMAT, KINDS, schema

__all__ = ["FORMAT", "KINDS", "Playouts", "schema"]

import_on_first_use(__name__, {"playouts": "Playouts", "schema": "FORMAT KINDS schema"})
