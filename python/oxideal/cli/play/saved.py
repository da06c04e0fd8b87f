"""Save a match to a file and resume it: a file of records, one for each round, the last one perhaps unfinished."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..._arguments.checks import integer_within, printable
from ..._internal.files import replace_file
from ..._registry import module_of
from ...bots.factory import KINDS
from ...errors import InvalidRecordError, OxidealError
from ...record import Record, dumps, read

MAX_NAME_LENGTH = 60
"""Maximum length of a name in records; the name of a bot can be longer."""

MOST_UNDONE = 10**9


@dataclass
class Setup:
    """A match and who plays it."""

    game: str
    match: Any
    seat: int
    """The person's seat."""
    bots: list[str]
    """The bots in the other seats, in seat order."""
    practice: bool = False
    """Whether moves can be taken back."""
    undone: int = 0
    """How often they have been, in this round."""
    finished: list[Record] = field(default_factory=list)
    """The records of the rounds before the current one."""

    def others(self) -> list[int]:
        return [seat for seat in range(self.match.state.rules.players) if seat != self.seat]

    def names(self) -> list[str]:
        """Return the name of each player, as records and programs get them."""
        named = dict(zip(self.others(), self.bots, strict=True))
        return [named.get(seat, "person")[:MAX_NAME_LENGTH] for seat in range(self.match.state.rules.players)]

    def record(self) -> Record:
        """Return the record of the current round, with what `load` needs to know."""
        play = {"seat": self.seat, "bots": self.bots, "practice": self.practice, "undone": self.undone}
        return Record.of(self.match.state, names=self.names(), info={"play": play})


def resume_command(path: Path, bots: Sequence[str]) -> str:
    """Return the command that resumes a match. It names own bots, as resuming must not run code that a file names."""
    command = ["oxideal", "play", "--resume", printable(str(path))]
    if any(text.split(":")[0] not in KINDS for text in bots):
        command += ["--bots", *(bots[:1] if len({*bots}) == 1 else bots)]
    return shlex.join(command)


def save(setup: Setup, path: Path) -> None:
    """Write the match to a file, which keeps its old content until the new one is complete."""
    lines = [f"{dumps(record)}\n" for record in (*setup.finished, setup.record())]
    replace_file(path, "".join(lines).encode("ascii"))


def load(path: Path) -> Setup:
    """Return the match in a file that `save` wrote. Every round is replayed.

    Raises `InvalidRecordError` for any other file.
    """
    try:
        return _setup([*read(path)])
    except (OxidealError, TypeError) as error:
        raise InvalidRecordError(f"{path}: {error}") from None


def _setup(records: Sequence[Record]) -> Setup:
    if not records:
        raise InvalidRecordError("the file has no rounds")
    first = records[0]
    if any(record.game != first.game for record in records):
        raise InvalidRecordError("the rounds are of different games")
    module = module_of(first.game)
    match = module.Match(module.Rules.from_dict(first.rules), seed=first.seed, dealer=first.dealer)
    given = (records[-1].info or {}).get("play")
    if not isinstance(given, dict) or {*given} != {"seat", "bots", "practice", "undone"}:
        raise InvalidRecordError("not a saved game: /save in oxideal play writes one")
    seat = integer_within("seat", given["seat"], 0, match.state.rules.players - 1)
    undone = integer_within("undone", given["undone"], 0, MOST_UNDONE)
    bots, practice = given["bots"], given["practice"]
    if not (isinstance(bots, list | tuple) and all(isinstance(bot, str) for bot in bots)):
        raise InvalidRecordError("bots must be a list of names")
    if len(bots) != match.state.rules.players - 1 or not isinstance(practice, bool):
        raise InvalidRecordError("the bots do not fit the seats")
    setup = Setup(first.game, match, seat, [*bots], practice, undone)
    for number, record in enumerate(records):
        if number:
            match.next_round()
            setup.finished.append(records[number - 1])
        _replay(match.state, record, number + 1)
    return setup


def _replay(state: Any, record: Record, number: int) -> None:
    start = Record.of(state)
    if (start.rules, start.seed, start.stream, start.dealer) != (
        record.rules,
        record.seed,
        record.stream,
        record.dealer,
    ):
        raise InvalidRecordError(f"round {number} does not continue the match")
    for text in record.actions:
        state.push(state.parse(text))
    if record.forfeited is not None:
        state.forfeit(*record.forfeited)
