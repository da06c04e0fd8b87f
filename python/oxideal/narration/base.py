"""The base class of each game's `Words`, and what it needs of the place where the words are shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Protocol

from .. import words as _words
from .._arguments.checks import quoted
from .._internal.text import left, width
from ..errors import IllegalMoveError, InvalidMoveError

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
    """The words of a game, from the view of one seat; `own` is None for a spectator."""

    numbered = True
    """Whether moves are always listed with their numbers, and a number names a move without its #, too."""

    short_ten = True
    """Whether 10 is a card, written T in moves."""

    moves_on_table = False
    """Whether the table shows the numbers of the moves, so that they need no list."""

    low_wins = False
    """Whether the lowest total wins."""

    def __init__(self, words: _words.Words, screen: Screen, own: int | None, names: Sequence[str]) -> None:
        self.words = words
        self.say = words.say
        self.screen = screen
        self.own: Any = own
        self.names = [self.say("people.you") if seat == own else name for seat, name in enumerate(names)]

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

    def lines(self, view: Any) -> list[str]:
        """Return the table and the own hand, if there is one, in sentences for screen readers."""
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

    def short(self, view: Any, move: Any) -> str:
        """Return a word or two for a move, which stand beside its player; "" if the table shows it."""
        return ""

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
        return self.say("tasks.choose")

    def unknown(self, text: str, view: Any, error: Exception) -> str:
        """Return what to say about a text that is not a move nor a part of one."""
        if text.isdecimal():
            return self.say("terminal.unknown_number", text=text)
        return self.say("terminal.unknown", text=quoted(text))

    def value(self, view: Any, mean: float) -> str:
        """Return the average result of a search for the person, with its unit."""
        return self.say("terminal.points", points=f"{mean:+.1f}")

    def unit(self, view: Any) -> str:
        """Return a sentence about the unit of `value`."""
        return self.say("terminal.unit")

    def ending(self, view: Any) -> list[str]:
        """Return sentences about how the round ended."""
        return []

    def ended(self, view: Any) -> list[str]:
        """Return `ending`, or the sentence about a forfeit."""
        if view.forfeited is None:
            return self.ending(view)
        seat, why = view.forfeited
        return [self.say("events.forfeit", who=self.names[seat], why=why)]

    def shown_hands(self, view: Any) -> list[str]:
        """Return sentences about the hands that are shown at the end."""
        return []

    def has_won(self, view: Any) -> bool:
        return self.own in view.winners

    # For all games

    @property
    def help(self) -> str:
        """How to type a move, in a sentence or two."""
        return self.say("terminal.help")

    def waits(self, seat: int) -> str:
        return self.say("tasks.waits", who=self.names[seat])

    def title(self, view: Any) -> str:
        """Return how the round ended, in two or three words."""
        payoffs, winners = view.payoffs, view.winners
        if len({*payoffs}) == 1 and len(payoffs) > 1:
            return self.say("results.nobody")
        if self.own is None:
            return self.say("results.others", who=self.listing(winners), n=len(winners))
        won = self.has_won(view)
        points = payoffs[self.own] if won else -payoffs[self.own]  # the payoff of a winner can be 0 or less
        score = view.scores[self.own]
        return self.say("results.won" if won else "results.lost", points=max(points, 0), score=score)

    def listing(self, seats: Sequence[int]) -> str:
        """Return the names of several players."""
        return self.say("lists.and").join(self.names[seat] for seat in seats)

    def rules(self, rules: Any) -> list[str]:
        """Return the rules of the game under these options, as paragraphs."""
        if not self.words.has("rules"):
            return []
        page = self.words.all("rules", **rules.to_dict())
        options = self.say("lists.semicolon").join(rules.describe_options(language=self.words.language))
        return [*page, self.say("options_changed", options=options)] if options else page

    def refusal(self, error: Exception) -> str:
        """Return why a move is refused, in this language; the message of any other error as it is."""
        message = str(error)
        if isinstance(error, IllegalMoveError):
            message = error.message(self.words.language)
        elif isinstance(error, InvalidMoveError):
            message = self.say("errors.not_a_move", message=message)
        return self.readable(message)

    def fold(self, text: str) -> str:
        """Return a typed text in the form in which texts are compared and parsed."""
        for letter, suit in _words.SUITS.items():
            text = text.replace(suit, letter)
        text = " ".join(text.split())
        return text.replace("10", "T") if self.short_ten else text

    def readable(self, message: str) -> str:
        """Return the message of an error with cards as the screen shows them."""
        return CARD.sub(lambda card: self.screen.card(card[0]), message) if self.short_ten else message

    def key(self, text: str) -> tuple[str, ...]:
        """Return what is equal for two texts that name the same move: their words, in any order."""
        return tuple(sorted(self.fold(text).casefold().split()))

    def tells(self, key: str, seat: int, **values: object) -> str:
        """Return a sentence about a player: "You pass." or "Ada passes."."""
        return self.say(key, who=self.names[seat], person="you" if seat == self.own else "other", **values)

    def others(self) -> list[int]:
        """Return the other seats in turn order after the person, or all for a spectator."""
        players = len(self.names)
        first = 0 if self.own is None else self.own + 1
        return [(first + step) % players for step in range(players - (self.own is not None))]

    def all_seats(self) -> list[int]:
        """Return all seats in turn order, the person's last."""
        return [*self.others(), *([] if self.own is None else [self.own])]

    def name(self, seat: int) -> str:
        """Return a player's name, as wide as the widest one."""
        return left(self.names[seat], max(map(width, self.names)))


def seated(own: int, players: int) -> list[str]:
    """Return the names of all players at the terminal; that of the person is never shown."""
    return [NAMES[(seat - own - 1) % players] if seat != own else "" for seat in range(players)]
