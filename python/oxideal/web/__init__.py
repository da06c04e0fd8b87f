"""The table in a browser: what a page is sent about one seat, in any language, the page's files, and pages of records.

Python speaks; the page draws what the seat sees and reports what is chosen. A `Seat` is made from the events of a seat
alone, so a page is never sent what the seat must not know.

>>> from oxideal import rummy
>>> from oxideal.web import Seat
>>> state = rummy.State(seed=7)
>>> seat = Seat(state.rules, 0, ["Ada", "rule"], language="en")
>>> message = seat.see(state.events(0))
>>> message["kind"], message["task"]
('position', 'Draw a card')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import import_on_first_use

if TYPE_CHECKING:
    from .files import static
    from .page import THEMES, Html, page
    from .seat import Seat

__all__ = ["THEMES", "Html", "Seat", "page", "static"]

import_on_first_use(__name__, {"files": "static", "page": "THEMES Html page", "seat": "Seat"})


def __dir__() -> list[str]:
    return sorted(__all__)
