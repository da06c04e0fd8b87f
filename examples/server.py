"""A game server in one file: thousands of tables in one process, with bots, clocks and fair deals.

    python examples/server.py --port 4000 --file tables.json

Clients send and get lines of JSON over TCP. One connection can have seats at many tables, as the gateway of a
website has. `docs/how-to/own-server.md` explains this server and measures it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import signal
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from oxideal.bots import bot
from oxideal.clock import Clock, TimeControl
from oxideal.commitment import Commitment
from oxideal.errors import OxidealError

GAMES = ("doudizhu", "mexican_train", "rummy", "foursquare")
BOTS = {name: bot(name) for name in ("rule", "net")}
"""They remember nothing, so all tables share them. They answer in microseconds, so nobody waits for them."""

PERSON = "person"
MAX_TABLES = 20_000
MAX_LINE = 2**16
MAX_UNSENT = 2**20
"""How many bytes may wait for a slow reader before it is dropped."""

SAVE_SECONDS = 60.0
"""How often the tables are saved. After a crash they are as they were then; a clean stop saves them too."""


class Client:
    """A connection, and the seats that it has."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.writer = writer
        self.seats: dict[str, int] = {}

    def send(self, kind: str, table: str, **parts: bytes) -> None:
        """Send a message whose parts are JSON already, and do not wait."""
        fields = b"".join(b',"%s":%s' % (name.encode(), part) for name, part in parts.items())
        self.writer.write(b'{"kind":"%s","table":%s%s}\n' % (kind.encode(), json.dumps(table).encode(), fields))
        if self.writer.transport.get_write_buffer_size() > MAX_UNSENT:
            self.writer.transport.abort()


class Table:
    """A match with its players and its clock. Nothing happens at it but in a call of one of its methods."""

    def __init__(self, name: str, saved: dict[str, Any], forget: Callable[[str], object]) -> None:
        self.name = name
        self.forget = forget
        """Called with the name when the match is over."""
        self.game: str = saved["game"]
        self.seats: list[str] = saved["seats"]
        self.tokens: list[str] = saved["tokens"]
        """Who knows the token of a seat can take it."""
        self.secret = Commitment.from_text(saved["secret"])
        self.match: Any = import_module(f"oxideal.{self.game}").Match.from_dict(saved["match"])
        self.clock = Clock.from_dict(saved["clock"], now=asyncio.get_running_loop().time())
        self.timer: asyncio.TimerHandle | None = None
        self.clients: dict[int, Client] = {}
        self.told = [0] * len(self.seats)
        """How many events of the round each seat has been told."""

    @staticmethod
    def created(given: dict[str, Any]) -> dict[str, Any]:
        """Return a new table as it is saved. The hash of its secret, which decides all deals, is for the players."""
        if given["game"] not in GAMES:
            raise OxidealError(f"game must be one of {', '.join(GAMES)}")
        module: Any = import_module(f"oxideal.{given['game']}")
        rules, seats = module.Rules.from_dict(given.get("rules", {})), given["seats"]
        if len(seats) != rules.players or PERSON not in seats or not {*seats} <= {PERSON, *BOTS}:
            raise OxidealError(f"seats must have {rules.players} of {', '.join([PERSON, *BOTS])}, and a person")
        secret = Commitment.new(given["game"], rules, dealer=0, match=True)
        match = module.Match(rules, seed=secret.seed(), rounds=given.get("rounds", 1), dealer=0)
        clock = Clock(TimeControl.parse(given.get("clock", "15s/60s")), rules.players)
        fields = {"secret": secret.reveal(), "match": match.to_dict(), "clock": clock.to_dict(0.0)}
        return {"game": given["game"], "seats": seats, "tokens": [secrets.token_urlsafe(12) for _ in seats], **fields}

    def saved(self) -> dict[str, Any]:
        clock = self.clock.to_dict(asyncio.get_running_loop().time())
        fields = {"game": self.game, "seats": self.seats, "tokens": self.tokens, "secret": self.secret.reveal()}
        return {**fields, "match": self.match.to_dict(), "clock": clock}

    def join(self, client: Client, token: str, seat: int) -> None:
        """Let a client take a seat, again or for the first time: it is told the round from its beginning."""
        if self.seats[seat] != PERSON or not secrets.compare_digest(token, self.tokens[seat]):
            raise OxidealError("a bot has this seat, or the token is wrong")
        self.clients[seat], self.told[seat], client.seats[self.name] = client, 0, seat
        self.advance()

    def answer(self, seat: int, move: int | str) -> None:
        """Play a move of a person, whose clock stops. An illegal one raises an error and changes nothing."""
        state = self.match.state
        if state.current_player != seat:
            raise OxidealError("it is not your turn")
        state.push(move)
        self.clock.stop(asyncio.get_running_loop().time())
        self.advance()

    def forfeit(self, seat: int, why: Any) -> None:
        """End the round for somebody who has resigned or has no time left."""
        self.match.state.forfeit(seat, why)
        self.clock.cancel()
        self.advance()

    def advance(self) -> None:
        """Let bots play and begin rounds until a person is to move, who is asked."""
        while True:
            state = self.match.state
            seat = state.current_player
            if seat is None:
                if not self.end_round():
                    return
            elif len(legal := state.legal_actions()) == 1:
                state.push(legal[0])
            elif self.seats[seat] != PERSON:
                state.push(BOTS[self.seats[seat]].choose(state.view(seat)))
            else:
                self.tell()
                self.ask(seat)
                return

    def tell(self) -> None:
        """Send each client the events that it does not have yet."""
        state = self.match.state
        for seat, client in self.clients.items():
            if new := state.events(seat, first=self.told[seat]):
                client.send("events", self.name, events=state.events_json(seat, first=self.told[seat]))
                self.told[seat] += len(new)

    def ask(self, seat: int) -> None:
        """Ask a person for a move, and let the clock run."""
        loop = asyncio.get_running_loop()
        if self.clock.turn is None:
            self.clock.start(seat, loop.time())
        if self.timer is not None:
            self.timer.cancel()
        deadline = self.clock.deadline
        assert deadline is not None
        self.timer = loop.call_at(deadline, self.time_over, seat)
        if seat in self.clients:
            view, left = self.match.state.view(seat), int(1000 * self.clock.left(seat, loop.time()))
            legal = json.dumps(view.legal_actions()).encode()
            self.clients[seat].send("question", self.name, time=b"%d" % left, legal=legal, view=view.to_json())

    def time_over(self, seat: int) -> None:
        if self.clock.turn == seat and self.clock.is_over(asyncio.get_running_loop().time()):
            self.forfeit(seat, "time")

    def end_round(self) -> bool:
        """Tell the result, and begin the next round; return False if there is none."""
        self.tell()
        match, over = self.match, self.match.is_over
        results = {"payoffs": list(match.state.payoffs), "totals": list(match.totals)}
        parts = {name: json.dumps(values).encode() for name, values in results.items()}
        if over:  # whoever has noted the hash can now check all deals, with `oxideal.commitment.verify`
            parts["revealed"] = json.dumps(self.secret.reveal()).encode()
        for client in self.clients.values():
            client.send("end_match" if over else "end_round", self.name, **parts)
        if not over:
            match.next_round()
            self.clock = Clock(self.clock.control, len(self.seats))
            self.told = [0] * len(self.seats)
        else:
            self.forget(self.name)
            if self.timer is not None:
                self.timer.cancel()
        return not over


class Server:
    """All tables, and the file in which they are kept."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.tables: dict[str, Table] = {}

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        client = Client(writer)
        with suppress(ConnectionError, ValueError):  # it has gone, or a line is too long
            while line := await reader.readline():
                name = ""
                try:
                    message = json.loads(line)
                    name = str(message.get("table", ""))
                    self.receive(client, message)
                except (OxidealError, ValueError, TypeError, LookupError, AttributeError) as error:
                    client.send("error", name[:40], text=json.dumps(f"{type(error).__name__}: {error}").encode())
                await writer.drain()  # who does not read is not read either
        for name, seat in client.seats.items():  # the clock of a seat runs on; its client can come back
            table = self.tables.get(name)
            if table is not None and table.clients.get(seat) is client:
                del table.clients[seat]
        writer.close()

    def receive(self, client: Client, message: dict[str, Any]) -> None:
        """Do what a client asks for."""
        kind = message["kind"]
        if kind == "create":
            if len(self.tables) >= MAX_TABLES:
                raise OxidealError(f"this server has {MAX_TABLES} tables already")
            table = self.open(secrets.token_urlsafe(9), Table.created(message))
            seat = table.seats.index(PERSON)
            parts = {"seat": seat, "tokens": table.tokens, "commitment": table.secret.digest}
            client.send("table", table.name, **{name: json.dumps(part).encode() for name, part in parts.items()})
            table.join(client, table.tokens[seat], seat)
        elif kind == "join":
            table = self.tables[message["table"]]
            table.join(client, message["token"], message["seat"])
        else:
            table = self.tables[message["table"]]
            seat = client.seats[message["table"]]
            if kind == "resign":
                table.forfeit(seat, "resigned")
            else:
                table.answer(seat, message["move"])

    def open(self, name: str, saved: dict[str, Any]) -> Table:
        table = self.tables[name] = Table(name, saved, self.tables.pop)
        return table

    def save(self) -> None:
        """Write all tables to the file, which is the old one or the new one whatever happens."""
        new = self.file.with_suffix(".new")
        with new.open("w", encoding="ascii") as lines:
            for name, table in self.tables.items():
                lines.write(json.dumps({"name": name, **table.saved()}) + "\n")
            lines.flush()
            os.fsync(lines.fileno())
        new.replace(self.file)

    def restore(self) -> None:
        """Read the tables of an earlier run. The clocks of persons run from now on."""
        with suppress(FileNotFoundError), self.file.open(encoding="ascii") as lines:
            for line in lines:
                saved = json.loads(line)
                self.open(saved["name"], saved).advance()

    async def save_often(self) -> None:
        while True:
            await asyncio.sleep(SAVE_SECONDS)
            self.save()

    async def run(self, port: int) -> None:
        """Serve until SIGTERM or SIGINT."""
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stopped.set)
        self.restore()
        server = await asyncio.start_server(self.handle, "127.0.0.1", port, limit=MAX_LINE)
        print(f"{len(self.tables)} tables, port {server.sockets[0].getsockname()[1]}", flush=True)
        saving = asyncio.create_task(self.save_often())
        await stopped.wait()
        saving.cancel()
        server.close()
        self.save()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A game server in one file.")
    parser.add_argument("--port", type=int, default=4000, help="0 for any free port (default: %(default)s)")
    parser.add_argument("--file", type=Path, default=Path("tables.json"), help="where tables are kept (%(default)s)")
    options = parser.parse_args()
    asyncio.run(Server(options.file).run(options.port))
