"""A server of tables under load: `python benches/serve.py`.

Starts `oxideal serve` on one processor, lets scripted clients play at many tables, each with one person and bots that
play by rules of thumb, and prints moves a second, the delay of answers, and the server's memory. A delay is the time
from a client's answer to the message with its move.

Each person waits `--pause` seconds before an answer; 0 shows how many moves the server can do.
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
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from oxideal._registry import GAMES, module_of

DELAYS: list[float] = []


def main() -> None:
    parser = argparse.ArgumentParser(description="A server of tables under load.")
    parser.add_argument("--tables", type=int, default=200, help="default: %(default)s")
    parser.add_argument("--seconds", type=float, default=60, help="default: %(default)s")
    parser.add_argument("--pause", type=float, default=0.5, help="seconds before an answer (default: %(default)s)")
    parser.add_argument("--idle", type=int, default=0, help="instead, create so many tables and leave them")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        limits = {"tables": 10**6, "tables-per-minute": 10**6, "connections": 10**5, "connections-per-address": 10**5}
        more = [word for name, value in {**limits, "rate": 10**6}.items() for word in (f"--{name}", str(value))]
        database = Path(folder) / "tables.sqlite"
        command = [sys.executable, "-m", "oxideal", "serve", "--port", "0", "--database", str(database), *more]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        if hasattr(os, "sched_setaffinity") and len(processors := sorted(os.sched_getaffinity(0))) > 1:
            os.sched_setaffinity(server.pid, processors[:1])
            os.sched_setaffinity(0, processors[1:])
        assert server.stdout is not None
        port = int(server.stdout.readline().rstrip("/\n").rpartition(":")[2])
        try:
            asyncio.run(idle(port, options.idle) if options.idle else load(port, options))
        finally:
            server.terminate()
            server.wait()


async def load(port: int, options: argparse.Namespace) -> None:
    """Play at all tables, and print what was measured."""
    names = list(GAMES)
    end = monotonic() + options.seconds
    playing = [
        asyncio.create_task(play(port, names[number % len(names)], number, options.pause, end))
        for number in range(options.tables)
    ]
    print("seconds   moves/s   answers/s   median ms   p99 ms   memory MiB")
    start, moves = monotonic(), 0
    while monotonic() < end - 1:
        await asyncio.sleep(min(10.0, end - monotonic()))
        figures = await figures_of(port)
        if DELAYS:
            seconds, delays = monotonic() - start, sorted(DELAYS)
            rate = (figures["moves_since_start"] - moves) / seconds
            start, moves = monotonic(), figures["moves_since_start"]
            delay, late = median(delays) * 1000, delays[len(delays) * 99 // 100] * 1000
            passed = options.seconds - (end - monotonic())
            memory = figures["memory_bytes"] / 2**20
            row = f"{passed:7.0f} {rate:9.0f} {len(delays) / seconds:11.0f} {delay:11.1f} {late:8.1f} {memory:12.1f}"
            print(row, flush=True)
            DELAYS.clear()
    for task in playing:
        task.cancel()  # a player may wait for a message that never comes


async def play(port: int, game: str, number: int, pause: float, end: float) -> None:
    chance = random.Random(number)
    bots = ["rule"] * (module_of(game).Rules().players - 1)
    with suppress(ConnectionClosed):
        async with connect(f"ws://127.0.0.1:{port}/ws", compression=None, open_timeout=60) as socket:

            async def send(kind: str, **fields: Any) -> None:
                await socket.send(json.dumps({"kind": kind, **fields}))

            await send("hello", version=1, name="bench", wants=["legal"])
            await send("create", game=game, seats=["person", *bots], name="Ada")
            answered: float | None = None
            while monotonic() < end:
                message = json.loads(await socket.recv())
                if message["kind"] == "question":
                    await asyncio.sleep(chance.uniform(0, 2 * pause))
                    answered = monotonic()
                    await send("answer", id=message["id"], move=chance.choice(message["legal"])["id"])
                elif message["kind"] == "events" and answered is not None:
                    DELAYS.append(monotonic() - answered)
                    answered = None
                elif message["kind"] == "end_round":
                    await send("next_round")


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
