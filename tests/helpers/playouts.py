"""Playouts from a state, replayed by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from helpers.brute import rummy as rummy_brute
from helpers.doudizhu import dealt

if TYPE_CHECKING:
    from helpers.splitmix import SplitMix

Result = tuple[list[int], int]
"""Payoffs and length."""


def replayed(state: Any, chance: SplitMix) -> Result:
    """Play the state to its end with this generator, which also deals and shuffles."""
    name = state.to_text().split(";")[0].split()[0]
    return REPLAYS.get(name, plainly_replayed)(type(state).from_text(state.to_text()), chance)


def plainly_replayed(state: Any, chance: SplitMix) -> Result:
    """Replay games in which only the choice of actions is random."""
    length = 0
    while legal := state.legal_actions():
        state.push(legal[chance.below(len(legal))])
        length += 1
    return list(state.payoffs), length


def doudizhu_replayed(state: Any, chance: SplitMix) -> Result:
    """DD-09: when everybody passes, the same generator redeals."""
    rules, length = state.rules, 0
    while legal := state.legal_actions():
        action = legal[chance.below(len(legal))]
        length += 1
        all_passed = (*state.bids, action) == (0,) * rules.players
        if all_passed and rules.all_pass == "redeal" and state.redeals != rules.max_redeals:
            redeals = state.redeals + 1
            deal = dealt(chance, rules.players, state.dealer)
            kept = {part: deal[part] for part in ("hands", "kitty", "first_bidder", "dealer")}
            state = type(state).from_deal(rules, **kept)
            if rules.max_redeals is not None:
                text = state.to_text().replace("; first ", f"; redeals {redeals}; first ")
                state = type(state).from_text(text)
        else:
            state.push(action)
    return list(state.payoffs), length


def rummy_replayed(state: Any, chance: SplitMix) -> Result:
    """By brute force: only that shows how the pile is reshuffled."""
    if state.is_over:
        return plainly_replayed(state, chance)
    table = rummy_brute.from_text(state.to_text(), chance)
    while legal := table.legal():
        table.push(legal[chance.below(len(legal))])
    scores = table.scores()
    assert scores is not None
    return scores, len(table.log)


REPLAYS: dict[str, Callable[[Any, SplitMix], Result]] = {"doudizhu": doudizhu_replayed, "rummy": rummy_replayed}
"""Games with chance after the deal."""
