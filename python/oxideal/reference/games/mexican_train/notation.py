"""Positions as texts, and what events share with them. `docs/rules/mexican_train.md` describes the format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ....errors import InvalidStateError
from ...notation import Form, check_hands, non_default_fields, read_number, read_seat
from . import tiles
from .evidence import Evidence, Levels
from .layout import Layout, Train
from .rules import Rules, usual_hand

_EXAMPLES = {
    "hand": "hand 0 1-2 3-4",
    "boneyard": "boneyard 1-2 3-4",
    "seat": "seat 1",
    "sizes": "sizes 15 14",
    "train": "train 0 12-9 9-4",
    "mexican": "mexican 12-9 9-4",
    "marked": "marked 0 2",
    "open": "open 5 3",
    "turn": "turn 1 doubled drew",
    "idle": "idle 1",
    "known": "known 1 kept 2 lacks 5=1 7=3 doubles 5=1 played 3-7=0-1",
}
"""The names of the fields, each with an example."""

_FORM = Form(
    rules_type=Rules,
    title="Mexican Train",
    max_characters=10_000,
    max_digits=4,
    rule="players=2",
    rules='"players=2" or "follow_up=double"',
    fields='"hand 0 1-2 3-4", "boneyard 5-6" or "turn 1"',
    examples=_EXAMPLES,
    per_seat=("hand", "train", "known"),
)

_EVIDENCE = ("kept", "lacks", "doubles", "played")
"""The words of `known`, in order."""

_MAX_DIGITS = 3

_LEVEL = re.compile("([0-9]{1,3})=([0-9]{1,3})")
_LEVELS_OF_TILE = re.compile("([0-9]{1,2})-([0-9]{1,2})=([0-9]{1,3})-([0-9]{1,3})")


# Writing


def write(layout: Layout, hands: list[str]) -> str:
    """Return the text of a state or a view.

    `hands` are the fields of its hands, and those that only one of the two has.
    """
    rules, players = layout.rules, layout.rules.players
    fields = [" ".join(["mexican_train", *_non_default_fields(rules)]), *hands]
    for train, (laid, _) in enumerate(layout.trains):
        if laid:
            name = "mexican" if train == players else f"train {train}"
            fields.append(f"{name} {tiles.train_text(laid, rules.engine)}")
    marked = [str(seat) for seat, marked in enumerate(layout.marked) if marked]
    if marked:
        fields.append(f"marked {' '.join(marked)}")
    if layout.open_doubles:
        fields.append(f"open {' '.join(map(str, layout.open_doubles))}")
    fields.append(f"turn {layout.turn}{' doubled' * layout.doubled}{' drew' * layout.drew}")
    if layout.idle:
        fields.append(f"idle {layout.idle}")
    for seat, evidence in enumerate(layout.evidence):
        if evidence != Evidence():
            fields.append(" ".join([f"known {seat}", *_evidence_written(evidence)]))
    return "; ".join(fields)


def _non_default_fields(rules: Rules) -> list[str]:
    defaults = {**Rules().to_dict(), "engine": rules.set, "hand_size": usual_hand(rules.set, rules.players)}
    return non_default_fields(rules, defaults)


def _evidence_written(evidence: Evidence) -> list[str]:
    words = [f"kept {evidence.kept}"] if evidence.kept else []
    for name, levels in (("lacks", evidence.lacks), ("doubles", evidence.doubles)):
        if levels:
            words += [name, *(f"{number}={level}" for number, level in levels)]
    if evidence.played:
        words += ["played", *(f"{tiles.TEXTS[tile]}={low}-{high}" for tile, low, high in evidence.played)]
    return words


# Reading


@dataclass
class Draft:
    """A position, or what a seat knows of one, as it was written. It has not been checked against the rules."""

    rules: Rules
    hands: tuple[tuple[int, ...] | None, ...]  # None for a hidden hand
    boneyard: tuple[int, ...] | None  # None in a view
    trains: tuple[tuple[int, ...], ...]  # of each seat, then the Mexican train
    marked: tuple[int, ...]  # seats
    open_doubles: tuple[int, ...]
    turn: int
    doubled: bool
    drew: bool
    idle: int
    evidence: tuple[Evidence, ...]
    seat: int = 0  # of a view
    sizes: tuple[int, ...] = ()  # of a view

    @property
    def layout_fields(self) -> dict[str, Any]:
        """The fields of Layout, for trains whose tiles match."""
        trains = []
        for laid in self.trains:
            train = Train((), self.rules.engine)
            for tile in laid:
                train = train.after(tile)
            trains.append(train)
        return {
            "rules": self.rules,
            "trains": tuple(trains),
            "marked": tuple([seat in self.marked for seat in range(self.rules.players)]),
            "open_doubles": self.open_doubles,
            "turn": self.turn,
            "doubled": self.doubled,
            "drew": self.drew,
            "idle": self.idle,
            "evidence": self.evidence,
        }

    @property
    def sorted_hands(self) -> tuple[Any, ...]:
        return tuple([None if hand is None else tuple(sorted(hand)) for hand in self.hands])


def read(text: str, *, of_state: bool) -> Draft:
    """Read the text of a state or of a view, and check that no field is missing.

    `checks` verifies that the fields belong together.
    """
    rules, values = _FORM.read(text, _READERS)
    all_shown = _at_the_end(rules, values)
    check_hands(values, rules.players, "boneyard", ["turn"], of_state=of_state, all_shown=all_shown)

    players = range(rules.players)
    turn, doubled, drew = values["turn"]
    return Draft(
        rules,
        hands=tuple([values.get(f"hand {seat}") for seat in players]),
        boneyard=values.get("boneyard"),
        trains=(*(values.get(f"train {seat}", ()) for seat in players), values.get("mexican", ())),
        marked=values.get("marked", ()),
        open_doubles=values.get("open", ()),
        turn=turn,
        doubled=doubled,
        drew=drew,
        idle=values.get("idle", 0),
        evidence=tuple([values.get(f"known {seat}", Evidence()) for seat in players]),
        seat=values.get("seat", 0),
        sizes=values.get("sizes", ()),
    )


def _check_in_set(numbers: Iterable[int], rules: Rules) -> None:
    """Raise `InvalidStateError` unless the set has these numbers, which stand together."""
    written = list(numbers)
    if max(written) > rules.set:
        raise InvalidStateError(str(tiles.number_not_in_set("-".join(map(str, written)), rules.set)))


def _tiles(words: list[str], rules: Rules) -> tuple[int, ...] | None:
    found = tiles.from_words(words)
    if found is None:
        return None
    for pair in found:
        _check_in_set(pair, rules)
    return tuple(map(tiles.tile_of, found))


def _one_seat(words: list[str], rules: Rules) -> int | None:
    return read_seat(words[0], rules.players) if len(words) == 1 else None


def _seats(words: list[str], rules: Rules) -> tuple[int, ...] | None:
    found = [seat for word in words if (seat := read_seat(word, rules.players)) is not None]
    return tuple(found) if found and len(found) == len(words) else None


def _all_numbers(words: list[str]) -> tuple[int, ...] | None:
    found = [number for word in words if (number := read_number(word, _MAX_DIGITS)) is not None]
    return tuple(found) if found and len(found) == len(words) else None


def _open(words: list[str], rules: Rules) -> tuple[int, ...] | None:
    found = _all_numbers(words)
    for number in found or ():
        _check_in_set([number], rules)
    return found


def _sizes(words: list[str], rules: Rules) -> tuple[int, ...] | None:
    return _all_numbers(words) if len(words) == rules.players else None


def _idle(words: list[str], _: Rules) -> int | None:
    return read_number(words[0], _MAX_DIGITS) if len(words) == 1 else None


def _turn(words: list[str], rules: Rules) -> tuple[int, bool, bool] | None:
    turn = read_seat(words[0], rules.players) if words else None
    known = words[1:] in ([], ["doubled"], ["drew"], ["doubled", "drew"])
    return (turn, "doubled" in words, "drew" in words) if turn is not None and known else None


def _known(words: list[str], rules: Rules) -> Evidence | None:
    parts: dict[str, list[str]] = {}
    for word in words:
        if word in _EVIDENCE:
            parts[word] = []
        elif parts:
            next(reversed(parts.values())).append(word)
        else:
            return None
    in_order = [name for name in words if name in _EVIDENCE] == [name for name in _EVIDENCE if name in parts]
    if not in_order or not all(parts.values()):
        return None
    kept = _all_numbers(parts.get("kept", ["0"]))
    lacks, doubles = _levels(parts.get("lacks", [])), _levels(parts.get("doubles", []))
    played = _levels_of_tiles(parts.get("played", []))
    if kept is None or len(kept) != 1 or lacks is None or doubles is None or played is None:
        return None
    for numbers in [*((number,) for number, _ in (*lacks, *doubles)), *(pair for pair, _, _ in played)]:
        _check_in_set(numbers, rules)
    return Evidence(kept[0], lacks, doubles, tuple([(tiles.tile_of(pair), low, high) for pair, low, high in played]))


def _levels(words: list[str]) -> Levels | None:
    found = []
    for word in words:
        level = _LEVEL.fullmatch(word)
        if level is None:
            return None
        found.append((int(level[1]), int(level[2])))
    return tuple(found) if _ascend([number for number, _ in found]) else None


def _levels_of_tiles(words: list[str]) -> list[tuple[tiles.Written, int, int]] | None:
    found: list[tuple[tiles.Written, int, int]] = []
    for word in words:
        levels = _LEVELS_OF_TILE.fullmatch(word)
        if levels is None:
            return None
        found.append(((int(levels[1]), int(levels[2])), int(levels[3]), int(levels[4])))
    return found if _ascend([tiles.tile_of(pair) for pair, _, _ in found]) else None


def _ascend(numbers: list[int]) -> bool:
    return all(one < other for one, other in pairwise(numbers))


_READERS: dict[str, Callable[[list[str], Rules], Any]] = {
    "hand": _tiles,
    "boneyard": _tiles,
    "seat": _one_seat,
    "sizes": _sizes,
    "train": _tiles,
    "mexican": _tiles,
    "marked": _seats,
    "open": _open,
    "turn": _turn,
    "idle": _idle,
    "known": _known,
}


def _at_the_end(rules: Rules, values: dict[str, Any]) -> bool:
    """Return whether all hands have been shown (MT-30)."""
    if values.get("idle") == rules.players:
        return True
    return "sizes" in values and "turn" in values and values["sizes"][values["turn"][0]] == 0
