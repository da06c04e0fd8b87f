"""What is said about a game, in several languages: moves, events, results, refusals, rules.

The sentences are data. Each language has a folder here, with a file for each game and `common.json`. Rust includes the
same files when it is compiled, and pages get them from `oxideal.web`. `docs/how-to/translate.md` describes the form.

>>> words("rummy", "en").say("moves.discard", cards="7♠")
'discard 7♠'
>>> words("rummy", "zh").say("moves.discard", cards="7♠")
'弃 7♠'
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["LANGUAGES", "Sentence", "Words", "as_text", "card", "refusal", "words"]

_FOLDER = Path(__file__).parent

LANGUAGES = tuple(sorted(path.parent.name for path in _FOLDER.glob("*/common.json")))
"""The languages that there are."""

JOKERS = {"B": "black", "R": "red"}
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

_PLACE = re.compile(r"\{(\w+)(?:=([\w.]+))?\}")


class Words:
    """The sentences of one game, or of none, in one language."""

    def __init__(self, language: str, tables: Mapping[str, Any]) -> None:
        self.language = language
        self._tables = tables
        self._plurals: Mapping[str, list[int]] = tables["plurals"]

    def say(self, key: str, **values: object) -> str:
        """Return the sentence with this key, e.g. "moves.pass", and these values for its placeholders."""
        return self._told(self._entry(key), {name: as_text(value) for name, value in values.items()}, None)

    def section(self, name: str) -> Any:
        """Return a section as it is in the files."""
        return self._entry(name)

    def _entry(self, key: str) -> Any:
        found: Any = self._tables
        for name in key.split("."):
            found = found[name]
        return found

    def _told(self, entry: Any, values: Mapping[str, str], by: str | None) -> str:
        if isinstance(entry, dict):
            return self._told(self._form(entry, values.get(by or entry.get("by", "n"), "")), values, None)
        return _PLACE.sub(
            lambda place: self._told(self._entry(place[2]), values, place[1]) if place[2] else values[place[1]], entry
        )

    def _form(self, forms: Mapping[str, Any], value: str) -> Any:
        """Return the form for a value: its own, that of a number, or "other"."""
        if value in forms:
            return forms[value]
        if value.isdecimal():
            number = int(value)
            name = next((name for name, numbers in self._plurals.items() if number in numbers and name in forms), None)
            return forms[name or "other"]
        return forms["other"]


class Sentence(NamedTuple):
    """A sentence that is not said yet: its key and values, among them moves, cards (a tuple) and a seat (`who`)."""

    key: str
    values: Mapping[str, Any]

    def text(
        self, said: Words, spoken: Callable[[Any], str], name: Callable[[int], str], card: Callable[[str], str]
    ) -> str:
        """Return the sentence. The functions say a move, a seat and a card."""

        def value(key: str, given: Any) -> object:
            if isinstance(given, tuple):
                return said.say("lists.and").join(map(card, given))
            if key == "who":
                return name(given)
            return spoken(given) if hasattr(given, "kind") else given

        return said.say(self.key, **{key: value(key, given) for key, given in self.values.items()})


def as_text(value: object) -> str:
    """Return a value as it selects a form: "true", "false" and "none" in lower case, as in Rust."""
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


@cache
def words(game: str, language: str = "en") -> Words:
    """Return the sentences of a game in one of `LANGUAGES`: of a game without a file, those that all games share."""
    folder = _FOLDER / language
    tables: dict[str, Any] = {}
    for name in dict.fromkeys(("common", game)):
        file = folder / f"{name}.json"
        if file.exists():
            for section, entries in json.loads(file.read_text(encoding="utf-8")).items():
                shared = tables.get(section, {})
                tables[section] = {**shared, **entries} if shared else entries
    return Words(language, tables)


def refusal(key: str, language: str, values: Mapping[str, str]) -> str:
    """Return why a move is refused; `key` is the game and the name of the sentence, e.g. "rummy.not_in_hand"."""
    game, _, name = key.partition(".")
    said = words(game, language)
    before = said.say("errors.game", **values) if "game" in values else ""  # a batch's
    return before + said.say(f"refusals.{name}", **values)


def card(text: str, language: str = "en") -> str:
    """Return a card as people write it: 10♥ for TH, 10 for T, and the names of jokers.

    >>> card("TH"), card("T"), card("R", "zh")
    ('10♥', '10', '大王')
    """
    if text in JOKERS:
        return words("", language).say(f"cards.{JOKERS[text]}")
    rank, suit = text[0].replace("T", "10"), text[1:]
    return rank + SUITS.get(suit, "")
