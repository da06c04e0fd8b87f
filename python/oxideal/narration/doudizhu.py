"""The words of Dou Dizhu."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from .._arguments.checks import quoted
from .._internal.text import left
from ..words.doudizhu import event_key, ranks, values
from .base import Base

MANY = 6
"""More plays of one main part than this are listed as one item."""


def counted(cards: str) -> str:
    """Return cards with their numbers: "3, 2x 10"."""
    groups = [(card.replace("T", "10"), len([*group])) for card, group in groupby(cards)]
    return ", ".join(card if number == 1 else f"{number}x {card}" for card, number in groups)


def shown_hand(view: Any) -> str:
    """Return the hand that the landlord has shown. The landlord's own view has it as its hand."""
    return str(view.hand if view.seat == view.landlord else view.known[view.landlord])


CARDS = re.compile("[3-9TJQKA2BR ]+")
"""A text of nothing but cards, in upper case."""

TEN = re.compile(r"\b[3-9JQKA2BR]*T[3-9TJQKA2BR]*\b")
"""Cards with a ten."""


class Words(Base):
    numbered = False

    def role(self, view: Any, seat: int) -> str:
        return "none" if view.landlord is None else "landlord" if seat == view.landlord else "peasant"

    def stakes(self, view: Any) -> dict[str, Any]:
        """Return what each peasant would pay or get, also as a multiple of the bid: one number, or each with a name."""
        amounts = {seat: view.stakes[seat] for seat in range(len(self.names)) if seat != view.landlord}
        same = len({*amounts.values()}) == 1
        told = {seat: "" if same else f"{self.names[seat]} " for seat in [*amounts][: 1 if same else None]}
        comma = self.say("lists.comma")
        stake = comma.join(f"{name}{amounts[seat]}" for seat, name in told.items())
        times = comma.join(f"{name}{amounts[seat] // view.bid}" for seat, name in told.items())
        return {"bid": view.bid, "stake": stake, "times": times}

    def middle(self, view: Any) -> list[str]:
        """Return what lies in the middle of the table."""
        if view.phase == "auction":
            return [self.say("table.shown", card=ranks(view.face_up))]
        return [
            self.say("table.stake", **self.stakes(view)),
            *([] if view.kitty is None else [self.say("table.kitty", cards=ranks(view.kitty))]),
        ]

    def table(self, view: Any) -> list[str]:
        roles = {seat: self.say(f"roles.{self.role(view, seat)}") for seat in self.others()}
        lines = []
        for seat in self.others():
            known = "" if view.known[seat] == "-" else self.say("terminal.known", cards=ranks(view.known[seat]))
            size = self.say("parts.cards", n=view.hand_sizes[seat])
            lines.append(f"{self.name(seat)}  {left(roles[seat], 8)}  {left(size, 8)}{known}".rstrip())
        return [*lines, *self.screen.items("", self.middle(view), 0), ""]

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

    def lines(self, view: Any) -> list[str]:
        lines = [
            self.say("table.player", who=self.names[seat], role=self.role(view, seat), n=view.hand_sizes[seat])
            for seat in self.others()
        ]
        own = [] if self.own is None else [self.say("table.hand", cards=ranks(view.hand))]
        return [*lines, *self.middle(view), *own]

    def task(self, view: Any) -> str:
        if view.phase != "play":
            bids = view.phase == "auction" and view.rules.auction == "bid"
            return self.say("tasks.bid" if bids else f"tasks.{self.asked(view)}")
        if view.to_beat is None:
            return self.say("tasks.lead")
        by = view.to_beat_seat
        partner = view.landlord not in (by, self.own)
        return self.say("tasks.beat", partner=partner, who=self.names[by], **self.values(view, view.to_beat))

    def asked(self, view: Any) -> str:
        """Return the phase; of an auction of calls, after the first call, "robbing"."""
        robs = view.phase == "auction" and view.rules.auction == "call" and view.bid is not None
        return "robbing" if robs else str(view.phase)

    def values(self, view: Any, move: Any) -> dict[str, Any]:
        found = {**values(move), "phase": self.asked(view)}
        return {**found, "move": self.say(f"moves.{move.kind}", **found)}

    def tell(self, before: Any, move: Any, after: Any, seat: int) -> list[str]:
        forced = move.kind == "pass" and seat == self.own and len(before.legal_actions()) == 1
        key = event_key(move)
        hand = ranks(shown_hand(after)) if key == "show" else None
        found = [self.tells(f"events.{key}", seat, forced=forced, hand=hand, **self.values(before, move))]
        if key == "play" and after.hand_sizes[seat] in (1, 2) and seat != self.own:
            found.append(self.say("events.left", who=self.names[seat], n=after.hand_sizes[seat]))
        if before.landlord is None and after.landlord is not None:
            kitty = None if after.kitty is None else ranks(after.kitty)
            found.append(self.tells("events.landlord", after.landlord, kitty=kitty))
        elif before.phase == "auction" and after.phase == "auction" and len(after.bids) < len(before.bids):
            found.append(self.say("events.redeal", auction=before.rules.auction))
        elif move.kind == "pass" and before.to_beat is not None and after.to_beat is None and not after.is_over:
            found.append(self.tells("events.trick", after.current_player))
        return found

    def label(self, view: Any, move: Any) -> str:
        return self.spoken(view, move) if move.cards == "-" else str(values(move)["cards"])

    def spoken(self, view: Any, move: Any) -> str:
        return str(self.values(view, move)["move"])

    def short(self, view: Any, move: Any) -> str:
        return self.say("bubbles", **self.values(view, move))

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
                attached = sorted({card for move in same for card in move.attached}, key="3456789TJQKA2BR".index)
                with_ = ", ".join(ranks(card) for card in attached)
                what = "pairs" if same[0].kind.endswith(("pair", "pairs")) else "any"
                labels = [f"{ranks(main)} + {self.say(f'terminal.{what}', cards=with_)}"]
            else:
                labels = [self.label(view, move) for move in same]
            found.setdefault(heading, []).extend(labels)
        return found

    def unknown(self, text: str, view: Any, error: Exception) -> str:
        if CARDS.fullmatch(self.fold(text).upper()):
            return self.refusal(error)
        if text.isdecimal():
            return super().unknown(text, view, error)
        said = [self.say("parts.bid_range")] if view.phase == "auction" and view.rules.auction == "bid" else []
        said += [f'"{move}"' for move in view.legal_moves() if move.kind in ("call", "rob", "double", "show")]
        bids = "".join(each + self.say("lists.comma") for each in said)
        return self.say("terminal.unknown_play", text=quoted(text), bids=bids)

    def readable(self, message: str) -> str:
        return TEN.sub(lambda cards: ranks(cards[0]), message)

    def value(self, view: Any, mean: float) -> str:
        if view.phase != "play":
            return super().value(view, mean)
        return f"{max(-1, min(mean, 1)):+.0%}"  # a doubled payment counts as slightly more than 1

    def unit(self, view: Any) -> str:
        return self.say("terminal.unit" if view.phase == "play" else "terminal.unit_of_bids")

    def ending(self, view: Any) -> list[str]:
        out = next((seat for seat, number in enumerate(view.hand_sizes) if not number), None)
        if out is None:
            return [self.say("results.void", auction=view.rules.auction)]
        limited = view.rules.max_doublings is not None
        more = view.rules.auction == "call" or any(view.doubled) or view.shown or limited
        settled = {"settled": "stake" if more else "bid", "n": view.doublings, **self.stakes(view)}
        return [self.tells("results.out", out, side=self.role(view, out), **settled)]
