"""`examples/server.py`: play, clocks, resigning, restarts, refusals; and its load test, run small."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from oxideal import rummy
from oxideal.clock import Clock, TimeControl
from oxideal.commitment import verify
from oxideal.record import Record

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "examples"))
example: Any = import_module("server")


class Player:
    """A client with one line of JSON after another."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.events: list[str] = []

    async def send(self, kind: str, **fields: Any) -> None:
        self.writer.write(json.dumps({"kind": kind, **fields}).encode() + b"\n")
        await self.writer.drain()

    async def until(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of one of these kinds; errors are not skipped."""
        while True:
            message: dict[str, Any] = json.loads(await self.reader.readline())
            if message["kind"] == "events":
                self.events += [event["text"] for event in message["events"]]
            if message["kind"] in (*kinds, "error"):
                return message


@asynccontextmanager
async def serving(file: Path) -> AsyncIterator[tuple[Any, Callable[[], Awaitable[Player]]]]:
    """Run a server here, without its signals, and yield it with a function that connects a player."""
    found = example.Server(file)
    found.restore()
    players: list[Player] = []
    handled: list[asyncio.Task[None]] = []

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        handled.append(task)
        await found.handle(reader, writer)

    listening = await asyncio.start_server(handle, "127.0.0.1", 0, limit=example.MAX_LINE)
    port = listening.sockets[0].getsockname()[1]

    async def connect() -> Player:
        players.append(Player(*await asyncio.open_connection("127.0.0.1", port, limit=2**22)))
        return players[-1]

    try:
        yield found, connect
    finally:
        listening.close()
        for each in players:
            each.writer.close()
        await asyncio.gather(*handled, *(each.writer.wait_closed() for each in players), return_exceptions=True)
        for table in found.tables.values():
            if table.timer is not None:
                table.timer.cancel()


async def test_match_is_played_and_its_deals_verified(tmp_path: Path) -> None:
    async with serving(tmp_path / "tables.json") as (server, connect):
        ada = await connect()
        await ada.send("create", game="rummy", seats=["person", "rule"], rounds=2)
        table = await ada.until("table")
        kept = server.tables[table["table"]].match
        records = []
        while (message := await ada.until("question", "end_round", "end_match"))["kind"] != "end_match":
            if message["kind"] == "question":
                assert rummy.View.from_dict(message["view"]).legal_actions() == message["legal"]
                await ada.send("answer", table=message["table"], move=message["legal"][0])
            else:
                ada.events.clear()
        records.append(Record.of(kept.state))
        assert message["totals"] == list(kept.totals)
        assert verify(table["commitment"], message["revealed"], records[0])
        assert ada.events == kept.state.events(0)
        assert not server.tables


async def test_wrong_messages_are_refused_and_change_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path / "tables.json") as (server, connect):
        ada, ben = await connect(), await connect()
        messages: list[dict[str, Any]] = [
            {"kind": "create", "game": "os", "seats": ["person"]},
            {"kind": "create", "game": "rummy", "seats": ["person", "exec:sh"]},
            {"kind": "create", "game": "rummy", "seats": ["person"]},
            {"kind": "create", "game": "rummy", "seats": ["rule", "rule"]},
            {"kind": "create", "game": "rummy", "seats": ["person", "rule"], "clock": "soon"},
            {"kind": "create"},
            {"kind": "answer", "table": 'no"such', "move": 0},
            {},
        ]
        for wrong in messages:
            await ada.send(wrong.pop("kind", ""), **wrong)
            assert (await ada.until())["kind"] == "error"
        for line in (b"[]\n", b"nonsense\n", b"\xff\n"):
            ada.writer.write(line)
            assert (await ada.until())["kind"] == "error"
        assert not server.tables
        await ada.send("create", game="rummy", seats=["person", "person"])
        table = await ada.until("table")
        name = table["table"]
        before = server.tables[name].match.to_dict()
        await ada.send("answer", table=name, move="discard KS")
        assert (await ada.until())["kind"] == "error"
        for token in ("x", table["tokens"][0], 5):
            await ben.send("join", table=name, token=token, seat=1)
            assert (await ben.until("question"))["kind"] == "error"
        await ben.send("resign", table=name)
        assert (await ben.until("end_match"))["kind"] == "error"
        assert server.tables[name].match.to_dict() == before


async def test_player_who_resigns_or_has_no_time_left_loses(tmp_path: Path) -> None:
    async with serving(tmp_path / "tables.json") as (_, connect):
        for clock, resigns, event in (("600s", True, "forfeit 0 resigned"), ("100ms", False, "forfeit 0 time")):
            ada = await connect()
            await ada.send("create", game="rummy", seats=["person", "rule"], clock=clock)
            table = (await ada.until("table"))["table"]
            await ada.until("question")
            if resigns:
                await ada.send("resign", table=table)
            ended = await ada.until("end_match")
            assert ada.events[-1] == event
            assert ended["payoffs"][0] == 0 < ended["payoffs"][1]


async def test_restart_keeps_tables_and_clocks(tmp_path: Path) -> None:
    file = tmp_path / "tables.json"
    async with serving(file) as (server, connect):
        ada = await connect()
        await ada.send("create", game="doudizhu", seats=["person", "rule", "net"], clock="600s/60s")
        table = await ada.until("table")
        question = await ada.until("question")
        await ada.send("answer", table=table["table"], move=question["legal"][0])
        await ada.until("question")
        kept = server.tables[table["table"]]
        server.save()
    async with serving(file) as (server, connect):
        again = server.tables[table["table"]]
        assert again.match == kept.match
        assert again.match.state.history == kept.match.state.history
        assert (again.clock.banks, again.clock.turn) == (kept.clock.banks, kept.clock.turn)
        ada = await connect()
        await ada.send("join", table=table["table"], token=table["tokens"][0], seat=0)
        question = await ada.until("question")
        assert ada.events == again.match.state.events(0)
        await ada.send("answer", table=table["table"], move=question["legal"][0])
        assert (await ada.until("question", "end_match"))["kind"] in ("question", "end_match")


async def test_each_answer_takes_its_time_from_the_clock(tmp_path: Path) -> None:
    async with serving(tmp_path / "tables.json") as (server, connect):
        ada = await connect()
        await ada.send("create", game="foursquare", seats=["person"], clock="10s/60s")
        name = (await ada.until("table"))["table"]
        await ada.until("question")
        table = server.tables[name]
        now = asyncio.get_running_loop().time()
        table.clock = Clock(TimeControl(move=10, bank=60), 1)
        table.clock.start(0, now - 30)
        table.answer(0, table.match.state.legal_actions()[0])
        assert table.clock.banks[0] == pytest.approx(40, abs=5)


def test_load_test_runs(tmp_path: Path) -> None:
    """A small one: it checks that no message is refused, that all tables are restored, and that play goes on."""
    command = [sys.executable, str(ROOT / "benches" / "own_server.py"), "--tables", "12", "--connections", "3"]
    done = subprocess.run([*command, "--seconds", "1", "--pause", "0"], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "12 tables made" in done.stdout
    assert "restored in" in done.stdout
