"""`oxideal record`: valid files pass, invalid lines are named with the reason, and games are shown correctly."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from helpers.cases import BACKENDS, module_of
from oxideal._registry import NAMES
from oxideal.bots import RuleBot
from oxideal.cli import main
from oxideal.cli.record.verify import MAX_ERRORS
from oxideal.record import Record, Writer, dumps, read, replay
from oxideal.svg import draw


@pytest.fixture(scope="module")
def records() -> list[Record]:
    """A game of each kind, and one that was stopped early."""
    found: list[Record] = []
    for game in [*NAMES, "doudizhu"]:
        module: Any = module_of(game, "rust")
        state = module.State(seed=7, stream=len(found))
        while state.current_player is not None and len(state.history) < (10 if len(found) == len(NAMES) else 1000):
            state.push(RuleBot().choose(state.view(state.current_player)))
        found.append(Record.of(state, names=["rule"] * state.rules.players, note="a note"))
    return found


@pytest.fixture
def file(records: list[Record], tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    with Writer(path) as writer:
        for record in records:
            writer.write(record)
    return path


def told(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


# verify


@pytest.mark.parametrize("backend", BACKENDS)
def test_valid_records_pass(backend: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "verify", str(file), "--backend", backend]) == 0
    assert capsys.readouterr().out == f"{file}: 5 good, 0 bad\n"
    assert main(["record", "verify", str(file), "--backend", backend, "--json"]) == 0
    found = told(capsys)
    assert found["files"] == [{"file": str(file), "good": 5, "bad": 0, "errors": []}]
    assert (found["format"], found["backend"]) == (1, backend)


@pytest.mark.parametrize("backend", BACKENDS)
def test_invalid_records_are_reported(backend: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    other = json.loads(lines[0])
    other["actions"][3] = "BR"
    result = json.loads(lines[1])
    result["payoffs"] = [99]
    bad = [lines[2], json.dumps(other), "rubbish", "", json.dumps(result), lines[3][:-20]]
    file.write_text("\n".join(bad), encoding="utf-8")
    assert main(["record", "verify", str(file), "--json", "--backend", backend]) == 1
    (found,) = told(capsys)["files"]
    assert (found["good"], found["bad"]) == (1, 4)
    assert [each["line"] for each in found["errors"]] == [2, 3, 5, 6]
    reasons = [each["reason"] for each in found["errors"]]
    assert reasons[0].startswith('action 3, "BR": ')
    assert reasons[1].startswith("invalid JSON: ")
    assert "but the record has [99]" in reasons[2]
    assert reasons[3].endswith(", and the file ends here")
    assert main(["record", "verify", str(file), "--backend", backend]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[:4] == [f"{file}, line {each['line']}: {each['reason']}" for each in found["errors"]]
    assert out[4] == f"{file}: 1 good, 4 bad"


def test_several_files(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad \x1b[2J.jsonl"
    bad.write_bytes(b"\xff\n" * (MAX_ERRORS + 5))
    assert main(["record", "verify", str(bad), str(file), "--json"]) == 1
    first, second = told(capsys)["files"]
    assert (first["good"], first["bad"], len(first["errors"])) == (0, MAX_ERRORS + 5, MAX_ERRORS)
    assert second["good"] == 5
    assert main(["record", "verify", str(bad)]) == 1
    assert "\x1b" not in capsys.readouterr().out


def test_reads_standard_input(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes() + b"\xff\n"), encoding="ascii"))
    assert main(["record", "verify", "-"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("-, line 6: not UTF-8")
    assert out[1] == "-: 5 good, 1 bad"
    monkeypatch.setattr(sys, "stdin", io.StringIO(file.read_text(encoding="utf-8")))
    assert main(["record", "verify", "-"]) == 0
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(SystemExit):
        main(["record", "verify", "-"])
    assert "cannot read records: standard input is closed" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["verify", "show", "html", "svg"])
def test_unreadable_files_exit_with_1(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (tmp_path / "none.jsonl", tmp_path):
        assert main(["record", command, str(path)]) == 1
        out, error = capsys.readouterr()
        assert out == ""
        assert error.startswith(f"oxideal record {command}: {path}: ")
        assert error.count("\n") == 1


# show


def test_show_at_the_end(file: Path, records: list[Record], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "show", str(file)]) == 0
    out = capsys.readouterr().out
    end = replay(records[0])
    last = len(records[0].actions)
    assert out.startswith("line 1: Dou Dizhu, seed 7, stream 0\nseat 0: rule, seat 1: rule, seat 2: rule\npayoffs ")
    assert f"note: a note\n\nafter {last} of {last} actions: seat " in out
    assert out.endswith(f"{end}\n")
    assert main(["record", "show", str(file), "--line", "5"]) == 0
    assert "\nnot over\n" in capsys.readouterr().out


@pytest.mark.parametrize("line", [1, 2, 3, 4])
def test_show_step_by_step(line: int, file: Path, records: list[Record], capsys: pytest.CaptureFixture[str]) -> None:
    states = list(records[line - 1].states())
    show = ["record", "show", str(file), "--line", str(line)]
    assert main([*show, "--steps", "--text"]) == 0
    assert capsys.readouterr().out.splitlines() == [state.to_text() for state in states]
    assert main([*show, "--step", "3", "--seat", "0", "--text"]) == 0
    assert capsys.readouterr().out == f"{states[3].view(0).to_text()}\n"
    assert main([*show, "--steps"]) == 0
    out = capsys.readouterr().out
    assert all(f"{state}\n" in out for state in states)
    assert main([*show, "--steps", "--json"]) == 0
    found = told(capsys)
    assert (found["line"], found["as_seat"]) == (line, None)
    assert found["record"] == records[line - 1].to_dict()
    assert found["steps"][0] == {"step": 0, "seat": None, "move": None, "position": states[0].to_text()}
    for step, before, after in zip(found["steps"][1:], states, states[1:], strict=False):
        assert step["seat"] == before.current_player
        before.push(before.parse(step["move"]))
        assert before == after
        assert step["position"] == after.to_text()


# html and svg


def test_html_page(file: Path, records: list[Record], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "game.html"
    assert main(["record", "html", str(file), "--line", "2", "--out", str(out)]) == 0
    assert capsys.readouterr().out == ""
    assert out.read_text(encoding="utf-8") == records[1].to_html()
    assert main(["record", "html", str(file), "--line", "2", "--theme", "dark"]) == 0
    assert capsys.readouterr().out == records[1].to_html(theme="dark")


@pytest.mark.parametrize("line", [1, 2, 3, 4])
def test_svg_picture(line: int, file: Path, records: list[Record], capsys: pytest.CaptureFixture[str]) -> None:
    states = list(records[line - 1].states())
    names = records[line - 1].names
    assert main(["record", "svg", str(file), "--line", str(line)]) == 0
    assert capsys.readouterr().out == f"{draw(states[-1], names=names)}\n"
    arguments = ["--step", "2", "--seat", "0", "--theme", '{"felt": "#dddddd"}', "--width", "800"]
    assert main(["record", "svg", str(file), "--line", str(line), *arguments]) == 0
    picture = capsys.readouterr().out
    assert picture == f"{draw(states[2], seat=0, names=names, theme={'felt': '#dddddd'}, width=800)}\n"
    assert ElementTree.fromstring(picture).get("width") == "800"


def test_pictures_are_utf_8_on_any_terminal(file: Path, records: list[Record], monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record.of(replay(records[1]), names=["李"], note="é")
    file.write_text(f"{dumps(record)}\n", encoding="utf-8")
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert main(["record", "svg", str(file)]) == 0
    assert raw.getvalue().decode() == f"{draw(replay(record), names=record.names)}\n"
    assert "李" in raw.getvalue().decode()


# Refused arguments


@pytest.mark.parametrize("command", [["show", "--steps"], ["show", "--json"], ["html"], ["svg", "--step", "0"]])
def test_invalid_record_is_not_shown(command: list[str], file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    bad = json.loads(lines[1])
    bad["payoffs"] = [99]
    file.write_text("\n".join([lines[0], json.dumps(bad)]), encoding="utf-8")
    assert main(["record", command[0], str(file), "--line", "2", *command[1:]]) == 1
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith(f"oxideal record {command[0]}: line 2: ")
    assert "but the record has [99]" in error


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "FILE", "--line", "6"], "line 6 out of range: the file has 5 lines"),
        (["show", "FILE", "--line", "5", "--step", "11"], "step must be 0 to 10, got 11"),
        (["show", "FILE", "--seat", "3"], "seat 3 out of range"),
        (["show", "FILE", "--step", "1", "--steps"], "not allowed with argument"),
        (["show", "FILE", "--text", "--json"], "--text and --json are mutually exclusive"),
        (["show", "EMPTY"], "the file has no records"),
        (["svg", "FILE", "--theme", '{"felt": 1}'], 'the colour "felt" must be a text, e.g. "#dddddd"'),
        (["svg", "FILE", "--theme", "{"], "the value must be JSON, got "),
        (["svg", "FILE", "--out", "FILE"], "--out must not be the file of records"),
        (["html", "FILE", "--theme", "pink"], "pink"),
        (["verify"], "the following arguments are required: FILE"),
    ],
)
def test_wrong_arguments_exit_with_2(
    arguments: list[str], message: str, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").write_text("\n\n", encoding="utf-8")
    named = {"FILE": str(file), "EMPTY": str(tmp_path / "empty")}
    before = file.read_bytes()
    with pytest.raises(SystemExit) as ended:
        main(["record", *(named.get(each, each) for each in arguments)])
    assert ended.value.code == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert message in error
    assert file.read_bytes() == before


@pytest.mark.parametrize("command", ["show", "html", "svg"])
def test_only_the_chosen_line_is_checked(command: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(b"rubbish\n" + file.read_bytes())
    assert main(["record", command, str(file), "--line", "3"]) == 0
    capsys.readouterr()
    for line in ([], ["--line", "1"]):
        assert main(["record", command, str(file), *line]) == 1
        assert capsys.readouterr().err.startswith(f"oxideal record {command}: line 1: invalid JSON")
    assert len(list(read(io.BytesIO(file.read_bytes().partition(b"\n")[2])))) == 5


def test_unwritable_files_exit_with_1(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "none" / "table.svg"
    assert main(["record", "svg", str(file), "--out", str(out)]) == 1
    assert capsys.readouterr().err.startswith(f"oxideal record svg: {out}: ")
