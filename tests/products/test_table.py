"""The table's modules in Node.js; test_table_browser.py has the table in a browser."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from helpers import effort
from helpers.node import node
from oxideal._registry import NAMES, module_of
from oxideal.differential import GAMES as RULES
from oxideal.web import static
from oxideal.words import LANGUAGES, words

STATIC = Path(__file__).parents[2] / "python" / "oxideal" / "web" / "static"


class Modules:
    """The table's modules, in a folder where Node.js takes them for modules."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for path, (data, _) in static().items():
            (folder / path[1:]).parent.mkdir(exist_ok=True)
            (folder / path[1:]).write_bytes(data)
        (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")

    def run(self, script: str, given: Any) -> Any:
        """Run a script, with what it reads as `given`, and return what it writes."""
        source = f"import {{ readFileSync }} from 'fs'; const given = JSON.parse(readFileSync(0));\n{script}"
        done = subprocess.run(
            [node(), "--input-type=module", "-e", source],
            cwd=self.folder,
            input=json.dumps(given),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Modules | None:
    """Return the modules; None on a machine without Node.js, unless all languages are wanted."""
    found = shutil.which(node()) is not None
    assert found or "OXIDEAL_ALL_LANGUAGES" not in os.environ, "not installed: Node.js"
    if not found:
        print("left out, as Node.js is not installed")
    return Modules(tmp_path_factory.mktemp("static")) if found else None


def rounds(game: str) -> Iterator[Any]:
    module: Any = module_of(game)
    for seed in range(effort.times(8, 3)):
        fields = RULES[game][seed % len(RULES[game])]
        state = module.State(module.Rules.from_dict(fields), seed=seed)
        chance = random.Random(seed)
        for _ in range(80):
            if state.is_over:
                break
            yield state
            legal = state.legal_moves()
            state.push(chance.choice(legal[1:] if len(legal) > 1 and chance.random() < 0.8 else legal))


MEANT = """
const { picks, meant, buttons } = await import(`./games/${given.game}.js`);
const found = given.states.map(({ view, legal }) => legal.map((move) => {
  const tokens = picks(move, view);
  return [tokens, meant([...tokens].reverse(), view)];
}));
console.log(JSON.stringify({ found, buttons }));
"""


@pytest.mark.parametrize("game", list(NAMES))
def test_selection_of_a_move_means_it(game: str, modules: Modules | None) -> None:
    """What has to be selected for a legal move means that move, whatever is selected first; no two moves share it."""
    if modules is None:
        return
    states = []
    for state in rounds(game):
        view = state.view(state.current_player)
        legal = [{"id": int(move), "text": str(move)} for move in state.legal_moves()]
        states.append({"view": view.to_dict(), "legal": legal})
    result = modules.run(MEANT, {"game": game, "states": states})
    for state, found in zip(states, result["found"], strict=True):
        view = module_of(game).View.from_dict(state["view"])
        seen: dict[tuple[str, ...], set[str]] = {}
        for move, (tokens, texts) in zip(state["legal"], found, strict=True):
            seen.setdefault(tuple(sorted(tokens)), set()).add(move["text"])
            if len(tokens) == 1 and tokens[0] in result["buttons"]:
                continue
            assert move["id"] in [int(view.parse(text)) for text in texts if parses(view, text)]
        assert all(len(moves) == 1 or game in ("rummy", "doudizhu") for moves in seen.values())


def parses(view: Any, text: str) -> bool:
    try:
        view.parse(text)
    except ValueError:
        return False
    return True


WORDS = """
const { PAGE, TABLE, wordsOf } = await import("./words.js");
console.log(JSON.stringify([PAGE.en, TABLE.en, ...given.map((game) => wordsOf(game, "en"))].map(Object.keys)));
"""


def test_page_uses_words_that_there_are(modules: Modules | None) -> None:
    if modules is None:
        return
    page, table, *games = modules.run(WORDS, list(NAMES))
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    script = (STATIC / "page.js").read_text(encoding="utf-8")
    used = {*re.findall(r'data-t="(\w+)"', html), *re.findall(r"\bwords\.(?!js\b)(\w+)", script)}
    assert used <= {*page}
    assert {*re.findall(r"\bthis\.words\.(\w+)", (STATIC / "table.js").read_text(encoding="utf-8"))} <= {*table}
    for name, known in zip(NAMES, games, strict=True):
        used = {*re.findall(r"\bw\.(\w+)", (STATIC / "games" / f"{name}.js").read_text(encoding="utf-8"))}
        assert used
        assert used <= {*known}


SAID = """
const { wordsOf } = await import("./words.js");
console.log(JSON.stringify(given.map(([game, language, name, values]) => wordsOf(game, language)[name](values))));
"""


def test_page_says_the_same_as_python(modules: Modules | None) -> None:
    if modules is None:
        return
    cases: list[tuple[str, str, str, dict[str, Any]]] = []
    for name, language in product(NAMES, LANGUAGES):
        for key, entry in words(name, language).section("page").items():
            places = {*re.findall(r"{(\w+)", json.dumps(entry)), "times"}
            if len(places) > 1 and key != "doubled":
                values = dict.fromkeys(places, "3") | {"open": "true", "train": "other", "n": "1"}
                cases += [(name, language, key, values), (name, language, key, {**values, "n": 2, "train": "you"})]
                cases += [
                    (name, language, key, {each: None if values[each] == "3" else values[each] for each in values})
                ]
    expected = [words(name, language).say(f"page.{key}", **values) for name, language, key, values in cases]
    assert modules.run(SAID, cases) == expected
    assert len(expected) > 60
