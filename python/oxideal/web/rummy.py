"""What spectators of Rummy know, beside what they know in every game."""

from __future__ import annotations

PUBLIC = (
    "hand_sizes",
    "dealer",
    "turn",
    "drew",
    "took",
    "laid",
    "turns",
    "table",
    "discards",
    "stock_size",
    "opened",
    "went_out",
    "went_rummy",
    "taken",
    "earlier",
)
"""The fields of a view that spectators know."""
