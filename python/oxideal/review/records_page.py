"""The page of a player's rounds: the sums, and the costliest decisions, each shown in its round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from .._internal.html import escaped, signed
from .._internal.progress import check_progress, progress_bar
from .cells import SUM_HEAD
from .match_page import page_of_rounds
from .page import page as page_of_round

if TYPE_CHECKING:
    from ..svg.page import Html
    from .records import PlayedDecision, RecordsReview
    from .result import Cost


def page(found: RecordsReview, *, theme: Any = None, progress: bool | None = None) -> Html:
    """Return the page of a player."""
    check_progress(progress)
    costliest = found.costliest
    reviews = dict(zip(found.records, found.reviews, strict=True))
    rounds = list(dict.fromkeys(each.record for each in costliest))
    pages = []
    with progress_bar(len(rounds), progress, "round") as done:
        for number in rounds:
            pages.append(page_of_round(reviews[number], title=f"Round {number + 1}", theme=theme, progress=False))
            done(1)
    sums = "\n".join(_table(heading, rows) for heading, rows in found.tables())
    buttons = "\n".join(_button(place, each, rounds) for place, each in enumerate(costliest, 1))
    navigation = f"""<nav id="decisions" aria-label="Costliest decisions">
<button id="before" class="jump" aria-label="Previous decision">&lsaquo;</button>
<span id="rounds">
{buttons}
</span>
<button id="after" class="jump" aria-label="Next decision">&rsaquo;</button>
</nav>"""
    if not costliest:
        navigation = "<p>No mistakes were found.</p>"
    return page_of_rounds(found.title(), sums, navigation, pages, theme=theme, finished=found.finished)


def _table(heading: str, rows: list[list[str]]) -> str:
    head = "".join(f"<th>{each}</th>" for each in [heading, *SUM_HEAD])
    body = "\n".join(
        f"<tr><th>{escaped(name)}</th>{''.join(f'<td>{escaped(cell)}</td>' for cell in cells)}</tr>"
        for name, *cells in rows
    )
    return f'<div class="scroll"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>'


def _button(place: int, each: PlayedDecision, rounds: list[int]) -> str:
    decision = each.decision
    title = f"Round {each.record + 1}, action {decision.number}: {decision.move}, better {decision.better}"
    cost = signed(-cast("Cost", decision.cost).payment, 1)
    return (
        f'<button data-round="{rounds.index(each.record)}" data-action="{decision.number}" title="{escaped(title)}">'
        f'{place}<i class="large">{cost}</i></button>'
    )
