"""Positions as texts. `docs/rules/foursquare.md` describes the format."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...._arguments.checks import quoted, tokens
from ....errors import InvalidStateError
from ...notation import duplicate_message, too_long
from ...refusal import not_a_move
from . import cards, cells
from .cards import SPELLINGS
from .layout import Layout, Pile
from .rules import Rules

if TYPE_CHECKING:
    from .cells import Cell


_MAX_CHARACTERS = 1000


def write(layout: Layout) -> str:
    """Return the text of a view. The text of a state adds the stock."""
    fields = ["foursquare diagonal" if layout.rules.diagonal else "foursquare"]
    fields += [f"{cells.text(cell)}: {layout.piles[cell]}" for cell in sorted(layout.piles)]
    if layout.card is not None:
        fields.append(f"card {layout.card}")
    return "; ".join(fields)


class Draft(NamedTuple):
    """A position as it was written. It has not been checked against the rules."""

    rules: Rules
    piles: dict[Cell, Pile]
    card: str | None
    stock: tuple[str, ...] | None  # None in a view


def read(text: str, *, of_state: bool) -> Draft:
    if len(text) > _MAX_CHARACTERS:
        raise InvalidStateError(too_long("a position", text, _MAX_CHARACTERS))
    first, *fields = (field.strip(" ") for field in text.split(";"))
    if tokens(first) not in (["foursquare"], ["foursquare", "diagonal"]):
        raise InvalidStateError(
            f'a FourSquare position must start with "foursquare" or "foursquare diagonal", got {quoted(first)}'
        )
    rules = Rules(diagonal=tokens(first)[-1] == "diagonal")
    piles: dict[Cell, Pile] = {}
    card: str | None = None
    stock: list[str] | None = None
    for field in fields:
        word, *rest = tokens(field) or [""]
        if ":" in field:
            where, _, what = field.partition(":")
            cell = _read_cell(where.strip(" "))
            if cell in piles:
                raise InvalidStateError(f"duplicate pile on {cells.text(cell)}")
            piles[cell] = _read_pile(cells.text(cell), tokens(what))
        elif word == "card":
            if card is not None:
                raise InvalidStateError(duplicate_message('field "card"'))
            if len(rest) != 1:
                raise InvalidStateError(f'field "card" must have 1 card, got {len(rest)}')
            card = read_card(rest[0])
        elif word == "stock":
            if stock is not None:
                raise InvalidStateError(duplicate_message('field "stock"'))
            stock = [read_card(token) for token in rest]
        else:
            raise InvalidStateError(
                f'unknown field {quoted(field)}; expected e.g. a pile "0,1: 5S (9D)", "card 7C" or "stock AS 2H"'
            )
    if of_state and stock is None:
        raise InvalidStateError('missing field "stock"')
    if not of_state and stock is not None:
        raise InvalidStateError('field "stock" is not allowed in a view')
    return Draft(rules, piles, card, None if stock is None else tuple(stock))


def _read_cell(text: str) -> Cell:
    cell = cells.from_text(text)
    if cell is None:
        raise InvalidStateError(str(not_a_move("foursquare", text)))
    return cell


def read_card(text: str) -> str:
    if text not in SPELLINGS:
        raise InvalidStateError(cards.no_card(text))
    return SPELLINGS[text]


def _read_pile(where: str, words: list[str]) -> Pile:
    found = []
    face_up = True
    for place, word in enumerate(words, start=1):
        if word.startswith("(") and word.endswith(")"):
            if place < len(words):
                raise InvalidStateError("only the top card of a pile can be face down [FS-07]")
            face_up = False
            found.append(read_card(word[1:-1]))
        else:
            found.append(read_card(word))
    if not found:
        raise InvalidStateError(f"the pile on {where} has no cards")
    if len(found) > 4:
        raise InvalidStateError(f"the pile on {where} has {len(found)} cards; at most 4 are allowed [FS-04]")
    return Pile(tuple(found), face_up)
