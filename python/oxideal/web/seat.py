"""What a page is sent about one seat: what it sees, sentences, the names of moves, refusals and rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from .. import _native, _registry
from .._arguments.checks import boolean, integer, items, seat_within, text_of, type_name
from ..errors import IllegalMoveError, InvalidArgumentError, OxidealError, checked_language
from ..svg.draw import names_of
from ..words import card, words

if TYPE_CHECKING:
    from .._registry import GameInfo
    from ..words import Sentence

MAX_LABELS = 500
"""The largest number of legal moves that are all named; of more, a page asks for the name of the one it needs."""

MAX_MEANINGS = 4
"""The largest number of moves that a selection can mean."""

PUBLIC = ("format", "game", "rules", "current_player", "payoffs", "winners", "scores", "forfeited", "recent")
"""The fields of the views of all games that everybody knows."""


def public_fields(game: GameInfo, round_: Any) -> set[str]:
    """Return the fields of a view's dict that everybody knows, except hands, which are open at the end at most."""
    return {*PUBLIC, *game.part("schemas").of_round(round_)} - {"hands"}


class Seat:
    """One seat of a round as a page shows it.

    - `names`: a name for each seat; None for a seat without one.
    - `language`: one of `oxideal.words.LANGUAGES`.
    - `hidden`: whether the page belongs to a spectator: it is sent what everybody knows, and no move is offered.

    >>> from oxideal import foursquare
    >>> state = foursquare.State(seed=7)
    >>> seat = Seat(state.rules, 0, ["Ada"])
    >>> seat.see(state.events(0))["view"]["card"]
    '4S'
    >>> seat.legal()
    [{'id': 24, 'text': '0,0', 'label': 'place 4♠ at 0,0'}]
    """

    def __init__(
        self, rules: Any, seat: int, names: Iterable[str | None], *, language: str = "en", hidden: bool = False
    ) -> None:
        found = _registry.home_of(type(rules))
        if found is None or not isinstance(rules, found[1].Rules):
            raise TypeError("rules must be the rules of a game of this package")
        game, module = found
        self._game = game
        self._rules = rules
        self._seat = seat_within(seat, rules.players)
        self._names = [name or str(k) for k, name in enumerate(names_of(names, rules.players))]
        self._hidden = boolean("hidden", hidden)
        self._builder = module.ViewBuilder(rules, self._seat)
        self._words = self._spoken(language)
        self._steps: list[tuple[Any, Any, Any, int]] = []  # of each move: view before, move, view after, seat
        self._view: Any = None

    @property
    def view(self) -> Any:
        """What the seat knows now; None before its first events."""
        return self._view

    def see(self, events: Iterable[str]) -> dict[str, Any]:
        """Add events of the seat and return the message with what it sees after them."""
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
            elif (
                self._steps and after.recent and after.forfeited is None
            ):  # a part of the last move, e.g. the card that was drawn
                first, move, _, seat = self._steps[-1]
                self._steps[-1] = (first, move, after, seat)
            before = after
        self._view = before
        if before is None:
            raise InvalidArgumentError("the events do not contain a deal")
        return self._position(told)

    def look(self, *, language: str | None = None) -> dict[str, Any]:
        """Return the message with what the seat sees, from now on in this language."""
        if language is not None:
            self._words = self._spoken(language)
        return self._position(0)

    def past(self, moves: int) -> dict[str, Any]:
        """Return the message with what the seat saw after a number of moves."""
        self._check()
        number = integer("moves", moves)
        if not 0 <= number <= len(self._steps):
            raise InvalidArgumentError(f"moves must be 0 to {len(self._steps)}, got {number}")
        if not self._steps:
            return {"kind": "past", "moves": 0, **self._seen(self._view, None)}
        before, move, after, seat = self._steps[max(number - 1, 0)]
        seen = self._seen(after, (seat, move)) if number else self._seen(before, None)
        return {"kind": "past", "moves": number, **seen}

    def legal(self) -> list[dict[str, Any]]:
        """Return the legal moves: id, text, and, unless there are very many, what people call each."""
        if not self._to_move:
            return []
        moves = self._view.legal_moves()
        label = len(moves) <= MAX_LABELS
        return [
            {
                "id": int(move),
                "text": str(move),
                **({"label": self._words.spoken(self._view, move)} if label or move.kind == "pass" else {}),
            }
            for move in moves
        ]

    def explain(self, meanings: Iterable[str]) -> dict[str, Any]:
        """Return what people call the first of these moves that there is, and why it is not legal, or None.

        A selection can mean several moves: a card that is added to a meld can go to its low or its high end.
        """
        texts = [text_of("move", each) for each in islice(items("moves", "a list of texts", meanings), MAX_MEANINGS)]
        if not self._to_move:
            return {"text": "", "why": None}
        for text in texts:
            try:
                move = self._view.parse(text)
            except OxidealError as error:
                return {"text": "", "why": _capital(self._words.refusal(error))}
            if self._view.is_legal(move):
                return {"text": self._words.spoken(self._view, move), "why": None}
            try:
                self._view.sample(0).push(move)
            except IllegalMoveError as error:
                return {"text": self._words.spoken(self._view, move), "why": _capital(self._words.refusal(error))}
        return {"text": "", "why": None}

    def advice(self, line: Iterable[str]) -> str:
        """Return what people call the first move of a line that a search expects; "" if it is not the seat's turn."""
        first = next(items("line", "a list of texts", line), None)
        if first is None or not self._to_move:
            return ""
        return _capital(self._words.spoken(self._view, self._view.parse(first)))

    def refusal(self, error: Exception) -> str:
        """Return the words of an error in the page's language."""
        if not isinstance(error, Exception):
            raise TypeError(f"error must be an Exception, not {type_name(error)}")
        return _capital(self._words.refusal(error))

    def _named(self, number: int, move: Any) -> str:
        """Return what people call a move at the position after this number of moves."""
        return self._words.spoken(self._steps[number][0], move)

    def _reason(self, number: int, sentence: Sentence) -> str:
        """Return a sentence about moves at the position after this number of moves."""
        view = self._steps[number][0]
        return said_of_moves(sentence, self._game.name, self._language, self._words, view, self._names)

    def rules_text(self) -> list[str]:
        """Return the rules of the game as paragraphs."""
        return self._words.rules()

    # What the messages consist of

    @property
    def _to_move(self) -> bool:
        return self._view is not None and not self._hidden and self._view.current_player == self._seat

    def _check(self) -> None:
        if self._view is None:
            raise InvalidArgumentError("the seat has not seen any events")

    def _spoken(self, language: str) -> _native.Narrator:
        own = None if self._hidden else self._seat
        self._language = checked_language(language)
        return _native.Narrator(self._rules, own, self._names, self._language)

    def _position(self, first: int) -> dict[str, Any]:
        """Return the message with what the seat sees now and sentences about all moves from the first to be told."""
        self._check()
        steps = self._steps
        last = (steps[-1][3], steps[-1][1]) if steps else None
        return {
            "kind": "position",
            "title": self._words.title,
            **self._seen(self._view, last),
            "first": first,
            "said": [self._told(*step) for step in steps[first:]],
            "task": self._words.task(self._view),
            "result": self._result(),
        }

    def _told(self, before: Any, move: Any, after: Any, seat: int) -> dict[str, Any]:
        text = self._words.joined(self._words.tell(before, move, after, seat))
        return {"seat": seat, "text": text, "label": self._words.short(before, move)}

    def _seen(self, view: Any, last: tuple[int, Any] | None) -> dict[str, Any]:
        """Return a view as a dict, with the last move and the table in words, for screen readers."""
        known = view.to_dict()
        if self._hidden:
            shown = view.is_over and None not in known.get("hands", [None])  # otherwise they have only the seat's own
            public = public_fields(self._game, view) | {*(["hands"] if shown else [])}
            known = {name: value for name, value in known.items() if name in public}
        return {
            "view": known,
            "last": None if last is None else {"seat": last[0], "move": last[1].to_dict()},
            "lines": self._words.lines(view),
        }

    def _result(self) -> dict[str, Any] | None:
        view = self._view
        if not view.is_over:
            return None
        return {
            "title": self._words.result(view),
            "won": not self._hidden and self._seat in view.winners,
            "lines": self._words.ended(view),
            "payoffs": list(view.payoffs),
            "scores": list(view.scores),
        }


def said_of_moves(
    sentence: Sentence, game: str, language: str, narrator: _native.Narrator, view: Any, names: Sequence[str]
) -> str:
    """Return a sentence about moves at a position."""
    said = words(game, language)
    text = sentence.text(
        said, lambda move: narrator.spoken(view, move), names.__getitem__, lambda each: card(each, language)
    )
    return _capital(text) + said.say("lists.stop")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
