"""Positions as texts, and the fields that events share with them. `docs/rules/doudizhu.md` describes the format."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ....errors import InvalidMoveError, InvalidStateError
from ...notation import (
    Form,
    check_given,
    check_not_given,
    duplicate_message,
    non_default_fields,
    read_number,
    read_seat,
)
from . import cards
from .auction import auction_of, kind_of
from .layout import FaceUp, Layout, Play, Trick
from .rules import Rules

if TYPE_CHECKING:
    from .combinations import Combination

_EXAMPLES = {
    "dealer": "dealer 0",
    "redeals": "redeals 2",
    "first": "first 1",
    "face-up": "face-up 7 by 1",
    "seat": "seat 1",
    "hands": "hands 334 55 -",
    "hand": "hand 334",
    "kitty": "kitty 3TR",
    "bids": "bids pass 1",
    "doubling": "doubling pass double",
    "shown": "shown no",
    "played": "played 334 55 -",
    "plays": "plays 2 1 0",
    "doubled": "doubled 1",
    "lead": "lead 1",
    "beat": "beat 333 4 by 1 passes 0",
}
"""The names of the fields, in the order in which they are written, each with an example."""

_FORM = Form(
    rules_type=Rules,
    title="Dou Dizhu",
    max_characters=1000,
    max_digits=4,
    rule="players=4",
    rules='"players=4" or "spring=true"',
    fields='"dealer 0", "hands 334 55 -" or "lead 1"',
    examples=_EXAMPLES,
)

_IN_PLAY = ("played", "plays", "doubled", "lead", "beat")

_ANSWERS = {"pass": False, "double": True}


# Writing


def write(layout: Layout, hands: list[str], kitty: cards.Counts | None) -> str:
    """Return the text of a state or a view. `hands` are the fields of its hands, and of a view's seat."""
    rules = non_default_fields(layout.rules, Rules().to_dict())
    fields = [" ".join(["doudizhu", *rules]), f"dealer {layout.dealer}"]
    if layout.redeals:
        fields.append(f"redeals {layout.redeals}")
    fields.append(f"first {layout.first_bidder}")
    if layout.face_up is not None:
        fields.append(f"face-up {layout.face_up.text}")
    fields += hands
    if kitty is not None:
        fields.append(f"kitty {cards.text(kitty)}")
    if layout.rules.auction:
        fields.append(" ".join(["bids", *(layout.auction.words[bid] for bid in layout.bids)]))
    if layout.play is not None:
        play, trick = layout.play, layout.play.trick
        if layout.rules.doubling:
            fields.append(" ".join(["doubling", *("double" if doubled else "pass" for doubled in play.doubling)]))
        if play.shown is not None:
            fields.append(f"shown {'no' if layout.shown_hand is None else cards.text(layout.shown_hand)}")
        if layout.phase in ("doubling", "showing"):
            return "; ".join(fields)
        fields.append(f"played {' '.join(map(cards.text, play.played))}")
        fields.append(f"plays {' '.join(map(str, play.plays))}")
        fields.append(f"doubled {play.doublings}")
        if trick.to_beat is None:
            fields.append(f"lead {trick.seat}")
        else:
            fields.append(f"beat {layout.text_of(trick.to_beat)} by {trick.seat} passes {trick.passes}")
    return "; ".join(fields)


# Reading


@dataclass
class Fields:
    """The fields of a text, by name."""

    rules: Rules
    values: dict[str, Any]
    landlord: int | None = None

    @property
    def layout(self) -> tuple[Rules, int, int, FaceUp | None, tuple[int, ...], Play | None, int]:
        """The fields of Layout, in its order."""
        values, play = self.values, None
        if self.landlord is not None:
            play = Play.start(self.landlord, self.rules.players)
            if "played" in values:
                trick = values["beat"] if "beat" in values else Trick(values["lead"])
                play = Play(self.landlord, trick, values["played"], values["plays"], values["doubled"])
            shown = None if "shown" not in values else values["shown"] is not False
            play = replace(play, doubling=values.get("doubling", ()), shown=shown)
        bids, redeals = values.get("bids", ()), values.get("redeals", 0)
        return self.rules, values["dealer"], values["first"], values.get("face-up"), bids, play, redeals


def read(text: str, *, of_state: bool) -> Fields:
    """Read the text of a state or of a view, and check that its fields belong together.

    `checks` verifies the cards.
    """
    rules, fields = _FORM.split(text)
    found = Fields(rules, {})
    for field in fields:
        _read_field(field, found)
    _check_fields(found, of_state=of_state)
    _check_redeals(found)
    _check_auction(found)
    _check_play(found, of_state=of_state)
    return found


def _read_field(field: str, found: Fields) -> None:
    name, words = _FORM.name_of(field)
    if name in found.values:
        raise InvalidStateError(duplicate_message(f'field "{name}"'))
    read_value = value(name, words, found.rules)
    if read_value is None:
        raise _FORM.invalid_field(name, field)
    found.values[name] = read_value


def seat_of(word: str, players: int) -> int | None:
    return read_seat(word, players, max_digits=1)


def value(name: str, words: list[str], rules: Rules) -> Any:
    """Return the value of a field, or None if its words are wrong."""
    players = rules.players
    match name, words:
        case (("dealer" | "first" | "seat" | "lead"), [word]):
            return seat_of(word, players)
        case "face-up", [word, *where]:
            return _face_up(word, where, players)
        case "shown", ["no"]:
            return False
        case (("hand" | "kitty" | "shown"), [word]):
            return cards.from_text(word)
        case (("hands" | "played"), _):
            return _all([cards.from_text(word) for word in words], players)
        case "plays", _:
            return _all([read_number(word, 2) for word in words], players)
        case "redeals", [word]:
            return read_number(word, 3)
        case "doubled", [word]:
            return read_number(word, 2)
        case "bids", _:
            said = kind_of(rules).words
            return _all([said.index(word) if word in said else None for word in words], len(words))
        case "doubling", _:
            return _all([_ANSWERS.get(word) for word in words], len(words))
        case "beat", [*move, "by", by, "passes", passes]:
            player, number = seat_of(by, players), read_number(passes, 1)
            if player is None or number is None:
                return None
            return Trick(player, to_beat(" ".join(move), rules), number)
    return None


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
            drawn_by = seat_of(by, players)
            return None if drawn_by is None else FaceUp(rank, drawn_by)
    return None


def to_beat(text: str, rules: Rules) -> Combination:
    try:
        combination = rules._actions.combination(rules._actions.play_from_text(text))
    except InvalidMoveError as error:
        raise InvalidStateError(f"to beat: {error}") from None
    assert combination is not None
    return combination


# Whether the fields belong together


def _check_fields(found: Fields, *, of_state: bool) -> None:
    values, auction = found.values, found.rules.auction
    if of_state:
        check_not_given(values, ("seat", "hand"), "state")
    else:
        check_not_given(values, ("hands",), "view")
    if "bids" in values and not auction:
        raise InvalidStateError('field "bids" is not allowed: these rules have no auction')
    if "doubling" in values and not found.rules.doubling:
        raise InvalidStateError('field "doubling" is not allowed: these rules have no doubling')
    if "shown" in values and not found.rules.open_hand:
        raise InvalidStateError('field "shown" is not allowed: these rules have no open hand')
    given = ("hands",) if of_state else ("seat", "hand")
    check_given(values, ("dealer", "first", *given, *(("bids",) if auction else ())))


def _check_redeals(found: Fields) -> None:
    rules, redeals = found.rules, found.values.get("redeals")
    if redeals is None:
        return
    if not rules.auction or rules.all_pass != "redeal" or rules.max_redeals is None:
        raise InvalidStateError('field "redeals" is not allowed: these rules do not count redeals')
    if redeals > rules.max_redeals:
        raise InvalidStateError(f"redeals must be 0 to {rules.max_redeals}, got {redeals} [DD-09]")


def _check_auction(found: Fields) -> None:
    """Check the bids, and store who the landlord is."""
    if not found.rules.auction:
        found.landlord = found.values["first"]
        return
    auction = auction_of(found.rules, found.values["first"])
    for number, bid in enumerate(found.values["bids"]):
        if not auction.can_take(bid):
            raise InvalidStateError(f"bid {number} of the auction is not possible [{auction.rule}]")
        auction = auction.after(bid)
    redeals_over = found.rules.all_pass != "redeal" or found.values.get("redeals", 0) == found.rules.max_redeals
    if auction.all_passed and not redeals_over:
        raise InvalidStateError("these bids lead to a redeal [DD-09]")
    found.landlord = auction.landlord


def _check_play(found: Fields, *, of_state: bool) -> None:
    if found.landlord is None:
        for name in (*(() if of_state else ("kitty",)), "doubling", "shown", *_IN_PLAY):
            if name in found.values:
                raise InvalidStateError(f'field "{name}" is not allowed before there is a landlord')
        if of_state:
            check_given(found.values, ("kitty",))
        return
    check_given(found.values, ["kitty"])
    if not _check_answers(found):
        return
    check_given(found.values, ("played", "plays", "doubled"))
    if "lead" in found.values and "beat" in found.values:
        raise InvalidStateError('"lead" and "beat" are mutually exclusive')
    if "lead" not in found.values and "beat" not in found.values:
        raise InvalidStateError('missing field "lead" or "beat"')


def _check_answers(found: Fields) -> bool:
    """Check what players have said before the lead, and return whether they have said it all (DD-37, DD-38)."""
    rules, values = found.rules, found.values
    if rules.doubling:
        check_given(values, ["doubling"])
        answers = len(values["doubling"])
        if answers > rules.players:
            raise InvalidStateError(f"doubling has {answers} answers, but there are {rules.players} players [DD-37]")
        if answers < rules.players:
            when = "before all players have said whether they double [DD-37]"
            _check_not_yet(values, ("shown", *_IN_PLAY), when)
            return False
    if rules.open_hand and "shown" not in values:
        _check_not_yet(values, _IN_PLAY, "before the landlord has said whether to show [DD-38]")
        return False
    return True


def _check_not_yet(values: dict[str, Any], names: tuple[str, ...], when: str) -> None:
    for name in names:
        if name in values:
            raise InvalidStateError(f'field "{name}" is not allowed {when}')
