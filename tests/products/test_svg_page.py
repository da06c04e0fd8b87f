"""Pages with all pictures of a round."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Iterator
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
from oxideal.errors import InvalidArgumentError
from oxideal.reference import foursquare as reference
from oxideal.svg.paper import Paper

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


def pictures(text: str) -> list[list[list[tuple[float, float, str]]]]:
    """Return all pictures of a page as its script assembles them: for each choice of hands, the
    shapes and places.
    """
    data = json.loads(Reader(text).texts["script"][0])
    found: list[list[list[tuple[float, float, str]]]] = []
    for frames in data["frames"]:
        found.append([])
        for _, *frame in frames:
            pieces = []
            for number, down in zip(frame[::2], frame[1::2], strict=True):
                strip = data["strips"][number]
                for shape, x, y in zip(strip[::3], strip[1::3], strip[2::3], strict=True):
                    pieces.append((x, round(down + y, 1), data["shapes"][shape]))
            found[-1].append(pieces)
    return found


def pieces_of(picture: str) -> list[tuple[float, float, str]]:
    """Return the same for a single picture."""
    found, down = [], 0.0
    for line in picture.splitlines():
        if strip := re.fullmatch(r'<g transform="translate\(0 ([\d.]+)\)">', line):
            down = float(strip[1])
        elif piece := re.fullmatch(r'<g transform="translate\((\S+) (\S+)\)">(.*)</g>', line):
            found.append((float(piece[1]), round(down + float(piece[2]), 1), piece[3]))
    return found


@pytest.mark.parametrize(
    "state",
    [doudizhu.State(seed=3), mexican_train.State(seed=3), rummy.State(rummy.Rules(hand_size=5), seed=47)],
    ids=["doudizhu", "mexican_train", "rummy"],
)
def test_page_has_all_pictures(state: Any) -> None:
    states = states_of(state)
    text = svg.page(states, theme="dark")
    shown = pictures(text)
    assert len(shown) == 1 + state.rules.players
    variables = {f"var(--{name})": colour for name, colour in svg.THEMES["dark"].items()}

    def coloured(variable: re.Match[str]) -> str:
        return variables[variable[0]]

    for seat, frames in zip((None, *range(state.rules.players)), shown, strict=True):
        assert len(frames) == len(states)
        for moment in (0, len(states) // 2, -1):
            expected = pieces_of(svg.draw(states[moment], seat=seat, theme="dark"))
            found = [
                (x, y, re.sub(r"var\([^)]*\)", lambda name: variables[name[0]], shape))
                for x, y, shape in frames[moment]
            ]
            assert found == expected


def test_page_works_without_scripts() -> None:
    states = states_of(doudizhu.State(seed=3))
    text = svg.page(states, names=["Anna", None, "Bo"])
    read = Reader(text)
    moves = [str(states[-1].rules.move(action)) for action in states[-1].history]
    listed = re.findall("<li><button>(.*)</button></li>", text)
    assert listed[0] == "start"
    assert [each.rpartition("</b> ")[2] for each in listed[1:]] == moves
    assert listed[1].startswith("<b><bdi>seat 1</bdi></b> ")
    assert "<p>Payoffs: <bdi>Anna</bdi> +3, <bdi>seat 1</bdi> +3, <bdi>Bo</bdi> -6</p>" in text
    assert ">+3<" in text.partition("<script")[0]
    assert read.count("noscript") == 1


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
    read = Reader(svg.page(states, title=harm, note=harm, names=[harm, harm, None]))
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
    assert '<button id="theme" hidden>' in dark


def test_page_of_a_long_game_is_small() -> None:
    states = states_of(rummy.State(rummy.Rules(players=4), seed=14))
    assert len(states) > 450
    assert len(svg.page(states)) < 1_000_000


def test_endless_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("oxideal.svg.page"), "MAX_STATES", 3)
    refuses(InvalidArgumentError, says("too_many_states", 3), svg.page, endless(foursquare.State(seed=1)))


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
    assert "<p>Payoffs: <bdi>Anna</bdi> 0</p>\n<p>A short one.</p>" in svg.page(made)
    assert ">Bo<" in svg.page(made, names=["Bo"])


TOO_LONG = record.Record.from_dict(record.Record.of(foursquare.State(seed=1)).to_dict() | {"actions": ["0,0"] * 10_000})
"""Refused because of its length, before any of it is replayed."""


@pytest.mark.parametrize(
    ("error", "message", "game", "named"),
    [
        (InvalidArgumentError, "a page needs at least one state", [], {}),
        (TypeError, "game must be a record or a list of states or views, not int", 3, {}),
        (TypeError, "game must be a record or a list of states or views, not str", "abc", {}),
        (
            TypeError,
            "expected a State or a View of a game of this package, not int",
            [foursquare.State(seed=1), 3],
            {},
        ),
        (
            InvalidArgumentError,
            says("states_of_several_games"),
            [foursquare.State(seed=1), rummy.State(seed=1)],
            {},
        ),
        (
            InvalidArgumentError,
            says("states_of_several_games"),
            [foursquare.State(seed=1), foursquare.State(foursquare.Rules(diagonal=True), seed=1)],
            {},
        ),
        (
            InvalidArgumentError,
            "all views of a page must be of the same seat",
            [rummy.State(seed=1).view(0), rummy.State(seed=1).view(1)],
            {},
        ),
        (InvalidArgumentError, says("too_many_states", 10000), [foursquare.State(seed=1)] * 10_001, {}),
        (InvalidArgumentError, says("too_many_states", 10000), TOO_LONG, {}),
        (TypeError, says("not_a_str", "title", "int"), [foursquare.State(seed=1)], {"title": 3}),
        (TypeError, says("not_a_str", "note", "int"), [foursquare.State(seed=1)], {"note": 3}),
        (
            InvalidArgumentError,
            says("items_per_seat", "names", 1, "more"),
            [foursquare.State(seed=1)],
            {"names": ["a", "b"]},
        ),
    ],
    ids=range(12),
)
def test_wrong_page_arguments(error: type[Exception], message: str, game: Any, named: dict[str, Any]) -> None:
    refuses(error, message, svg.page, game, **named)
