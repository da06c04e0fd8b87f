"""A server of tables that is killed, runs out of disk, loses its clients or is sent rubbish."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException

from helpers.effort import times
from helpers.tables import ALL_GAMES, Client, client, new_table, run, serving, started
from oxideal.commitment import verify
from oxideal.record import loads
from oxideal.serve.store import StoreError
from oxideal.serve.table import Table

if sys.platform == "win32":
    pytest.skip("it has no SIGKILL", allow_module_level=True)

KILLS = times(10, quick=5)

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
            if message["next"] is not None:  # the match goes on
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


@pytest.mark.parametrize("game", ALL_GAMES)
def test_full_disk_refuses_moves_and_loses_nothing(game: str, tmp_path: Path) -> None:
    async def scenario() -> None:
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

    run(scenario())


def test_move_of_a_bot_that_cannot_be_stored_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oxideal.serve.live.RETRY_SECONDS", 0.01)

    async def scenario() -> None:
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

    run(scenario())


# Clients that vanish

KINDS_OF_SEATED = ("create", "join", "answer", "next_round", "take_back", "hint", "record", "x")


@pytest.mark.parametrize("kind", KINDS_OF_SEATED)
def test_client_vanishes_after_a_message(kind: str, tmp_path: Path) -> None:
    """The other person can go on, and the client can return to its seat."""
    seats = ["person", "person"]

    async def scenario() -> None:
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

    run(scenario())


# Rubbish

KINDS = (
    *("hello", "create", "join", "answer", "next_round", "take_back", "hint", "record", "describe", "look", "rules"),
    *("info", "pong", "error", "x", "", "__init__", "table"),
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
                async with client(port, ("legal", *chance.choice([(), ("picture",)]))) as eve:
                    known = {**new_table(game), "id": 4, "move": 0, "cards": ["3H", "3-6"], "spectate": False}
                    known |= {"practice": True, "rounds": 3, "target": None, "clock": None, "contribution": "x"}
                    known |= {"size": [300, 300], "language": "zh", "text": "x", "token": "x", "table": "x"}
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
