"""The words of FourSquare for `oxideal play`."""

from __future__ import annotations

from typing import Any

from .words import Base, paragraphs

WIDE = 6
"""Width of a cell."""


class Words(Base):
    help = "Type the number of a place, or its row and column, e.g. -1,0."
    moves_on_table = True

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
        down = ["In brackets: face down"] if (view.grid < 0).any() else []
        sizes = ["x2, x3, x4: cards in the pile"] if any(len(pile) > 1 for pile in view.piles.values()) else []
        return self.screen.items("", [*down, *sizes], 0)

    def read_out(self, view: Any, numbers: dict[Any, int], rows: range, columns: range) -> list[str]:
        """Return the piles in words, one line per row."""
        lines = []
        for row in rows:
            items = []
            for column in columns:
                place = numbers.get((row, column))
                number = f"#{place}: " if place else ""
                items.append(f"{number}{self.pile(view, (row, column)) or ('empty' if place else '.')}")
            lines += self.screen.items(f"row {row}:", items)
        return [*lines, *self.legend(view)]

    def pile(self, view: Any, cell: tuple[int, int]) -> str:
        """Return the top card of a pile, in brackets if it is face down, and the number of cards."""
        pile = view.piles.get(cell)
        if pile is None:
            return ""
        card = self.screen.card(pile[-1])
        down = view.grid[cell[0] + 3, cell[1] + 3] < 0
        number = f"x{len(pile)}" if len(pile) > 1 else ""
        return (f"({card})" if down else card) + number

    def hand(self, view: Any) -> list[str]:
        down = int((view.grid < 0).sum())
        state = [f"Stock: {view.stock_size}", f"Piles: {len(view.piles)} of 16", f"Face down: {down}, at most 4"]
        if self.screen.boxes:
            box = self.screen.boxed([[f" {self.screen.card(view.card)} "]])
            return [*self.grid(view), *(f"{card}  {text}" for card, text in zip(box, state, strict=True))]
        return [*self.grid(view), "   ".join(state), f"To place: {self.screen.card(view.card)}"]

    def details(self, view: Any) -> list[str]:
        piles = [
            f"{self.screen.cards(' '.join(pile))} at {row},{column}"
            for (row, column), pile in view.piles.items()
            if len(pile) > 1
        ]
        return [
            *(self.screen.items("Piles, top card last:", piles) if piles else []),
            f"In the stock: {self.screen.cards(view.unseen)}",
            "",
        ]

    def unknown(self, text: str, view: Any, error: Exception) -> str:
        return str(error)

    def value(self, view: Any, mean: float) -> str:
        return f"{mean:.1f} points"

    def unit(self, view: Any) -> str:
        return "A win is 1 point, and 1 more for each card left in the stock; a loss is 0."

    def task(self, view: Any) -> str:
        return "Place the card on a numbered place"

    def tell(self, before: Any, move: Any, after: Any, seat: int) -> list[str]:
        cell = (move.row, move.column)
        pile = before.piles.get(cell)
        on = f"on {self.screen.card(pile[-1])}" if pile else ""
        turned = [
            self.screen.card(pile[-1])
            for other, pile in before.piles.items()
            if other != cell
            and (before.grid[other[0] + 3, other[1] + 3] < 0) != (after.grid[other[0] + 3, other[1] + 3] < 0)
        ]
        found = [self.says(seat, "place", f"{self.screen.card(before.card)} {on} at {move}".replace("  ", " "))]
        if turned:
            found.append(f"{', '.join(turned)} turn{'s' * (len(turned) == 1)} over.")
        return found

    def spoken(self, view: Any, move: Any) -> str:
        return f"{self.screen.card(view.card)} at {move}"

    def heading(self, view: Any, move: Any) -> str:
        return "on a pile" if (move.row, move.column) in view.piles else "empty place"

    def ending(self, view: Any) -> list[str]:
        lines = ["\n".join(self.grid(view))]
        if view.is_won:
            return [*lines, "All 16 piles are face up."]
        down = int((view.grid < 0).sum())
        return [*lines, f"{down} cards are face down, more than 4." if down > 4 else "The stock is empty."]

    def result(self, view: Any) -> str:
        score = view.scores[0]
        return f"You won with {score} card{'s' * (score != 1)} left in the stock." if view.is_won else "You lost."

    def rules(self, rules: Any) -> list[str]:
        touch = "an edge or a corner" if rules.diagonal else "an edge"
        return paragraphs(f"""
            In one minute: place card after card, beside a pile or on top of one. A card that is higher, or lower, than
            all others of its row turns their cards over; so for its column. Build 16 piles, all face up; with five
            cards face down you lose.

            Goal: a square of four by four piles, with all their top cards face up. The deck has 40 cards, ace (low)
            to 10 [FS-01].

            Turn: you see one card. Place it face up on a pile, or on an empty place that shares {touch} with a pile
            [FS-02, FS-03]. A pile holds four cards at most, and the grid has four rows and columns at most [FS-04].

            Turning: if the card is higher, or lower, than all other face-up top cards of its row, all other top
            cards of the row turn over; if none of them is face up, too. A card of equal rank prevents it [FS-05].
            The same for its column [FS-06].

            You lose with more than four top cards face down after a turn [FS-08], and when the stock is empty
            [FS-10].

            You win with 16 piles, all face up. The score is the number of cards left in the stock [FS-09].""")
