"""What spectators of FourSquare know, beside what they know in every game."""

from __future__ import annotations

PUBLIC = ("card", "piles", "grid", "stock_size", "is_won")
"""The fields of a view that spectators know."""
