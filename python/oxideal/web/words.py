"""The sentences of a page. English ones are those of `oxideal play`; Chinese ones are in each game's file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..narration.words import SUITS, Base

LANGUAGES = ("en", "zh")


class _Lines:
    """What the words of `oxideal play` need of a screen: suits as symbols, and lines of any length."""

    boxes = True
    width = 1000

    def card(self, text: str) -> str:
        return text[:-1].replace("T", "10") + SUITS[text[-1]]

    def cards(self, text: str) -> str:
        return " ".join(self.card(card) for card in text.split() if card != "-") or "-"

    def items(self, heading: str, items: Sequence[str], indent: int = 4) -> list[str]:  # noqa: ARG002
        return ["  ".join([heading, *items])]

    def boxed(self, cells: Sequence[Sequence[str]]) -> list[str]:
        return [" ".join("-".join(cell) for cell in cells)]


class Spoken(Base):
    """The words of a page, in English. A game's words derive from this and from those of `oxideal play`."""

    def __init__(self, own: int | None, names: Sequence[str]) -> None:
        super().__init__(_Lines(), 0, len(names))
        self.own: Any = own  # None for a spectator: no seat is "you"
        self.names = [self.you if seat == own else name for seat, name in enumerate(names)]

    you = "You"

    def others(self) -> list[int]:
        players = len(self.names)
        first = 0 if self.own is None else self.own + 1
        return [(first + step) % players for step in range(players - (self.own is not None))]

    def hand_words(self, view: Any) -> list[str]:
        return self.hand(view)

    def short(self, view: Any, move: Any) -> str:  # noqa: ARG002
        """Return a word or two for a move, which stand beside its player; "" if the table shows it."""
        return ""

    def waits(self, seat: int) -> str:
        return f"{self.names[seat]} to play"

    def refusal(self, error: Exception) -> str:
        text = self.readable(str(error))
        return text[:1].upper() + text[1:]

    def title(self, view: Any) -> str:
        """Return how the round ended, in two or three words."""
        payoffs = view.payoffs
        if len(set(payoffs)) == 1 and len(payoffs) > 1:
            return "Nobody wins"
        if self.own is None:
            return " and ".join(f"{self.names[seat]}" for seat in view.winners) + (
                " wins" if len(view.winners) == 1 else " win"
            )
        mine = payoffs[self.own]
        if self.own in view.winners:
            return f"You win {mine}" if mine > 0 else "You win"
        return f"You lose {-mine}" if mine < 0 else "You lose"


class Chinese(Spoken):
    """The words of a page, in Chinese. Classes of games have `refusals`: a sentence for each rule."""

    you = "你"
    refusals: dict[str, str] = {}  # noqa: RUF012

    def says(self, seat: int, verb: str, rest: str = "") -> str:
        return f"{self.names[seat]}{verb}{rest}。"

    def says_forfeit(self, seat: int, why: str) -> str:
        verb = {"resigned": "认输了", "time": "超时了", "left": "离开了", "rules": "犯规了"}[why]
        return f"{self.names[seat]}{verb}。"

    def whose(self, seat: int) -> str:
        return f"{self.names[seat]}的"

    def waits(self, seat: int) -> str:
        return f"轮到{self.names[seat]}"

    def refusal(self, error: Exception) -> str:
        rule = getattr(error, "rule", None)
        return (
            f"{self.refusals.get(rule, '现在不能这样出')} [{rule}]"
            if rule
            else self.refusals.get("", "这不是一个合法的选择")
        )

    def title(self, view: Any) -> str:
        payoffs = view.payoffs
        if len(set(payoffs)) == 1 and len(payoffs) > 1:
            return "没有赢家"
        if self.own is None:
            return "、".join(self.names[seat] for seat in view.winners) + "获胜"
        mine = payoffs[self.own]
        if self.own in view.winners:
            return f"你赢了 {mine} 分" if mine > 0 else "你赢了"
        return f"你输了 {-mine} 分" if mine < 0 else "你输了"
