"""The page that needs no server, in a real Chromium: rounds against the engine in the page. `make play` builds it."""

from __future__ import annotations

import functools
import gzip
import http.server
import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.chrome import Chrome, Page, chrome
from helpers.table_page import END, MOVES, TURN, choose, click_a_move, moved, turn
from oxideal import foursquare
from oxideal._registry import GAMES, module_of
from oxideal.bots import LevelBot, Limit, bot_seed
from oxideal.record import Record, loads
from oxideal.review import review

FOLDER = Path(__file__).parents[2] / "target/play"
SEED = 7
ITERATIONS = 2000
DESKTOP, PHONE = (1440, 900), (390, 844)
LABEL = "document.querySelector('{}').textContent"

FIXED = f"""(() => {{
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (text) {{
        post.call(this, text.replace('"kind":"create"', '"kind":"create","seed":{SEED}')
            .replace('"game":"rummy","rules":{{', '"game":"rummy","rules":{{"turn_limit":40,')
            .replace('"kind":"review"}}', '"kind":"review","limit":{{"iterations":{ITERATIONS}}}}}'));
    }};
}})()"""
"""Against somebody who never melds, a round of Rummy can take all of its 1,000 turns."""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def site() -> Iterator[http.server.ThreadingHTTPServer]:
    """A server of static files. Each test has a port of its own, and so its own service worker."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(FOLDER))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Chrome]:
    with chrome() as found:
        yield found


@pytest.fixture
def page(browser: Chrome, site: http.server.ThreadingHTTPServer) -> Iterator[Page]:
    with browser.page() as found:
        visit(found, site)
        found.js("localStorage.setItem('oxideal.pace', '0.01')")
        yield found
        assert found.errors == []


def visit(page: Page, site: http.server.ThreadingHTTPServer) -> None:
    page.go(f"http://127.0.0.1:{site.server_port}/")
    page.wait("document.querySelector('#games input')")


def reload(page: Page, until: str) -> None:
    page.js("(() => { window.old = true; location.reload(); })()")
    page.wait(f"!window.old && {until}")


def start(page: Page, game: str, level: int = 5, language: str = "en", size: tuple[int, int] = DESKTOP) -> None:
    page.resize(*size, touch=size == PHONE)
    page.js(f"localStorage.setItem('oxideal.language', '{language}')")
    reload(page, "document.querySelector('#games input')")
    page.js(FIXED)
    choose(page, "game", game)
    if page.js("!document.querySelector('#strengths').hidden"):
        choose(page, "strength", f"level:{level}")
    page.click("#start .primary")


SAVED = "JSON.parse(Object.values(JSON.parse(localStorage['oxideal.tables'])).at(-1).token)"
"""The round as the browser keeps it."""


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize(
    ("level", "size", "language"), [(5, DESKTOP, "en"), (10, PHONE, "zh")], ids=["desktop", "phone"]
)
def test_round_against_the_engine(page: Page, game: str, level: int, size: tuple[int, int], language: str) -> None:
    start(page, game, level, language, size)
    while turn(page):
        click_a_move(page)
    found = page.js(SAVED)
    module = module_of(game)
    state = module.State(module.Rules.from_dict(found["rules"]), seed=SEED)
    bots = [LevelBot(level, seed=bot_seed(SEED, seat)) for seat in range(state.rules.players)]
    for action in found["actions"]:
        seat = state.current_player
        if found["seats"][seat] != "person":
            assert int(bots[seat].choose(state.view(seat))) == action
        state.push(action)
    assert state.is_over
    shown = page.js("[...document.querySelectorAll('#end-scores tbody tr')].map(each => each.cells[1].textContent)")
    assert [int(text.replace("\u2212", "-")) for text in shown] == list(state.payoffs)
    page.click("#see")
    page.click(".choices .primary")  # and another round begins
    page.wait(f"!{END} && {SAVED}.round === 2")
    assert turn(page)


def test_hint_take_back_past_and_reload(page: Page) -> None:
    start(page, "rummy")
    assert turn(page)
    page.click(".hint")
    page.wait("document.querySelector('.hints li')")
    assert re.fullmatch(r"(Take|Draw).*", page.js(LABEL.format(".hints li")))
    moves = page.js(MOVES)
    click_a_move(page)
    page.wait("!document.querySelector('.undo').disabled")
    page.click(".undo")
    page.wait(f"{MOVES} === {moves} && {TURN}")
    click_a_move(page)
    assert turn(page)
    story = page.js(LABEL.format("#story"))
    cards = page.js("document.querySelectorAll('.mine').length")
    reload(page, f"{TURN} && {MOVES} > 0")
    assert page.js(LABEL.format("#story")) == story
    page.click(".first")
    page.wait(f"document.querySelectorAll('.mine').length === {cards - 1}")
    page.click(".last")
    page.wait(f"document.querySelectorAll('.mine').length === {cards}")


def test_refusals_rules_and_languages(page: Page) -> None:
    start(page, "rummy")
    assert turn(page)
    page.click(".mine")
    page.wait("document.querySelector('.naming').textContent.endsWith('Draw a card first [RM-03]')")
    page.click("#rules-button")
    page.wait("document.querySelector('#panel-rules p')")
    assert "stock" in page.js(LABEL.format("#panel-rules"))
    page.click("#language")
    page.wait("/[\u4e00-\u9fff]/.test(document.querySelector('.task').textContent)")
    page.wait("/[\u4e00-\u9fff]/.test(document.querySelector('#panel-rules').textContent)")
    assert page.js("document.querySelector('#people').hidden && document.querySelector('#verify').hidden")


def test_resignation_and_record(page: Page) -> None:
    start(page, "doudizhu")
    assert turn(page)
    moves = page.js(MOVES)
    click_a_move(page)
    moved(page, moves)
    page.js(
        "(() => { window.confirm = () => true; const make = URL.createObjectURL;"
        " URL.createObjectURL = (blob) => { window.kept = blob; return make(blob); }; })()"
    )
    page.click("#moves-button")
    page.click("#resign")
    page.wait(END)
    page.click("#see")
    page.click("#record")
    page.wait("Boolean(window.kept)")
    record = loads(page.js("window.kept.text()"))
    assert record.seed == SEED
    assert record.forfeited is not None
    *_, end = record.states()
    assert list(map(int, end.history)) == page.js(SAVED)["actions"]
    assert record.payoffs == end.payoffs


def test_review(page: Page) -> None:
    """The person's mistakes are those that a review in Python finds."""
    start(page, "foursquare")
    while turn(page):
        click_a_move(page)
    page.click("#review-round")
    page.wait("document.querySelector('#chart svg')")
    state = foursquare.State(seed=SEED)
    for action in page.js(SAVED)["actions"]:
        state.push(action)
    found = review(Record.of(state), Limit(iterations=ITERATIONS), progress=False)
    numbers = sorted(each.number + 1 for each in found.mistakes)
    assert numbers
    marked = (
        "[...document.querySelectorAll('#story li')].flatMap((each, k) => each.querySelector('.mark') ? k + 1 : [])"
    )
    assert page.js(marked) == numbers
    page.wait("document.querySelector('#detail .mistake')?.dataset.number === " + f"'{numbers[0] - 1}'")
    page.wait("document.querySelector('.flaw, .better')")
    detail = LABEL.format("#detail .mistake")
    first = next(each for each in found.decisions if each.mistake)
    assert first.cost is not None
    assert f"{first.cost.payment:.2f}" in page.js(detail)
    page.click("#language")
    page.wait(f"/[\u4e00-\u9fff]/.test({detail})")
    page.click("#panel-close")
    page.click(".last")
    page.click(".choices .primary")  # another round has no review
    page.wait(f"{SAVED}.round === 2 && !document.querySelector('.mark')")
    assert turn(page)


def test_review_stops_and_starts_again(page: Page) -> None:
    start(page, "foursquare")
    page.js(FIXED.replace(str(ITERATIONS), "1000000000"))  # the first replacement leaves the second nothing
    while turn(page):
        click_a_move(page)
    page.click("#review-round")
    page.wait("document.querySelector('#review progress')?.value > 0")
    page.click("#review button")
    page.wait("document.querySelector('#chart svg')")
    page.click("#panel-close")
    page.click("#moves-button")
    assert page.js("document.querySelector('#review').hidden")


def test_works_without_a_network(page: Page, site: http.server.ThreadingHTTPServer) -> None:
    kept = json.loads((FOLDER / "files.js").read_text(encoding="utf-8").partition("=")[2].rstrip().rstrip(";"))
    page.wait("navigator.serviceWorker.ready.then(() => true)")
    page.wait(
        f"(async () => (await (await caches.open((await caches.keys())[0])).keys()).length)().then("
        f"count => count === {len(kept['first']) + len(kept['later'])})"
    )
    site.shutdown()
    site.server_close()
    start(page, "doudizhu", level=10)
    assert turn(page)
    moves = page.js(MOVES)
    click_a_move(page)
    moved(page, moves)


def test_sizes() -> None:
    sizes = {
        path.relative_to(FOLDER).as_posix(): len(gzip.compress(path.read_bytes()))
        for path in FOLDER.rglob("*")
        if path.is_file()
    }

    def total(start: str) -> int:
        return sum(size for name, size in sizes.items() if name.startswith(start))

    assert 0 < total("") - total("engine/") - total("weights/") < 80_000
    for game in GAMES:
        networks = [size for name, size in sizes.items() if name.startswith(f"weights/{game}")]
        assert 0 < total(f"engine/{game}/") + min(networks) < 925_000  # Dou Dizhu has others for four players
