"""The words of Rummy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .._internal.text import right
from .base import Base

VERBS = {"meld": "meld", "lay_off": "lay off", "discard": "discard"}
"""The verbs that can be typed before the cards of a move."""


class Words(Base):
    numbered = False

    def fold(self, text: str) -> str:
        return re.sub("([A2-9TJQK][CDHS])(?=[A2-9TJQK][CDHS])", r"\1 ", super().fold(text), flags=re.IGNORECASE)

    def table(self, view: Any) -> list[str]:
        lines = []
        for seat in self.others():
            known = view.known[seat]
            holds = "" if known == "-" else self.say("terminal.known", cards=self.screen.cards(known))
            size = self.say("parts.cards", n=view.hand_sizes[seat])
            lines.append(f"{self.name(seat)}  {right(size, 8)}{holds}")
        melds = [self.screen.cards(meld) for meld in view.table]
        none = self.say("table.melds", melds=self.say("parts.no_melds"))
        lines += self.screen.items(self.say("terminal.melds"), melds) if melds else [none]
        return [*lines, *self.narrator.middle(view), ""]

    def details(self, view: Any) -> list[str]:
        return [
            self.say("terminal.discards", cards=self.screen.cards(view.discards)),
            self.say("terminal.unseen", cards=self.screen.cards(view.unseen)),
            "",
        ]

    def hand(self, view: Any) -> list[str]:
        title = self.say("terminal.hand", n=len(view.hand))
        return [title, *self.screen.boxed([[self.screen.card(card)] for card in view.hand])]

    def heading(self, view: Any, move: Any) -> str:
        return self.say(f"terminal.heading_{move.kind}")

    def texts(self, view: Any, move: Any) -> Sequence[str]:
        if move.kind in ("draw", "take"):
            top = view.discards.split()[-1] if view.discards != "-" else ""
            return ("draw", "stock") if move.kind == "draw" else ("take", top)
        return (move.cards, f"{VERBS[move.kind]} {move.cards}")

    def meaning(self, view: Any, text: str) -> str:
        cards = text.upper()
        if not re.fullmatch("[A2-9TJQK][CDHS]( [A2-9TJQK][CDHS])*", cards):
            return text
        return f"meld {cards}" if " " in cards else f"discard {cards}"
