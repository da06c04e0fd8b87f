"""Every byte that a seat is sent is the same in two rounds that differ only in cards hidden from it."""

from __future__ import annotations

import io
import json
import sys
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any

import pytest

from helpers.effort import times
from helpers.isolation import RUST, Twin, check_sent, texts_of
from oxideal.bots import ProgramBot
from oxideal.errors import OxidealError
from oxideal.mcp import tools
from oxideal.mcp.server import Server
from oxideal.mcp.tables import OpenTable, Tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helpers.cases import Case

ROUNDS = times(100, quick=30)
"""For each game, shared among its rules; `--effort 10` plays 1,000."""

PLAYER = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["kind"] == "hello":
        print('{"kind":"hello","version":1,"name":"","wants":["legal","view"]}', flush=True)
    elif message["kind"] == "question":
        print('{"kind":"answer","id":%d,"move":0}' % message["id"], flush=True)
"""


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ProgramBot, list[bytes]]]:
    sent: list[bytes] = []
    file = tmp_path_factory.mktemp("bot") / "player.py"
    file.write_text(PLAYER, encoding="utf-8")

    def trace(direction: str, line: bytes) -> None:
        if direction == ">":
            sent.append(line)

    with ProgramBot(f"{sys.executable} {file}", trace=trace) as bot:
        bot._give_back(bot._take())
        yield bot, sent


def bytes_sent(programs: Any, module: Any, twin: Twin, seat: int) -> list[bytes]:
    """Return all lines that the program in this seat is sent when the actions are played, as an arena sends them."""
    bot, sent = programs
    sent.clear()
    state = twin.state(module, 0)
    names = [f"seat {each}" for each in range(state.rules.players)]
    program = bot.seat(state.rules, seat, names)
    for action in twin.actions:
        if state.current_player == seat:
            program.ask(state.view(seat), state.events(seat))
        state.push(action)
    if state.current_player == seat:
        program.ask(state.view(seat), state.events(seat))
    program.end(state.view(seat), state.events(seat))
    number = 0
    lines = []
    for line in sent:  # ids count the questions of a process
        if line.startswith(b'{"kind":"question"'):
            number += 1
            line = line.replace(line[line.index(b'"id":') : line.index(b',"time"')], b'"id":%d' % number, 1)
        lines.append(line)
    return lines


@pytest.mark.parametrize("case", RUST, ids=str)
def test_bytes_of_twins(case: Case, programs: Any) -> None:
    rounds = ceil(ROUNDS / sum(each.game == case.game for each in RUST))
    check_sent(case, rounds, partial(bytes_sent, programs, case.module))


MCP_ROUNDS = times(5, quick=3)
"""For each case; `--effort 100` plays 1,000."""


class Scripted(OpenTable):
    """A table at which all others play given actions."""

    actions: list[int]

    def advance(self) -> None:
        while self.actions and self._state.current_player != self.seat:
            self._state.push(self.actions.pop(0))


def bytes_by_mcp(module: Any, twin: Twin, seat: int) -> bytes:
    """Return everything that a model in this seat is sent when the actions are played and it uses all tools."""
    tables = Tables(7)
    tables._open[1] = table = Scripted(1, twin.state(module, 0), seat, [])
    table.actions = list(twin.actions)
    output = io.BytesIO()

    def call(tool: str, **arguments: Any) -> None:
        params = {"name": tool, "arguments": {"table": 1, **arguments}}
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        assert Server(tables, io.BytesIO(line.encode()), output).run() == 0

    def look() -> None:
        for tool in ("wait", "view", "legal_moves", "result"):
            call(tool)
        call("wait", since=0)
        call("legal_moves", offset=tools.MAX_MOVES)

    look()
    while table.actions:
        for text in [*texts_of(table.view), "3", "BR", "meld 2C 3C 4C", "0-1@me"]:
            try:
                is_legal = table.view.is_legal(text)
            except OxidealError:
                is_legal = False
            if not is_legal:
                call("move", turn=table.turn, move=text)
        call("move", turn=table.turn, move=str(table.rules.move(table.actions.pop(0))))
        look()
    assert len(table._state.history) == len(twin.actions)
    return output.getvalue()


@pytest.mark.parametrize("case", RUST, ids=str)
def test_bytes_of_twins_by_mcp(case: Case) -> None:
    check_sent(case, MCP_ROUNDS, partial(bytes_by_mcp, case.module))
