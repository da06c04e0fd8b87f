"""The action table."""

from __future__ import annotations

import pytest

from helpers.brute import rummy as brute
from helpers.rummy import rules_of


@pytest.mark.parametrize("ace", ["low", "both"])
def test_action_table(backend: str, ace: str) -> None:
    """RM-08, RM-09, RM-10, RM-15: draws, sets, runs, lay-offs, discards."""
    rules = rules_of(backend, {"ace": ace})
    texts = brute.action_texts(ace)
    assert rules.num_actions == len(texts) == {"low": 515, "both": 567}[ace]
    assert [str(rules.move(action)) for action in range(rules.num_actions)] == texts
    for action, text in enumerate(texts):
        move = rules.parse(text)
        assert int(move) == action
        assert repr(move) == f"Move({text!r})"
        first, _, cards = text.partition(" ")
        card, _, place = text.partition("@")
        if place:
            assert (move.kind, move.cards, move.place) == ("lay_off", card, place)
        else:
            assert (move.kind, move.cards, move.place) == (first, cards or None, None)


def test_parts_of_the_action_table(backend: str) -> None:
    for ace, first_ids in (("low", (2, 67, 331, 383, 423, 463, 515)), ("both", (2, 67, 375, 427, 471, 515, 567))):
        rules = rules_of(backend, {"ace": ace})
        texts = [str(rules.move(action)) for action in range(rules.num_actions)]
        starts = ["draw", "meld AC AD AH", "meld AC 2C 3C", "AC@group", "AC@low"]
        starts += ["4C@high", "discard AC"]
        assert [texts[action] for action in (0, *first_ids[:-1])] == starts
        lasts = ["take", "meld KC KD KH KS", None, "KS@group", "TS@low", "KS@high", "discard KS"]
        if ace == "both":
            lasts[4:6] = ["JS@low", "AS@high"]
        lasts[2] = {"low": "meld AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"}.get(
            ace, "meld 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
        )
        assert [texts[action - 1] for action in first_ids] == lasts
