"""What spectators of Dou Dizhu know, beside what they know in every game."""

from __future__ import annotations

PUBLIC = (
    "hand_sizes",
    "phase",
    "dealer",
    "first_bidder",
    "face_up",
    "face_up_seat",
    "bids",
    "redeals",
    "landlord",
    "bid",
    "kitty",
    "played",
    "plays",
    "doublings",
    "doubled",
    "shown",
    "stakes",
    "to_beat",
    "to_beat_seat",
    "passes",
)
"""The fields of a view that spectators know."""
