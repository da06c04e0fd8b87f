"""The answer of an arena that plays until a question is answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from .._internal.html import signed
from ..schemas.values import text

if TYPE_CHECKING:
    from collections.abc import Sequence

ERROR = 0.05
"""The largest probability of a wrong answer."""

Answer: TypeAlias = Literal["better", "worse", "equal", "undecided"]


def _until(value: object) -> str | None:
    return text(value) or (None if ":" in str(value) else "a question, e.g. better:0.02")


def _answer(value: object) -> str | None:
    return None if type(value) is str and value in get_args(Answer) else f"one of {', '.join(get_args(Answer))}"


@dataclass(frozen=True)
class Verdict:
    """The answer to the question of `until`, about the first bot.

    - `until`: the question, as given
    - `answer`: "better", "worse", "equal" or "undecided"
    - `gain`: what the first bot got more than the average of all bots, per game; None without a deal
    - `error`: the largest probability that the answer is wrong

    >>> from oxideal.arena import arena
    >>> result = arena("rummy", ["rule", "random"], games=1000, seed=7, until="better:0.05")
    >>> result.verdict.answer, result.deals
    ('better', 12)
    """

    _checks = {"until": _until, "answer": _answer}  # noqa: RUF012

    until: str
    answer: Answer
    gain: float | None
    error: float

    def describe(self, names: Sequence[str]) -> str:
        """Return the line below the table."""
        first, others = names[0], names[1] if len(names) == 2 else "the average of all bots"
        delta = self.until.split(":")[1]
        beyond = f" by more than {delta}" if self.until.startswith("equal") else ""
        found = {
            "better": f"{first} is better than {others}{beyond}",
            "worse": f"{first} is worse than {others}{beyond}",
            "equal": f"{first} and {others} are equal within {delta}",
            "undecided": "undecided",
        }[self.answer]
        gain = "" if self.gain is None else f"; gain {signed(self.gain, 3)}"
        return f"until {self.until}: {found}{gain}; error at most {self.error:.0%}"
