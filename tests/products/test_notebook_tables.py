"""The tables that notebooks show for results, analyses, playouts, matches and records."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

from helpers.cases import module_of, play
from helpers.refusal import refuses
from oxideal import doudizhu, foursquare, mexican_train, rummy
from oxideal._internal.html import MAX_ROWS, signed
from oxideal.arena import Result, arena, tournament
from oxideal.bots import Limit, RuleBot, SearchBot
from oxideal.bots.search import Choice, Thinking
from oxideal.errors import InvalidArgumentError
from oxideal.record import Record
from oxideal.svg.draw import names_of

HARM = "</td><script>alert('1')</script>&amp;\0"


class Cells(HTMLParser):
    """Collects the texts of cells, captions and notes, and all tags."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.texts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert attrs == []
        self.tags.add(tag)
        self.texts.append("")

    def handle_data(self, data: str) -> None:
        self.texts[-1] += data


def cells(shown: Any) -> list[str]:
    """Return the texts of the table of an object, which has only harmless tags."""
    read = Cells(shown._repr_html_())
    assert read.tags <= {"table", "caption", "thead", "tbody", "tr", "th", "td", "div", "details", "summary"}
    assert len(shown._repr_html_()) < 6000
    return read.texts


def played(match: Any) -> Any:
    bot = RuleBot()
    while not match.is_over:
        state = match.next_round() if match.state.is_over else match.state
        while not state.is_over:
            state.push(bot.choose(state.view(state.current_player)))
    return match


def test_arena_result() -> None:
    result = arena("rummy", [(HARM[:-1], RuleBot()), "random"], games=2, seed=7)
    found = cells(result)
    assert found[1] == "Rummy, 2 deals, each played 2 times, seed 7"
    assert HARM[:-1] in found
    assert "random" in found
    assert "won, payment, score: per game; ±: 95% margin" in found
    assert f"{result.rows[1].decisions:,}" in found


def test_thinking() -> None:
    thinking = SearchBot(Limit(iterations=200), seed=1).think(doudizhu.State(seed=7).view(2))
    found = cells(thinking)
    assert found[1] == f"best: {thinking.move}"
    assert str(thinking.choices[1].move) in found
    assert f"{thinking.choices[0].visits:,}" in found
    assert str(thinking).splitlines()[-1] == found[-1]
    move: Any = HARM
    many = tuple(Choice(move, 0, 0.0, None) for _ in range(100))
    found = cells(Thinking(move, many, (), 1, 1, 1, 0.5))
    assert found.count(HARM.replace("\0", "?")) == MAX_ROWS
    assert f"and {100 - MAX_ROWS} more" in found


@pytest.mark.parametrize("engine", ["rust", "reference"])
def test_rules(engine: str) -> None:
    found = cells(module_of("rummy", engine).Rules(players=4, ace="both"))
    assert found[1:2] == ["Rummy: 3 options changed"]
    assert found[found.index("ace") + 1 :][:2] == ["'both'", "'low'"]
    assert found.index("hands of 7 cards") < found.index("other options") < found.index("turn_limit")
    assert cells(module_of("foursquare", engine).Rules(diagonal=True))[1] == "FourSquare: 1 option changed"
    assert cells(module_of("doudizhu", engine).Rules())[1] == "Dou Dizhu: 0 options changed"


@pytest.mark.parametrize("engine", ["rust", "reference"])
def test_legal_moves(engine: str) -> None:
    module: Any = module_of("doudizhu", engine)
    moves = module.State(module.Rules.preset("douzero"), seed=7).legal_moves()
    found = cells(moves)
    assert found[1] == f"{len(moves)} legal moves"
    single = [move for move in moves if move.kind == "single"]
    texts = ", ".join(f"{move} ({int(move)})" for move in single)
    assert found[found.index("single") + 1 :][:2] == [str(len(single)), texts]


def test_playouts() -> None:
    playouts = doudizhu.playouts(doudizhu.Rules(), 50, seed=7)
    found = cells(playouts)
    assert found[1] == "50 playouts"
    for seat in range(3):
        payoffs = playouts.payoffs[:, seat]
        row = found.index(str(seat), 8)
        assert found[row + 1 : row + 4] == [signed(payoffs.mean(), 3), f"{payoffs.min():+d}", f"{payoffs.max():+d}"]
    lengths = playouts.lengths
    assert found[-1] == f"actions: {lengths.mean():.1f} on average, {lengths.min()} to {lengths.max()}"
    assert cells(playouts._replace(payoffs=playouts.payoffs[:0], lengths=lengths[:0]))[1] == "0 playouts"


def test_match() -> None:
    match = played(rummy.Match(rummy.Rules(players=2), seed=7, target=50))
    found = cells(match)
    assert found[1] == f"Rummy, {len(match.results)} rounds played"
    row = found.index("round 1")
    first = match.results[0]
    assert found[row + 1 : row + 4] == [f"seat {first.dealer}", *map(signed, first.payoffs)]
    row = found.index("total")
    assert found[row + 2 : row + 4] == list(map(signed, match.totals))
    assert found[-1] == f"won by seat {match.winners[0]}"
    assert "won by" not in cells(rummy.Match(seed=7))[-1]


def test_match_with_names() -> None:
    match = played(rummy.Match(rummy.Rules(players=2), seed=7, target=50))
    named = ["Ada", HARM[:-1]]
    found = cells(match.table(named))
    assert found[found.index("dealer") + 1 :][:2] == [*names_of(named, 2)]
    assert found[-1] == f"won by {names_of(named, 2)[match.winners[0]]}"
    assert cells(match.table([None, None])) == cells(match)
    for names, number in ((["Ada"], "1"), (["Ada"] * 5, "5"), (iter(["Ada"] * 5), "more")):
        refuses(InvalidArgumentError, f"names must have 2 items, one per seat, got {number}", match.table, names)
    refuses(InvalidArgumentError, 'a name must have a visible character, got "?"', match.table, ["Ada", "\u3164"])


def test_record() -> None:
    *_, state = play(doudizhu.State(seed=3), 3)
    made = Record.of(state, names=["Anna", None, HARM[:-1]], note=HARM[:-1])
    found = cells(made)
    assert found[1] == f"Dou Dizhu, {len(state.history)} actions"
    row = found.index("Anna")
    assert found[row - 1 : row + 3] == ["0", "Anna", signed(state.payoffs[0]), str(state.scores[0])]
    assert found.count(HARM[:-1]) == 2  # the name and the note
    assert "not over" in cells(Record.of(doudizhu.State(seed=3)))


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
