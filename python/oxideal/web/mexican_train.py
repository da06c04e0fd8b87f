"""What spectators of Mexican Train know, beside what they know in every game."""

from __future__ import annotations

PUBLIC = (
    "hand_sizes",
    "turn",
    "trains",
    "mexican",
    "ends",
    "mexican_end",
    "marked",
    "open_doubles",
    "dead_doubles",
    "doubled",
    "drew",
    "boneyard_size",
    "idle_passes",
    "went_out",
    "lacks",
)
"""The fields of a view that spectators know."""
