"""What a page shows to one seat: a picture, sentences, the moves of a selection, refusals and rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import Any

from .. import _registry
from .._arguments.checks import integer, items, seat_within, text_of, type_name
from .._internal.html import escaped
from ..errors import IllegalMoveError, InvalidArgumentError, InvalidMoveError, OxidealError
from ..svg.draw import names_of
from .picture import LANGUAGES, SIZES, Picture

MAX_CHOICES = 8
"""The largest number of moves offered as buttons."""

MAX_PICKS = 40
"""The largest number of cards or tiles in a selection."""


class Seat:
    """One seat of a round as a page shows it.

    - `names`: a name for each seat; None for a seat without one.
    - `language`: "en" or "zh".
    - `size`: width and height of the picture in CSS pixels.
    - `hidden`: whether the page belongs to a spectator: the hand is drawn face down and no move is offered.

    >>> from oxideal import foursquare
    >>> state = foursquare.State(seed=7)
    >>> seat = Seat(state.rules, 0, ["Ada"])
    >>> seat.see(state.events(0))["turn"]
    True
    >>> seat.describe(["0,0"])["text"]
    'place 4♠ at 0,0'
    """

    def __init__(
        self,
        rules: Any,
        seat: int,
        names: Iterable[str | None],
        *,
        language: str = "en",
        size: tuple[int, int] = (1200, 700),
        hidden: bool = False,
    ) -> None:
        found = _registry.home_of(type(rules))
        if found is None or not isinstance(rules, found[1].Rules):
            raise TypeError("rules must be the rules of a game of this package")
        game, module = found
        self._part: Any = game.part("web")
        self._title = game.title
        self._rules = rules
        self._seat = seat_within(seat, rules.players)
        self._names = [name or str(k) for k, name in enumerate(names_of(names, rules.players))]
        self._hidden = hidden
        self._builder = module.ViewBuilder(rules, self._seat)
        self._language = checked_language(language)
        self._size = checked_size(size)
        self._steps: list[tuple[Any, Any, Any, int]] = []  # of each move: view before, move, view after, seat
        self._view: Any = None
        self._choices: dict[tuple[str, ...], list[Any]] | None = None

    @property
    def view(self) -> Any:
        """What the seat knows now; None before its first events."""
        return self._view

    def see(self, events: Iterable[str]) -> dict[str, Any]:
        """Add events of the seat and return the message with the picture after them."""
        before = self._view
        told = len(self._steps)
        for event in items("events", "a list of texts", events):
            self._builder.push(event)
            try:
                after = self._builder.view()
            except OxidealError:  # in the middle of a deal
                continue
            if before is not None and after.recent and after.recent != before.recent:
                seat, action = after.recent[-1]
                self._steps.append((before, self._rules.move(action), after, seat))
            elif self._steps and after.recent:  # a part of the last move, e.g. the card that was drawn
                first, move, _, seat = self._steps[-1]
                self._steps[-1] = (first, move, after, seat)
            before = after
        self._view = before
        self._choices = None
        if before is None:
            raise InvalidArgumentError("the events do not contain a deal")
        return self._picture(told)

    def look(self, *, size: tuple[int, int] | None = None, language: str | None = None) -> dict[str, Any]:
        """Return the message with the picture, from now on in this size and language."""
        self._size = self._size if size is None else checked_size(size)
        self._language = self._language if language is None else checked_language(language)
        if self._view is None:
            raise InvalidArgumentError("the seat has not seen any events")
        return self._picture(0)

    def _picture(self, first: int) -> dict[str, Any]:
        """Return the message with the picture and the sentences about all moves from the first to be told."""
        table = self._table()
        steps = self._steps[first:]
        return {
            "kind": "picture",
            "game": self._title if self._language == "en" else self._part.TITLE,
            "svg": self._svg(table),
            "first": first,
            "said": [" ".join(table.words.tell(*step)) for step in steps],
            "movers": [step[3] for step in steps],
            "turn": self._to_move,
            "over": bool(self._view.is_over),
            "task": self._task(table),
            "result": self._result(table),
            "single": self._part.SINGLE,
            **self.describe([]),
        }

    def describe(self, picks: Iterable[str]) -> dict[str, Any]:
        """Return what a selection would be.

        - `text`: its name, and `why`: why it is not legal, or None.
        - `move`: the id of the move that it is, if it is exactly one.
        - `moves`: the moves that it is or can become, which are offered as buttons: id, label, and whether it is
          complete.
        - `next`: what can be selected in addition.
        """
        given = islice(items("picks", "a list of texts", picks), MAX_PICKS + 1)
        picked = tuple(text_of("pick", each) for each in given)
        if len(picked) > MAX_PICKS:
            raise InvalidArgumentError(f"picks must have at most {MAX_PICKS} items")
        if not self._to_move:
            return {"text": "", "why": None, "move": None, "moves": [], "next": []}
        wanted = Counter(picked)
        words = self._table().words
        exact: list[Any] = []
        more: list[Any] = []
        buttons: list[Any] = []
        following: dict[str, None] = {}
        for tokens, moves in self._by_tokens().items():
            rest = Counter(tokens)
            rest.subtract(wanted)
            if min(rest.values(), default=0) < 0:
                continue
            left = [token for token, count in rest.items() if count > 0]
            if not left:
                exact += moves
                continue
            more += moves
            if len(tokens) == 1 and tokens[0] in self._part.BUTTONS:
                buttons += moves
            following |= dict.fromkeys(left)
        offered = [(move, True) for move in exact]
        if not picked:
            offered += [(move, True) for move in buttons]
        elif self._part.COMPLETES and len(more) + len(exact) <= MAX_CHOICES:
            offered += [(move, False) for move in more]
        text, why = "", None
        if exact and picked:
            text = words.spoken(self._view, exact[0])
        elif picked:
            text, why = self._refused(words, picked)
            if more and self._part.COMPLETES:
                text, why = words.selected(picked), None
        return {
            "text": text,
            "why": why,
            "move": int(exact[0]) if len(exact) == 1 and picked else None,
            "moves": [
                {"move": int(move), "label": _capital(words.spoken(self._view, move)), "complete": complete}
                for move, complete in offered[:MAX_CHOICES]
            ],
            "next": list(following),
        }

    def advice(self, line: Iterable[str], value: float | None, done: bool = False) -> dict[str, Any]:
        """Return the message of a hint: the moves that a search expects, its own first, and the payoff it expects."""
        first = next(items("line", "a list of texts", line), None)
        words = self._table().words
        message: dict[str, Any] = {"kind": "info", "text": "", "picks": [], "move": None, "value": value, "done": done}
        if first is not None and self._to_move:
            move = self._view.parse(first)
            message["move"] = int(move)
            message["picks"] = list(self._part.picks(self._view, move))
            message["text"] = _capital(words.spoken(self._view, move))
        return message

    def refusal(self, error: Exception) -> str:
        """Return the words of an error in the page's language."""
        if not isinstance(error, Exception):
            raise TypeError(f"error must be an Exception, not {type_name(error)}")
        return str(self._table().words.refusal(error))

    def rules_text(self) -> list[str]:
        """Return the rules of the game as paragraphs."""
        return list(self._table().words.rules(self._rules))

    # What the message consists of

    @property
    def _to_move(self) -> bool:
        return self._view is not None and not self._hidden and self._view.current_player == self._seat

    def _table(self) -> Picture:
        last = self._steps[-1] if self._steps else None
        seat = None if self._hidden else self._seat
        return Picture(
            self._part, self._view, self._rules, self._seat, seat, self._names, self._language, self._size, last
        )

    def _svg(self, table: Picture) -> str:
        width, height = self._size
        lines = "".join(f"{escaped(line)}\n" for line in self._described(table))
        shapes = "".join(self._part.draw(table))
        kind = "tall" if table.tall else "low" if table.low else "wide"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" class="{kind}" role="group">'
            f"<desc>{lines}</desc>{shapes}</svg>"
        )

    def _described(self, table: Picture) -> list[str]:
        """Return the table in words, for screen readers."""
        words = table.words
        hand = [] if self._hidden else words.hand_words(self._view)
        return [line for line in [*words.table(self._view), *hand] if line]

    def _task(self, table: Picture) -> str:
        words = table.words
        if self._view.is_over:
            return ""
        if self._to_move:
            return str(words.task(self._view))
        return str(words.waits(self._view.current_player))

    def _result(self, table: Picture) -> dict[str, Any] | None:
        view = self._view
        if not view.is_over:
            return None
        words = table.words
        return {
            "title": words.title(view),
            "won": bool(table.own is not None and table.own in view.winners),
            "lines": [line for line in words.ending(view) if "\n" not in line],
            "payoffs": list(view.payoffs),
            "scores": list(view.scores),
        }

    def _by_tokens(self) -> dict[tuple[str, ...], list[Any]]:
        """Return the legal moves by what has to be selected for them."""
        if self._choices is None:
            self._choices = {}
            for move in self._view.legal_moves():
                self._choices.setdefault(tuple(self._part.picks(self._view, move)), []).append(move)
        return self._choices

    def _refused(self, words: Any, picked: tuple[str, ...]) -> tuple[str, str | None]:
        """Return what a selection is that is not a legal move, and why not."""
        for text in self._part.meant(self._view, picked):
            try:
                move = self._view.parse(text)
            except InvalidMoveError as error:
                return "", words.refusal(error)
            except OxidealError as error:
                return "", words.refusal(error)
            if self._view.is_legal(move):
                continue
            try:
                self._view.sample(0).push(move)
            except IllegalMoveError as error:
                return words.spoken(self._view, move), words.refusal(error)
        return "", None


def checked_language(language: object) -> str:
    text = text_of("language", language)
    if text not in LANGUAGES:
        raise InvalidArgumentError(_registry.unknown("language", text, LANGUAGES))
    return text


def checked_size(size: object) -> tuple[int, int]:
    """Return the size, within the limits of what is drawn."""
    sides = [integer("size", each) for each in islice(items("size", "a width and a height", size), 3)]
    if len(sides) != 2:
        raise InvalidArgumentError("size must have 2 items: width and height")
    least, most = SIZES
    width, height = (min(max(side, low), high) for side, low, high in zip(sides, least, most, strict=True))
    return width, height


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
