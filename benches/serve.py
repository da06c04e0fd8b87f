"""A server of tables under load: `python benches/serve.py`.

Starts `oxideal serve` on one processor, lets scripted clients play at many tables, each with one person and bots that
play by rules of thumb, and prints moves a second, the delay of answers, and the server's memory. A delay is the time
from a client's answer to the message with its move.

Each person waits `--pause` seconds before an answer; 0 shows how many moves the server can do.

`--attack look search ping tables` adds clients that do harm all the time, by the limits that a server has by default:
they send values that are refused, open a table again and again whose bot thinks, ping without reading, and create
tables. Then the bots of one table in ten are searches of 20 ms, and the time from an answer to the next question at
these tables is printed too.

`--kills 20` kills the server that often, at even distances, and starts it again. Each client joins its table again and
compares what it is told with what it had been told before.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from oxideal._registry import GAMES, module_of

PROCESSORS = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
DELAYS: list[float] = []
WAITS: list[float] = []
"""From an answer to the next question, at tables whose bots search."""
RETURNS: list[bool] = []
"""For each client that joined its table again, whether it was told all that it had been told before."""


def main() -> None:
    parser = argparse.ArgumentParser(description="A server of tables under load.")
    parser.add_argument("--tables", type=int, default=200, help="default: %(default)s")
    parser.add_argument("--seconds", type=float, default=60, help="default: %(default)s")
    parser.add_argument("--pause", type=float, default=0.5, help="seconds before an answer (default: %(default)s)")
    parser.add_argument("--idle", type=int, default=0, help="instead, create this number of tables and leave them")
    parser.add_argument("--attack", nargs="+", choices=sorted(ATTACKS), default=[], help="clients that do harm")
    parser.add_argument("--kills", type=int, default=0, help="how often the server is killed (default: %(default)s)")
    options = parser.parse_args()
    if options.attack and "--tables" not in " ".join(sys.argv):
        options.tables = 50
    with tempfile.TemporaryDirectory() as folder:
        limits = {"tables": 10**6, "tables-per-minute": 10**6, "connections": 10**5, "connections-per-address": 10**5}
        limits |= {"tables-per-address": 10**6, "rate": 10**6}
        if options.attack:  # the addresses tell the players and the attackers apart, as a proxy would
            limits = {"connections": 1000, "tables": options.tables + 1000}
        more = [word for name, value in limits.items() for word in (f"--{name}", str(value))]
        more += ["--proxy"] if options.attack else []
        database = Path(folder) / "tables.sqlite"
        arguments = ["-m", "oxideal", "serve", *more, "--database", str(database)]
        server = Server(arguments, quiet=bool(options.attack))
        server.start()
        try:
            asyncio.run(idle(server.port, options.idle) if options.idle else load(server, options))
        finally:
            server.process.terminate()
            server.process.wait()


class Server:
    """A server on one processor, and its clients on the others."""

    def __init__(self, arguments: list[str], quiet: bool = False) -> None:
        self.arguments = arguments
        """What Python gets, except for the port."""
        self.log = subprocess.DEVNULL if quiet else None
        self.port = 0
        """0 until the first start has found a free one."""

    def start(self) -> str:
        """Start it, and return the line that it prints, which ends with its port."""
        command = [sys.executable, *self.arguments, "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        if PROCESSORS:
            os.sched_setaffinity(self.process.pid, PROCESSORS[:1])
        if len(PROCESSORS) > 1:
            os.sched_setaffinity(0, PROCESSORS[1:])
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.port = int(line.replace(":", " ").rstrip("/\n").split()[-1])
        return line

    async def die(self, kills: int, seconds: float) -> None:
        """Be killed and started again, at even distances."""
        for _ in range(kills):
            await asyncio.sleep(seconds / (kills + 1))
            self.process.kill()
            self.process.wait()
            self.start()


async def load(server: Server, options: argparse.Namespace) -> None:
    """Play at all tables, and print what was measured."""
    names, port = list(GAMES), server.port
    end = monotonic() + options.seconds
    playing = [
        asyncio.create_task(play(port, names[number % len(names)], number, options, end))
        for number in range(options.tables)
    ]
    attacking: list[asyncio.Task[None]] = [
        asyncio.create_task(ATTACKS[name](port, end)) for name in options.attack for _ in range(5)
    ]
    dying = asyncio.create_task(server.die(options.kills, options.seconds))
    print("seconds   moves/s   answers/s   median ms   p99 ms   memory MiB")
    start, moves, before = monotonic(), 0, (await figures_of(port))["memory_bytes"] / 2**20
    while monotonic() < end - 1:
        await asyncio.sleep(min(10.0, end - monotonic()))
        try:
            figures = await figures_of(port)
        except (OSError, ValueError):  # it is being started
            continue
        moves = min(moves, figures["moves_since_start"])
        if DELAYS:
            seconds, delays = monotonic() - start, sorted(DELAYS)
            rate = (figures["moves_since_start"] - moves) / seconds
            start, moves = monotonic(), figures["moves_since_start"]
            delay, late = median(delays) * 1000, delays[len(delays) * 99 // 100] * 1000
            passed = options.seconds - (end - monotonic())
            memory = figures["memory_bytes"] / 2**20
            row = f"{passed:7.0f} {rate:9.0f} {len(delays) / seconds:11.0f} {delay:11.1f} {late:8.1f} {memory:12.1f}"
            if WAITS:
                row += f"   question: median {median(WAITS):.2f} s, longest {max(WAITS):.2f} s"
            print(row, flush=True)
            DELAYS.clear()
            WAITS.clear()
    after = (await figures_of(port))["memory_bytes"] / 2**20
    print(f"memory: {before:.1f} MiB at the start, {after:.1f} MiB at the end")
    if options.kills:
        await dying
        print(f"{options.kills} kills: {len(RETURNS)} clients joined again, {RETURNS.count(False)} had lost something")
    for task in (*playing, *attacking):
        if task.done() and not task.cancelled() and task.exception():
            print(f"a client has failed: {task.exception()!r}")
    for task in (*playing, *attacking):
        task.cancel()  # a player may wait for a message that never comes


async def play(port: int, game: str, number: int, options: argparse.Namespace, end: float) -> None:
    player = Player(game, number, options)
    while monotonic() < end:
        with suppress(ConnectionClosed, OSError, InvalidHandshake, EOFError):
            await player.play(port, end)
        await asyncio.sleep(0.1)  # the server is being started


class Player:
    """A person at a table of her own."""

    def __init__(self, game: str, number: int, options: argparse.Namespace) -> None:
        self.chance = random.Random(number)
        self.pause = options.pause
        self.searches = bool(options.attack) and number % 10 == 1
        bots = ["search:20ms" if self.searches else "rule"] * (module_of(game).Rules().players - 1)
        self.create: dict[str, Any] = {"kind": "create", "game": game, "seats": ["person", *bots], "name": "Ada"}
        self.enter = self.create
        """The message that brings her to her table."""
        self.headers = {"X-Forwarded-For": f"10.0.{number // 250}.{number % 250}"}
        self.round = 0
        self.told: list[str] = []
        """The events of the round."""

    async def play(self, port: int, end: float) -> None:
        """Play until the server is gone."""
        url = f"ws://127.0.0.1:{port}/ws"
        async with connect(url, compression=None, open_timeout=60, additional_headers=self.headers) as socket:

            async def send(kind: str, **fields: Any) -> None:
                await socket.send(json.dumps({"kind": kind, **fields}))

            async def new_table() -> None:
                self.enter, self.round, self.told = self.create, 0, []
                await send(**self.enter)

            await send("hello", version=1, name="bench", wants=["legal"])
            await send(**self.enter)
            answered: float | None = None
            asked: float | None = None
            told_before: list[str] = []
            while monotonic() < end:
                message = json.loads(await socket.recv())
                if message["kind"] == "table" and "token" in message:
                    self.enter = {"kind": "join", "table": message["table"], "token": message["token"]}
                elif message["kind"] == "new_round":
                    told_before = self.told if message["round"] == self.round else []
                    self.round, self.told = message["round"], []
                elif message["kind"] == "question":
                    if self.searches and asked is not None:
                        WAITS.append(monotonic() - asked)
                    await asyncio.sleep(self.chance.uniform(0, 2 * self.pause))
                    asked = answered = monotonic()
                    await send("answer", id=message["id"], move=self.chance.choice(message["legal"])["id"])
                elif message["kind"] == "events":
                    self.told += [event["text"] for event in message["events"]]
                    if told_before and len(self.told) >= len(told_before):  # a message has at most a thousand
                        RETURNS.append(self.told[: len(told_before)] == told_before)
                        told_before = []
                    if answered is not None:
                        DELAYS.append(monotonic() - answered)
                        answered = None
                elif message["kind"] == "error" and "make a new one" in message["text"]:  # the table is full
                    await new_table()
                elif message["kind"] == "error":
                    raise RuntimeError(message["text"])
                elif message["kind"] == "end_round":
                    asked = None
                    await send("next_round")


# Attackers


@asynccontextmanager
async def attacker(port: int, *wants: str) -> AsyncIterator[Any]:
    headers = {"X-Forwarded-For": "10.9.9.9"}
    url = f"ws://127.0.0.1:{port}/ws"
    async with connect(url, compression=None, additional_headers=headers, max_queue=None) as socket:
        await socket.send(json.dumps({"kind": "hello", "version": 1, "wants": wants}))
        yield socket


async def table_of(socket: Any, bot: str) -> dict[str, Any]:
    """Create a table, and return what one needs to join it."""
    await socket.send(json.dumps({"kind": "create", "game": "rummy", "seats": ["person", bot], "name": "Eve"}))
    while (message := json.loads(await socket.recv()))["kind"] not in ("table", "error"):
        pass
    return {"kind": "join", "table": message.get("table"), "token": message.get("token")}


async def attack_look(port: int) -> None:
    """Watch a table as a page whose language is wrong, and ask for all of it many times."""
    async with attacker(port, "words") as socket, attacker(port) as other:
        await socket.send(json.dumps({**await table_of(other, "rule"), "token": None, "spectate": True}))
        for number in range(200):
            await socket.send(json.dumps({"kind": "look", "language": ("xx", "zh")[number % 2]}))
            await asyncio.sleep(0.01)


async def attack_search(port: int) -> None:
    """Open a table again and again while its bot thinks."""
    async with attacker(port) as socket:
        join = json.dumps(await table_of(socket, "search:2s"))
    for number in range(200):
        async with attacker(port, "legal") as socket:
            await socket.send(join)
            await socket.send(join)
            if number % 10:
                continue
            with suppress(TimeoutError):  # and let some of the searches come to their end
                async with asyncio.timeout(3):
                    while True:
                        message = json.loads(await socket.recv())
                        if message["kind"] == "question":
                            answer = {"kind": "answer", "id": message["id"], "move": message["legal"][0]["id"]}
                            await socket.send(json.dumps(answer))


async def attack_ping(port: int) -> None:
    """Ping, and do not read what is answered."""
    async with attacker(port) as socket:
        socket.transport.pause_reading()
        ping = b"\x89\xfd" + bytes(4) + bytes(125)
        while not socket.transport.is_closing():
            socket.transport.write(ping * 100)
            while socket.transport.get_write_buffer_size() and not socket.transport.is_closing():
                await asyncio.sleep(0.001)


async def attack_tables(port: int) -> None:
    """Create tables."""
    async with attacker(port) as socket:
        while True:
            await table_of(socket, "rule")


def again(attack: Callable[[int], Awaitable[None]]) -> Callable[[int, float], Coroutine[Any, Any, None]]:
    """Return the attack, which begins again whenever the server ends it."""

    async def attacking(port: int, end: float) -> None:
        while monotonic() < end:
            with suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError):
                await attack(port)
            await asyncio.sleep(0.001)

    return attacking


ATTACKS = {
    "look": again(attack_look),
    "search": again(attack_search),
    "ping": again(attack_ping),
    "tables": again(attack_tables),
}


async def idle(port: int, tables: int) -> None:
    """Create tables, keep their connections or not, and print the memory for each."""
    before = (await figures_of(port))["memory_bytes"]
    sockets = []
    for number in range(tables):
        socket = await connect(f"ws://127.0.0.1:{port}/ws", compression=None)
        game = list(GAMES)[number % len(GAMES)]
        seats = ["person", *["rule"] * (module_of(game).Rules().players - 1)]
        await socket.send(json.dumps({"kind": "hello", "version": 1, "wants": []}))
        await socket.send(json.dumps({"kind": "create", "game": game, "seats": seats, "name": "Ada"}))
        while json.loads(await socket.recv())["kind"] != "events":
            pass
        sockets.append(socket)
    connected = (await figures_of(port))["memory_bytes"]
    for socket in sockets:
        await socket.close()
    await asyncio.sleep(1)
    left = (await figures_of(port))["memory_bytes"]
    print(f"{tables} tables: {(connected - before) / tables / 1024:.1f} KiB each with a connection,")
    print(f"{(left - before) / tables / 1024:.1f} KiB each when their clients have left")


async def figures_of(port: int) -> dict[str, Any]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /figures HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    found: dict[str, Any] = json.loads(answer.partition(b"\r\n\r\n")[2])
    return found


if __name__ == "__main__":
    main()
