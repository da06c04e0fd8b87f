"""Wait for a bot's move with asyncio."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from .limit import Limit

__all__ = ["achoose"]

ViewT = TypeVar("ViewT")
ViewT_contra = TypeVar("ViewT_contra", contravariant=True)
AnswerT = TypeVar("AnswerT")
AnswerT_co = TypeVar("AnswerT_co", covariant=True)


class Chooses(Protocol[ViewT_contra, AnswerT_co]):
    """A bot by the type of its answers: a move, its text or its id."""

    def choose(self, view: ViewT_contra, limit: Limit | None = None) -> AnswerT_co: ...


async def achoose(bot: Chooses[ViewT, AnswerT], view: ViewT, limit: Limit | None = None) -> AnswerT:
    """Return the move that a bot chooses, so that the event loop of asyncio runs meanwhile.

    A bot's own `achoose` is awaited: a `SearchBot` ends its search when the task is cancelled. Any other bot chooses in
    a thread, which runs on after that, as Python cannot end it. Run a bot that may never return in a process:
    `ProgramBot` kills it when it is late.

    >>> import asyncio
    >>> from oxideal import foursquare
    >>> from oxideal.bots import RuleBot
    >>> asyncio.run(achoose(RuleBot(), foursquare.State(seed=7).view(0)))
    Move(0, 0)
    """
    import asyncio  # imported here: most programs do not need it

    own: Any = getattr(bot, "achoose", None)
    if own is not None:
        answer: AnswerT = await own(view, limit)
        return answer
    return await asyncio.to_thread(bot.choose, view, limit)
