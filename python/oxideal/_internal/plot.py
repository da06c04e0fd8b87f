"""Plots of results with matplotlib, which is optional."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._arguments.checks import counted, quoted, type_name
from ..errors import InvalidArgumentError

if TYPE_CHECKING:
    import numpy.typing as npt
    from matplotlib.axes import Axes

NEEDED = "plots need matplotlib: pip install 'oxideal[plot]'"

MAX_BARS = 24
"""The most bars of a histogram for each seat."""

_BESIDE = 4
"""The largest number of seats drawn as bars side by side; more are outlines."""


def axes_of(ax: Axes | None, size: tuple[float, float]) -> Axes:
    """Return the axes to draw on: those given, or those of a new figure. Raises `ImportError` without matplotlib."""
    try:
        from matplotlib import pyplot
        from matplotlib.axes import Axes
    except ImportError:
        raise ImportError(NEEDED) from None
    if ax is None:
        return pyplot.subplots(figsize=size, layout="constrained")[1]
    if not isinstance(ax, Axes):
        raise TypeError(f"ax must be Axes of matplotlib or None, not {type_name(ax)}")
    return ax


def check_file(file: str) -> None:
    """Raise `InvalidArgumentError` if a plot cannot be saved as this file; without matplotlib, `ImportError`."""
    try:
        from matplotlib.backend_bases import FigureCanvasBase
    except ImportError:
        raise ImportError(NEEDED) from None
    if Path(file).suffix.lstrip(".") not in FigureCanvasBase.get_supported_filetypes():
        raise InvalidArgumentError(f"the file of a plot must end in e.g. .png, .svg or .pdf, got {quoted(file)}")


def intervals(ax: Axes | None, title: str, label: str, rows: Sequence[tuple[str, float, float, float]]) -> Axes:
    """Draw a row for each name, the first on top: the low end of its interval, its value, and the high end."""
    ax = axes_of(ax, (6.4, 1.3 + 0.38 * len(rows)))
    names = [name for name, *_ in rows]
    low, values, high = np.array([row[1:] for row in rows], float).reshape(-1, 3).T
    ax.errorbar(values, range(len(rows)), xerr=[values - low, high - values], fmt="o", capsize=3)
    ax.set_yticks(range(len(rows)), names)
    ax.set_ylim(max(len(rows), 1) - 0.5, -0.5)
    ax.margins(x=0.08)
    ax.set_xlabel(label)
    ax.set_title(title, loc="left", fontsize="medium")
    _plain(ax, "x")
    return ax


def histogram(ax: Axes | None, payoffs: npt.NDArray[np.int32]) -> Axes:
    """Draw how often each seat got each payoff."""
    ax = axes_of(ax, (7.6, 3.4))
    from matplotlib.ticker import MaxNLocator

    games, players = payoffs.shape
    ax.set_title(counted(games, "playout"), loc="left", fontsize="medium")
    ax.set_xlabel("payoff")
    ax.set_ylabel("share of playouts")
    if games:
        # The outermost bars have everything beyond them: a few huge payoffs would leave no room for the others.
        low, high = (int(each) for each in np.quantile(payoffs, [0.005, 0.995], method="nearest"))
        width = -(-(high - low + 1) // MAX_BARS)
        edges = np.arange(low, high + width + 1, width) - 0.5
        columns: list[Any] = list(np.clip(payoffs, low, high).T)
        labels = [f"seat {seat}: {payoffs[:, seat].mean():+.2f}" for seat in range(players)]
        ax.hist(
            columns,
            bins=edges.tolist(),
            weights=[np.full(games, 1 / games)] * players,
            histtype="bar" if players <= _BESIDE else "step",
            label=labels,
        )
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.set_xlim(min(edges[0], -2), max(edges[-1], 2))
        ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:g}%")
        if payoffs.min() < low or payoffs.max() > high:
            ax.set_xlabel(f"payoff (the outer bars include all to {payoffs.min()} and {payoffs.max()})")
        ax.legend(
            title="average",
            title_fontsize="small",
            frameon=False,
            fontsize="small",
            reverse=players > _BESIDE,
            loc="upper left",
            bbox_to_anchor=(1, 1),
        )
    _plain(ax, "y")
    return ax


def _plain(ax: Axes, grid: str) -> None:
    """Leave out what shows no data, and add a grid along the values."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(axis=grid, alpha=0.25)  # type: ignore[arg-type]  # "x" or "y"
    ax.set_axisbelow(True)
