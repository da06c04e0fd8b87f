"""Random choices that depend only on a seed and on what a view shows."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from .. import _native

if TYPE_CHECKING:
    from ..interface import View


def chance_of(view: View[Any, Any, Any], seed: int) -> _native.Stream:
    """Return a stream of random numbers for the decision in this view."""
    # The text, not the bytes, which contain the last actions: those may differ in equal views.
    digest = hashlib.sha256(view.to_text().encode()).digest()
    return _native.Stream(seed, int.from_bytes(digest[:12], "little"))
