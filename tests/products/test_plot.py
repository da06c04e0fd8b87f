"""Plots of results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from oxideal import doudizhu, foursquare, mexican_train
from oxideal.arena import Result, arena, tournament
from oxideal.errors import InvalidArgumentError
from oxideal.schemas import Playouts


@pytest.fixture(autouse=True)
def pyplot() -> Iterator[Any]:
    """Matplotlib without a window and without figures, those of other tests too."""
    import matplotlib  # takes half a second

    matplotlib.use("Agg")
    from matplotlib import pyplot

    pyplot.close("all")
    yield pyplot
    pyplot.close("all")


def result(games: int = 6) -> Result:
    return arena("doudizhu", ["rule", "random", "random"], games=games, seed=7)


@pytest.mark.parametrize(("value", "factor"), [("wins", 100), ("payment", 1), ("score", 1)])
def test_result_shows_mean_and_interval_of_each_bot(value: str, factor: int) -> None:
    found = result()
    ax = found.plot(value)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["rule", "random 1", "random 2"]
    container: Any = ax.containers[0]
    points, _, (bars,) = container.lines
    assert ax.yaxis_inverted()
    for place, row in enumerate(found.rows):
        of = getattr(row, value)
        assert (points.get_xdata()[place], points.get_ydata()[place]) == (factor * of.mean, place)
        left, right = bars.get_segments()[place][:, 0]
        assert (left, right) == pytest.approx((factor * (of.mean - of.margin), factor * (of.mean + of.margin)))
    assert ax.get_title(loc="left") == "Dou Dizhu, 6 deals, each played 3 times, seed 7"


def test_plots_go_to_the_axes_given(pyplot: Any) -> None:
    before = len(pyplot.get_fignums())
    _, (one, other) = pyplot.subplots(2)
    assert result(1).plot(ax=one) is one
    assert foursquare.playouts(foursquare.Rules(), 10, seed=1).plot(other) is other
    assert len(pyplot.get_fignums()) == before + 1


@pytest.mark.parametrize(
    ("module", "rules"),
    [(doudizhu, {}), (foursquare, {}), (mexican_train, {"players": 6})],
)
def test_histogram_counts_every_playout_once_per_seat(module: Any, rules: dict[str, Any]) -> None:
    found = module.playouts(module.Rules(**rules), 300, seed=7)
    ax = found.plot()
    players = found.payoffs.shape[1]
    texts = [text.get_text() for text in ax.get_legend().get_texts()]
    assert texts == [f"seat {seat}: {found.payoffs[:, seat].mean():+.2f}" for seat in range(players)]
    if players <= 4:
        shares = [sum(bar.get_height() for bar in container) for container in np.atleast_1d(ax.containers)]
        shares = shares if players > 1 else [sum(bar.get_height() for bar in ax.patches)]
        assert shares == pytest.approx(players * [1])
    else:
        assert len(ax.patches) == players


def test_histogram_shows_far_payoffs_in_its_outer_bars() -> None:
    payoffs = np.array([[value] for value in [*range(10)] * 100 + [900, -900]], np.int32)
    ax: Any = Playouts(payoffs, np.ones(len(payoffs), np.int32)).plot()
    assert ax.get_xlabel() == "payoff (the outer bars include all to -900 and 900)"
    assert len(ax.patches) == 10
    assert ax.patches[-1].get_height() == pytest.approx(101 / 1002)


def test_wrong_arguments_are_refused(pyplot: Any) -> None:
    found = result(1)
    with pytest.raises(InvalidArgumentError, match='unknown value "win"'):
        found.plot("win")
    with pytest.raises(TypeError, match="ax must be Axes of matplotlib or None, not int"):
        found.plot(ax=3)  # type: ignore[arg-type]
    assert not pyplot.get_fignums()


def test_plot_has_a_rating_and_an_interval_for_each_bot() -> None:
    ratings = tournament("rummy", ["rule", ("a & b", "random")], 20, seed=7)
    ax: Any = ratings.plot()
    assert [label.get_text() for label in ax.get_yticklabels()] == ["rule", "a & b"]
    points, _, (bars,) = ax.containers[0].lines
    assert list(points.get_xdata()) == [row.rating for row in ratings.rows]
    for row, bar in zip(ratings.rows, bars.get_segments(), strict=True):
        assert tuple(bar[:, 0]) == pytest.approx((row.low, row.high))
