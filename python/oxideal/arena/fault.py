"""What a bot did in a game that it forfeited."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import OxidealError

MAX_FAULTS = 10
"""Maximum number of faults that a result has for each bot."""


@dataclass(frozen=True)
class Fault:
    """A forfeited game. A result has the first 10 for each bot.

    - `name`: name of the bot
    - `deal`: number of the deal, which is `State(rules, seed=result.seed, stream=deal)`
    - `seat`: seat of the bot
    - `why`: the reason, as in `Row.forfeits`
    - `detail`: the message, at most 1,000 characters
    - `traceback`: the traceback of what the bot raised, without the frames of this package; of a program, the end of
      its standard error; otherwise empty
    - `view`: the text of the view that the bot was asked about, which `View.from_text` reads

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

    name: str
    deal: int
    seat: int
    why: str
    detail: str
    traceback: str
    view: str

    def __str__(self) -> str:
        message = f": {self.detail}" if self.detail else ""
        return f"{self.name} at seat {self.seat} in deal {self.deal}: {self.why}{message}"


class BotError(OxidealError):
    """A bot forfeited a game of an arena with `errors="raise"`; `fault` is the `Fault`.

    What the bot raised is the `__cause__`. The traceback ends there too, so that a debugger shows the bot's code.

    >>> from oxideal.arena import BotError, arena
    >>> class Broken:
    ...     def choose(self, view, limit=None):
    ...         return view.legal_moves()[0].colour
    >>> try:
    ...     arena("rummy", [Broken(), "random"], games=1, seed=7, errors="raise")
    ... except BotError as error:
    ...     error.fault.why, type(error.__cause__)
    ('raised AttributeError', <class 'AttributeError'>)
    """

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)  # it must be in `args` for pickling
        self.fault = fault

    def __str__(self) -> str:
        return str(self.fault)
