"""Draw states and views as SVG.

>>> from oxideal import rummy, svg
>>> state = rummy.State(seed=7)
>>> picture = svg.draw(state, seat=0)            # as seat 0 sees it; a notebook shows it
>>> picture.count("<svg")
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import import_on_first_use

if TYPE_CHECKING:
    from .draw import Svg, draw
    from .theme import THEMES

__all__ = ["THEMES", "Svg", "draw"]

import_on_first_use(__name__, {"draw": "Svg draw", "theme": "THEMES"})
