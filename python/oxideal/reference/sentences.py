"""Moves, events and options in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .._registry import GAMES
from ..errors import checked_language
from ..words import Words, words


class Said(NamedTuple):
    """The sentences of a game, and the module with the values in them."""

    words: Words
    part: Any


def words_of(game: str, language: object) -> Said:
    """Return the sentences of a game. Raises `InvalidArgumentError` for an unknown language."""
    return Said(words(game, checked_language(language)), GAMES[game].part("words"))


def of_move(said: Said, move: Any) -> str:
    return said.words.say(f"moves.{move.kind}", **said.part.values(move))


def of_event(said: Said, fields: Mapping[str, Any], parse: Callable[[str], Any]) -> str:
    words, part = said
    who = words.say("people.seat", seat=fields.get("seat", 0))
    found = {"who": who, "person": "other"}
    if "move" not in fields:
        return words.say(f"events.{fields['kind']}", **found, why=fields.get("why"), **part.event_values(fields))
    chosen = parse(fields["move"]["text"])
    values = {**part.values(chosen), **part.event_values(fields)}
    name = words.say(f"moves.{chosen.kind}", **values)
    return words.say(f"events.{part.event_key(chosen)}", **found, **values, move=name)


def of_options(said: Said, options: Mapping[str, Any], plain: Mapping[str, Any]) -> list[str]:
    """Return the options that differ from those of the plain game, each in a few words."""
    return [said.words.say(f"options.{name}", **options) for name, value in options.items() if value != plain[name]]
