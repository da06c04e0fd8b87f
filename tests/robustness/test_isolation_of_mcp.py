"""Every byte that a language model is sent is the same in two rounds that differ only in cards hidden from it."""

from __future__ import annotations

import io
import json
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from helpers.effort import times
from helpers.isolation import RUST, Twin, check_sent, texts_of
from oxideal.errors import OxidealError
from oxideal.mcp import tools
from oxideal.mcp.server import Server
from oxideal.mcp.tables import OpenTable, Tables

if TYPE_CHECKING:
    from helpers.cases import Case

ROUNDS = times(5, quick=3)
"""For each case; `--effort 100` plays 1,000."""


class Scripted(OpenTable):
    """A table at which all others play given actions."""

    actions: list[int]

    def advance(self) -> None:
        while self.actions and self._state.current_player != self.seat:
            self._state.push(self.actions.pop(0))


def bytes_sent(module: Any, twin: Twin, seat: int) -> bytes:
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
def test_bytes_of_twins(case: Case) -> None:
    check_sent(case, ROUNDS, partial(bytes_sent, case.module))
