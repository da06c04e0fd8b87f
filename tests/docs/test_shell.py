"""The shell lines of the tutorials and how-to pages and the examples of `--help` run, and console examples print what
the pages show.

A recipe runs in a folder with the files that its commands name. Numbers are made small. Servers are stopped once
they have printed where they are, and the lines after theirs have run.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from helpers.commands import commands
from helpers.tables import client, run, serving

if TYPE_CHECKING:
    from oxideal.cli.parser import Parser

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted([*ROOT.glob("docs/how-to/*.md"), *ROOT.glob("docs/tutorials/*.md")])
CONSOLE = [page for page in sorted(ROOT.glob("docs/**/*.md")) if "```console" in page.read_text("utf-8")]

NOT_RUN = {
    r"pip install ": "needs PyPI; `make test-wheel` installs the package",
    r"(python|oxideal arena .*) '?examples/learners/": "needs torch; `make learners` runs them",
    r"uvicorn |oxideal .*:Model\(": "needs OpenEnv, or a model",
    r"python$": "the Python lines of the page, which run elsewhere, are typed there",
}

SMALL = [
    (r"(?<= )(-n|--games) [\d_]+", r"\1 2"),
    (r"^(oxideal (?:arena|benchmark) (?!.* -n ).*)", r"\1 -n 2"),
    (r"search:\w+", "search:5it"),
    (r"--hours \S+", "--hours 0.0003"),
    (r"--depth \d+", "--depth 2"),
    (r"--tables \d+ --seconds \d+", "--tables 4 --seconds 1"),
    (r"--pause 10", "--pause 0"),
    (r"^oxideal review .*", r"\g<0> --limit 100it"),
    (r"--step 40", "--step 20"),
    (r"--port 8000", "--port 0"),
    (r"^oxideal serve.*", r"\g<0> --port 0"),
    (r"^oxideal .*--web", r"\g<0> --no-browser"),
    (r"^sqlite3 ", "python query.py "),  # the program may not be installed
    *([] if shutil.which("node") else [(r"node my_bot\.js", "python random_bot.py")]),
]

SERVER = re.compile(r"oxideal serve|oxideal .*--web|python examples/(referee\.py (?!--join)|server\.py)")
STATUS = {r'--right (my_foursquare|"exec:)': 1}
"""What finds a mistake; everything else ends with 0."""

(TURN,) = re.findall(r"^```json\n(.*?)^```$", (ROOT / "docs/how-to/botzone.md").read_text("utf-8"), re.M | re.S)
"""What Botzone sends to a bot: one line, which the page breaks."""
TURN = TURN.replace("\n", "")

FILES = {
    "mybots.py": """class Plays:
    def __init__(self, depth=1): self.name = f"plays {depth}"
    def choose(self, view, limit=None): return view.legal_moves()[-1]
class Broken(Plays):
    def choose(self, view, limit=None): raise RuntimeError
""",
    "my_bot": "#!/usr/bin/env python\nprint('{\"response\": []}')\n",
    "my_package/foursquare.py": "from oxideal.reference.foursquare import *\n",
    "query.py": "import sqlite3, sys\nfor row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print(*row)\n",
}


def parts(page: Path) -> list[str]:
    """The recipes of a page, or the whole of it."""
    return re.split(r"^(?=## How do I )", page.read_text("utf-8"), flags=re.MULTILINE)


def blocks(text: str) -> list[list[str]]:
    """The commands of each block of commands."""
    found = re.findall(r"^```(?:sh|bash)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    found += re.findall(r"(?:^ {4}\S.*\n)+", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S), re.MULTILINE)
    commands = [[line.strip() for line in block.splitlines()] for block in found]
    return [[each for each in block if not any(re.match(pattern, each) for pattern in NOT_RUN)] for block in commands]


def small(line: str) -> str:
    for pattern, instead in SMALL:
        line = re.sub(pattern, instead, line)
    return line


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that commands name."""
    folder = tmp_path_factory.mktemp("files")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    (folder / "my_bot").chmod(0o755)
    for name in ("benches", "examples"):
        (folder / name).symlink_to(ROOT / name)
    for name in ("new.py", "old.py"):
        shutil.copy(folder / "mybots.py", folder / name)
    shutil.copy(ROOT / "examples/bots/longest_bot.js", folder / "my_bot.js")
    for name in ("random_bot.py", "my_bot.py"):
        shutil.copy(ROOT / "examples/bots/random_bot.py", folder / name)
    shutil.copy(ROOT / "tests/data/doudizhu/botzone.jsonl", folder / "matches.jsonl")
    ran("oxideal arena doudizhu rule random -n 2 --seed 1 --records games.jsonl", folder)

    async def play_a_round() -> None:
        async with serving(folder) as (_, port), client(port) as ada:
            await ada.create("rummy")
            await ada.play_round()

    run(play_a_round())
    return folder


@pytest.fixture
def sandbox(files: Path, tmp_path: Path) -> Path:
    return shutil.copytree(files, tmp_path / "files", symlinks=True)


def started(line: str, folder: Path) -> subprocess.Popen[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    pipe, env = subprocess.PIPE, os.environ | {"PATH": path}
    command = ["bash", "-c", line]
    return subprocess.Popen(command, cwd=folder, env=env, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True)


def ran(line: str, folder: Path, given: str = "") -> tuple[int, str]:
    """Run a line, and return its exit status and output."""
    program = started(line, folder)
    said, _ = program.communicate(given)
    return program.returncode, said


def run_block(block: list[str], folder: Path, given: str, servers: list[subprocess.Popen[str]]) -> None:
    port = "0"
    for line in (small(each).replace("4000", port) for each in block):
        if SERVER.match(line):
            servers.append(started(line, folder))
            output = servers[-1].stdout
            address = output.readline() if output else ""
            found = re.search(r"(?:http://[\w.]+:|port )(\d+)", address)
            assert found, address
            port = found[1]
        else:
            status, said = ran(line, folder, given)
            wanted = next((code for pattern, code in STATUS.items() if re.search(pattern, line)), 0)
            assert status == wanted, f"$ {line}\n{said}"


def run_and_stop(block: list[str], folder: Path, given: str) -> None:
    servers: list[subprocess.Popen[str]] = []
    try:
        run_block(block, folder, given, servers)
    finally:
        for server in servers:
            server.terminate()
            server.communicate()
    assert all(server.returncode in (0, -signal.SIGTERM) for server in servers)


@pytest.mark.full
@pytest.mark.parametrize(
    ("page", "number"),
    [
        pytest.param(page, number, id=f"{page.name}-{number}")
        for page in PAGES
        for number, text in enumerate(parts(page))
        if any(blocks(text))
    ],
)
def test_shell_lines_run(page: Path, number: int, sandbox: Path) -> None:
    whole, text = page.read_text("utf-8"), parts(page)[number]
    for name, script in re.findall(r'^```python title="(\S+)"\n(.*?)^```$', whole, re.M | re.S):
        (sandbox / name).write_text(script, "utf-8")
    if "--records games.jsonl" in text:
        (sandbox / "games.jsonl").unlink()
    given = TURN if "--botzone" in text else "/quit\nq\n"
    for block in blocks(text):
        run_and_stop(block, sandbox, given)


@pytest.mark.full
@pytest.mark.parametrize("command", commands(), ids=lambda command: command.prog)
def test_examples_of_help_run(command: Parser, sandbox: Path) -> None:
    """Later examples may use files of earlier ones."""
    for name in ("game", "monday", "tuesday"):
        shutil.copy(sandbox / "games.jsonl", sandbox / f"{name}.jsonl")
    ran("oxideal record show games.jsonl --step 20 --text > position.txt", sandbox)
    for example in command.examples:
        run_and_stop([example], sandbox, TURN if "--botzone" in example else "/quit\nq\n")


@pytest.mark.full
@pytest.mark.parametrize("page", [page for page in CONSOLE if page.name != "command-line.md"], ids=lambda at: at.name)
def test_console_examples_print_what_the_page_shows(page: Path, sandbox: Path) -> None:
    text = "".join(re.findall(r"^```console\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL))
    for example in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, shown = example.partition("\n")
        assert re.fullmatch(".*".join(map(re.escape, shown.split("…"))), ran(command, sandbox)[1]), command
