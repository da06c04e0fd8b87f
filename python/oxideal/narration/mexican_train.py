"""The words of Mexican Train."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .._internal.text import left, width
from ..mexican_train import pips
from .base import Base


class Words(Base):
    short_ten = False
    low_wins = True

    def end(self, view: Any, train: int | None) -> str:
        """Return the number at the end of a train, the Mexican one for None."""
        return str(view.mexican_end if train is None else view.ends[train])

    def table(self, view: Any) -> list[str]:
        rows: list[tuple[int | None, str, str]] = [
            (seat, self.name(seat), view.trains[seat]) for seat in self.all_seats()
        ]
        rows.append((None, self.say("terminal.mexican"), view.mexican))
        wide = max(width(name) for _, name, _ in rows)
        two = len(rows) > 6 and self.screen.width >= 72
        room = (self.screen.width - 3) // 2 if two else self.screen.width
        opened = self.say("terminal.open")
        lines = []
        for seat, name, train in rows:
            size = (
                "" if seat is None or seat == self.own else self.say("terminal.tiles", n=f"{view.hand_sizes[seat]:2}")
            )
            marker = opened if seat is not None and view.marked[seat] else " " * width(opened)
            end = self.say("terminal.end", end=f"{self.end(view, seat):>2}")
            start = f"{left(name, wide)} {left(size, 8)} {marker}  {end}"
            tiles = self.tail(train, room - width(start) - 2)
            lines.append(f"{start}  {tiles}".rstrip())
        if two:
            half = (len(lines) + 1) // 2
            right = [*lines[half:], ""]
            lines = [f"{left(a, room)}   {b}".rstrip() for a, b in zip(lines[:half], right, strict=False)]
        return [*lines, *self.narrator.middle(view), ""]

    def tail(self, train: str, room: int) -> str:
        """Return the last tiles of a train, as many as there is room for."""
        tiles = [] if train == "-" else train.split()
        for skipped in range(len(tiles) + 1):
            text = ("... " if skipped else "") + " ".join(tiles[skipped:])
            if len(text) <= room:
                return text if skipped < len(tiles) else ""
        return ""

    def details(self, view: Any) -> list[str]:
        lines = []
        for seat in self.all_seats():
            if view.trains[seat] != "-":
                lines.append(self.tells("terminal.train", seat, tiles=view.trains[seat]))
            if view.lacks[seat] and seat != self.own:
                lacks = self.say("lists.comma").join(map(str, view.lacks[seat]))
                lines.append(self.say("terminal.lacks", who=self.names[seat], numbers=lacks))
        if view.mexican != "-":
            lines.append(self.say("terminal.mexican_train", tiles=view.mexican))
        return [*lines, self.say("terminal.unseen", tiles=view.unseen), ""]

    def hand(self, view: Any) -> list[str]:
        title = self.say("terminal.hand", n=len(view.hand), pips=pips(view.hand))
        return [title, *self.screen.boxed([tile.split("-") for tile in view.hand])]

    def train(self, move: Any, seat: int) -> int | None:
        """Return the seat whose train the move of this seat goes to, None for the Mexican train."""
        if move.train == "mexican":
            return None
        return seat if move.train == "me" else int(move.train)

    def heading(self, view: Any, move: Any) -> str:
        if move.kind != "play":
            return self.say("terminal.other")
        train = self.train(move, self.own)
        whose = "mexican" if train is None else "you" if train == self.own else "other"
        return self.say(
            "terminal.heading", train=whose, who=None if train is None else self.names[train], end=self.end(view, train)
        )

    def texts(self, view: Any, move: Any) -> Sequence[str]:
        if move.kind != "play":
            return (str(move.kind),)
        train = self.train(move, self.own)
        if train is None:
            trains = ["mexican", "m"]
        elif train == self.own:
            trains = ["me", "mine", "own", str(train)]
        else:
            trains = [self.names[train], str(train)]
        low, high = move.tile.split("-")
        tiles = [f"{low}-{high}", f"{high}-{low}"]
        return [*tiles, *(f"{tile} {name}" for tile in tiles for name in trains)]

    def meaning(self, view: Any, text: str) -> str:
        tile, _, name = text.casefold().partition(" ")
        seats = {name.casefold(): str(seat) for seat, name in enumerate(self.names) if seat != self.own}
        own = dict.fromkeys(["", "me", "mine", "own", str(self.own)], "me")
        train = {"m": "mexican", "mexican": "mexican", **own, **seats}.get(name, name if name.isdecimal() else None)
        return f"{tile}@{train}" if train is not None and re.fullmatch("[0-9]+-[0-9]+", tile) else text

    def fold(self, text: str) -> str:
        return super().fold(text).replace(" - ", "-")
