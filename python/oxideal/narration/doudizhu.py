"""The words of Dou Dizhu."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from .._internal.text import left, typed
from ..cards.doudizhu import RANKS
from ..words.doudizhu import ranks
from .base import Base

if TYPE_CHECKING:
    from ..errors import InvalidMoveError

MANY = 6
"""More plays of one main part than this are listed as one item."""


def counted(cards: str) -> str:
    """Return cards with their numbers: "3, 2x 10"."""
    groups = [(card.replace("T", "10"), len([*group])) for card, group in groupby(cards)]
    return ", ".join(card if number == 1 else f"{number}x {card}" for card, number in groups)


CARDS = re.compile("[3-9TJQKA2BR ]+")
"""A text of nothing but cards, in upper case."""


ANSWERS = ("call", "rob", "double", "show")
"""The kinds of moves before the lead that have a word of their own."""


class Words(Base):
    numbered = False

    def role(self, view: Any, seat: int) -> str:
        return "none" if view.landlord is None else "landlord" if seat == view.landlord else "peasant"

    def table(self, view: Any) -> list[str]:
        roles = {seat: self.say(f"roles.{self.role(view, seat)}") for seat in self.others()}
        lines = []
        for seat in self.others():
            known = "" if view.known[seat] == "-" else self.say("terminal.known", cards=ranks(view.known[seat]))
            size = self.say("parts.cards", n=view.hand_sizes[seat])
            lines.append(f"{self.name(seat)}  {left(roles[seat], 8)}  {left(size, 8)}{known}".rstrip())
        return [*lines, *self.screen.items("", self.narrator.middle(view), 0), ""]

    def details(self, view: Any) -> list[str]:
        lines = [
            self.tells("terminal.played", seat, cards=counted(view.played[seat]))
            for seat in self.all_seats()
            if view.played[seat] != "-"
        ]
        return [*lines, self.say("terminal.unseen", cards=counted(view.unseen)), ""]

    def hand(self, view: Any) -> list[str]:
        title = self.say("terminal.hand", role=self.role(view, self.own), n=len(view.hand))
        return [title, *self.screen.boxed([[card.replace("T", "10")] for card in view.hand])]

    def heading(self, view: Any, move: Any) -> str:
        return "" if move.cards == "-" else self.say(f"kinds.{move.kind}")

    def texts(self, view: Any, move: Any) -> Sequence[str]:
        return (str(move.bid),) if move.kind == "bid" else ()

    def key(self, text: str) -> tuple[str, ...]:
        main, plus, attached = text.partition("+")
        return (*super().key(main), "+", *super().key(attached)) if plus else super().key(text)

    def fold(self, text: str) -> str:
        main, plus, attached = super().fold(text).partition("+")
        return f"{main.replace(' ', '')} {attached.replace(' ', '')}" if plus else main

    def meaning(self, view: Any, text: str) -> str:
        said = {self.key(self.say(f"moves.{kind}")): kind for kind in ANSWERS}
        return said.get(self.key(text), text)

    def listed(self, view: Any, moves: Sequence[tuple[int, Any]], numbered: bool) -> dict[str, list[str]]:
        if numbered:
            return super().listed(view, moves, numbered)
        found: dict[str, list[str]] = {}
        several = sorted(moves, key=lambda item: item[1].kind == "pass")  # the pass comes last
        for (heading, main), group in groupby(
            several, key=lambda item: (self.heading(view, item[1]), getattr(item[1], "main", ""))
        ):
            same = [move for _, move in group]
            if main not in ("", "-") and len(same) > MANY and len(moves) > 2 * MANY:
                attached = sorted({card for move in same for card in move.attached}, key=RANKS.index)
                with_ = ", ".join(ranks(card) for card in attached)
                what = "pairs" if same[0].kind.endswith(("pair", "pairs")) else "any"
                labels = [f"{ranks(main)} + {self.say(f'terminal.{what}', cards=with_)}"]
            else:
                labels = [self.label(view, move) for move in same]
            found.setdefault(heading, []).extend(labels)
        return found

    def unknown(self, text: str, view: Any, error: InvalidMoveError) -> str:
        if CARDS.fullmatch(self.fold(text).upper()):
            return self.refusal(error)
        if text.isdecimal():
            return super().unknown(text, view, error)
        said = [self.say("parts.bid_range")] if view.phase == "auction" and view.rules.auction == "bid" else []
        said += [f'"{self.label(view, move)}"' for move in view.legal_moves() if move.kind in ANSWERS]
        bids = "".join(each + self.say("lists.comma") for each in said)
        return self.say("terminal.unknown_play", text=f'"{typed(text)}"', bids=bids)

    def value(self, view: Any, mean: float) -> str:
        if view.phase != "play":
            return super().value(view, mean)
        return f"{max(-1, min(mean, 1)):+.0%}"  # a doubled payment counts as slightly more than 1

    def unit(self, view: Any) -> str:
        return self.say("terminal.unit" if view.phase == "play" else "terminal.unit_of_bids")
