"""Draw states and views as SVG, and make HTML pages that step through a game.

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
    from .page import Html, page
    from .theme import THEMES

__all__ = ["THEMES", "Html", "Svg", "draw", "page"]

import_on_first_use(__name__, {"draw": "Svg draw", "page": "Html page", "theme": "THEMES"})
