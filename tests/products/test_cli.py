"""The command line: output, exit status, and errors without a traceback."""

from __future__ import annotations

import io
import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from helpers import effort
from helpers.cases import module_of
from helpers.commands import commands
from helpers.messages import says
from oxideal._arguments.checks import quoted
from oxideal.arena import arena
from oxideal.cli import main
from oxideal.cli.dispatch import parser
from oxideal.record import read, replay
from oxideal.serve.server import Server

if TYPE_CHECKING:
    from oxideal.cli.parser import Parser


# arena


def test_arena_matches_the_function(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    rules = {"players": 4, "set": 9, "engine": 9, "hand_size": 10}
    arguments = ["arena", "mexican_train", "search:20it", "rule", "random", "-n", "3", "--seed", "7", "--jobs", "2"]
    assert main([*arguments, "--rules", json.dumps(rules), "--records", str(file), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    module: Any = module_of("mexican_train", "rust")
    same = arena(
        "mexican_train", ["search:20it", "rule", "random"], 3, 7, rules=module.Rules.from_dict(rules)
    ).to_dict()
    timed = ("seconds", "longest", "longest_deal", "longest_seat")
    for one, other in zip(data.pop("rows"), same.pop("rows"), strict=True):
        assert {name: value for name, value in one.items() if name not in timed} == {
            name: value for name, value in other.items() if name not in timed
        }
    assert data == same
    assert [replay(record).is_over for record in read(file)] == [True] * 9


def test_arena_raises_the_first_fault(tmp_path: Path) -> None:
    (tmp_path / "faulty.py").write_text(
        "class Faulty:\n    def choose(self, view, limit=None):\n        return view.missing\n", encoding="utf-8"
    )
    command = ["-m", "oxideal", "arena", "foursquare", "faulty.py:Faulty", "-n", "2", "--seed", "7"]
    done = python(*command, cwd=tmp_path)
    assert "Faulty at seat 0 in deal 0: raised AttributeError\n" in done.stdout
    assert done.stdout.count(", line 3, in choose") == 1
    done = python(*command, "--raise", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    lines = done.stderr.splitlines()
    assert [line for line in lines if line.startswith("  File ")] == [lines[1]]
    assert lines[1].endswith('faulty.py", line 3, in choose')
    start = next(place for place, line in enumerate(lines) if line.startswith("oxideal: Faulty at seat 0 in deal 0: "))
    assert lines[start + 1 : start + 3] == ["To ask the bot again:", "    from oxideal import foursquare"]
    assert lines[start + 4].startswith("The view: foursquare; ")
    code = ["from faulty import Faulty", "bot = Faulty()", *(line.strip() for line in lines[start + 2 : start + 4])]
    assert python("-c", "\n".join(code), cwd=tmp_path).stderr.splitlines()[-1] == lines[start - 1]
    done = python("-m", "pdb", "-c", "continue", *command, "--raise", cwd=tmp_path, input="p type(view)\nq\n")
    assert "-> return view.missing\n(Pdb) <class 'oxideal.foursquare.View'>" in done.stdout


def test_rules_change_a_preset(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["arena", "doudizhu", "random", "-n", "1", "--preset", "douzero", "--rules", '{"spring": true}']
    assert main([*arguments, "--json"]) == 0
    rules = json.loads(capsys.readouterr().out)["rules"]
    assert (rules["spring"], rules["auction"], rules["kicker_repeat"]) == (True, False, 4)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], 'unknown command "chess"; expected one of play, arena, review, record, rate, benchmark, '),
        (["Pley"], 'unknown command "Pley" (did you mean play?)'),
        (["\x1b[31m\udcff"], 'unknown command "?[31m?"'),
        (["record"], "the following arguments are required: COMMAND"),
        (["record", "shows"], 'unknown command "shows" (did you mean show?)'),
        (["perft", "rumy", "--depth", "1"], 'unknown game "rumy" (did you mean rummy?)'),
        (["arena", "doudizhu"], "the following arguments are required: BOT"),
        (["arena", "chess", "rule"], 'argument GAME: unknown game "chess"; expected one of doudizhu, foursquare'),
        (["arena", "rummy", "rule", "--game", "3"], "unrecognized arguments: --game"),  # --games has no abbreviations
        (["arena", "rummy", "rule", "--gamse=3"], "(did you mean --games?)"),
        (
            ["arena", "rummy", "rul"],
            'unknown bot "rul" (did you mean rule?); expected level:1 to level:10, random, rule',
        ),
        (["arena", "rummy", "rule", "-n", "x"], 'expected a whole number of 0 or more, got "x"'),
        (["arena", "rummy", "rule", "--seed", "-1"], "argument --seed: "),
        (["arena", "rummy", "rule", "--rules", "{"], "the value must be JSON, got "),
        (["arena", "rummy", "rule", "--rules", "[]"], 'the value must be a JSON object, got "[]"; expected e.g. \'{'),
        (["arena", "rummy", "rule", "--rules", "[" * 100_000], "the value must be JSON, got "),
        (["arena", "rummy", "rule", "--rules", '{"players": 2, "players": 3}'], 'duplicate field "players"'),
        (["arena", "rummy", "rule", "--preset", "douzero"], "rummy has no presets"),
        (["arena", "rummy", "rule", "--grace", "x"], 'expected a number of seconds, e.g. 0.5, got "x"'),
        (["play", "rummy", "--seat", "2"], says("seat_out_of_range", 2, 0, 1)),
        (["play", "rummy", "--web", "--language", "zh"], "mutually exclusive: the page has a button for its language"),
        (["play", "foursquare", "--bots", "rule"], "foursquare has one seat: --bots does not apply"),
        (["play", "rummy", "--bots", "rule", "rule"], "--bots must name 1 bot or one per other seat (1), got 2"),
    ],
)
def test_wrong_arguments_exit_with_2(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert message in error
    assert error.startswith("oxideal")
    first, last = error.splitlines()
    assert last.startswith("for help: oxideal")
    assert last.endswith(" --help")
    assert first.isprintable()


def test_unwritable_files_exit_with_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "none" / "games.jsonl"
    assert main(["arena", "rummy", "rule", "-n", "1", "--records", str(file)]) == 1
    error = capsys.readouterr().err
    assert error.startswith("oxideal arena: ")
    assert "No such file" in error
    assert main(["play", "rummy", "--records", str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith(f"oxideal play: {tmp_path}: ")


# The program as a whole


def test_no_arguments_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    alone = capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    assert alone == capsys.readouterr().out
    choices = parser().commands.choices
    assert all(f"\n    {command} " in alone for command in choices)


@pytest.mark.parametrize("name", [command.prog for command in commands()])
def test_help_has_examples(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    command = next(each for each in commands() if each.prog == name)  # it takes the width that there is when it is made
    text = command.format_help()
    assert text.isascii()
    assert all(len(line) <= 80 for line in text.splitlines() if not line.startswith("  oxideal "))
    assert command.description
    for action in command._actions if command.commands is None else []:
        assert action.help, f"{command.prog} says nothing of {action.dest}"
    assert command.examples
    for example in command.examples:
        assert command.prog in example or command.commands is not None
        for part in example.split(" | "):
            parser().parse_args(shlex.split(part.partition(" > ")[0].partition(" < ")[0])[1:])


RUBBISH = ("", "-1", "0", "1e9", "9" * 79, "9" * 5000, "nan", "{", "\udcff", "\x1b[2J", "@", "@/", "/", "x" * 9999)


serve = Server.run


async def run_and_stop(server: Server, started: Callable[[int], Awaitable[None]]) -> None:
    """Run a server that is told to stop as soon as it listens."""

    async def stop(port: int) -> None:
        await started(port)
        os.kill(os.getpid(), signal.SIGTERM)

    await serve(server, stop)


@pytest.mark.parametrize("command", [each for each in commands() if each.commands is None], ids=lambda each: each.prog)
def test_malformed_arguments_give_no_traceback(
    command: Parser, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Each option and argument of each command in turn; without effort only some of the texts."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.setattr(Server, "run", run_and_stop)
    good = ["--bots", "random", "--games", "1", "--depth", "1", "--runs", "1", "--seconds", "0.001", "--limit", "1ms"]
    good += ["--decisions", "1", "--width", "32"]
    every = {0: 16, 1: 2}.get(effort.level, 1)
    known = [*zip(good[::2], good[1::2], strict=True)]
    places = [action for action in command._actions if not action.option_strings]
    options = [action.option_strings[-1] for action in command._actions if action.option_strings and action.nargs != 0]
    right = {"game": "rummy", "bots": "rule", "cards": "33", "tiles": "1-2"}
    wrong_places = [*(action.dest for action in places), *options]
    for number, text in enumerate(RUBBISH):
        for wrong in wrong_places[number % every :: every]:
            arguments = [text if action.dest == wrong else right.get(action.dest, "-") for action in places]
            for option in options:
                value = text if option == wrong else dict(known).get(option)
                arguments += [] if value is None else [option, value]
            ended: object
            try:
                ended = main([*command.prog.split()[1:], *arguments])
            except SystemExit as error:
                ended = error.code
            assert ended in (0, 1, 2), (wrong, text)
            said = capsys.readouterr().err
            assert (ended == 0) or said.startswith((command.prog, "oxideal")), (wrong, text)
            assert "\x1b" not in said


# As a program


def run(*arguments: str, **named: Any) -> subprocess.CompletedProcess[str]:
    return python("-m", "oxideal", *arguments, **named)


def python(*arguments: str, **named: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, timeout=60, **named
    )


def customized(folder: Path, code: str) -> dict[str, str]:
    """Return the environment of a Python that runs this code when it starts."""
    (folder / "sitecustomize.py").write_text(code, encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *filter(None, sys.path)])}


def test_runs_as_a_program() -> None:
    done = run("play", "foursquare", "--seed", "7", input="1\n/quit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "You left the game." in done.stdout
    assert run("arena", "chess", "rule").returncode == 2
    version = run("--version")
    assert version.returncode == 0
    assert version.stdout.startswith("oxideal ")
    assert run("--version", env={**os.environ, "OXIDEAL_CPU": "abacus"}).stderr.startswith(
        "oxideal: OXIDEAL_CPU: unknown build "
    )


def shell(command: str, **named: Any) -> subprocess.CompletedProcess[bytes]:
    """Return the output of a shell command, with `oxideal` as the program."""
    given = ["sh", "-c", command.replace("oxideal", f"{sys.executable} -m oxideal")]
    return subprocess.run(given, capture_output=True, check=False, timeout=60, **named)


@pytest.mark.full
@pytest.mark.skipif(os.name != "posix", reason="the shells of others close files otherwise")
def test_works_without_standard_streams() -> None:
    done = shell("oxideal arena foursquare random -n 1 >&-")
    assert (done.returncode, done.stderr) == (1, b"oxideal arena: standard output is closed\n")
    done = shell("oxideal arena foursquare random -n 1 --seed 7 2>&-")
    assert done.returncode == 0
    assert done.stdout.startswith(b"FourSquare, 1 deal,")
    assert shell("oxideal arena foursquare rul 2>&-").returncode == 2
    for command in ("oxideal play foursquare <&-", "oxideal play foursquare </dev/null 2>&-"):
        done = shell(command)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.endswith(b"You left the game.\n")


@pytest.mark.skipif(os.name != "posix", reason="the test goes by a shell")
def test_unencodable_characters() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    done = shell("oxideal play foursquare", input=b"\xff\n/quit\n", env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"your move> /quit" in done.stdout
    done = shell("oxideal arena foursquare random -n 2", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\xb1" in done.stdout


def test_progress_bar_is_shown_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    for progress in (True, False):
        arena("foursquare", ["random"], 3, seed=7, progress=progress)
        assert ("deal" in capsys.readouterr().err) is progress


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.skipif(os.name != "posix", reason="the test sends SIGINT")
def test_ctrl_c() -> None:
    command = [sys.executable, "-m", "oxideal", "play", "rummy", "--bots", "rule"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()  # it appears when the program waits for a move
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=60)  # before `communicate` closes its input, which ends the game too
            out, error = process.communicate()
        finally:
            process.kill()
    assert first.startswith("Rummy, seed ")
    assert (process.returncode, error) == (130, "")
    assert "You left the game." in out


INTERRUPTED_IMPORT = """
import signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Interrupting())
"""

INTERRUPTED_END = {
    "exit": "end = sys.exit; sys.exit = lambda status: (signal.raise_signal(signal.SIGINT), end(status))",
    "atexit": "import atexit; atexit.register(signal.raise_signal, signal.SIGINT)",
    "threads": "import threading; threading._register_atexit(signal.raise_signal, signal.SIGINT)",
}


@pytest.mark.skipif(os.name != "posix", reason="a shell sees the signal that ended a process")
@pytest.mark.parametrize("name", effort.some_in_quick(["oxideal.errors", "oxideal.cli.dispatch", "oxideal.cli.perft"]))
def test_ctrl_c_during_imports(name: str, tmp_path: Path) -> None:
    done = run("perft", "foursquare", "--depth", "1", env=customized(tmp_path, INTERRUPTED_IMPORT.format(name=name)))
    assert (done.returncode, done.stdout) == (-signal.SIGINT, "")  # 130 for a shell


@pytest.mark.skipif(os.name != "posix", reason="a shell sees the signal that ended a process")
@pytest.mark.parametrize("when", INTERRUPTED_END)
def test_ctrl_c_after_the_command(when: str, tmp_path: Path) -> None:
    code = f"import signal, sys\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n{INTERRUPTED_END[when]}"
    done = run("perft", "doudizhu", "--depth", "0", env=customized(tmp_path, code))
    assert (done.returncode, done.stderr) == (-signal.SIGINT, "")
    assert done.stdout.startswith("Dou Dizhu, seed ")


@pytest.mark.parametrize("bad", ["\ud800", "a\0b"], ids=["surrogate", "zero"])
@pytest.mark.parametrize(
    "command",
    [
        "record verify BAD",
        "record verify none --commitment x --revealed BAD",
        "record show BAD",
        "record html none --out BAD",
        "record svg BAD",
        "arena foursquare random -n 1 --records BAD",
        "play foursquare --records BAD",
        "perft foursquare --depth 1 --position @BAD",
    ],
)
def test_impossible_file_names_exit_with_2(command: str, bad: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([word.replace("BAD", bad) for word in command.split()])
    assert ended.value.code == 2
    assert f"expected the name of a file, got {quoted(bad)}" in capsys.readouterr().err


PIPED = ["arena foursquare random -n 1", "perft foursquare --depth 1 --json", "playouts rummy -n 1", "--help"]


@pytest.mark.skipif(os.name != "posix", reason="pipes end otherwise elsewhere")
@pytest.mark.parametrize("command", effort.some_in_quick(PIPED))
def test_closed_output_pipe(command: str) -> None:
    """Exit status 1, or 0 if everything was written before the reader left."""
    done = shell(f"{{ oxideal {command}; echo $? >&2; }} | true")
    assert done.stderr in (b"0\n", b"1\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("command", ["perft foursquare --depth 1", "perft foursquare --depth 1 --json"])
def test_full_disk(command: str) -> None:
    done = shell(f"oxideal {command} > /dev/full", env={**os.environ, "PYTHONUNBUFFERED": ""})
    assert done.returncode == 1
    assert done.stderr.endswith(b": No space left on device\n")
    assert b"Traceback" not in done.stderr
