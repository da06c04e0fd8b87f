"""A sequential test: stop as soon as the deals played answer a question.

`docs/arena.md` says what the answers promise and why.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, log1p
from typing import Literal, NamedTuple, Self, TypeAlias

from .._arguments.checks import quoted, text_of
from ..errors import InvalidArgumentError
from .verdict import ERROR, Answer, Verdict

THRESHOLD = log(2 / ERROR)
"""Evidence that rejects a hypothesis. Whatever the gain is, no more than two wrong rejections give a wrong answer."""

PRIOR = 8
"""The number of pseudo-observations in the prior: blocks without a gain and with the largest possible variance."""

MAX_STAKE = 0.75
"""A bet loses at most this share of the capital."""

MAX_DIGITS = 12

Goal: TypeAlias = Literal["better", "equal"]


class Outcome(NamedTuple):
    """What a bot got in a block, per game."""

    wins: float
    """Its share of the wins."""
    payment: float
    """What it won or lost, compared with the average of all seats."""
    forfeits: float = 0.0
    """How many games it forfeited."""


@dataclass
class Hypothesis:
    """A bet against "the mean gain is at most `bound`" or, with sign -1, "at least `bound`".

    Each block multiplies the capital by 1 + stake * distance from the bound. If the hypothesis is true, no choice of
    stakes makes the capital grow on average, so it reaches x times its start with probability 1 / x at most, ever.
    """

    bound: float
    sign: int
    evidence: float = 0.0
    """Logarithm of the capital."""
    is_rejected: bool = False

    def add(self, gain: float, mean: float, variance: float, delta: float, largest: float) -> None:
        """Bet on one block. The mean and variance, of the blocks before it, set the stake only."""
        hoped = max(delta, self.sign * (mean - self.bound))
        stake = min(hoped / (variance + hoped * hoped), MAX_STAKE / (largest + abs(self.bound)))
        self.evidence += log1p(stake * self.sign * (gain - self.bound))
        self.is_rejected = self.is_rejected or self.evidence >= THRESHOLD


@dataclass
class Until:
    """A question about the gain of the first bot, with the evidence so far."""

    text: str
    goal: Goal
    delta: float
    clip: float | None
    """Payments of a block are cut to plus or minus this; None: the gain is in wins."""
    largest: float
    """The gain of a block is at most this, and at least minus this."""
    hypotheses: tuple[Hypothesis, ...]
    """Not better, not worse, at least delta, at most -delta."""
    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    answer: Answer = field(default="undecided")

    @classmethod
    def parse(cls, text: str, bots: int) -> Self:
        """Read e.g. "better:0.02" or "equal:0.5:payment:20"."""
        number = rf"(\d{{1,{MAX_DIGITS}}}(?:\.\d{{1,{MAX_DIGITS}}})?)"
        found = re.fullmatch(rf"(better|equal):{number}(?::wins|:payment:{number})?", text_of("until", text), re.ASCII)
        if found is None:
            raise InvalidArgumentError(
                "until must be better:DELTA or equal:DELTA, with :payment:LIMIT for payments, "
                f"e.g. better:0.02 or equal:0.5:payment:20, got {quoted(text)}"
            )
        if bots < 2:
            raise InvalidArgumentError(f"until requires at least 2 bots, got {bots}")
        goal, delta = found[1], float(found[2])
        clip = None if found[3] is None else float(found[3])
        largest = 1 - 1 / bots if clip is None else clip
        if not 0 < delta < largest:
            raise InvalidArgumentError(f"until: DELTA must be above 0 and below {largest:g}, got {delta:g}")
        far = delta if goal == "equal" else 0.0
        hypotheses = (
            Hypothesis(far, 1),
            Hypothesis(-far, -1),
            Hypothesis(delta, -1),
            Hypothesis(-delta, 1),
        )
        return cls(found[0], "equal" if goal == "equal" else "better", delta, clip, largest, hypotheses)

    def add(self, outcomes: Sequence[Outcome]) -> None:
        """Add a block: the outcome of each bot."""
        gain = self.gain(outcomes)
        weight = self.count + PRIOR
        mean = self.total / weight
        squares = self.squares - 2 * mean * self.total + self.count * mean * mean
        variance = (squares + PRIOR * self.largest * self.largest) / weight
        for each in self.hypotheses:
            each.add(gain, mean, variance, self.delta, self.largest)
        self.count += 1
        self.total += gain
        self.squares += gain * gain
        if self.answer == "undecided":
            better, worse, below, above = (each.is_rejected for each in self.hypotheses)
            # Two for each answer, so that at most two rejections of true hypotheses can give a wrong one.
            if better and above:
                self.answer = "better"
            elif worse and below:
                self.answer = "worse"
            elif below and above:
                self.answer = "equal"

    def gain(self, outcomes: Sequence[Outcome]) -> float:
        """Return what the first bot got more than the average of all bots."""
        values = [each.wins if self.clip is None else each.payment for each in outcomes]
        gain = values[0] - sum(values) / len(values)
        return max(-self.largest, min(self.largest, gain))

    def verdict(self) -> Verdict:
        return Verdict(self.text, self.answer, self.total / self.count if self.count else None, ERROR)
