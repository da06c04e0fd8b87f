"""Review a round: what each decision cost, which move was better, and why.

`docs/review.md` says how a review works and what its figures mean.

>>> from oxideal import foursquare
>>> from oxideal.bots import Limit
>>> from oxideal.record import Record
>>> from oxideal.review import review
>>> state = foursquare.State(seed=7)
>>> while not state.is_over:
...     state.push(state.legal_actions()[0])
>>> found = review(Record.of(state), Limit(iterations=400))
>>> len(found.decisions), found.finished
(23, True)
"""

# The engine finds the mistakes (rust/bots/src/review). `work` runs it, `result` has the classes, `match` adds rounds
# up, `records` those of a player, `cells` has the cells of tables. A game's file has its reasons, and the kinds of its
# decisions.

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import import_on_first_use

if TYPE_CHECKING:
    from .match import MatchReview, PlayerReview, review_match
    from .records import DecisionSum, PlayedDecision, RecordsReview, review_records
    from .result import Cost, Decision, Luck, OpenCost, Review, SeatReview
    from .work import review

__all__ = [
    "Cost",
    "Decision",
    "DecisionSum",
    "Luck",
    "MatchReview",
    "OpenCost",
    "PlayedDecision",
    "PlayerReview",
    "RecordsReview",
    "Review",
    "SeatReview",
    "review",
    "review_match",
    "review_records",
]

import_on_first_use(
    __name__,
    {
        "match": "MatchReview PlayerReview review_match",
        "records": "DecisionSum PlayedDecision RecordsReview review_records",
        "result": "Cost Decision Luck OpenCost Review SeatReview",
        "work": "review",
    },
)
