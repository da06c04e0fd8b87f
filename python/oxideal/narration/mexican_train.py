"""The words of Mexican Train for `oxideal play`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..mexican_train import pips
from .words import Base, paragraphs


class Words(Base):
    help = "Type a number or a tile, e.g. 9-12; with a train if it fits several: 9-12 mexican, 9-12 me, 9-12 Ada."
    short_ten = False
    low_wins = True

    def end(self, view: Any, train: int | None) -> str:
        """Return the number at the end of a train, the Mexican one for None."""
        return str(view.mexican_end if train is None else view.ends[train])

    def table(self, view: Any) -> list[str]:
        seats = [*self.others(), self.own]
        rows: list[tuple[int | None, str, str]] = [(seat, self.name(seat), view.trains[seat]) for seat in seats]
        rows.append((None, "Mexican", view.mexican))
        wide = max(len(name) for _, name, _ in rows)
        two = len(rows) > 6 and self.screen.width >= 72
        room = (self.screen.width - 3) // 2 if two else self.screen.width
        lines = []
        for seat, name, train in rows:
            size = "" if seat is None or seat == self.own else f"{view.hand_sizes[seat]:2} tiles"
            marker = " open" if seat is not None and view.marked[seat] else "     "
            left = f"{name.ljust(wide)} {size:8}{marker}  ends {self.end(view, seat):>2}"
            tiles = self.tail(train, room - len(left) - 2)
            lines.append(f"{left}  {tiles}".rstrip())
        if two:
            half = (len(lines) + 1) // 2
            right = [*lines[half:], ""]
            lines = [f"{a.ljust(room)}   {b}".rstrip() for a, b in zip(lines[:half], right, strict=False)]
        if view.open_doubles:
            first = "" if view.doubled else " It must be closed first."  # MT-18, MT-22
            doubles = ", then ".join(f"{number}-{number}" for number in view.open_doubles)
            lines.append(f"Open double: {doubles}.{first}")
        lines.append(f"Engine {view.rules.engine}-{view.rules.engine}, {view.boneyard_size} tiles in the boneyard")
        return [*lines, ""]

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
        for seat in (*self.others(), self.own):
            if view.trains[seat] != "-":
                lines.append(f"{self.whose(seat).capitalize()} train: {view.trains[seat]}")
            if view.lacks[seat] and seat != self.own:
                lines.append(f"{self.names[seat]} has no tile with {', '.join(map(str, view.lacks[seat]))}.")
        if view.mexican != "-":
            lines.append(f"Mexican train: {view.mexican}")
        return [*lines, f"You have not seen: {view.unseen}", ""]

    def hand(self, view: Any) -> list[str]:
        title = f"You: {len(view.hand)} tile{'s' * (len(view.hand) != 1)}, {pips(view.hand)} pips"
        return [title, *self.screen.boxed([tile.split("-") for tile in view.hand])]

    def unit(self, view: Any) -> str:
        return "That is how many fewer (+) or more (-) points you get than the average of all players."

    def task(self, view: Any) -> str:
        return "Play a tile"

    def train(self, move: Any, seat: int) -> int | None:
        """Return the seat whose train the move of this seat goes to, None for the Mexican train."""
        if move.train == "mexican":
            return None
        return seat if move.train == "me" else int(move.train)

    def tell(self, before: Any, move: Any, after: Any, seat: int) -> list[str]:
        if move.kind == "draw":
            drawn = after.hand - before.hand if seat == self.own else ()
            return [self.says(seat, "draw", " ".join(drawn) or "a tile")]
        if move.kind == "pass":
            marked = after.marked[seat] and not before.marked[seat]
            own = "your" if seat == self.own else "their"
            return [self.says(seat, "pass", f"and open{'s' * (seat != self.own)} {own} train" if marked else "")]
        low, high = move.tile.split("-")
        double = ", a double" if low == high else ""
        found = [self.says(seat, "play", f"{move.tile} on {self.place(move, seat)}{double}")]
        if after.hand_sizes[seat] == 1:  # MT-15
            found.append(f"{self.names[seat]} {'have' if seat == self.own else 'has'} one tile left!")
        return found

    def place(self, move: Any, seat: int) -> str:
        """Return the train that a move of this seat goes to, in words."""
        train = self.train(move, seat)
        if train is None:
            return "the Mexican train"
        if train == seat:
            return "your own train" if seat == self.own else "their own train"
        return f"{self.whose(train)} train"

    def spoken(self, view: Any, move: Any) -> str:
        return f"{move.tile} on {self.place(move, self.own)}" if move.kind == "play" else str(move)

    def label(self, view: Any, move: Any) -> str:
        if move.kind != "play":
            return str(move.kind)
        return str(move.tile)

    def heading(self, view: Any, move: Any) -> str:
        if move.kind != "play":
            return "other"
        train = self.train(move, self.own)
        name = "Mexican train" if train is None else f"{self.whose(train).capitalize()} train"
        return f"{name} ({self.end(view, train)})"

    def texts(self, view: Any, move: Any) -> Sequence[str]:
        if move.kind != "play":
            return ()
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

    def meanings(self, view: Any, text: str) -> Sequence[str]:
        tile, _, train = text.partition(" ")
        seats = {name.casefold(): str(seat) for seat, name in enumerate(self.names) if seat != self.own}
        trains = {"": "me", "m": "mexican", "mine": "me", "own": "me", str(self.own): "me", **seats}
        name = train.casefold()
        return (f"{tile}@{trains.get(name, name)}",) if "@" not in tile else (text,)

    def fold(self, text: str) -> str:
        return super().fold(text).replace(" - ", "-")

    def ending(self, view: Any) -> list[str]:
        if view.went_out is None:
            found = ["Nobody can play, and the boneyard is empty."]
        else:
            found = [self.says(view.went_out, "go", "out")]
        for seat, hand in enumerate(view.hands):
            if hand not in (None, "-"):
                found.append(self.says(seat, "hold", hand))
        return found

    def result(self, view: Any) -> str:
        score = view.scores[self.own]
        won = "You won the round: " if score == min(view.scores) else "You get "
        return f"{won}{score} point{'s' * (score != 1)}."

    def rules(self, rules: Any) -> list[str]:
        order = "in the order" if rules.close_order == "laid" else "in the reverse of the order"
        follow = (
            "on the double or on any train where you may play"
            if rules.follow_up == "available"
            else "on the double, unless it is a double too"
        )
        return paragraphs(f"""
            In one minute: lay a tile on your train or the Mexican train, so that the touching ends are alike. If you
            can't, draw one; if that does not fit, your train is open to everybody. After a double, play again. The
            first to play all tiles wins the round. Tiles left count as points; the fewest win the match.

            Goal: be the first to play all your tiles. {rules.players} players, tiles 0-0 to {rules.set}-{rules.set},
            {rules.hand_size} each; the rest is the boneyard [MT-01, MT-04].

            Trains: the engine {rules.engine}-{rules.engine} lies in the middle. Each player has a train, and the
            Mexican train is for all. A train begins with a tile that matches the engine; each further tile matches
            the end of the train [MT-03, MT-07, MT-08].

            Turn: play one tile on your train, on the Mexican train, or on another player's train that is open
            [MT-09, MT-11]. You must play if you can [MT-10].

            No tile fits? Draw one, and play it if it fits. If not, your train is open to all until you play on it
            [MT-12 to MT-14].

            Doubles: after a double, play another tile, {follow} [MT-16, MT-18]. If you can't, draw; if you still
            can't, your train is open [MT-20].

            A double that is left open must be closed before anything else is played, by the first player who can
            [MT-22]; several {order} in which they were laid [MT-23]. One that no tile can close is ignored [MT-24].

            End: a player has no tiles left, or nobody can play and the boneyard is empty [MT-26]. Each player gets
            the pips in hand as points; 0-0 counts 50 [MT-27].

            Match: one round for each engine, from the highest double down to 0-0. The lowest total wins
            [MT-05, MT-28].""")
