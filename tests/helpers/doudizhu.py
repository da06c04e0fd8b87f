"""Helpers for tests of Dou Dizhu."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from helpers import cases
from helpers.brute import doudizhu as brute
from helpers.cases import module_of
from oxideal import doudizhu
from oxideal.bots import RandomBot
from oxideal.differential import GAMES

DEFAULTS: dict[str, Any] = GAMES["doudizhu"][0]


PLAIN = brute.Options()


FOUR = brute.Options(players=4)


OPTIONS = {
    "plain": PLAIN,
    "4 players": FOUR,
    "sequence_max 5": brute.Options(sequence_max=5),
    "repeat 2": brute.Options(kicker_repeat=2),
    "repeat 3": brute.Options(kicker_repeat=3),
    "repeat 3, extension": brute.Options(kicker_repeat=3, kicker_extends_chain=True),
    "repeat 3, extension, no quadplexes": brute.Options(kicker_repeat=3, kicker_extends_chain=True, quadplex=False),
    "repeat 4, jokers": brute.Options(kicker_repeat=4, kicker_both_jokers=True),
    "all": brute.Options(kicker_repeat=4, kicker_both_jokers=True, kicker_extends_chain=True),
}
"""Each field that affects combinations, alone and with others."""


def fields_of(options: brute.Options) -> dict[str, Any]:
    return {name: getattr(options, name) for name in DEFAULTS if hasattr(options, name)}


@cache
def rules_of(backend: str, options: brute.Options) -> Any:
    """Cached: rules objects are expensive, as each builds its action table."""
    return module_of("doudizhu", backend).Rules(**fields_of(options))


def rules_from(backend: str, row: dict[str, Any]) -> Any:
    return cases.rules_of("doudizhu", backend, row["rules"])


data = partial(cases.data, "doudizhu")


def seen(move: Any) -> tuple[str, str, str]:
    return move.kind, move.main, move.attached


def said(reading: brute.Reading) -> tuple[str, str, str]:
    return reading.kind, brute.text(reading.main), brute.text(reading.attached)


# The deal (DD-01, DD-05, DD-06, DD-09)


def dealt(stream: Any, players: int, dealer: int | None) -> dict[str, Any]:
    """DD-05 and DD-06, implemented independently: the dealer, the permutation, the place, in this order."""
    options = PLAIN if players == 3 else FOUR
    deck = brute.text(options.deck)
    if dealer is None:
        dealer = stream.below(players)
    order = [deck[place] for place in stream.shuffled(len(deck))]
    place = stream.below(len(deck))
    face_up, *rest = order
    rest.insert(place, face_up)
    each = 17 if players == 3 else 25
    hands: list[list[str]] = [[] for _ in range(players)]
    for number in range(each * players):
        hands[(dealer + number) % players].append(rest[number])
    drawn = (dealer + place) % players if place < each * players else None
    return {
        "dealer": dealer,
        "hands": tuple("".join(sorted(hand, key=brute.RANKS.index)) for hand in hands),
        "kitty": "".join(sorted(rest[each * players :], key=brute.RANKS.index)),
        "face_up": face_up,
        "face_up_seat": drawn,
        "first_bidder": dealer if drawn is None else drawn,
    }


def ended(seed: int, cards: int) -> doudizhu.State:
    """Return a round of random bots that was set up by hand when the seats had fewer than this many cards in all."""
    state, bot = doudizhu.State(seed=seed), RandomBot(seed)
    play_on(state, bot)
    while sum(state.hand_sizes) < cards:
        state.pop()
    state = doudizhu.State.from_text(state.to_text())
    play_on(state, bot)
    return state


def play_on(state: Any, bot: Any) -> None:
    while not state.is_over:
        state.push(bot.choose(state.view(state.current_player)))
