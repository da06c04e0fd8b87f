"""Positions as texts, and what events share with them. `docs/rules/rummy.md` describes the format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...._arguments.checks import tokens
from ....errors import InvalidStateError
from ...notation import Form, check_hands, non_default_fields, read_number, read_seat
from . import cards
from .cards import TEXTS
from .layout import Earlier, Layout
from .meld import Meld, Table, meld_of, no_meld
from .rules import Rules, usual_hand

_EXAMPLES = {
    "hand": "hand 0 7S 8S",
    "stock": "stock 7S 8S",
    "seat": "seat 1",
    "sizes": "sizes 10 11",
    "table": "table 7C 7D 7S, 9H TH JH",
    "discards": "discards 4C 5D",
    "turn": "turn 1 drew took 7S laid rummy",
    "turns": "turns 37",
    "taken": "taken 1 7S 8S",
    "earlier": "earlier 7S 8S by 1 1",
}
"""The names of the fields, each with an example."""

_FORM = Form(
    rules_type=Rules,
    title="Rummy",
    max_characters=10_000,
    max_digits=5,
    rule="players=3",
    rules='"players=3" or "ace=both"',
    fields='"hand 0 7S 8S", "discards 4C" or "turn 1"',
    examples=_EXAMPLES,
    per_seat=("hand", "taken"),
    repeated=("earlier",),
)


# Writing


def write(layout: Layout, hands: list[str]) -> str:
    """Return the text of a state or a view.

    `hands` are the fields of its hands, and those that only one of the two has.
    """
    fields = [" ".join(["rummy", *_non_default_fields(layout.rules)]), *hands]
    if layout.table.melds:
        fields.append(f"table {', '.join(layout.table.texts)}")
    fields.append(f"discards {cards.text(layout.discards)}")
    words = [f"turn {layout.turn}"]
    words += ["drew"] if layout.drew else []
    words += [f"took {TEXTS[layout.took]}"] if layout.took is not None else []
    words += ["laid"] if layout.laid else []
    if (layout.laid or layout.went_out is not None) and not layout.opened[layout.turn]:
        words.append("rummy")
    fields.append(" ".join(words))
    if layout.turns:
        fields.append(f"turns {layout.turns}")
    fields += [f"taken {seat} {cards.set_text(taken)}" for seat, taken in enumerate(layout.taken) if taken]
    fields += [f"earlier {cards.set_text(each)} by {' '.join(map(str, held))}" for each, held in layout.earlier]
    return "; ".join(fields)


def _non_default_fields(rules: Rules) -> list[str]:
    return non_default_fields(rules, {**Rules().to_dict(), "hand_size": usual_hand(rules.players)})


# Reading


@dataclass
class Draft:
    """A position, or what a seat knows of one, as it was written. Only its melds have been checked."""

    rules: Rules
    hands: tuple[tuple[int, ...] | None, ...]  # None for a hidden hand
    stock: tuple[int, ...] | None  # None in a view
    table: list[WrittenMeld]
    discards: tuple[int, ...]
    turn: int
    drew: bool = False
    took: int | None = None
    laid: bool = False
    rummy: bool = False  # whether the player had not opened before this turn, or before the turn in which it went out
    turns: int = 0
    taken: tuple[tuple[int, ...], ...] = ()  # by seat
    earlier: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    seat: int = 0  # of a view
    given_sizes: tuple[int, ...] = ()  # of a view

    @property
    def sizes(self) -> tuple[int, ...]:
        return self.given_sizes or tuple([len(hand or ()) for hand in self.hands])

    @property
    def went_out(self) -> bool:
        return self.sizes[self.turn] == 0

    @property
    def layout_fields(self) -> dict[str, Any]:
        """The fields of Layout, for fields that belong together."""
        earlier = [Earlier(cards.set_of(each), held) for each, held in self.earlier]
        return {
            "rules": self.rules,
            "table": Table.of([each.meld for each in self.table], self.rules.ace),
            "discards": self.discards,
            "turn": self.turn,
            "drew": self.drew,
            "took": self.took,
            "laid": self.laid,
            "opened": tuple([self._has_opened(seat) for seat in range(self.rules.players)]),
            "turns": self.turns,
            "taken": tuple(map(cards.set_of, self.taken)),
            "earlier": tuple(sorted(earlier, key=lambda each: cards.lowest(each.cards))),
        }

    def _has_opened(self, seat: int) -> bool:
        """Return whether a seat has melded or laid off before this turn.

        A turn draws and discards one card, so only melds and lay-offs make the hand smaller.
        """
        if seat == self.turn and (self.laid or self.went_out):
            return not self.rummy
        drawn = seat == self.turn and self.drew
        return self.sizes[seat] - drawn < self.rules.hand_size


class WrittenMeld(NamedTuple):
    """A meld, and its cards in the order in which they were written."""

    cards: tuple[int, ...]
    meld: Meld


def read(text: str, *, of_state: bool) -> Draft:
    """Read the text of a state or of a view, and check that no field is missing.

    `checks` verifies that the fields belong together.
    """
    rules, values = _FORM.read(text, _READERS)
    all_shown = _all_are_shown(values)
    check_hands(values, rules.players, "stock", ["discards", "turn"], of_state=of_state, all_shown=all_shown)

    players = range(rules.players)
    turn, drew, took, laid, rummy = values["turn"]
    return Draft(
        rules,
        hands=tuple([values.get(f"hand {seat}") for seat in players]),
        stock=values.get("stock"),
        table=values.get("table", []),
        discards=values["discards"],
        turn=turn,
        drew=drew,
        took=took,
        laid=laid,
        rummy=rummy,
        turns=values.get("turns", 0),
        taken=tuple([values.get(f"taken {seat}", ()) for seat in players]),
        earlier=tuple(values["earlier"]),
        seat=values.get("seat", 0),
        given_sizes=values.get("sizes", ()),
    )


def _cards_or_none(words: list[str], _: Rules) -> tuple[int, ...] | None:
    return cards.from_words_or_none(words)


def _cards(words: list[str], _: Rules) -> tuple[int, ...] | None:
    return cards.from_words(words)


def _one_seat(words: list[str], rules: Rules) -> int | None:
    return read_seat(words[0], rules.players) if len(words) == 1 else None


def _one_number(words: list[str], _: Rules) -> int | None:
    return read_number(words[0], _FORM.max_digits) if len(words) == 1 else None


def _one_number_per_seat(words: list[str], rules: Rules) -> tuple[int, ...] | None:
    found = [each for word in words if (each := read_number(word, _FORM.max_digits)) is not None]
    return tuple(found) if len(found) == len(words) == rules.players else None


def _table(words: list[str], rules: Rules) -> list[WrittenMeld] | None:
    given = [cards.from_words(tokens(meld)) for meld in " ".join(words).split(",")]
    found = []
    if None in given:
        return None
    for each in given:
        assert each is not None
        meld = meld_of(each, rules.ace)
        if meld is None:
            raise InvalidStateError(str(no_meld(each)))
        found.append(WrittenMeld(each, meld))
    return found


def _turn(words: list[str], rules: Rules) -> tuple[int, bool, int | None, bool, bool] | None:
    turn = read_seat(words[0], rules.players) if words else None
    rest = words[1:]
    drew = _take_word("drew", rest)
    took = None
    if _take_word("took", rest):
        took = cards.from_word(rest.pop(0)) if rest else None
        if took is None:
            return None
    laid, rummy = _take_word("laid", rest), _take_word("rummy", rest)
    return None if turn is None or rest else (turn, drew, took, laid, rummy)


def _take_word(word: str, words: list[str]) -> bool:
    """Return whether the first word is this one, and if so remove it."""
    found = words[:1] == [word]
    if found:
        del words[0]
    return found


def _earlier(words: list[str], rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    if "by" not in words:
        return None
    by = words.index("by")
    hidden = _cards(words[:by], rules)
    held = _one_number_per_seat(words[by + 1 :], rules)
    return None if hidden is None or held is None else (hidden, held)


_READERS: dict[str, Callable[[list[str], Rules], Any]] = {
    "hand": _cards_or_none,
    "stock": _cards_or_none,
    "seat": _one_seat,
    "sizes": _one_number_per_seat,
    "table": _table,
    "discards": _cards_or_none,
    "turn": _turn,
    "turns": _one_number,
    "taken": _cards,
    "earlier": _earlier,
}


def _all_are_shown(values: dict[str, Any]) -> bool:
    """Return whether somebody has gone out, so that all hands have been shown (RM-13)."""
    return "sizes" in values and "turn" in values and values["sizes"][values["turn"][0]] == 0
