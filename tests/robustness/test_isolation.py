"""Nothing reachable from a view reveals what its seat must not know.

Two rounds that differ only in hidden cards, a round and its twin, are the same from every view.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from helpers.cases import Case, module_of
from helpers.effort import some_in_quick
from helpers.isolation import ASKED, answer, differences, everything, ids_of, midway, twins
from oxideal.bots import Limit, RandomBot, RuleBot, SearchBot

BOTS = (RandomBot(seed=3), RuleBot(), SearchBot(Limit(iterations=8), seed=3))


def choice_of(bot: Any, view: Any) -> str:
    return str(answer(partial(bot.choose, view)))


THINKING: dict[str, Callable[[Any], Any]] = {
    "playouts": lambda view: tuple(sys.modules[type(view).__module__].playouts(view, 1, seed=5)),
    **{f"bot {bot.name}": partial(choice_of, bot) for bot in BOTS},
}
"""The same for slow tests."""


def moments(case: Case) -> Iterator[tuple[int, Any, Any]]:
    """The same as states of the case's backend."""
    for seat, plies, one, two in twins(case):
        yield seat, one.state(case.module, plies), two.state(case.module, plies)


# Views


def refusals(state: Any) -> list[Any]:
    """Return the answers of `push` to some actions."""
    return [answer(partial(state.copy().push, action)) for action in ids_of(state)]


def test_views_of_twins(case: Case) -> None:
    different = 0
    for seat, one, two in moments(case):
        different += one != two
        assert one.events(seat) == two.events(seat)
        assert one.view(seat) == two.view(seat)
        assert differences(everything(one.view(seat)), everything(two.view(seat))) == []
        if one.current_player == seat:
            assert refusals(one) == refusals(two)
    assert different > 0


def test_bots_and_playouts_see_no_hidden_cards(case: Case) -> None:
    *_, (seat, one, two) = moments(case)
    assert differences(everything(one.view(seat), THINKING), everything(two.view(seat), THINKING)) == []


def test_views_of_samples(case: Case) -> None:
    """The samples include the real round, whose deal came from a seed."""
    state = midway(case)
    seat = state.current_player
    real = everything(state.view(seat))
    for seed in (1, state.seed):
        sample = state.view(seat).sample(seed, state.stream)
        assert differences(everything(sample.view(seat)), real) == []


def test_every_method_with_arguments_is_covered(case: Case) -> None:
    """A new method has to be added to `ASKED`."""
    view = midway(case).view(0)
    for name in dir(type(view)):
        if not name.startswith("_") and callable(getattr(view, name)) and name not in ASKED:
            found = answer(getattr(view, name))
            assert not (isinstance(found, tuple) and found[:2] == ("raised", TypeError)), f"{name}: {found}"


def test_open_attributes_agree_in_all_views(case: Case) -> None:
    """Attributes that a state and its views share are equal in all of them, except for what is shown later."""
    for state in [midway(case, plies) for plies in (0, 3, 20)] + [case.game_over()]:
        for name in set(dir(case.module.State)) & set(dir(case.module.View)):
            if name.startswith("_") or callable(value := getattr(state, name)):
                continue
            for seat in range(case.rules.players):
                shown = getattr(state.view(seat), name)
                if name == "hands":  # of views that show the own hand, or all hands
                    assert all(mine in (None, real) for mine, real in zip(shown, value, strict=True))
                elif name != "kitty" or shown is not None:
                    assert repr(shown) == repr(value), name


def test_refusals_reveal_only_the_movers_hand() -> None:
    """Refusals depend on that player's hand. So a server must check the sender of a move before pushing it."""
    module: Any = module_of("doudizhu", "rust")
    state = module.State(module.Rules.preset("douzero"), seed=7)
    assert state.current_player == 2
    samples = [state.view(0).sample(seed) for seed in range(20)]
    assert len({str(answer(partial(sample.push, sample.parse("44")))) for sample in samples}) > 2


# All deals of a small game


def test_all_deals_of_a_small_game(backend: str) -> None:
    """Mexican Train with five tiles: whatever the order of draws and the plays, seats with equal
    histories know the same.
    """
    module: Any = module_of("mexican_train", backend)
    rules = module.Rules(players=2, set=2, engine=0, hand_size=1)
    known: dict[tuple[int, str], tuple[Any, Any]] = {}

    def play(state: Any) -> None:
        for seat in range(2):
            events = repr((seat, state.events(seat)))
            view = state.view(seat)
            seen = (view.to_bytes(), hash(view), repr(view), view.observation().tobytes(), view.legal_actions())
            real = (state.hands, state.boneyard)
            first, others = known.setdefault((seat, events), (seen, set()))
            assert seen == first
            others.add(real)
        for action in state.legal_actions():
            after = state.copy()
            after.push(action)
            play(after)

    tiles = [tile for tile in rules.tiles if tile != "0-0"]
    for order in permutations(tiles):
        play(module.State.from_deal(rules, hands=order[:2], boneyard=order[2:], dealer=0))
    assert len(known) > 500
    assert max(len(others) for _, others in known.values()) > 10


# Planted leaks


class Secret:
    """The secret that no view may reveal."""

    number = 0


def leaking_error(secret: int) -> Any:
    raise ValueError(f"not while the others hold {secret}")


def leaking_array(secret: int) -> Any:
    """The array is part of a larger one."""
    return np.array([secret, 0], np.uint8)[1:]


ATTRIBUTES: dict[str, Callable[[int], Any]] = {
    "array": leaking_array,
    "extra": lambda secret: secret,
    "recent": lambda secret: ((0, secret),),
    "_extra": lambda secret: {"of": [{secret}]},
}


METHODS: dict[str, Callable[[int], Any]] = {
    "error": leaking_error,
    "is_legal": lambda secret: secret % 2 == 0,
    "legal_actions": lambda secret: [secret],
    "method": lambda secret: [secret],
    "observation": leaking_array,
    "parse": leaking_error,
    "sample": lambda secret: secret,
    "to_bytes": bytes,
    "__bool__": lambda secret: secret % 2 == 0,
    "__dir__": lambda secret: [str(secret)],
    "__eq__": lambda secret: secret % 2 == 0,
    "__format__": str,
    "__hash__": int,
    "__len__": int,
    "__reduce__": lambda secret: (int, (secret,)),
    "__reduce_ex__": lambda secret: (int, (secret,)),
    "__repr__": str,
    "__sizeof__": int,
    "__str__": str,
    "_repr_svg_": str,
}


@pytest.mark.parametrize("name", some_in_quick([*ATTRIBUTES, *METHODS]))
def test_planted_leaks_are_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest: Any = module_of("doudizhu", "reference").State(seed=7).view(0)
    tell = (ATTRIBUTES | METHODS)[name]
    told: Any = lambda *_: tell(Secret.number)  # noqa: E731 (it becomes a member of a class)
    members = {"__hash__": type(honest).__hash__, name: property(told) if name in ATTRIBUTES else told}
    view = type("View", (type(honest),), members)._of(honest._known, honest._recent)  # type: ignore[attr-defined]
    monkeypatch.setattr(Secret, "number", 10)
    first = everything(view)
    assert differences(first, everything(view)) == []
    monkeypatch.setattr(Secret, "number", 21)
    assert differences(first, everything(view)) != []
