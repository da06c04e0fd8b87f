"""What a bot did in a game that it forfeited."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from .._arguments.foreign import own_traceback
from ..errors import BotError
from ..schemas.values import hexadecimal, seat

MAX_FAULTS = 3
"""Maximum number of faults of one kind that a result has for each bot."""

MAX_REASONS = 20
"""Maximum number of reasons, and of kinds of faults, told apart for each bot: each error can have a new name."""

OTHERWISE = "other reasons"


@dataclass(frozen=True)
class Fault:
    """A forfeited game. A result has the first 3 of each kind for each bot.

    Faults are of one kind if they have the same reason, and the same line of the bot's code or the same broken rule. Up
    to 20 kinds are told apart for each bot; the others count as one.

    - `name`: name of the bot
    - `deal`: number of the deal, which is `State(rules, seed=result.seed, stream=deal)`
    - `seat`: seat of the bot
    - `why`: the reason, as in `Row.forfeits`
    - `detail`: the message, at most 1,000 characters
    - `traceback`: the traceback of what the bot raised, without the frames of this package; of a program, the end of
      its standard error; otherwise empty
    - `view`: the text of the view that the bot was asked about, which `View.from_text` reads
    - `view_bytes`: the same view in hexadecimal digits; `View.from_bytes(bytes.fromhex(fault.view_bytes))` is equal in
      everything, also in `recent`, which the text lacks
    - `move`: the text of the illegal move; empty if the bot returned no move of the game

    >>> from oxideal.arena import arena
    >>> class Broken:
    ...     def choose(self, view, limit=None):
    ...         return view.legal_moves()[0].colour
    >>> fault = arena("rummy", [Broken(), "random"], games=1, seed=7).faults[0]
    >>> fault.name, fault.deal, fault.seat, fault.why
    ('Broken', 0, 0, 'raised AttributeError')
    >>> fault.traceback.splitlines()[-1]
    "AttributeError: 'oxideal.rummy.Move' object has no attribute 'colour'"
    """

    _checks = {"seat": seat, "view_bytes": hexadecimal}  # noqa: RUF012

    name: str
    deal: int
    seat: int
    why: str
    detail: str
    traceback: str
    view: str
    view_bytes: str
    move: str

    def __str__(self) -> str:
        message = f": {self.detail}" if self.detail else ""
        return f"{self.name} at seat {self.seat} in deal {self.deal}: {self.why}{message}"


def kind_of(fault: Fault) -> str:
    """Return the reason, with the line of the bot's code that raised the error or the rule that the move breaks."""
    lines = [line for line in fault.traceback.splitlines() if line.startswith("  File ")]
    found = re.search(r"\[[A-Z]+-\d+\]$", fault.detail)
    return " ".join([fault.why, *lines[-1:], *([found[0]] if found else [])])


def told_apart(seen: Counter[str], kind: str) -> str:
    """Return the kind, or `OTHERWISE` if too many others have been seen before."""
    return kind if kind in seen or len(seen) < MAX_REASONS else OTHERWISE


def bot_error(module: str, fault: Fault, error: BaseException | None) -> BotError:
    """Return the error to raise, with the traceback of the bot's error so that debuggers stop in the bot's code."""
    trace = None if error is None else own_traceback(error)
    raised = BotError(fault).with_traceback(trace and trace.tb_next)
    package, _, name = module.rpartition(".")
    raised.add_note(
        "To ask the bot again:\n"
        f"    {f'from {package} ' if package else ''}import {name}\n"
        f"    bot.choose({name}.View.from_bytes(bytes.fromhex({fault.view_bytes!r})))\n"
        f"The view: {fault.view}"
    )
    return raised
