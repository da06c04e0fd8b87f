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
MAX_ROUNDS = 1000
MAX_SECONDS = 3600
MAX_LINE = 2**16
MAX_UNSENT = 2**20
"""How many bytes may wait for a slow reader before it is dropped."""

SAVE_SECONDS = 60.0
"""How often the tables are saved. After a crash they are as they were then; a clean stop saves them too."""


class Client:
    """A connection, and the seat that it has at each table."""

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
        """Return a new table as it is saved. Its secret decides all deals; its hash is for the players."""
        game, seats, rounds = given["game"], given["seats"], given["rounds"]
        if game not in GAMES:
            raise OxidealError(f"game must be one of {', '.join(GAMES)}")
        module: Any = import_module(f"oxideal.{game}")
        rules, time = module.Rules.from_dict(given["rules"]), TimeControl.parse(given["clock"])
        if len(seats) != rules.players or PERSON not in seats or any(each not in (PERSON, *BOTS) for each in seats):
            raise OxidealError(f"seats must be {rules.players} of {', '.join([PERSON, *BOTS])}, a person among them")
        if not 1 <= rounds <= MAX_ROUNDS:
            raise OxidealError(f"rounds must be 1 to {MAX_ROUNDS}, got {rounds}")
        if time.move + time.bank < 1 or time.move + time.bank + time.increment > MAX_SECONDS:  # each table has an end
            raise OxidealError(f"clock must be 1s to {MAX_SECONDS}s in all, got {time}")
        secret = Commitment.new(game, rules, dealer=0, match=True)
        match = module.Match(rules, seed=secret.seed(), rounds=rounds, dealer=0)
        fields = {"secret": secret.reveal(), "match": match.to_dict(), "clock": Clock(time, len(seats)).to_dict(0.0)}
        return {"game": game, "seats": seats, "tokens": [secrets.token_urlsafe(12) for _ in seats], **fields}

    def line(self) -> str:
        """Return the table as it is saved."""
        clock = self.clock.to_dict(asyncio.get_running_loop().time())
        fields = {"name": self.name, "game": self.game, "seats": self.seats, "tokens": self.tokens}
        return (
            json.dumps({**fields, "secret": self.secret.reveal(), "match": self.match.to_dict(), "clock": clock}) + "\n"
        )

    def join(self, client: Client, token: str, seat: int) -> None:
        """Let a client take a seat, again or for the first time: it is told the round from its beginning."""
        if not 0 <= seat < len(self.seats) or self.seats[seat] != PERSON:
            raise OxidealError("seat must be that of a person")
        if not secrets.compare_digest(token.encode(errors="replace"), self.tokens[seat].encode()):
            raise OxidealError("wrong token")
        if client.seats.get(self.name, seat) != seat:  # messages do not say which seat they are for
            raise OxidealError("this connection has another seat at this table; use one connection for each")
        if seat in self.clients:
            del self.clients[seat].seats[self.name]
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
            if over:
                del client.seats[self.name]
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
        try:
            while True:
                line, message = await reader.readuntil(), None
                try:
                    message = json.loads(line)
                    self.receive(client, message)
                except (ValueError, RecursionError) as error:  # JSON, or ours; any other is a bug of this file
                    name = message.get("table") if isinstance(message, dict) else None
                    text = json.dumps(f"{type(error).__name__}: {error}").encode()
                    client.send("error", name if isinstance(name, str) else "", text=text)
                await writer.drain()  # who does not read is not read either
                await asyncio.sleep(0)  # others have their turn even if the next line is here already
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # it has gone, or a line is too long
        finally:
            for name, seat in client.seats.items():  # the clock of a seat runs on; its client can come back
                del self.tables[name].clients[seat]
            writer.close()

    def receive(self, client: Client, message: Any) -> None:
        """Do what a client asks for. The patterns check the types."""
        match message:
            case {"kind": "create", "game": str(), "seats": list(), "rules": dict(), "rounds": int(), "clock": str()}:
                if len(self.tables) >= MAX_TABLES:
                    raise OxidealError(f"this server has {MAX_TABLES} tables already")
                table = self.open(secrets.token_urlsafe(8), Table.created(message))
                seat = table.seats.index(PERSON)
                parts = {"seat": seat, "tokens": table.tokens, "commitment": table.secret.digest}
                client.send("table", table.name, **{name: json.dumps(part).encode() for name, part in parts.items()})
                table.join(client, table.tokens[seat], seat)
            case {"kind": "join", "table": str(name), "token": str(token), "seat": int(seat)} if name in self.tables:
                self.tables[name].join(client, token, seat)
            case {"kind": "answer", "table": str(name), "move": int() | str() as move} if name in client.seats:
                self.tables[name].answer(client.seats[name], move)
            case {"kind": "resign", "table": str(name)} if name in client.seats:
                self.tables[name].forfeit(client.seats[name], "resigned")
            case _:
                raise OxidealError(
                    "a message must be create, join, answer or resign, with its fields, at a table of yours"
                )

    def open(self, name: str, saved: dict[str, Any]) -> Table:
        table = self.tables[name] = Table(name, saved, self.tables.pop)
        return table

    def save(self, lines: list[str]) -> None:
        """Replace the file atomically."""
        new = self.file.with_suffix(".new")
        with new.open("w", encoding="ascii") as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self.file)

    def restore(self) -> None:
        """Read the tables of an earlier run. The clocks of persons run from now on."""
        with suppress(FileNotFoundError), self.file.open(encoding="ascii") as lines:
            for line in lines:
                saved = json.loads(line)
                self.open(saved["name"], saved).advance()

    async def save_until(self, stopped: asyncio.Event) -> None:
        """Save the tables again and again; those who play need not wait for it, except at the end."""
        while not stopped.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), SAVE_SECONDS)
            lines = []
            for table in [*self.tables.values()]:
                lines.append(table.line())
                if not stopped.is_set():
                    await asyncio.sleep(0)
            await asyncio.to_thread(self.save, lines)
        self.save([table.line() for table in self.tables.values()])

    async def run(self, port: int) -> None:
        """Serve until SIGTERM or SIGINT."""
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stopped.set)
        self.restore()
        async with await asyncio.start_server(self.handle, "127.0.0.1", port, limit=MAX_LINE) as server:
            print(f"{len(self.tables)} tables, port {server.sockets[0].getsockname()[1]}", flush=True)
            await self.save_until(stopped)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A game server in one file.")
    parser.add_argument("--port", type=int, default=4000, help="0 for any free port (default: %(default)s)")
    parser.add_argument("--file", type=Path, default=Path("tables.json"), help="where tables are kept (%(default)s)")
    options = parser.parse_args()
    asyncio.run(Server(options.file).run(options.port))
