"""The words of FourSquare."""

from __future__ import annotations

from typing import Any

from .base import Base

WIDE = 6
"""Width of a cell."""

FAR = 3
"""The row and the column of the first card in a view's grid."""


class Words(Base):
    moves_on_table = True
    short_ten = False

    def table(self, view: Any) -> list[str]:
        return []

    def grid(self, view: Any) -> list[str]:
        """Return the piles, with the numbers of the places for the card."""
        numbers = {(move.row, move.column): number for number, move in enumerate(view.legal_moves(), 1)}
        cells = {*numbers, *view.piles}
        if not cells:
            return []
        rows = range(min(row for row, _ in cells), max(row for row, _ in cells) + 1)
        columns = range(min(column for _, column in cells), max(column for _, column in cells) + 1)
        if not self.screen.boxes:
            return self.read_out(view, numbers, rows, columns)
        edge = "─" * WIDE
        lines = ["    " + " ".join(f"{column:^{WIDE}}" for column in columns).rstrip()]
        for row in rows:
            first = row == rows[0]
            lines.append(
                "   "
                + ("┌" if first else "├")
                + ("┬" if first else "┼").join([edge] * len(columns))
                + ("┐" if first else "┤")
            )
            tops = [self.pile(view, (row, column)) for column in columns]
            lines.append(f"{row:>2} │" + "│".join(f"{top:^{WIDE}}" for top in tops) + "│")
            places = [numbers.get((row, column)) for column in columns]
            lines.append("   │" + "│".join(f"{f'#{place}: ' if place else '':>{WIDE}}" for place in places) + "│")
        lines.append("   └" + "┴".join([edge] * len(columns)) + "┘")
        return [*lines, *self.legend(view)]

    def legend(self, view: Any) -> list[str]:
        """Return what the signs on the piles mean, as far as there are any."""
        down = [self.say("terminal.brackets")] if (view.grid < 0).any() else []
        sizes = [self.say("terminal.sizes")] if any(len(pile) > 1 for pile in view.piles.values()) else []
        return self.screen.items("", [*down, *sizes], 0)

    def read_out(self, view: Any, numbers: dict[Any, int], rows: range, columns: range) -> list[str]:
        """Return the piles in words, one line per row."""
        lines = []
        for row in rows:
            items = []
            for column in columns:
                place = numbers.get((row, column))
                number = f"#{place}: " if place else ""
                empty = self.say("terminal.empty") if place else "."
                items.append(f"{number}{self.pile(view, (row, column)) or empty}")
            lines += self.screen.items(self.say("terminal.row", row=row), items)
        return [*lines, *self.legend(view)]

    def pile(self, view: Any, cell: tuple[int, int]) -> str:
        """Return the top card of a pile, in brackets if it is face down, and the number of cards."""
        pile = view.piles.get(cell)
        if pile is None:
            return ""
        card = self.screen.card(pile[-1])
        down = view.grid[cell[0] + FAR, cell[1] + FAR] < 0
        number = f"x{len(pile)}" if len(pile) > 1 else ""
        return (f"({card})" if down else card) + number

    def hand(self, view: Any) -> list[str]:
        values = {"stock": view.stock_size, "piles": len(view.piles), "down": int((view.grid < 0).sum())}
        state = [self.say(f"terminal.{name}", **values) for name in ("stock", "piles", "down")]
        if self.screen.boxes:
            box = self.screen.boxed([[f" {self.screen.card(view.card)} "]])
            return [*self.grid(view), *(f"{card}  {text}" for card, text in zip(box, state, strict=True))]
        return [*self.grid(view), "   ".join(state), *self.narrator.middle(view)]

    def details(self, view: Any) -> list[str]:
        piles = [
            self.say("terminal.pile", cards=self.screen.cards(" ".join(pile)), cell=f"{row},{column}")
            for (row, column), pile in view.piles.items()
            if len(pile) > 1
        ]
        return [
            *(self.screen.items(self.say("terminal.tall_piles"), piles) if piles else []),
            self.say("terminal.unseen", cards=self.screen.cards(view.unseen)),
            "",
        ]

    def value(self, view: Any, mean: float) -> str:
        return self.say("terminal.points", points=f"{mean:.1f}")

    def heading(self, view: Any, move: Any) -> str:
        return self.say("terminal.on_pile" if (move.row, move.column) in view.piles else "terminal.empty_place")

    def ended(self, view: Any) -> list[str]:
        grid = ["\n".join(self.grid(view))] if view.forfeited is None else []
        return [*grid, *super().ended(view)]
