"""Programs as bots: the examples in five languages, and programs that fail in every way."""

from __future__ import annotations

import io
import json
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from helpers.effort import some_in_quick, times
from helpers.node import node
from oxideal import foursquare, rummy
from oxideal._internal import child
from oxideal.arena import BotError, arena
from oxideal.arena.entry import entries_of
from oxideal.bots import Limit, ProgramBot, ProgramError, bot
from oxideal.cli import main
from oxideal.differential import GAMES
from oxideal.errors import InvalidArgumentError
from oxideal.protocol import process as process_module
from oxideal.protocol.process import Program
from oxideal.record import read, replay

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "bots"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs as bots need process groups")

HELLO = '{"kind":"hello","version":1,"name":"x","wants":["legal"]}'

FIRST = f"""
import json, os, sys, time
HELLO = '{HELLO}'
questions = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["kind"] == "hello":
        print(HELLO, flush=True)
    elif message["kind"] == "bye":
        break
    elif message["kind"] == "question":
        questions += 1
        move = message["legal"][0]["id"]
        answer = json.dumps({{"kind": "answer", "id": message["id"], "move": move}})
        {{action}}
        print(answer, flush=True)
"""
"""A program that plays the first legal move; something else can come before."""


def command(folder: Path, action: str = "pass", name: str = "bot") -> str:
    """Return the command of a program that does this before each answer."""
    file = folder / f"{name}.py"
    file.write_text(FIRST.replace("{action}", action).replace("{{", "{").replace("}}", "}"), encoding="utf-8")
    return f"{sys.executable} {file}"


def children() -> set[int]:
    """Return the processes with a command line that has "bot.py" in it."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            text = (entry / "cmdline").read_bytes()
            zombie = (entry / "stat").read_text().rpartition(")")[2].split()[0] == "Z"
        except OSError:
            continue
        if not zombie and MARK.encode() in text:
            found.add(int(entry.name))
    return found


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give programs the time that a busy machine needs to start them and to notice their end."""
    for name in ("START_SECONDS", "END_SECONDS"):
        monkeypatch.setattr(process_module, name, 60)
    monkeypatch.setattr(child, "EXIT_SECONDS", 60)


FULL = times(1, quick=0)

MARK = f"of-{os.getpid()}-"
"""Part of the folder of each program in this file, by which it is found."""


@pytest.fixture
def folder(tmp_path: Path) -> Any:
    made = tmp_path / f"{MARK}x"
    made.mkdir()
    yield made
    end = time.monotonic() + 60
    while children() and time.monotonic() < end:
        time.sleep(0.01)
    assert children() == set(), "processes are left over"


# The examples


LANGUAGES = ("python", "javascript", "c", "rust", "the engine", "typescript", "the page")

TYPESCRIPT = ("--strict", "--target", "es2020", "--module", "commonjs")


def built(language: str, folder: Path) -> str | None:
    """Return the command of an example, None if its language is not there."""
    tool = {"python": sys.executable, "c": "cc", "rust": "rustc", "the engine": "cargo", "typescript": "tsc"}.get(
        language, node()
    )
    if shutil.which(tool) is None or (language == "typescript" and shutil.which(node()) is None):
        return None
    if language == "typescript":
        subprocess.run([tool, *TYPESCRIPT, "--outDir", folder, EXAMPLES / "typed_bot.ts"], check=True)
        return f"{node()} {folder / 'typed_bot.js'}"
    if language == "python":
        return f"{tool} {EXAMPLES / 'random_bot.py'}"
    if language == "javascript":
        return f"{tool} {EXAMPLES / 'longest_bot.js'}"
    if language == "the page":
        page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
        (folder / "first.js").write_text(page.partition("```js\n")[2].partition("```")[0], encoding="utf-8")
        return f"{tool} {folder / 'first.js'}"
    if language == "the engine":
        build = [tool, "build", "--locked", "--quiet", "--package", "oxideal-bots", "--example", "protocol_bot"]
        done = subprocess.run([*build, "--message-format", "json"], cwd=ROOT, check=True, stdout=subprocess.PIPE)
        made = [json.loads(line).get("executable") for line in done.stdout.splitlines()]
        return str(next(path for path in made if path))
    source = EXAMPLES / {"c": "random_bot.c", "rust": "shortest_bot.rs"}[language]
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror"] if language == "c" else ["-Dwarnings"]
    subprocess.run([tool, *flags, "-O", "-o", folder / language, source], check=True)
    return str(folder / language)


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("examples")
    made = {language: built(language, folder) for language in (LANGUAGES if FULL else ("python", "the page"))}
    missing = [language for language in made if made[language] is None]
    assert not (missing and os.environ.get("OXIDEAL_ALL_LANGUAGES")), f"not installed: {missing}"
    if missing:
        print(f"examples left out, as their language is not installed: {', '.join(missing)}")
    return {language: text for language, text in made.items() if text is not None}


@pytest.mark.full
def test_examples_play_every_game(examples: dict[str, str]) -> None:
    assert "python" in examples
    count = times(5, quick=2)
    for text in examples.values():
        for game in GAMES:
            fast = rummy.Rules(turn_limit=50) if game == "rummy" else None
            result = arena(game, [bot(f"exec:60s:{text}"), "random"], count, seed=7, rules=fast)
            assert result.deals == count
            assert result.faults == ()
            assert result.rows[0].decisions > 0


def test_examples_pass_the_check(examples: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    for text in examples.values():
        names = GAMES if FULL else ["foursquare", "rummy"]
        games = [word for game in names for word in ("--game", game)]
        assert main(["protocol", "check", text, "--limit", "60s", *games]) == 0, capsys.readouterr().out
        assert capsys.readouterr().out.endswith("nothing is wrong\n")


WRONG_TYPES = """\
import type { Rummy } from "./protocol";
const right: Rummy.BotMessage = { kind: "answer", id: 1, move: "draw" };
const none: Rummy.BotMessage = { kind: "answer", id: 1 };
const kind: Rummy.BotMessage = { kind: "reply", id: 1, move: 1 };
const version: Rummy.BotMessage = { kind: "hello", version: "1", name: "x" };
const id = (message: Rummy.HostMessage): number => message.id;
const field = (view: Rummy.View) => view.landlord;
const time = (question: Extract<Rummy.HostMessage, { kind: "question" }>): number => question.time;
"""


@pytest.mark.full
def test_types_refuse_wrong_messages(examples: dict[str, str], tmp_path: Path) -> None:
    """The compiler of TypeScript reads them; `typed_bot.ts` is right."""
    if "typescript" not in examples:  # `examples` has said so, or failed
        return
    shutil.copy(EXAMPLES / "protocol.d.ts", tmp_path)
    (tmp_path / "wrong.ts").write_text(WRONG_TYPES, encoding="utf-8")
    done = subprocess.run(["tsc", *TYPESCRIPT, "--noEmit", "wrong.ts"], cwd=tmp_path, capture_output=True, text=True)
    assert re.findall(r"^wrong\.ts\((\d+),", done.stdout, re.M) == ["3", "4", "5", "6", "7", "8"]


# Programs that fail

FAULTS = {
    "crash": ("raise ValueError('no idea')", "exited with status 1"),
    "signal": ("os.kill(os.getpid(), 11)", "was killed by SIGSEGV"),
    "rubbish": ("print('I play', move)", "broke the protocol"),
    "long line": ("print('x' * 2**20)", "broke the protocol"),
    "endless line": ("[sys.stdout.write('x' * 2**16) for _ in iter(int, 1)]", "broke the protocol"),
    "bytes": ("sys.stdout.buffer.write(b'\\xff\\x00\\n'); sys.stdout.flush()", "broke the protocol"),
    "no move": ("answer = json.dumps({'kind': 'answer', 'id': message['id']})", "broke the protocol"),
    "illegal": (
        "answer = json.dumps({'kind': 'answer', 'id': message['id'], 'move': 10**9})",
        "played an illegal move",
    ),
    "silence": ("time.sleep(1000)", "took longer than 0.2 s plus 0.1 s of grace"),
    "stopped": ("os.kill(os.getpid(), 19)", "took longer than 0.2 s plus 0.1 s of grace"),  # SIGSTOP
    "busy": ("[None for _ in iter(int, 1)]", "took longer than 0.2 s plus 0.1 s of grace"),
    "flood": ('[print(\'{"kind":"x"}\') for _ in iter(int, 1)]', "took longer than 0.2 s plus 0.1 s of grace"),
    "errors": ("[sys.stderr.write('x' * 999) for _ in iter(int, 1)]", "took longer than 0.2 s plus 0.1 s of grace"),
    "closed output": ("os.close(1); time.sleep(1000)", "closed its output"),
    "fork": ("os.fork() or (os.closerange(0, 3), time.sleep(1000)); os._exit(4)", "exited with status 4"),
    "fork with pipes": ("os.fork() or time.sleep(1000); os._exit(4)", "took longer than 0.2 s plus 0.1 s of grace"),
    "error": ("answer = json.dumps({'kind': 'error', 'id': message['id'], 'text': 'help'})", "reported an error"),
    "bye": ("answer = json.dumps({'kind': 'bye'})", "left"),
}


def limit_of(why: str) -> Limit:
    """Return a limit with which a program fails so, and not because it is late on a busy machine."""
    return Limit(time=0.2 if "took longer" in why else 60)


@pytest.mark.parametrize("kind", some_in_quick(FAULTS))
def test_fault_of_a_program_is_its_loss(kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    action, why = FAULTS[kind]
    limit = limit_of(why)
    if kind == "closed output":
        monkeypatch.setattr(child, "EXIT_SECONDS", 0.2)
    wrong = ProgramBot(command(folder, f"if questions >= 3:\n            {action}"), limit)
    result = arena("foursquare", [wrong, "rule"], 2, seed=7)
    assert result.deals == 2
    row = result.rows[0]
    assert row.forfeits == {why: 2}
    assert result.rows[1].forfeits == {}
    fault = result.faults[0]
    assert foursquare.View.from_text(fault.view).current_player == 0
    if kind == "crash":
        assert fault.traceback.endswith("ValueError: no idea")
        assert "ValueError: no idea" in str(result)
    with pytest.raises(BotError) as raised:
        arena("foursquare", [ProgramBot(command(folder, action), limit)], 1, seed=7, errors="raise")
    assert raised.value.fault.seat == 0


@pytest.mark.parametrize("text", ["sleep 1000", "true", "cat", "yes"])
def test_program_that_does_not_greet_is_started_three_times(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if text == "sleep 1000":
        monkeypatch.setattr(process_module, "START_SECONDS", 0.2)
    started: list[list[str]] = []
    popen = subprocess.Popen

    def start(command: list[str], **options: Any) -> Any:
        started.append(command)
        return popen(command, **options)

    monkeypatch.setattr(subprocess, "Popen", start)
    result = arena("foursquare", [ProgramBot(text)], 8, seed=7)
    assert sum(result.rows[0].forfeits.values()) == 8
    assert started.count(text.split()) == 3


def test_child_of_a_program_ends_with_it(folder: Path) -> None:
    """Also if it has the pipes, and the program ends by itself as it should."""
    text = command(folder, "questions == 1 and (os.fork() or time.sleep(1000))")
    assert arena("foursquare", [ProgramBot(text)], 2, seed=7).faults == ()


def test_programs_end_with_a_killed_arena(folder: Path) -> None:
    """Even if nothing in it can run, and the program ignores the end of its input."""
    text = command(folder, "open(sys.argv[0] + '.asked', 'w'); time.sleep(1000)")
    arguments = [sys.executable, "-m", "oxideal", "arena", "foursquare", f"exec:1000s:{text}", "--jobs", "2"]
    with subprocess.Popen(arguments, stderr=subprocess.PIPE) as process:
        asked = folder / "bot.py.asked"
        while not asked.exists():
            time.sleep(0.01)
        process.kill()


@pytest.mark.full
def test_programs_end_with_ctrl_c(folder: Path) -> None:
    text = command(folder, "open(sys.argv[0] + '.asked', 'w'); time.sleep(1000)")
    for jobs in ("1", "2"):
        asked = folder / "bot.py.asked"
        asked.unlink(missing_ok=True)
        arguments = [sys.executable, "-m", "oxideal", "arena", "foursquare", f"exec:1000s:{text}", "--jobs", jobs]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            while not asked.exists():
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
        assert (process.returncode, "stopped early, after 0 of 1,000 deals: Ctrl-C" in errors) == (1, True)


def test_one_process_serves_many_rounds(folder: Path) -> None:
    text = command(folder, f"questions == 1 and open('{folder}/starts', 'a').write('x')")
    assert arena("foursquare", [ProgramBot(text)], 10, seed=7).faults == ()
    assert (folder / "starts").read_text(encoding="utf-8") == "x"


def test_each_seat_has_its_own_process(folder: Path) -> None:
    """No process is sent the hands of two seats of a round."""
    text = command(folder, f"questions == 1 and open('{folder}/starts', 'a').write('x')")
    assert arena("doudizhu", [ProgramBot(text), "rule"], 10, seed=7).faults == ()
    assert (folder / "starts").read_text(encoding="utf-8") == "xx"


def test_program_that_ended_between_rounds_is_started_again(folder: Path) -> None:
    """It cannot know, but the program that answers the last question of a round has to end first."""
    with ProgramBot(command(folder)) as made:
        view = foursquare.State(seed=7).view(0)
        assert made.choose(view) == view.legal_actions()[0]
        [program] = made._idle
        os.killpg(program._process.pid, signal.SIGKILL)
        program._process.wait()
        assert made.choose(view) == view.legal_actions()[0]


# Wherever a bot is taken


def logging_command(folder: Path) -> str:
    """Return the command of a program that keeps every line that it is sent, in a file for each process."""
    text, file = command(folder), folder / "bot.py"
    source = file.read_text(encoding="utf-8").replace(
        "    message = ", "    print(line, end='', file=log, flush=True)\n    message = ", 1
    )
    file.write_text("import os, sys\nlog = open(sys.argv[0] + f'.{os.getpid()}', 'a')\n" + source, encoding="utf-8")
    return text


def logs(folder: Path) -> list[list[dict[str, Any]]]:
    """Return the messages that each process was sent."""
    return [
        [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        for file in sorted(folder.glob("bot.py.*"), key=lambda file: file.stat().st_mtime_ns)
    ]


def kinds_of(messages: list[dict[str, Any]]) -> list[str]:
    return [message["kind"] for message in messages]


def events_of(messages: list[dict[str, Any]]) -> list[str]:
    return [event["text"] for message in messages if message["kind"] == "events" for event in message["events"]]


def rounds_of(messages: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Return the messages of each round, from `new_round` on."""
    starts = [place for place, kind in enumerate(kinds_of(messages)) if kind == "new_round"]
    return [messages[start:end] for start, end in zip(starts, [*starts[1:], len(messages)], strict=True)]


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_play_tells_a_program_events_and_the_match(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, *["#1", ""] * 40)
    records = folder / "rounds.jsonl"
    arguments = ["mexican_train", "--rules", '{"players": 2, "set": 3, "hand_size": 3}', "--records", str(records)]
    assert main(["play", *arguments, "--seed", "1", "--bots", f"exec:60s:{logging_command(folder)}"]) == 0
    [messages] = logs(folder)
    kinds = kinds_of(messages)
    assert (kinds[0], kinds[-2:]) == ("hello", ["end_match", "bye"])
    played = [*replayed(records)]
    told = [(each, state) for each, state in zip(rounds_of(messages), played[-len(rounds_of(messages)) :], strict=True)]
    assert told
    for sent, state in told:
        assert events_of(sent) == list(state.events(1))
        ends = [message for message in sent if message["kind"] == "end_round"]
        assert [end["payoffs"] for end in ends] == [list(state.payoffs)]
        assert sent[0]["names"][0] == "person"
    totals = [sum(each) for each in zip(*(state.payoffs for state in played), strict=True)]
    assert messages[-2]["totals"] == totals
    assert told[-1][0][0]["totals"] == [a - b for a, b in zip(totals, played[-1].payoffs, strict=True)]


def replayed(records: Path) -> list[Any]:
    """Return the final states of the rounds in a file."""
    return [replay(record) for record in read(records)]


def test_play_begins_the_round_again_after_undo(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Events that a program has been told cannot be taken back."""
    typed(monkeypatch, "draw", "kc", "/undo", "qc", "/quit")
    text = logging_command(folder)
    kept = folder / "games.jsonl"
    arguments = ["--practice", "--seed", "7", "--records", str(kept), "--bots", f"exec:60s:{text}"]
    assert main(["play", "rummy", *arguments]) == 0
    [messages] = logs(folder)
    first, *_, last = rounds_of(messages)
    assert kinds_of(first)[-1] == "end_round"
    assert first[-1]["payoffs"] is None
    [state] = replayed(kept)
    told = events_of(last)
    assert told == list(state.events(1))[: len(told)]
    assert events_of(first) != told[: len(events_of(first))]
    assert kinds_of(messages)[-1] == "bye"


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("raise ValueError('no idea')", "ValueError: no idea\noxideal play: Ada (NAME) exited with status 1\n"),
        ("time.sleep(1000)", "oxideal play: Ada (NAME) took longer than 0.2 s plus 0.1 s of grace\n"),
    ],
)
def test_play_says_how_a_program_failed(
    action: str, why: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, *["#1"] * 9)
    name = f"exec:{limit_of(why)}:{command(folder, f'if questions >= 3:{chr(10)}            {action}')}"
    assert main(["play", "rummy", "--seed", "7", "--bots", name]) == 1
    errors = capsys.readouterr().err
    assert why.replace("NAME", name) in errors
    assert "program.py" not in errors


def test_environment_closes_its_programs(folder: Path) -> None:
    pytest.importorskip("gymnasium")
    from oxideal.envs import SeatEnv

    env = SeatEnv("doudizhu", opponents=f"exec:60s:{logging_command(folder)}", seat=0)
    env.reset(seed=7)
    over = False
    while not over:
        *_, over, _, info = env.step(env.legal_actions()[0])
    assert sum(info["payoffs"]) == 0
    env.close()
    assert children() == set()
    for messages in logs(folder):
        assert kinds_of(messages)[-1] == "bye"
        assert {events_of(each)[0].split()[0] for each in rounds_of(messages)} == {"position"}


# Names and the API


def test_names_of_programs() -> None:
    made: Any = bot("exec:200ms:cat -n")
    assert (made.command, made.limit) == ("cat -n", Limit(time=0.2))
    assert bot("exec:cat -n") == ProgramBot("cat -n") == ProgramBot("cat -n", Limit(time=5))
    named: Any = bot("deep=exec:200ms:[depth=3, book=off, quick=true] cat -n")
    assert (named.name, named.command, named.limit) == ("deep", "cat -n", Limit(time=0.2))
    assert named.options == {"depth": 3, "book": "off", "quick": True}
    assert pickle.loads(pickle.dumps(named)) == named
    assert bot("exec:cat -n").name == "cat -n"  # type: ignore[attr-defined]
    assert [entry.name for entry in entries_of(["deep=exec:[depth=3] cat", "exec:cat"], 1)] == ["deep", "cat"]
    for text, message in (
        ("exec:[depth] cat", 'invalid option "depth" of a program'),
        ("exec:", 'invalid command "'),
        ("exec:no-such-program-x", 'there is no program "no-such-program-x"'),
        ("exec:cat '", "invalid command"),
    ):
        with pytest.raises(InvalidArgumentError, match=message):
            bot(text)
    with pytest.raises(InvalidArgumentError, match="the limit of a program must have a time"):
        ProgramBot("cat", Limit(nodes=5))


def test_options_reach_the_program(folder: Path) -> None:
    with ProgramBot(logging_command(folder), options={"depth": 5}) as made:
        made.choose(foursquare.State(seed=7).view(0))
    [messages] = logs(folder)
    assert {"kind": "options", "values": {"depth": 5}} in messages


# The check

WRONG = {
    "pass": "did not answer a ping",
    "answer = answer.replace('answer', 'answr')": "took longer than 60 s plus 6 s of grace: ignored a message of "
    'unknown kind "answr"',
    "print(answer.replace('answer', 'thought'))": 'ignored a message of unknown kind "thought"',
    "answer = answer.replace('}', ', \"cmt\": 1}')": 'ignored unknown field "cmt" of answer',
    "answer = answer.replace('move', 'mvoe')": 'missing field "move"; ignored unknown field "mvoe" of answer',
    "print(answer)": "an answer that nobody asked for",
    "answer = json.dumps({'kind': 'answer', 'id': message['id'], 'move': 10**6})": "not legal",
}


@pytest.mark.parametrize("action", WRONG)
def test_check_says_what_is_wrong_and_where(
    action: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oxideal.bots.conformance.START_SECONDS", 0.3 if action == "pass" else 60)
    receive, late = Program.receive, [0]

    def received(program: Program, deadline: float | None) -> dict[str, Any]:
        """Return the next message, and make it late that there is no answer once the wrong one has come."""
        message = receive(program, deadline)
        late[0] += 1000 * (message["kind"] == "answr")
        return message

    monkeypatch.setattr(Program, "receive", received)
    for module in ("_internal.child", "protocol.process", "bots.conformance"):
        monkeypatch.setattr(f"oxideal.{module}.monotonic", lambda: time.monotonic() + late[0])
    text = command(folder, action)
    if action != "pass":
        file = folder / "bot.py"
        pong = (
            'elif message["kind"] == "ping":\n        print(json.dumps({**message, "kind": "pong"}), flush=True)\n    '
        )
        source = file.read_text(encoding="utf-8")
        file.write_text(source.replace('elif message["kind"] == "bye"', f'{pong}elif message["kind"] == "bye"'))
    assert main(["protocol", "check", text, "--game", "foursquare", "--json", "--limit", "60s"]) == 1
    result = json.loads(capsys.readouterr().out)
    problems = [each for each in result["findings"] if each["problem"] is not None]
    assert result["wrong"] == len(problems)
    found = sum(WRONG[action] in each["problem"] for each in problems)
    assert found == 1 or (found > 1 and action == "print(answer)")  # the same problem is not told twice
    headings = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    told = [each for each in problems if each["problem"] != "as above"]
    if " unknown " in WRONG[action] and "missing" not in WRONG[action]:
        # A slip is one mistake, whatever the limit of the round, and never one of time.
        assert [each["section"] for each in told] == ["lines"]
    for each in told:
        assert f"\n## {each['section']}\n".replace("-", " ").lower() in headings.replace("-", " ").lower()


def test_trace_prints_the_dialogue(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["protocol", "trace", "foursquare", command(folder), "--seed", "7"]) == 0
    lines = [line[10:] for line in capsys.readouterr().out.splitlines()]
    assert lines[1] == "< hello version 1, name x, wants [legal]"
    assert lines[2].endswith(", totals null")
    assert lines[4].startswith("> question 1, 1000 ms: ")
    assert lines[-1] == "> bye"
    thinking = command(folder, "print(answer.replace('answer', 'thought'))")
    assert main(["protocol", "trace", "foursquare", thinking, "--seed", "7"]) == 0
    lines = [line[10:] for line in capsys.readouterr().out.splitlines()]
    thought = next(number for number, line in enumerate(lines) if line.startswith("< thought id 1, move "))
    assert lines[thought + 1].startswith('? ignored a message of unknown kind "thought"; expected one of hello, answer')


def test_misspelt_field_of_the_hello_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = command(folder)
    file = folder / "bot.py"
    file.write_text(file.read_text(encoding="utf-8").replace('"wants"', '"x-note":1,"want"'), encoding="utf-8")
    slip = 'ignored unknown field "want" of hello; expected one of kind, version, name, games, wants, options'
    result = arena("foursquare", [f"mine=exec:60s:{text}"], games=1)
    assert [(fault.why, fault.detail) for fault in result.faults] == [("exited with status 1", slip)]
    assert main(["protocol", "check", text, "--game", "foursquare", "--json", "--limit", "60s"]) == 1
    told = [each["problem"] for each in json.loads(capsys.readouterr().out)["findings"]]
    assert told[0] == slip
    assert any(f"exited with status 1: {slip}" in each for each in told if each)  # the check goes on
    assert main(["protocol", "trace", "foursquare", text, "--seed", "7"]) == 1
    assert [line[10:] for line in capsys.readouterr().out.splitlines() if line[10:12] == "? "] == [f"? {slip}"]


def test_program_error_is_raised_by_choose(folder: Path) -> None:
    with (
        ProgramBot(command(folder, "sys.stderr.write('hm\\n'); print(1)")) as made,
        pytest.raises(ProgramError) as raised,
    ):
        made.choose(rummy.State(seed=7).view(rummy.State(seed=7).current_player or 0))
    assert str(raised.value) == 'broke the protocol: not a message: "1"; other output belongs on standard error'
    assert raised.value.stderr == "hm"


# Programs that do not read

DEAF = """
import os, select
{action}
print('{{"kind":"x"}}', flush=True)
ended = select.poll()
ended.register(0, 0)  # until the host has closed its input
ended.poll()
"""


@pytest.mark.parametrize("waits_for", ["send", "receive"])
@pytest.mark.parametrize(("errors", "action"), [("closed", "os.close(2)"), ("full", "os.write(2, b'x')")])
def test_pipe_that_is_always_ready_does_not_hide_a_deadline(
    errors: str, action: str, waits_for: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = folder / "bot.py"
    file.write_text(DEAF.format(action=action), encoding="utf-8")
    program = Program([sys.executable, str(file)])
    if errors == "full":  # as if the program wrote faster than the host reads
        monkeypatch.setattr(program, "_read_stderr", lambda: True)
    program.receive(None)
    now = count()

    def clock() -> float:
        milliseconds = next(now)
        assert milliseconds < 1000, "the deadline has passed long since"
        return milliseconds / 1000

    monkeypatch.setattr(child, "monotonic", clock)
    large = {"kind": "x", "text": "x" * 2**20}  # more than a pipe holds
    with pytest.raises(ProgramError, match="late"), program.guarded("late"):
        program.receive(0.05) if waits_for == "receive" else program.send(large, deadline=0.05)
    monkeypatch.undo()
    assert not program.alive
