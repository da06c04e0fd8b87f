"""The pages of reviews in a real Chromium."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from oxideal import doudizhu as dd
from oxideal._registry import module_of
from oxideal.bots import Limit, RandomBot
from oxideal.record import Record
from oxideal.review import Cost, Decision, MatchReview, Review, review_match, review_records

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


def review_of(game: str, options: dict[str, Any], actions: list[str], mistakes: dict[int, str]) -> Review:
    """A made-up review: the moves with these numbers are large mistakes, and other ones were better."""
    rules = module_of(game).Rules(**options)
    state = module_of(game).State(rules, seed=1)
    decisions = []
    for number, action in enumerate(actions):
        if number in mistakes:
            moves = state.parse(action), state.parse(mistakes[number])
            assert all(state.is_legal(move) for move in moves)
            cost = Cost(5.0, 0.1, 0.2, 0.02, 64)
            decisions.append(Decision(number, state.current_player, *moves, cost, True, (), None, 1.0, 0.5, 64))
        state.push(action)
    return Review(Record.of(state), tuple(decisions), None, 10.0, 1.0, True, 0, 1000, 1.0)


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


MARKED = """(kind => [...document.querySelectorAll(`.${kind}:not(.flag)`)].map(each =>
    [each.dataset.token ?? each.dataset.pick ?? "", each.closest("[data-of]")?.dataset.of ?? ""]).sort())"""
SIGNS = "[...document.querySelectorAll('.flag')].map(each => each.textContent).sort().join(' ')"


@pytest.mark.parametrize(
    ("game", "options", "actions", "better", "flaws", "betters"),
    [
        # A card that both moves use is marked where it lies.
        ("doudizhu", {}, ["bid 3", "555 T"], "TTT 5", "5 5 5 T", "5 T T:0 T:0"),
        ("doudizhu", {}, ["bid 3", "555 T", "QQQ 6"], "3333", "6 Q Q Q", "3:1 3:1 3:1 3:1"),
        ("rummy", {"players": 2}, ["draw", "discard KH"], "discard 2C", "discards", "2C:1"),
        ("rummy", {"players": 2}, ["draw"], "take", "", "discards"),
        ("mexican_train", {}, ["11-12@mexican", "6-11@mexican"], "0-12@me", "@mexican", "0-12:2 @2"),
        ("foursquare", {}, ["0,0", "-1,0", "-1,-1"], "1,0", "-1,-1", "1,0"),
    ],
)
def test_mistakes_are_marked_on_the_cards(
    page: Page,
    tmp_path: Path,
    game: str,
    options: dict[str, Any],
    actions: list[str],
    better: str,
    flaws: str,
    betters: str,
) -> None:
    """Those of the move played, and those of the better one in the hand of its seat."""

    def marked(kind: str) -> str:
        return " ".join(f"{token}:{seat}" if seat else token for token, seat in page.js(f"{MARKED}('{kind}')"))

    number = len(actions) - 1
    page.show(review_of(game, options, actions, {number: better}).to_html(), tmp_path, f"#{number + 1}")
    assert (marked("flaw"), marked("better")) == (flaws, betters)
    assert page.js(SIGNS) == ("?? \u2713" if flaws else "\u2713")
    page.js("document.querySelector('#table .back').click()")
    assert (marked("flaw"), marked("better"), page.js(SIGNS)) == ("", "", "")


def test_reasons_are_in_the_language_of_the_page(page: Page, tmp_path: Path) -> None:
    made = review_of("doudizhu", {}, ["bid 3", "555 T", "QQQ 6"], {2: "3333"})
    page.show(made.to_html(), tmp_path, "#3")
    reasons = "[...document.querySelectorAll('#detail p')].slice(2).map(each => each.textContent).join(' ')"
    assert "The unseen cards beat a bomb of 3s in 4 ways, and a triplet with a card: QQQ + 6 in 30." in page.js(reasons)
    page.click("#language")
    page.wait(f"{reasons}.includes('4 种能压炸弹 3333')")
    assert page.js("document.querySelectorAll('#detail [lang]').length") == 0


def test_phone_leads_to_the_first_move_and_shows_each_hand(page: Page, tmp_path: Path) -> None:
    page.resize(390, 844, touch=True)
    made = review_of("mexican_train", {"players": 12, "hand_size": 6}, ["5-12@me"], {})
    page.show(made.to_html(), tmp_path, "#1")
    page.click("#table .first")
    assert page.js(POSITION) == 0
    hand = page.js("document.querySelectorAll('.open-hand').length")
    assert hand == 0  # there is no room for eleven
    page.click("[data-key=lane3] .owner")
    assert page.js("document.querySelectorAll('dialog[open] .domino.upright').length") == 6


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
