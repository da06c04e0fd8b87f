"""The pages of reviews: pages of records with a curve, marks at mistakes, each decision and the sums of the seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .._internal.progress import check_progress, progress_bar
from ..schemas.saved import to_dict
from ..web.page import Html, Round, checked_theme, page_of
from .reasons import reasons_for

if TYPE_CHECKING:
    from ..web import Seat
    from ..words import Sentence
    from .result import Decision, Review

MAX_PAGES = 100
"""Maximum number of rounds on a page."""


def page(review: Review, *, title: str | None = None, theme: Any = None, progress: bool | None = None) -> Html:
    theme = checked_theme(theme)
    played = _round(review, title, progress)
    return page_of([played.packed], played.game, played.title, theme=theme)


def page_of_rounds(
    reviews: Sequence[Review], title: str, about: Mapping[str, Any], *, theme: Any, progress: bool | None
) -> Html:
    """Return a page of several reviews. `about` has the places to go to, and tables."""
    theme = checked_theme(theme)
    check_progress(progress)
    rounds = []
    with progress_bar(len(reviews), progress, "round") as done:
        for each in reviews:
            rounds.append(_round(each, None, False).packed)
            done(1)
    return page_of(rounds, reviews[0].record.game, title, theme=theme, about=about)


def _round(review: Review, title: str | None, progress: bool | None) -> Round:
    named = {each.number: _moves(each) for each in review.decisions}
    reasons = dict(_reasons(review))
    more = {"review": findings(review)}
    return Round(review.record, title=title, progress=progress, more=more, named=named, reasons=reasons)


def _moves(each: Decision) -> dict[str, Any]:
    """Return the moves that a page names."""
    moves = {"played": each.move, "better": each.better, "open": each.open and each.open.better}
    return {name: move for name, move in moves.items() if move is not None}


def _reasons(review: Review) -> Iterator[tuple[int, tuple[Sentence, ...]]]:
    """Yield the number of each decision for which there was a better move, with what speaks for that."""
    better = {each.number: each for each in review.decisions if each.better is not None}
    for number, state in enumerate(review.record.states()):
        if (each := better.get(number)) is not None:
            yield number, reasons_for(state.view(each.seat), each.move, each.better)


def findings_for(review: Review, seat: Seat) -> dict[str, Any]:
    """Return what a page shows of a review of the round that its seat sees, in its language."""
    found, reasons = findings(review), dict(_reasons(review))
    for decision, each in zip(found["decisions"], review.decisions, strict=True):
        decision["named"] = {name: seat._named(each.number, move) for name, move in _moves(each).items()}
        decision["reasons"] = [seat._reason(each.number, sentence) for sentence in reasons.get(each.number, ())]
    return found


def findings(review: Review) -> dict[str, Any]:
    """Return what a page shows of a review, but for the names of moves and the reasons."""
    return {
        "threshold": review.threshold,
        "finished": review.finished,
        "luck": review.luck and [vars(each) for each in review.luck],
        "decisions": [_decision(each) for each in review.decisions],
    }


def _decision(each: Decision) -> dict[str, Any]:
    return {
        "number": each.number,
        "seat": each.seat,
        "mistake": each.mistake,
        "better": each.better and str(each.better),
        "cost": each.cost and to_dict(each.cost),
        "open": each.open and {name: getattr(each.open, name) for name in ("payment", "payment_error", "exact")},
        "payment": each.payment,
        "wins": each.wins,
        "deals": each.deals,
    }
