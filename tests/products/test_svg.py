"""Pictures. `python tests/products/test_svg.py` redraws the snapshots: look at them afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import repeat
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from helpers.cases import CASES, DATA, Case, play, rows
from helpers.messages import says
from helpers.refusal import refuses, shown_type
from oxideal import doudizhu, foursquare, mexican_train, rummy, svg
from oxideal._internal.html import escaped
from oxideal.errors import InvalidArgumentError
from oxideal.svg.paper import WIDTH
from oxideal.svg.text import width_of

if TYPE_CHECKING:
    from pathlib import Path
from helpers.pictures import after

SVG = "{http://www.w3.org/2000/svg}"


def picture_text(game: str, number: int) -> str:
    """Return the text of a position that the games' own tests print as well."""
    return str(rows(game, "pictures.json")[number]["text"])


def open_and_dead() -> Any:
    """Return a position with an open double and a dead one, in a small set."""
    return mexican_train.State.from_position(
        mexican_train.Rules(players=2, set=3, hand_size=1),
        hands=["0-1", "1-1"],
        turn=0,
        trains=["3-1 1-2 2-0 0-0", "-"],
        mexican="3-2 2-2",
        open_doubles=[0],
        marked=[1],
        boneyard="0-3",
    )


def huanle(*moves: str) -> Any:
    """Return a round with calls and doublings after these moves."""
    state = doudizhu.State(doudizhu.Rules.preset("huanle"), seed=7)
    for move in moves:
        state.push(move)
    return state


SHOWN = ("call", "rob", "pass", "pass", "pass", "double", "pass", "show")
"""Seat 0, the landlord, has shown the hand, and one peasant has doubled."""


SNAPSHOTS: dict[str, Callable[[], str]] = {
    "doudizhu-auction": lambda: svg.draw(after(doudizhu.State(seed=8), 2), seat=1),
    "doudizhu-trick": lambda: svg.draw(
        after(doudizhu.State(seed=3), 30), seat=0, names=["Anna", None, "Li Ming"], theme="light"
    ),
    "doudizhu-four-open": lambda: svg.draw(after(doudizhu.State(doudizhu.Rules(players=4), seed=3), 5)),
    "doudizhu-end": lambda: svg.draw(after(doudizhu.State(seed=3), 500), theme="dark"),
    "doudizhu-called": lambda: svg.draw(huanle("call", "rob", "pass"), seat=1),
    "doudizhu-shown": lambda: svg.draw(huanle(*SHOWN), seat=1),
    "mexican-train-start": lambda: svg.draw(mexican_train.State(seed=5), seat=2),
    "mexican-train-eight": lambda: svg.draw(
        after(mexican_train.State(mexican_train.Rules(players=8), seed=3), 60), seat=1
    ),
    "mexican-train-end": lambda: svg.draw(after(mexican_train.State(seed=3), 500), theme="dark"),
    "mexican-train-doubles": lambda: svg.draw(open_and_dead()),
    "rummy-middle": lambda: svg.draw(after(rummy.State(rummy.Rules(players=4), seed=3), 120), seat=2),
    "rummy-six-open": lambda: svg.draw(after(rummy.State(rummy.Rules(players=6), seed=5), 320), theme="four-colour"),
    "rummy-end": lambda: svg.draw(after(rummy.State(rummy.Rules(hand_size=5), seed=47), 100), theme="dark"),
    "foursquare-start": lambda: svg.draw(foursquare.State(seed=7)),
    "foursquare-middle": lambda: svg.draw(after(foursquare.State(seed=3), 9), theme={"felt": "#dfe7f5"}),
    "foursquare-lost": lambda: svg.draw(after(foursquare.State(seed=3), 500), theme="dark", width=800, last=False),
    "foursquare-won": lambda: svg.draw(foursquare.State.from_text(picture_text("foursquare", 4))),
}


IMAGES: dict[str, Callable[[str], str]] = {
    "doudizhu": lambda theme: svg.draw(
        after(doudizhu.State(doudizhu.Rules(), seed=3), 30), seat=0, names=["Anna", "Bo", "Li Ming"], theme=theme
    ),
    "mexican_train": lambda theme: svg.draw(after(mexican_train.State(seed=3), 44), seat=1, theme=theme),
    "rummy": lambda theme: svg.draw(after(rummy.State(rummy.Rules(players=4), seed=3), 130), seat=2, theme=theme),
    "foursquare": lambda theme: svg.draw(after(foursquare.State(seed=3), 9), theme=theme),
}
"""The pictures of the documentation, which has each in a light and a dark version."""


KEPT: list[tuple[Path, Callable[[], str]]] = [
    *((DATA / "svg" / f"{name}.svg", made) for name, made in SNAPSHOTS.items()),
    *(
        (DATA.parent.parent / "docs" / "images" / f"{name}{ending}.svg", partial(made, theme))
        for name, made in IMAGES.items()
        for ending, theme in (("", "light"), ("-dark", "dark"))
    ),
]


@pytest.mark.parametrize(("path", "made"), KEPT, ids=lambda value: getattr(value, "stem", ""))
def test_pictures_are_unchanged(path: Path, made: Callable[[], str]) -> None:
    assert made() == path.read_text(encoding="utf-8")


@pytest.fixture(params=[case for case in CASES if case.backend == "rust"], ids=str)
def rust(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


def some_states(case: Case) -> list[Any]:
    """Return every fourth state and the last: enough to include each kind of position."""
    states = case.states
    return [*states[::4], states[-1]]


def test_every_state_has_a_valid_picture(rust: Case) -> None:
    for state in some_states(rust):
        for seat in (None, *range(min(2, rust.rules.players))):
            check(svg.draw(state, seat=seat))


def check(picture: str) -> None:
    """Check that it is XML of plain shapes, self-contained, and that everything lies inside the picture."""
    root = ElementTree.fromstring(picture)
    assert root.tag == SVG + "svg"
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "title", "desc", "g", "rect", "path", "text", "circle")
    }
    names = {name for element in root.iter() for name in element.attrib}
    assert not names & {"id", "class", "style", "href", "onclick", "onload"}
    assert picture.count("http") == 1  # the name of the format
    height = float(root.attrib["viewBox"].split()[3])
    assert root.find(f".//{SVG}rect") is not None
    for left, top, right, bottom in extents(root, 0, 0):
        assert left >= 0, picture
        assert top >= 0, picture
        assert right <= WIDTH + 0.1, picture
        assert bottom <= height + 0.1, picture


def extents(element: ElementTree.Element, x: float, y: float) -> Iterator[tuple[float, float, float, float]]:
    """Yield the extent of each rectangle and text that is not rotated or scaled."""
    for child in element:
        transform = child.attrib.get("transform", "translate(0 0)")
        moved = re.fullmatch(r"translate\((-?[\d.]+) (-?[\d.]+)\)", transform)
        if moved is None:
            continue
        left, top = x + float(moved[1]), y + float(moved[2])
        if child.tag == SVG + "rect":
            yield left, top, left + float(child.attrib["width"]), top + float(child.attrib["height"])
        elif child.tag == SVG + "text":
            size = float(child.attrib["font-size"])
            wide = width_of(child.text or "", size, bold="font-weight" in child.attrib)
            wide = float(child.attrib.get("textLength", wide))
            start = left + float(child.attrib.get("x", 0))
            start -= {"end": wide, "middle": wide / 2}.get(child.attrib.get("text-anchor", ""), 0)
            base = top + float(child.attrib.get("y", 0))
            yield start, base - 0.7 * size, start + wide, base
        yield from extents(child, left, top)


def test_backends_agree_on_pictures(rust: Case) -> None:
    for state in some_states(rust)[::2]:
        other = rust.other.State.from_bytes(state.to_bytes())
        assert svg.draw(other) == svg.draw(state)
        seat = state.turn if hasattr(state, "turn") else state.rules.players - 1
        assert svg.draw(other.view(seat)) == svg.draw(state, seat=seat)


def test_picture_shows_nothing_hidden(rust: Case) -> None:
    differ = 0
    for state in some_states(rust)[::2]:
        for seat in range(min(2, rust.rules.players)):
            view = state.view(seat)
            guess = view.sample(1)
            assert svg.draw(guess, seat=seat) == svg.draw(view) == svg.draw(state, seat=seat)
            differ += svg.draw(guess) != svg.draw(state)
    assert differ or rust.rules.players == 1


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        (doudizhu.Rules(players=4), 4),
        (rummy.Rules(players=2, hand_size=25), 2),
        (mexican_train.Rules(players=12, set=18), 12),
        (mexican_train.Rules(players=2, set=18, hand_size=94), 2),
    ],
    ids=["four hands", "large hands", "twelve trains", "long trains"],
)
def test_largest_rounds_fit(rules: Any, seats: int) -> None:
    state = import_module(type(rules).__module__).State(rules, seed=1)
    moments = list(play(state, 2))
    for moment in (moments[0], moments[len(moments) // 2], moments[-1]):
        for seat in (None, 0):
            check(svg.draw(moment, seat=seat, names=["Wolfeschlegelsteinhausenbergerdorff"] * seats))


def test_picture_has_a_text_alternative() -> None:
    state = doudizhu.State(seed=7)
    root = ElementTree.fromstring(svg.draw(state, seat=1, names=["Anna", "Bo", None]))
    assert root.findtext(SVG + "title") == "Dou Dizhu, 3 players: seat 2 to bid, no bid yet, seen by Bo"
    assert root.findtext(SVG + "desc", "").splitlines()[1] == "Anna: 17 cards"


def test_names_are_escaped() -> None:
    names = ['"/><script>', "&amp;\0\ud800", None]
    picture = svg.draw(doudizhu.State(seed=7), names=names)
    check(picture)
    picture.encode("utf-8")
    words = [element.text for element in ElementTree.fromstring(picture).iter(SVG + "text")]
    assert '"/><script>' in words
    assert "&amp;??" in words
    assert escaped('<a b="c">') == "&lt;a b=&quot;c&quot;&gt;"


def luminance(colour: str) -> float:
    """As defined by WCAG 2."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("name", svg.THEMES)
def test_text_has_enough_contrast(name: str) -> None:
    theme = svg.THEMES[name]
    pairs = [(text, ground) for text in ("text", "muted") for ground in ("background", "panel", "felt")]
    pairs += [(suit, "card") for suit in ("clubs", "diamonds", "hearts", "spades")]
    pairs += [(f"number_{number}", "tile") for number in range(19)]
    pairs += [("badge_text", "badge"), ("turn", "panel"), ("last", "felt"), ("open", "felt"), ("badge_text", "last")]
    weak = [(text, ground) for text, ground in pairs if contrast(theme[text], theme[ground]) < 4.5]
    assert weak == []
    marks = [("turn", "panel"), ("last", "tile"), ("open", "tile"), ("marker", "panel"), ("marker", "card")]
    weak = [(mark, ground) for mark, ground in marks if contrast(theme[mark], theme[ground]) < 2]
    assert weak == []


def test_custom_theme() -> None:
    state = foursquare.State(seed=7)
    assert svg.draw(state, theme={}) == svg.draw(state, theme="light") == svg.draw(state)
    assert '"#fab"' in svg.draw(state, theme={**svg.THEMES["dark"], "felt": "#fab"})
    assert svg.draw(state, theme="dark") != svg.draw(state)


COLOURS = ", ".join(svg.THEMES["light"])


COLOUR = 'the colour felt must be e.g. "#1f2328" or "#123", got '


class Unprintable:
    def __str__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize(
    ("error", "message", "named"),
    [
        (InvalidArgumentError, 'unknown theme "dusk"; expected one of light, dark, four-colour', {"theme": "dusk"}),
        (TypeError, "theme must be the name of a theme or a dict of colours, not int", {"theme": 3}),
        (InvalidArgumentError, f'unknown colour "paper"; expected one of {COLOURS}', {"theme": {"paper": "#fff"}}),
        (InvalidArgumentError, COLOUR + '""/><script>"', {"theme": {"felt": '"/><script>'}}),
        (InvalidArgumentError, COLOUR + '"red"', {"theme": {"felt": "red"}}),
        (TypeError, says("not_a_str", "the colour felt", "int"), {"theme": {"felt": 3}}),
        (TypeError, says("not_a_str", "the name of a colour", "Unprintable"), {"theme": {Unprintable(): "#fff"}}),
        (InvalidArgumentError, says("seat_out_of_range", 3, 0, 2), {"seat": 3}),
        (InvalidArgumentError, says("items_per_seat", "names", 3, 2), {"names": ["a", "b"]}),
        (InvalidArgumentError, says("items_per_seat", "names", 3, "more"), {"names": repeat("a")}),
        (TypeError, "a name must be a str or None, not int", {"names": ["a", "b", 3]}),
        (TypeError, says("not_boolean", "last", "int"), {"last": 1}),
        (InvalidArgumentError, says("out_of_range", "width", 100, 10000, 99), {"width": 99}),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_wrong_arguments(error: type[Exception], message: str, named: dict[str, Any]) -> None:
    refuses(error, message, svg.draw, doudizhu.State(seed=7), **named)


def test_only_states_and_views_have_pictures() -> None:
    expected = "expected a State or a View of a game of this package, not {}"
    refuses(TypeError, expected.format("str"), svg.draw, "foursquare")
    refuses(TypeError, expected.format("oxideal.foursquare.Rules"), svg.draw, foursquare.Rules())
    refuses(TypeError, expected.format(shown_type(foursquare.State)), svg.draw, foursquare.State)


def test_view_is_drawn_from_its_seat() -> None:
    view = doudizhu.State(seed=7).view(1)
    assert svg.draw(view, seat=1) == svg.draw(view)
    refuses(InvalidArgumentError, "seat must be 1, the seat of the view, got 0", svg.draw, view, seat=0)


def main() -> None:
    """Redraw the pictures of the tests and of the documentation."""
    for path, made in KEPT:
        path.parent.mkdir(exist_ok=True)
        path.write_text(made(), encoding="utf-8")


if __name__ == "__main__":
    main()
