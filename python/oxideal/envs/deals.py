"""The sequence of deals of an environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex

from .._arguments.checks import plain_text, quoted, seat_within, type_name
from .._arguments.seeds import seed_number, stream_number
from ..errors import InvalidRulesError

if TYPE_CHECKING:
    from ..interface import Seed

STREAMS = 2**96

MAX_STEPS = 10_000
"""By default, a round with more actions is truncated."""


def rules_of(kind: Any, given: object) -> Any:
    """Return the rules given as an object, a dict of options, the name of a preset, or None for the default rules."""
    if given is None:
        return kind()
    if isinstance(given, Mapping):
        return kind.from_dict(given)
    if (name := plain_text(given)) is not None:
        if not hasattr(kind, "preset"):
            raise InvalidRulesError(f"this game has no presets, got {quoted(name)}; rules may be a dict of options")
        return kind.preset(name)
    if not isinstance(given, kind):
        raise TypeError(
            "rules must be a Rules object of this game, a dict of options or the name of a preset, "
            f"not {type_name(given)}"
        )
    return given


def options_of(options: object) -> Mapping[str, Any]:
    """Return the options of `reset`. Unknown ones are ignored, as wrappers pass their own."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise TypeError(f"options must be a dict, not {type_name(options)}")
    return options


def check_layout(rules: Any, before: Any) -> None:
    """Raise an error unless the spaces of the environment, which cannot change, fit the new rules."""
    if rules is not before and _layout(rules) != _layout(before):
        raise InvalidRulesError(
            f"{rules!r} has other seats, actions or observations than {before!r}: make a new environment"
        )


def _layout(rules: Any) -> tuple[Any, ...]:
    return rules.players, rules.num_actions, rules.action_table_version, rules.observation_spec()


class Deals:
    """The rules, dealer and seed of an environment, and the number of the next deal.

    Game `first` of `step` games, dealt from one seed, uses every `step`-th stream, as the games of a batch do.
    """

    def __init__(
        self,
        game: Any,
        rules: object = None,
        dealer: SupportsIndex | None = None,
        *,
        first: int = 0,
        step: int = 1,
    ) -> None:
        self._state_type = game.State
        self.rules = rules_of(game.Rules, rules)
        self.dealer = dealer if dealer is None else seat_within(dealer, self.rules.players, name="dealer")
        self._seed: int | None = None
        self._first = self._stream = first
        self._step = step

    def next(self, seed: Seed, options: object) -> Any:
        """Deal the next round. Options hold for later rounds too, and a seed starts with the first stream.

        An error changes nothing.
        """
        given = options_of(options)
        rules = rules_of(type(self.rules), given.get("rules", self.rules))
        check_layout(rules, self.rules)
        dealer = given.get("dealer", self.dealer)
        if seed is None and self._seed is not None:
            number, stream = self._seed, self._stream
        else:
            number, stream = seed_number(seed), self._first
        stream = stream_number(given.get("stream", stream))
        state = self._state_type(rules, seed=number, stream=stream, dealer=dealer)
        self.rules, self.dealer, self._seed, self._stream = rules, dealer, number, (stream + self._step) % STREAMS
        return state
