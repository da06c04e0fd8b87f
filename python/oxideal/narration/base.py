"""The base class of each game's `Words`, and what it needs of the screen on which the words are shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from .. import words as _words
from .._internal.text import left, typed, width
from .._native import Narrator
from ..errors import InvalidMoveError

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Ida", "Jack", "Kim")
"""Names of the other players, in turn order after the person."""


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

    numbered = True
    """Whether moves are always listed with their numbers, and a number names a move without its #, too."""

    short_ten = True
    """Whether 10 is a card, written T in moves."""

    moves_on_table = False
    """Whether the table shows the numbers of the moves, so that they need no list."""

    low_wins = False
    """Whether the lowest total wins."""

    def __init__(self, words: _words.Words, screen: Screen, rules: Any, own: int, names: Sequence[str]) -> None:
        self.say = words.say
        self.screen = screen
        self.own = own
        self.narrator = said = Narrator(rules, own, names, words.language, suits=screen.boxes)
        self.names = said.names
        self.tell, self.task, self.title, self.shown_hands = said.tell, said.task, said.result, said.shown_hands
        self.label, self.spoken = said.label, said.spoken
        self.rules, self.refusal = said.rules, said.refusal

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

    def heading(self, view: Any, move: Any) -> str:
        """Return the heading under which the move is listed."""
        return str(getattr(move, "kind", "moves")).replace("_", " ")

    def texts(self, view: Any, move: Any) -> Sequence[str]:
        """Return further texts that name the move. A text can name several moves."""
        return ()

    def meaning(self, view: Any, text: str) -> str:
        """Return the text of the move, legal or not, that a typed text most likely means."""
        return text

    def listed(self, view: Any, moves: Sequence[tuple[int, Any]], numbered: bool) -> dict[str, list[str]]:
        """Return the moves as items under headings, with their numbers if so desired."""
        found: dict[str, list[str]] = {}
        for number, move in moves:
            label = self.label(view, move)
            text = f"#{number}: {label}" if numbered else label
            found.setdefault(self.heading(view, move), []).append(text)
        return found

    def unknown(self, text: str, view: Any, error: InvalidMoveError) -> str:
        """Return what to say about a text that is not a move nor a part of one."""
        if text.isdecimal():
            return self.say("terminal.unknown_number", text=text)
        if str(error.key).endswith(".not_a_move"):  # its text has "?" for what is not ASCII
            error = InvalidMoveError(str(error), error.key, {**error.values, "text": typed(text)})
        return self.refusal(error)

    def value(self, view: Any, mean: float) -> str:
        """Return the average result of a search for the person, with its unit."""
        return self.say("terminal.points", points=f"{mean:+.1f}")

    def unit(self, view: Any) -> str:
        """Return a sentence about the unit of `value`."""
        return self.say("terminal.unit")

    def ended(self, view: Any) -> list[str]:
        """Return what to show about how the round ended."""
        return self.narrator.ended(view)

    # For all games

    @property
    def help(self) -> str:
        """How to type a move, in a sentence or two."""
        return self.say("terminal.help")

    def listing(self, seats: Sequence[int]) -> str:
        return self.say("lists.and").join(self.names[seat] for seat in seats)

    def fold(self, text: str) -> str:
        """Return a typed text in the form in which texts are compared and parsed."""
        for letter, suit in _words.SUITS.items():
            text = text.replace(suit, letter)
        text = " ".join(text.split())
        return text.replace("10", "T") if self.short_ten else text

    def key(self, text: str) -> tuple[str, ...]:
        """Return what is equal for two texts that name the same move: their words, in any order."""
        return tuple(sorted(self.fold(text).casefold().split()))

    def tells(self, key: str, seat: int, **values: object) -> str:
        """Return a sentence about a player: "You pass." or "Ada passes."."""
        return self.say(key, who=self.names[seat], person="you" if seat == self.own else "other", **values)

    def others(self) -> list[int]:
        """Return the other seats in turn order after the person."""
        players = len(self.names)
        return [(self.own + step) % players for step in range(1, players)]

    def all_seats(self) -> list[int]:
        """Return all seats in turn order, the person's last."""
        return [*self.others(), self.own]

    def name(self, seat: int) -> str:
        """Return a player's name, as wide as the widest one."""
        return left(self.names[seat], max(map(width, self.names)))


def seated(own: int, players: int) -> list[str]:
    """Return the names of all players at the terminal; that of the person is never shown."""
    return [NAMES[(seat - own - 1) % players] if seat != own else "" for seat in range(players)]
