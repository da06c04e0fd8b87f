"""What an arena or a tournament has been asked to play."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from .._arguments.checks import boolean, integer_within, quoted, real, text_of, type_name
from .._arguments.seeds import seed_number
from .._internal.files import locked
from .._internal.progress import check_progress, progress_bar
from .._registry import module_of
from ..clock import TimeControl
from ..errors import InvalidArgumentError
from ..executors.named import checked_jobs
from ..record import Writer
from .entry import Entrant, entries_of
from .interrupt import CtrlC
from .pool import Stopped, playing
from .recorded import Recorded
from .runner import Task

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..executors import Executor
    from ..record.writer import Lines
    from .runner import Block

MAX_DEALS = 10_000_000
MAX_GRACE = 86_400


class Sums(Protocol):
    """What the blocks are added to."""

    blocks: int
    """The number of blocks added."""

    @property
    def is_decided(self) -> bool:
        """Whether no more blocks are needed."""

    def add(self, block: Block) -> object:
        """Add the next block."""


@dataclass
class Plan:
    """The checked arguments of an arena or a tournament."""

    task: Task
    deals: int
    jobs: int | str | Executor
    progress: bool | None
    records: str | os.PathLike[str] | Lines | None
    recorded: Recorded | None
    """The games of an earlier run, to go on from."""

    @classmethod
    def of(
        cls,
        game: Any,
        bots: Sequence[Entrant],
        games: Any,
        seed: Any,
        lineups_of: Callable[[Any, int], tuple[tuple[int, ...], ...]],
        *,
        grace: Any,
        progress: Any,
        errors: Any,
        rules: Any = None,
        jobs: Any = 1,
        records: Any = None,
        resume: Any = False,
        clock: Any = None,
    ) -> Plan:
        """Check the arguments. `lineups_of` gets the rules and the number of entries."""
        module = module_of(game)
        if boolean("resume", resume) and not isinstance(records, str | os.PathLike):
            raise InvalidArgumentError("resume requires records, the path of a file")
        recorded = Recorded(Path(records)) if resume and Path(records).exists() else None
        key = recorded.seed if recorded is not None and seed is None else None
        key = seed_number(seed) if key is None else key
        entries = entries_of(bots, key)
        rules = module.Rules() if rules is None else rules
        if not isinstance(rules, module.Rules):
            raise TypeError(f"rules must be a Rules object of this game, not {type_name(rules)}")
        lineups = lineups_of(rules, len(entries))
        deals = integer_within("games", games, 1, MAX_DEALS)
        jobs = checked_jobs(jobs)
        check_progress(progress)
        if text_of("errors", errors) not in ("forfeit", "raise"):
            raise InvalidArgumentError(f'errors must be "forfeit" or "raise", got {quoted(errors)}')
        if not (clock is None or isinstance(clock, TimeControl)):
            hint = "; TimeControl.parse() reads a text" if isinstance(clock, str) else ""
            raise TypeError(f"clock must be a TimeControl, not {type_name(clock)}{hint}")
        task = Task(
            module.__name__,
            rules,
            entries,
            lineups,
            key,
            _grace(grace),
            recorded=records is not None,
            raises=errors == "raise",
            clock=clock,
        )
        return cls(task, deals, jobs, progress, records, recorded)

    @property
    def names(self) -> list[str]:
        return [str(entry.name) for entry in self.task.entries]

    def play(self, sums: Sums) -> str | None:
        """Play all blocks and add them. Return why the play stopped early, or None."""
        if self.recorded is None:
            return self._play(sums)
        with locked(self.recorded.path):  # from before it is read
            return self._play(sums)

    def _play(self, sums: Sums) -> str | None:
        count = self.deals * len(self.task.lineups)
        if self.recorded is not None:
            for block in self.recorded.blocks(self.task):
                if sums.is_decided:
                    break
                if sums.blocks == count:
                    raise InvalidArgumentError(
                        f"games must be at least the number of deals in {self.recorded.path}, got {self.deals}"
                    )
                sums.add(block)
            else:
                os.truncate(self.recorded.path, self.recorded.size)
        stopped = None
        try:
            with CtrlC() as ctrl_c, progress_bar(count, self.progress) as done:
                done(sums.blocks)
                if sums.blocks < count and not sums.is_decided:
                    with (
                        playing(self.task, range(sums.blocks, count), self.jobs, ctrl_c) as played,
                        # Opened last, as it replaces the file: an error before this must not cost old records.
                        self._writer() as writer,
                    ):
                        for some in played:
                            with ctrl_c.defer():  # so that Ctrl-C never leaves a block half added
                                added = list(_added(sums, some))
                                _write(writer, added)
                            done(len(added))
                            if sums.is_decided:
                                break
        except KeyboardInterrupt:
            stopped = "Ctrl-C"
        except Stopped as error:
            stopped = str(error)
        return None if sums.is_decided or sums.blocks == count else stopped

    @contextmanager
    def _writer(self) -> Iterator[Writer | None]:
        with ExitStack() as stack:
            if isinstance(self.records, str | os.PathLike) and self.recorded is None:
                stack.enter_context(locked(Path(self.records)))
            append = self.recorded is not None
            yield None if self.records is None else stack.enter_context(Writer(self.records, append=append))


def _added(sums: Sums, blocks: list[Block]) -> Iterator[Block]:
    """Add the blocks up to the one that decides, and yield them."""
    for block in blocks:
        if sums.is_decided:
            return
        sums.add(block)
        yield block


def _write(writer: Writer | None, blocks: list[Block]) -> None:
    for each in chain.from_iterable(blocks):
        if writer is not None and each.record is not None:
            writer.write(each.record)


def _grace(grace: object) -> float:
    number = real("grace", grace, "a number of seconds")
    if not 0 <= number <= MAX_GRACE:
        raise InvalidArgumentError(f"grace must be 0 to {MAX_GRACE} seconds, got {number:g}")
    return number
