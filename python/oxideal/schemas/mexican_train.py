"""The dicts of Mexican Train."""

from __future__ import annotations

from typing import Any

EVENTS = (
    ("start", r"start (?P<seat>\d+)"),
    ("hand", r"hand (?P<tiles>.+)"),
    ("one_tile_left", r"(?P<seat>\d+) one tile left"),
    ("holds", r"(?P<seat>\d+) holds (?P<tiles>.+)"),
    ("draw", r"(?P<seat>\d+) (?P<move>draw)(?: (?P<tile>\S+))?"),
    ("move", r"(?P<seat>\d+) (?P<move>.+)"),
)


def event_value(rules: Any, name: str, text: str) -> Any:
    """Return the value of a part of an event, or None if the text is not as events have it."""
    if name == "tile":
        return tile(text) if text in rules.tiles else None
    given = [] if text == "-" else text.split(" ")
    return tiles(text) if given == [each for each in rules.tiles if each in given] else None


def tile(text: str) -> list[int]:
    """Return a tile as a pair of numbers."""
    return [int(number) for number in text.split("-")]


def tiles(text: str) -> list[list[int]]:
    return [] if text == "-" else [tile(each) for each in text.split(" ")]


def of_move(move: Any) -> dict[str, Any]:
    return {"kind": move.kind, "tile": None if move.tile is None else tile(move.tile), "train": move.train}


def of_round(round_: Any) -> dict[str, Any]:
    return {
        "turn": round_.turn,
        "trains": [tiles(train) for train in round_.trains],
        "mexican": tiles(round_.mexican),
        "ends": list(round_.ends),
        "mexican_end": round_.mexican_end,
        "marked": list(round_.marked),
        "open_doubles": list(round_.open_doubles),
        "dead_doubles": list(round_.dead_doubles),
        "doubled": round_.doubled,
        "drew": round_.drew,
        "hand_sizes": list(round_.hand_sizes),
        "boneyard_size": round_.boneyard_size,
        "idle_passes": round_.idle_passes,
        "went_out": round_.went_out,
        "lacks": [list(numbers) for numbers in round_.lacks],
        "hands": [None if hand is None else tiles(hand) for hand in round_.hands],
    }


def of_view(view: Any) -> dict[str, Any]:
    return {"hand": tiles(view.hand), "unseen": tiles(view.unseen)}


def of_state(state: Any) -> dict[str, Any]:
    return {"boneyard": tiles(state.boneyard)}
