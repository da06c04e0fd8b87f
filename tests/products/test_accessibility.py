"""What axe-core says of every page, light and dark: contrast, names, roles, landmarks. Needs Chromium."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from helpers.cases import play
from helpers.table_page import choose, turn
from helpers.tables import started
from oxideal._registry import NAMES, module_of
from oxideal.record import Record
from oxideal.review import Cost, Decision, Review

if TYPE_CHECKING:
    from helpers.chrome import Page

pytestmark = pytest.mark.full

FOUND = """axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 200)}`)))"""


def violations(page: Page) -> list[str]:
    """Return what axe-core finds on a page in both themes."""
    axe = files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    page.call("Runtime.evaluate", expression=axe)
    found = []
    for scheme in ("light", "dark"):
        page.media(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
        found += [f"{scheme}, {each}" for each in page.js(FOUND)]
    return found


@pytest.mark.parametrize("game", NAMES)
def test_pages_of_reviews(page: Page, game: str, tmp_path: Path) -> None:
    states: list[Any] = list(play(module_of(game).State(seed=3), 3))
    decisions: list[Decision] = []
    for number, state in enumerate(states[:-1]):
        moves = state.legal_moves()
        played = states[-1].rules.move(states[-1].history[number])
        if len(moves) > 1 and len(decisions) < 6:
            better = next(move for move in moves if move != played)
            cost = Cost(1.0 + 2 * number, 0.1, 0.2, 0.02, 64)
            seat = state.current_player
            decisions.append(Decision(number, seat, played, better, cost, number % 2 == 0, (), None, 1.0, 0.5, 64))
    made = Review(Record.of(states[-1]), tuple(decisions), None, 10.0, 1.0, True, 0, 1000, 1.0)
    file = tmp_path / "page.html"
    file.write_text(made.to_html(), encoding="utf-8")
    for each in (decisions[0].number + 1, len(states) - 1):
        page.go("about:blank")
        page.go(f"{file.as_uri()}#{each}")
        page.wait("document.documentElement?.dataset.ready === 'true'")
        assert violations(page) == []


@pytest.mark.parametrize("game", NAMES)
def test_pages_of_tables(page: Page, game: str, tmp_path: Path) -> None:
    process, url = started(1, 0, "--database", str(tmp_path / "tables.db"))
    try:
        page.go(url)
        page.wait("document.querySelector('#games input')")
        assert violations(page) == []
        choose(page, "game", game)
        page.js("document.querySelector('#start .primary').click()")
        assert turn(page)
        for panel in ("moves", "rules"):
            page.js(f"document.querySelector('#{panel}-button').click()")
            page.wait(f"document.querySelector('#panel-{panel}').offsetHeight > 0")
            assert violations(page) == []
        page.js("(() => { window.confirm = () => true; document.querySelector('#resign').click(); })()")
        page.wait("document.querySelector('#end').open")
        assert violations(page) == []
        page.js("document.querySelector('#verify').click()")
        page.wait("!document.querySelector('#verdict').hidden")
        assert violations(page) == []
    finally:
        process.kill()
        process.communicate()


def test_pages_of_invitations(page: Page, tmp_path: Path) -> None:
    """The table that waits for a person, and what that person sees first."""
    process, url = started(1, 0, "--database", str(tmp_path / "tables.db"))
    try:
        page.go(url)
        page.wait("document.querySelector('#games input')")
        choose(page, "game", "rummy")
        choose(page, "people", 1)
        page.js("document.querySelector('#start .primary').click()")
        page.wait("document.querySelector('#link').value")
        assert violations(page) == []
        link = page.js("document.querySelector('#link').value")
        page.js("localStorage.clear()")
        page.go("about:blank")
        page.go(link)
        page.wait("document.querySelector('#join') && !document.querySelector('#join').hidden")
        assert violations(page) == []
    finally:
        process.kill()
        process.communicate()
