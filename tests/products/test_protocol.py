"""The protocol for bots: the page, the schemas, the dialogues, our bots as programs, and the messages of a host."""

from __future__ import annotations

import io
import json
import re
import sys
import threading
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from oxideal import _registry, rummy
from oxideal.bots import Limit, ProgramBot, RuleBot, SearchBot
from oxideal.bots.protocol_server import Server
from oxideal.differential import GAMES
from oxideal.protocol.lines import write
from oxideal.schemas import schema

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "protocol.md"

sys.path.append(str(ROOT / "docs" / "_tools"))
import dialogues  # noqa: E402 (it is beside the pages)
import typescript  # noqa: E402

OURS = f"{sys.executable} -m oxideal bot rule"

SCRIPTED = """
import json, sys
answers = open(sys.argv[1]).read().splitlines()
for line in sys.stdin:
    kind = json.loads(line)["kind"]
    if kind in ("hello", "question"):
        print(answers.pop(0), flush=True)
    if kind == "bye":
        break
"""
"""A bot that answers with the lines of a file."""

Lines = list[tuple[str, dict[str, Any]]]


def validators(game: str) -> dict[str, Any]:
    return {
        direction: jsonschema.Draft202012Validator(schema(kind, game))
        for direction, kind in ((">", "to_bot"), ("<", "from_bot"))
    }


def dialogue_of(game: str) -> Lines:
    """Return the dialogue of the page."""
    text = dialogues.PAGE.read_text(encoding="utf-8")
    block = re.search(rf"^## {_registry.GAMES[game].title}\n\n```text\n(.*?)^```$", text, re.M | re.S)
    assert block
    lines = block[1].replace("\n  ", "").splitlines()
    return [(line[0], json.loads(line[2:])) for line in lines]


class Patient(io.BytesIO):
    """Messages that come when a server has answered the question before."""

    server: Server

    def readline(self, size: int | None = -1, /) -> bytes:
        assert self.server.idle.wait(60)
        return super().readline(size)


def served(bot: Any, *messages: bytes | dict[str, Any]) -> list[dict[str, Any]]:
    """Return what a bot of ours answers to these messages."""
    given = Patient(b"".join(each if isinstance(each, bytes) else write(each) for each in messages))
    output = io.BytesIO()
    given.server = Server(bot, given, output)
    assert given.server.run() == 0
    return [json.loads(line) for line in output.getvalue().splitlines()]


# The page


def test_examples_of_the_page_fit_the_schemas() -> None:
    page = PAGE.read_text(encoding="utf-8")
    kinds = set()
    for direction, text in re.findall(r'^```json title="(to|from) the bot"\n(.*?)^```$', page, re.M | re.S):
        kind = f"{direction}_bot"
        message = json.loads(text)
        jsonschema.Draft202012Validator(schema(kind, "rummy")).validate(message)
        kinds.add((kind, message["kind"]))
    shown = {(kind, each["properties"]["kind"]["const"]) for kind in ("to_bot", "from_bot") for each in kind_of(kind)}
    assert kinds == shown - {("to_bot", "bye"), ("from_bot", "bye")}


def kind_of(kind: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = schema(kind, "rummy")["$defs"][kind]["anyOf"]
    return found


def test_every_message_and_field_is_described() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for kind in ("to_bot", "from_bot"):
        for each in kind_of(kind):
            names = {each["properties"]["kind"]["const"], *each["properties"]}
            assert [name for name in names if f"`{name}`" not in text and f'"{name}"' not in text] == []


def test_limits_of_the_page() -> None:
    from oxideal._internal import child
    from oxideal.protocol import lines, messages, process

    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    for shown in (
        f"has at most {lines.MAX_BOT_LINE:,} bytes, a line of a host at most {lines.MAX_HOST_LINE // 2**20} MiB",
        f"at most {messages.MAX_EVENTS:,} events",
        f"the last {child.MAX_STDERR:,} bytes",
        f"It has {process.START_SECONDS} seconds",
    ):
        assert shown in text


# Dialogues


def test_dialogues_are_current() -> None:
    """`python docs/_tools/dialogues.py` writes them."""
    assert dialogues.PAGE.read_text(encoding="utf-8") == dialogues.page()


def test_types_for_typescript_are_current() -> None:
    """`python docs/_tools/typescript.py` writes them."""
    assert typescript.FILE.read_text(encoding="utf-8") == typescript.text()


@pytest.mark.parametrize("game", GAMES)
def test_dialogue_fits_the_schemas(game: str) -> None:
    found = dialogue_of(game)
    assert len(found) > 10
    for direction, message in found:
        validators(game)[direction].validate(message)


@pytest.mark.parametrize("game", GAMES)
def test_our_bot_answers_as_in_the_dialogue(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One message at a time, as the answer has to come before the next question."""
    monkeypatch.setattr("oxideal.protocol.process.END_SECONDS", 60)  # for a busy machine
    found = dialogue_of(game)
    with ProgramBot(OURS) as bot:
        program = bot._take()
        for number, (direction, message) in enumerate(found[2:], 2):
            if direction == ">" and message["kind"] != "bye":
                program.tell(message, seconds=60)
            elif direction == "<":
                assert program.receive(None) == message, number
        assert program.close() == 0


@pytest.mark.parametrize("game", GAMES)
def test_host_sends_what_the_dialogue_shows(game: str, tmp_path: Path) -> None:
    expected = dialogue_of(game)
    module = _registry.module_of(game)
    rules = module.Rules.from_dict(dialogues.RULES.get(game, {}))
    stream = next(k for k in range(1000) if list(dialogues.of_deal(module, rules, k)) == expected)
    state = module.State(rules, seed=1, stream=stream)
    (tmp_path / "bot.py").write_text(SCRIPTED, encoding="utf-8")
    (tmp_path / "answers").write_bytes(write(*(message for direction, message in expected if direction == "<")))
    lines: list[tuple[str, bytes]] = []
    names = next(message["names"] for _, message in expected if message["kind"] == "new_round")
    with ProgramBot(
        f"{sys.executable} {tmp_path}/bot.py {tmp_path}/answers", trace=lambda *line: lines.append(line)
    ) as bot:
        seat = bot.seat(rules, dialogues.SEAT, names)
        while (player := state.current_player) is not None:
            view, legal = state.view(player), state.legal_actions()
            asked = player == dialogues.SEAT and len(legal) > 1
            state.push(seat.ask(view, state.events(player))[0] if asked else RuleBot().choose(view))
        seat.end(state.view(dialogues.SEAT), state.events(dialogues.SEAT))
    shown = [(direction, json.loads(line)) for direction, line in lines]
    assert shown[1:] == expected[1:]


# Our bots as programs


def test_bot_chooses_a_version() -> None:
    hello, refused = served(RuleBot(), {"kind": "hello", "versions": [9, 1]}, {"kind": "hello", "versions": [2]})
    assert (hello["kind"], hello["version"], hello["name"]) == ("hello", 1, "rule")
    assert (refused["kind"], refused["text"]) == ("error", "this bot speaks version 1 of the protocol")


def test_option_limit_is_that_of_the_search() -> None:
    server = Server(SearchBot(Limit(iterations=5)), io.BytesIO(), io.BytesIO())
    server.on_options({"kind": "options", "values": {"limit": "7it"}})
    assert server.limit == Limit(iterations=7)
    assert server._limit(1000, 0) == Limit(time=0.9, iterations=7)
    # Of the time for the whole round it takes a twentieth.
    assert server._limit(21_000, 20_000) == Limit(time=1.8, iterations=7)
    [error] = served(RuleBot(), {"kind": "options", "values": {"limit": "7it"}})
    assert error["text"] == "unknown option; expected none"


def question_of(state: Any) -> list[dict[str, Any]]:
    seat = state.current_player
    rules = state.rules.to_dict()
    events = [state.rules.event_to_dict(text) for text in state.events(seat)]
    return [
        {"kind": "new_round", "game": "rummy", "rules": rules, "seat": seat, "names": [], "clock": None},
        {"kind": "events", "events": events},
        {"kind": "question", "id": 1, "time": None},
    ]


SLOW = """
import threading

class Slow:
    stopped = threading.Event()

    def choose(self, view, limit=None):
        self.stopped.wait(600)
        return view.legal_actions()[0]

    def stop(self):
        self.stopped.set()
"""


@pytest.mark.parametrize("cancel", [False, True])
def test_bot_reads_while_it_thinks(cancel: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that thinks until it is stopped, or its round ends, still answers pings."""
    monkeypatch.setattr("oxideal.protocol.process.END_SECONDS", 60)  # for a busy machine
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    with ProgramBot(f"{sys.executable} -m oxideal bot {tmp_path / 'slow.py'}:Slow") as bot:
        program = bot._take()
        program.tell(*question_of(rummy.State(seed=7)), {"kind": "ping", "id": 5}, seconds=60)
        assert program.receive(None) == {"kind": "pong", "id": 5}
        program.tell(
            {"kind": "stop", "id": 9}, {"kind": "end_round"} if cancel else {"kind": "stop", "id": 1}, seconds=60
        )
        program.tell({"kind": "ping", "id": 6}, seconds=60)
        kinds = [program.receive(None)["kind"]]
        while "pong" not in kinds:
            kinds.append(program.receive(None)["kind"])
        if not cancel:
            while len(kinds) < 2:
                kinds.append(program.receive(None)["kind"])
        assert sorted(kinds) == (["pong"] if cancel else ["answer", "pong"])
        assert program.close() == 0


def test_output_of_a_bot_is_not_a_message(capsys: pytest.CaptureFixture[str]) -> None:
    class Prints:
        def choose(self, view: Any, limit: Limit | None = None) -> Any:  # noqa: ARG002
            print("thinking")
            raise ValueError("no idea")

    done = threading.Event()

    class Reader(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            return super().readline(size) or str(done.wait(60))[:0].encode()

    class Writer(io.BytesIO):
        def flush(self) -> None:
            done.set()

    output = Writer()
    Server(Prints(), Reader(write(*question_of(rummy.State(seed=7)))), output).run()
    message = json.loads(output.getvalue())
    assert message == {"kind": "error", "id": 1, "rule": None, "text": "ValueError: no idea"}
    assert capsys.readouterr().err.startswith("thinking\nTraceback")


def test_long_line_is_skipped() -> None:
    long = b'{"kind":"' + b"x" * (2**24 + 100) + b'"}\n'
    error, pong = served(RuleBot(), long, {"kind": "ping", "id": 1})
    assert error["text"] == "a line must have at most 16777216 bytes"
    assert pong == {"kind": "pong", "id": 1}
