"""Pages with all pictures of a round."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from html.parser import HTMLParser
from importlib import import_module
from itertools import repeat
from typing import Any

import pytest

from helpers.cases import play
from helpers.messages import says
from helpers.pictures import after
from helpers.refusal import refuses
from oxideal import doudizhu, foursquare, mexican_train, record, rummy, svg
from oxideal._registry import GAMES, NAMES, module_of
from oxideal.bots import RuleBot
from oxideal.errors import InvalidArgumentError
from oxideal.reference import foursquare as reference
from oxideal.svg import frames
from oxideal.svg.paper import Paper, drawn
from oxideal.svg.text import tens

# Pages


def states_of(state: Any, seed: int = 3) -> list[Any]:
    return list(play(state, seed))


class Reader(HTMLParser):
    """Collects the elements of a page and their texts."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.open = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.open = tag
        self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 (the parser's)
        self.open = ""

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts[self.open][-1] += data

    def count(self, tag: str) -> int:
        return len(self.texts.get(tag, []))


Shape = tuple[float, float, str]


def pictures(text: str) -> list[list[list[Shape]]]:
    """Return all pictures of a page as its script assembles them: for each choice of hands, the
    shapes and places.
    """
    data = json.loads(Reader(text).texts["script"][0])
    found: list[list[list[Shape]]] = []
    for changes in data["frames"]:
        strips: dict[int, int] = {}
        found.append([])
        for change in changes:
            strips |= dict(zip(change[::2], change[1::2], strict=True))
            down, picture = 0.0, []
            for _, strip in sorted(strips.items()):
                height, *rows = data["strips"][strip]
                picture += placed(rows, data["parts"], 0, down)
                down += height + data["gap"]
            found[-1].append(picture)
    return found


def placed(rows: list[list[Any]], parts: list[Any], x: float, y: float) -> list[Shape]:
    """Return the shapes in rows and in the groups that the rows place."""
    found: list[Shape] = []
    for left, down, *rest in rows:
        step, numbers = (0, rest) if len(rest) == 1 else (rest[0], rest[1:])
        for place, number in enumerate(numbers):
            at = x + left + place * step, y + down
            part = parts[number]
            if is_group(part):
                found += placed(part, parts, *at)
            else:
                found.append((round(at[0], 1), round(at[1], 1), text_of(number, parts)))
    return found


def is_group(part: Any) -> bool:
    return not isinstance(part, str) and (not part or isinstance(part[0], list))


def text_of(number: int, parts: list[Any]) -> str:
    part = parts[number]
    if isinstance(part, str):
        return part
    if is_group(part):
        return "".join(f'<g transform="translate({x:g} {y:g})">{each}</g>' for x, y, each in placed(part, parts, 0, 0))
    return "".join(text_of(each, parts) for each in part)


def pieces_of(picture: str) -> list[Shape]:
    """Return the same for a single picture."""
    found, down = [], 0.0
    for line in picture.splitlines():
        if strip := re.fullmatch(r'<g transform="translate\(0 ([\d.]+)\)">', line):
            down = float(strip[1])
        elif piece := re.fullmatch(r'<g transform="translate\((\S+) (\S+)\)">(.*)</g>', line):
            found.append((round(float(piece[1]), 1), round(down + float(piece[2]), 1), piece[3]))
    return found


@pytest.mark.parametrize("game", NAMES)
def test_page_has_all_pictures(game: str) -> None:
    states = states_of(module_of(game).State(seed=3))
    text = svg.page(states, theme="dark")
    shown = pictures(text)
    assert len(shown) == (1 if GAMES[game].solitaire else 1 + states[0].rules.players)
    variables = {f"var(--{name})": colour for name, colour in svg.THEMES["dark"].items()}
    for seat, seen in zip((None, *range(len(shown) - 1)), shown, strict=True):
        assert len(seen) == len(states)
        for moment in (0, len(states) // 2, -1):
            expected = pieces_of(svg.draw(states[moment], seat=seat, theme="dark"))
            found = [
                (x, y, re.sub(r"var\([^)]*\)", lambda name: variables[name[0]], shape)) for x, y, shape in seen[moment]
            ]
            assert found == expected


def test_page_works_without_scripts() -> None:
    states = states_of(doudizhu.State(seed=3))
    text = svg.page(states, names=["Anna", None, "Bo"])
    read = Reader(text)
    moves = [tens(str(states[-1].rules.move(action))) for action in states[-1].history]
    listed = re.findall("<li><button>(.*)</button></li>", text)
    assert listed[0] == "start"
    assert [each.rpartition("</b> ")[2] for each in listed[1:]] == moves
    assert listed[1].startswith("<b><bdi>seat 1</bdi></b> ")
    assert '<p id="result">Payoffs: <bdi>Anna</bdi> +3, <bdi>seat 1</bdi> +3, <bdi>Bo</bdi> -6</p>' in text
    assert ">+3<" in text.partition("<script")[0]
    assert read.count("noscript") == 1


def test_moves_of_mexican_train_are_told_in_words() -> None:
    """As at the terminal; names instead of seats."""
    state: Any = mexican_train.State(mexican_train.Rules(players=3), seed=7)
    states = [state.copy()]
    bot = RuleBot()
    while not state.is_over:
        state.push(bot.choose(state.view(state.current_player)))
        states.append(state.copy())
    text = svg.page(states, names=["Ada", "Ben", None])
    listed = [unescape(re.sub("<[^>]*>", "", each)) for each in re.findall("<li><button>(.*)</button></li>", text)[1:]]
    names = ["Ada", "Ben", "seat 2"]
    seen = set()
    for move, shown, (seat, action) in zip(listed, states[1:], (each.recent[-1] for each in states[1:]), strict=True):
        told = str(shown.rules.move(action))
        tile, _, train = told.partition("@")
        words = {"": "", "me": " on their own train", "mexican": " on the Mexican train"}
        words |= {str(each): f" on {name}'s train" for each, name in enumerate(names)}
        assert move == f"{names[seat]} {tile}{words[train]}"
        seen.add(train if train in ("", "me", "mexican") else "other")
    assert seen == {"", "me", "mexican", "other"}
    assert "@" not in svg.draw(states[1], names=["Ada", "Ben", None]).partition("<desc>")[0]


def test_page_is_self_contained() -> None:
    text = svg.page(states_of(foursquare.State(seed=3)))
    read = Reader(text)
    for tag, attributes in read.elements:
        assert tag not in ("img", "iframe", "object", "base", "form"), tag
        assert not {"src", "action"} & set(attributes), attributes
        assert attributes.get("href", "data:,") == "data:,"
    assert set(re.findall("https?://[^\"']*", text)) == {"http://www.w3.org/2000/svg"}
    assert "url(" not in text
    assert "@import" not in text
    assert "default-src 'none'" in text


def test_texts_on_a_page_are_escaped() -> None:
    harm = "</script><script>alert('1')</script><!-- <b>&amp;\0"
    states = states_of(doudizhu.State(seed=3))
    plain = Reader(svg.page(states, title="t", note="n", names=["a", "b", "c"]))
    read = Reader(svg.page(states, title=harm, note=harm, names=["<script>alert()", "<!-- <b>&amp;\0", None]))
    assert [tag for tag, _ in read.elements] == [tag for tag, _ in plain.elements]
    assert read.count("script") == 2
    assert read.texts["h1"] == [harm.replace("\0", "?")]
    assert "alert" in read.texts["script"][0]
    assert not set("<>&") & set(read.texts["script"][0])
    assert pictures(svg.page(states, names=[harm, harm, None]))


def test_page_themes() -> None:
    states = states_of(foursquare.State(seed=3))
    both, dark = svg.page(states), svg.page(states, theme="dark")
    assert "prefers-color-scheme: dark" in both
    assert f"--felt: {svg.THEMES['light']['felt']};" in both
    assert f"--felt: {svg.THEMES['dark']['felt']};" in both
    assert "prefers-color-scheme" not in dark
    assert f"--felt: {svg.THEMES['light']['felt']};" not in dark
    assert re.search('<button id="theme" [^>]* hidden>', dark)


def passes(count: int) -> Any:
    """Return a round of Dou Dizhu in which nobody bids, so that the cards are dealt again and again."""
    state = doudizhu.State(seed=1)
    for _ in range(count):
        state.push(state.parse("pass"))
    return state


@pytest.mark.full
@pytest.mark.parametrize(
    ("state", "most"),
    [
        (lambda: after(foursquare.State(seed=3), 500), 50_000),
        (lambda: after(doudizhu.State(seed=3), 500), 70_000),
        (lambda: after(mexican_train.State(seed=3), 500), 170_000),
        (lambda: after(rummy.State(rummy.Rules(players=4), seed=14), 500), 360_000),
        (lambda: passes(300), 190_000),
        (lambda: after(mexican_train.State(mexican_train.Rules(players=12, set=18), seed=1), 500), 410_000),
    ],
    ids=["foursquare", "doudizhu", "mexican_train", "rummy", "passes", "twelve players"],
)
def test_page_is_small(state: Callable[[], Any], most: int) -> None:
    assert len(record.Record.of(state()).to_html().encode()) < most


def test_page_draws_each_strip_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each seat's hand is drawn for itself and for all, in turn and out of turn, but not in every picture."""
    count = 0

    def counting(*arguments: Any) -> Paper:
        nonlocal count
        count += 1
        return drawn(*arguments)

    monkeypatch.setattr(frames, "drawn", counting)
    state = mexican_train.State(mexican_train.Rules(players=12, set=18), seed=1)
    states = [state.copy(), *(after(state, 1).copy() for _ in range(20))]
    svg.page(states)
    pictures = len(states) * 13
    assert 40 < count < pictures


def test_equal_pictures_are_stored_once() -> None:
    state = foursquare.State(seed=3)
    data = json.loads(Reader(svg.page([state] * 5)).texts["script"][0])
    assert data["frames"] == [[[0, 0, 1, 1, 2, 2, 3, 3], [], [], [], []]]
    assert len(data["strips"]) == 4


def test_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    page = import_module("oxideal.svg.page")
    monkeypatch.setattr(page, "MAX_STATES", 3)
    refuses(InvalidArgumentError, says("too_many_states", 3, ""), svg.page, endless(foursquare.State(seed=1)))
    monkeypatch.setattr(page, "MAX_PICTURES", 11)
    hint = "; pass fewer, or the views of one seat"
    refuses(InvalidArgumentError, says("too_many_states", 2, hint), svg.page, [doudizhu.State(seed=1)] * 3)
    assert len(pictures(svg.page([doudizhu.State(seed=1)] * 2))) == 4
    assert len(pictures(svg.page([doudizhu.State(seed=1).view(0)] * 3))) == 1


def test_long_record_is_refused_before_it_is_replayed() -> None:
    """20,000 pictures are 5,000 positions of a game with three seats."""
    made = record.Record.from_dict(record.Record.of(doudizhu.State(seed=1)).to_dict() | {"actions": ["none"] * 5000})
    hint = "; pass fewer, or the views of one seat"
    refuses(InvalidArgumentError, says("too_many_states", 5000, hint), made.to_html)


def test_progress_counts_every_state(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    @contextmanager
    def bar(*arguments: Any) -> Iterator[Callable[[int], None]]:
        seen.append(arguments)
        yield seen.append

    monkeypatch.setattr(import_module("oxideal.svg.page"), "progress_bar", bar)
    states = states_of(foursquare.State(seed=3))
    svg.page(states)
    svg.page(iter(states), progress=False)
    done = [1] * len(states)
    assert seen == [(len(states), None, "position"), *done, (None, False, "position"), *done]


def endless(state: Any) -> Iterator[Any]:
    """Asking for more than four would never end."""
    yield from repeat(state, 4)
    raise AssertionError


def test_page_does_not_hold_states_or_pictures() -> None:
    """For a game of ten thousand actions they would take gigabytes."""

    def count() -> int:
        return sum(isinstance(each, reference.State | Paper) for each in gc.get_objects())

    gc.freeze()  # exclude the objects of other tests
    try:
        before = count()

        def states() -> Iterator[Any]:
            for state in play(reference.State(seed=3), 3):
                assert count() <= before + 10
                yield state

        assert svg.page(states()) == svg.page(states_of(foursquare.State(seed=3)))
    finally:
        gc.unfreeze()


def test_page_of_views_shows_only_what_the_seat_knew() -> None:
    states = states_of(rummy.State(rummy.Rules(hand_size=5), seed=47))
    text = svg.page([state.view(1) for state in states])
    assert pictures(text)[0] == pictures(svg.page(states))[2]
    assert len(pictures(text)) == 1


def test_page_of_a_record() -> None:
    state = after(foursquare.State(seed=3), 500)
    made = record.Record.of(state, names=["Anna"], note="A short one.")
    assert svg.page(made) == svg.page(states_of(foursquare.State(seed=3)), names=["Anna"], note="A short one.")
    assert made.to_html() == svg.page(made)
    assert "Anna" not in svg.page(made, names=["Bo"])
    assert '<p id="result">Payoffs: <bdi>Anna</bdi> 0</p>\n<p>A short one.</p>' in svg.page(made)
    assert ">Bo<" in svg.page(made, names=["Bo"])


ONE = foursquare.State(seed=1)

TOO_LONG = record.Record.from_dict(record.Record.of(ONE).to_dict() | {"actions": ["0,0"] * 10_000})
"""Refused because of its length, before any of it is replayed."""


@pytest.mark.parametrize(
    ("error", "message", "game", "named"),
    [
        (InvalidArgumentError, "a page needs at least one state", [], {}),
        (TypeError, "game must be a record or a list of states or views, not int", 3, {}),
        (TypeError, "game must be a record or a list of states or views, not str", "abc", {}),
        (TypeError, "expected a State or a View of a game of this package, not int", [ONE, 3], {}),
        (InvalidArgumentError, says("states_of_several_games"), [ONE, rummy.State(seed=1)], {}),
        (
            InvalidArgumentError,
            says("states_of_several_games"),
            [ONE, foursquare.State(foursquare.Rules(diagonal=True), seed=1)],
            {},
        ),
        (
            InvalidArgumentError,
            "all views of a page must be of the same seat",
            [rummy.State(seed=1).view(0), rummy.State(seed=1).view(1)],
            {},
        ),
        (InvalidArgumentError, says("too_many_states", 10000, ""), [ONE] * 10_001, {}),
        (InvalidArgumentError, says("too_many_states", 10000, ""), TOO_LONG, {}),
        (TypeError, "progress must be True, False or None, not str", [ONE], {"progress": "yes"}),
        (TypeError, says("not_a_str", "title", "int"), [ONE], {"title": 3}),
        (TypeError, says("not_a_str", "note", "int"), [ONE], {"note": 3}),
        (InvalidArgumentError, says("items_per_seat", "names", 1, "2"), [ONE], {"names": ["a", "b"]}),
    ],
    ids=range(13),
)
def test_wrong_page_arguments(error: type[Exception], message: str, game: Any, named: dict[str, Any]) -> None:
    refuses(error, message, svg.page, game, **named)
