"""FourSquare, a solitaire, in plain Python.

The rules that are cited (FS-05) and every format stand in `docs/rules/foursquare.md`. Read from the top, this file
teaches the game: cards and cells, the rules object and the moves, then `_Layout`, which is what lies on the table and
how it is played on. After it come the reading and checking of positions, and the classes that users hold.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Self, SupportsIndex, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from .._input.arrays import integer_array
from .._input.checks import (
    decimal,
    integer,
    integer_within,
    is_boolean,
    items,
    plain_text,
    quoted,
    text_of,
    tokens,
    type_name,
)
from ..errors import (
    IllegalMoveError,
    InvalidArgumentError,
    InvalidMoveError,
    InvalidRecordError,
    InvalidRulesError,
    InvalidStateError,
)
from ..observation import ObservationSpec
from . import batch as _batch
from . import cards as _cards
from . import match as _match
from . import playouts as _playouts
from . import rules as _rules
from . import state as _state
from . import table as _table
from . import view as _view
from .observation import one_hot
from .position import Known, Position, Round
from .random import Stream
from .value import Value

if TYPE_CHECKING:
    from ..interface import Playouts, Seed
    from .observation import Parts
    from .random import Chance
    from .recent import Recent

__all__ = ["Batch", "Match", "Move", "Rules", "State", "View", "flips", "flips_many", "playouts"]

# Cards are their texts, such as "7S".

_RANKS = _cards.RANKS[:10]

_DECK = _cards.deck(_RANKS)  # FS-01, in ascending order
_RANK = {card: _RANKS.index(card[0]) + 1 for card in _DECK}  # FS-01: the ace is low
_CARD_SPELLINGS = _cards.spellings(_RANKS)


def _no_card(text: str) -> str:
    return _cards.no_card(text, _RANKS)


# Cells are (row, column), counted from the first card. In ascending order they are the actions 0 to 48.

_Cell: TypeAlias = tuple[int, int]

_REACH = 3  # FS-04: with four rows at most, no row is further than three from the first card's
_NUMBERS = range(-_REACH, _REACH + 1)
_CELLS: tuple[_Cell, ...] = tuple((row, column) for row in _NUMBERS for column in _NUMBERS)
_ACTION = {cell: action for action, cell in enumerate(_CELLS)}
_FIRST = (0, 0)

_EDGES = ((-1, 0), (0, -1), (0, 1), (1, 0))
_CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))

_CELL_PATTERN = re.compile(r" *([+-]?[0-3]) *, *([+-]?[0-3]) *")


def _cell_text(cell: _Cell) -> str:
    row, column = cell
    return f"{row},{column}"


def _cell_from_text(text: str) -> _Cell | None:
    found = _CELL_PATTERN.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def _no_cell(text: str) -> str:
    return (
        f"{quoted(text)} names no cell: write row,column counted from the first card, each from -3 to 3, "
        'such as "0,1" or "-2,0"'
    )


def _cells_beside(cell: _Cell, *, diagonal: bool) -> frozenset[_Cell]:
    """The cells that are next to this one (FS-03)."""
    row, column = cell
    steps = _EDGES + _CORNERS if diagonal else _EDGES
    return frozenset((row + down, column + right) for down, right in steps)


_BESIDE = {diagonal: {cell: _cells_beside(cell, diagonal=diagonal) for cell in _CELLS} for diagonal in (False, True)}


class Move(Value):
    """A placement: the cell that the card in hand goes to, counted from the first card.

    >>> move = Move(-1, 2)
    >>> str(move), int(move)
    ('-1,2', 19)
    """

    __slots__ = {"column": "-3 to 3, growing to the right.", "row": "-3 to 3, growing downwards."}

    _fields = ("row", "column")

    row: int
    column: int

    def __init__(self, row: SupportsIndex, column: SupportsIndex) -> None:
        cell = integer("row", row), integer("column", column)
        if cell not in _ACTION:
            raise InvalidMoveError(f"there is no cell {','.join(map(decimal, cell))}: rows and columns are -3 to 3")
        object.__setattr__(self, "row", cell[0])
        object.__setattr__(self, "column", cell[1])

    def __int__(self) -> int:
        return _ACTION[self.row, self.column]

    def __str__(self) -> str:
        return _cell_text((self.row, self.column))


class Rules(_rules.Rules[Move]):
    """How FourSquare is played: with `diagonal`, cells that share only a corner are next to each other, too (FS-03).

    >>> rules = Rules()
    >>> rules.move(24)
    Move(0, 0)
    >>> rules.parse("0,1") == rules.move(25)
    True
    """

    __slots__ = {"diagonal": "Whether cells that share only a corner are next to each other (FS-03)."}

    _fields = ("diagonal",)
    _game = "foursquare"
    _move_type = Move

    diagonal: bool

    def __init__(self, *, diagonal: bool = False) -> None:
        if not is_boolean(diagonal):
            raise InvalidRulesError(f"diagonal is True or False, not {type_name(diagonal)}")
        object.__setattr__(self, "diagonal", diagonal)

    @property
    def players(self) -> int:
        return 1

    @property
    def num_actions(self) -> int:
        return len(_CELLS)

    @property
    def action_table_version(self) -> int:
        return 1

    def observation_spec(self) -> ObservationSpec:
        """How an observation is laid out."""
        return _SPEC

    def _move(self, action: int) -> Move:
        return Move(*_CELLS[action])

    def _parse(self, text: str) -> Move:
        cell = _cell_from_text(text)
        if cell is None:
            raise InvalidMoveError(_no_cell(text))
        return Move(*cell)

    def _to_bytes(self) -> bytes:
        return bytes([self.diagonal])

    @classmethod
    def _from_bytes(cls, data: bytes) -> Self | None:
        return cls(diagonal=data == b"\1") if data in (b"\0", b"\1") else None


_PLAIN = Rules()

_SPEC = ObservationSpec.of(
    1,
    [
        ("to_move", (1,), 1),
        ("up", (len(_NUMBERS), len(_NUMBERS)), 10),
        ("down", (len(_NUMBERS), len(_NUMBERS)), 10),
        ("height", (len(_NUMBERS), len(_NUMBERS)), 4),
        ("card", (len(_RANKS),), 1),
        ("unseen", (len(_RANKS),), 4),
    ],
)


@dataclass(frozen=True, slots=True)
class _Pile:
    cards: tuple[str, ...]  # from the bottom to the top
    face_up: bool  # whether the top card is; the cards under it never count and never turn (FS-07)

    @property
    def tops_rank(self) -> int:
        """The rank of the top card, negative when it lies face down."""
        rank = _RANK[self.cards[-1]]
        return rank if self.face_up else -rank

    def turned_over(self) -> _Pile:
        return _Pile(self.cards, not self.face_up)

    def __str__(self) -> str:
        *under, top = self.cards
        return " ".join([*under, top if self.face_up else f"({top})"])


def _flips(tops: Mapping[_Cell, int], placed: _Cell, rank: int) -> list[_Cell]:
    """The cells whose top cards turn over when a card of this rank is placed, in ascending order. `tops` has the rank
    of each top card, negative when it lies face down; what it says of the cell itself is covered and does not count.
    """
    others = [cell for cell in tops if cell != placed]
    row = [cell for cell in others if cell[0] == placed[0]]
    column = [cell for cell in others if cell[1] == placed[1]]
    # FS-06: no card is in both, so turning the row first or the column first comes to the same.
    assert not set(row) & set(column)
    turning = []
    for line in (row, column):  # FS-05, then FS-06: the column in the same way in every point
        face_up = [tops[cell] for cell in line if tops[cell] > 0]
        # FS-05: strictly higher than all, or strictly lower. With no other card face up, both are true of themselves.
        if all(rank > other for other in face_up) or all(rank < other for other in face_up):
            turning += line  # FS-05: all but the placed card, face up or down
    return sorted(turning)


def _rows_and_columns(cells: Collection[_Cell]) -> tuple[range, range]:
    """The rows and columns that a grid with piles on these cells takes, from the first in use to the last (FS-04)."""
    rows = [row for row, _ in cells]
    columns = [column for _, column in cells]
    return range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)


@dataclass(frozen=True, slots=True)
class _Layout(Round):
    """What lies open: the piles and the card in hand. The game is played by this alone, so its rules stand here; the
    order of the stock decides only which card comes next.
    """

    rules: Rules
    piles: dict[_Cell, _Pile]
    card: str | None  # None when the game is over (and, for somebody who watches, until the next one is drawn)

    @property
    def ending(self) -> str | None:
        """The rule by which the game is over."""
        face_down = self.count_face_down()
        if face_down > 4:
            return "FS-08"
        if len(self.piles) == 16 and face_down == 0:  # before FS-10: a win with the last card is a win
            return "FS-09"
        if self.count_outside() == 0:
            return "FS-10"
        return None

    def count_face_down(self) -> int:
        return sum(not pile.face_up for pile in self.piles.values())  # FS-08: top cards only, which FS-07 says anyway

    def count_outside(self) -> int:
        """How many cards are not on the piles: the stock and the card in hand."""
        return len(_DECK) - sum(len(pile.cards) for pile in self.piles.values())

    @property
    def stock_left(self) -> int:
        return self.count_outside() - (self.card is not None)

    @property
    def current_player(self) -> int | None:
        return 0 if self.ending is None else None

    @property
    def scores(self) -> tuple[int, ...] | None:
        match self.ending:
            case None:
                return None
            case "FS-09":
                return (self.stock_left,)  # FS-09
            case _:
                return (0,)

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        match self.ending:
            case None:
                return None
            case "FS-09":
                return (1 + self.stock_left,)  # FS-11: even with an empty stock more than a loss
            case _:
                return (0,)  # FS-11

    def legal_actions(self) -> list[int]:
        if self.ending is not None:
            return []
        actions = [action for action, cell in enumerate(_CELLS) if self.objection(cell) is None]
        assert actions, "FS-10: there is always room for a card"
        return actions

    def refusal(self, action: int) -> IllegalMoveError | None:
        objection = self.game_over() or self.objection(_CELLS[action])
        return objection and IllegalMoveError(*objection)

    def game_over(self) -> tuple[str, str] | None:
        """The rule and the reason why no card at all can be placed."""
        match self.ending:
            case None:
                return None
            case "FS-08":
                return "FS-08", "the game is over: more than four cards lie face down"
            case "FS-09":
                return "FS-09", "the game is over: it is won"
            case _:
                return "FS-10", "the game is over: the stock is empty"

    def objection(self, cell: _Cell) -> tuple[str, str] | None:
        """The rule and the reason why no card can be placed on this cell, in a game that is not over."""
        if not self.piles:
            if cell == _FIRST:
                return None  # FS-03: it may lie anywhere, and where it lies is called 0,0 (FS-04)
            return "FS-04", (
                f"the first card lies on 0,0, the cell from which all others are counted, not on {_cell_text(cell)}"
            )
        if cell in self.piles:
            if len(self.piles[cell].cards) < 4:
                return None  # FS-03: on a face-down pile as on a face-up one
            return "FS-04", f"the pile on {_cell_text(cell)} is full: a pile holds at most four cards"
        if self.piles.keys().isdisjoint(_BESIDE[self.rules.diagonal][cell]):  # FS-03
            shares = "shares no edge or corner with any" if self.rules.diagonal else "shares an edge with none"
            return "FS-03", f"{_cell_text(cell)} is empty and not next to a pile: it {shares}"
        rows, columns = _rows_and_columns([*self.piles, cell])
        would = f"a card on {_cell_text(cell)} would make the grid"
        if len(rows) > 4:
            return "FS-04", f"{would} {len(rows)} rows high; four is the most"
        if len(columns) > 4:
            return "FS-04", f"{would} {len(columns)} columns wide; four is the most"
        return None

    def piles_with_card_on(self, cell: _Cell) -> dict[_Cell, _Pile]:
        """The piles when the card in hand has been placed on this cell, and all that turns has turned."""
        assert self.card is not None
        piles = dict(self.piles)
        tops = {other: pile.tops_rank for other, pile in piles.items()}
        for turning in _flips(tops, cell, _RANK[self.card]):
            piles[turning] = piles[turning].turned_over()
        under = piles[cell].cards if cell in piles else ()
        piles[cell] = _Pile((*under, self.card), face_up=True)  # FS-02
        return piles

    def unseen(self) -> list[str]:
        """The cards of the stock, in ascending order."""
        seen = {card for pile in self.piles.values() for card in pile.cards} | {self.card}
        return [card for card in _DECK if card not in seen]

    def to_text(self) -> str:
        fields = ["foursquare diagonal" if self.rules.diagonal else "foursquare"]
        fields += [f"{_cell_text(cell)}: {self.piles[cell]}" for cell in sorted(self.piles)]
        if self.card is not None:
            fields.append(f"card {self.card}")
        return "; ".join(fields)

    def picture(self) -> str:
        game = "FourSquare (diagonal)" if self.rules.diagonal else "FourSquare"
        lines = [f"{game}: {self.headline()}"]
        if self.piles:
            rows, columns = _rows_and_columns(self.piles)
            lines.append(4 * " " + "".join(f"{column:8}" for column in columns))
            for row in rows:
                cells = [self.picture_of((row, column)) for column in columns]
                lines.append(f"{row:4}" + "".join(f"{cell:>8}" for cell in cells))
        return "\n".join(lines)

    def headline(self) -> str:
        left = "1 card" if self.stock_left == 1 else f"{self.stock_left} cards"
        match self.ending:
            case None:
                return f"{self.card} to place, {left} in the stock"
            case "FS-08":
                return f"lost, {self.count_face_down()} cards face down"
            case "FS-09":
                return f"won with {left} left in the stock"
            case _:
                return "lost, the stock is empty"

    def picture_of(self, cell: _Cell) -> str:
        if cell not in self.piles:
            return "."
        pile = self.piles[cell]
        top = pile.cards[-1] if pile.face_up else f"({pile.cards[-1]})"
        return top if len(pile.cards) == 1 else f"{top}x{len(pile.cards)}"


@dataclass(frozen=True, slots=True)
class _Position(_Layout, Position):
    """The layout, and the stock under it."""

    stock: tuple[str, ...]  # its top first

    def __hash__(self) -> int:
        return hash((self.rules, frozenset(self.piles.items()), self.card, self.stock))

    @classmethod
    def dealt(cls, rules: Rules, deck: Sequence[str]) -> Self:
        return cls(rules, {}, deck[0], tuple(deck[1:]))

    @property
    def chance_ahead(self) -> bool:
        return False

    def after(self, action: int, chance: Chance) -> Self:  # noqa: ARG002 (this game draws nothing in the round)
        piles = self.piles_with_card_on(_CELLS[action])
        placed = type(self)(self.rules, piles, None, self.stock)
        if placed.ending is not None:  # FS-02: the next card is drawn only after these checks
            return placed
        return type(self)(self.rules, piles, self.stock[0], self.stock[1:])

    def known_to(self, seat: int) -> _Known:
        assert seat == 0
        return _Known(self.rules, self.piles, self.card)

    def events_of_deal(self, seat: int) -> list[str]:  # noqa: ARG002 (one seat sees all there is to see)
        return [f"card {self.card}"]

    def events_since(self, before: Self, action: int, seat: int) -> list[str]:  # noqa: ARG002
        placed = f"place {_cell_text(_CELLS[action])}"
        return [placed] if self.card is None else [placed, f"card {self.card}"]

    def to_text(self) -> str:
        return "; ".join([_Layout.to_text(self), " ".join(["stock", *self.stock])])

    @classmethod
    def from_text(cls, text: str) -> Self:
        known, stock = _read(text, of_state=True)
        return cls(known.rules, known.piles, known.card, tuple(stock))


@dataclass(frozen=True, slots=True)
class _Known(_Layout, Known):
    """The layout alone."""

    def __hash__(self) -> int:
        return hash((self.rules, frozenset(self.piles.items()), self.card))

    @property
    def seat(self) -> int:
        return 0

    @classmethod
    def from_text(cls, text: str) -> Self:
        known, _ = _read(text, of_state=False)
        return cls(known.rules, known.piles, known.card)

    @classmethod
    def before_the_first_event(cls, rules: Rules, seat: int) -> Self:
        assert seat == 0
        return cls(rules, {}, None)

    def after_event(self, event: str) -> Self:
        word, _, what = event.partition(" ")
        what = what.strip(" ")
        card = _CARD_SPELLINGS.get(what) if word == "card" else None
        cell = _cell_from_text(what) if word == "place" else None
        if card is None and cell is None:
            raise InvalidRecordError(
                f'{quoted(event)} is no event: expected "card 7S", "place 0,1" or, at the beginning, "position ..."'
            )
        if self.ending is not None:
            raise InvalidRecordError("the game is over")
        if card is not None:
            if self.card is not None:
                raise InvalidRecordError("a card is already in hand")
            if card not in self.unseen():
                raise InvalidRecordError(f"{card} has been seen before")
            return type(self)(self.rules, self.piles, card)
        assert cell is not None
        if self.card is None:
            raise InvalidRecordError("there is no card in hand")
        refusal = self.refusal(_ACTION[cell])
        if refusal is not None:
            raise InvalidRecordError(str(refusal))
        return type(self)(self.rules, self.piles_with_card_on(cell), None)

    def action_of(self, event: str) -> int | None:
        word, _, what = event.partition(" ")
        cell = _cell_from_text(what.strip(" ")) if word == "place" else None
        return None if cell is None else _ACTION[cell]

    @property
    def missing_event(self) -> str | None:
        return "the next card is not drawn" if self.card is None and self.ending is None else None

    def observed(self, recent: Recent) -> Parts:  # noqa: ARG002 (all that has happened lies on the table)
        tops = {cell: pile.tops_rank for cell, pile in self.piles.items()}
        heights = {cell: len(pile.cards) for cell, pile in self.piles.items()}
        unseen = [_RANK[card] for card in self.unseen()]
        return [
            ("to_move", [int(self.current_player is not None)]),
            ("up", _in_rows({cell: max(rank, 0) for cell, rank in tops.items()})),
            ("down", _in_rows({cell: max(-rank, 0) for cell, rank in tops.items()})),
            ("height", _in_rows(heights)),
            ("card", one_hot(len(_RANKS), None if self.card is None else _RANK[self.card] - 1)),
            ("unseen", [unseen.count(rank) for rank in range(1, len(_RANKS) + 1)]),
        ]


def _in_rows(numbers: Mapping[_Cell, int]) -> list[list[int]]:
    """What there is on each cell of 7 rows of 7 cells, the first card in the middle."""
    return [[numbers.get((row, column), 0) for column in _NUMBERS] for row in _NUMBERS]


def _read(text: str, *, of_state: bool) -> tuple[_Known, list[str]]:
    """A position's text: what lies open, and the stock (empty for a view's)."""
    if len(text) > 1000:
        raise InvalidStateError(f"a position's text has at most 1000 characters, this one has {len(text)}")
    first, *fields = (field.strip(" ") for field in text.split(";"))
    if tokens(first) not in (["foursquare"], ["foursquare", "diagonal"]):
        raise InvalidStateError(
            f'a FourSquare position begins with "foursquare" or "foursquare diagonal", not with {quoted(first)}'
        )
    rules = Rules(diagonal=tokens(first)[-1] == "diagonal")
    piles: dict[_Cell, _Pile] = {}
    card: str | None = None
    stock: list[str] | None = None
    for field in fields:
        word, *rest = tokens(field) or [""]
        if ":" in field:
            where, _, what = field.partition(":")
            cell = _read_cell(where.strip(" "))
            if cell in piles:
                raise InvalidStateError(f"two piles on {_cell_text(cell)}")
            piles[cell] = _read_pile(_cell_text(cell), tokens(what))
        elif word == "card":
            if card is not None:
                raise InvalidStateError('"card" stands twice')
            if len(rest) != 1:
                raise InvalidStateError(f'"card" names one card, not {len(rest)}')
            card = _read_card(rest[0])
        elif word == "stock":
            if stock is not None:
                raise InvalidStateError('"stock" stands twice')
            stock = [_read_card(token) for token in rest]
        else:
            raise InvalidStateError(
                f'{quoted(field)} is no part of a position: expected a pile such as "0,1: 5S (9D)", "card 7C" '
                'or "stock AS 2H"'
            )
    if of_state and stock is None:
        raise InvalidStateError("a state's text has a stock")
    if not of_state and stock is not None:
        raise InvalidStateError("a view's text has no stock")
    known = _Known(rules, piles, card)
    _check(known, stock)
    return known, stock or []


def _read_cell(text: str) -> _Cell:
    cell = _cell_from_text(text)
    if cell is None:
        raise InvalidStateError(_no_cell(text))
    return cell


def _read_card(text: str) -> str:
    if text not in _CARD_SPELLINGS:
        raise InvalidStateError(_no_card(text))
    return _CARD_SPELLINGS[text]


def _read_pile(where: str, words: list[str]) -> _Pile:
    cards = []
    face_up = True
    for place, word in enumerate(words, start=1):
        if word.startswith("(") and word.endswith(")"):
            if place < len(words):
                raise InvalidStateError("only the top card of a pile can lie face down [FS-07]")
            face_up = False
            cards.append(_read_card(word[1:-1]))
        else:
            cards.append(_read_card(word))
    if not cards:
        raise InvalidStateError(f"the pile on {where} has no cards")
    if len(cards) > 4:
        raise InvalidStateError(f"the pile on {where} has {len(cards)} cards; a pile holds at most four [FS-04]")
    return _Pile(tuple(cards), face_up)


def _check(known: _Known, stock: list[str] | None) -> None:
    """That a position of these parts can be played on. No stock means that it is not known."""
    piles = known.piles
    standing = [card for cell in sorted(piles) for card in piles[cell].cards]
    standing += [known.card] if known.card is not None else []
    standing += stock or []
    _check_for_doubles(standing)
    if stock is not None and len(standing) < len(_DECK):
        missing = next(card for card in _DECK if card not in standing)
        raise InvalidStateError(f"{len(standing)} of the 40 cards stand in the position; {missing} is missing")
    if piles:
        if _FIRST not in piles:
            raise InvalidStateError("no pile on 0,0, where the first card lies [FS-04]")
        rows, columns = _rows_and_columns(piles)
        if len(rows) > 4:
            raise InvalidStateError(f"the piles span {len(rows)} rows; four is the most [FS-04]")
        if len(columns) > 4:
            raise InvalidStateError(f"the piles span {len(columns)} columns; four is the most [FS-04]")
        connected = _connected(known)
        for cell in sorted(piles):
            if cell not in connected:
                raise InvalidStateError(f"the pile on {_cell_text(cell)} is not connected with 0,0 [FS-03]")
    over = known.ending is not None
    if over and known.card is not None:
        raise InvalidStateError("there is a card in hand, but the game is over")
    if not over and known.card is None:
        raise InvalidStateError("there is no card in hand, but the game is not over")


def _check_for_doubles(cards: list[str]) -> None:
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise InvalidStateError(f"{card} stands twice")


def _connected(known: _Known) -> set[_Cell]:
    """The piles that can be reached from 0,0 over neighbours."""
    reached: set[_Cell] = set()
    waiting = [_FIRST]
    while waiting:
        cell = waiting.pop()
        if cell not in reached:
            reached.add(cell)
            waiting += [other for other in _BESIDE[known.rules.diagonal][cell] if other in known.piles]
    return reached


_LayoutT = TypeVar("_LayoutT", bound=_Layout)


class _Table(_table.Table[Rules, Move, _LayoutT]):
    """What State and View of FourSquare share."""

    __slots__ = ()

    _rules_type = Rules

    @property
    def card(self) -> str | None:
        """The card in hand, to be placed now; None when the game is over."""
        return self._round.card

    @property
    def piles(self) -> dict[tuple[int, int], tuple[str, ...]]:
        """The cards of each pile from the bottom to the top, by (row, column), in the order of the cells' ids."""
        piles = self._round.piles
        return {cell: piles[cell].cards for cell in sorted(piles)}

    @property
    def grid(self) -> npt.NDArray[np.int8]:
        """7 rows of 7 cells, the first card in the middle: 0 for an empty cell, else the rank of the top card,
        negative when it lies face down. The array is the caller's own.
        """
        grid = np.zeros((len(_NUMBERS), len(_NUMBERS)), dtype=np.int8)
        for (row, column), pile in self._round.piles.items():
            grid[row + _REACH, column + _REACH] = pile.tops_rank
        return grid

    @property
    def stock_left(self) -> int:
        """How many cards lie in the stock, the card in hand not counted."""
        return self._round.stock_left

    @property
    def is_won(self) -> bool:
        """Whether the game is won (FS-09)."""
        return self._round.ending == "FS-09"

    def __str__(self) -> str:
        return self._round.picture()


class View(_Table[_Known], _view.View[Rules, Move, _Known]):
    """All of a game but the order of the stock: what a bot is given.

    >>> view = State(seed=7).view(0)
    >>> len(view.unseen), hasattr(view, "stock")
    (39, False)
    >>> view.sample(seed=1).view(0) == view
    True
    """

    __slots__ = ()

    _known_type = _Known

    @property
    def unseen(self) -> tuple[str, ...]:
        """The cards of the stock in ascending order: which they are is known, their order is not."""
        return tuple(self._known.unseen())

    def sample(self, seed: Seed = None, stream: SupportsIndex = 0) -> State:
        """A state drawn uniformly from all that this view allows: `view.sample(s).view(view.seat) == view`."""
        unseen = self._known.unseen()
        chance = Stream._for_samples(seed, stream, self.seat)
        stock = tuple(unseen[i] for i in chance.shuffled(len(unseen)))
        position = _Position(self.rules, self._known.piles, self._known.card, stock)
        return State._set_up(position, chance, self._recent)


class State(_Table[_Position], _state.State[Rules, Move, _Position, View]):
    """One game of FourSquare, with the order of the stock and the history.

    >>> state = State(Rules(), seed=7, stream=0)
    >>> state.legal_moves()
    [Move(0, 0)]
    >>> state.push(24)
    >>> state.push("0,1")
    Traceback (most recent call last):
    TypeError: a move is an action id or a Move of this game, not str; use parse() for texts
    >>> state.push(state.parse("0,1"))
    >>> state.history
    (24, 25)
    >>> state.push(state.parse("2,2"))
    Traceback (most recent call last):
    oxideal.errors.IllegalMoveError: 2,2 is empty and not next to a pile: it shares an edge with none [FS-03]
    >>> state.pop()
    25
    >>> State.from_text(state.to_text()) == state
    True
    """

    __slots__ = ()

    _position_type = _Position
    _view_type = View

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        seed: Seed = None,
        stream: SupportsIndex = 0,
        dealer: SupportsIndex | None = None,
    ) -> None:
        self._begin_with_a_deal(_PLAIN if rules is None else rules, seed, stream, dealer)

    @classmethod
    def from_deal(cls, rules: Rules, stock: str | Sequence[str]) -> Self:
        """A new game with this deck, its top first: 40 cards as a list or as one text with spaces."""
        cls._check_rules(rules)
        given = plain_text(stock)
        texts = items("stock", "a str or a list of card texts", stock) if given is None else tokens(given)
        # One more than there are tells that there are too many; an iterator may never end.
        deck = [_read_card(text_of("a card", text)) for text in islice(texts, len(_DECK) + 1)]
        if len(deck) != len(_DECK):
            count = str(len(deck)) if len(deck) < len(_DECK) else "more"
            raise InvalidStateError(f"a deal has 40 cards, this one has {count}")
        _check_for_doubles(deck)
        return cls._set_up(_Position.dealt(rules, deck), Stream._without_seed())

    @classmethod
    def _deal(cls, rules: Rules, dealer: int | None, chance: Chance) -> _Position:  # noqa: ARG003 (one seat)
        return _Position.dealt(rules, [_DECK[i] for i in chance.shuffled(len(_DECK))])  # FS-01

    @property
    def stock(self) -> tuple[str, ...]:
        """The face-down stock, its top first, the card in hand not counted."""
        return self._round.stock


class Match(_match.Match[Rules, State]):
    """Any number of games, or so many, or until the payoffs reach a target.

    >>> match = Match(seed=7, rounds=10)
    >>> while not match.state.is_over:
    ...     match.state.push(match.state.legal_actions()[0])
    >>> match.totals
    (0,)
    >>> match.next_round() == State(seed=7, stream=2)
    True
    """

    __slots__ = ()

    _rules_type = Rules
    _state_type = State


class Batch(_batch.Batch[Rules, State, View]):
    """Any number of games at once, side by side, in arrays.

    >>> batch = Batch(Rules(), 2, seed=7)
    >>> batch.step(batch.sample_actions(seed=1))
    >>> batch.observations.shape, batch.current_player.tolist()
    ((2, 168), [0, 0])
    >>> batch.state(1).view(batch.current_player[1]) == batch.view(1)
    True
    """

    __slots__ = ()

    _state_type = State


def playouts(
    start: Rules | State | View,
    n: SupportsIndex,
    seed: Seed = None,
    policy: str = "random",
    threads: SupportsIndex = 1,
    *,
    first: SupportsIndex = 0,
) -> Playouts:
    """Plays games number first to first + n - 1 of this seed, each to its end by the policy. In place of
    rules, a state or a view says what they begin with.

    >>> playouts(Rules(), 3, seed=7).payoffs.shape
    (3, 1)
    """
    return _playouts.play(State, start, n, seed, policy, threads, first)


def flips(grid: npt.ArrayLike, cell: Move | SupportsIndex, card: SupportsIndex | str) -> list[int]:
    """The cells whose top cards turn over when the card is placed on the cell, ascending.

    The grid is as in `State.grid`. The 9 is higher than all that lies face up in its row, and in its column is nothing:

    >>> row = [0, 0, 0, 5, -10, 0, 0]
    >>> flips([0] * 21 + row + [0] * 21, Move(0, -1), "9S")
    [24, 25]
    """
    tops = _tops(integer_array("grid", grid, shapes=[(49,), (7, 7)], low=-10, high=10, dtype=np.int8))
    placed = _CELLS[_PLAIN.action(cell)]
    text = plain_text(card)
    if text is None:
        rank = integer_within("card", card, 1, 10)
    elif text in _CARD_SPELLINGS:
        rank = _RANK[_CARD_SPELLINGS[text]]
    else:
        raise InvalidArgumentError(_no_card(text))
    return [_ACTION[turning] for turning in _flips(tops, placed, rank)]


def flips_many(grids: npt.ArrayLike, cells: npt.ArrayLike, ranks: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """The same for n grids at once: True where the top card of a cell turns over."""
    checked = integer_array("grids", grids, shapes=[(-1, 49), (-1, 7, 7)], low=-10, high=10, dtype=np.int8)
    n = len(checked)
    placed = integer_array("cells", cells, shapes=[(n,)], low=0, high=48, dtype=np.int64)
    rank = integer_array("ranks", ranks, shapes=[(n,)], low=1, high=10, dtype=np.int64)
    turning = np.zeros((n, len(_CELLS)), dtype=np.bool_)
    for k in range(n):
        for cell in _flips(_tops(checked[k]), _CELLS[placed[k]], int(rank[k])):
            turning[k, _ACTION[cell]] = True
    return turning.reshape(checked.shape)


def _tops(grid: npt.NDArray[np.int8]) -> dict[_Cell, int]:
    return {cell: top for cell, top in zip(_CELLS, grid.ravel().tolist(), strict=True) if top}
