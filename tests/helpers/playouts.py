"""Playouts from a state, replayed by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from helpers.brute import mexican_train as train_brute
from helpers.brute import rummy as rummy_brute
from helpers.doudizhu import dealt
from helpers.foursquare import DECK
from helpers.mexican_train import dealt as train_dealt

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
    return brute_replayed(rummy_brute.from_text(state.to_text(), chance), chance)


def brute_replayed(table: Any, chance: SplitMix) -> Result:
    while legal := table.legal():
        table.push(legal[chance.below(len(legal))])
    return table.scores(), len(table.log)


REPLAYS: dict[str, Callable[[Any, SplitMix], Result]] = {"doudizhu": doudizhu_replayed, "rummy": rummy_replayed}
"""Games with chance after the deal."""


def doudizhu_dealt(state_type: Any, rules: Any, chance: SplitMix) -> Result:
    deal = dealt(chance, rules.players, None)
    kept = {part: deal[part] for part in ("hands", "kitty", "first_bidder", "dealer")}
    return doudizhu_replayed(state_type.from_deal(rules, **kept), chance)


def foursquare_dealt(state_type: Any, rules: Any, chance: SplitMix) -> Result:
    return plainly_replayed(state_type.from_deal(rules, [DECK[place] for place in chance.shuffled(40)]), chance)


def mexican_train_dealt(_: Any, rules: Any, chance: SplitMix) -> Result:
    scores, length = brute_replayed(train_dealt(train_brute.Options.of(rules.to_dict()), chance, None), chance)
    return [-score for score in scores], length


def rummy_dealt(_: Any, rules: Any, chance: SplitMix) -> Result:
    return brute_replayed(rummy_brute.dealt(rummy_brute.Options.of(rules.to_dict()), chance, None), chance)


DEALT: dict[str, Callable[[Any, Any, SplitMix], Result]] = {
    "doudizhu": doudizhu_dealt,
    "foursquare": foursquare_dealt,
    "mexican_train": mexican_train_dealt,
    "rummy": rummy_dealt,
}
"""Deal a round with this generator and play it to its end."""
