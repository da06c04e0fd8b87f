"""The pages of reviews in a real Chromium."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from oxideal import doudizhu as dd
from oxideal.bots import Limit, RandomBot
from oxideal.record import Record
from oxideal.review import MatchReview, review_match, review_records

if TYPE_CHECKING:
    from helpers.chrome import Page

POSITION = "Number(document.querySelector('#progress').textContent.split(' ')[0])"
SHOWN = "document.querySelector('#detail .about')"
COUNT = "document.querySelector('.jumps output').textContent"
TITLE = "document.querySelector('#title').textContent"

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


def test_buttons_and_keys_jump_from_mistake_to_mistake(page: Page, tmp_path: Path) -> None:
    """A mistake is shown after it has been played."""
    found = match().reviews[0]
    numbers = sorted(each.number + 1 for each in found.mistakes)
    assert len(numbers) >= 3
    first, second, third = numbers[:3]
    page.show(found.to_html(), tmp_path)
    assert page.js(COUNT) == f"{len(numbers)} mistakes"
    page.click("#mistake-after")
    assert page.js(POSITION) == first
    page.key("n")
    assert page.js(POSITION) == second
    page.key("p")
    assert page.js(POSITION) == first
    assert page.js(COUNT) == f"1 of {len(numbers)}"
    assert page.js(f"{SHOWN}.dataset.number") == str(first - 1)
    assert page.js(f"{SHOWN}.querySelector('.verdict').textContent") == "Mistake."
    page.click(f"[data-mistake='{third}']")
    assert page.js(POSITION) == third
    marked = "[...document.querySelectorAll('#story li')].map(each => each.querySelector('.mark') !== null)"
    assert [number for number, found in enumerate(page.js(marked), 1) if found] == numbers

    # Only the mistakes of one seat
    seat = next(each.seat for each in found.mistakes if each.number + 1 == third)
    page.click(f"#legend [data-seat='{seat}']")
    page.js("document.querySelector('#table .first').click()")
    for number in sorted(each.number + 1 for each in found.mistakes if each.seat == seat):
        page.key("n")
        assert page.js(POSITION) == number
    assert page.js("document.querySelector('#mistake-after').disabled")


def test_page_of_a_match_shows_each_round(page: Page, tmp_path: Path) -> None:
    page.show(match().to_html(), tmp_path, "#1.3")
    assert (page.js(TITLE), page.js(POSITION)) == ("Dou Dizhu \u2013 Round 1", 3)
    players = "[...document.querySelector('#sums tbody').querySelectorAll('th')].map(each => each.textContent).join()"
    assert page.js(players) == "Ann,Bo,Cy"
    page.js("document.querySelectorAll('#rounds button')[1].click()")
    page.wait(f"{TITLE} === 'Dou Dizhu \u2013 Round 2' && {POSITION} === 0")
    assert page.js("document.querySelectorAll('.blunder').length") == len(match().reviews[1].mistakes)
    page.wait("location.hash === '#2.0'")


def test_page_of_a_player_leads_to_the_costliest_decisions(page: Page, tmp_path: Path) -> None:
    records = [each.record for each in match().reviews]
    found = review_records(records, Limit(iterations=3000), player="Ann", progress=False)
    assert len({each.record for each in found.costliest}) == 2
    page.show(found.to_html(), tmp_path)
    for place, each in enumerate(found.costliest):
        page.js(f"document.querySelectorAll('#rounds button')[{place}].click()")
        at = f"{SHOWN}?.dataset.number === '{each.decision.number}'"
        page.wait(f"{TITLE}.endsWith('Round {each.record + 1}') && {at}")


@pytest.mark.parametrize("width", [1440, 390])
def test_pages_fit_the_window(width: int, page: Page, tmp_path: Path) -> None:
    page.resize(width, 900, touch=width < 500)
    for text in (match().reviews[0].to_html(), match().to_html()):
        page.show(text, tmp_path)
        assert page.js("document.documentElement.scrollWidth") <= width
        if width > 500:  # the table, the curve, the decision and the moves are visible together
            for part in ("#table", "#chart", "#detail", "#panel-moves"):
                box = page.js(f"Object.values(document.querySelector('{part}').getBoundingClientRect().toJSON())")
                top, bottom = box[1], box[1] + box[3]
                assert 0 <= top < bottom - 120 < bottom <= 900
