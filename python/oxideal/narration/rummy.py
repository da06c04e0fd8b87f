"""The words of Rummy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .._internal.text import right
from .base import Base

VERBS = {"meld": "meld", "lay_off": "lay off", "discard": "discard"}
"""The verbs that can be typed before the cards of a move."""


def target_of(view: Any, move: Any) -> int | None:
    """Return the place on the table of the meld that a card is laid off on."""
    rank, suit = move.cards
    order = "A23456789TJQKA"
    for place, meld in enumerate(view.table):
        cards = meld.split()
        group = cards[0][0] == cards[1][0]
        if group and move.place == "group" and cards[0][0] == rank:
            return place
        edge = cards[0 if move.place == "low" else -1]
        step = (rank + edge[0]) if move.place == "low" else (edge[0] + rank)
        if not group and move.place != "group" and edge[1] == suit and step in order:
            return place
    return None


class Words(Base):
    numbered = False

    def top(self, view: Any) -> str | None:
        """Return the top card of the discard pile; a page also names the move when there is none."""
        return self.screen.card(view.discards[-1]) if view.discards else None

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
        lines += self.screen.items(self.say("terminal.melds"), melds) if melds else [self.no_melds()]
        return [*lines, self.piles(view), ""]

    def no_melds(self) -> str:
        return self.say("table.melds", melds=self.say("parts.no_melds"))

    def piles(self, view: Any) -> str:
        """Return a line about the discard pile and the stock."""
        return self.say("table.piles", top=self.top(view), n=len(view.discards), stock=view.stock_size)

    def details(self, view: Any) -> list[str]:
        return [
            self.say("terminal.discards", cards=self.screen.cards(view.discards)),
            self.say("terminal.unseen", cards=self.screen.cards(view.unseen)),
            "",
        ]

    def hand(self, view: Any) -> list[str]:
        title = self.say("terminal.hand", n=len(view.hand))
        return [title, *self.screen.boxed([[self.screen.card(card)] for card in view.hand])]

    def lines(self, view: Any) -> list[str]:
        lines = [self.say("table.player", who=self.names[seat], n=view.hand_sizes[seat]) for seat in self.others()]
        melds = self.say("lists.semicolon").join(map(self.screen.cards, view.table)) or self.say("parts.no_melds")
        own = [] if self.own is None else [self.say("table.hand", cards=self.screen.cards(view.hand))]
        return [*lines, self.say("table.melds", melds=melds), self.piles(view), *own]

    def task(self, view: Any) -> str:
        if not view.drew:
            return self.say("tasks.draw")
        return self.say("tasks.play", took=None if view.took is None else self.screen.card(view.took))

    def values(self, view: Any, move: Any) -> dict[str, Any]:
        meld = target_of(view, move) if move.kind == "lay_off" else None
        return {
            "cards": None if move.cards is None else self.screen.cards(move.cards),
            "meld": move.place if meld is None else self.screen.cards(view.table[meld]),
            "top": self.top(view),
        }

    def tell(self, before: Any, move: Any, after: Any, seat: int) -> list[str]:
        drawn = after.hand - before.hand if move.kind == "draw" and seat == self.own else ()
        card = self.screen.card(drawn[0]) if drawn else None
        said = self.tells(f"events.{move.kind}", seat, card=card, **self.values(before, move))
        shuffled = [self.say("events.shuffled")] if move.kind == "draw" and before.stock_size == 0 else []
        return [*shuffled, said]

    def label(self, view: Any, move: Any) -> str:
        if move.kind in ("draw", "take"):
            return self.spoken(view, move)
        return self.say(f"terminal.label_{move.kind}", **self.values(view, move))

    def spoken(self, view: Any, move: Any) -> str:
        return self.say(f"moves.{move.kind}", **self.values(view, move))

    def heading(self, view: Any, move: Any) -> str:
        return self.say(f"terminal.heading_{move.kind}")

    def texts(self, view: Any, move: Any) -> Sequence[str]:
        if move.kind in ("draw", "take"):
            top = view.discards.split()[-1] if view.discards != "-" else ""
            return ("draw", "stock") if move.kind == "draw" else ("take", top)
        return (move.cards, f"{VERBS[move.kind]} {move.cards}")

    def meanings(self, view: Any, text: str) -> Sequence[str]:
        cards = text.upper()
        if not re.fullmatch("[A2-9TJQK][CDHS]( [A2-9TJQK][CDHS])*", cards):
            return (text,)
        return (f"meld {cards}",) if " " in cards else (f"discard {cards}",)

    def ending(self, view: Any) -> list[str]:
        if view.went_out is None:
            return [self.say("results.void", n=view.turns)]
        return [self.tells("results.out", view.went_out, rummy=view.went_rummy)]

    def shown_hands(self, view: Any) -> list[str]:
        return [
            self.tells("events.holds", seat, cards=self.screen.cards(hand))
            for seat, hand in enumerate(view.hands)
            if hand not in (None, "-")
        ]
