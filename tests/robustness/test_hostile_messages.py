"""Damaged and random messages, to our bots and from a program: only documented answers, and nothing grows.

`--effort 10` sends 100,000 of each.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import IO, Any

import jsonschema
import pytest

from helpers.effort import times
from oxideal.arena import arena
from oxideal.bots import Limit, ProgramBot
from oxideal.differential import GAMES
from oxideal.protocol.lines import MAX_BOT_LINE, write
from oxideal.schemas import schema

ROOT = Path(__file__).parents[2]

sys.path.append(str(ROOT / "docs" / "_tools"))
import dialogues  # noqa: E402 (it is beside the pages)

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")

MESSAGES = times(10_000, quick=500)

BLOCKS = 10
"""The number of parts of a run; resources are measured after each."""

MAX_GROWTH = 4 * 2**20
"""How many bytes a process may grow after the first fifth of a run: what its caches need.

Measured three times, with 1,000 and with 10,000 messages: a bot grew by 1.6 MB at most, the arena not at all.
"""


def resources(process: int) -> dict[str, int]:
    """Return the number of open files and threads of a process, and its bytes of memory."""
    folder = Path(f"/proc/{process}")
    pages = int((folder / "statm").read_text().split()[1])
    return {
        "files": len([*(folder / "fd").iterdir()]),
        "threads": len([*(folder / "task").iterdir()]),
        "memory": pages * os.sysconf("SC_PAGE_SIZE"),
    }


def check_growth(samples: list[dict[str, int]]) -> None:
    first, last = samples[BLOCKS // 5], samples[-1]
    assert last["files"] <= first["files"]
    assert last["threads"] <= first["threads"] + 1  # the thread of a search may be about to end
    assert last["memory"] - first["memory"] < MAX_GROWTH


def random_value(chance: random.Random, depth: int = 0) -> Any:
    """Return a random value of JSON."""
    kind = chance.randrange(9 if depth < 4 else 6)
    if kind < 6:
        simple = (None, True, chance.randint(-3, 3), 10 ** chance.randrange(400), chance.random(), "x" * kind)
        return chance.choice((*simple, "rummy", "hello", "question", "events", "\ud800", "\0"))
    if kind == 6:
        return {chance.choice(NAMES): random_value(chance, depth + 1) for _ in range(chance.randrange(4))}
    return [random_value(chance, depth + 1) for _ in range(chance.randrange(4))]


NAMES = (
    "kind",
    "id",
    "game",
    "rules",
    "seat",
    "names",
    "events",
    "text",
    "move",
    "time",
    "values",
    "limit",
    "versions",
)

KINDS = ("hello", "options", "new_round", "events", "question", "stop", "ping", "end_round", "end_match", "error", "x")


def damaged(line: bytes, chance: random.Random) -> bytes:
    """Return a line with some bytes or values changed."""
    if chance.random() < 0.5:
        data = bytearray(line)
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(data))
            data[place : place + chance.randint(0, 3)] = chance.randbytes(chance.randint(0, 3)).replace(b"\n", b"")
        return bytes(data).rstrip(b"\n") + b"\n"
    message = json.loads(line)
    inner = message
    while isinstance(inner, dict | list) and inner:
        key: Any = chance.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
        if not isinstance(inner[key], dict | list) or chance.random() < 0.3:
            inner[key] = random_value(chance)
            break
        inner = inner[key]
    return json.dumps(message).encode() + b"\n"


def strange(chance: random.Random) -> bytes:
    """Return a random line."""
    made = chance.randrange(20)
    if made == 0:
        return b"[" * chance.choice((10, 10_000)) + b"\n"
    if made == 1:
        return b"x" * chance.choice((1, MAX_BOT_LINE, 2**20)) + b"\n"
    if made < 6:
        return chance.randbytes(chance.randrange(60)).replace(b"\n", b"") + b"\n"
    message = {chance.choice(NAMES): random_value(chance) for _ in range(chance.randrange(6))}
    return json.dumps({**message, "kind": chance.choice(KINDS)}).encode() + b"\n"


@cache
def dialogue(game: str) -> list[bytes]:
    """Return what the host sends in the dialogue of the page, without the bye."""
    sent = [write(message) for way, message in dialogues.dialogue(game) if way == ">"]
    return sent[:-1]


def messages_to_a_bot(chance: random.Random, count: int) -> list[bytes]:
    """Return this number of lines: those of dialogues, some of them damaged or shuffled, and random ones."""
    rounds = [dialogue(game) for game in GAMES]
    sent: list[bytes] = []
    while len(sent) < count:
        lines, wrong = chance.choice(rounds), chance.choice((0.02, 0.7))
        if wrong > 0.5:
            lines = chance.choices(lines, k=20)
        sent += [damaged(line, chance) if chance.random() < wrong else line for line in lines]
        sent += [strange(chance) for _ in range(4)]
    return [line for line in sent if not re.match(rb'\{"kind": ?"bye"', line)][:count]


def send(stream: IO[bytes], data: bytes) -> None:
    stream.write(data)
    stream.flush()


def parts(lines: list[bytes]) -> Iterator[bytes]:
    """Yield the lines in parts that end with a question, so that there is time for an answer."""
    made: list[bytes] = []
    for line in lines:
        made.append(line)
        if b"question" in line:
            yield b"".join(made)
            made.clear()
    yield b"".join(made)


@pytest.mark.parametrize("bot", ["rule", "search:1it"])
def test_our_bot_answers_by_the_schema_and_does_not_grow(bot: str) -> None:
    chance = random.Random(bot)
    validator = jsonschema.Draft202012Validator(schema("from_bot", "rummy"))
    kinds = Counter[str]()
    samples = []
    command = [sys.executable, "-m", "oxideal", "bot", bot]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(BLOCKS):
            for given in parts(messages_to_a_bot(chance, MESSAGES // BLOCKS)):
                last = {"kind": "ping", "id": 10**9 + sum(kinds.values())}
                writing = threading.Thread(target=send, args=[process.stdin, given + write(last)])
                writing.start()
                for line in process.stdout:
                    assert len(line) <= MAX_BOT_LINE + 1
                    message = json.loads(line)
                    validator.validate(message)
                    kinds[message["kind"]] += 1
                    if message == {**last, "kind": "pong"}:
                        break
                writing.join()
            samples.append(resources(process.pid))
        process.stdin.close()
        assert process.wait(60) == 0
    assert {*kinds} == {"hello", "answer", "error", "pong"} | ({"info"} if bot != "rule" else set())
    assert kinds["answer"] > BLOCKS
    assert kinds.total() > MESSAGES / 4
    check_growth(samples)


HOSTILE = """
import sys, zlib
lines = open(sys.argv[1], "rb").read().split(b"\\n")
told = 0
out = sys.stdout.buffer
for line in sys.stdin.buffer:
    if b'"kind":"hello"' in line:
        out.write(b'{"kind":"hello","version":1,"name":"hostile","wants":["legal"]}\\n')
    elif b'"kind":"events"' in line:
        told = zlib.crc32(line, told)
    elif b'"kind":"question"' in line:
        number = line.partition(b'"id":')[2].partition(b",")[0]
        move = line.partition(b'"legal":[{"id":')[2].partition(b",")[0]
        place = zlib.crc32(line, told)
        for _ in range(20):
            place = (place * 1103515245 + 12345) % 2**31
            out.write(lines[place // 65536 % len(lines)].replace(b"NUMBER", number) + b"\\n")
        out.write(b'{"kind":"answer","id":%s,"move":%s}\\n' % (number, move))
    elif b'"kind":"bye"' in line:
        break
    out.flush()
"""
"""A bot that sends twenty lines of a file before each answer; which ones depends only on what it is told."""


def messages_from_a_bot(chance: random.Random, count: int) -> list[bytes]:
    """Return this number of lines, most of which do not end the round; NUMBER is the id of the question."""
    ends = [
        b'{"kind":"answer","id":NUMBER}',
        b'{"kind":"answer","id":NUMBER,"move":[1]}',
        b'{"kind":"answer","id":NUMBER,"move":99999999999999999999}',
        b'{"kind":"error","id":NUMBER,"text":"help"}',
        b'{"kind":"info","id":NUMBER,"line":5}',
        b'{"kind":"bye"}',
    ]
    kinds = ("answer", "info", "pong", "error", "hello", "events", "x")
    made: list[bytes] = []
    while len(made) < count:
        if chance.random() < 0.98:
            message: dict[str, Any] = {chance.choice(NAMES): random_value(chance) for _ in range(chance.randrange(5))}
            kind = chance.choice(kinds)
            made.append(json.dumps({**message, "id": 10**9 + chance.randrange(9), "kind": kind}).encode())
        elif chance.random() < 0.5:
            made.append(chance.choice(ends))
        else:
            made.append(strange(chance).rstrip(b"\n"))
    return made


def processes(mark: str) -> list[str]:
    """Return the running processes with this in their command line."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "cmdline").read_bytes():
                found.append(folder.name)
        except OSError:
            continue
    return found


def test_arena_takes_any_message_of_a_program_and_does_not_grow(tmp_path: Path) -> None:
    chance = random.Random(2)
    (tmp_path / "hostile.py").write_text(HOSTILE, encoding="utf-8")
    (tmp_path / "lines").write_bytes(b"\n".join(messages_from_a_bot(chance, 3000)))
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    received = 0
    reasons = Counter[str]()

    def trace(direction: str, _: bytes) -> None:
        nonlocal received
        received += direction == "<"

    samples = []
    command = f"{sys.executable} -I -S {tmp_path}/hostile.py {tmp_path}/lines"
    for block in range(BLOCKS):
        seed = 0
        while received < MESSAGES * (block + 1) / BLOCKS:
            seed += 1
            result = arena(
                "foursquare", [ProgramBot(command, Limit(time=60), trace=trace)], 10, seed=100 * block + seed
            )
            assert result.deals == 10
            reasons.update(result.rows[0].forfeits)
        samples.append(resources(os.getpid()))
    assert processes(str(tmp_path)) == []
    assert set(reasons) == {"broke the protocol", "left", "reported an error"}
    assert [why for why in reasons if why not in page] == []
    check_growth(samples)
