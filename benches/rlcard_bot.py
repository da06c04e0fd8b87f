"""RLCard's rule agent for Dou Dizhu, `doudizhu-rule-v1`, as a three-player bot on our views.

The agent gets what RLCard gives it: the hand, the play to beat, and RLCard's options. Where our
rules allow plays that RLCard lacks (both jokers attached, for example), the play to beat is shown
as the same main part with other attached cards. Its choices are counted in `chosen`. Choices that
are not legal moves of ours are counted in `replaced`; the lowest legal move of the same kind is
played instead.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
from rlcard.games.doudizhu.utils import CARD_TYPE, TYPE_CARD, contains_cards  # type: ignore[import-not-found]
from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1  # type: ignore[import-not-found]

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oxideal import doudizhu as dd

TYPES = {
    "single": "solo",
    "pair": "pair",
    "triplet": "trio",
    "triplet_with_card": "trio_solo",
    "triplet_with_pair": "trio_pair",
    "sequence": "solo_chain",
    "sequence_of_pairs": "pair_chain",
    "sequence_of_triplets": "trio_chain",
    "sequence_of_triplets_with_cards": "trio_solo_chain",
    "sequence_of_triplets_with_pairs": "trio_pair_chain",
    "quadplex_with_cards": "four_two_solo",
    "quadplex_with_pairs": "four_two_pair",
    "bomb": "bomb",
    "rocket": "rocket",
}
"""Our kinds, and RLCard's types without the length of chains."""


class RlcardRuleBot:
    """The agent. It keeps no memory: the same view gets the same answer."""

    name = "rlcard doudizhu-rule-v1"

    def __init__(self) -> None:
        self.chosen = 0
        self.replaced = 0
        self._agent = DouDizhuRuleAgentV1()

    def choose(self, view: dd.View, limit: object = None) -> dd.Move:  # noqa: ARG002  # it does not think
        """Return the agent's play; in an auction, which it does not know, pass."""
        if view.rules.players != 3:
            raise ValueError("RLCard's agent plays with three players")
        legal = view.legal_moves()
        if view.phase == "auction":
            return legal[0]
        np.random.seed(zlib.crc32(view.to_text().encode()))  # noqa: NPY002  # the agent's chance comes from there
        text = self._agent.step({"raw_obs": raw_state(view, legal)})
        self.chosen += 1
        fitting = [move for move in legal if text_of(move) == text]
        if not fitting:
            self.replaced += 1
            types = {kind for kind, _ in CARD_TYPE[0].get(text, ())}
            fitting = [move for move in legal if type_of(move) in types]
        return (fitting or legal)[0]


def raw_state(view: dd.View, legal: Sequence[dd.Move]) -> dict[str, Any]:
    """Return the part of the state of RLCard's environment that the agent reads."""
    trace: list[tuple[int, str]] = []
    offered: list[str] = []
    if view.to_beat is not None and view.to_beat_seat is not None:
        target = known(view.to_beat)
        trace = [(view.to_beat_seat, target)]
        trace += [((view.to_beat_seat + 1 + place) % 3, "pass") for place in range(view.passes)]
        offered = answers(view.hand, target, {text_of(move) for move in legal})
    return {
        "self": view.seat,
        "landlord": view.landlord,
        "current_hand": view.hand,
        "trace": trace,
        "actions": offered,
    }


def answers(hand: str, target: str, legal: set[str]) -> list[str]:
    """Return RLCard's options for answering, in its order, without those that our rules forbid."""
    least = {kind: int(weight) for kind, weight in CARD_TYPE[0][target]}
    if "rocket" in least:
        return ["pass"]
    offered: dict[str, None] = {"pass": None}
    for kind, than in (least | {"rocket": -1, "bomb": least.get("bomb", -1)}).items():
        for weight, plays in TYPE_CARD[kind].items():
            if int(weight) > than:
                offered |= {cards: None for cards in plays if cards in legal and contains_cards(hand, cards)}
    return list(offered)


def known(move: dd.Move) -> str:
    """Return a play in RLCard's notation; if RLCard does not know it, one with the same main part."""
    text = text_of(move)
    if text in CARD_TYPE[0]:
        return text
    plays = (cards for each in TYPE_CARD[type_of(move)].values() for cards in each)
    return str(next(cards for cards in plays if contains_cards(cards, move.main)))


def text_of(move: dd.Move) -> str:
    """Return all its cards, ascending, or `pass`."""
    return "pass" if move.kind == "pass" else move.cards


def type_of(move: dd.Move) -> str:
    """Return RLCard's name for such a combination."""
    kind = TYPES.get(move.kind, "pass")
    return f"{kind}_{move.length}" if "chain" in kind else kind
