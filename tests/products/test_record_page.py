"""Pages that step through a round: what is in the file, and in the full tier what Chromium makes of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from helpers.cases import play
from helpers.chrome import READY, Page
from helpers.messages import says
from helpers.packed import Packed
from helpers.pictures import after
from helpers.refusal import refuses
from helpers.table_page import OVERLAPS
from oxideal import doudizhu, foursquare, mexican_train, rummy, web
from oxideal._registry import NAMES, module_of
from oxideal.errors import InvalidArgumentError
from oxideal.record import Record
from oxideal.reference import foursquare as reference


def states_of(state: Any, seed: int = 3) -> list[Any]:
    return list(play(state, seed))


def seen(position: dict[str, Any], place: int) -> dict[str, Any]:
    """Return what a page has of the view of one of its seats."""
    return {**position["view"], **position["own"][place]}


@pytest.mark.parametrize("game", NAMES)
def test_page_has_what_each_seat_sees(game: str) -> None:
    states = states_of(module_of(game).State(seed=3))
    *positions, whole = Packed(web.page(states)).rounds[0]
    assert len(positions) == len(states)
    assert whole["seats"] == list(range(states[0].rules.players))
    for position, state in zip(positions, states, strict=True):
        for seat in whole["seats"]:
            view = state.view(seat).to_dict()
            shown = seen(position, seat)
            assert shown == {name: view[name] for name in shown}
            assert {"current_player", "recent", *({"hand"} & set(view))} <= set(shown)
    assert whole["payoffs"] == list(states[-1].payoffs)
    assert [each["said"]["en"]["text"] for each in positions[1:]].count("") == 0
    assert re.search("[\u4e00-\u9fff]", positions[1]["said"]["zh"]["text"])


def test_page_of_views_has_only_what_the_seat_knew() -> None:
    states = states_of(rummy.State(rummy.Rules(players=3), seed=47))
    read = Packed(web.page([state.view(1) for state in states]))
    *positions, whole = read.rounds[0]
    assert whole["seats"] == [1]
    count = 0
    for position, state in zip(positions, states, strict=True):
        if state.is_over:
            continue
        (own,) = position["own"]
        hidden = {*state.hands[0], *state.hands[2]} - {*state.view(1).known[0], *state.view(1).known[2]}
        count += len(hidden)
        shown = {name: value for name, value in position["view"].items() if name not in ("recent", "earlier")}
        assert not {str(card) for card in hidden} & set(re.findall(r'"(\w\w)"', json.dumps([own, shown])))
    assert count > 100


def test_page_needs_nothing_else() -> None:
    text = web.page(states_of(foursquare.State(seed=3)))
    read = Packed(text)
    policy = re.search('Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    assert policy[1] == "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' data:; img-src data:"
    assert not re.search(r"<(link|img|iframe)[^>]* (src|href)=\"(?!data:,)", text)
    assert "url(" not in read.program["style"]
    modules = read.program["modules"]
    wanted = {name for each in modules.values() for name in re.findall(r'(?:from |import\()"([^"]+)"', each)}
    assert {"oxideal/table.js", "oxideal/sentences.js"} <= wanted <= set(modules)


def test_texts_on_a_page_are_escaped() -> None:
    harm = "</script><script>alert('1')</script><!-- <b>&amp;\0"
    states = states_of(doudizhu.State(seed=3))
    text = web.page(states, title=harm, note=harm, names=["<script>alert()", harm, None])
    assert "alert()" not in text
    assert "<title>&lt;/script&gt;" in text
    assert text.count("<script") == web.page(states, title="t").count("<script")
    whole = Packed(text).rounds[0][-1]
    assert whole["note"] == whole["heading"] == harm.replace("\0", "?")
    assert whole["names"]["en"][2] == "seat 2"


@pytest.mark.full
@pytest.mark.parametrize(
    ("state", "most"),
    [
        (lambda: after(foursquare.State(seed=3), 500), 52_000),
        (lambda: after(doudizhu.State(seed=3), 500), 60_000),
        (lambda: after(mexican_train.State(seed=3), 500), 65_000),
        (lambda: after(rummy.State(rummy.Rules(players=4), seed=14), 500), 104_000),
        (lambda: after(mexican_train.State(mexican_train.Rules(players=12, set=18), seed=1), 500), 100_000),
    ],
    ids=["foursquare", "doudizhu", "mexican_train", "rummy", "twelve players"],
)
def test_page_is_small(state: Callable[[], Any], most: int) -> None:
    assert len(Record.of(state()).to_html().encode()) < most


def test_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless() -> Iterator[Any]:
        yield from islice(states_of(foursquare.State(seed=1)), 4)
        raise AssertionError

    monkeypatch.setattr(import_module("oxideal.web.page"), "MAX_STATES", 3)
    refuses(InvalidArgumentError, says("too_many_states", 3), web.page, endless())


def test_page_of_a_record_and_of_the_other_engine() -> None:
    made = Record.of(after(foursquare.State(seed=3), 500), names=["Anna"], note="A short one.")
    states = states_of(foursquare.State(seed=3))
    assert made.to_html() == web.page(made) == web.page(states, names=["Anna"], note="A short one.")
    assert web.page(play(reference.State(seed=3), 3)) == web.page(states)
    assert Packed(web.page(made, names=["Bo"])).rounds[0][-1]["names"]["zh"] == ["Bo"]


ONE = foursquare.State(seed=1)

TOO_LONG = Record.from_dict(Record.of(ONE).to_dict() | {"actions": ["0,0"] * 10_000})
"""Refused because of its length, before any of it is replayed."""

APART = "each state of a page must follow from the one before by one action"


@pytest.mark.parametrize(
    ("error", "message", "game", "named"),
    [
        (InvalidArgumentError, "a page needs at least one state", [], {}),
        (TypeError, "game must be a record or a list of states or views, not int", 3, {}),
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
        (InvalidArgumentError, APART, [ONE, ONE], {}),
        (InvalidArgumentError, APART, states_of(doudizhu.State(seed=3))[::2], {}),
        (InvalidArgumentError, says("too_many_states", 10000), TOO_LONG, {}),
        (TypeError, "progress must be True, False or None, not str", [ONE], {"progress": "yes"}),
        (TypeError, "theme must be a str or None, not dict", [ONE], {"theme": {}}),
        (TypeError, says("not_a_str", "title", "int"), [ONE], {"title": 3}),
        (InvalidArgumentError, says("items_per_seat", "names", 1, "2"), [ONE], {"names": ["a", "b"]}),
    ],
    ids=range(13),
)
def test_wrong_page_arguments(error: type[Exception], message: str, game: Any, named: dict[str, Any]) -> None:
    refuses(error, message, web.page, game, **named)


# In Chromium

AT = "document.querySelector('#progress').textContent"


@pytest.mark.full
@pytest.mark.parametrize("game", NAMES)
def test_keys_and_list_step_through_a_round(game: str, page: Page, tmp_path: Path) -> None:
    states = states_of(module_of(game).State(seed=3))
    last = len(states) - 1
    page.show(web.page(states), tmp_path, "#2")
    said = [each["said"]["en"]["text"] for each in Packed(web.page(states)).rounds[0][1:-1]]
    task = "document.querySelector('#table .task').textContent"
    assert page.js(AT) == f"2 / {last}"
    assert page.js(task) == said[1]
    for key, wanted in (("ArrowRight", 3), ("ArrowLeft", 2), ("Home", 0), ("End", last)):
        page.key(key)
        page.wait(f"{AT} === '{wanted} / {last}'")
    score = "document.querySelector('#score').textContent"
    assert page.js(score)
    page.js("document.querySelectorAll('#story button')[3].click()")
    page.wait(f"{AT} === '4 / {last}' && {task} === {json.dumps(said[3])}")
    assert page.js("document.querySelector('#story [aria-current] span').textContent") == said[3]
    assert page.js(score) == ""  # the result is not told before the end
    page.js("document.querySelector('#language').click()")
    page.wait(f"document.documentElement.lang.startsWith('zh') && {AT}.startsWith('4 ')")
    page.wait("location.hash === '#4'")


@pytest.mark.full
def test_rounds_are_stepped_through_in_the_cells_of_a_notebook(page: Page, tmp_path: Path) -> None:
    """Several on one page, each for itself, and with what a notebook puts around them."""
    rounds = [states_of(foursquare.State(seed=3)), states_of(rummy.State(rummy.Rules(players=2), seed=3))]
    cells = "".join(f"<div class='output'>{web.page(states)._repr_html_()}</div>" for states in rounds)
    (tmp_path / "notebook.html").write_text(f"<!doctype html><title>A notebook</title>{cells}", encoding="utf-8")
    page.go((tmp_path / "notebook.html").as_uri())
    for number, states in enumerate(rounds):
        frame = f"document.querySelectorAll('iframe')[{number}]?.contentDocument"
        page.wait(f"{frame}?.documentElement?.dataset.ready === 'true'")
        for at in (1, 2):
            page.js(f"{frame}.querySelector('.steps .on').click()")
            page.wait(f"{frame}.querySelector('#progress').textContent === '{at} / {len(states) - 1}'")
        assert page.js(f"{frame}.querySelectorAll('#table .card').length") > 0
    assert page.js("document.elementFromPoint(20, 20).localName") == "iframe"  # and not the words behind it


@pytest.mark.full
def test_reader_chooses_whose_hand_is_shown(page: Page, tmp_path: Path) -> None:
    states = states_of(doudizhu.State(seed=3))
    page.show(web.page(states, names=["Ann", "Bo", "Cy"]), tmp_path, "#3")
    own = "document.querySelector('.own-line').textContent"
    faces = "document.querySelectorAll('#table .open .card:not(.down)').length"
    page.resize(1440, 900)  # in a low window there is no room for all hands
    page.wait(f"innerWidth === 1440 && {READY}")
    assert page.js(own).startswith("Ann")
    assert page.js(faces) == len(states[3].hands[1]) + len(states[3].hands[2])
    page.js("Object.assign(document.querySelector('#viewer'), { value: '1' }).onchange()")
    page.wait(f"{own}.startsWith('Bo') && {AT}.startsWith('3 ')")
    assert page.js(faces) == 0
    assert page.js("document.querySelectorAll('#table .hand .card:not(.down)').length") == len(states[3].hands[1])


@pytest.mark.full
@pytest.mark.parametrize(
    "size", [(390, 844), (844, 390), (1024, 768), (1440, 900)], ids=["phone", "across", "tablet", "desktop"]
)
@pytest.mark.parametrize("game", NAMES)
def test_page_fits_the_window(game: str, size: tuple[int, int], page: Page, tmp_path: Path) -> None:
    page.show(web.page(states_of(module_of(game).State(seed=3))), tmp_path)
    page.resize(*size, touch=size[0] < 1000)
    page.wait(f"innerWidth === {size[0]} && {READY}")
    assert page.js("document.documentElement.scrollWidth") <= size[0]
    assert page.js("document.querySelector('#controls').getBoundingClientRect().bottom") <= size[1]
    page.wait(f"{OVERLAPS}.length === 0")  # once it is drawn in this size
