"""Check the rules' ids: each has one definition, code in both engines and a test on both, and no other id is cited.

    python tests/coverage/rule_ids.py    prints what is missing, and fails if anything is

A rule is anything that a page in docs/rules gives an id. A test counts for the ids that it names,
in its data (the field `rule` of a row) or anywhere inside its function, and only if it runs on
every backend. Code counts for the ids in its comments and docstrings. Other strings don't count: an
error message names a rule, but not where the rule is implemented.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tokenize
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ROOT = Path(__file__).resolve().parent.parent.parent
RULES = ROOT / "docs" / "rules"
RUST = ROOT / "rust" / "engine" / "src"
REFERENCE = ROOT / "python" / "oxideal" / "reference"
TESTS = ROOT / "tests"
DATA = ROOT / "tests" / "data"

COMMON = {
    "DD-32": "python/oxideal/match.py",
    "RM-16": "python/oxideal/match.py",
}
"""Rules that both engines share, with the file that implements them."""

EVERY_BACKEND = {"backend", "case"}
"""The fixtures that run a test on each backend (tests/conftest.py)."""

CITING = ("docs/**/*.md", "rust/**/*.rs", "python/**/*.py", "tests/**/*.py", "tests/**/*.rs", "tests/**/*.json")
"""The files that may name a rule; and these pages at the root."""

PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")

DEFINITION = re.compile(r"^(?:- \*\*([A-Z]{2}-\d+)\*\*|\| ([A-Z]{2}-\d+) \| `\w+` \|)", re.MULTILINE)
"""Where a page gives a rule its id: in a list, or in the table of kinds of combinations."""

ID = re.compile(r"\b[A-Z]{2}-\d+\b")

RUST_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|r(?P<marks>\#*)".*?"(?P=marks)|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)'""", re.DOTALL
)
"""A comment, a string or a character, so that a `//` in a string does not start a comment."""


class Test(NamedTuple):
    """A test that runs on every backend, with the ids it names, counted once per case."""

    name: str
    ids: Counter[str]


def main() -> int:
    known = {each for page in RULES.glob("*.md") for each in ID.findall(text_of(page))}
    code = {
        "Rust engine": ids_below(RUST, "*.rs", comments_of_rust),
        "reference": ids_below(REFERENCE, "*.py", comments_of_python),
    }
    tests = [test for path in sorted(TESTS.rglob("test_*.py")) for test in tests_of(path)]
    complaints = [*defined_otherwise(known), *without(known, code, tests), *stale(code), *unknown(known)]
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    if not complaints:
        print(f"{len(known)} rules, each with code in both engines and a test that runs on both")
    return int(bool(complaints))


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def comments_of_rust(source: str) -> str:
    return "\n".join(token["comment"] or "" for token in RUST_TOKEN.finditer(source))


def comments_of_python(source: str) -> str:
    """Return the comments and docstrings, also those of variables."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    statements = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr)]
    return "\n".join([*comments, *(str(each.value) for each in statements if isinstance(each, ast.Constant))])


def ids_below(folder: Path, pattern: str, part: Callable[[str], str]) -> Counter[str]:
    """Count the files of this folder that name each id in this part of their text."""
    return Counter(each for path in folder.rglob(pattern) for each in set(ID.findall(part(text_of(path)))))


def defined_otherwise(known: set[str]) -> Iterator[str]:
    """Yield the ids that the pages do not define exactly once."""
    definitions = Counter(
        each[1] or each[2] for page in RULES.glob("*.md") for each in DEFINITION.finditer(text_of(page))
    )
    for rule in sorted(known):
        if definitions[rule] != 1:
            yield f"{rule}: docs/rules defines it {definitions[rule]} times, not once"


def without(known: set[str], code: dict[str, Counter[str]], tests: list[Test]) -> Iterator[str]:
    """Yield what rules lack."""
    tested = {each for test in tests for each in test.ids}
    for rule in sorted(known):
        if rule not in COMMON:
            yield from (
                f"{rule}: no comment in the {engine} names it" for engine, ids in code.items() if rule not in ids
            )
        elif rule not in ID.findall(text_of(ROOT / COMMON[rule])):
            yield f"{rule}: {COMMON[rule]} does not name it"
        if rule not in tested:
            yield f"{rule}: no test names it and runs on both engines"


def stale(code: dict[str, Counter[str]]) -> Iterator[str]:
    """Yield stale entries of the list of rules that the engines share."""
    for rule in COMMON:
        if all(rule in ids for ids in code.values()):
            yield f"{rule}: both engines name it, so remove it from COMMON in {Path(__file__).name}"


def unknown(known: set[str]) -> Iterator[str]:
    """Yield ids without a rule. Other things look like ids (UTF-8), so only a game's two letters count."""
    games = {rule[:3] for rule in known}
    paths = [path for pattern in CITING for path in ROOT.glob(pattern) if "target" not in path.parts]
    for path in [*paths, *(ROOT / page for page in PAGES)]:
        for number, line in enumerate(text_of(path).splitlines(), 1):
            for each in ID.findall(line):
                if each[:3] in games and each not in known:
                    yield f"{path.relative_to(ROOT)}:{number}: unknown rule {each}"


def tests_of(path: Path) -> Iterator[Test]:
    """Yield the tests of this file that run on every backend."""
    source = text_of(path)
    lines = source.splitlines()
    functions = functions_of(path)
    fixtures = EVERY_BACKEND
    for folder in path.parents[1::-1]:
        fixtures = every_backend(functions_of(folder / "conftest.py"), fixtures)
    fixtures = every_backend(functions, fixtures)
    for name in functions.keys() & fixtures:
        if not name.startswith("test_"):
            continue
        node = functions[name]
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        here = Counter(set(ID.findall("\n".join(lines[first - 1 : node.end_lineno]))))
        yield Test(name, here + Counter(ids_of_rows(path.parent.name, node)))


def functions_of(path: Path) -> dict[str, ast.FunctionDef]:
    body = ast.parse(text_of(path)).body if path.exists() else []
    return {node.name: node for node in body if isinstance(node, ast.FunctionDef)}


def every_backend(functions: dict[str, ast.FunctionDef], fixtures: set[str]) -> set[str]:
    """Return these fixtures and the functions that use one of them, directly or indirectly."""
    found = set(fixtures)
    while more := {name for name in functions if found & arguments(functions[name])} - found:
        found |= more
    return found


def arguments(node: ast.FunctionDef) -> set[str]:
    return {each.arg for each in node.args.args}


def ids_of_rows(game: str, node: ast.FunctionDef) -> Iterable[str]:
    """Yield the ids of the rows that `@data("file.json")` gives this test, or `@table("file.json")`, for all games."""
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name):
            games = {"data": game, "table": "*"}.get(decorator.func.id)
            for file in decorator.args if games else ():
                assert isinstance(file, ast.Constant), node.name
                for path in DATA.glob(f"{games}/{file.value!s}"):
                    for row in json.loads(text_of(path)):
                        yield from set(ID.findall(str(row.get("rule"))))


if __name__ == "__main__":
    sys.exit(main())
