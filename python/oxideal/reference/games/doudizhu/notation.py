"""Positions as texts (`docs/rules/doudizhu.md` has the form), and the fields that events share with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...._input.checks import quoted, tokens
from ....errors import InvalidRulesError, InvalidStateError
from . import cards
from .actions import Unreadable
from .auction import Auction
from .layout import FaceUp, Layout, Play, Trick
from .rules import Rules

if TYPE_CHECKING:
    from .combinations import Combination

_MOST_CHARACTERS = 1000

_EXAMPLES = {
    "dealer": "dealer 0",
    "first": "first 1",
    "face-up": "face-up 7 by 1",
    "seat": "seat 1",
    "hands": "hands 334 55 -",
    "hand": "hand 334",
    "kitty": "kitty 3TR",
    "bids": "bids pass 1",
    "played": "played 334 55 -",
    "plays": "plays 2 1 0",
    "doubled": "doubled 1",
    "lead": "lead 1",
    "beat": "beat 333 4 by 1 passes 0",
}
"""The names of the fields, in the order in which they are written, each with an example."""

_WITH_LANDLORD = ("played", "plays", "doubled", "lead", "beat")

_BIDS = {"pass": 0, "1": 1, "2": 2, "3": 3}


# Writing


def write(layout: Layout, hands: list[str], kitty: cards.Counts | None) -> str:
    """The text of a state or a view, whose hands (and seat) are given as fields."""
    plain = Rules().to_dict()
    rules = [f"{name}={_rule(value)}" for name, value in layout.rules.to_dict().items() if value != plain[name]]
    fields = [" ".join(["doudizhu", *rules]), f"dealer {layout.dealer}", f"first {layout.first_bidder}"]
    if layout.face_up is not None:
        fields.append(f"face-up {layout.face_up.text}")
    fields += hands
    if kitty is not None:
        fields.append(f"kitty {cards.text(kitty)}")
    if layout.rules.auction:
        fields.append(" ".join(["bids", *(str(bid) if bid else "pass" for bid in layout.bids)]))
    if layout.play is not None:
        play, trick = layout.play, layout.play.trick
        fields.append(f"played {' '.join(map(cards.text, play.played))}")
        fields.append(f"plays {' '.join(map(str, play.plays))}")
        fields.append(f"doubled {play.doublings}")
        if trick.to_beat is None:
            fields.append(f"lead {trick.seat}")
        else:
            fields.append(f"beat {layout.text_of(trick.to_beat)} by {trick.seat} passes {trick.passes}")
    return "; ".join(fields)


def _rule(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# Reading


@dataclass
class Read:
    """The fields of a text, by their names."""

    rules: Rules
    values: dict[str, Any]
    landlord: int | None = None

    def needed(self, name: str) -> Any:
        if name not in self.values:
            raise InvalidStateError(f'"{name}" is missing')
        return self.values[name]

    @property
    def layout(self) -> tuple[Rules, int, int, FaceUp | None, tuple[int, ...], Play | None]:
        """The fields of the Layout, in its order."""
        values, play = self.values, None
        if self.landlord is not None:
            trick = values["beat"] if "beat" in values else Trick(values["lead"])
            play = Play(self.landlord, trick, values["played"], values["plays"], values["doubled"])
        return self.rules, values["dealer"], values["first"], values.get("face-up"), values.get("bids", ()), play


def read(text: str, *, of_state: bool) -> Read:
    """The text of a state or of a view, whose fields are all there and go together. Whether its cards do is another
    question (`checks`).
    """
    if len(text) > _MOST_CHARACTERS:
        raise InvalidStateError(
            f"a position's text has at most {_MOST_CHARACTERS} characters, this one has {len(text)}"
        )
    first, *fields = (field.strip(" ") for field in text.split(";"))
    word, *words = tokens(first) or [""]
    if word != "doudizhu":
        raise InvalidStateError(
            'a Dou Dizhu position begins with "doudizhu", perhaps with rules such as "players=4", '
            f"not with {quoted(first)}"
        )
    found = Read(_rules(words), {})
    for field in fields:
        _read_field(field, found)
    _check_fields(found, of_state=of_state)
    _check_auction(found)
    _check_play(found, of_state=of_state)
    return found


def _rules(words: list[str]) -> Rules:
    plain = Rules().to_dict()
    fields: dict[str, Any] = {}
    for word in words:
        name, equals, written_value = word.partition("=")
        rule_value = _rule_value(written_value, type(plain[name])) if equals and name in plain else None
        if rule_value is None:
            raise InvalidStateError(
                f'{quoted(word)} is no rule of Dou Dizhu: expected such as "players=4" or "spring=true"'
            )
        if name in fields:
            raise InvalidStateError(f'"{name}" stands twice')
        fields[name] = rule_value
    try:
        return Rules(**fields)
    except InvalidRulesError as error:
        raise InvalidStateError(str(error)) from None


def _rule_value(word: str, kind: type) -> object:
    if kind is bool:
        return {"true": True, "false": False}.get(word)
    return _number(word, 4) if kind is int else word


def _read_field(field: str, found: Read) -> None:
    name, *words = tokens(field) or [""]
    if name not in _EXAMPLES:
        raise InvalidStateError(
            f'{quoted(field)} is no part of a position: expected such as "dealer 0", "hands 334 55 -" or "lead 1"'
        )
    if name in found.values:
        raise InvalidStateError(f'"{name}" stands twice')
    read_value = value(name, words, found.rules)
    if read_value is None:
        raise InvalidStateError(f'{quoted(field)} cannot be read: expected such as "{_EXAMPLES[name]}"')
    found.values[name] = read_value


def value(name: str, words: list[str], rules: Rules) -> Any:
    """What the words of this field say, None where they say nothing."""
    players = rules.players
    match name, words:
        case (("dealer" | "first" | "seat" | "lead"), [word]):
            return seat(word, players)
        case "face-up", [word, *where]:
            return _face_up(word, where, players)
        case (("hand" | "kitty"), [word]):
            return cards.from_text(word)
        case (("hands" | "played"), _):
            return _all([cards.from_text(word) for word in words], players)
        case "plays", _:
            return _all([_number(word, 2) for word in words], players)
        case "doubled", [word]:
            return _number(word, 2)
        case "bids", _:
            return _all([_BIDS.get(word) for word in words], len(words))
        case "beat", [*move, "by", by, "passes", passes]:
            player, number = seat(by, players), _number(passes, 1)
            if player is None or number is None:
                return None
            return Trick(player, to_beat(" ".join(move), rules), number)
    return None


def seat(word: str, players: int) -> int | None:
    number = _number(word, 1)
    return number if number is not None and number < players else None


def _number(word: str, most_digits: int) -> int | None:
    fits = word.isascii() and word.isdecimal() and len(word) <= most_digits
    return int(word) if fits else None


def _all(values: list[Any], number: int) -> tuple[Any, ...] | None:
    return tuple(values) if len(values) == number and None not in values else None


def _face_up(word: str, where: list[str], players: int) -> FaceUp | None:
    rank = cards.rank_from_text(word)
    if rank is None:
        return None
    match where:
        case ["in", "kitty"]:
            return FaceUp(rank, None)
        case ["by", by]:
            drawn_by = seat(by, players)
            return None if drawn_by is None else FaceUp(rank, drawn_by)
    return None


def to_beat(text: str, rules: Rules) -> Combination:
    """The combination that is to be beaten, by its text."""
    try:
        combination = rules._actions.combination(rules._actions.play_from_text(text))
    except Unreadable as why:
        raise InvalidStateError(f"to beat: {why}") from None
    assert combination is not None
    return combination


# Whether the fields go together


def _check_fields(found: Read, *, of_state: bool) -> None:
    kind, others = ("state", ("seat", "hand")) if of_state else ("view", ("hands",))
    for name in _EXAMPLES:
        if name in found.values and name in others:
            raise InvalidStateError(f'a {kind}\'s text has no "{name}"')
        if name == "bids" and name in found.values and not found.rules.auction:
            raise InvalidStateError('these rules have no auction: no "bids"')
    for name in ("dealer", "first", *(["hands"] if of_state else ["seat", "hand"])):
        found.needed(name)
    if found.rules.auction:
        found.needed("bids")


def _check_auction(found: Read) -> None:
    """Also finds out who the landlord is, if anybody."""
    if not found.rules.auction:
        found.landlord = found.values["first"]
        return
    auction = Auction(found.rules.players, found.values["first"])
    for number, bid in enumerate(found.values["bids"]):
        if not auction.can_take(bid):
            raise InvalidStateError(f"bid {number} of the auction cannot be [DD-07, DD-08]")
        auction = auction.after(bid)
    if auction.all_passed and found.rules.all_pass == "redeal":
        raise InvalidStateError("after these bids the cards are dealt anew [DD-09]")
    found.landlord = auction.landlord


def _check_play(found: Read, *, of_state: bool) -> None:
    if found.landlord is None:
        for name in _WITH_LANDLORD if of_state else ("kitty", *_WITH_LANDLORD):
            if name in found.values:
                raise InvalidStateError(f'"{name}" stands there, but there is no landlord yet')
        if of_state:
            found.needed("kitty")
        return
    for name in ("kitty", "played", "plays", "doubled"):
        found.needed(name)
    if "lead" in found.values and "beat" in found.values:
        raise InvalidStateError('"lead" and "beat" exclude each other')
    if "lead" not in found.values and "beat" not in found.values:
        raise InvalidStateError('neither "lead" nor "beat" stands there')
