"""The page in a real Chromium, against a real server."""

from __future__ import annotations

import hmac
import json
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from helpers.table_page import END, MOVES, TURN, choose, click_a_move, described, moved, turn
from helpers.tables import started
from oxideal._registry import module_of
from oxideal.commitment import Commitment
from oxideal.record import Record, dumps

if TYPE_CHECKING:
    from helpers.chrome import Chrome, Page

GAMES = ("doudizhu", "foursquare", "mexican_train", "rummy")
DESKTOP, PHONE, ACROSS = (1440, 900), (390, 844), (844, 390)
HANZI = re.compile("[\u4e00-\u9fff]")

CARDS = "[...document.querySelectorAll('#table .mine')].map(each => each.dataset.pick).join(' ')"

pytestmark = pytest.mark.full


class Server:
    """A server in its own process."""

    def __init__(self, database: Path, *options: str) -> None:
        self.database = database
        self.options = options
        self.port = 0
        self.starts = 0
        self.start()

    def start(self) -> None:
        self.starts += 1
        self.process, self.url = started(self.starts, self.port, "--database", str(self.database), *self.options)
        self.port = int(re.findall(r":(\d+)/", self.url)[0])

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate()

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Start a server for each test, so that its deals do not depend on other tests."""
    found = Server(tmp_path / "tables.db")
    yield found
    found.kill()


def open_page(
    page: Page, server: Server, size: tuple[int, int] = DESKTOP, language: str = "en", url: str | None = None
) -> None:
    """Open the start screen; opponents' moves are shown only briefly."""
    page.resize(*size, touch=size != DESKTOP)
    page.go(f"{url or server.url}health")
    page.wait("location.pathname === '/health' && document.body")
    page.js("localStorage.setItem('oxideal.pace', '0.01')")
    page.js(f"localStorage.setItem('oxideal.language', '{language}')")
    page.go(url or server.url)
    page.wait("document.querySelector('#games input')")


SHORT_ROUNDS = """(() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        send.call(this, text.replace('"rules":{"players"', '"rules":{"turn_limit":40,"players"'));
    };
})()"""
"""Against somebody who never melds, a round of Rummy can take all of its 1,000 turns."""


SHORT_MATCH = """(() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        send.call(this, text.replace('"kind":"create"', '"kind":"create","rounds":1'));
    };
})()"""
"""A match ends after one round."""

MUCH_LATER = """(() => {
    performance.now = () => Date.now();
    document.querySelector('#table').dispatchEvent(new CustomEvent('look'));
})()"""

OFFERS = "[...document.querySelectorAll('.choices button')].some(each => /{}/.test(each.textContent))"
"""Whether the table offers that a bot plays for somebody."""

WISH = """(() => {{
    const seat = document.querySelector("#seat");
    seat.value = "{}";
    seat.dispatchEvent(new Event("change"));
}})()"""
"""Choose a seat for the next round."""


def start(page: Page, game: str, players: int | None = None, people: int = 0, name: str = "Ada") -> None:
    choose(page, "game", game)
    if game == "rummy":
        page.js(SHORT_ROUNDS)
    if game != "foursquare":
        choose(page, "strength", "level:5")
        if players is not None:
            choose(page, "players", players)
        choose(page, "people", people)
    page.js(f"document.querySelector('#name').value = {name!r}")
    for seconds in (5, 60):  # a click misses if the layout still changes
        with suppress(AssertionError):  # the first was only slow
            page.click("#start .primary")
        with suppress(TimeoutError):
            page.wait("document.querySelector('#start').hidden", seconds)
            return
    raise AssertionError(page.js("document.body.innerText"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("size", "language"), [(DESKTOP, "en"), (PHONE, "zh"), (ACROSS, "en")], ids=["desktop", "phone", "across"]
)
def test_round_by_clicking(page: Page, server: Server, game: str, size: tuple[int, int], language: str) -> None:
    open_page(page, server, size, language)
    start(page, game)
    while turn(page):
        assert page.js("document.title").startswith("● ")  # the tab says that it is one's turn
        click_a_move(page)
    assert not page.js("document.title").startswith("● ")
    title = page.js("document.querySelector('#end-title').textContent")
    assert bool(HANZI.search(title)) == (language == "zh")
    assert re.search(r"win|lose|get|Nobody|赢|输|得|没有", title), title
    assert (
        page.js("document.querySelectorAll('#end-scores tbody tr').length")
        == page.js("document.querySelectorAll('#end-scores tbody td').length") / 2
    )
    page.click("#see")
    page.wait("!document.querySelector('#end').open")
    page.click(".choices button:nth-last-child(2)")
    page.wait(END)
    page.click("#see")
    page.click(".choices .primary")  # and another round begins
    page.wait(f"!{END} && ({TURN} || {MOVES} > 0)")


def tab_to(page: Page, selector: str) -> bool:
    """Press Tab until the focus is on such an element; False if there is none."""
    if not page.js(f"document.querySelector('{selector}')"):
        return False
    for _ in range(40):
        if page.js(f"document.activeElement.matches('{selector}')"):
            return True
        page.key("Tab")
    return False


def type_a_move(page: Page) -> None:
    """Make a move with the keyboard alone."""
    moves = page.js(MOVES)
    if page.js("document.querySelector('#table [data-pick].can[tabindex]')"):
        assert tab_to(page, "#table [data-pick]")
        page.js("document.querySelector('.naming').textContent = ''")
        page.key(" ")
        page.wait(f"document.querySelector('.naming').textContent || {MOVES} > {moves} || {END}")
        if page.js("document.querySelector('.choices .primary')"):
            page.key("Enter")
            return moved(page, moves)
    if page.js(f"{MOVES} === {moves} && !{END}"):
        assert tab_to(page, ".choices button")
        page.key("Enter")
        moved(page, moves)
    return None


@pytest.mark.parametrize("game", GAMES)
def test_round_by_keyboard(page: Page, server: Server, game: str) -> None:
    open_page(page, server)
    choose(page, "game", game)
    if game == "rummy":
        page.js(SHORT_ROUNDS)
    if game != "foursquare":
        choose(page, "strength", "level:5")
    assert tab_to(page, "#start .primary")
    page.key("Enter")
    while turn(page):
        type_a_move(page)
    assert page.js("document.querySelector('#end-title').textContent")
    assert page.js("document.querySelector('.live').textContent").startswith(
        page.js("document.querySelector('#end-title').textContent")
    )


def test_arrow_keys_move_between_cards(page: Page, server: Server) -> None:
    open_page(page, server)
    start(page, "rummy", players=2)
    assert turn(page)
    page.js("document.querySelector('.mine').focus()")
    first = page.js("document.activeElement.getBoundingClientRect().left")
    page.key("ArrowRight")
    assert page.js("document.activeElement.getBoundingClientRect().left") > first
    page.key("ArrowUp")
    assert page.js("document.activeElement.matches('.target')")
    assert page.js("document.activeElement.getAttribute('aria-label').length") > 4


def test_illegal_moves_are_refused_in_words(page: Page, server: Server) -> None:
    open_page(page, server)
    start(page, "rummy", players=2)
    assert turn(page)
    moves = page.js(MOVES)
    described(page, ".mine")
    assert page.js("document.querySelector('.naming').textContent") == "Draw a card first [RM-03]" or page.js(
        "document.querySelector('.naming').textContent.endsWith('Draw a card first [RM-03]')"
    )
    assert page.js("document.querySelector('.naming').classList.contains('no')")
    assert not page.js("document.querySelector('.choices .primary')")
    page.click(".clear")
    page.click("[data-key=stock]")
    moved(page, moves)
    assert turn(page)
    described(page, "[data-key=stock]")
    assert "already been drawn [RM-03]" in page.js("document.querySelector('.naming').textContent")
    assert page.js(MOVES) == moves + 1


def test_cards_can_be_dragged(page: Page, server: Server) -> None:
    open_page(page, server)
    start(page, "foursquare")
    assert turn(page)
    moves = page.js(MOVES)
    page.drag(".hand-card", ".cell.can")
    moved(page, moves)
    open_page(page, server)
    start(page, "rummy", players=2)
    assert turn(page)
    moves = page.js(MOVES)
    page.click("[data-key=stock]")
    moved(page, moves)
    assert turn(page)
    cards = page.js(CARDS).split()
    page.drag(".mine.can", "[data-key=discards]")
    page.wait(f"{MOVES} > {moves + 1}")
    page.wait(f"({CARDS}).split(' ').length === {len(cards) - 1}")


def test_hint_and_take_back(page: Page, server: Server) -> None:
    open_page(page, server)
    start(page, "foursquare")
    assert turn(page)
    page.click(".hint")
    page.wait("document.querySelector('.hints li')")
    assert re.fullmatch(r"Place .*.?\d+(\.\d)?", page.js("document.querySelector('.hints li').textContent"))
    assert page.js("document.querySelectorAll('#table .picked').length") == 1
    moves = page.js(MOVES)
    click_a_move(page)
    page.wait("!document.querySelector('.undo').disabled")
    page.click(".undo")
    page.wait(f"{MOVES} === {moves} && {TURN}")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_clock_and_resignation(page: Page, server: Server, language: str) -> None:
    open_page(page, server, language=language)
    assert not page.js("document.querySelector('#clock').textContent")
    page.js("document.querySelector('#time').value = '15 60 0'")
    start(page, "rummy")
    assert turn(page)
    page.wait("!document.querySelector('#clock').hidden")
    shown = page.js("document.querySelector('#clock').textContent")
    assert re.fullmatch({"en": r"you 1:(1[0-5]|0\d)", "zh": r"你 1:(1[0-5]|0\d)"}[language], shown)
    first = seconds_of(shown)
    page.wait(f"Number(document.querySelector('#clock').textContent.slice(-2)) < {first % 60}")
    page.js("window.confirm = () => true")
    page.click("#moves-button")
    page.click("#resign")
    page.wait("document.querySelector('#end').open")
    lines = page.js("document.querySelector('#end-lines').textContent")
    assert lines == {"en": "You resigned.", "zh": "你认输了。"}[language]
    assert page.js("document.querySelector('#clock').hidden && document.querySelector('#resign').hidden")
    assert not page.js(TURN)


def seconds_of(shown: str) -> int:
    minutes, seconds = shown.split()[-1].split(":")
    return 60 * int(minutes) + int(seconds)


def test_reload_and_restart_of_the_server_lose_nothing(page: Page, server: Server) -> None:
    open_page(page, server)
    start(page, "mexican_train", players=2)
    for _ in range(2):
        assert turn(page)
        click_a_move(page)
    assert turn(page)
    before = page.js(f"[{MOVES}, {CARDS}]")
    page.call("Page.reload")
    page.wait(f"document.querySelector('#story') && {MOVES} === {before[0]} && {TURN}")
    assert page.js(f"[{MOVES}, {CARDS}]") == before
    server.kill()
    page.wait("!document.querySelector('#notice').hidden")
    assert "connection is lost" in page.js("document.querySelector('#notice').textContent")
    server.start()
    page.wait(f"document.querySelector('#notice').hidden && {TURN}")
    assert page.js(f"[{MOVES}, {CARDS}]") == before
    click_a_move(page)
    assert page.js(MOVES) > before[0]


NOTICE = "document.querySelector('#notice').textContent"
CHECKS = "[...document.querySelectorAll('#checks li')].map(each => each.className + ': ' + each.textContent)"


@pytest.mark.skipif(sys.platform == "darwin", reason="127.0.0.2 is not an address of this machine")
def test_page_plays_at_another_address_of_the_machine(page: Page, tmp_path: Path) -> None:
    own = Server(tmp_path / "tables.db", "--host", "0.0.0.0")
    try:
        open_page(page, own, url=f"http://127.0.0.2:{own.port}/")
        start(page, "foursquare")
        assert turn(page)
        click_a_move(page)
    finally:
        own.kill()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_refused_page_says_what_allows_it(page: Page, tmp_path: Path, language: str) -> None:
    """It connects by itself once the server has been started with that option."""
    own = Server(tmp_path / "tables.db")
    try:
        page.go(f"http://cards.localhost:{own.port}/health")
        page.wait("location.pathname === '/health' && document.body")
        page.js(f"localStorage.setItem('oxideal.language', '{language}')")
        page.go(f"http://cards.localhost:{own.port}/")
        page.wait(f"document.querySelector('#notice') && {NOTICE}.includes('--allow-host cards.localhost')")
        assert bool(HANZI.search(page.js(NOTICE))) == (language == "zh")
        own.stop()
        own.options = ("--allow-host", "cards.localhost")
        own.start()
        page.wait("document.querySelector('#notice').hidden && document.querySelector('#games input')")
    finally:
        own.kill()


def test_page_says_that_there_are_too_many_connections(page: Page, tmp_path: Path) -> None:
    own = Server(tmp_path / "tables.db", "--connections", "0")
    try:
        page.go(own.url)
        page.wait(f"document.querySelector('#notice') && {NOTICE}.includes('too many connections')")
    finally:
        own.kill()


def test_seat_that_another_window_has_taken_can_be_taken_back(page: Page, server: Server) -> None:
    open_page(page, server)
    start(page, "foursquare")
    assert turn(page)
    page.js("void window.open(location.href)")  # the other window has the seat, as it has the same storage
    page.wait(f"{NOTICE}.startsWith('Another window has taken this seat')")
    assert not page.js(TURN)
    page.js("document.querySelector('#notice button').click()")
    page.wait(f"document.querySelector('#notice').hidden && {TURN}")
    click_a_move(page)


def test_address_does_not_give_the_seat_away(page: Page, browser: Chrome, server: Server) -> None:
    open_page(page, server)
    start(page, "foursquare")
    assert turn(page)
    click_a_move(page)
    moves = page.js(MOVES)
    address = page.js("location.href")
    table, token = page.js(
        "Object.entries(JSON.parse(localStorage.getItem('oxideal.tables'))).map(([name, {token}]) => [name, token])[0]"
    )
    assert address == f"{server.url}#table={table}"
    page.go("about:blank")
    page.go(f"{address}&token=another")  # a link that would take the seat from its owner
    page.wait("document.querySelector('#start') && !document.querySelector('#start').hidden")
    page.go("about:blank")
    page.go(address)
    page.wait(f"document.querySelector('#story') && {MOVES} === {moves} && {TURN}")
    with browser.page() as other:
        other.go(address)
        other.wait("document.querySelector('#join') && !document.querySelector('#join').hidden")
        other.go("about:blank")
        other.go(f"{address}&token={token}")  # as `oxideal play --web` opens it
        other.wait(f"location.href === {address!r} && document.querySelector('#story') && {MOVES} === {moves}")
        other.js("localStorage.clear()")  # as where nothing can be stored
        other.call("Page.reload")
        other.wait(f"document.querySelector('#story') && {MOVES} === {moves} && {TURN}")
        assert other.js("location.href") == address


def check_deal(page: Page) -> list[str]:
    page.click("#verify")
    page.wait("!document.querySelector('#verdict').hidden")
    found: list[str] = page.js(CHECKS)
    return found


def test_deal_is_verified(page: Page, server: Server, tmp_path: Path) -> None:
    """With one click, and with the command that the page shows for a record that it has saved."""
    page.call("Page.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    open_page(page, server)
    start(page, "rummy", players=2)
    for _ in range(2):
        while turn(page):
            click_a_move(page)
        found = check_deal(page)
        assert [each.partition(":")[0] for each in found] == ["yes"] * 4
        command = page.js("document.querySelector('#command').value")
        page.js("document.querySelector('#record').click()")
        record = tmp_path / "rummy.txt"
        end = time.monotonic() + 30
        while not record.exists():
            assert time.monotonic() < end
            time.sleep(0.05)
        run = [sys.executable, "-m", *shlex.split(command)]
        told = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (told.returncode, told.stdout) == (0, "rummy.txt: 1 good, 0 bad\n")
        run[-1] = "--contribution=another"
        assert subprocess.run(run, cwd=tmp_path, capture_output=True, check=False).returncode == 1
        record.unlink()
        page.js("document.querySelector('#next').click()")
        page.wait(f"!{END} && ({TURN} || {MOVES} > 0)")


def test_deal_of_a_page_that_was_reloaded_is_verified(page: Page, server: Server) -> None:
    open_page(page, server)
    start(page, "foursquare")
    assert turn(page)
    page.call("Page.reload")
    page.wait(f"document.querySelector('#story') && {TURN}")
    while turn(page):
        click_a_move(page)
    page.call("Page.reload")
    page.wait(f"document.querySelector('#end') && {END}")
    assert [each.partition(":")[0] for each in check_deal(page)] == ["yes"] * 3


def test_page_verifies_as_python_does(page: Page, server: Server) -> None:
    open_page(page, server)
    chance = random.Random(7)
    page.js("import('/fair.js').then(found => { window.fair = found; })")
    lengths = [*range(140), 1000, 100_000]
    for length in lengths:
        data = chance.randbytes(length)
        key = chance.randbytes(chance.randrange(65))
        given = f"Uint8Array.from({list(data)})" if length else "new Uint8Array(0)"
        own = f"Uint8Array.from({list(key)})"
        found = page.js(f"[fair.hex(fair.sha256({given})), fair.hex(fair.hmac({own}, {given}))]")
        assert found == [sha256(data).hexdigest(), hmac.digest(key, data, "sha256").hex()], length
    for game in GAMES:
        module = module_of(game)
        players = module.Rules().players
        secret = Commitment.new(game)
        contributions = ["blue 17", '"\\é牌🃏/', *(f"seat {seat}" for seat in range(2, players))][:players]
        seats = ["person", "person", *["rule"] * (players - 2)][:players]
        state = module.State(seed=secret.seed(contributions))
        seen = {
            "noted": {"digest": secret.digest, "contribution": "blue 17", "contributions": contributions},
            "revealed": secret.reveal(),
            "record": dumps(Record.of(state)),
            "seats": seats,
        }

        def found(change: str, seen: Any = seen) -> dict[str, bool]:
            script = f"""(() => {{
                const seen = {json.dumps(seen)};
                {change};
                return fair.verify(seen.noted, seen.revealed, seen.record, 0, seen.seats);
            }})()"""
            made: dict[str, bool] = page.js(script)
            return made

        good = found("")
        assert good == dict.fromkeys(good, True)
        assert {*good} == {"digest", "deal", "own", *(["bots"] if "rule" in seats else [])}
        for name, change in {
            "digest": "seen.noted.digest = '0'.repeat(64)",
            "own": "seen.noted.contribution = 'another'",
            "bots": "seen.seats[1 % seen.seats.length] = 'rule'",
        }.items():
            assert found(change)[name] is False
        for change in (
            "seen.noted.contributions[0] = 'another'",
            'seen.record = seen.record.replace(/\\d(?=", "stream)/, digit => (Number(digit) + 1) % 10)',
            'seen.record = seen.record.replace(\'"stream": "0"\', \'"stream": "1"\')',
            'seen.record = seen.record.replace(\'"stream"\', \'"dealer": 0, "stream"\')',
            'seen.record = seen.record.replace(\'"game": "\', \'"game": "x\')',
            'seen.record = seen.record.replace(/"rules": {/, \'"rules": {"x": 1, \')',
            "seen.record = '{}'",
        ):
            assert found(change)["deal"] is False, change


def join(other: Page, server: Server, link: str, host: Page) -> None:
    """Bob takes a seat by a link, and both hands are dealt."""
    open_page(other, server)
    other.go("about:blank")
    other.go(link)
    other.wait("document.querySelector('#join') && !document.querySelector('#join').hidden")
    other.js("document.querySelector('#join-name').value = 'Bob'")
    other.click("#join .primary")
    for each in (host, other):
        each.wait("document.querySelectorAll('#table .mine').length >= 7")


def test_two_people_a_bot_and_a_spectator(page: Page, browser: Chrome, server: Server) -> None:
    open_page(page, server)
    start(page, "rummy", players=3, people=1, name="<i>Ada")
    page.wait("!document.querySelector('#waiting').hidden")
    link = page.js("document.querySelector('#link').value")
    assert "token" not in link
    with browser.page() as other, browser.page() as third:
        join(other, server, link, page)
        assert page.js(CARDS) != other.js(CARDS)
        assert "Bob" in page.js("document.querySelector('#table').textContent")
        assert "<i>Ada" in other.js("document.querySelector('#table').textContent")
        third.resize(*DESKTOP)
        third.go(link)
        third.wait("document.querySelector('#join') && !document.querySelector('#join').hidden")
        third.click("#watch")
        third.wait("document.querySelector('#table svg')")
        assert third.js("document.querySelectorAll('#table .mine').length") == 0
        for _ in range(6):
            end = time.monotonic() + 60
            while not (mine := page.js(TURN)) and not other.js(TURN):
                assert time.monotonic() < end
                time.sleep(0.05)
            click_a_move(page if mine else other)
        moves = max(page.js(MOVES), other.js(MOVES))
        for each in (page, other, third):
            each.wait(f"{MOVES} >= {moves}")
        assert other.errors == third.errors == []


COUNT_NOTES = """(() => {
    window.notes = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...given) { window.notes += 1; start.apply(this, given); };
})()"""
VOICE = "document.querySelector('.voice')?.textContent"


def test_two_people_talk_and_a_bot_plays_for_one_who_leaves(page: Page, browser: Chrome, server: Server) -> None:
    open_page(page, server)
    assert page.js("document.querySelector('#say-button').hidden")
    start(page, "rummy", players=2, people=1)
    page.wait("!document.querySelector('#waiting').hidden")
    link = page.js("document.querySelector('#link').value")
    page.js(COUNT_NOTES)
    with browser.page() as other:
        join(other, server, link, page)
        page.click("#say-button")
        page.js("[...document.querySelectorAll('#phrases button')].find(each => each.textContent === '👍').click()")
        other.wait(f"{VOICE} === '👍'")
        page.wait(f"{VOICE} === '👍' && window.notes > 0")
        assert page.js("document.querySelector('#phrases').hidden")
        assert other.errors == []
        page.js("(() => { document.querySelector('#sound').click(); window.notes = 0; })()")
        other.js("document.querySelector('#say-button').click()")
        other.js("document.querySelector('#phrases button').click()")
        page.wait(f"{VOICE} === 'Hello!'")
        assert page.js("window.notes") == 0
    page.wait("document.querySelector('.plate.away .note')?.textContent === 'away'")
    while not page.js("document.querySelector('.plate.turn')"):  # until the other is to move
        click_a_move(page)
        page.wait(f"{TURN} || document.querySelector('.plate.turn')")
    page.js(MUCH_LATER)
    page.wait(OFFERS.format("for Bob"))


def test_two_people_play_a_rematch_and_swap_seats(page: Page, browser: Chrome, server: Server) -> None:
    """After a match of one round; who proposes what is told in the language of the page."""
    open_page(page, server)
    page.js(SHORT_MATCH)
    start(page, "rummy", players=3, people=1)
    page.wait("!document.querySelector('#waiting').hidden")
    link = page.js("document.querySelector('#link').value")
    with browser.page() as other:
        join(other, server, link, page)
        other.js("document.querySelector('#language').click()")
        first = page.js("document.querySelector('#table .own-line').dataset.key")
        page.js("window.confirm = () => true")
        page.js("document.querySelector('#resign').click()")
        for each, text in ((page, "Rematch"), (other, "再来一场")):
            each.wait(f"{END} && document.querySelector('#next').textContent === {text!r}")
        other.js(WISH.format(0))
        page.wait("document.querySelector('#told').textContent.trim() === 'Bob would swap seats with you.'")
        page.js(WISH.format(1))
        other.wait("document.querySelector('#told').textContent.trim() === 'Ada和你换座位。'")
        page.wait("document.querySelector('#told').textContent.trim() === 'Bob and you swap seats.'")
        other.click("#next")
        page.wait("document.querySelector('#told').textContent.startsWith('Bob wants a rematch.')")
        assert page.js(END)
        page.click("#next")
        for each in (page, other):
            each.wait(f"!{END} && document.querySelectorAll('#table .mine').length >= 7")
        assert first == "seat0"
        for each, seat in ((page, "seat1"), (other, "seat0")):
            assert each.js("document.querySelector('#table .own-line').dataset.key") == seat
        assert (
            page.js("document.querySelector('#score').textContent").count("+") == 0
        )  # the totals are those of a new match
        end = time.monotonic() + 60
        while not (mine := page.js(TURN)) and not other.js(TURN):
            assert time.monotonic() < end
            time.sleep(0.05)
        waiting, offer = (other, "替Ada") if mine else (page, "for Bob")
        assert not waiting.js(OFFERS.format(offer))
        waiting.js(MUCH_LATER)
        waiting.wait(OFFERS.format(offer))
        click_a_move(page if mine else other)
        waiting.wait(f"!({OFFERS.format(offer)})")
        assert other.errors == []


def test_language_theme_and_rules(page: Page, server: Server) -> None:
    open_page(page, server)
    page.media(prefers_color_scheme="dark")
    start(page, "doudizhu")
    assert turn(page)
    dark = page.js("getComputedStyle(document.body).backgroundColor")
    page.click("#theme")
    assert page.js("getComputedStyle(document.body).backgroundColor") != dark
    assert not HANZI.search(page.js("document.querySelector('#game').innerText"))
    page.click("#rules-button")
    page.wait("document.querySelectorAll('#panel-rules p').length > 4")
    assert "landlord" in page.js("document.querySelector('#panel-rules').textContent")
    page.click("#language")
    page.wait("document.querySelector('#panel-rules').textContent.includes('地主')")
    page.wait("document.querySelector('#title').textContent === '斗地主'")
    for part in (".task", ".helps", ".choices", "#panel-title"):
        text = page.js(f"document.querySelector('{part}').innerText")
        assert HANZI.search(text), (part, text)
        assert not re.search("[A-Za-z]{3,}", re.sub("Ada|Ben|Cleo", "", text)), (part, text)
    assert page.js("document.documentElement.lang") == "zh-Hans"


def test_result_is_told_in_the_language_of_the_page(page: Page, server: Server) -> None:
    open_page(page, server)
    start(page, "foursquare")
    while turn(page):
        click_a_move(page)
    assert not HANZI.search(page.js("document.querySelector('#end').innerText"))
    page.js("document.querySelector('#language').click()")
    page.wait("document.querySelector('#end-title').textContent.startsWith('你')")
    assert not re.search("[A-Za-z]{4,}", page.js("document.querySelector('#end').innerText"))


def test_round_is_reviewed(page: Page, server: Server) -> None:
    open_page(page, server)
    start(page, "foursquare")
    while turn(page):
        click_a_move(page)
    page.click("#review-round")
    page.wait("document.querySelector('#review progress')")
    page.wait("document.querySelector('#chart svg') && !document.querySelector('#review progress')")
    page.click("#story li:first-child button")
    page.wait("document.querySelector('#detail').textContent")
    page.click("#language")
    page.wait("/[\u4e00-\u9fff]/.test(document.querySelector('#detail').textContent)")


def test_motion_is_reduced_on_request(page: Page, server: Server) -> None:
    """Cards move from their old place; with reduced motion nothing moves."""
    count = """(() => {
        const animate = Element.prototype.animate;
        window.animated = 0;
        Element.prototype.animate = function (...all) { window.animated += 1; return animate.apply(this, all); };
    })()"""
    for motion in ("no-preference", "reduce"):
        page.media(prefers_reduced_motion=motion)
        open_page(page, server)
        start(page, "foursquare")
        assert turn(page)
        page.js(count)
        click_a_move(page)
        assert (page.js("window.animated") > 0) == (motion == "no-preference")


def test_moves_can_be_looked_back_at(page: Page, server: Server) -> None:
    open_page(page, server)
    start(page, "foursquare")
    for _ in range(3):
        assert turn(page)
        click_a_move(page)
    assert turn(page)
    now = page.js("document.querySelectorAll('#table .pile').length")
    page.click("#moves-button")
    page.click("#story li button")
    assert page.js("document.querySelectorAll('#table .pile').length") == 1
    assert not page.js(TURN)
    page.key("Escape")
    page.wait(TURN)
    assert page.js("document.querySelectorAll('#table .pile').length") == now
    page.call("Page.reload")
    page.wait(f"document.querySelector('#story') && {TURN}")
    for piles in range(now - 1, -1, -1):  # one more for each move
        page.key("ArrowLeft")
        page.wait(f"document.querySelectorAll('#table .pile').length === {piles}")
    page.key("End")
    page.wait(TURN)
    assert page.js("document.querySelectorAll('#table .pile').length") == now
