"""The pages of reviews: pages of records with a curve, marks at mistakes, each decision and the sums of the seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .._internal.progress import check_progress, progress_bar
from ..schemas.saved import to_dict
from ..web.page import Html, Round, checked_theme, page_of
from .reasons import reasons_for

if TYPE_CHECKING:
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
    payoffs = review.record.payoffs or ()
    named: dict[int, dict[str, Any]] = {}
    for each in review.decisions:
        moves = {"played": each.move, "better": each.better, "open": each.open and each.open.better}
        named[each.number] = {name: move for name, move in moves.items() if move is not None}
    better = {each.number: each for each in review.decisions if each.better is not None}
    reasons = {
        number: reasons_for(state.view(better[number].seat), better[number].move, better[number].better)
        for number, state in enumerate(review.record.states())
        if number in better
    }
    seats = [
        {
            "decisions": seat.decisions,
            "sizes": [
                sum(each.seat == seat.seat and review.size_of(each) == size for each in review.mistakes)
                for size in ("small", "medium", "large")
            ],
            "cost": seat.payment,
            "result": seat.result,
            "won": any(payoffs) and payoffs[seat.seat] == max(payoffs),
            "luck": seat.luck and [seat.luck.payment, seat.luck.error],
        }
        for seat in review.seats
    ]
    found = {
        "threshold": review.threshold,
        "finished": review.finished,
        "seats": seats,
        "decisions": [_decision(review, each) for each in review.decisions],
    }
    return Round(review.record, title=title, progress=progress, more={"review": found}, named=named, reasons=reasons)


def _decision(review: Review, each: Decision) -> dict[str, Any]:
    return {
        "number": each.number,
        "seat": each.seat,
        "mistake": each.mistake,
        "size": review.size_of(each) if each.mistake else None,
        "better": each.better and str(each.better),
        "cost": each.cost and to_dict(each.cost),
        "open": each.open and {name: getattr(each.open, name) for name in ("payment", "payment_error", "exact")},
        "payment": each.payment,
        "wins": each.wins,
        "deals": each.deals,
    }
