"""The pages of reviews in a real Chromium. Without a browser, these tests are left out; pytest says so."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from helpers.chrome import Chrome, Page, chrome, command
from oxideal import doudizhu as dd
from oxideal.bots import Limit, RandomBot
from oxideal.record import Record
from oxideal.review import MatchReview, review_match, review_records

POSITION = "Number(document.querySelector('#slider').value)"
SHOWN = "document.querySelector('.detail:not([hidden])')"
COUNT = "document.querySelector('#mistake-count').textContent"
ROUND = "document.querySelector('#round')?.contentDocument"

pytestmark = pytest.mark.full


@cache
def match() -> MatchReview:
    """Two rounds in which random bots make many mistakes."""
    records = []
    for seed in (1, 2):
        state, bot = dd.State(dd.Rules.preset("douzero"), seed=seed), RandomBot(seed)
        while not state.is_over:
            state.push(bot.choose(state.view(state.current_player or 0)))
        records.append(Record.of(state, names=["Ann", "Bo", "Cy"]))
    return review_match(records, Limit(iterations=3000), progress=False)


@pytest.fixture(scope="module")
def browser() -> Iterator[Chrome]:
    assert command() is not None
    with chrome() as found:
        yield found


@pytest.fixture
def page(browser: Chrome) -> Iterator[Page]:
    with browser.page() as found:
        found.resize(1440, 900)
        yield found
        assert found.errors == []


def test_buttons_and_keys_jump_from_mistake_to_mistake(page: Page, tmp_path: Path) -> None:
    found = match().reviews[0]
    numbers = sorted(each.number for each in found.mistakes)
    assert len(numbers) >= 3
    file = tmp_path / "review.html"
    file.write_text(found.to_html(), encoding="utf-8")
    page.go(file.as_uri())
    page.wait(f"document.readyState === 'complete' && {COUNT} === '{len(numbers)} mistakes'")
    first, second, third = numbers[:3]
    assert page.js(POSITION) < second

    page.click("#mistake-after")
    start = first if first > 0 else second  # the page opens at the start, which can be a mistake itself
    assert page.js(POSITION) == start
    page.key("n")
    assert page.js(POSITION) == (second if start == first else third)
    page.key("p")
    assert page.js(POSITION) == start
    assert page.js(COUNT) == f"{numbers.index(start) + 1} of {len(numbers)}"
    assert page.js(f"{SHOWN}.dataset.number") == str(start)
    assert page.js(f"{SHOWN}.querySelector('.verdict').textContent") == "Mistake."

    page.click(f"[data-mistake='{third}']")
    assert page.js(POSITION) == third
    page.click("#mistake-before")
    assert page.js(POSITION) == second

    # Only the mistakes of one seat
    seat = next(each.seat for each in found.mistakes if each.number == third)
    own = sorted(each.number for each in found.mistakes if each.seat == seat)
    page.click(f"#legend [data-seat='{seat}']")
    page.js("document.querySelector('#first').click()")
    for number in [each for each in own if each > 0]:
        page.key("n")
        assert page.js(POSITION) == number
    assert page.js("document.querySelector('#mistake-after').disabled")


def test_page_of_a_match_shows_each_round(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "match.html"
    file.write_text(match().to_html(), encoding="utf-8")
    page.media(prefers_color_scheme="light")
    page.go(file.as_uri())
    page.wait(f"{ROUND}?.querySelector('h1')?.textContent === 'Round 1'")
    players = "[...document.querySelectorAll('#seats tbody th')].map(each => each.textContent).join()"
    assert page.js(players) == "Ann,Bo,Cy"

    # A theme chosen in one round is kept in the next.
    page.wait(f"{ROUND}.readyState === 'complete'")
    page.js(f"{ROUND}.querySelector('#theme').click()")
    page.wait("document.documentElement.dataset.theme === 'dark'")
    page.click("#rounds [data-round='1']")
    page.wait(f"{ROUND}?.querySelector('h1')?.textContent === 'Round 2'")
    page.wait(f"{ROUND}.documentElement.dataset.theme === 'dark'")
    assert page.js("document.querySelector('#rounds [aria-current]').dataset.round") == "1"
    page.js("new Promise(done => setTimeout(done, 400, true))")  # a frame must not change the address, some time later
    wanted = len(match().reviews[1].mistakes)
    assert page.js(f"{ROUND}.querySelectorAll('.blunder').length") == wanted


def test_page_of_a_player_steps_through_the_costliest_decisions(page: Page, tmp_path: Path) -> None:
    records = [each.record for each in match().reviews]
    found = review_records(records, Limit(iterations=3000), player="Ann", progress=False)
    costliest = found.costliest
    assert len({each.record for each in costliest}) == 2
    file = tmp_path / "player.html"
    file.write_text(found.to_html(), encoding="utf-8")
    page.go(file.as_uri())
    for place, each in enumerate(costliest):
        at = f"{ROUND}?.querySelector('.detail:not([hidden])')?.dataset.number === '{each.decision.number}'"
        page.wait(f"{ROUND}?.querySelector('h1')?.textContent === 'Round {each.record + 1}' && {at}")
        assert page.js("document.querySelector('#rounds [aria-current]').textContent").startswith(str(place + 1))
        page.click("#after")
    page.click("#before")
    last = costliest[-2]
    page.wait(f"{ROUND}?.querySelector('.detail:not([hidden])')?.dataset.number === '{last.decision.number}'")


@pytest.mark.parametrize("width", [1440, 390])
def test_pages_fit_the_window(width: int, page: Page, tmp_path: Path) -> None:
    page.resize(width, 844, touch=width < 500)
    for name, text in (("review", match().reviews[0].to_html()), ("match", match().to_html())):
        file = tmp_path / f"{name}.html"
        file.write_text(text, encoding="utf-8")
        page.go(file.as_uri())
        page.wait(f"location.pathname.endsWith('{name}.html') && document.readyState === 'complete'")
        assert page.js("document.documentElement.scrollWidth") <= width
