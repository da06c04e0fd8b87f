"""Moves and events in words, once for both engines."""

from __future__ import annotations

from typing import Any

from ..errors import checked_language
from ..words import Words, words
from .dicts import home
from .dicts import of_event as event_fields


def of_move(rules: Any, move: Any, language: object) -> str:
    """Return what people call a move."""
    said, part = _words(rules, language)
    chosen = rules.move(rules.action(move))
    return said.say(f"moves.{chosen.kind}", **part.values(chosen))


def of_event(rules: Any, event: Any, language: object) -> str:
    """Return an event as a sentence."""
    said, part = _words(rules, language)
    fields = event_fields(rules, event)
    who = said.say("people.seat", seat=fields.get("seat", 0))
    found = {"who": who, "person": "other"}
    if "move" not in fields:
        return said.say(f"events.{fields['kind']}", **found, why=fields.get("why"), **part.event_values(fields))
    chosen = rules.parse(fields["move"]["text"])
    values = {**part.values(chosen), **part.event_values(fields)}
    name = said.say(f"moves.{chosen.kind}", **values)
    return said.say(f"events.{part.event_key(chosen)}", **found, **values, move=name)


def of_options(rules: Any, language: object) -> list[str]:
    """Return the options that differ from those of the plain game, each in a few words."""
    said, _ = _words(rules, language)
    options, plain = rules.to_dict(), home(rules)[1].Rules().to_dict()
    return [said.say(f"options.{name}", **options) for name, value in options.items() if value != plain[name]]


def _words(rules: Any, language: object) -> tuple[Words, Any]:
    game, _ = home(rules)
    return words(game.name, checked_language(language)), game.part("words")
