"""Everything at once for an hour: does anything fail, and does the process keep growing?

    python tests/long/soak.py                            # an hour
    python tests/long/soak.py --minutes 5 --works batches playouts

Arenas, batches, playouts, pictures, environments, both engines side by side, texts and bytes, and
searches take turns, each for about a second with a new seed, for all
games and all rules. `works.py` defines them and their checks. Once a minute, between two turns, the
resources of the process are measured: memory (resident, private, and allocated by the C library),
Python objects, threads, open files, child processes. A line is fitted to each measure over the
second half of the run, when all caches are full. Over the time of the whole run it must not rise by
8 MiB of memory or more, by 10,000 objects, or by one thread, file or process.

Exit status: 0 if everything was right, 1 if something failed or has grown, or if the run was ended
early. Ctrl-C and SIGTERM end it after the present work, with all figures so far.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from measures import BOUNDS, MIB, Growth, Sample, growths, sample
from oxideal._internal.progress import progress_bar
from works import WORKS, Work

FEWEST = 8
"""With fewer measurements a fitted line means nothing."""


@dataclass
class Done:
    """The results of one kind of work."""

    unit: str
    pieces: int = 0
    number: int = 0
    seconds: float = 0.0


@dataclass
class Soak:
    """A run and its results so far."""

    works: Mapping[str, Work]
    seed: int
    turns: int = 0
    """The number of completed turns of all works."""
    seconds: float = 0.0
    ended_early: bool = False
    wrong: str | None = None
    done: dict[str, Done] = field(default_factory=dict)
    samples: list[Sample] = field(default_factory=list)

    def run(
        self, seconds: float, every: float, turns: int | None = None, advance: Callable[[int], object] = lambda _: None
    ) -> None:
        """Do all works in turn until the limit of time or turns, or until something is wrong.
        Resources are measured between turns at regular intervals.
        """
        self.done = {name: Done(work.unit) for name, work in self.works.items()}
        since, shown = time.monotonic(), 0
        self.samples.append(sample(since))
        try:
            while not self.ended_early and self.seconds < seconds and self.turns != turns:
                for name in self.works:
                    self._do(name)
                    self.seconds = time.monotonic() - since
                    now = int(min(self.seconds, seconds))
                    advance(now - shown)
                    shown = now
                    if self.ended_early:
                        return
                self.turns += 1
                if self.seconds >= min(self.samples[-1].seconds + every, seconds) or self.turns == turns:
                    self.samples.append(sample(since))
        except KeyboardInterrupt:
            self.ended_early = True
        except Exception:  # any error is reported with all figures so far
            self.wrong = traceback.format_exc()

    def _do(self, name: str) -> None:
        done, start = self.done[name], time.monotonic()
        try:
            done.number += self.works[name].do(self.seed + self.turns)
        except Exception as error:
            error.add_note(f"this was {name!r} in turn {self.turns}, seed {self.seed}")
            raise
        done.pieces += 1
        done.seconds += time.monotonic() - start

    @property
    def growths(self) -> list[Growth]:
        return growths(self.samples) if len(self.samples) >= FEWEST else []

    @property
    def is_right(self) -> bool:
        return self.wrong is None and not self.ended_early and not any(found.is_leak for found in self.growths)

    def __str__(self) -> str:
        lines = [f"{self.seconds / 60:.1f} minutes, {self.turns:,} turns, seed {self.seed}"]
        for name, each in self.done.items():
            lines.append(f"  {name:20} {each.number:14,} {each.unit:10} {each.seconds:9.1f} s")
        lines.append("what the process held, from the first moment to the last")
        lines += [f"  {name:20} {self._course(name)}" for name in BOUNDS]
        if self.wrong is not None:
            lines.append(f"wrong: {self.wrong}")
        if self.ended_early:
            lines.append("ended early")
        if not self.growths:
            lines.append(f"too short to say what grows: {len(self.samples)} of {FEWEST} measurements")
        return "\n".join(lines)

    def _course(self, name: str) -> str:
        """Return five points of one measure and its growth."""
        places = sorted({place * (len(self.samples) - 1) // 4 for place in range(5)})
        values = [getattr(self.samples[place], name) for place in places]
        if None in values:
            return "this system does not tell"
        texts = "  ".join(f"{_shown(name, value):>9}" for value in values)
        for found in self.growths:
            if found.name == name:
                verdict = "grows" if found.is_leak else "flat"
                return f"{texts}   {_shown(name, found.growth)} a run: {verdict}"
        return texts


def _shown(name: str, value: float) -> str:
    return f"{value / MIB:.1f} MiB" if BOUNDS[name] >= MIB else f"{value:,.1f}".removesuffix(".0")


def main() -> int:
    """Return 0 if nothing was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0, metavar="M", help="how long (default: %(default)g)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first turn (default: %(default)s)")
    parser.add_argument("--works", nargs="+", choices=WORKS, metavar="WORK", help=f"only these: {', '.join(WORKS)}")
    options = parser.parse_args()
    if not 0 < options.minutes <= 60 * 24 * 7 or options.seed < 0:
        parser.error("--minutes must be above 0 and at most a week, --seed at least 0")
    soak = Soak({name: WORKS[name] for name in options.works or WORKS}, options.seed)

    def end(*_: object) -> None:
        soak.ended_early = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    with progress_bar(round(60 * options.minutes), None, "s") as bar:
        soak.run(60 * options.minutes, min(60.0, 60 * options.minutes / (2 * FEWEST)), advance=bar)
    print(soak)
    with suppress(BrokenPipeError):
        sys.stdout.flush()
    return 0 if soak.is_right else 1


if __name__ == "__main__":
    sys.exit(main())
