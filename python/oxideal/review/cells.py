"""The cells of tables, for texts, notebooks and pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._internal.html import signed

if TYPE_CHECKING:
    from .match import PlayerReview

SIZES = ("small", "medium", "large")
"""Sizes of mistakes: up to twice the threshold, up to four times, more."""

SUM_HEAD = ["decisions", "mistakes", "payment"]

HEAD = ["player", "decisions", *SIZES, "cost", "result", "luck of the deals"]


def row(player: PlayerReview) -> list[str]:
    """Return the cells of a player, below `HEAD`."""
    luck = "" if player.luck is None else f"{signed(player.luck.payment, 2)} ± {player.luck.error:.2f}"
    sizes = [str(number) for number in player.sizes]
    return [player.name, str(player.decisions), *sizes, cost(player.payment), signed(player.result, 2), luck]


def cost(payment: float) -> str:
    return signed(-payment, 2) if payment else "0"
