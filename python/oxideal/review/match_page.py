"""The pages of several reviewed rounds, one of which is shown: those of a match, or of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from .._arguments.checks import counted
from .._internal.html import signed
from .._registry import title_of
from ..errors import InvalidArgumentError
from ..web.page import Html, checked_theme, page_of
from .cells import HEAD, SUM_HEAD, row
from .page import MAX_PAGES, page_of_rounds

if TYPE_CHECKING:
    from .match import MatchReview
    from .records import RecordsReview
    from .result import Cost


def page_of_match(match: MatchReview, *, theme: Any = None, progress: bool | None = None) -> Html:
    """Return the page of a match: a button for each round."""
    if not 0 < len(match.reviews) <= MAX_PAGES:
        raise InvalidArgumentError(f"a page must have 1 to {MAX_PAGES} rounds, got {len(match.reviews)}")
    heading = f"{title_of(match.reviews[0].record.game)}: a match of {counted(len(match.reviews), 'round')}"
    places = [
        {
            "round": number,
            "mark": str(len(each.mistakes)),
            "size": each.size_of(each.mistakes[0]) if each.mistakes else "none",
        }
        for number, each in enumerate(match.reviews)
    ]
    tables = [{"head": HEAD, "rows": [row(player) for player in match.players]}]
    about = {"places": places, "tables": tables, "finished": match.finished}
    return page_of_rounds(match.reviews, heading, about, theme=theme, progress=progress)


def page_of_player(found: RecordsReview, *, theme: Any = None, progress: bool | None = None) -> Html:
    """Return the page of a player: a button for each of the costliest decisions."""
    numbers = list(dict.fromkeys(each.record for each in found.costliest))
    reviews = dict(zip(found.records, found.reviews, strict=True))
    places = [
        {
            "pack": numbers.index(each.record),
            "round": each.record,
            "at": each.decision.number + 1,
            "mark": signed(-cast("Cost", each.decision.cost).payment, 1),
            "size": "large",
        }
        for each in found.costliest
    ]
    tables = [{"head": [heading, *SUM_HEAD], "rows": rows} for heading, rows in found.tables()]
    about = {"places": places, "costs": True, "tables": tables, "finished": found.finished}
    if not places:
        return page_of([], "", found.title(), theme=checked_theme(theme), about=about)
    return page_of_rounds([reviews[number] for number in numbers], found.title(), about, theme=theme, progress=progress)
