"""The page of a match: the sums of the players, and the page of each round, one of which is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._arguments.checks import counted
from .._internal.html import escaped, json_in_html
from .._internal.progress import check_progress, progress_bar
from .._registry import title_of
from ..errors import InvalidArgumentError
from ..svg.page import Html, document
from ..svg.theme import theme_of
from .cells import HEAD, SIZES, row
from .page import COLOURS, NOTES, own_file
from .page import page as page_of_round

if TYPE_CHECKING:
    from .match import MatchReview
    from .result import Review

MAX_PAGES = 100
"""Maximum number of rounds on a page: each takes about 100 kB."""


def page(match: MatchReview, *, theme: Any = None, progress: bool | None = None) -> Html:
    """Return the page of a match."""
    check_progress(progress)
    if not 0 < len(match.reviews) <= MAX_PAGES:
        raise InvalidArgumentError(f"a page must have 1 to {MAX_PAGES} rounds, got {len(match.reviews)}")
    pages = []
    with progress_bar(len(match.reviews), progress, "round") as done:
        for number, each in enumerate(match.reviews, 1):
            pages.append(page_of_round(each, title=f"Round {number}", theme=theme, progress=False))
            done(1)
    heading = f"{title_of(match.reviews[0].record.game)}: a match of {counted(len(match.reviews), 'round')}"
    head = "".join(f"<th>{each}</th>" for each in HEAD)
    players = "\n".join(_row(row(player)) for player in match.players)
    rounds = "\n".join(_round(number, each) for number, each in enumerate(match.reviews))
    sums = f"""<div class="scroll"><table>
<thead><tr>{head}</tr></thead>
<tbody>
{players}
</tbody>
</table></div>"""
    navigation = f"""<nav id="rounds" aria-label="Rounds">
{rounds}
</nav>"""
    return page_of_rounds(heading, sums, navigation, pages, theme=theme, finished=match.finished)


def page_of_rounds(heading: str, sums: str, navigation: str, pages: list[Html], *, theme: Any, finished: bool) -> Html:
    """Return a page with tables above the pages of rounds, one of which is shown.

    The navigation has a button for each place to go to: `data-round` is the number of the page, `data-action` the
    action at which it is opened.
    """
    interrupted = "" if finished else "<p>The review was interrupted: some decisions are missing.</p>"
    frame = f"""<iframe id="round" title="The round"></iframe>
<noscript><p>Enable JavaScript to see the rounds.</p></noscript>
<script id="pages" type="application/json">{json_in_html(pages)}</script>
<script>
{own_file("match.js")}</script>"""
    heading = escaped(heading)
    body = f"""<header><h1>{heading}</h1></header>
<section id="seats">
{sums}
<p>{" ".join(NOTES[1:])}</p>
{interrupted}</section>
{navigation}
{frame if pages else ""}"""
    colours = None if theme is None else theme_of(theme)
    return Html(document(heading, own_file("page.css") + own_file("match.css"), body, colours, COLOURS))


def _row(cells: list[str]) -> str:
    name, *rest = map(escaped, cells)
    numbers = "".join(f"<td{_size_class(place, cell)}>{cell}</td>" for place, cell in enumerate(rest))
    return f"<tr><th><bdi>{name}</bdi></th>{numbers}</tr>"


def _size_class(place: int, cell: str) -> str:
    size = HEAD[place + 1]
    return "" if size not in SIZES else f' class="{size if cell != "0" else "none"}"'


def _round(number: int, review: Review) -> str:
    mistakes = counted(len(review.mistakes), "mistake")
    worst = review.mistakes[0] if review.mistakes else None
    size = "none" if worst is None else review.size_of(worst)
    mark = f'<i class="{size}">{len(review.mistakes)}</i>'
    return f'<button data-round="{number}" title="Round {number + 1}: {mistakes}">{number + 1}{mark}</button>'
