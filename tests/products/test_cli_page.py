"""The console examples of `docs/command-line.md` run as written and print what the page shows."""

from __future__ import annotations

import argparse
import io
import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from oxideal.cli import main
from oxideal.cli.dispatch import parser

PAGE = Path(__file__).parent.parent.parent / "docs" / "command-line.md"


def examples() -> list[tuple[str, str]]:
    """Return the commands and their output, in the order of the page."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


KEYS = {
    "playouts": ["foursquare -n 2", "foursquare -n 2 --push 0,0"],
    "perft": ["foursquare --depth 2", "foursquare --depth 2 --divide"],
    "solve": ["foursquare --limit 100ms", "doudizhu --limit 1ms"],
    "dataset": ["foursquare -n 2 --players random --out data"],
    "record": ["verify games.jsonl", "show games.jsonl --step 1"],
}


def keys(value: object) -> set[str]:
    """Yield the keys of all objects in it, except those described elsewhere."""
    if isinstance(value, list):
        return {key for each in value for key in keys(each)}
    if isinstance(value, dict):
        inner = [each for name, each in value.items() if name not in ("rules", "record", "build")]
        return set(value) | {key for each in inner for key in keys(each)}
    return set()


@pytest.mark.parametrize("command", KEYS)
def test_every_key_of_the_json_is_described(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    main(["arena", "foursquare", "random", "-n", "1", "--records", "games.jsonl"])
    with (tmp_path / "games.jsonl").open("a", encoding="utf-8") as file:
        file.write("rubbish\n")
    parts = re.split("JSON[:,] ", section(PAGE.read_text(encoding="utf-8"), command))
    described = set(re.findall(r"`(\w+)`", "".join(parts[1:])))
    for arguments in KEYS[command]:
        capsys.readouterr()
        main([command, *arguments.split(), "--json"])
        found = keys(json.loads(capsys.readouterr().out)) - {"format"}
        assert found <= described, arguments


def options_of(command: argparse.ArgumentParser) -> set[str]:
    """Return the long options of a command and of its subcommands."""
    found = {option for action in command._actions for option in action.option_strings if option.startswith("--")}
    for sub in subcommands(command).values():
        found |= options_of(sub)
    return found - {"--help", "--version"}


def subcommands(command: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    return next((dict(a.choices) for a in command._actions if isinstance(a, argparse._SubParsersAction)), {})


def test_the_page_names_every_command_and_option() -> None:
    text = PAGE.read_text(encoding="utf-8")
    table_server = (PAGE.parent / "how-to" / "table-server.md").read_text(encoding="utf-8")
    commands = subcommands(parser())
    assert set(re.findall(r"^\| \[`(\w+)`\]", text, re.MULTILINE)) == set(commands)
    shared = section(text, "Common options") + section(text, "JSON output")
    for name, command in commands.items():
        here = shared + section(text, name) + (table_server if name == "serve" else "")
        assert {each for each in options_of(command) if not re.search(rf"{each}(?![\w-])", here)} == set(), name


def section(text: str, name: str) -> str:
    return text.partition(f"\n## {name}\n")[2].partition("\n## ")[0]


def squeezed(text: str) -> str:
    """Remove the spaces that depend on the width of a figure."""
    return re.sub(r" +", " ", text)


@pytest.mark.full
def test_examples_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An ellipsis on the page matches anything, for example a time or a speed. Later examples may
    use files of earlier ones.
    """
    monkeypatch.chdir(tmp_path)
    commands = examples()
    assert len(commands) > 10
    for command, expected in commands:
        said = ""
        for part in command.split(" | "):
            program, *arguments = shlex.split(part)
            assert program == "oxideal"
            monkeypatch.setattr(sys, "stdin", io.StringIO(said))
            try:
                main(arguments)
            except SystemExit as ended:
                assert ended.code == 2  # noqa: PT017 (an example may show what is refused)
            captured = capsys.readouterr()
            said = captured.out + captured.err
        pattern = ".*".join(map(re.escape, squeezed(expected).split("…")))
        assert re.fullmatch(pattern, squeezed(said)), f"$ {command}\n{said}"
