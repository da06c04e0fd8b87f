"""Play on the page of a table in a browser, without knowing the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from helpers.chrome import Page

END = "document.querySelector('#end').open"
TURN = "document.querySelector('.task.turn')"
MOVES = "document.querySelectorAll('#story li').length"

APART = (
    ".plate, .kitty, .trick > .fan, .caption, .own-line, .hand, .meld, .discards, .heap-of-cards, .lane, .hub, "
    ".cells, .notes"
)

OVERLAPS = f"""(() => {{
    const parts = [...document.querySelectorAll('{APART}')];
    const boxes = parts.map(each => each.getBoundingClientRect());
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
    return parts.flatMap((one, k) => parts.flatMap((other, j) => (
        j > k && !one.contains(other) && meet(boxes[k], boxes[j]) ? [`${{one.className}} / ${{other.className}}`] : []
    )));
}})()"""
"""What lies on something else of the table."""


def choose(page: Page, name: str, value: object) -> None:
    page.js(f"document.querySelector('input[name={name}][value=\"{value}\"]').click()")


def turn(page: Page) -> bool:
    """Wait until it is the player's turn; return False if the round is over."""
    page.wait(f"{TURN} || {END}")
    return not page.js(END)


def moved(page: Page, moves: int) -> None:
    page.wait(f"{MOVES} > {moves} || {END}")


def described(page: Page, selector: str) -> None:
    """Select an element and wait until the page names the selection."""
    page.js("document.querySelector('.naming').textContent = ''")
    page.click(selector)
    page.wait("document.querySelector('.naming').textContent")


def click_a_move(page: Page) -> None:
    """Make a move with the mouse, without knowing the rules: only what the page offers."""
    moves = page.js(MOVES)
    for kind in (".mine.can", ".cell.can", ".pile.can"):
        if page.js(f"document.querySelector('{kind}')"):
            described(page, kind)
            break
    if page.js("document.querySelector('.cell.picked, .pile.picked')"):
        page.click(".picked")  # a second click plays it
    elif page.js("document.querySelector('.target.can')"):
        page.click(".target.can")
    else:
        page.click(".choices button")
    moved(page, moves)
