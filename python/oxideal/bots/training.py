"""Train the networks of `NetBot` for any rules, without another package.

`oxideal train` does this on the command line; `docs/learning.md` explains how it works.
"""

from __future__ import annotations

import csv
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from .. import _native
from .._arguments.checks import integer_within, thread_count, type_name
from .._arguments.seeds import seed_number
from .._internal.files import only_writer, replace_file
from .._internal.progress import check_progress, progress_bar
from ..errors import InvalidArgumentError
from .net import NetBot, weights_file

__all__ = ["Point", "train"]
__dir__ = __all__.copy  # `dir` shows these names alone

MAX_DECISIONS = 10**15

FALL = 0.25
"""The learning rate falls during this last share of a training."""

LOWEST_RATE = 0.05
"""The share of the learning rate at the end."""

SAVE_SECONDS = 60.0
"""How much work is lost if the process is killed."""

FIRST_TEST = 30.0
TEST_SECONDS = 300.0
"""After how many seconds the networks are tested: at first, and at most."""

DEALS = 2000


@dataclass(frozen=True)
class Point:
    """The networks at one moment of a training.

    - `seconds`: time used in this run
    - `decisions`: number of decisions played
    - `loss`: mean loss of the networks in the last turn
    - `won`: share of rounds in which the networks did better than `rule`
    - `gain`: payoff by which a seat of the networks is ahead of one of `rule`
    - `error`: standard error of the gain
    """

    seconds: float
    decisions: int
    loss: float
    won: float
    gain: float
    error: float

    def __str__(self) -> str:
        return (
            f"{self.seconds:8,.0f} s  {self.decisions:14,} decisions  loss {self.loss:.4f}  "
            f"won {self.won:.1%} against rule  gain {self.gain:+.3f} ± {self.error:.3f}"
        )


def train(
    rules: Any,
    out: str | os.PathLike[str],
    *,
    hours: float | None = None,
    decisions: int | None = None,
    threads: int | None = None,
    seed: Any = None,
    width: int | None = None,
    start: NetBot | None = None,
    only: int | None = None,
    deals: int = DEALS,
    progress: bool | None = None,
    report: Callable[[Point], object] | None = None,
) -> list[Point]:
    """Train networks by letting them play against themselves, and write them to a file for `NetBot`.

    - `rules`: a Rules object, or a list of them; the rounds are played by each in turn
    - `out`: name of the file. It also holds what is needed to continue: if it exists, its training is continued.
      Beside it, a file that ends in `.csv` gets the points returned.
    - `hours`, `decisions`: when to stop; give one of them
    - `threads`: number of threads, all processors by default. The result does not depend on it.
    - `seed`: seed of a new training
    - `width`: width of the first layer of a new training, a multiple of 32
    - `start`: a bot whose networks a new training starts from, instead of random ones. They may be of other rules with
      the same players, and narrower: `NetBot()` is a good start for house rules.
    - `only`: number of the only network that learns, from nothing; the others stay as `start` has them
    - `deals`: number of deals of each test against `rule`
    - `progress`: True shows a progress bar if tqdm is installed; None does so in a terminal
    - `report`: a function called with each point

    Ctrl-C ends the training early; what has been learned is saved. With `decisions`, a training that is stopped and
    continued gives the same bytes as one that is not.

    Raises `InvalidArgumentError` if the file is not of a training by these rules, and `OSError` if it can't be written
    or another training writes it.
    """
    if (hours is None) == (decisions is None):
        raise InvalidArgumentError("give either hours or decisions")
    if hours is not None and not 0 < hours < 10_000:
        raise InvalidArgumentError(f"hours must be above 0 and below 10,000, got {hours}")
    if decisions is not None:
        decisions = integer_within("decisions", decisions, 1, MAX_DECISIONS)
    deals = integer_within("deals", deals, 2, 10**7)
    threads = thread_count(threads)
    check_progress(progress)
    if start is not None and not isinstance(start, NetBot):
        raise TypeError(f"start must be a NetBot or None, not {type_name(start)}")
    if only is not None and start is None:
        raise InvalidArgumentError("only needs start, which has the other networks")
    file = Path(out)
    file.parent.resolve(strict=True)  # fail before the work, not after it
    with only_writer(file):
        training = _start(list(rules) if isinstance(rules, Sequence) else [rules], file, seed, width, start, only)
        return _train(training, file, hours, decisions, threads, deals, progress, report)


def _train(
    training: _native.Training,
    file: Path,
    hours: float | None,
    decisions: int | None,
    threads: int,
    deals: int,
    progress: bool | None,
    report: Callable[[Point], object] | None,
) -> list[Point]:
    points: list[Point] = []
    begun = saved = tested = time.monotonic()
    wait = FIRST_TEST

    def test() -> None:
        losses = [loss for loss in training.losses if loss > 0.0]
        loss = sum(losses) / max(len(losses), 1)
        point = Point(time.monotonic() - begun, training.decisions, loss, *training.against_rule(deals, threads))
        points.append(point)
        _append(file, point)
        if report is not None:
            report(point)

    def done() -> float:
        if decisions is not None:
            return training.decisions / decisions
        return (time.monotonic() - begun) / (3600 * (hours or 1.0))

    with progress_bar(decisions, progress, "decision") as update:
        update(training.decisions)
        try:
            while (share := done()) < 1.0:
                before = training.decisions
                training.turn(threads, max(min((1.0 - share) / FALL, 1.0), LOWEST_RATE))
                update(training.decisions - before)
                now = time.monotonic()
                if now - saved > SAVE_SECONDS:
                    replace_file(file, training.to_bytes())
                    saved = time.monotonic()
                if now - tested > wait:
                    test()
                    wait, tested = min(1.5 * wait, TEST_SECONDS), time.monotonic()
        finally:
            replace_file(file, training.to_bytes())
    test()
    return points


def _start(
    rules: list[Any], file: Path, seed: Any, width: int | None, start: NetBot | None, only: int | None
) -> _native.Training:
    if not rules:
        raise InvalidArgumentError("give at least one Rules object")
    if file.exists():
        if width is not None or seed is not None or start is not None:
            raise InvalidArgumentError(f"{file} exists: its training is continued with its own seed, width and start")
        return _native.Training.from_bytes(rules, file.read_bytes())
    weights = None if start is None else weights_file(start, rules[0]).read_bytes()
    return _native.Training(rules, seed_number(seed).to_bytes(32, "little"), width, weights, only)


def _append(file: Path, point: Point) -> None:
    curve = file.with_name(f"{file.name}.csv")
    is_new = not curve.exists()
    with curve.open("a", encoding="utf-8", newline="") as writer:
        rows = csv.DictWriter(writer, [each.name for each in fields(Point)], lineterminator="\n")
        if is_new:
            rows.writeheader()
        rows.writerow(asdict(point))
