"""The words of Rummy for `oxideal play`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .words import Base, paragraphs

HEADINGS = {"draw": "", "take": "", "meld": "meld", "lay_off": "lay off", "discard": "discard"}


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
    help = "Type draw or take; a card to discard it or lay it off, e.g. 7S or 10H; or the cards of a meld."
    numbered = False

    def top(self, view: Any) -> str:
        """Return the top card of the discard pile, for people; a page also names the move when there is none."""
        return self.screen.card(view.discards[-1]) if view.discards else "the top discard"

    def fold(self, text: str) -> str:
        return re.sub("([A2-9TJQK][CDHS])(?=[A2-9TJQK][CDHS])", r"\1 ", super().fold(text), flags=re.IGNORECASE)

    def table(self, view: Any) -> list[str]:
        lines = []
        for seat in self.others():
            number = view.hand_sizes[seat]
            known = view.known[seat]
            holds = "" if known == "-" else f"   known: {self.screen.cards(known)}"
            lines.append(f"{self.name(seat)}  {number:2} card{'s' * (number != 1)}{holds}")
        melds = [self.screen.cards(meld) for meld in view.table]
        lines += self.screen.items("Melds:", melds) if melds else ["Melds: none"]
        size = len(view.discards)
        pile = (
            f"Discard pile: {self.top(view)} on top, {size} card{'s' * (size != 1)}" if size else "Discard pile: empty"
        )
        return [*lines, f"{pile}   Stock: {view.stock_size}", ""]

    def details(self, view: Any) -> list[str]:
        return [
            f"Discard pile, top card last: {self.screen.cards(view.discards)}",
            f"You have not seen: {self.screen.cards(view.unseen)}",
            "",
        ]

    def hand(self, view: Any) -> list[str]:
        title = f"You: {len(view.hand)} card{'s' * (len(view.hand) != 1)}"
        return [title, *self.screen.boxed([[self.screen.card(card)] for card in view.hand])]

    def task(self, view: Any) -> str:
        if not view.drew:
            return "Draw a card"
        took = "" if view.took is None else f" (not {self.screen.card(view.took)}, which you took)"
        return f"Meld, lay off, or discard a card{took}"

    def tell(self, before: Any, move: Any, after: Any, seat: int) -> list[str]:
        own = seat == self.own
        if move.kind == "draw":
            drawn = after.hand - before.hand if own else ()
            rest = self.screen.card(drawn[0]) if drawn else "from the stock"
            shuffled = ["The discard pile is shuffled into a new stock."] if before.stock_size == 0 else []
            return [*shuffled, self.says(seat, "draw", rest)]
        if move.kind == "take":
            return [self.says(seat, "take", f"{self.top(before)} from the discard pile")]
        if move.kind == "meld":
            return [self.says(seat, "meld", self.screen.cards(move.cards))]
        if move.kind == "discard":
            return [self.says(seat, "discard", self.screen.card(move.cards))]
        return [self.says(seat, "lay", f"off {self.screen.card(move.cards)} on {self.target(before, move)}")]

    def target(self, view: Any, move: Any) -> str:
        """Return the meld that a card is laid off on."""
        place = target_of(view, move)
        return "a meld" if place is None else self.screen.cards(view.table[place])

    def label(self, view: Any, move: Any) -> str:
        if move.kind == "draw":
            return "draw from the stock"
        if move.kind == "take":
            return f"take {self.top(view)}"
        if move.kind == "lay_off":
            return f"{self.screen.card(move.cards)} on {self.target(view, move)}"
        return self.screen.cards(move.cards)

    def spoken(self, view: Any, move: Any) -> str:
        return f"{self.heading(view, move)} {self.label(view, move)}".lstrip()

    def heading(self, view: Any, move: Any) -> str:
        return HEADINGS[move.kind]

    def texts(self, view: Any, move: Any) -> Sequence[str]:
        if move.kind in ("draw", "take"):
            top = view.discards.split()[-1] if view.discards != "-" else ""
            return ("draw", "stock") if move.kind == "draw" else ("take", top)
        verb = HEADINGS[move.kind]
        return (move.cards, f"{verb} {move.cards}")

    def meanings(self, view: Any, text: str) -> Sequence[str]:
        cards = text.upper()
        if not re.fullmatch("[A2-9TJQK][CDHS]( [A2-9TJQK][CDHS])*", cards):
            return (text,)
        return (f"meld {cards}",) if " " in cards else (f"discard {cards}",)

    def ending(self, view: Any) -> list[str]:
        if view.went_out is None:
            return [f"{view.turns} turns have ended, so the round is void."]
        rummy = " in one turn: going rummy doubles the score" if view.went_rummy else ""
        found = [self.says(view.went_out, "go", f"out{rummy}")]
        for seat, hand in enumerate(view.hands):
            if hand not in (None, "-"):
                found.append(self.says(seat, "hold", self.screen.cards(hand)))
        return found

    def rules(self, rules: Any) -> list[str]:
        high = rules.ace == "both"
        ace = "low or high: A 2 3 and Q K A are runs, K A 2 is not [RM-15]" if high else "low: A 2 3 is a run [RM-09]"
        last = (
            "The last card must be a discard [RM-12]"
            if rules.must_discard_out
            else "The last card may be melded, laid off or discarded [RM-11]"
        )
        return paragraphs(f"""
            In one minute: draw a card, from the stock or the discard pile. Put down sets of a rank or runs of a suit,
            if you like, and add cards to those on the table. Discard a card. The first empty hand wins the points of
            the cards that the others hold.

            Goal: be the first to have no cards left. {rules.players} players, one deck, {rules.hand_size} cards each;
            one card is turned up as the discard pile, the rest is the stock [RM-01, RM-02].

            Turn: draw a card from the stock, or take the top card of the discard pile [RM-03]. Then meld and lay off
            as you like [RM-04], and discard a card [RM-05]: not the one that you took in this turn [RM-06].

            Melds: three or four cards of a rank, or a run of three or more cards of a suit [RM-08, RM-09]. The ace is
            {ace}.

            Lay off: add a card to a meld on the table, whoever laid it [RM-10].

            When the stock is empty, the discard pile except its top card becomes the new stock [RM-07].

            End: a player has no cards left. {last}. After {rules.turn_limit} turns the round is void [RM-17].

            Score: the winner gets the points of the cards that the others hold: picture cards 10, aces
            {15 if high else 1}, others their number [RM-13]. Going out in one turn, with nothing melded or laid off
            before, doubles it [RM-14].

            Match: the first player to reach 150 points wins [RM-16].""")
