"""The example server under load: `python benches/own_server.py`.

Starts `examples/server.py` on one processor, makes tables, each with one person and bots, and lets scripted clients
answer for a while. Prints answers and moves a second, the time from an answer to what follows it, and the server's
memory; then how long it takes to save all tables, and to restore them after a restart.

Each person waits a random time before an answer, `--pause` seconds on average; 0 shows how much the server can do.
A match of Mexican Train has an end; its table is then gone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import tempfile
from pathlib import Path
from time import monotonic
from typing import Any

from serve import Server

ROOT = Path(__file__).parent.parent

SEATS = {
    "doudizhu": ["person", "rule", "net"],
    "mexican_train": ["person", "rule", "rule", "rule"],
    "rummy": ["person", "rule"],
    "foursquare": ["person"],
}


class Load:
    """Scripted clients, and what they have measured."""

    def __init__(self, pause: float, chance: random.Random) -> None:
        self.pause, self.chance = pause, chance
        self.sent: dict[str, float] = {}
        """When each table has been sent an answer that nothing has followed yet."""
        self.delays: list[float] = []
        self.events = 0
        self.answers = 0
        self.rounds = 0
        self.errors: list[str] = []
        self.tables = 0

    async def play(self, port: int, games: list[str], joins: list[tuple[str, str]], until: asyncio.Event) -> None:
        """Make a table of each of these games, or join these, and answer at all of them."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
        for game in games:
            rules = {"rules": {}, "rounds": 1000, "clock": "600s"}
            self.send(writer, {"kind": "create", "game": game, "seats": SEATS[game], **rules})
        for table, token in joins:
            self.send(writer, {"kind": "join", "table": table, "token": token, "seat": 0})
        stopping = asyncio.create_task(until.wait())
        while not until.is_set():
            reading = asyncio.ensure_future(reader.readline())
            await asyncio.wait([reading, stopping], return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                reading.cancel()
                break
            self.receive(writer, json.loads(reading.result()))
        stopping.cancel()
        writer.close()

    def send(self, writer: asyncio.StreamWriter, message: dict[str, Any]) -> None:
        writer.write(json.dumps(message).encode() + b"\n")

    def receive(self, writer: asyncio.StreamWriter, message: dict[str, Any]) -> None:
        kind, table = message["kind"], message["table"]
        if table in self.sent:
            self.delays.append(monotonic() - self.sent.pop(table))
        if kind == "events":
            self.events += len(message["events"])
        elif kind == "error":
            self.errors.append(message["text"])
        elif kind == "table":
            self.tables += 1
        elif kind == "end_round":
            self.rounds += 1
        elif kind == "question":
            wait = self.chance.uniform(0, 2 * self.pause)
            asyncio.get_running_loop().call_later(
                wait, self.answer, writer, table, self.chance.choice(message["legal"])
            )

    def answer(self, writer: asyncio.StreamWriter, table: str, move: int) -> None:
        if not writer.is_closing():
            self.answers += 1
            self.sent[table] = monotonic()
            self.send(writer, {"kind": "answer", "table": table, "move": move})


class OwnServer(Server):
    """`examples/server.py` on one processor."""

    def __init__(self, file: Path) -> None:
        super().__init__([str(ROOT / "examples/server.py"), "--file", str(file)])
        start = monotonic()
        self.tables = int(self.start().split()[0])
        self.seconds = monotonic() - start

    @property
    def memory(self) -> float:
        """The resident memory in MiB."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def stop(self) -> float:
        """Stop the server, and return the seconds that it took to save the tables and to end."""
        start = monotonic()
        self.process.terminate()
        if self.process.wait() != 0:
            raise SystemExit("the server has failed")
        return monotonic() - start


def main() -> None:
    parser = argparse.ArgumentParser(description="The example server under load.")
    parser.add_argument("--tables", type=int, default=10_000, help="default: %(default)s")
    parser.add_argument("--connections", type=int, default=100, help="default: %(default)s")
    parser.add_argument("--games", nargs="+", choices=sorted(SEATS), default=[*SEATS], help="default: all")
    parser.add_argument("--seconds", type=float, default=30.0, help="default: %(default)s")
    parser.add_argument("--pause", type=float, default=5.0, help="seconds before an answer (default: %(default)s)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder) / "tables.json", options))


async def measure(file: Path, options: argparse.Namespace) -> None:
    server = OwnServer(file)
    try:
        load, until = Load(options.pause, random.Random(1)), asyncio.Event()
        games = [options.games[number % len(options.games)] for number in range(options.tables)]
        start, before = monotonic(), server.memory
        playing = [
            asyncio.create_task(load.play(server.port, games[first :: options.connections], [], until))
            for first in range(options.connections)
        ]
        while load.tables < options.tables:
            await asyncio.sleep(0.01)
            if load.errors:
                raise SystemExit(load.errors[0])
        print(f"{options.tables:,} tables made in {monotonic() - start:.1f} s")
        while load.sent and min(load.sent.values()) < monotonic() - 0.5:  # what has come in meanwhile
            await asyncio.sleep(0.1)
        load.delays.clear()
        load.events = load.answers = load.rounds = 0
        start = monotonic()
        await asyncio.sleep(options.seconds)
        seconds, delays = monotonic() - start, sorted(load.delays)
        events, answers, rounds, memory = load.events, load.answers, load.rounds, server.memory
        until.set()
        await asyncio.gather(*playing)
        if load.errors:
            raise SystemExit(load.errors[0])
        print(f"{answers / seconds:,.0f} answers/s, {events / seconds:,.0f} events/s, {rounds / seconds:,.1f} rounds/s")
        median, late = (1000 * delays[int(share * (len(delays) - 1))] for share in (0.5, 0.99))
        print(f"from an answer to what follows: median {median:.1f} ms, 99th percentile {late:.1f} ms")
        print(f"memory: {memory:.0f} MiB, without tables {before:.0f} MiB")
        print(f"saved and stopped in {server.stop():.1f} s, {file.stat().st_size / 2**20:.1f} MiB")
        await restored(file)
    finally:
        server.process.kill()


async def restored(file: Path) -> None:
    """Restore the tables, and check that clients can go on at some of them."""
    saved = [json.loads(line) for line in file.open(encoding="ascii")]
    server = OwnServer(file)
    try:
        if server.tables != len(saved):
            raise SystemExit(f"{server.tables} of {len(saved)} tables were restored")
        print(f"restored in {server.seconds:.1f} s, the start of Python included")
        load, until = Load(0.0, random.Random(2)), asyncio.Event()
        joins = [(each["name"], each["tokens"][0]) for each in saved[:100]]
        playing = asyncio.create_task(load.play(server.port, [], joins, until))
        while load.answers < 5 * len(joins) and not load.errors:
            await asyncio.sleep(0.01)
        until.set()
        await playing
        if load.errors:
            raise SystemExit(load.errors[0])
        server.stop()
    finally:
        server.process.kill()


if __name__ == "__main__":
    main()
