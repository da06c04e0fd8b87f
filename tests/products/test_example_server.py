"""`examples/server.py`: play, clocks, resigning, restarts, refusals; and its load test, run small."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from oxideal import rummy
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

    async def create(self, game: str, seats: object, **fields: Any) -> None:
        await self.send("create", **{"game": game, "seats": seats, "rules": {}, "rounds": 1, "clock": "600s", **fields})

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
        async with asyncio.timeout(60):  # a message that never comes
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
        await ada.create("rummy", ["person", "rule"], rounds=2)
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
        ada, ben, eve = await connect(), await connect(), await connect()
        good: dict[str, Any] = {"game": "rummy", "seats": ["person", "rule"], "rules": {}, "rounds": 1}
        refused: tuple[dict[str, Any], ...] = (
            {"game": "os", "seats": ["person"]},
            {"seats": ["person", "exec:sh"]},
            {"seats": ["person"]},
            {"seats": ["rule", "rule"]},
            {"seats": ["person", []]},
            {"rules": {"players": 9}},
            {"rounds": 10**9},
            {"clock": "soon"},
            {"clock": "100ms"},
            {"clock": "15s/60s+1000000s"},
            {"kind": "answer", "table": 'no"such', "move": 0},
            {"kind": "join", "table": [], "token": "", "seat": 0},
            {"kind": []},
        )
        for wrong in refused:
            await ada.send(**{"kind": "create", "clock": "15s/60s", **good, **wrong})
            assert (await ada.until())["kind"] == "error", wrong
        for line in (b"[]", b"{}", b"nonsense", b"\xff", b"[" * 60_000, b"9" * 5000):
            ada.writer.write(line + b"\n")
            assert (await ada.until())["kind"] == "error", line[:9]
        assert not server.tables
        await ada.create("rummy", ["person", "person"])
        table = await ada.until("table")
        name = table["table"]
        before = server.tables[name].match.to_dict()
        await ben.send("join", table=name, token=table["tokens"][1], seat=1)
        legal = (await ben.until("question"))["legal"]
        illegal = next(move for move in range(rummy.Rules().num_actions) if move not in legal)
        for move in (illegal, -1, 10**30, "nonsense", [legal[0]]):
            await ben.send("answer", table=name, move=move)
            assert (await ben.until())["kind"] == "error", move
        await ada.send("answer", table=name, move=legal[0])
        assert "not your turn" in (await ada.until())["text"]
        for seat, token in ((1, "\ud800"), (1, table["tokens"][0]), (1, 5), (-1, table["tokens"][1]), (2, "")):
            await eve.send("join", table=name, token=token, seat=seat)
            assert (await eve.until("question"))["kind"] == "error", seat
        await ada.send("join", table=name, token=table["tokens"][1], seat=1)
        assert "another seat" in (await ada.until())["text"]
        await eve.send("resign", table=name)
        assert (await eve.until("end_match"))["kind"] == "error"
        assert server.tables[name].match.to_dict() == before


async def test_player_who_resigns_or_has_no_time_left_loses(tmp_path: Path) -> None:
    async with serving(tmp_path / "tables.json") as (_, connect):
        for clock, resigns, event in (("600s", True, "forfeit 0 resigned"), ("1s", False, "forfeit 0 time")):
            ada = await connect()
            await ada.create("rummy", ["person", "rule"], clock=clock)
            table = (await ada.until("table"))["table"]
            await ada.until("question")
            if resigns:
                await ada.send("resign", table=table)
            ended = await ada.until("end_match")
            assert ada.events[-1] == event
            assert ended["payoffs"][0] == 0 < ended["payoffs"][1]


async def test_client_that_leaves_can_come_back_and_is_forgotten(tmp_path: Path) -> None:
    async with serving(tmp_path / "tables.json") as (server, connect):
        ada = await connect()
        await ada.create("rummy", ["person", "rule"])
        created = await ada.until("table")
        table = server.tables[created["table"]]
        await ada.until("question")
        first = table.clients[0]
        ben = await connect()  # the same person from elsewhere: the first connection has the seat no longer
        await ben.send("join", table=table.name, token=created["tokens"][0], seat=0)
        await ben.until("question")
        await ada.send("resign", table=table.name)
        assert (await ada.until("end_match"))["kind"] == "error"
        assert first.seats == {}
        first.writer.transport.abort()
        ben.writer.write(b"x" * (2 * example.MAX_LINE))
        with suppress(ConnectionResetError):  # from the kernel, as the server has not read all of it
            assert await ben.reader.read() == b""
        assert (table.clients, [*server.tables]) == ({}, [table.name])


async def test_restart_keeps_tables_and_clocks(tmp_path: Path) -> None:
    file = tmp_path / "tables.json"
    async with serving(file) as (server, connect):
        ada = await connect()
        await ada.create("doudizhu", ["person", "rule", "net"], clock="600s/60s")
        table = await ada.until("table")
        question = await ada.until("question")
        await ada.send("answer", table=table["table"], move=question["legal"][0])
        await ada.until("question")
        kept = server.tables[table["table"]]
        server.save([kept.line()])
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


@pytest.mark.full
def test_load_test_measures(tmp_path: Path) -> None:
    """It ends with an error if a message is refused, a table is not restored or does not go on."""
    command = [sys.executable, str(ROOT / "benches" / "own_server.py"), "--tables", "12", "--connections", "3"]
    done = subprocess.run([*command, "--seconds", "1", "--pause", "0"], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "12 tables made" in done.stdout
    assert "restored in" in done.stdout
    answers, events = (
        float(found.replace(",", "")) for found in re.findall(r"([\d,]+) (?:answers|events)/s", done.stdout)
    )
    assert events >= answers > 0
