"""Servers of tables, and scripted clients for them."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from oxideal._registry import GAMES, module_of
from oxideal.serve.server import Server
from oxideal.serve.settings import Settings

Message = dict[str, Any]

SECONDS = 300
"""After this time a test fails instead of waiting for a message that does not come."""


def run(scenario: Coroutine[Any, Any, None], seconds: float | None = SECONDS) -> None:
    """Run a test that is a coroutine. Servers in this process always deal the same."""

    async def limited() -> None:
        async with asyncio.timeout(seconds):
            await scenario

    chance = random.Random(7)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", chance.randbytes)
        patch.setattr(secrets, "randbelow", chance.randrange)
        asyncio.run(limited())


SEEDED = """
import random, secrets, sys
from oxideal.cli import main

chance = random.Random(int(sys.argv[1]))
secrets.token_bytes, secrets.randbelow = chance.randbytes, chance.randrange
sys.exit(main(["serve", "--port", *sys.argv[2:]]))
"""


def started(seed: int, port: int, *options: str) -> tuple[subprocess.Popen[str], str]:
    """Start a server in a process of its own, and return it with its address. It deals by the seed."""
    command = [sys.executable, "-c", SEEDED, str(seed), str(port), *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


@asynccontextmanager
async def serving(folder: Path, **settings: Any) -> AsyncIterator[tuple[Server, int]]:
    """Run a server in this process, and yield it with its port."""
    server = Server(Settings(**{"database": str(folder / "tables.sqlite"), "port": 0, "rate": 1e9, **settings}))
    started: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def tell(port: int) -> None:
        started.set_result(port)

    running = asyncio.create_task(server.run(tell))
    running.add_done_callback(lambda _: started.cancel())  # it has failed
    try:
        yield server, await started
    finally:
        running.cancel()
        await asyncio.wait([running])


class Client:
    """A client with a seat or none."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.all: list[Message] = []
        """Everything that it has been sent."""
        self.raw: list[str] = []
        """The same, as it was sent."""
        self.table: Message = {}
        """The last message about the table, with the token."""
        self.events: list[str] = []
        """The events of the round so far."""
        self.chance = random.Random(7)

    async def send(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"kind": kind, **fields}))

    async def receive(self) -> Message:
        """Return the next message."""
        text = str(await self.socket.recv())
        message: Message = json.loads(text)
        self.raw.append(text)
        self.all.append(message)
        if message["kind"] == "table":
            self.table = {**self.table, **message}
        elif message["kind"] == "new_round":
            self.events = []
        elif message["kind"] == "events":
            self.events += [event["text"] for event in message["events"]]
        return message

    async def until(self, *kinds: str) -> Message:
        """Return the next message of one of these kinds, and skip the others."""
        while (message := await self.receive())["kind"] not in kinds:
            pass
        return message

    async def ask(self, kind: str, *answers: str, **fields: Any) -> Message:
        """Send a message, and return the next one of one of the kinds of answers."""
        await self.send(kind, **fields)
        return await self.until(*answers)

    async def create(self, game: str, seats: list[str] | None = None, **fields: Any) -> Message:
        """Create a table, by default with bots in all other seats, and return the message about it."""
        return await self.ask("create", "table", "error", **new_table(game, seats, **fields))

    async def answer(self, question: Message, move: Any = None) -> None:
        """Answer a question with a move, by default a random one."""
        chosen = self.chance.choice(question["legal"])["id"] if move is None else move
        await self.send("answer", id=question["id"], move=chosen)

    async def play_round(self, choose: Callable[[Message], Any] = lambda _: None) -> Message:
        """Answer all questions until the round is over, and return its result."""
        while (message := await self.until("question", "end_round"))["kind"] == "question":
            await self.answer(message, choose(message))
        return message


def new_table(game: str, seats: list[str] | None = None, **fields: Any) -> Message:
    players = module_of(game).Rules.from_dict(fields.get("rules", {})).players
    return {"game": game, "seats": seats or ["person", *["rule"] * (players - 1)], "name": "Ada", **fields}


@asynccontextmanager
async def client(port: int, wants: tuple[str, ...] = ("legal",), **options: Any) -> AsyncIterator[Client]:
    """Connect to a server and say hello."""
    async with connect(f"ws://127.0.0.1:{port}/ws", max_size=None, **options) as socket:
        made = Client(socket)
        assert (await made.receive())["kind"] == "hello"
        await made.send("hello", version=1, name="a test", wants=list(wants))
        yield made


async def get(port: int, path: str, *headers: str, host: str | None = None, method: str = "GET") -> tuple[int, str]:
    """Return the status and the body of a request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{port}'}", *headers, "", ""]
    writer.write("\r\n".join(lines).encode())
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(head.split()[1])
    body = b"" if status == 101 else await reader.read()
    writer.close()
    return status, body.decode()


UPGRADE = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)
"""The headers with which a WebSocket begins."""

ALL_GAMES = list(GAMES)
