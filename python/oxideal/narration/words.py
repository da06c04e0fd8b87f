"""The base class of each game's `Words`, and what it needs of the place where the words are shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Protocol

from .._arguments.checks import quoted

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Ida", "Jack", "Kim")
"""Names of the other players, in turn order after the person."""


CARD = re.compile(r"\b[A2-9TJQK][CDHS]\b")
"""A card of a suit, as moves and messages write it."""


class Screen(Protocol):
    """Where the words are shown: how wide it is, and how it shows cards and lists."""

    boxes: bool
    """Whether it shows suit symbols and boxes."""
    width: int

    def card(self, text: str, /) -> str:
        """Return a card like TH for people."""

    def cards(self, text: str, /) -> str:
        """Return cards like "7C TH" for people; "-" for none."""

    def items(self, heading: str, items: Sequence[str], indent: int = 4) -> list[str]:
        """Return lines with a heading and items, which are not broken."""

    def boxed(self, cells: Sequence[Sequence[str]], /) -> list[str]:
        """Return cells in boxes, each of one or more texts."""


class Base:
    """The words of a game, from the view of one seat."""

    help = "Type a move as it is listed, its number, or a part of it to see the moves that match."
    """How to type a move, in a sentence or two."""

    numbered = True
    """Whether moves are always listed with their numbers, and a number names a move without its #, too."""

    short_ten = True
    """Whether 10 is a card, written T in moves."""

    moves_on_table = False
    """Whether the table shows the numbers of the moves, so that they need no list."""

    low_wins = False
    """Whether the lowest total wins."""

    def __init__(self, screen: Screen, own: int, players: int) -> None:
        self.screen = screen
        self.own = own
        self.names = ["You"] * players
        for place in range(1, players):
            self.names[(own + place) % players] = NAMES[place - 1]

    # To override

    def table(self, view: Any) -> list[str]:
        """Return what lies on the table and what is known of the others, without the own hand."""
        return [*str(view).splitlines(), ""]

    def details(self, view: Any) -> list[str]:
        """Return more that the seat knows, which `/table` adds."""
        return []

    def hand(self, view: Any) -> list[str]:
        """Return the seat's own hand."""
        return []

    def tell(self, before: Any, move: Any, after: Any, seat: int) -> list[str]:
        """Return sentences about a move: `before` and `after` are the views of the person's seat."""
        return [f"{self.names[seat]}: {self.label(before, move)}."]

    def label(self, view: Any, move: Any) -> str:
        """Return a move as people write it. Typed, it names the move."""
        return str(move)

    def spoken(self, view: Any, move: Any) -> str:
        """Return a move as it is named in a sentence, without its list."""
        return self.label(view, move)

    def heading(self, view: Any, move: Any) -> str:
        """Return the heading under which the move is listed."""
        return str(getattr(move, "kind", "moves")).replace("_", " ")

    def texts(self, view: Any, move: Any) -> Sequence[str]:
        """Return further texts that name the move. A text can name several moves."""
        return ()

    def meanings(self, view: Any, text: str) -> Sequence[str]:
        """Return texts of moves, legal or not, that a typed text can mean. The first that parses says what is wrong."""
        return (text,)

    def listed(self, view: Any, moves: Sequence[tuple[int, Any]], numbered: bool) -> dict[str, list[str]]:
        """Return the moves as items under headings, with their numbers if so desired."""
        found: dict[str, list[str]] = {}
        for number, move in moves:
            label = self.label(view, move)
            text = f"#{number}: {label}" if numbered else label
            found.setdefault(self.heading(view, move), []).append(text)
        return found

    def task(self, view: Any) -> str:
        """Return what the person has to do now, in a few words."""
        return "Your moves"

    def unknown(self, text: str, view: Any, error: Exception) -> str:
        """Return what to say about a text that is not a move nor a part of one."""
        if text.isdecimal():
            return f"no move is called {text}; for move number {text} type #{text}"
        return f"no move matches {quoted(text)}; /moves lists them"

    def value(self, view: Any, mean: float) -> str:
        """Return the average result of a search for the person, with its unit."""
        return f"{mean:+.1f} points"

    def unit(self, view: Any) -> str:
        """Return a sentence about the unit of `value`."""
        return "That is more (+) or less (-) than the average of all players."

    def ending(self, view: Any) -> list[str]:
        """Return sentences about how the round ended."""
        return []

    def ended(self, view: Any) -> list[str]:
        """Return `ending`, or the sentence about a forfeit."""
        if view.forfeited is None:
            return self.ending(view)
        seat, why = view.forfeited
        return [self.says_forfeit(seat, why)]

    def says_forfeit(self, seat: int, why: str) -> str:
        """Return a sentence about a player who has forfeited the round."""
        verb = {"resigned": "resigned", "time": "ran out of time", "left": "left", "rules": "broke the rules"}[why]
        return f"{self.names[seat]} {verb}."

    def result(self, view: Any) -> str:
        """Return a sentence about the result for the person."""
        mine, best = view.payoffs[self.own], max(view.payoffs)
        if min(view.payoffs) == best and len(view.payoffs) > 1:
            return "Nobody won."
        if mine > 0:
            return f"You won {mine}."
        if mine == best:  # the payoff of a winner can be 0 or less
            return "You won."
        return f"You lost {-mine}." if mine else "You lost."

    def rules(self, rules: Any) -> list[str]:
        """Return the rules of the game under these options, as paragraphs."""
        return []

    # For all games

    def fold(self, text: str) -> str:
        """Return a typed text in the form in which texts are compared and parsed."""
        for letter, suit in SUITS.items():
            text = text.replace(suit, letter)
        text = " ".join(text.split())
        return text.replace("10", "T") if self.short_ten else text

    def readable(self, message: str) -> str:
        """Return the message of an error with cards as the screen shows them."""
        return CARD.sub(lambda card: self.screen.card(card[0]), message) if self.short_ten else message

    def key(self, text: str) -> tuple[str, ...]:
        """Return what is equal for two texts that name the same move: their words, in any order."""
        return tuple(sorted(self.fold(text).casefold().split()))

    def says(self, seat: int, verb: str, rest: str = "") -> str:
        """Return a sentence about a player: "You pass." or "Ada passes."."""
        if seat != self.own:
            verb += "es" if verb.endswith(("s", "sh", "ch", "x", "o")) else "s"
        return f"{self.names[seat]} {verb} {rest}".rstrip() + "."

    def whose(self, seat: int) -> str:
        """Return "your" or "Ada's"."""
        return "your" if seat == self.own else f"{self.names[seat]}'s"

    def others(self) -> list[int]:
        """Return the other seats in turn order after the person."""
        players = len(self.names)
        return [(self.own + place) % players for place in range(1, players)]

    def name(self, seat: int) -> str:
        """Return a player's name, as wide as the widest one."""
        return self.names[seat].ljust(max(map(len, self.names)))


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a text, which has a blank line between them, each as one line."""
    return [" ".join(part.split()) for part in text.split("\n\n")]
