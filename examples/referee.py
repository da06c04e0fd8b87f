"""A referee for one table: it deals, checks moves and tells each player what they may know.

    python examples/referee.py                                 # three bots play a round of Dou Dizhu
    python examples/referee.py rummy --bots rule --port 4000   # a bot, and a seat for the first to connect
    python examples/referee.py --join 4000 --bots search:50ms  # take that seat, from another terminal

Referee and players exchange the messages of `docs/protocol.md` over TCP. `docs/how-to/game-server.md` explains them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Coroutine
from importlib import import_module
from typing import Any

from oxideal.bots import RuleBot, bot
from oxideal.errors import IllegalMoveError, InvalidMoveError, OxidealError

GAMES = ("doudizhu", "mexican_train", "rummy", "foursquare")
ADDRESS = "127.0.0.1"
SECONDS = 60.0
"""How long a player may take for a move."""

ATTEMPTS = 3
"""How many wrong moves a player may send in a row."""


MAX_LINE = 2**24
"""How long a line of the referee may be, in bytes."""


class Player:
    """The referee's side of a connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.name = ""
        self.wants: list[Any] = []
        """What questions to the player contain: `legal`, `view`."""
        self.events = 0
        """How many events the player has been sent."""

    async def send(self, message: dict[str, Any]) -> None:
        self.writer.write(json.dumps(message).encode() + b"\n")
        await self.writer.drain()

    async def greet(self) -> None:
        """Exchange hellos."""
        await self.send({"kind": "hello", "versions": [1], "name": "referee"})
        hello = await self.receive("hello")
        if hello.get("version") != 1:
            raise ValueError("the player does not speak version 1")
        self.name = str(hello.get("name"))[:40]
        wants = hello.get("wants")
        self.wants = wants if isinstance(wants, list) else []

    async def receive(self, kind: str, number: int | None = None) -> dict[str, Any]:
        """Return the next message of this kind and with this id. All others are ignored, as the protocol demands."""
        while True:
            line = await self.reader.readline()  # raises ValueError if it is longer than 64 KiB
            if not line.endswith(b"\n"):
                raise ConnectionError("the player has left")
            message = json.loads(line)
            if not isinstance(message, dict):
                raise ValueError("a message must be an object")
            heard = message.get("kind"), message.get("id")
            if heard == (kind, number):
                return message
            if heard[0] == "bye" or (heard[0] == "error" and heard[1] is not None):
                raise ConnectionError("the player gives up")


FAULTS = (OSError, ValueError, RecursionError, asyncio.TimeoutError)
"""What a player who leaves, breaks the protocol or is late makes `Player` raise."""


class Table:
    """A round and its players. A player who leaves, is late or sends wrong moves is replaced by a bot."""

    def __init__(self, game: str, seed: int | None = None) -> None:
        module: Any = import_module(f"oxideal.{game}")
        self.game = game
        self.state = module.State(module.Rules(), seed=seed)
        self.players: list[Player | None] = []
        self.questions = 0

    async def play(self, players: list[Player]) -> tuple[int, ...]:
        """Play the round with a player for each seat, and return the payoffs."""
        self.players = [*players]
        for seat, player in enumerate(players):
            await self.try_to(seat, player.greet())
        begin = {"kind": "new_round", "game": self.game, "rules": self.state.rules.to_dict(), "totals": None}
        clock = {"move": int(SECONDS * 1000), "bank": 0, "increment": 0, "grace": 0}
        names = [player.name for player in players]
        for seat in range(len(players)):
            await self.send(seat, {**begin, "seat": seat, "names": names, "clock": clock})
        await self.send_events()
        while (seat := self.state.current_player) is not None:
            legal = self.state.legal_actions()
            if len(legal) == 1:  # nobody is asked about the only legal move
                self.state.push(legal[0])
            elif not await self.ask(seat):
                self.players[seat] = None
                self.state.push(RuleBot().choose(self.state.view(seat)))
            await self.send_events()
        end = {name: list(getattr(self.state, name)) for name in ("payoffs", "winners", "scores")}
        for seat in range(len(players)):
            await self.send(seat, {"kind": "end_round", **end})
            await self.send(seat, {"kind": "bye"})
        payoffs: tuple[int, ...] = self.state.payoffs
        return payoffs

    async def ask(self, seat: int) -> bool:
        """Play the move that the player answers with. Return False if there is none."""
        for _ in range(ATTEMPTS):
            await self.send(seat, self.question(seat))
            player = self.players[seat]
            if player is None:
                return False
            answer = await self.try_to(seat, player.receive("answer", self.questions))
            if answer is None:
                return False
            try:
                self.state.push(answer.get("move"))
            except (IllegalMoveError, InvalidMoveError, TypeError, OverflowError) as error:
                rule = getattr(error, "rule", None)
                await self.send(seat, {"kind": "error", "rule": rule, "text": str(error)})
            else:
                return True
        return False

    def question(self, seat: int) -> dict[str, Any]:
        player, view = self.players[seat], self.state.view(seat)
        wants = [] if player is None else player.wants
        self.questions += 1
        time = int(SECONDS * 1000)
        message: dict[str, Any] = {"kind": "question", "id": self.questions, "time": time, "bank": 0}
        if "legal" in wants:
            message["legal"] = [{"id": int(move), "text": str(move)} for move in view.legal_moves()]
        if "view" in wants:
            message["view"] = view.to_dict()
        return message

    async def send_events(self) -> None:
        """Send each player the events that they have not been sent."""
        for seat, player in enumerate(self.players):
            if player is not None:
                new = self.state.events(seat)[player.events :]
                player.events += len(new)
                for start in range(0, len(new), 1000):
                    told = [self.state.rules.event_to_dict(text) for text in new[start : start + 1000]]
                    await self.send(seat, {"kind": "events", "events": told})

    async def send(self, seat: int, message: dict[str, Any]) -> None:
        player = self.players[seat]
        if player is not None:
            await self.try_to(seat, player.send(message))

    async def try_to(self, seat: int, action: Coroutine[Any, Any, Any]) -> Any:
        """Return what a player does in time. A player who fails has left the table."""
        try:
            return await asyncio.wait_for(action, SECONDS)
        except FAULTS:
            self.players[seat] = None
            return None


async def serve(game: str, bots: list[str], port: int = 0, seed: int | None = None) -> tuple[int, ...]:
    """Play a round with bots in the first seats and whoever connects in the others, and return the payoffs."""
    for name in bots:
        bot(name)  # raises for a wrong name, before anybody waits for this bot
    table = Table(game, seed)
    seats = table.state.rules.players
    waiting: asyncio.Queue[Player] = asyncio.Queue()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await waiting.put(Player(reader, writer))

    server = await asyncio.start_server(connected, ADDRESS, port)
    port = server.sockets[0].getsockname()[1]
    players, joined = [], []
    for name in bots:
        joined.append(asyncio.create_task(join(port, name)))
        players.append(await waiting.get())
    if len(players) < seats:
        print(f"port {port}: waiting for players", flush=True)
    while len(players) < seats:
        players.append(await waiting.get())
    payoffs = await table.play(players)
    for player in players:
        player.writer.close()
    server.close()
    await asyncio.gather(*joined)
    return payoffs


async def join(port: int, name: str) -> None:
    """Take a seat, and let a bot choose the moves."""
    own = bot(name)
    reader, writer = await asyncio.open_connection(ADDRESS, port, limit=MAX_LINE)
    seat, builder = 0, None
    while line := await reader.readline():
        message, answer = json.loads(line), None
        kind = message["kind"]
        if kind == "hello":
            answer = {"kind": "hello", "version": 1, "name": name}
        elif kind == "new_round":
            module: Any = import_module(f"oxideal.{message['game']}")
            seat = message["seat"]
            builder = module.ViewBuilder(module.Rules.from_dict(message["rules"]), seat)
        elif kind == "events" and builder is not None:
            for event in message["events"]:
                builder.push(event["text"])
        elif kind == "question" and builder is not None:
            move = await asyncio.to_thread(own.choose, builder.view())
            answer = {"kind": "answer", "id": message["id"], "move": str(move)}
        elif kind == "end_round":
            print(f"seat {seat} ({name}): {message['payoffs'][seat]:+d}", flush=True)
        elif kind == "bye":
            break
        if answer is not None:
            writer.write(json.dumps(answer).encode() + b"\n")
            await writer.drain()
    writer.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Play a round over TCP.")
    parser.add_argument("game", nargs="?", choices=GAMES, default="doudizhu")
    parser.add_argument("--bots", nargs="+", metavar="BOT", help="bots in the first seats (default: rule in all seats)")
    parser.add_argument("--port", type=int, help="let players connect to this port")
    parser.add_argument("--seed", type=int, help="seed of the deal (default: random)")
    parser.add_argument("--join", type=int, metavar="PORT", help="take a seat at a table")
    options = parser.parse_args()
    try:
        for name in options.bots or []:
            bot(name)
    except OxidealError as error:
        parser.error(str(error))
    if options.join is not None:
        try:
            asyncio.run(join(options.join, (options.bots or ["rule"])[0]))
        except OSError as error:
            parser.exit(1, f"{parser.prog}: error: no connection to port {options.join}: {error}\n")
        return
    seats = Table(options.game).state.rules.players
    bots = options.bots if options.bots else [] if options.port is not None else ["rule"] * seats
    if len(bots) > seats or (len(bots) < seats and options.port is None):
        parser.error(f"{options.game} has {seats} seats: give {seats} bots, or fewer and a --port")
    asyncio.run(serve(options.game, bots, options.port or 0, options.seed))


if __name__ == "__main__":
    main()
