"""The sentences of `oxideal.words`: every language has all of them, with placeholders that have values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import oxideal.words
from helpers.cases import DATA
from helpers.messages import MESSAGES, REFUSALS
from oxideal._registry import GAMES
from oxideal.web import Seat
from oxideal.words import LANGUAGES, words

ROOT = Path(__file__).parent.parent.parent
FOLDER = Path(oxideal.words.__file__).parent
FILES = sorted(path.name for path in (FOLDER / "en").iterdir())
PLACE = re.compile(r"\{(\w+)(?:=([\w.]+))?\}")
CODE = [*ROOT.glob("rust/engine/src/games/*/words.rs"), *ROOT.glob("python/oxideal/narration/*.py")]
IN_CODE = {part for path in CODE for part in re.findall(r'"(parts\.\w+)"', path.read_text("utf-8"))}
"""The parts of sentences that programs name. A language has others as its sentences need them."""

Table = dict[str, Any]


def tables(language: str) -> dict[str, Table]:
    """Return each file of a language; that of a game with what all games share."""
    read = {name: json.loads((FOLDER / language / name).read_text(encoding="utf-8")) for name in FILES}
    return {name: {**read["common.json"], **table} for name, table in read.items()}


def entries(table: Table) -> Iterator[tuple[str, Any]]:
    """Yield the sections' entries by their keys, and the items of lists."""
    for section, value in table.items():
        if isinstance(value, str) or section == "plurals":
            yield section, value
        elif isinstance(value, list):
            yield from ((f"{section}.{k}", each) for k, each in enumerate(value))
        else:
            yield from ((f"{section}.{name}", each) for name, each in value.items() if name not in ("by", "also"))


def texts(entry: Any) -> Iterator[str]:
    """Yield the texts of an entry in all its forms."""
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict):
        for name, each in entry.items():
            if name not in ("by", "also"):
                yield from texts(each)


def forms(entry: Any) -> Iterator[dict[str, Any]]:
    """Yield the objects in an entry that have a form for each of several values."""
    if isinstance(entry, dict):
        yield entry
        for each in entry.values():
            yield from forms(each)


def found(table: Table, path: str) -> Any:
    entry: Any = table
    for name in path.split("."):
        entry = entry.get(name) if isinstance(entry, dict) else None
    return entry


def values(table: Table, entry: Any, depth: int = 8) -> set[str]:
    """Return the names of all values that an entry can have, directly or in what it refers to."""
    names: set[str] = set()
    for each in forms(entry):
        names |= {str(each["by"])} if "by" in each else set()
        names |= {*str(each.get("also", "")).split()}
        names |= {"n"} if "other" in each and "by" not in each else set()
    for text in texts(entry):
        for value, path in PLACE.findall(text):
            names.add(value)
            if path and depth:
                names |= values(table, found(table, path), depth - 1) - {"n"}
                names |= {"n"} & {value for each in texts(found(table, path)) for value, _ in PLACE.findall(each)}
    return names


def problems(english: Table, other: Table) -> list[str]:
    """Return what is wrong with a translation of a file."""
    wanted, given = dict(entries(english)), dict(entries(other))
    parts = {key for key in wanted.keys() | given.keys() if key.startswith("parts.")}
    used = {path for entry in given.values() for text in texts(entry) for _, path in PLACE.findall(text)}
    said = [f"missing: {key}" for key in wanted.keys() - given.keys() - (parts - IN_CODE)]
    said += [f"unknown: {key}" for key in given.keys() - wanted.keys() - parts]
    said += [f"unused: {key}" for key in given.keys() & parts - used - IN_CODE]
    known = {value for each in forms(english) for value in each} | {*other["plurals"]}
    for key in wanted.keys() & given.keys():
        entry = given[key]
        if key == "plurals":
            continue
        for each in forms(entry):
            decides = {value for value in each if value not in ("by", "also")}
            if "other" not in decides and not decides >= ({"true", "false"}) and decides != {*wanted[key]} - {"by"}:
                said.append(f"no form for other values: {key}")
            said += [f"unknown form: {key} {value}" for value in decides - known if not value.isdecimal()]
        if extra := values(other, entry) - values(english, wanted[key]):
            said.append(f"unknown values: {key} {sorted(extra)}")
        for text in texts(entry):
            if re.search("[{}]", PLACE.sub("", text)):
                said.append(f"malformed: {key}")
            said += [f"no entry: {key} {path}" for _, path in PLACE.findall(text) if path and not found(other, path)]
            if other is not english and text in texts(wanted[key]) and re.search("[A-Za-z]{2}", PLACE.sub("", text)):
                said.append(f"not translated: {key}")
    return sorted(said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything(language: str) -> None:
    assert sorted(path.name for path in (FOLDER / language).iterdir()) == FILES
    english = tables("en")
    other = english if language == "en" else tables(language)
    assert [problem for name in FILES for problem in problems(english[name], other[name])] == []


def test_rust_includes_every_file() -> None:
    text = (FOLDER / "lib.rs").read_text(encoding="utf-8")
    included = re.search(r"files!\((.*): \[(.*)\]\)", text)
    assert included is not None
    assert re.findall(r'"(\w+)"', included[1]) == [*LANGUAGES]
    assert {f"{name}.json" for name in re.findall(r'"(\w+)"', included[2])} == {*FILES} - {"terminal.json"}


def test_every_game_has_sentences_and_its_title() -> None:
    assert {*FILES} == {"common.json", "terminal.json", *(f"{name}.json" for name in GAMES)}
    for name, info in GAMES.items():
        assert words(name).say("names.title") == info.title
        assert [*words(name).section("options")] == [*info.module().Rules().to_dict()]


def test_the_page_of_rules_in_chinese_says_what_the_table_says(game: str) -> None:
    page = (ROOT / "docs" / "zh" / "rules.md").read_text("utf-8")
    rules = GAMES[game].module().Rules()
    seat = Seat(rules, 0, [None] * rules.players, language="zh")
    assert [line for line in seat.rules_text() if f"- {line}\n" not in page] == []


TESTS = DATA.parent


def named_in_data() -> set[str]:
    found: set[str] = set()
    for path in DATA.glob("*/*.json"):
        for row in json.loads(path.read_text(encoding="utf-8")):
            found.update(row["message"][:1] if "message" in row else ())
    return found


def named_in_tests() -> set[str]:
    sources = (path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py") if path != Path(__file__))
    return {name for source in sources for name in re.findall(r'(?:says\(|MESSAGES\[)\s*"(\w+)"', source)}


def test_every_message_is_used_by_a_test() -> None:
    assert named_in_data() | named_in_tests() == MESSAGES.keys() | REFUSALS.keys()
