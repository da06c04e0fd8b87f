"""A server of tables that is killed, runs out of disk, loses its clients or is sent rubbish."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException

from helpers.effort import some_in_quick, times
from helpers.tables import ALL_GAMES, SECONDS, Client, client, new_table, run, serving, started
from oxideal.bots import RuleBot
from oxideal.commitment import verify
from oxideal.record import loads
from oxideal.serve.bots import Shared
from oxideal.serve.connection import Connection
from oxideal.serve.store import StoreError
from oxideal.serve.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

if sys.platform == "win32":
    pytest.skip("it has no SIGKILL", allow_module_level=True)

KILLS = times(10, quick=3)

MESSAGES = times(20_000, quick=2_000)

# Kills


class Player:
    """A client that plays at its table until its server is killed, and remembers what it has been told."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.chance = random.Random(game)
        self.table: dict[str, Any] = {}
        self.round = 0
        self.told: list[str] = []
        """The events of the round."""
        self.sent: dict[int, int] = {}
        """The answer to each question, which must not change: it can have been played already."""
        self.rounds = 0
        """How many rounds it has seen the end of."""
        self.heard = 0
        """How many messages it has read."""
        self.repeated = 0
        """How many questions were asked again after a kill."""

    async def play(self, port: int) -> None:
        """Play until the connection ends."""
        try:
            async with client(port) as socket:
                if not self.table:
                    self.table = await socket.create(self.game)
                else:
                    fields = {name: self.table[name] for name in ("table", "token")}
                    await socket.ask("join", "table", **fields)
                while True:
                    await self.read(socket)
        except (WebSocketException, OSError):
            pass

    async def read(self, socket: Client) -> None:
        message = await socket.receive()
        self.heard += 1
        assert message["kind"] != "error", message
        if message["kind"] == "new_round":
            if message["round"] == self.round:
                self.again = True
            else:
                assert message["round"] == self.round + 1
                self.round, self.told, self.again = message["round"], [], False
        elif message["kind"] == "events":
            if self.again:  # the first message after a return has all events so far
                assert socket.events[: len(self.told)] == self.told, "an event that was told is lost or played twice"
                self.again = False
            self.told = list(socket.events)
        elif message["kind"] == "question":
            self.repeated += message["id"] in self.sent
            move = self.sent.setdefault(message["id"], self.chance.choice(message["legal"])["id"])
            await socket.answer(message, move)
        elif message["kind"] == "end_round":
            self.rounds += 1
            record = loads((await socket.ask("record", "record"))["record"])
            assert verify((record.info or {})["commitment"], message["revealed"], record)
            await socket.send("next_round")


def test_killed_server_continues_every_table(tmp_path: Path) -> None:
    """What a client has been told is never lost, and no answer is played twice, wherever the server is killed."""
    players = [Player(game) for game in ALL_GAMES for _ in range(2)]
    chance = random.Random(7)

    def heard() -> int:
        return sum(player.heard for player in players)

    async def life(number: int) -> None:
        process, url = started(number, 0, "--database", str(tmp_path / "tables.sqlite"), "--rate", "1e9")
        port = int(url.rstrip("/").rpartition(":")[2])
        enough = heard() + chance.randrange(600)
        playing = [asyncio.create_task(player.play(port)) for player in players]
        while heard() < enough or not all(player.table for player in players):
            assert not any(each.done() for each in playing)
            await asyncio.sleep(0.001)
        assert process.poll() is None
        process.send_signal(signal.SIGKILL)
        await asyncio.gather(*playing)
        process.communicate()

    for number in range(KILLS):
        asyncio.run(life(number))

    async def compare() -> None:
        """Compare each table with its log and with the record of its player."""
        async with serving(tmp_path) as (server, _):
            for player in players:
                entries = await server.store.entries(player.table["table"])
                table = Table(entries)
                state = table.state
                if table.round == player.round:
                    assert state.events(player.table["seat"])[: len(player.told)] == player.told
                played = sum(entry["kind"] == "move" for entry in entries)
                assert len(state.history) <= played
                count = await server.store.run(
                    lambda db, name=player.table["table"]: db.execute(  # type: ignore[misc]
                        "SELECT count(*) FROM records WHERE name = ?", (name,)
                    ).fetchone()
                )
                assert count == (table.round - (not state.is_over),)
                assert count[0] >= player.rounds - 1 - KILLS

    run(compare())
    assert sum(player.rounds for player in players) > 0
    if KILLS >= 100:  # a kill between an answer and its storing is rare
        assert sum(player.repeated for player in players) > 0


# A full disk


@pytest.mark.parametrize("game", some_in_quick(ALL_GAMES))
async def test_full_disk_refuses_moves_and_loses_nothing(game: str, tmp_path: Path) -> None:
    async with serving(tmp_path) as (server, port), client(port) as ada:
        await ada.create(game)
        question = await ada.until("question")
        size = (await server.store.run(lambda db: db.execute("PRAGMA page_count").fetchone()))[0]
        await server.store.run(lambda db: db.execute(f"PRAGMA max_page_count = {size}").fetchone())
        filler = b"x" * 1000
        insert = "INSERT INTO records VALUES (NULL, '', ?)"
        while filler:  # fill the last page
            try:
                await server.store.run(lambda db, filler=filler: db.execute(insert, (filler,)))  # type: ignore[misc]
            except StoreError:
                filler = filler[: len(filler) // 2]
        message = question
        while message["kind"] != "error":  # a page has room for a few moves, of the person or the bots
            events = list(ada.events)
            await ada.answer(message, message["legal"][0]["id"])
            message = await ada.until("question", "error")
        assert "disk is full" in message["text"]
        if game == "foursquare":  # nothing has changed, as often as it is tried
            again = await ada.until("question")
            await ada.answer(again, again["legal"][0]["id"])
            assert "disk is full" in (await ada.until("error"))["text"]
            assert ada.events == events
        live = server.live[ada.table["table"]]
        assert live.table.state.history == Table(await server.store.entries(live.name)).state.history
        await server.store.run(lambda db: db.execute("PRAGMA max_page_count = 1000000").fetchone())
        await ada.play_round()
        assert ada.events == Table(await server.store.entries(live.name)).state.events(0)
        assert loads((await ada.ask("record", "record"))["record"]).actions


async def test_database_that_disappears_refuses_moves_and_loses_nothing(tmp_path: Path) -> None:
    """SQLite itself goes on writing to the file that was deleted or moved."""
    database, moved = tmp_path / "tables.sqlite", tmp_path / "moved.sqlite"
    async with serving(tmp_path) as (server, port), client(port) as ada:
        await ada.create("foursquare")
        question = await ada.until("question")
        database.rename(moved)
        for _ in range(2):  # there is no file, and then another one
            await ada.answer(question)
            error = await ada.until("error")
            assert error["text"] == "the database: its file has been moved, deleted or replaced"
            assert await ada.until("question") == question
            database.touch()
        moved.replace(database)
        await ada.answer(question)
        await ada.play_round()
        live = server.live[ada.table["table"]]
        assert ada.events == Table(await server.store.entries(live.name)).state.events(0)


async def test_move_of_a_bot_that_cannot_be_stored_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oxideal.serve.live.RETRY_SECONDS", 0.01)
    async with serving(tmp_path) as (server, port), client(port) as ada:
        await ada.create("rummy")
        failures = 0
        append = server.store.append

        async def sometimes(*given: Any) -> None:
            nonlocal failures
            if given[2][0]["kind"] == "move" and given[2][0]["seat"] == 1 and failures % 3 < 2:
                failures += 1
                await server.store.run(lambda db: db.execute("INSERT INTO nowhere VALUES (1)"))
            failures += 1
            await append(*given)

        server.store.append = sometimes  # type: ignore[method-assign, assignment]
        await ada.play_round()
        assert failures > 10
        record = loads((await ada.ask("record", "record"))["record"])
        assert record.actions


# Clients that vanish

KINDS_OF_SEATED = ("create", "join", "answer", "next_round", "take_back", "swap", "hint", "record", "x")


@pytest.mark.parametrize("kind", some_in_quick(KINDS_OF_SEATED))
async def test_client_vanishes_after_a_message(kind: str, tmp_path: Path) -> None:
    """The other person can go on, and the client can return to its seat."""
    seats = ["person", "person"]
    async with serving(tmp_path, hint=0.05) as (server, port), client(port) as ada:
        table = await ada.create("rummy", seats, rules={"turn_limit": 30}, practice=True)
        place = {"table": table["table"]}
        async with client(port) as ben:
            token = (await ben.ask("join", "table", name="Ben", **place))["token"]
            place["token"] = token
            if kind in ("next_round", "record"):
                await asyncio.gather(ada.play_round(), ben.play_round())
            if kind == "create":
                await ben.send("create", **new_table("foursquare"))
            elif kind == "answer":
                await ben.send("answer", id=len(await server.store.entries(table["table"])), move=0)
            else:
                await ben.send(kind, **(place if kind == "join" else {}))
            ben.socket.transport.abort()
        async with client(port) as again:
            back = await again.ask("join", "table", **place)
            assert back["seat"] == 1
            if kind in ("next_round", "record"):
                await again.until("end_round")
                await ada.send("next_round")
                await again.send("next_round")
            await asyncio.gather(ada.play_round(), again.play_round())
            assert server.counts["faults"] == 0


# Attackers


@pytest.mark.parametrize("method", ["begin", "send"])
async def test_error_about_one_client_is_its_own(method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as (server, port), client(port) as ada, client(port) as eve:
        table = await ada.create("foursquare")
        await eve.ask("join", "events", table=table["table"], spectate=True)
        (watching,) = server.live[table["table"]].spectators
        usual = getattr(Connection, method)

        def fail(self: Connection, *given: Any) -> None:
            if self is watching:
                raise RuntimeError
            usual(self, *given)

        monkeypatch.setattr(Connection, method, fail)
        await ada.play_round()
        await ada.send("next_round")
        await ada.play_round()
        with pytest.raises(ConnectionClosed):
            await eve.until("never")
        assert server.counts["faults"] == 0


REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("join", {"table": "x", "name": "Eve", "language": "zh"}),
    ("join", {"table": None, "token": "wrong", "language": "zh"}),
    ("create", {**new_table("rummy"), "seats": ["person"], "language": "zh"}),
    ("create", {**new_table("rummy"), "language": "xx"}),
    ("explain", {"moves": ["3S"], "id": -1}),
    ("explain", {"moves": ["3" * 300], "id": 1}),
    ("past", {"moves": 10**6}),
]


@pytest.mark.parametrize(("kind", "fields"), REFUSED)
async def test_refused_message_changes_nothing(kind: str, fields: dict[str, Any], tmp_path: Path) -> None:
    async with serving(tmp_path) as (server, port), client(port, ("legal", "words")) as ada:
        await ada.create("foursquare")
        question = await ada.until("question")
        (connection,) = server.connections
        before = connection.table, connection.seat, connection.language
        given = {name: ada.table["table"] if value is None else value for name, value in fields.items()}
        await ada.ask(kind, "error", **given)
        assert (connection.table, connection.seat, connection.language) == before
        assert len(server.names) == 1
        assert await ada.until("question") == question
        await ada.answer(question)
        await ada.play_round()


async def test_spectators_that_come_and_go_send_nothing_to_others(tmp_path: Path) -> None:
    """Whoever has the link of a table can open it without end."""
    async with serving(tmp_path) as (_, port), client(port) as ada, client(port) as ben, client(port) as eve:
        table = await ada.create("foursquare")
        question = await ada.until("question")
        await ben.ask("join", "new_round", table=table["table"], spectate=True)
        for _ in range(20):
            await eve.ask("join", "new_round", table=table["table"], spectate=True)
        await eve.ask("create", "question", **new_table("foursquare"))
        await ada.answer(question)
        assert (await ada.receive())["kind"] == "events"
        assert {message["kind"] for message in ben.all} == {"hello", "table", "new_round"}
        assert [(await ben.receive())["kind"] for _ in range(2)] == ["events", "events"]


async def test_person_that_becomes_a_spectator_is_seen_to_leave_the_seat(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, port), client(port) as ada, client(port) as ben:
        table = await ada.create("rummy", ["person", "person"])
        await ben.ask("join", "new_round", table=table["table"], name="Ben")
        await ada.until("new_round")
        await ben.ask("join", "new_round", table=table["table"], spectate=True)
        assert (await ada.until("table"))["connected"] == [True, False]


async def test_former_table_is_left_though_the_new_one_cannot_be_stored(tmp_path: Path) -> None:
    async with serving(tmp_path) as (server, port), client(port) as ada, client(port) as eve:
        former = await eve.create("foursquare")
        table = await ada.create("rummy", ["person", "person"])
        append = server.store.append

        async def failing(*given: Any) -> None:
            if given[2][0]["kind"] == "round":
                raise StoreError("the disk is full")
            await append(*given)

        server.store.append = failing  # type: ignore[method-assign, assignment]
        error = await eve.ask("join", "error", table=table["table"], name="Eve")
        assert error["text"] == "the disk is full"
        assert [*server.live] == [table["table"]] != [former["table"]]


async def test_client_that_joins_its_table_again_is_asked_again(tmp_path: Path) -> None:
    async with serving(tmp_path) as (server, port), client(port) as ada:
        table = await ada.create("foursquare")
        question, live = await ada.until("question"), server.live[table["table"]]
        await ada.send("join", table=table["table"], token=table["token"])
        assert await ada.until("question") == question
        assert server.live[table["table"]] is live
        await ada.ask("join", "events", table=table["table"], spectate=True)
        assert (await ada.ask("answer", "error", id=question["id"], move=0))["text"] == "spectators have no seat"


@pytest.mark.parametrize("leave", ["abort", "replace", "answer"])
def test_hint_that_nobody_waits_for_is_stopped(leave: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if its thread has not begun to search when it is told to stop first, which has no effect then."""
    begins, begun, stopped = threading.Event(), threading.Event(), threading.Event()

    def think(*_: Any) -> None:
        begins.wait()
        begun.set()
        assert stopped.wait(SECONDS)

    def stop(_: Any) -> None:
        if begun.is_set():
            stopped.set()
        begins.set()

    monkeypatch.setattr("oxideal.bots.SearchBot.think", think)
    monkeypatch.setattr("oxideal.bots.SearchBot.stop", stop)

    async def scenario() -> None:
        async with serving(tmp_path) as (server, port), client(port) as eve:
            async with client(port) as ada:
                table = await ada.create("foursquare")
                await eve.ask("join", "table", table=table["table"], spectate=True)
                question = await ada.until("question")
                await ada.send("hint")
                assert "still looking" in (await ada.ask("hint", "error"))["text"]
                if leave == "abort":
                    ada.socket.transport.abort()
                elif leave == "replace":
                    await eve.ask("join", "question", table=table["table"], token=table["token"])
                else:
                    await ada.answer(question)
                while not stopped.is_set():
                    await asyncio.sleep(0.01)
            assert server.counts["faults"] == 0

    try:
        run(scenario())
    finally:
        begins.set()
        stopped.set()


async def test_searches_that_nobody_waits_for_are_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client opens its table again and again while the bot there is to move."""
    monkeypatch.setattr("oxideal.serve.table.Commitment.seed", lambda *_: bytes([4, *31 * [0]]))  # seat 1 begins
    searched, ended = [], threading.Event()

    def choose(_: Any, view: Any) -> Any:
        searched.append(view.seat)
        ended.wait()
        return RuleBot().choose(view)

    monkeypatch.setattr("oxideal.bots.SearchBot.choose", choose)
    seats = ["person", "search:1s"]
    async with serving(tmp_path, threads=1) as (server, port), client(port) as ada:
        async with client(port) as eve:
            table = await eve.create("rummy", seats)
        for _ in range(20):
            async with client(port) as eve:
                await eve.ask("join", "events", table=table["table"], token=table["token"])
                await eve.ask("join", "events", table=table["table"], token=table["token"])
        while table["table"] in server.live:
            await asyncio.sleep(0.01)
        await ada.create("rummy", seats)
        await ada.until("events")
        assert len(searched) == 1
        ended.set()
        await ada.until("question")
        assert 1 < len(searched) < 20  # hers: a turn is a few moves


class Jobs:
    """Jobs in one thread, which end when they are told to."""

    def __init__(self) -> None:
        self.shared = Shared(1, "a test")
        self.started: list[str] = []
        self.ends: dict[str, threading.Event] = {}

    def run(self, address: str, table: str) -> asyncio.Task[Any]:
        end = self.ends[table] = threading.Event()

        def call() -> str:
            self.started.append(table)
            end.wait()
            return table

        return asyncio.create_task(self.shared.run(address, table, call, end.set))

    async def until_started(self, count: int) -> None:
        while len(self.started) < count:
            await asyncio.sleep(0.001)


async def test_addresses_take_turns_and_so_do_their_tables() -> None:
    jobs = Jobs()
    tasks = [jobs.run("eve", f"e{number}") for number in range(20)]
    await jobs.until_started(1)
    tasks.append(jobs.run("ada", "a"))
    await asyncio.sleep(0)
    for count in range(1, 4):
        await jobs.until_started(count)
        jobs.ends[jobs.started[-1]].set()
    await jobs.until_started(4)
    assert jobs.started[:2] == ["e0", "a"]
    assert len({*jobs.started}) == 4
    for end in jobs.ends.values():
        end.set()
    assert await asyncio.gather(*tasks) == [*(f"e{number}" for number in range(20)), "a"]
    jobs.shared.close()


async def flood_with(kind: str, eve: Client) -> None:
    """Send frames that are no messages until the connection ends."""
    while True:
        if kind == "fragments":
            await eve.socket.send([""] * 1000)
        else:
            await (eve.socket.pong() if kind == "pongs" else eve.socket.ping())
        await asyncio.sleep(0)  # the server is in the same loop


@pytest.mark.parametrize("kind", ["pings", "pongs", "fragments"])
async def test_client_that_floods_with_frames_is_dropped(kind: str, tmp_path: Path) -> None:
    async with serving(tmp_path, rate=50) as (server, port), client(port) as ada, client(port) as eve:
        await ada.create("foursquare")
        with pytest.raises(ConnectionClosed):
            await flood_with(kind, eve)
        while len(server.connections) > 1:
            await asyncio.sleep(0.01)
        await ada.answer(await ada.until("question"))
        await ada.until("question")


async def test_answers_to_pings_count_as_unsent(tmp_path: Path) -> None:
    ping = b"\x89\xfd" + bytes(4) + bytes(125)  # masked with zeros
    async with serving(tmp_path, unsent=50_000) as (server, port), client(port) as eve:
        eve.socket.transport.pause_reading()
        for _ in range(200):  # 26 MB, more than the system keeps
            eve.socket.transport.write(ping * 1000)
            while eve.socket.transport.get_write_buffer_size() and server.connections:
                await asyncio.sleep(0.001)
            if not server.connections:
                return
        pytest.fail("the client is still connected")


async def test_nobody_sees_what_is_not_stored(tmp_path: Path) -> None:
    """The store fails at the last move of a round; meanwhile a spectator asks for the record and the question."""
    async with serving(tmp_path) as (server, port), client(port) as ada, client(port) as eve:
        table = await ada.create("foursquare")
        await eve.ask("join", "table", table=table["table"], spectate=True)
        append, asked = server.store.append, asyncio.Event()

        async def failing(*given: Any) -> None:
            if isinstance(given[-1], str) and not asked.is_set():
                await eve.send("record")
                await asked.wait()
                raise StoreError("the disk is full")
            await append(*given)

        server.store.append = failing  # type: ignore[method-assign, assignment]
        playing = asyncio.create_task(ada.play_round())
        answer = await eve.until("record", "error", "end_round")
        assert answer["kind"] == "error"
        assert "once the round is over" in answer["text"]
        assert "end_round" not in [each["kind"] for each in eve.all]
        asked.set()
        await playing
        assert "the disk is full" in [each["text"] for each in ada.all if each["kind"] == "error"]
        await eve.until("end_round")


async def test_half_open_connections_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections that send no request count; those that are too many are closed at once."""
    monkeypatch.setattr("oxideal.serve.server.SPARE_CONNECTIONS", 3)
    async with serving(tmp_path, connections=2) as (server, port):
        opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(12)]
        reading = [asyncio.create_task(reader.read()) for reader, _ in opened]
        while sum(task.done() for task in reading) < 7:
            await asyncio.sleep(0.001)
        assert [task.done() for task in reading] == [False] * 5 + [True] * 7
        assert server.sockets.total() == 5
        for _, writer in opened:
            writer.close()
        while server.sockets:
            await asyncio.sleep(0.001)
        async with client(port) as ada:
            await ada.create("foursquare")


async def test_request_is_answered_whose_client_says_no_more(tmp_path: Path) -> None:
    """The client closes its half of the connection, as `nc -N` does; without a request the server closes the rest."""
    async with serving(tmp_path) as (server, port):
        for request in (b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /health HTTP/1.1\r\n", b""):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request)
            writer.write_eof()
            assert (await reader.read()).endswith(b"\r\n\r\nok\n" if request.endswith(b"\r\n\r\n") else b"")
            writer.close()
        while server.sockets:
            await asyncio.sleep(0.01)


async def test_request_that_does_not_come_ends_the_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oxideal.serve.server.REQUEST_SECONDS", 0.05)
    async with serving(tmp_path) as (server, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /ws HTTP/1.1\r\n")
        assert await reader.read() == b""
        assert not server.sockets
        writer.close()


# Rubbish

KINDS = (
    *("hello", "create", "join", "answer", "next_round", "take_back", "hint", "record", "say", "stand_in", "swap"),
    *("explain", "past", "look", "rules", "info", "pong", "error", "x", "", "__init__", "table"),
)


def rubbish(chance: random.Random, known: dict[str, Any], depth: int = 0) -> Any:
    """Return a random value of JSON."""
    choices: list[Callable[[], Any]] = [
        lambda: chance.choice([None, True, False, 0, 1, -1, 2**31, 2**70, 1.5, 1e308, "", "x", "ä\u2028", "\x00"]),
        lambda: chance.choice([*known.values()]),
        lambda: chance.randrange(-3, 60),
        lambda: "".join(chance.choices("3456789TJQKA2BR CDHS@-,:", k=chance.randrange(12))),
        lambda: [rubbish(chance, known, depth + 1) for _ in range(chance.randrange(4))],
        lambda: {chance.choice([*known, "players", "x"]): rubbish(chance, known, depth + 1) for _ in range(2)},
    ]
    return chance.choice(choices[: 4 if depth > 2 else 6])()


def random_message(chance: random.Random, known: dict[str, Any], question: dict[str, Any] | None) -> str | bytes:
    """Return a message: most have the right fields with some wrong values, a few are no messages at all."""
    if chance.random() < 0.1:
        text = "".join(chance.choices('{}[]":,kind0123 \\u\x00ä', k=chance.randrange(40)))
        return text if chance.random() < 0.5 else text.encode()[chance.randrange(3) :]
    if question is not None and chance.random() < 0.3:
        move = chance.choice(question["legal"])["id"]
        return json.dumps({"kind": "answer", "id": question["id"], "move": move})
    message = {**known, "kind": chance.choice(KINDS)}
    for name in chance.sample([*message], chance.randrange(6)):
        if name != "kind" or chance.random() < 0.1:
            message[name] = rubbish(chance, known)
    for name in chance.sample([*known], chance.randrange(len(known))):
        message.pop(name, None)
    return json.dumps(message)


def test_random_messages(tmp_path: Path) -> None:
    """No message is a fault of the server, and no client that sends them harms another table."""
    chance = random.Random(7)

    async def scenario() -> None:
        limits = {"tables": 100, "tables_per_minute": 10**9, "hint": 0.001}
        async with serving(tmp_path, **limits) as (server, port), client(port) as ada:
            await ada.create("foursquare")
            sent = 0
            while sent < MESSAGES:
                game = chance.choice(ALL_GAMES)
                async with client(port, ("legal", *chance.choice([(), ("words",)]))) as eve:
                    known = {**new_table(game), "id": 4, "move": 0, "moves": ["3H", "3-6"], "spectate": False}
                    known |= {"practice": True, "rounds": 3, "target": None, "clock": None, "contribution": "x"}
                    known |= {"language": "zh", "text": "x", "token": "x", "table": "x"}
                    reading = asyncio.create_task(read_all(eve))
                    try:
                        for _ in range(500):
                            known |= {name: eve.table[name] for name in ("table", "token") if name in eve.table}
                            question = next((each for each in reversed(eve.all) if each["kind"] == "question"), None)
                            await eve.socket.send(random_message(chance, known, question))
                            sent += 1
                            await asyncio.sleep(0)
                            del eve.all[:-50]
                    except ConnectionClosed:
                        pass
                    await eve.socket.close()
                    await reading
            assert server.counts["faults"] == 0
            await ada.play_round()

    run(scenario(), seconds=None)


async def read_all(reader: Client) -> None:
    try:
        while True:
            await reader.receive()
    except ConnectionClosed:
        pass
