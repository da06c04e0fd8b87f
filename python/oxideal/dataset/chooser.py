"""A player at its seat: asks a bot for a move, and for what it expects of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._arguments.checks import printable
from ..arena.entry import Entry
from ..arena.player import Player
from ..bots import NetBot, SearchBot, bot, bot_seed
from ..bots.imported import own_name
from ..record.fields import MAX_NAME_LENGTH

if TYPE_CHECKING:
    from ..arena.interrupt import CtrlC
    from ..bots.program import ProgramSeat
    from .task import DataSetTask

GRACE = 60.0
"""How many seconds a bot may be late. It is long: an arena is fair to both sides, but here a busy machine must not
end the work."""


class Chooser:
    """The bot of one seat in the games of one file.

    Each file gets new bots with seeds of their own, so that no file depends on another.
    """

    def __init__(self, task: DataSetTask, file: int, seat: int, ctrl_c: CtrlC) -> None:
        self.seat = seat
        self.bot: Any = bot(task.players[seat], seed=bot_seed(task.seed, file * len(task.players) + seat))
        self.name = printable(own_name(task.players[seat]))[:MAX_NAME_LENGTH]
        self.player = Player(Entry(self.bot, self.name), GRACE, ctrl_c, raises=True)
        self.program: ProgramSeat | None = None

    def begin(self, task: DataSetTask) -> None:
        if self.player.is_program:
            self.program = self.player.seat(task.rules, self.seat, task.players)

    def ask(self, state: Any, view: Any, game: int) -> tuple[int, float | None]:
        """Return the chosen id, and the value of the choice if the bot has estimated one. Raises `Forfeit`."""
        if self.program is not None:
            return self.player.ask_program(self.program, view, state.events(self.seat))[0], None
        if type(self.bot) is SearchBot:
            thinking = self.bot.think(view)
            best = thinking.choices[0]
            return view.rules.action(thinking.move), best.mean if best.visits else None
        if type(self.bot) is NetBot:
            expected = self.bot.values(view)[0]
            return view.rules.action(expected.move), expected.win
        return self.player.ask(view, game)[0], None

    def refuse(self, error: Exception) -> None:
        """Tell a program that its move was not legal."""
        if self.program is not None:
            self.program.refuse(error)

    def end(self, state: Any) -> None:
        if self.program is not None:
            self.program.end(state.view(self.seat), state.events(self.seat))
            self.program = None

    def close(self) -> None:
        """End the programs and threads of the bot."""
        self.player.close()
